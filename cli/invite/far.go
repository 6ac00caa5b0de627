package invite

import (
	"strconv"
	"time"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/qr"
	"fives/cli/say"
	"fives/p2p/api"
)

// FarLines shows how a friend elsewhere is invited, on a terminal of the style's width: the line to
// send, which is never broken unless breaks, and its code, if rows has room for it or is 0.
func FarLines(i api.FarInvitation, style draw.Style, rows int, breaks bool) (lines []string) {
	wrap := func(text string) { lines = append(lines, layout.Wrap(text, style.Width)...) }
	if !i.On {
		wrap(say.NobodyFromOutside)
		for _, l := range say.Outside(&i.Outside, time.Now()) {
			wrap(l)
		}
		return lines
	}
	if i.Router {
		wrap("your router has opened TCP port " + strconv.Itoa(i.Port) + "; others reach you at " + i.Address)
	} else {
		wrap("others reach you at " + i.Address + ", if your router and firewall pass it on to TCP port " + strconv.Itoa(i.Port) + " of this machine")
	}
	wrap("only a friend's try shows whether they do")
	for _, l := range say.Outside(&i.Outside, time.Now())[1:] {
		wrap(l)
	}
	lines = append(lines, "")
	wrap("send your friend this one line, by a way that nobody else reads:")
	if breaks {
		lines = append(lines, breakAddress(say.LinkLine(i.Link), style.Width)...)
	} else {
		lines = append(lines, say.LinkLine(i.Link))
	}
	code, err := qr.New(say.LinkLine(i.Link), qr.Narrow)
	if err != nil {
		return lines
	}
	if columns, height := code.Measure(style); columns <= style.Width && (rows == 0 || height+1+len(lines) <= rows) {
		lines = append(append(code.Lines(style), ""), lines...)
	}
	return lines
}
