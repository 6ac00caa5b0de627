// Package learn takes a player through the lesson of a game (engine/lesson), on the
// engine alone: no daemon and no network.
//
// A [Desk] shows a lesson as a daemon shows a table, so that the full-screen table
// can be used for it. [Desk.Page] is the text of the lesson beside that, in Markdown.
//
//	desk, err := learn.Sit(rs, "zoe")
//	for err == nil && !desk.Over() {
//		fmt.Println(desk.Page().Say)
//		err = desk.Play(desk.Hint())
//	}
package learn
