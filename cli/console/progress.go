package console

import (
	"fmt"

	"fives/cli/layout"
	"fives/cli/say"
)

// A Progress is a line on standard error that overwrites itself, if standard error is a
// terminal.
type Progress struct {
	s     *Streams
	on    bool
	width int
	shown string
}

// Progress begins such a line, which is empty at first.
func (s *Streams) Progress() *Progress {
	width, on := terminal(s.Err)
	return &Progress{s: s, on: on, width: width}
}

const clearLine = "\r\x1b[K"

// Say replaces the text of the line.
func (p *Progress) Say(text string) {
	text = layout.Fit(say.Clean(text), max(1, p.width-1))
	if !p.on || text == p.shown {
		return
	}
	p.shown = text
	fmt.Fprint(p.s.Err, clearLine+text)
}

// Done removes the line.
func (p *Progress) Done() {
	if p.shown != "" {
		fmt.Fprint(p.s.Err, clearLine)
		p.shown = ""
	}
}
