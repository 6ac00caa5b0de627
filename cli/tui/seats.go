package tui

import (
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"fives/cli/draw"
	"fives/cli/words"
	"fives/p2p/control"
)

// seats lists the players in clockwise order: whose turn it is, how many cards
// they hold and which of them everybody has seen, whether they are there, and
// their totals. What the rule set notes of them has lines of its own if there is
// room for them in h lines, and it does not fit beside all names.
func (v tableView) seats(w, h int) block {
	var b, tall block
	fits := true
	for _, s := range draw.Seats(v.t) {
		note := ""
		if len(s.Notes) > 0 {
			note = " " + v.p.weak.Render(strings.Join(s.Notes, v.p.pick(" · ", ", ")))
		}
		line := v.seat(s, note, w)
		b.lines = append(b.lines, line)
		if note == "" {
			tall.lines = append(tall.lines, line)
			continue
		}
		fits = fits && strings.Contains(ansi.Strip(line), ansi.Strip(note))
		tall.lines = append(tall.lines, v.seat(s, "", w), v.p.cut("   "+note, w))
	}
	if fits || tall.height() > h {
		return b
	}
	return tall
}

func (v tableView) seat(s draw.Seat, note string, w int) string {
	name, style, mark := words.Name(s.Name), v.p.plain, "  "
	if s.You {
		name, style = name+" (you)", v.p.strong
	}
	if s.Turn {
		mark = v.p.good.Render(v.p.pick("▸ ", "> "))
	}
	left := mark + pad(style.Render(v.p.cut(name, v.nameWidth())), v.nameWidth())
	alarm := absence(s.Seat)
	if alarm != "" {
		left += " " + v.p.warn.Render(alarm)
	}
	left += " " + holding(v.p, s)
	if tags := tags(s.Seat); tags != "" && alarm == "" {
		left += v.p.weak.Render(" " + tags)
	}
	return v.p.ends(left+note, " "+v.p.strong.Render(s.Total), w)
}

// nameWidth is the room for names.
func (v tableView) nameWidth() int {
	n := 6
	for _, s := range v.t.Seats {
		w := ansi.StringWidth(words.Name(s.Name))
		if s.You {
			w += len(" (you)")
		}
		n = max(n, min(w, 16))
	}
	return n
}

func tags(s control.Seat) string {
	switch {
	case s.Warning.Code != "":
		return "?"
	case s.BotOf != "":
		return "bot"
	}
	return ""
}

func absence(s control.Seat) string {
	switch {
	case s.Left:
		return "left"
	case away(s):
		return "away"
	}
	return ""
}

// holding is a seat's cards as others see them.
func holding(p palette, s draw.Seat) string {
	if !s.Hands {
		return ""
	}
	texts := []string{p.weak.Render(p.pick("▒", "#")) + fmt.Sprint(s.Hand.Count)}
	for _, c := range s.Seen {
		if c.Known() {
			texts = append(texts, p.name(c))
		}
	}
	return strings.Join(texts, " ")
}

// name is the name of a seat.
func (t table) name(seat int) string {
	switch {
	case seat == t.t.You && seat >= 0:
		return "you"
	case seat < 0 || seat >= len(t.t.Seats):
		return "?"
	}
	return words.Name(t.t.Seats[seat].Name)
}

// troubles says what is wrong with the players: who is away, has left, or is at
// fault.
func (t table) troubles(now time.Time) []string {
	var all []string
	for _, f := range t.t.Faults {
		all = append(all, words.Fault(f.Name, f.Reason))
	}
	for _, w := range t.t.Warnings {
		all = append(all, words.Warning(w)+" (T accepts it)")
	}
	if t.t.Phase == control.PhaseStopped && len(t.t.Faults) == 0 {
		all = append(all, words.Waiting(t.t.Waiting))
	}
	if t.t.Phase == control.PhaseOver {
		return all
	}
	for _, s := range t.t.Seats {
		switch {
		case s.Left && t.t.Phase != control.PhaseStopped:
			all = append(all, words.Name(s.Name)+" has left")
		case !s.Left && away(s):
			all = append(all, missing(s, now, t.t.Phase == control.PhasePlaying))
		}
	}
	return all
}

// away reports whether a seat is not there.
func away(s control.Seat) bool { return !s.You && !s.Online }

func missing(s control.Seat, now time.Time, playing bool) string {
	text := words.Name(s.Name) + " is " + words.Away(s.Away, now)
	if s.Owes && playing {
		text += ", and the hand waits (g goes on without)"
	}
	return text
}
