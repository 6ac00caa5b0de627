package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// seat draws a seat at the felt in h lines: name and total, cards, and the last move with what
// it gained.
func (v tableView) seat(s shown.Seat, w, h int) block {
	lines := []string{v.p.ends(v.who(s, w), v.p.strong.Render(s.Total), w)}
	about := strings.Join(s.Notes, v.p.pick(" · ", ", "))
	if h >= tallSeat && s.Hands && s.Hand.Count > 0 && len(knownCards(s)) == 0 {
		backs := v.p.backs(min(s.Hand.Count, w-8))
		backs[1] += " " + fmt.Sprint(s.Hand.Count)
		if about != "" {
			backs[2] += " " + v.p.weak.Render(about)
		}
		lines = append(lines, backs...)
	} else if faces := v.faceUp(s); h >= tallSeat && len(faces) > 0 && small.w+narrowest*(len(faces)-1) <= w {
		lines = append(lines, v.p.fan(rules.Group{Cards: faces}, small, w).lines...)
	} else {
		lines = append(lines, holding(v.p, s, w-4)+" "+v.p.weak.Render(about))
	}
	done := strings.Split(ansi.Wordwrap(v.did(s), w-2, ""), "\n")
	for _, l := range done {
		lines = append(lines, "  "+l)
	}
	for i, l := range lines {
		lines[i] = v.p.cut(l, w)
	}
	return text(v.p.first(h, lines, w)...).fit(w, h)
}

// seatLine draws a seat in one line.
func (v tableView) seatLine(s shown.Seat, w int) string {
	if w < roundFrom {
		s.Strength = "" // what the seat did last matters more
	}
	text := v.who(s, max(6, w/2)) + " " + holding(v.p, s, 0)
	if about := strings.Join(s.Notes, ", "); about != "" && w >= roundFrom/2 {
		text += " " + v.p.weak.Render(about)
	}
	if done := v.did(s); done != "" && w >= roundFrom/2 {
		text += "  " + done
	}
	return v.p.ends(text, " "+v.p.strong.Render(s.Total), w)
}

// who draws the name of a seat, with signs for its turn and for troubles.
func (v tableView) who(s shown.Seat, w int) string {
	mark, style := "  ", v.p.plain
	if s.Turn {
		mark, style = v.p.good.Render(v.p.pick("▸ ", "> ")), v.p.good
	}
	const total, least = 4, 4 // columns that the total takes at the end of the line, and the name at least
	if alarm := shown.Absence(v.t, s.Seat); alarm != "" {
		room := w - layout.Width(mark) - 1 - total // for the name and what is wrong, which is never cut
		if room-layout.Width(alarm) < min(least, layout.Width(say.Name(s.Name))) {
			alarm = shown.Shorter(alarm)
		}
		return mark + style.Render(v.p.person(s.Name, max(least, room-layout.Width(alarm)))) + " " + v.p.strong.Render(alarm)
	}
	tags := tags(s.Seat, w-layout.Width(mark+say.Name(s.Name))-1-total)
	line := mark + style.Render(v.p.person(s.Name, max(4, w-3-max(3, layout.Width(tags)))))
	if s.You {
		line += style.Render(" (you)")
	}
	if tags != "" {
		line += v.p.weak.Render(" " + tags)
	}
	return line
}

// did says what a seat has done last in the running hand: the move, and what it gained. The
// very last move of all stands out.
func (v tableView) did(s shown.Seat) string {
	did, latest := shown.Did(v.t, s)
	line := v.p.says(did)
	if latest {
		return v.p.accent.Render(v.p.pick("◂ ", "< ")) + line
	}
	return line
}

