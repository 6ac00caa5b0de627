// Package five is the card game Five: drop cards of one rank, gain one card,
// end the hand when your total is the lowest, and stay below the limit. Its
// rules are in RULES.md; the numbers in the code are those of its paragraphs.
//
// Read this game first if you want to write another one:
//
//   - rules.go declares the rule set, the position and its phases, and has
//     everything but the moves: deal, draw, renew the stock, show;
//   - moves.go reads the notation, plays the moves, one function for each kind,
//     and lists the legal ones;
//   - standin.go makes the move for a seat whose device is away;
//   - score.go counts a hand and opens the next;
//   - view.go draws the table;
//   - easy.go and good.go are the computer players, and world.go plays the hands that
//     the good one imagines.
//
// A position is copied before it changes, and the slices it holds are never
// written to, only replaced.
package five
