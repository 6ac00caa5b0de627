// Package template is the card game Template: everybody plays a card to each
// trick, and the highest card takes it. Its rules are in RULES.md; the numbers
// in the code are those of its paragraphs.
//
//   - rules.go declares the rule set, the position and its phases, and does what
//     is not a move: shuffle and deal;
//   - moves.go reads the notation, plays the moves and lists the legal ones;
//   - standin.go makes the move for a seat whose device is away;
//   - score.go counts a hand and opens the next;
//   - view.go draws the table;
//   - bots.go has the computer players;
//   - HOWTO.md is the half page with which fives rules begins, lesson.json the
//     guided first hand of fives learn (engine/lesson);
//   - testdata has scenarios, each named after the rule that it plays, and the
//     steps of a hand, which go test ./engine/games -update writes.
//
// A position is copied before it changes, and the slices it holds are never
// written to, only replaced.
package template
