package shown

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"fives/engine/card"
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

// A Habit is a kind of move in a game that has cost points, with a kind that was better.
type Habit struct {
	Game   string  `json:"game"`
	Move   string  `json:"move"`   // the verbs of what was played: "drop take"
	Better string  `json:"better"` // the verbs of what was better: "end"
	Times  int     `json:"times"`  // that it has cost some
	Points float64 `json:"points"`
	Worst  Worst   `json:"worst"` // the time that it cost most
}

// A Worst is the move of a kind that cost most.
type Worst struct {
	Move   string  `json:"move"`
	Better string  `json:"better"`
	Points float64 `json:"points"`
	says   card.Sentence
}

// Phrase says what was played, and what was better: "drop and draw, where it was better to end the
// hand".
func (h Habit) Phrase(rs *rules.RuleSet) string {
	played, better := phrase(rs, h.Move), phrase(rs, h.Better)
	if played == better {
		return played + ", where other cards were better"
	}
	return played + ", where it was better to " + better
}

func phrase(rs *rules.RuleSet, verbs string) string {
	var phrases []string
	for _, verb := range strings.Fields(verbs) {
		phrases = append(phrases, strings.TrimSuffix(rules.Infinitive(rs.Verbs[verb]), " with"))
	}
	return strings.Join(phrases, " and ")
}

// Says tells the move with its cards: "“drop 2c and draw” in place of “end the hand”, about 11
// points".
func (w Worst) Says() card.Sentence { return w.says }

// A Seated is a hand in which a player had a seat.
type Seated struct {
	Story *story.Story
	Hand  *story.Hand
	Seat  int
}

// A Look is what a player's moves have cost in a hand.
type Look struct {
	moves []Habit // one each
}

// part of the usual budget is what a hand is looked back at with for habits, of which many
// hands tell more than one looked at closely.
const part = 3

// Look looks back at the hand, which takes half a second. The error is that of ctx if it ends first.
func (s Seated) Look(ctx context.Context) (Look, error) {
	hand, err := teach.Of(s.Story, s.Hand)
	if err != nil {
		return Look{}, err
	}
	losses, err := teach.Lost(hand, s.Seat, max(1, teach.Budget(hand)/part), Until(ctx))
	if err != nil {
		return Look{}, err
	}
	var look Look
	for _, loss := range losses {
		look.moves = append(look.moves, habitOf(teach.Lesson{Hand: hand}, loss))
	}
	return look, nil
}

func habitOf(l teach.Lesson, loss teach.Loss) Habit {
	t, cost := l.Hand.Turns[loss.Turn], float64(loss.Points)/100
	w := Worst{Move: t.Move, Better: loss.Better, Points: cost}
	w.says = l.Quoted(t, t.Move).Text(" in place of ").With(l.Quoted(t, loss.Better)).
		Text(fmt.Sprintf(" in hand %d, about %s", l.Hand.Number, l.Hand.Rules.Amount(max(1, int(cost+0.5)))))
	return Habit{Game: l.Hand.Rules.Name, Move: verbs(l.Hand.Rules, t.Move), Better: verbs(l.Hand.Rules, loss.Better), Times: 1, Points: cost, Worst: w}
}

// HabitsIn sums up what was looked back at, the earliest hand first.
func HabitsIn(hands []Look) Habits {
	h, half := Habits{Hands: len(hands), Moves: []Habit{}}, len(hands)/2
	for i, look := range hands {
		for _, m := range look.moves {
			h.Cost += m.Points / float64(len(hands))
			if i < half {
				h.Earlier += m.Points / float64(half)
			} else {
				h.Later += m.Points / float64(len(hands)-half)
			}
			h.add(m)
		}
	}
	slices.SortStableFunc(h.Moves, func(a, b Habit) int { return cmp.Compare(b.Points, a.Points) })
	return h
}

func (h *Habits) add(one Habit) {
	for i := range h.Moves {
		if m := &h.Moves[i]; m.Game == one.Game && m.Move == one.Move && m.Better == one.Better {
			m.Times++
			m.Points += one.Points
			if one.Worst.Points > m.Worst.Points {
				m.Worst = one.Worst
			}
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
