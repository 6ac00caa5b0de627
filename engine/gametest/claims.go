package gametest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fives/engine/card"
	"fives/engine/lesson"
	"fives/engine/rules"
)

// Claims are what the texts of a lesson say about the game, apart from numbers ([Facts]):
// for each step, words of its "say" or of the closing, and a function that tells whether
// they are true there.
type Claims map[int]map[string]func(m LessonStep) bool

// CheckClaims checks that the lesson makes these claims, and that they are true.
func CheckClaims(t *testing.T, rs *rules.RuleSet, claims Claims) {
	t.Helper()
	l, steps := opened(t, rs)
	complain(t, untrue(l, steps, claims))
}

func untrue(l *lesson.Lesson, steps []LessonStep, claims Claims) (all []string) {
	said := map[int]string{}
	for _, text := range l.Texts() {
		if text.Name == "say" || text.Name == "closing" {
			said[text.Step] = text.Text
		}
	}
	for step, claim := range claims {
		for words, holds := range claim {
			switch {
			case !strings.Contains(said[step], words):
				all = append(all, fmt.Sprintf("step %d does not say %q", step, words))
			case !holds(steps[step]):
				all = append(all, fmt.Sprintf("step %d says %q, which is not so", step, words))
			}
		}
	}
	return all
}

var (
	named   = regexp.MustCompile(`\b(?:10|[2-9AJQK])[♣♦♥♠★]`)
	guessed = regexp.MustCompile(`(?i)\b(would|could|if|or)\b`) // says nothing about what is there
	holding = regexp.MustCompile(`\bYou hold ([^:.]*)`)
	onPile  = regexp.MustCompile(`\b(\S+) on the pile\b`)
)

// misplaced lists cards that the lesson mentions and the learner has not seen, and cards
// that the lesson says are in the hand or on the pile, and are not.
func misplaced(l *lesson.Lesson, steps []LessonStep) (all []string) {
	for _, text := range l.Texts() {
		m := steps[text.Step]
		held, seen := m.Hand(l.Learner), m.After.Observation(l.Learner)
		for _, s := range sentence.Split(text.Text, -1) {
			if guessed.MatchString(s) {
				continue
			}
			missing := lacking(s, seen)
			for _, x := range holding.FindAllStringSubmatch(s, -1) {
				missing = append(missing, lacking(x[1], held)...)
			}
			for _, x := range onPile.FindAllStringSubmatch(s, -1) {
				missing = append(missing, lacking(x[1], topOf(m))...)
			}
			if len(missing) > 0 {
				all = append(all, fmt.Sprintf("step %d, %s, names %s, which is not there: %s", text.Step, text.Name, strings.Join(missing, " "), s))
			}
		}
	}
	return all
}

// lacking lists the cards that are named in a text and are not among some others.
func lacking(text string, some []card.Card) []string {
	return slices.DeleteFunc(named.FindAllString(text, -1), func(name string) bool {
		c, err := card.Parse(name)
		return err == nil && slices.Contains(some, c)
	})
}

// topOf returns the card on top of the pile before a step.
func topOf(m LessonStep) []card.Card {
	for _, z := range m.Before.Position().View(rules.Onlooker, m.Before.Full()).Zones {
		if z.Kind == rules.PileZone && len(z.Groups) > 0 {
			cards := z.Groups[len(z.Groups)-1].Cards
			return cards[len(cards)-1:]
		}
	}
	return nil
}
