// Package lesson plays guided first hands: a game with a stacked deck, in which
// the learner is told at each turn what there is to see, what to play and why,
// and in which the moves of the others are settled beforehand.
//
// A [Lesson] is data: the file lesson.json in the folder of a game, which its rule
// set embeds. It has
//
//   - "about": what the lesson is, in one sentence;
//   - "players": names by seat; the first is the learner's;
//   - "options" and "decks", as in a scenario (engine/scenario);
//   - "promises": the situations that come up;
//   - "explain": what moves do. A key is a move in which * stands for any words, at
//     least one; of the keys that fit, that counts which settles the most words;
//   - "steps": the moves in their order. A step has "seat" and "move"; "say", which of
//     the learner's own is told before the move and of the others' after it; "shows", one of
//     the promises; "explain", which goes before that of the lesson; and "expect", as
//     in a scenario.
//   - "closing": what is said when the hand is settled.
//
// The last step may have the learner's seat and no move, and then it neither shows
// nor expects anything: from there on the choice is
// free, and the weakest computer player plays for the others.
//
// A [Run] is a lesson on its way. It stops at each turn of the learner, and ends
// with the first hand. A legal move that the lesson does not want is an error with
// its explanation, [Elsewhere]; one that is not legal gets the words of the rules.
//
//	run, err := l.Begin()
//	for !run.Over() {
//		fmt.Println(run.Step().Say)
//		err = run.Play(run.Hint())
//	}
//
// What a lesson says must be true: a sentence about the rules names the rule in
// brackets, "(rule 6.2)", and a number is one that a test can work out from the cards.
// [Lesson.Texts] lists what is said; the package suite holds it to that.
//
// A game of one's own with the same cards is in engine/scenario.
package lesson
