package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"fives/cli/words"
	"fives/engine/rules"
	"fives/p2p/control"
)

// seats lists the players in clockwise order: whose turn it is, how many cards
// they hold and which of them everybody has seen, whether they are there, and
// their totals. What the rule set notes of them has lines of its own if there is
// room for them in h lines, and it does not fit beside all names.
func (t table) seats(p palette, w, h int) block {
	var b, tall block
	fits := true
	for i, s := range t.t.Seats {
		note := ""
		if notes := t.notes(i); len(notes) > 0 {
			note = " " + p.weak.Render(strings.Join(notes, p.pick(" · ", ", ")))
		}
		line := t.seat(p, i, s, note, w)
		b.lines = append(b.lines, line)
		if note == "" {
			tall.lines = append(tall.lines, line)
			continue
		}
		fits = fits && strings.Contains(ansi.Strip(line), ansi.Strip(note))
		tall.lines = append(tall.lines, t.seat(p, i, s, "", w), p.cut("   "+note, w))
	}
	if fits || tall.height() > h {
		return b
	}
	return tall
}

// notes is what the rule set notes of a seat.
func (t table) notes(seat int) []string {
	if t.t.View == nil || seat >= len(t.t.View.Notes) {
		return nil
	}
	return t.t.View.Notes[seat]
}

func (t table) seat(p palette, i int, s control.Seat, note string, w int) string {
	name := words.Name(s.Name)
	style := p.plain
	if s.You {
		name, style = name+" (you)", p.strong
	}
	mark := "  "
	if t.turn() == i {
		mark = p.good.Render(p.pick("▸ ", "> "))
	}
	nameWidth := t.nameWidth()
	left := mark + pad(style.Render(p.cut(name, nameWidth)), nameWidth) + " " + t.holding(p, i)
	if tags := tags(s); tags != "" {
		left += p.weak.Render(" " + tags)
	}
	if alarm := absence(s); alarm != "" {
		left = mark + pad(style.Render(p.cut(name, nameWidth)), nameWidth) + " " + p.warn.Render(alarm) + " " + t.holding(p, i)
	}
	return p.ends(left+note, " "+p.strong.Render(t.total(i)), w)
}

// nameWidth is the room for names.
func (t table) nameWidth() int {
	n := 6
	for _, s := range t.t.Seats {
		w := ansi.StringWidth(words.Name(s.Name))
		if s.You {
			w += len(" (you)")
		}
		n = max(n, min(w, 16))
	}
	return n
}

// turn is the seat that is to move, -1 if none is.
func (t table) turn() int {
	if t.t.View == nil || t.t.Phase != control.PhasePlaying {
		return rules.None
	}
	return t.t.View.Turn
}

func tags(s control.Seat) string {
	switch {
	case s.Warning != "":
		return "?"
	case s.Bot != "":
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
func (t table) holding(p palette, seat int) string {
	z, ok := t.handOf(seat)
	if !ok {
		return ""
	}
	words := []string{p.weak.Render(p.pick("▒", "#")) + fmt.Sprint(z.Count)}
	if seat != t.t.You {
		for _, c := range cardsOf(z) {
			if c.Known() {
				words = append(words, p.name(c))
			}
		}
	}
	return strings.Join(words, " ")
}

// handOf is the zone of a seat's hand.
func (t table) handOf(seat int) (rules.Zone, bool) {
	if t.t.View == nil {
		return rules.Zone{}, false
	}
	i := slices.IndexFunc(t.t.View.Zones, func(z rules.Zone) bool { return z.Kind == rules.HandZone && z.Seat == seat })
	if i < 0 {
		return rules.Zone{}, false
	}
	return t.t.View.Zones[i], true
}

func (t table) total(seat int) string {
	if t.t.View == nil || seat >= len(t.t.View.Scores) {
		return ""
	}
	return fmt.Sprint(t.t.View.Scores[seat])
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
		all = append(all, w+" (T accepts it)")
	}
	if t.t.Phase == control.PhaseStopped && len(t.t.Faults) == 0 {
		all = append(all, t.t.Waiting)
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
