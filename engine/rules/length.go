package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Length is the average length of a game, for a number of seats and a value of the option
// that ends it. [RuleSet.Lengths] returns those that were measured.
type Length struct {
	Value int `json:"value"` // of the game's main option; 0 if none ends it
	Seats int `json:"seats"`
	Hands int `json:"hands"`
	Moves int `json:"moves"`
}

// Pace is how long people are assumed to take for a move, in seconds.
const Pace = 15

// Minutes returns how long the game takes at [Pace], rounded to five where that changes
// little.
func (l Length) Minutes() int { return l.At(Pace) }

// At returns how long the game takes at so many seconds a move.
func (l Length) At(pace int) int {
	const fine, coarse = 20, 5
	n := max(1, (l.Moves*pace+30)/60)
	if n > fine {
		n = (n + coarse/2) / coarse * coarse
	}
	return n
}

// Minutes returns how long a game with these options usually takes at so many seats and seconds a
// move, 0 if nobody knows.
func (rs *RuleSet) Minutes(options map[string]any, seats, pace int) int {
	value := 0
	if o := rs.Main(); o != nil {
		switch v := options[o.Name].(type) {
		case int:
			value = v
		case float64: // as JSON has it
			value = int(v)
		}
	}
	l, ok := rs.Lasting(value, seats)
	if !ok {
		return 0
	}
	return l.At(pace)
}

// Main returns the option that says when the game ends, nil if none does.
func (rs *RuleSet) Main() *Option {
	if i := slices.IndexFunc(rs.Schema, func(o Option) bool { return o.Main }); i >= 0 {
		return &rs.Schema[i]
	}
	return nil
}

// Lengths reads what was measured: the lines of [RuleSet.Lasts] except remarks. Each has a
// value, seats, hands and moves.
func (rs *RuleSet) Lengths() (all []Length) {
	for line := range strings.Lines(rs.Lasts) {
		var l Length
		if n, _ := fmt.Sscan(line, &l.Value, &l.Seats, &l.Hands, &l.Moves); n == 4 {
			all = append(all, l)
		}
	}
	return all
}

// A Preset is a length of a game that is proposed: a value of the main option.
type Preset struct {
	Name  string
	Value int
}

// Presets returns a quick game, the game as the rules have it, and one of twice that for an
// evening; where the option cannot be so much, the game of the rules is that one. None if no
// option ends the game.
func (rs *RuleSet) Presets() []Preset {
	o := rs.Main()
	if o == nil {
		return nil
	}
	usual := o.Default.(int)
	list := []Preset{{"Usual", usual}, {"An evening", 2 * usual}}
	if 2*usual > o.Max {
		list = []Preset{{"An evening", usual}}
	}
	if rs.Quick > 0 {
		list = append([]Preset{{"Quick", rs.Quick}}, list...)
	}
	return list
}

// Lasting returns how long a game is at a value of the main option and a number of seats: as it was
// measured, or else in proportion to what was. It is false if nothing was, or nothing at so
// few seats.
func (rs *RuleSet) Lasting(value, seats int) (l Length, measured bool) {
	by := map[int][]Length{} // each by seats, as lasts.txt has them
	for _, l := range rs.Lengths() {
		by[l.Value] = append(by[l.Value], l)
	}
	at := []Length{{}}
	for _, v := range slices.Sorted(maps.Keys(by)) {
		if seats < by[v][0].Seats {
			return Length{}, false
		}
		l := along(by[v], func(l Length) int { return l.Seats }, seats)
		l.Value = v
		at = append(at, l)
	}
	l = along(at, func(l Length) int { return l.Value }, value)
	l.Value, l.Seats = value, seats
	return l, len(at) > 1
}

// along returns the length at x of the line through all lengths of a list, which ascends by some
// number of theirs, and straight on behind its ends.
func along(list []Length, by func(Length) int, x int) Length {
	if len(list) == 1 {
		return list[0]
	}
	i := 1
	for i < len(list)-1 && by(list[i]) < x {
		i++
	}
	a, b := list[i-1], list[i]
	on := func(m, n int) int { return m + (n-m)*(x-by(a))/(by(b)-by(a)) }
	return Length{Hands: on(a.Hands, b.Hands), Moves: on(a.Moves, b.Moves)}
}

// Usual returns the lengths at the default, for the fewest and for the most seats that were
// measured.
func (rs *RuleSet) Usual() []Length {
	if o := rs.Main(); o != nil {
		return rs.measured(o.Default.(int))
	}
	return rs.measured(0)
}

// measured returns the lengths at a value, at the fewest seats that were measured and at the most.
func (rs *RuleSet) measured(value int) []Length {
	all := slices.DeleteFunc(rs.Lengths(), func(l Length) bool { return l.Value != value })
	if len(all) > 2 {
		all = []Length{all[0], all[len(all)-1]}
	}
	return all
}

// Duration says how long a game usually takes: "about 20 min at 2 seats, 60 min at 6"; ""
// if that was never measured.
func (rs *RuleSet) Duration() string {
	return said(rs.Usual(), func(l Length) string { return fmt.Sprintf("%d min", l.Minutes()) })
}

// Explain returns the meaning of an option. If the option ends the game, it adds how long a
// game is at its default, and a quick one.
func (rs *RuleSet) Explain(o Option) string {
	length := said(rs.Usual(), func(l Length) string { return fmt.Sprintf("%d hands, %d min", l.Hands, l.Minutes()) })
	if !o.Main || length == "" {
		return o.Meaning
	}
	text := fmt.Sprintf("%s; %s: %s", o.Meaning, Typed(o.Default), length)
	if quick := said(rs.measured(rs.Quick), func(l Length) string { return fmt.Sprintf("%d min", l.Minutes()) }); quick != "" && rs.Quick > 0 {
		text += fmt.Sprintf("; quick, %d: %s", rs.Quick, quick)
	}
	return text
}

func said(all []Length, how func(Length) string) string {
	texts := make([]string, len(all))
	for i, l := range all {
		texts[i] = fmt.Sprintf("%s at %d", how(l), l.Seats)
		if i == 0 {
			texts[i] = "about " + texts[i] + " seats"
		}
	}
	return strings.Join(texts, "; ")
}
