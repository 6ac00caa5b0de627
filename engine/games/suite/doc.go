// Package suite holds the tests that every rule set must pass. [Run] plays a
// game with random legal moves and with its computer players, at every number
// of seats and at the bounds of its options, and checks on the way:
//
//   - every listed move is listed once and accepted; moves that are not listed
//     (other seats', garbled, of earlier turns, of cards not held) are refused
//     with [rules.ErrIllegal] and change nothing;
//   - positions never change: old ones look as they did;
//   - hidden cards change nothing that a seat sees, may do or is advised to do;
//   - views and state keys survive JSON, show only what the seat may see, and
//     count the cards that are there;
//   - score sheets add up, name rules of the page, leave out no card that a seat
//     showed or laid, and show none that is not public;
//   - honest play breaks no rule, and the carry-over resumes
//     the game, with all seats and with fewer;
//   - the same seed gives the same game, a random game replays, and one with the
//     options of Brief is soon over;
//   - computer players say why in one line;
//   - computer players among themselves bring no position about again while nobody
//     draws from the stock;
//   - the strongest of them among themselves end every hand within 25 laps, and none is
//     void;
//   - a false face is refused by every replica, with proof of who signed it.
//
// In the folder of the game it looks for
//
//   - RULES.md, which lists its decks as the engine has them;
//   - HOWTO.md, half a page with a hand that its deck can deal;
//   - lesson.json (engine/lesson), which is played to the settlement: every move is
//     legal, every legal move of the learner explained, and each situation that is
//     promised comes up;
//   - testdata/*.json, scenarios that play its rules;
//   - testdata/steps-N.txt, the first hand with N seats, step by step, for other
//     implementations.
//
// The tests of a game with rules about hidden cards call [HiddenCheat], which checks
// that breaking them is found, and [VisibleCheat], which checks that other dishonest
// moves are refused.
//
// That a card is never in two places, opened twice or lost on the way is
// watched by the driver, engine/bare.
//
// It is imported by tests only. A game's own tests check that it plays by its
// rule page; this suite does not know any rules.
package suite
