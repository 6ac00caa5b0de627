package rules

import (
	"fmt"
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
func (l Length) Minutes() int {
	const fine, coarse = 20, 5
	n := max(1, (l.Moves*Pace+30)/60)
	if n > fine {
		n = (n + coarse/2) / coarse * coarse
	}
	return n
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

// Usual returns the lengths at the default, for the fewest and for the most seats that were
// measured.
func (rs *RuleSet) Usual() []Length {
	value := 0
	if o := rs.Main(); o != nil {
		value = o.Default.(int)
	}
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
// game is at its default.
func (rs *RuleSet) Explain(o Option) string {
	length := said(rs.Usual(), func(l Length) string { return fmt.Sprintf("%d hands, %d min", l.Hands, l.Minutes()) })
	if !o.Main || length == "" {
		return o.Meaning
	}
	return fmt.Sprintf("%s; %s: %s", o.Meaning, Typed(o.Default), length)
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
