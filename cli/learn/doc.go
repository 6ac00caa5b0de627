// Package learn takes a player through the lesson of a game (engine/lesson), on the
// engine alone: no daemon and no network.
//
// A [Desk] shows a lesson as a daemon shows a table, so that the full-screen table
// can be used for it; [Desk.Page] is what the lesson has to say beside that. [Plain]
// is the same as a dialogue of lines.
//
//	desk, err := learn.Sit(rs)
//	if err == nil {
//		err = learn.Plain(desk, in, out, style)
//	}
package learn
