// Package gametest holds the tests that every rule set must pass. [Run] plays a
// game with random legal moves and with its computer players, at every number
// of seats in turn and at the bounds of its options, and checks on the way:
//
//   - every listed move is listed once and accepted; moves that are not listed
//     (other seats', garbled, of earlier turns, of cards not held) are refused
//     with [rules.ErrIllegal] and change nothing;
//   - a position never changes, even when the game has gone on;
//   - a seat's view, its legal moves and the advice to it do not depend on cards
//     hidden from it;
//   - views and state keys survive JSON, show only what the seat may see, and
//     count the cards that are there;
//   - score sheets add up, name rules of the page, have every card that a seat
//     showed or laid, and no card that is not public;
//   - honest play breaks no rule, and the game resumes from the carry-over, with
//     all seats and with fewer;
//   - the same seed gives the same game, a random game replays, and one with the
//     options of Brief is soon over;
//   - every option has words for every value that is not the default;
//   - computer players give a reason of one line for each move;
//   - at every turn the stand-in plays the card that the hand received last, opens no
//     other, and would move the same way with other hidden cards; Play accepts the move,
//     and nobody ever finds that it broke a rule; hands with stand-ins end, even if they
//     play for all seats, and until then no card of a hand is public before it is played;
//   - a seat that sees nothing of its hand can look at the table;
//   - in games among computer players no position is repeated while nobody draws
//     from the stock;
//   - in games among the strongest computer players every hand ends within 25 laps, and
//     none is void;
//   - every replica refuses a false face and has proof against its author.
//
// In the folder of the game it looks for
//
//   - RULES.md, which lists its decks as the engine has them, and says under "The
//     stand-in" which move it plays;
//   - HOWTO.md, half a page with a hand that its deck can deal;
//   - lesson.json (engine/lesson), which is played to the settlement: every move is
//     legal, every legal move of the learner is explained, and every promised
//     situation comes up; the cards that it names are there;
//   - testdata/*.json, scenarios that play its rules;
//   - testdata/steps-N.txt, the first hand with N seats, step by step, for other
//     implementations;
//   - testdata/stand-in.txt, a few hands in which the stand-in plays for a seat, for the
//     same purpose.
//
// The tests of a game with rules about hidden cards call [HiddenCheat], which checks that a
// seat that breaks one is found out. [VisibleCheat] checks that other dishonest moves are
// refused.
//
// The driver, engine/bare, checks that no card is in two places or opened twice, and that
// a stand-in asks for hidden cards of its own hand only.
//
// It is imported by tests only. A game's own tests check that it plays by its rule page;
// this suite does not know any rules. All it knows is which games cannot be played blindly:
// their stand-ins open the hand when they have to follow suit.
package gametest
