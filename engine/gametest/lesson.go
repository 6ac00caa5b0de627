package gametest

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"fives/engine/lesson"
	"fives/engine/rules"
)

const (
	lessonTurns   = 300 // the learner's turns until the hand must be settled
	longestAdvice = 160 // characters in the explanation of a move
	freeRuns      = 10  // runs with random moves, where the choice is free
)

// checkLesson plays the lesson of a game as its learner would: each move is legal and
// explained, each promised situation comes up, and the hand is settled.
func checkLesson(t *testing.T, rs *rules.RuleSet) {
	t.Helper()
	l, err := lesson.Of(rs)
	if err != nil {
		t.Fatal(err)
	}
	if l.About == "" || l.Closing == "" {
		t.Error("the lesson does not say what it is about, or nothing at its end")
	}
	lessonScript(t, l)
	promises(t, l)
	takeLesson(t, l, (*lesson.Run).Hint)
	if l.Steps[len(l.Steps)-1].Free() {
		for seed := range uint64(freeRuns) {
			r := rand.New(rand.NewPCG(seed, 5))
			takeLesson(t, l, func(run *lesson.Run) string {
				if all := run.Choices(); run.Step().Free() {
					return all[r.IntN(len(all))].Move
				}
				return run.Hint()
			})
		}
	}
}

// lessonScript plays the moves of a lesson and checks its expectations.
func lessonScript(t *testing.T, l *lesson.Lesson) {
	report, err := l.Scenario.Run(false)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range report.Lines[1:] {
		if !line.OK {
			t.Errorf("step %d: %s", line.Step, line.Error)
		}
	}
	for _, failure := range report.Failures {
		t.Error(failure)
	}
}

// promises checks that a step with an expectation shows each promise, and that steps show
// nothing else.
func promises(t *testing.T, l *lesson.Lesson) {
	kept := map[string]bool{}
	for i, step := range l.Steps {
		switch {
		case step.Shows == "":
		case !slices.Contains(l.Promises, step.Shows):
			t.Errorf("step %d shows %q, which is not promised", i+1, step.Shows)
		case !step.Expects():
			t.Errorf("step %d shows %q and expects nothing of the state", i+1, step.Shows)
		default:
			kept[step.Shows] = true
		}
	}
	if len(l.Promises) == 0 {
		t.Error("the lesson promises nothing")
	}
	for _, p := range l.Promises {
		if !kept[p] {
			t.Errorf("%q is promised and does not come up", p)
		}
	}
}

// takeLesson goes through the lesson with a learner whose moves come from choose.
func takeLesson(t *testing.T, l *lesson.Lesson, choose func(*lesson.Run) string) {
	run, err := l.Begin()
	if err != nil {
		t.Fatal(err)
	}
	free := false
	for turn := 1; !run.Over() && turn <= lessonTurns; turn++ {
		checkAdvice(t, run, turn, !free)
		free = run.Step().Free()
		if err := run.Play(choose(run)); err != nil {
			t.Fatalf("turn %d: %v", turn, err)
		}
	}
	if !run.Over() {
		t.Fatal("the lesson does not end")
	}
}

// checkAdvice checks the advice at a turn: there is some about the situation, unless the
// choice was free before (freed), and about each legal move. A legal move other than the
// taught one is refused with its explanation, and changes nothing.
func checkAdvice(t *testing.T, run *lesson.Run, turn int, freed bool) {
	step, all := run.Step(), run.Choices()
	if step.Say == "" && (!step.Free() || freed) {
		t.Errorf("turn %d: the lesson says nothing", turn)
	}
	for _, c := range all {
		if c.Says == "" || len([]rune(c.Says)) > longestAdvice {
			t.Errorf("turn %d: %q is explained in %d letters", turn, c.Move, len(c.Says))
		}
	}
	for _, pattern := range step.Explains() {
		if !slices.ContainsFunc(all, func(c lesson.Choice) bool { return lesson.Fits(pattern, c.Move) }) {
			t.Errorf("turn %d explains %q, which is not legal there", turn, pattern)
		}
	}
	if step.Free() {
		return
	}
	if !slices.ContainsFunc(all, func(c lesson.Choice) bool { return c.Move == rules.Canonical(step.Move) }) {
		t.Errorf("turn %d: %q is not spelled as in the list of legal moves", turn, step.Move)
	}
	for _, c := range all {
		if c.Move == rules.Canonical(step.Move) {
			continue
		}
		var other *lesson.Elsewhere
		if err := run.Play(c.Move); !errors.As(err, &other) || other.Says != c.Says || run.Step().Say != step.Say {
			t.Fatalf("turn %d: %q is played or not explained: %v", turn, c.Move, err)
		}
	}
}
