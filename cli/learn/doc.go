// Package learn takes a player through the lesson of a game (engine/lesson), with the engine
// alone: no daemon and no network.
//
// A [Desk] shows a lesson as a daemon shows a table, so that the full-screen table can show it.
// [Desk.Page] returns the text of the lesson beside the table, in Markdown.
//
//	desk, err := learn.Sit(rs, "zoe")
//	for err == nil && !desk.Over() {
//		fmt.Println(desk.Page().Say)
//		err = desk.Play(desk.Hint())
//	}
package learn
