package lesson

import (
	"maps"
	"slices"
)

// A Text is one text of a lesson.
type Text struct {
	// Step is the number of its step, from 1; 0 for a text about the whole lesson, and
	// one more than the last step for the closing.
	Step int
	// Name is the key of the text in lesson.json. After "explain" comes the pattern:
	// "explain drop * draw".
	Name string
	Text string
}

// Texts lists all texts of the lesson, in the order in which they are shown.
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
