package teach

import (
	"errors"
	"fmt"
	"slices"

	"fives/engine/rules"
	"fives/engine/story"
)

// A Hand is a hand that is over.
type Hand struct {
	Number  int
	Rules   *rules.RuleSet
	Options rules.Options
	Active  []int // seats that play it, ascending
	Turns   []Turn
	Points  []int             // by seat
	Final   rules.Observation // all cards that were public in the end
}

// A Turn is a move of a seat.
type Turn struct {
	Seat     int
	Move     string
	StandIn  bool
	Position rules.Position    // before it
	Own      rules.Observation // what the seat saw
	Open     rules.Observation // what all seats together saw
	Public   rules.Observation // what everybody saw
	Gone     []rules.Slot      // whose cards were shuffled into a later stack
	Moment   int               // of the story
	Step     uint64
	Record   int
}

// Skips are the reasons why a turn is not judged.
type Skip string

const (
	Judged   Skip = ""
	StoodIn  Skip = "the others made the move"
	Unseen   Skip = "the cards of the hand were never all shown"
	NoChoice Skip = "there was no other move"
)

// moves lists the moves that the seat had, with its own first.
func (t Turn) moves() []string {
	moves := []string{t.Move}
	for _, m := range t.Position.Moves(t.Seat, t.Own) {
		if m != t.Move {
			moves = append(moves, m)
		}
	}
	return moves
}

// Skip says why the turn is not judged.
func (t Turn) Skip() Skip {
	hands := t.Position.Status().Hands
	switch {
	case t.StandIn:
		return StoodIn
	case t.Seat < len(hands) && !t.Own.Knows(hands[t.Seat]):
		return Unseen
	case len(t.moves()) < 2:
		return NoChoice
	}
	return Judged
}

// Teaches reports whether there is anything to learn from a hand: it is settled, and not void.
func Teaches(h *story.Hand) bool { return h.Result != nil && !h.Result.Void }

// ErrUnsettled says that a hand is not over.
var ErrUnsettled = errors.New("teach: the hand is not settled")

// Of reads a hand of a story. The error is [ErrUnsettled] for a hand that is not settled.
func Of(s *story.Story, h *story.Hand) (Hand, error) {
	if h.Result == nil {
		return Hand{}, fmt.Errorf("%w: hand %d", ErrUnsettled, h.Number)
	}
	last := len(h.Moments) - 1
	hand := Hand{
		Number: h.Number, Rules: s.Terms.Rules, Options: s.Terms.Options, Active: h.Active,
		Points: h.Result.Points(), Final: h.Observation(last, story.Everybody),
	}
	var gone []rules.Slot
	for i, m := range h.Moments {
		switch m.Kind {
		case story.Shuffled:
			gone = shuffledAway(gone, h, i)
		case story.Moved:
			hand.Turns = append(hand.Turns, Turn{
				Seat: m.Seat, Move: m.Move, StandIn: m.StandIn, Position: h.Before(i),
				Own: h.Observation(i-1, m.Seat), Open: h.Observation(i-1, story.Everybody), Public: h.Observation(i-1, story.Onlooker),
				Gone: gone, Moment: i, Step: m.Step, Record: m.Record,
			})
		}
	}
	return hand, nil
}

// shuffledAway adds the slots whose cards a moment has shuffled into a new stack.
func shuffledAway(gone []rules.Slot, h *story.Hand, moment int) []rules.Slot {
	a, _ := h.Before(moment).Next().(rules.Shuffle)
	if a.Cards != nil {
		return slices.Concat(gone, a.Cards)
	}
	gone = nil
	for x := range h.Observation(moment-1, story.Onlooker) { // the whole deck again
		gone = append(gone, rules.Slot(x))
	}
	return gone
}
