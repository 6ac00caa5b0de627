package console

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"fives/cli/draw"
	"fives/cli/say"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Streams holds the command line of this process and its standard streams.
type Streams struct {
	Args     []string
	In       io.Reader
	Out, Err io.Writer
	// JSONErrors writes errors and notes as JSON too, one object a line.
	JSONErrors bool
	daemon     *control.Client // the last one that was dialled, nil for none
}

// New takes the command line including the name of the program, like os.Args.
func New(args []string, in io.Reader, out, err io.Writer) *Streams {
	return &Streams{Args: args, In: in, Out: &answers{to: out}, Err: err}
}

const plainWidth = 80

// Style says how to draw on standard output.
func (s *Streams) Style(ascii bool) draw.Style {
	width, on := terminal(s.Out)
	style := draw.Style{Width: width, ASCII: ascii || onlyASCII(os.Getenv), Colour: on && Colours()}
	if colorprofile.Env(os.Environ()) >= colorprofile.ANSI256 {
		style.Ground = Ground(os.Getenv)
	}
	return style
}

// Ground returns what the terminal writes on, as far as the environment says it: COLORFGBG ends with
// the number of the colour of the background.
func Ground(env func(string) string) draw.Ground {
	all := env("COLORFGBG")
	switch number, err := strconv.Atoi(all[strings.LastIndexByte(all, ';')+1:]); {
	case err != nil || number < 0 || number > 15:
		return draw.Unknown
	case number < 7 || number == 8:
		return draw.Dark
	}
	return draw.Light
}

// onlyASCII reports whether the reader's locale names a character set without signs for suits,
// as C does. If the locale names no set, there are suits.
func onlyASCII(env func(string) string) bool {
	locale := strings.ToLower(cmp.Or(env("LC_ALL"), env("LC_CTYPE"), env("LANG")))
	return locale != "" && !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
}

// Columns returns the width of the terminal, 0 if standard output is not one: programs then get
// whole lines.
func (s *Streams) Columns() int {
	width, on := terminal(s.Out)
	if !on {
		return 0
	}
	return width
}

// terminal returns the width of a terminal; on is false if w is not one.
func terminal(w io.Writer) (width int, on bool) {
	if a, ok := w.(*answers); ok {
		w = a.to
	}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return plainWidth, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return plainWidth, true
	}
	return width, true
}

// Interactive reports whether somebody sits at a terminal on which fives can draw.
func (s *Streams) Interactive() bool {
	in, ok := s.In.(*os.File)
	_, out := terminal(s.Out)
	return ok && out && term.IsTerminal(int(in.Fd())) && !Dumb()
}

// Colours reports whether to use colours.
func Colours() bool { return os.Getenv("NO_COLOR") == "" && !Dumb() }

// Dumb reports whether the terminal, as far as is known, cannot move its cursor. On Windows
// nothing says so, and fives assumes that it can.
func Dumb() bool {
	t := os.Getenv("TERM")
	return t == "dumb" || t == "" && runtime.GOOS != "windows"
}

// Printf writes an answer. Its arguments must be clean.
func (s *Streams) Printf(format string, args ...any) { fmt.Fprintf(s.Out, format, args...) }

// Note writes a remark beside the answer.
func (s *Streams) Note(format string, args ...any) {
	text := say.Clean(fmt.Sprintf(format, args...))
	if s.JSONErrors {
		_ = api.WriteJSON(s.Err, note{text}) // nobody may be reading
		return
	}
	fmt.Fprintln(s.Err, text)
}

// Notes writes several lines beside the answer.
func (s *Streams) Notes(lines []string) {
	for _, l := range lines {
		s.Note("%s", l)
	}
}

// Confirm asks a question to be answered with yes or no. It returns an error unless the answer
// is yes.
func (s *Streams) Confirm(question string) error {
	s.Printf("%s [y/N] ", say.Clean(question))
	var answer [1]byte
	line := ""
	for !strings.HasSuffix(line, "\n") { // byte by byte: what follows belongs to others
		n, err := s.In.Read(answer[:])
		line += string(answer[:n])
		if err != nil {
			break
		}
	}
	if a := strings.ToLower(strings.TrimSpace(line)); a == "y" || a == "yes" {
		return nil
	}
	return No("", "nothing was done")
}

// JSON writes one value to standard output.
func (s *Streams) JSON(v any) error { return api.WriteJSON(s.Out, v) }

// Report prints an error and returns the exit status. An answer that could not be written is an
// error too, whatever the command returned.
func (s *Streams) Report(err error) int {
	if lost := s.lost(); lost != nil && (err == nil || errors.Is(err, lost)) {
		err = No("make room where standard output goes, or send it elsewhere", "the answer cannot be written to standard output: %v", cause(lost))
	}
	if err == nil {
		return 0
	}
	f := s.explain(err)
	if s.JSONErrors {
		if f.Text != "" {
			_ = api.WriteJSON(s.Err, newComplaint(f, err)) // nobody may be reading
		}
		return f.Status
	}
	if f.Text != "" {
		fmt.Fprintf(s.Err, "error: %s\n", say.Clean(f.Text))
	}
	for line := range strings.SplitSeq(f.Hint, "\n") {
		if line != "" {
			fmt.Fprintf(s.Err, "hint: %s\n", say.Clean(line))
		}
	}
	return f.Status
}
