package suite

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

// A Moment is what a lesson says at a step, and the game there. Before the first step
// and behind the last one Before and After are the same game.
type Moment struct {
	lesson.Text
	Before *bare.Game  // as it stands when the step is to come
	After  *bare.Game  // as it stands when its move has been made
	Ended  *bare.Ended // the hand if that move, or one before it, has settled it
	Move   []card.Card // the cards of the move
	names  []string
}

// Hand is what a seat holds when the step is to come.
func (m Moment) Hand(seat int) []card.Card {
	return m.Before.Full().Cards(m.Before.Position().Status().Hands[seat])
}

// Unseen are the cards of a deck that a seat has not seen when the step is to come.
func (m Moment) Unseen(seat int, deck []card.Card) []card.Card {
	unseen := slices.Clone(deck)
	for _, c := range m.Before.Observation(seat) {
		if i := slices.Index(unseen, c); i >= 0 {
			unseen = slices.Delete(unseen, i, i+1)
		}
	}
	return unseen
}

// Key is a state key of the game, with all cards seen, when the step is to come.
func (m Moment) Key(key string) any {
	return m.Before.Position().Keys(m.names, m.Before.Full())[key]
}

// Facts are the numbers of a lesson as they are worked out from the game: by the step
// and the name of the text ([lesson.Text]), what stands there in digits, in its order.
// Lists are taken one by one.
type Facts map[int]map[string]func(m Moment) []any

var (
	cited  = regexp.MustCompile(`\(rules? [^)]*\)`)
	suited = regexp.MustCompile(`\b(10|[2-9AJQK])[♣♦♥♠★cdhst]`)
	digits = regexp.MustCompile(`\d+`)
)

// NumbersIn lists the numbers that a text has in digits. Those of cards with a suit and
// of rules that it names are none.
func NumbersIn(text string) []string {
	return digits.FindAllString(suited.ReplaceAllString(cited.ReplaceAllString(text, ""), ""), -1)
}

// Numbers checks that each number in a lesson is one of its facts.
func Numbers(t *testing.T, rs *rules.RuleSet, facts Facts) {
	t.Helper()
	l, moments := opened(t, rs)
	for _, complaint := range unproved(l, moments, facts) {
		t.Error(complaint)
	}
}

func unproved(l *lesson.Lesson, moments []Moment, facts Facts) (all []string) {
	told := map[int]map[string]bool{}
	for _, text := range l.Texts() {
		if told[text.Step] == nil {
			told[text.Step] = map[string]bool{}
		}
		told[text.Step][text.Name] = true
		m := moments[text.Step]
		m.Text = text
		var want []string
		if fact := facts[text.Step][text.Name]; fact != nil {
			want = written(fact(m))
		}
		if got := NumbersIn(text.Text); !slices.Equal(got, want) {
			all = append(all, fmt.Sprintf("step %d, %s, has the numbers %v, and the game %v: %s", text.Step, text.Name, got, want, text.Text))
		}
	}
	for step, names := range facts {
		for name := range names {
			if !told[step][name] {
				all = append(all, fmt.Sprintf("step %d has no text %q", step, name))
			}
		}
	}
	return all
}

// written sets values as they stand in a text, those of lists one by one.
func written(values []any) (all []string) {
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

// opened is the lesson of a game, with the game at each of its steps.
func opened(t *testing.T, rs *rules.RuleSet) (*lesson.Lesson, []Moment) {
	t.Helper()
	l, err := lesson.Of(rs)
	if err != nil {
		t.Fatal(err)
	}
	moments, err := momentsOf(l)
	if err != nil {
		t.Fatal(err)
	}
	return l, moments
}

// momentsOf plays a lesson, and returns the game at each of its steps: at i that of
// step i, at 0 that before the first and at the end that behind the last.
func momentsOf(l *lesson.Lesson) ([]Moment, error) {
	g, err := l.Scenario.Begin()
	if err != nil {
		return nil, err
	}
	now := Moment{Before: g, After: g, names: l.Names()}
	all := []Moment{now}
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
