package gametest

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/lesson"
	"fives/engine/rules"
)

// A LessonStep is a text of a lesson with the game before and after its step. For texts
// before the first step and after the last one, Before and After are the same game.
type LessonStep struct {
	lesson.Text
	Before *bare.Game  // before the move of the step
	After  *bare.Game  // after it
	Ended  *bare.Ended // the hand, once it is settled
	Move   []card.Card // the cards of the move
	names  []string
}

// Hand returns the hand of a seat before the step.
func (m LessonStep) Hand(seat int) []card.Card {
	return m.Before.Full().Cards(m.Before.Position().Status().Hands[seat])
}

// Unseen returns the cards of a deck that a seat has not seen before the step.
func (m LessonStep) Unseen(seat int, deck []card.Card) []card.Card {
	unseen := slices.Clone(deck)
	for _, c := range m.Before.Observation(seat) {
		if i := slices.Index(unseen, c); i >= 0 {
			unseen = slices.Delete(unseen, i, i+1)
		}
	}
	return unseen
}

// Key returns a state key of the game before the step, with all cards seen.
func (m LessonStep) Key(key string) any {
	return m.Before.Position().Keys(m.names, m.Before.Full())[key]
}

// Facts work out the numbers of a lesson from the game: for each step and name of a text
// ([lesson.Text]), the numbers that are written there in digits, in order. A list stands
// for its elements.
type Facts map[int]map[string]func(m LessonStep) []any

var (
	cited  = regexp.MustCompile(`\(rules? [^)]*\)`)
	suited = regexp.MustCompile(`\b(10|[2-9AJQK])[♣♦♥♠★cdhst]`)
	digits = regexp.MustCompile(`\d+`)
)

// NumbersIn lists the numbers that are written in digits in a text, except those in names
// of cards with a suit and in citations of rules.
func NumbersIn(text string) []string {
	return digits.FindAllString(suited.ReplaceAllString(cited.ReplaceAllString(text, ""), ""), -1)
}

// Numbers checks that the numbers in the texts of a lesson are its facts.
func Numbers(t *testing.T, rs *rules.RuleSet, facts Facts) {
	t.Helper()
	l, steps := opened(t, rs)
	complain(t, unproved(l, steps, facts))
}

func unproved(l *lesson.Lesson, steps []LessonStep, facts Facts) (all []string) {
	exist := map[int]map[string]bool{}
	for _, text := range l.Texts() {
		if exist[text.Step] == nil {
			exist[text.Step] = map[string]bool{}
		}
		exist[text.Step][text.Name] = true
		m := steps[text.Step]
		m.Text = text
		var want []string
		if fact := facts[text.Step][text.Name]; fact != nil {
			want = inDigits(fact(m))
		}
		if got := NumbersIn(text.Text); !slices.Equal(got, want) {
			all = append(all, fmt.Sprintf("step %d, %s, has the numbers %v, and the game %v: %s", text.Step, text.Name, got, want, text.Text))
		}
	}
	for step, names := range facts {
		for name := range names {
			if !exist[step][name] {
				all = append(all, fmt.Sprintf("step %d has no text %q", step, name))
			}
		}
	}
	return all
}

// inDigits formats values as they stand in a text, and lists element by element.
func inDigits(values []any) (all []string) {
	for _, v := range values {
		if list := reflect.ValueOf(v); list.Kind() == reflect.Slice {
			for i := range list.Len() {
				all = append(all, fmt.Sprint(list.Index(i)))
			}
			continue
		}
		all = append(all, fmt.Sprint(v))
	}
	return all
}

// complain reports complaints as errors of the test.
func complain(t *testing.T, complaints []string) {
	t.Helper()
	for _, complaint := range complaints {
		t.Error(complaint)
	}
}

func opened(t *testing.T, rs *rules.RuleSet) (*lesson.Lesson, []LessonStep) {
	t.Helper()
	l, err := lesson.Of(rs)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := lessonSteps(l)
	if err != nil {
		t.Fatal(err)
	}
	return l, steps
}

// lessonSteps plays a lesson and returns the game at each of its steps: element i is step
// i, element 0 the game before the first step, and the last element the game after all
// steps.
func lessonSteps(l *lesson.Lesson) ([]LessonStep, error) {
	g, err := l.Scenario.Begin()
	if err != nil {
		return nil, err
	}
	now := LessonStep{Before: g, After: g, names: l.Players}
	all := []LessonStep{now}
	for i, s := range l.Steps {
		if s.Free() {
			all = append(all, now)
			break
		}
		next := now.After.Fork()
		ended, err := next.Play(s.Seat, s.Move, i+1, false)
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		now.Before, now.After, now.Move = now.After, next, nil
		for _, word := range rules.Words(s.Move) {
			if c, err := card.Parse(word); err == nil {
				now.Move = append(now.Move, c)
			}
		}
		if len(ended) > 0 {
			now.Ended = &ended[0]
		}
		all = append(all, now)
		now.Before = now.After
	}
	return append(all, now), nil
}
