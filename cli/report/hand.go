package report

import (
	"slices"
	"strings"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/audit"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/engine/story"
)

// A handSection is one deal as the page tells it: what came before the first move, the play,
// and the end.
type handSection struct {
	*story.Hand
	Anchor     string
	Facts      []rules.Fact
	Deal       []row
	Play       []row
	Open       bool // the play is short enough to be shown at once
	Sheet      []entry
	Marks      []rules.Mark // of the cards
	Void       bool
	Covered    []string // what the others did for whom
	Violations []audit.Violation
	Receipts   []stamp
	Signed     uint64 // the time that all receipts claim, 0 if they differ
	Head       string
	Lesson     *shown.Lesson // nil for none
}

// An entry is what a hand brought a seat, and its cards at the end of it.
type entry struct {
	shown.Result
	Look  shown.Sign
	Cards []card.Card
	Laid  [][]card.Card
}

// longest is the most rows for which the play is shown at once.
const longest = 24

func newHand(s *story.Story, h *story.Hand, part int, a *album) *handSection {
	v := &handSection{Hand: h, Anchor: anchor(part, h.Number), Violations: s.Violations(h)}
	for _, c := range s.Covered(h) {
		v.Covered = append(v.Covered, say.Capital(say.Covered(s.Nickname(c.Seat), c))+".")
	}
	rows := newRows(s, h, a)
	first := slices.IndexFunc(rows, func(r row) bool { return r.Kind == story.Moved })
	if first < 0 {
		first = len(rows)
	}
	v.Deal, v.Play = rows[:first], rows[first:]
	v.Open = len(v.Play) <= longest
	if n := lastMove(h); n >= 0 {
		v.Facts = facts(s, h.View(n, story.Onlooker))
	}
	if h.Result != nil {
		v.Void, v.Head = h.Result.Void, h.Result.Head.String()
		v.Sheet, v.Marks = entries(s, h, a), h.Result.Marks
	}
	v.Receipts, v.Signed = receipts(s, h)
	return v
}

// receipts lists who has signed a result. If all claim the same time, it returns that time
// once.
func receipts(s *story.Story, h *story.Hand) (list []stamp, all uint64) {
	for i, r := range h.Receipts {
		list = append(list, stamp{Name: s.Name(r.Seat), Time: r.Time})
		if i == 0 {
			all = list[0].Time
		} else if list[i].Time != all {
			all = 0
		}
	}
	if all != 0 {
		for i := range list {
			list[i].Time = 0
		}
	}
	return list, all
}

// facts returns the facts of the table, and what there is to know about its seats.
func facts(s *story.Story, v rules.View) []rules.Fact {
	list := shown.Facts(v)
	for seat, notes := range v.Notes {
		if len(notes) > 0 {
			list = append(list, rules.Fact{Label: s.Name(seat), Value: strings.Join(notes, ", ")})
		}
	}
	return list
}

func anchor(part, hand int) string {
	return "hand-" + signedNumber(part, false) + "-" + signedNumber(hand, false)
}

// lastMove returns the index of the last moment with a move, -1 if there is none.
func lastMove(h *story.Hand) int {
	for i := len(h.Moments) - 1; i >= 0; i-- {
		if h.Moments[i].Kind == story.Moved {
			return i
		}
	}
	return -1
}

func entries(s *story.Story, h *story.Hand, a *album) []entry {
	names := make([]string, len(s.Report.Seats))
	for i := range names {
		names[i] = s.Name(i)
	}
	var list []entry
	for i, r := range shown.ResultsOf(h.Result.Settlement, names) {
		e := entry{Result: r, Look: a.look(s)[i]}
		e.Played = slices.Contains(h.Active, i)
		if i < len(h.Result.Hands) {
			e.Cards = a.add(sortCards(h.Result.Observation.Cards(h.Result.Hands[i])))
		}
		if i < len(h.Result.Laid) {
			e.Laid = h.Result.Laid[i]
		}
		for _, m := range e.Laid {
			a.add(m)
		}
		list = append(list, e)
	}
	return list
}

// sortCards sorts cards by suit and rank, or by rank if they have no suits; unknown ones come
// first.
func sortCards(cards []card.Card) []card.Card {
	slices.SortStableFunc(cards, func(x, y card.Card) int {
		return (int(x.Suit)-int(y.Suit))*1000 + int(x.Rank) - int(y.Rank)
	})
	return cards
}
