// Package fivethreefive plays Five Three Five: shed the hand by leading,
// overwriting and adding to singles, sets and runs of numbered cards; fewest
// points win. RULES.md is the rule page, its numbers are cited in the code.
//
// A hand of cards is one phase machine:
//
//	shuffling → dealing → playing ⇄ takingUp → showing → settled
//
// takingUp exists with two seats only: the second packets are dealt with
// nobody looking, and the position asks for their opening to their owner in
// the moment in which the first packet has been played out.
//
// All rules are decided by public information, so Play enforces everything and
// Violations is always empty.
//
// Somebody who wants to play the game wants engine/games and engine/rules;
// this package is used through its [Rules] alone.
package fivethreefive
