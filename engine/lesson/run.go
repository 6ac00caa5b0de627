package lesson

import (
	"fmt"
	"math/rand/v2"

	"fives/engine/bare"
	"fives/engine/record"
	"fives/engine/rules"
)

// A Run is a lesson in progress. Use [Lesson.Begin].
type Run struct {
	*Lesson
	game  *bare.Game
	at    int // the step to come
	made  []Made
	free  bool // the learner has made a free choice
	fresh int  // index in made of the first move that is new to the learner
	ended *bare.Ended
}

// Made is a move that was made, and the lesson's text about it.
type Made struct {
	Seat int
	Move string
	Say  string
}

// A Choice is a legal move of the learner, and its explanation.
type Choice struct{ Move, Says string }

// Elsewhere is the error for a legal move that the lesson does not want.
type Elsewhere struct {
	Choice
	Wanted string
}

func (e *Elsewhere) Error() string {
	return fmt.Sprintf("lesson: %s is legal, but the lesson goes on with %s", e.Move, e.Wanted)
}

// Begin deals, and plays on to the learner's first turn.
func (l *Lesson) Begin() (*Run, error) {
	g, err := l.begin()
	if err != nil {
		return nil, err
	}
	r := &Run{Lesson: l, game: g}
	return r, r.others()
}

// Over reports whether the hand is settled.
func (r *Run) Over() bool { return r.ended != nil }

// Settled returns the settled hand, nil before that.
func (r *Run) Settled() *bare.Ended { return r.ended }

// Game returns the game at the learner's turn.
func (r *Run) Game() *bare.Game { return r.game }

// Made lists the moves of the hand.
func (r *Run) Made() []Made { return r.made }

// News returns the learner's last move and those after it.
func (r *Run) News() []Made { return r.made[r.fresh:] }

// Number returns the number of the learner's turn, from 1.
func (r *Run) Number() int {
	n := 1
	for _, m := range r.made {
		if m.Seat == r.Learner {
			n++
		}
	}
	return n
}

// Step returns the next step; while the choice is free, that is always the last one, whose
// text is shown only once.
func (r *Run) Step() Step {
	s := r.Steps[min(r.at, len(r.Steps)-1)]
	if r.free {
		s.Say = ""
	}
	return s
}

// Choices lists the legal moves with their explanations.
func (r *Run) Choices() []Choice {
	if r.Over() {
		return nil
	}
	var all []Choice
	for _, m := range r.game.Position().Moves(r.Learner, r.game.Observation(r.Learner)) {
		all = append(all, Choice{m, r.Explain(m)})
	}
	return all
}

// Explain returns the explanation of a move; in a hand that is played again, what the game says
// for the move.
func (r *Run) Explain(move string) string {
	if r.Past != nil {
		return rules.ReasonOf(r.game.Position(), r.Learner, r.game.Observation(r.Learner), move)
	}
	return r.explained(r.Step(), move)
}

// Hint returns the move that the lesson wants; where the choice is free, the strongest
// computer player's.
func (r *Run) Hint() string {
	if s := r.Step(); !s.Free() {
		return s.Move
	}
	return r.ask(r.Rules.Strongest())
}

// Play makes the learner's move, then the others' moves until it is the learner's turn
// again or the hand is settled. A refused move changes nothing.
func (r *Run) Play(text string) error {
	if r.Over() {
		return rules.Illegal("the hand is over")
	}
	text, err := rules.Expand(r.game.Position(), r.Learner, record.TypedASCII(text), r.game.Observation(r.Learner))
	if err != nil {
		return err
	}
	step := r.Step()
	if !step.Free() && !Same(text, step.Move) {
		if _, err := r.game.Fork().Play(r.Learner, text, len(r.made)+1, false); err != nil {
			return err
		}
		return &Elsewhere{Choice{rules.Canonical(text), r.Explain(text)}, step.Move}
	}
	seen := len(r.made)
	if step.Free() {
		err = r.move(rules.Canonical(text), "")
	} else {
		err = r.move(step.Move, "")
	}
	if err != nil {
		return err
	}
	r.fresh, r.free = seen, step.Free()
	return r.others()
}

// others makes the moves of the other seats.
func (r *Run) others() error {
	for !r.Over() && r.game.Position().Status().Turn != r.Learner {
		s := r.Step()
		if s.Free() {
			s = Step{Move: r.ask(r.Others)}
		}
		if err := r.move(s.Move, s.Say); err != nil {
			return fmt.Errorf("lesson: step %d: %w", r.at, err)
		}
	}
	return nil
}

// ask returns the move of a computer player, always the same one for the same turn.
func (r *Run) ask(bot rules.Bot) string {
	turn := r.game.Position().Status().Turn
	return bot.Move(r.game.Position(), turn, r.game.Observation(turn), rand.New(rand.NewPCG(1, uint64(len(r.made)))))
}

// move makes a move of the seat whose turn it is.
func (r *Run) move(text, say string) error {
	seat := r.game.Position().Status().Turn
	ended, err := r.game.Play(seat, text, len(r.made)+1, false)
	if err != nil {
		return err
	}
	r.made = append(r.made, Made{seat, text, say})
	if r.at < len(r.Steps) && !r.Steps[r.at].Free() {
		r.at++
	}
	if len(ended) > 0 {
		r.ended = &ended[0]
	}
	return nil
}
