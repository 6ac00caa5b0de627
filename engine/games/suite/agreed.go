package suite

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fives/engine/lesson"
	"fives/engine/rules"
)

const (
	asked  = 20 // times that the strongest computer player is asked for a move
	agrees = 18 // of them, at least, if the move is its own
)

// Agreed checks that the lesson teaches good play: at each of the learner's steps the
// strongest computer player makes the move that is taught, or the step says why another
// one is taught.
func Agreed(t *testing.T, rs *rules.RuleSet) {
	t.Helper()
	for _, complaint := range disagreements(opened(t, rs)) {
		t.Error(complaint)
	}
}

func disagreements(l *lesson.Lesson, moments []Moment) (all []string) {
	best := l.Rules.Bots[len(l.Rules.Bots)-1]
	for i, step := range l.Steps {
		if step.Seat != lesson.Learner || step.Free() {
			continue
		}
		if g := moments[i+1].Before; len(g.Position().Moves(step.Seat, g.Observation(step.Seat))) == 1 {
			continue // there is nothing to agree on
		}
		made, instead := 0, map[string]int{}
		for seed := range uint64(asked) {
			g := moments[i+1].Before
			move := best.Move(g.Position(), step.Seat, g.Observation(step.Seat), rand.New(rand.NewPCG(seed, 22)))
			if lesson.Same(move, step.Move) {
				made++
			} else {
				instead[rules.Canonical(move)]++
			}
		}
		switch {
		case made < agrees && step.Why == "":
			all = append(all, fmt.Sprintf("step %d teaches %q without saying why: %s makes it %d times of %d, and otherwise %v", i+1, step.Move, best.Name, made, asked, instead))
		case made >= agrees && step.Why != "":
			all = append(all, fmt.Sprintf("step %d says why it teaches %q, which %s makes itself", i+1, step.Move, best.Name))
		}
	}
	return all
}
