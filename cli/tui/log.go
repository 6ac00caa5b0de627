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

// An entry is one thing that happened. Step is 0 for what is not in the log.
type entry struct {
	step  uint64
	kind  api.EventKind
	who   string
	says  card.Sentence
	marks []rules.Mark // of the cards, where they are not those of the running hand
	late  bool         // of a move: the time had run out
	away  bool         // of a move: the stand-in has made it
	hand  int          // of a trick that was taken
	seat  bool         // a seat has changed hands
	from  string       // of a line of chat: the fingerprint of the node, if it is another
}

const keptEntries = 400

// withEvent takes up an event of the table's own.
func (s story) withEvent(e api.Event) story {
	says := say.Event(e)
	if e.Kind == api.EventCards && rules.Why(e.What) == rules.Cover {
		e.Kind = api.EventCover // why this card is open is not seen on the table
	}
	switch e.Kind {
	case api.EventShuffle, api.EventCards, api.EventTurn, api.EventPeer:
		return s // what everybody sees on the table
	}
	switch e.Kind {
	case api.EventMove:
		says = say.Move(e.Game, e.Move)
	case api.EventChat:
		says = card.Text(e.Text)
	}
	x := entry{step: e.Step, kind: e.Kind, who: e.Name, says: says, late: e.Late, away: e.StandIn}
	x.seat = e.Kind == api.EventHandover && e.What == api.ChangedHands
	if e.Kind == api.EventChat {
		x.from = e.Fingerprint
	}
	return s.with(x)
}

// storyHere is the story of the table on the screen without the chat of those who are
// muted. It stays in the story, to be seen when they are not muted any more.
func (m model) storyHere() story {
	s := m.stories[m.table.id]
	s.entries = slices.DeleteFunc(slices.Clone(s.entries), func(e entry) bool { return e.from != "" && m.taste.Muted[e.from] != "" })
	return s
}

// played takes up the moves of the running hand, for a daemon that has not told
// them.
func (s story) played(game string, moves []api.Played) story {
	for _, m := range moves {
		s = s.with(entry{step: m.Step, kind: api.EventMove, who: m.Name, says: say.Move(game, m.Move), late: m.Late, away: m.StandIn})
	}
	return s
}

// taken notes that a trick was taken, which is in the view until the next lead.
func (s story) taken(t api.Table) story {
	if t.View == nil || len(t.Last) == 0 || !slices.ContainsFunc(t.View.Zones, func(z rules.Zone) bool { return z.Kind == rules.TrickZone }) {
		return s
	}
	for _, m := range t.View.Moments {
		if m.Seat < 0 || m.Seat >= len(t.Seats) || len(m.Cards) == 0 || slices.ContainsFunc(m.Cards, func(c card.Card) bool { return !c.Known() }) {
			continue
		}
		e := entry{step: t.Last[len(t.Last)-1].Step, kind: api.EventCards, who: t.Seats[m.Seat].Name, hand: t.View.Hand, says: shown.Moment(m), marks: t.View.Marks}
		if !slices.ContainsFunc(s.entries, func(old entry) bool { old.step = e.step; return old.same(e) }) {
			s = s.with(e)
		}
	}
	return s
}

// with puts an entry behind those of earlier steps, once. A table begins before
// anything else happens at it: at a rematch that is step 0.
func (s story) with(e entry) story {
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

// same reports whether two entries are of one thing. A daemon that was started again
// does not know any more which moves were late.
func (e entry) same(other entry) bool {
	return e.step == other.step && e.kind == other.kind && e.who == other.who && e.away == other.away && e.hand == other.hand &&
		e.seat == other.seat && e.from == other.from && slices.Equal(e.says, other.says)
}

// storyPopup is the story of the table over a screen that has no room for it.
func (m model) storyPopup() popup {
	u := popup{kind: showText, about: m.table.id, title: "What has happened"}
	for _, e := range m.storyHere().entries {
		u.lines = append(u.lines, e.draw(m.p.marked(m.table.marks()), m.w-8)...)
	}
	u.scroll = max(0, len(u.lines)-(m.h-6))
	return u
}

// draw shows the end of the story, or what lies back lines before it.
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
	text := p.says(e.says)
	switch e.kind {
	case api.EventMove:
		return strings.Split(ansi.Wordwrap(p.weak.Render(e.mover())+" "+text+p.weak.Render(say.Late(e.late)), w, ""), "\n")
	case api.EventCards:
		return strings.Split(ansi.Wordwrap(p.weak.Render(e.who)+" "+text, w, ""), "\n")
	case api.EventReason:
		return strings.Split(ansi.Wordwrap(text, w, ""), "\n")
	case api.EventChat:
		return styled(p.accent.Render, wrap(e.who+p.pick(" » ", " > ")+text, w))
	case api.EventFault, api.EventAway, api.EventCover, api.EventLeft:
		return styled(p.warn.Render, wrap(text, w))
	case api.EventSettled, api.EventOver, api.EventStarted, api.EventHandover:
		return styled(p.strong.Render, wrap(text, w))
	}
	return styled(p.weak.Render, wrap(text, w))
}

// mover is who has made a move.
func (e entry) mover() string {
	if e.away {
		return say.Mover(e.who, true)
	}
	return e.who
}

func styled(style func(...string) string, lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = style(l)
	}
	return out
}