// justNow says what has happened last of all, if the view tells.
func (v tableView) justNow() string {
	if v.t.View == nil || v.t.Phase != api.PhasePlaying || len(v.t.Last) == 0 {
		return ""
	}
	for _, m := range v.t.View.Moments {
		if m.Seat < 0 || m.Seat >= len(v.t.Seats) {
			continue
		}
		if !slices.ContainsFunc(m.Cards, card.Card.Known) {
			continue
		}
		if name := v.t.Seats[m.Seat].Name; len(v.t.View.Moments) == 1 || name == v.t.Last[len(v.t.Last)-1].Name {
			return v.p.strong.Render(say.Mover(name, m.Seat == v.t.Seat, false)) + " " + v.p.says(shown.Moment(m))
		}
	}
	return ""
}

// self draws the player's own seat, above the hand.
func (v tableView) self(w int) string {
	seats := shown.Seats(v.t)
	if v.t.Seat < 0 || v.t.Seat >= len(seats) {
		return ""
	}
	s := seats[v.t.Seat]
	line := v.who(s, w/3) + "  " + v.p.strong.Render(s.Total) + " " + v.p.weak.Render(s.Unit)
	if about := strings.Join(s.Notes, v.p.pick(" · ", ", ")); about != "" {
		line += "  " + v.p.weak.Render(about)
	}
	return line
}

// tags says what a seat is, in w columns if it can.
func tags(s api.Seat, w int) string {
	long := s.Strength + " bot"
	switch {
	case s.Warning.Code != "":
		return "?"
	case s.BotOf != "" && s.Strength != "" && layout.Width(long) <= w:
		return long
	case s.BotOf != "":
		return "bot"
	}
	return ""
}

// backs draws n cards from behind, held as a fan, in three lines.
func (p palette) backs(n int) []string {
	f, lap := p.frame(), max(0, n-1)
	return []string{
		"  " + p.weak.Render(strings.Repeat(f.tl, lap)+f.tl+f.across+f.tr),
		"  " + p.weak.Render(strings.Repeat(f.down, lap)+f.down+f.back+f.down),
		"  " + p.weak.Render(strings.Repeat(f.bl, lap)+f.bl+f.across+f.br),
	}
}

// knownCards returns the cards of another's hand that are known.
func knownCards(s shown.Seat) []card.Card {
	return slices.DeleteFunc(slices.Clone(s.Seen), func(c card.Card) bool { return !c.Known() })
}

// faceUp returns the cards of a hand that are drawn face up, for an onlooker who knows some of
// them. A player sees backs, and the known cards in a line.
func (v tableView) faceUp(s shown.Seat) []card.Card {
	if v.t.Seat < 0 && len(knownCards(s)) > 0 {
		return s.Seen
	}
	return nil
}

// holding draws a seat's cards in one line, as others see them: as many backs as there is room
// for, their number, and the cards that everybody knows.
func holding(p palette, s shown.Seat, room int) string {
	if !s.Hands {
		return ""
	}
	n := 1
	if room > 0 {
		n = min(s.Hand.Count, max(1, room-8))
	}
	lead := ""
	if room > 0 {
		lead = "  "
	}
	count := fmt.Sprint(s.Hand.Count)
	if room > 0 {
		count = " " + count
	}
	texts := []string{lead + p.weak.Render(strings.Repeat(p.pick("▒", "#"), n)) + count}
	for _, c := range knownCards(s) {
		texts = append(texts, p.name(c))
	}
	return strings.Join(texts, " ")
}

// name returns the name of a seat.
func (t table) name(seat int) string {
	if seat == t.t.Seat && seat >= 0 {
		return "you"
	}
	return shown.Name(t.t, seat)
}

// troubles says what is wrong with the players, and which key helps, in the tone of the loudest of it.
func (t table) troubles(now time.Time) (all []string, tone shown.Tone) {
	for _, x := range shown.Notes(t.t, now) {
		if x.Kind == shown.Uncovered || x.Kind == shown.Missed { // these have lines of their own
			continue
		}
		for _, d := range shown.Beside(t.t, x) {
			x.Says = x.Says.Text(" (" + d.Key[:1] + ": " + d.Label + ")")
		}
		all, tone = append(all, x.Says.String()), max(tone, x.Tone)
	}
	return all, tone
}
