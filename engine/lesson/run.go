package lesson

import (
	"fmt"
	"math/rand/v2"

	"fives/engine/bare"
	"fives/engine/rules"
)

// A Run is a lesson on its way. Use [Lesson.Begin].
type Run struct {
	*Lesson
	game  *bare.Game
	at    int // the step to come
	made  []Made
	free  bool // the learner has made a free choice
	fresh int  // of the moves made, how many the learner has seen
	ended *bare.Ended
}

// Made is a move that was made, and what the lesson says of it.
type Made struct {
	Seat int
	Move string
	Say  string
}

// A Choice is a legal move of the learner, and what it does.
type Choice struct{ Move, Says string }

// Elsewhere is the error of a legal move that the lesson does not want.
type Elsewhere struct {
	Choice
	Wanted string
}

func (e *Elsewhere) Error() string {
	return fmt.Sprintf("lesson: %s is legal, but the lesson goes on with %s", e.Move, e.Wanted)
}

// Begin deals, and plays on to the learner's first turn.
func (l *Lesson) Begin() (*Run, error) {
	g, err := l.Scenario.Begin()
	if err != nil {
		return nil, err
	}
	r := &Run{Lesson: l, game: g}
	return r, r.others()
}

// Over reports whether the hand is settled.
func (r *Run) Over() bool { return r.ended != nil }

// Settled is the hand when it is.
func (r *Run) Settled() *bare.Ended { return r.ended }

// Game is the game as it stands at the learner's turn.
func (r *Run) Game() *bare.Game { return r.game }

// Made lists the moves of the hand.
func (r *Run) Made() []Made { return r.made }

// News are the moves since the learner's last turn, that one first.
func (r *Run) News() []Made { return r.made[r.fresh:] }

// Number is that of the step at which the run stands, from 1. It counts the turns
// of the learner.
func (r *Run) Number() int {
	n := 1
	for _, m := range r.made {
		if m.Seat == Learner {
			n++
		}
	}
	return n
}

// Step is that to come, the last one as long as the choice is free. That says what
// it has to say once.
func (r *Run) Step() Step {
	s := r.Steps[min(r.at, len(r.Steps)-1)]
	if r.free {
		s.Say = ""
	}
	return s
}

// Choices lists the legal moves with what they do.
func (r *Run) Choices() []Choice {
	if r.Over() {
		return nil
	}
	var all []Choice
	for _, m := range r.game.Position().Moves(Learner, r.game.Observation(Learner)) {
		all = append(all, Choice{m, r.Explain(m)})
	}
	return all
}

// Explain says what a move does.
func (r *Run) Explain(move string) string { return r.explained(r.Step(), move) }

// Hint is the move that the lesson wants; where the choice is free, that of the
// strongest computer player.
func (r *Run) Hint() string {
	if s := r.Step(); !s.Free() {
		return s.Move
	}
	return r.ask(r.Rules.Bots[len(r.Rules.Bots)-1])
}

// Play makes the learner's move, and those of the others until it is the learner's
// turn again or the hand is settled. An error has changed nothing.
func (r *Run) Play(text string) error {
	if r.Over() {
		return rules.Illegal("the hand is over")
	}
	text, err := rules.Expand(r.game.Position(), Learner, text, r.game.Observation(Learner))
	if err != nil {
		return err
	}
	step := r.Step()
	if !step.Free() && !Same(text, step.Move) {
		if _, err := r.game.Fork().Play(Learner, text, len(r.made)+1, false); err != nil {
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
	for !r.Over() && r.game.Position().Status().Turn != Learner {
		s := r.Step()
		if s.Free() {
			s = Step{Move: r.ask(r.Rules.Bots[0])}
		}
		if err := r.move(s.Move, s.Say); err != nil {
			return fmt.Errorf("lesson: step %d: %w", r.at, err)
		}
	}
	return nil
}

// ask asks a computer player, who answers the same question in the same way.
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
