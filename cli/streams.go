package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"fives/cli/draw"
	"fives/cli/failure"
	"fives/cli/words"
)

// Streams are where a command reads and writes. What is written passes through
// words.Clean first wherever it may come from another node.
type streams struct {
	args     []string // the command line
	in       io.Reader
	out, err io.Writer
	rand     io.Reader // of the daemon's tables; set by tests only
}

func newStreams(args []string, in io.Reader, out, err io.Writer) *streams {
	return &streams{args: args, in: in, out: out, err: err}
}

const plainWidth = 80

// style says how to draw on standard output.
func (s *streams) style(ascii bool) draw.Style {
	width, on := terminal(s.out)
	return draw.Style{Width: width, ASCII: ascii, Colour: on && colours()}
}

// terminal tells how wide a terminal is, and whether w is one at all.
func terminal(w io.Writer) (width int, on bool) {
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

func colours() bool { return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" }

// printf writes an answer of which every argument is clean already.
func (s *streams) printf(format string, args ...any) { fmt.Fprintf(s.out, format, args...) }

// note writes something beside the answer.
func (s *streams) note(format string, args ...any) {
	fmt.Fprintln(s.err, words.Clean(fmt.Sprintf(format, args...)))
}

// json writes one value.
func (s *streams) json(v any) error {
	e := json.NewEncoder(s.out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// report prints an error and turns it into the exit status.
func (s *streams) report(err error) int {
	if err == nil {
		return 0
	}
	f := failure.Explain(err)
	if f.Text != "" {
		fmt.Fprintf(s.err, "error: %s\n", words.Clean(f.Text))
	}
	for line := range strings.SplitSeq(f.Hint, "\n") {
		if line != "" {
			fmt.Fprintf(s.err, "hint: %s\n", words.Clean(line))
		}
	}
	return f.Status
}
