package replay

import (
	"context"
	"errors"
	"fmt"
	"io"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"fives/cli/draw"
	"fives/cli/shown"
	"fives/engine/story"
)

// ErrNothing says that no hand was begun.
var ErrNothing = errors.New("replay: no hand was begun")

// Config says how to show a replay, and where.
type Config struct {
	Style draw.Style // its width is taken from the terminal
	Eyes  shown.Eyes
	In    io.Reader // a terminal; nil for standard input
	Out   io.Writer // a terminal; nil for standard output
}

// Run shows the logs in a terminal until the reader quits or ctx is done.
func Run(ctx context.Context, stories []*story.Story, c Config) error {
	list := shown.Places(stories)
	if len(list) == 0 {
		return ErrNothing
	}
	opts := []tea.ProgramOption{tea.WithContext(ctx)}
	if !c.Style.Colour {
		opts = append(opts, tea.WithColorProfile(colorprofile.ASCII))
	}
	if c.In != nil {
		opts = append(opts, tea.WithInput(c.In))
	}
	if c.Out != nil {
		opts = append(opts, tea.WithOutput(c.Out))
	}
	_, err := tea.NewProgram(newModel(list, c), opts...).Run()
	if err != nil && !errors.Is(err, tea.ErrProgramKilled) && !errors.Is(err, tea.ErrInterrupted) {
		return fmt.Errorf("replay: %w", err)
	}
	return nil
}
