// Package fivethreefive plays Five Three Five: shed the hand by leading,
// covering and adding to singles, sets and runs of numbered cards; fewest
// points win. RULES.md is the rule page, its numbers are cited in the code.
//
// A hand of cards is one phase machine:
//
//	shuffling → dealing → playing ⇄ takingUp → showing → settled
//
// takingUp exists with two seats only: the second packets are dealt face down, and
// the position opens one to its owner as soon as the first is played out.
//
// All rules are decided by public information, so Play enforces everything and
// Violations is always empty.
//
// [Rules] is the whole interface. To play the game, use engine/scenario or
// engine/table.
package fivethreefive
