package lesson

import (
	"maps"
	"slices"
)

// A Text is one thing that a lesson says.
type Text struct {
	// Step is that at which it is said, from 1; 0 for what is said of the whole lesson,
	// and one more than there are steps for what is said when the hand is settled.
	Step int
	// Name is the key under which the text stands in lesson.json. Behind "explain"
	// comes the pattern: "explain drop * draw".
	Name string
	Text string
}

// Texts lists all that the lesson says, in the order in which it is told.
func (l *Lesson) Texts() []Text {
	all := []Text{{0, "about", l.About}}
	add := func(step int, name, text string) {
		if text != "" {
			all = append(all, Text{step, name, text})
		}
	}
	explain := func(step int, m meanings) {
		for _, pattern := range slices.Sorted(maps.Keys(m)) {
			add(step, "explain "+pattern, m[pattern])
		}
	}
	explain(0, l.explain)
	for i, s := range l.Steps {
		add(i+1, "say", s.Say)
		explain(i+1, s.explain)
	}
	add(len(l.Steps)+1, "closing", l.Closing)
	return all
}
