package tui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/viewport"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A story is what happened at a table, in words, oldest first.
type story struct{ entries []entry }

// An entry is one thing that happened. Its step is 0 if the log of the table does not have it.
type entry struct {
	step uint64
	kind api.EventKind
	shown.News
	marks []rules.Mark // of the cards, where they are not those of the running hand
	hand  int          // of a trick: the hand in which it was taken
	from  string       // of what is said: the fingerprint of the node that sent it, unless it is this one
	// reaction is what is said, in words, if it is a reaction.
	reaction string
}

const keptEntries = 400

// withEvent adds an event of this table.
func (s story) withEvent(e api.Event) story {
	x := entry{step: e.Step, kind: e.Kind, News: shown.NewsOf(e)}
	if !x.Story {
		return s
	}
	if x.Talk {
		x.from, x.reaction = e.Fingerprint, shown.ReactionIn(e).Name
	}
	return s.with(x)
}

// heard returns the story of a table without the chat of people who are muted. The story keeps that
// chat, and shows it again when they no longer are.
func (m model) heard(table string) story {
	s := m.stories[table]
	s.entries = slices.DeleteFunc(slices.Clone(s.entries), func(e entry) bool { return e.from != "" && m.taste.Muted[e.from] != "" })
	return s
}

// withMoves adds the moves of the running hand, which the daemon may not have told as events.
func (s story) withMoves(t api.Table) story {
	for _, m := range t.Last {
		s = s.withEvent(api.Event{Kind: api.EventMove, Step: m.Step, Name: m.Name, Game: t.Game, Move: m.Move, Late: m.Late, StandIn: m.StandIn, Yours: m.Name == t.Me()})
	}
	return s
}

// withTrick adds that a trick was taken, which the view tells until the next lead.
func (s story) withTrick(t api.Table) story {
	if t.View == nil || len(t.Last) == 0 || !slices.ContainsFunc(t.View.Zones, func(z rules.Zone) bool { return z.Kind == rules.TrickZone }) {
		return s
	}
	for _, m := range t.View.Moments {
		if m.Seat < 0 || m.Seat >= len(t.Seats) || len(m.Cards) == 0 || slices.ContainsFunc(m.Cards, func(c card.Card) bool { return !c.Known() }) {
			continue
		}
		e := entry{step: t.Last[len(t.Last)-1].Step, kind: api.EventCards, hand: t.View.Hand, marks: t.View.Marks}
		e.Who, e.Line, e.Tone = say.Mover(t.Seats[m.Seat].Name, m.Seat == t.Seat, false), shown.Moment(m), shown.Told
		if !slices.ContainsFunc(s.entries, func(old entry) bool { old.step = e.step; return old.same(e) }) {
			s = s.with(e)
		}
	}
	return s
}

// with adds an entry, once, behind those of earlier steps, and in place of an older one about the same
// person's presence. A table begins before anything else happens at it, at step 0 if it is a rematch.
func (s story) with(e entry) story {
	if e.Of != "" {
		s.entries = slices.DeleteFunc(slices.Clone(s.entries), func(old entry) bool { return old.Of == e.Of })
	}
	at, placed := len(s.entries), e.step > 0 || e.kind == api.EventStarted
	for i, old := range slices.Backward(s.entries) {
		if placed && old.same(e) {
			return s
		}
		if placed && old.step > e.step {
			at = i
		}
	}
	s.entries = slices.Insert(slices.Clone(s.entries), at, e)
	if n := len(s.entries); n > keptEntries {
		s.entries = s.entries[n-keptEntries:]
	}
	return s
}

// same reports whether two entries tell the same thing. It ignores whether a move was late: a
// daemon that was started again no longer knows.
func (e entry) same(other entry) bool {
	return e.step == other.step && e.kind == other.kind && e.Who == other.Who && e.hand == other.hand && e.from == other.from && slices.Equal(e.Line, other.Line)
}

// talk returns the last lines that were said at a table that has not begun, as far as they fit into a
// row of the lobby.
func (s story) talk(p palette, w int) (lines []string) {
	const most = 4
	for _, e := range s.entries {
		if e.Talk {
			lines = append(lines, e.draw(p, w)...)
		}
	}
	return lines[max(0, len(lines)-most):]
}

// storyPopup shows the story of the table on a screen that has no room for it beside the table.
func (m model) storyPopup() popup {
	var lines []string
	for _, e := range m.heard(m.table.id).entries {
		lines = append(lines, e.draw(m.p.marked(m.table.marks()), m.w-8)...)
	}
	u := m.sheet(shown.Sheet{Title: "What has happened"}, lines...)
	u.scroll = max(0, len(u.lines)-(m.h-6))
	return u
}

// draw draws the end of the story, or the part that lies back lines before it.
func (s story) draw(p palette, w, h, back int) block {
	var lines []string
	for _, e := range s.entries {
		lines = append(lines, e.draw(p, w)...)
	}
	v := viewport.New(viewport.WithWidth(w), viewport.WithHeight(h))
	v.SetContentLines(lines)
	v.GotoBottom()
	v.ScrollUp(back)
	return text(strings.Split(v.View(), "\n")...)
}

func (e entry) draw(p palette, w int) []string {
	if e.marks != nil {
		p = p.marked(e.marks)
	}
	text := p.says(e.Line) + p.weak.Render(e.Aside)
	switch {
	case e.Talk:
		if p.ascii && e.reaction != "" {
			text = "(" + e.reaction + ")"
		}
		return styled(p.accent.Render, wrap(e.Who+p.pick(" » ", " > ")+text, w))
	case e.Who != "":
		return strings.Split(ansi.Wordwrap(p.weak.Render(e.Who)+" "+text, w, ""), "\n")
	case e.Tone == shown.Told:
		return strings.Split(ansi.Wordwrap(text, w, ""), "\n")
	}
	return styled(p.tone(e.Tone).Render, wrap(text, w))
}

func styled(style func(...string) string, lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = style(l)
	}
	return out
}
