package teach

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"fives/engine/bare"
	"fives/engine/lesson"
	"fives/engine/rules"
	"fives/engine/story"
)

// ErrNoTurn says that a turn cannot be played again.
var ErrNoTurn = errors.New("teach: that turn cannot be played again")

// Again returns a lesson in which a turn of a hand is played again, and the rest of the hand with
// it. turn is an index in [Hand.Turns]. Cards that were shown by the end of the hand are where
// they were; the others are dealt at random, the same each time. The error is [ErrUnsettled] for
// a hand that is not settled, and wraps [ErrNoTurn] for a turn that is not there, and for one of
// a seat whose cards were never all shown.
func Again(s *story.Story, h *story.Hand, turn int) (*lesson.Lesson, error) {
	hand, err := Of(s, h)
	if err != nil {
		return nil, err
	}
	if turn < 0 || turn >= len(hand.Turns) {
		return nil, fmt.Errorf("%w: the hand has %d moves", ErrNoTurn, len(hand.Turns))
	}
	t := hand.Turns[turn]
	if t.Skip() == Unseen {
		return nil, fmt.Errorf("%w: %s", ErrNoTurn, Unseen)
	}
	l := lesson.Lesson{
		Rules: hand.Rules, Options: hand.Options, Learner: t.Seat, Others: hand.Rules.Strongest(),
		Past: &lesson.Past{Hand: h.Number, Turn: turn + 1, Move: t.Move, Points: hand.Points[t.Seat]},
	}
	seed := uint64(h.Number)<<32 | uint64(turn)
	scene := bare.Scene{
		Position: t.Position, Gone: t.Gone,
		Deck:   hand.Rules.Deck(len(s.Report.Seats), hand.Options).Cards,
		Faces:  hand.spot(t, hand.Final).Deal(rand.New(rand.NewPCG(seed, 1))),
		Public: h.Observation(t.Moment-1, story.Onlooker),
	}
	hands := t.Position.Status().Hands
	for seat := range s.Report.Seats {
		l.Players = append(l.Players, s.Nickname(seat))
		own := h.Observation(t.Moment-1, seat)
		if seat < len(hands) {
			own = knowing(own, scene.Faces, hands[seat])
		}
		scene.Own = append(scene.Own, own)
	}
	game, err := bare.Enter(scene, bare.Random(seed))
	return lesson.From(l, game), err
}

// knowing adds the faces of some slots to an observation.
func knowing(o, faces rules.Observation, slots []rules.Slot) rules.Observation {
	all := make(rules.Observation, max(len(o), len(faces)))
	copy(all, o)
	for _, x := range slots {
		all[x] = faces.Of(x)
	}
	return all
}
