package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"fives/cli/draw"
	"fives/cli/learn"
	"fives/cli/prefs"
	"fives/cli/shown"
)

// Config says what to show, and where.
type Config struct {
	Pace    time.Duration // how long a move is shown before the next one; 0 for no time
	Notice  time.Duration // how long what comes by itself ignores keys, [Notice] for a person; 0 for no time
	Client  Daemon        // nil if there is nothing but a lesson or a replay
	Lesson  *learn.Desk   // the desk of a lesson that begins at once; nil for none
	Replay  []shown.Place // of a game to step through; nil for none
	Eyes    shown.Eyes    // with which the replay begins
	Prefs   prefs.Prefs   // of the player; Pace above counts until theirs is changed
	Keeps   prefs.File    // where changes of them are kept; the zero value keeps none
	ASCII   bool          // letters for suits, and no other signs
	NoColor bool          // bold and faint only
	Ground  draw.Ground   // what the terminal writes on, unless it says so itself
	// Firewall is the one that is on on this machine, "" if none is.
	Firewall string
	In       io.Reader // a terminal; nil for standard input
	Out      io.Writer // a terminal; nil for standard output
}

// Run shows the lobby and the tables of the daemon, or a replay, until the player quits or ctx is
// done.
func Run(ctx context.Context, cfg Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	f := newFeed(ctx, cfg.Client)
	opts := []tea.ProgramOption{tea.WithContext(ctx)}
	if f, ok := cfg.In.(*os.File); ok && runtime.GOOS != "windows" { // there, keys are no bytes
		cfg.In = &whole{File: f}
	}
	if cfg.In != nil {
		opts = append(opts, tea.WithInput(cfg.In))
	}
	if cfg.Out == nil {
		cfg.Out = os.Stdout
	}
	opts = append(opts, tea.WithOutput(cfg.Out))
	if cfg.NoColor {
		opts = append(opts, tea.WithColorProfile(colorprofile.ASCII))
	}
	_, err := tea.NewProgram(newModel(cfg, caller{ctx: ctx, d: cfg.Client}, f), opts...).Run()
	if err != nil && !errors.Is(err, tea.ErrProgramKilled) && !errors.Is(err, tea.ErrInterrupted) {
		return fmt.Errorf("tui: %w", err)
	}
	return nil
}
