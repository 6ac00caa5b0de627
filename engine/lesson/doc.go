// Package lesson plays guided first hands: games with a stacked deck and scripted
// moves of the other players. At each turn the lesson shows the learner what to look
// at, what to play and why.
//
// A [Lesson] is data: the file lesson.json in the folder of a game, which its rule
// set embeds. It has
//
//   - "about": what the lesson is, in one sentence;
//   - "players": names by seat; the first is the learner's;
//   - "options" and "decks", as in a scenario (engine/scenario);
//   - "promises": the situations that come up;
//   - "explain": explanations of moves. A key is a pattern: a move in which * stands for
//     one or more words. If several patterns fit, the one with the most other words counts;
//   - "steps": the moves, in order. A step has "seat" and "move"; "say", a text to show
//     before the move if it is the learner's, and after it otherwise; "why", shown with it,
//     the reason for teaching a move that the strongest computer player would not make;
//     "shows", one of the promises; "explain", which takes precedence over the lesson's;
//     and "expect", as in a scenario;
//   - "closing": the text for the end, when the hand is settled.
//
// The last step may have the learner's seat and no move, "shows" or "expect". From there on
// the learner may choose freely, and the weakest computer player plays for the others.
//
// A hand of a game that is played again from one of its turns on is a lesson without texts
// ([From]). There the strongest computer player that answers at once plays for the others.
//
// A [Run] is a lesson in progress. It stops at each turn of the learner, and ends with the
// first hand. A legal move that the lesson does not want is refused with its explanation,
// an [Elsewhere] error; an illegal one gets the error of the rules.
//
//	run, err := l.Begin()
//	for !run.Over() {
//		fmt.Println(run.Step().Say)
//		err = run.Play(run.Hint())
//	}
//
// The texts of a lesson must be true: a sentence about the rules names the rule in
// brackets, "(rule 6.2)", and a test works out every number from the cards. Package
// gametest checks that for all of [Lesson.Texts].
package lesson
