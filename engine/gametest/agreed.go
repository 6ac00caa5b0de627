package gametest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fives/engine/lesson"
	"fives/engine/rules"
)

const (
	asked  = 20 // how often the strongest computer player is asked for its move
	agrees = 18 // how often it has to give the taught move to agree with the lesson
)

// Agreed checks that the lesson teaches good play: at each of the learner's steps the
// strongest computer player makes the taught move, or the step has a reason ("why") for
// teaching another one.
func Agreed(t *testing.T, rs *rules.RuleSet) {
	t.Helper()
	complain(t, disagreements(opened(t, rs)))
}

func disagreements(l *lesson.Lesson, steps []LessonStep) (all []string) {
	best := l.Rules.Bots[len(l.Rules.Bots)-1]
	for i, step := range l.Steps {
		if step.Seat != l.Learner || step.Free() {
			continue
		}
		if g := steps[i+1].Before; len(g.Position().Moves(step.Seat, g.Observation(step.Seat))) == 1 {
			continue // there is nothing to agree on
		}
		made, instead := 0, map[string]int{}
		for seed := range uint64(asked) {
			g := steps[i+1].Before
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
