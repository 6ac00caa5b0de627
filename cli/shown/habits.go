package shown

import (
	"cmp"
	"slices"
	"strings"

	"fives/engine/rules"
	"fives/engine/story"
	"fives/engine/teach"
)

// Habits are the moves that cost a player points, over some hands.
type Habits struct {
	Hands   int     `json:"hands"`
	Cost    float64 `json:"cost"`    // points that the player's moves cost in a hand, on average
	Earlier float64 `json:"earlier"` // the same in the earlier half of the hands
	Later   float64 `json:"later"`   // and in the later half
	Moves   []Habit `json:"moves"`   // the costliest kind first
}

// A Habit is a kind of move in a game that has cost points.
type Habit struct {
	Game   string  `json:"game"`
	Move   string  `json:"move"`  // the verbs of its notation: "drop take"
	Times  int     `json:"times"` // that it has cost some
	Points float64 `json:"points"`
}

// Phrase writes the kind of move for people: "drops and takes the top card".
func (h Habit) Phrase(rs *rules.RuleSet) string {
	var phrases []string
	for _, verb := range strings.Fields(h.Move) {
		phrases = append(phrases, rs.Verbs[verb])
	}
	return strings.Join(phrases, " and ")
}

// A Seated is a hand in which a player had a seat.
type Seated struct {
	Story *story.Story
	Hand  *story.Hand
	Seat  int
}

// part of the usual budget is what a hand is looked back at with for habits, of which many
// hands tell more than one looked at closely.
const part = 3

// HabitsIn looks back at hands of a player, the earliest first. Each takes half a second.
func HabitsIn(hands []Seated) (Habits, error) {
	h := Habits{Hands: len(hands), Moves: []Habit{}}
	for i, s := range hands {
		hand, err := teach.Of(s.Story, s.Hand)
		if err != nil {
			return h, err
		}
		l, err := teach.Study(hand, max(1, teach.Budget(hand)/part), nil)
		if err != nil {
			return h, err
		}
		cost := h.count(l, s.Seat)
		h.Cost += cost / float64(len(hands))
		if half := len(hands) / 2; i < half {
			h.Earlier += cost / float64(half)
		} else {
			h.Later += cost / float64(len(hands)-half)
		}
	}
	slices.SortStableFunc(h.Moves, func(a, b Habit) int { return cmp.Compare(b.Points, a.Points) })
	return h, nil
}

// count counts what the moves of a seat have cost, and returns the sum.
func (h *Habits) count(l teach.Lesson, seat int) (points float64) {
	for _, loss := range l.Then {
		if t := l.Hand.Turns[loss.Turn]; t.Seat == seat {
			cost := float64(loss.Points) / 100
			points += cost
			h.add(Habit{l.Hand.Rules.Name, verbs(l.Hand.Rules, t.Move), 1, cost})
		}
	}
	return points
}

func (h *Habits) add(one Habit) {
	for i := range h.Moves {
		if m := &h.Moves[i]; m.Game == one.Game && m.Move == one.Move {
			m.Times++
			m.Points += one.Points
			return
		}
	}
	h.Moves = append(h.Moves, one)
}

// verbs are the verbs in a move.
func verbs(rs *rules.RuleSet, move string) string {
	words := rules.Words(move)
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return rs.Verbs[w] == "" }), " ")
}
