//go:build linux

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"fives/cli/screentest"
)

// A film is all that somebody's terminal shows in a test. What must not be seen on it is looked for
// in each frame. In the folder that FIVES_FILM names it is kept as a file that asciinema plays.
type film struct {
	t     *testing.T
	who   string
	begun time.Time
	out   *json.Encoder // nil if it is not kept

	mu    sync.Mutex
	last  string
	never *regexp.Regexp // what would not be true now
}

const filmWidth, filmHeight = 80, 24

// newFilm begins a film.
func newFilm(t *testing.T, who string) *film {
	t.Helper()
	f := &film{t: t, who: who, begun: time.Now()}
	folder := os.Getenv("FIVES_FILM")
	if folder == "" {
		return f
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(folder, t.Name()+"-"+who+".cast"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	f.out = json.NewEncoder(file)
	f.out.SetEscapeHTML(false)
	_ = f.out.Encode(map[string]any{"version": 2, "width": filmWidth, "height": filmHeight, "timestamp": f.begun.Unix(), "title": who})
	return f
}

// keep writes something into the film: "o" for what is shown, "m" for a mark. mu must be held.
func (f *film) keep(kind, what string) {
	if f.out != nil {
		_ = f.out.Encode([]any{time.Since(f.begun).Seconds(), kind, what})
	}
}

// frame adds what is shown now.
func (f *film) frame(text, styled string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if text == f.last {
		return
	}
	f.last = text
	f.keep("o", "\x1b[H\x1b[2J"+strings.ReplaceAll(styled, "\n", "\r\n"))
	if f.never == nil {
		return
	}
	if is := f.never.FindString(text); is != "" {
		f.t.Errorf("%s reads %q after %v, which is not true:\n%s", f.who, is, time.Since(f.begun).Round(100*time.Millisecond), text)
	}
}

// scene begins another part of the film, with what must not be seen in it, a regular expression; "" for none.
func (f *film) scene(what, never string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.keep("m", what)
	f.never = nil
	if never != "" {
		f.never = regexp.MustCompile(never)
	}
}

// A viewer is somebody before the full screen, who is filmed.
type viewer struct {
	*screentest.Terminal
	*film
	d   *daemon
	cmd *exec.Cmd
	end func()
}

// sits starts the full screen of a daemon that is up.
func (f *film) sits(d *daemon) *viewer {
	t := f.t
	t.Helper()
	program := d.fives("--home", d.home)
	cmd := exec.Command("ip", append([]string{"netns", "exec", d.netns, program.Path}, program.Args[1:]...)...)
	cmd.Env = append(program.Env, "TERM=xterm-256color", "FIVES_NETWORK="+d.network)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: filmHeight, Cols: filmWidth})
	if err != nil {
		t.Skipf("this machine has no pseudo-terminals: %v", err)
	}
	v := &viewer{Terminal: screentest.New(t, tty, filmWidth, filmHeight), film: f, d: d, cmd: cmd}
	v.Drawn(f.frame)
	v.end = sync.OnceFunc(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		v.Close()
	})
	t.Cleanup(v.end)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the screen of %s is\n%s", f.who, v.Screen())
		}
	})
	return v
}

// pastes puts in what somebody has copied, as a terminal does.
func (v *viewer) pastes(text string) { v.Press(fmt.Sprintf("\x1b[200~%s\x1b[201~", text)) }

// play plays what the hint proposes at a table until the game is over. What is named for a move,
// the first of which is 1, happens before it.
func play(people []*viewer, before map[int]func()) {
	for move := 1; ; {
		var p *viewer
		people[0].Until("a turn or a result", func(string) bool {
			for _, v := range people {
				if s := v.Screen(); screentest.AsksMove(s) || screentest.Settled(s) {
					p = v
					return true
				}
			}
			return false
		})
		if !screentest.Settled(p.Screen()) {
			if what := before[move]; what != nil {
				delete(before, move)
				what()
				continue
			}
			p.Plays("h")
			move++
			continue
		}
		over := false
		for _, v := range people {
			over = strings.Contains(v.Until("the result", screentest.Settled), screentest.SignOver)
		}
		if over {
			return
		}
		for _, v := range people {
			v.Closes("space")
		}
	}
}
