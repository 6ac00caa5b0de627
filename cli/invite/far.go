package invite

import (
	"slices"
	"time"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/qr"
	"fives/cli/say"
	"fives/p2p/api"
)

// FarLines shows how a friend elsewhere is invited, on a terminal of the style's width: the line to
// send, which is never broken, unless that is shown apart, and its code, if rows has room for it or is 0.
func FarLines(i api.FarInvitation, style draw.Style, rows int, apart bool) (lines []string) {
	wrap := func(text string) { lines = append(lines, layout.Wrap(text, style.Width)...) }
	if !i.On {
		wrap(say.NobodyFromOutside)
		for _, l := range say.Outside(&i.Outside, time.Now()) {
			wrap(l)
		}
		return lines
	}
	for _, l := range say.Reached(i.Outside) {
		wrap(l)
	}
	for _, l := range say.Outside(&i.Outside, time.Now())[1:] {
		wrap(l)
	}
	lines = append(lines, "")
	if apart {
		wrap("send your friend what stands below this box, by a way that nobody else reads")
	} else {
		wrap("send your friend this one line, by a way that nobody else reads:")
		lines = append(lines, say.LinkLine(i.Link))
	}
	code, err := qr.New(say.LinkLine(i.Link), qr.Narrow)
	if err != nil {
		return lines
	}
	drawn := append(layout.Wrap(say.LinkCode, style.Width), "")
	if columns, height := code.Measure(style); columns <= style.Width && (rows == 0 || height+len(drawn)+len(lines) <= rows) {
		lines = slices.Concat(code.Lines(style), drawn, lines)
	}
	return lines
}

// Apart is the line to send, from the left edge of a screen of some columns and in no frame, so that it
// can be copied. If it is broken it is in quotes: to a shell, too, it is one then.
func Apart(i api.FarInvitation, columns int) []string {
	line := say.LinkLine(i.Link)
	if len(line) > columns {
		line = say.LinkLine("'" + i.Link + "'")
	}
	return breakAddress(line, columns)
}
