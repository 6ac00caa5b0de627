package cli

import (
	"fmt"

	"fives/cli/draw"
	"fives/cli/words"
)

// A progress is a line on standard error that is written over, where that is a
// terminal.
type progress struct {
	s     *streams
	on    bool
	width int
	shown string
}

func newProgress(s *streams) *progress {
	width, on := terminal(s.err)
	return &progress{s: s, on: on, width: width}
}

const clearLine = "\r\x1b[K"

func (p *progress) say(text string) {
	text = draw.Fit(words.Clean(text), max(1, p.width-1))
	if !p.on || text == p.shown {
		return
	}
	p.shown = text
	fmt.Fprint(p.s.err, clearLine+text)
}

// done takes the line away.
func (p *progress) done() {
	if p.shown != "" {
		fmt.Fprint(p.s.err, clearLine)
		p.shown = ""
	}
}
