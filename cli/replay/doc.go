// Package replay steps through verified logs, forwards and backwards, with the eyes of
// any player, at all tables of a game. It is a package of its own because it needs stories
// only, not the files, flags and daemons that logs come from.
//
// [Run] is for a terminal, [Plain] tells the same as text, from the first
// shuffle to the last receipt; [Records] tells what every record did, with the
// eyes of an onlooker. All take the stories of logs that have been
// verified (engine/story). In a terminal tables look as they do on the full-screen table
// ([fives/cli/tui.Picture]); text is drawn with cli/draw, as fives show does. Cards that never became public in their hand stay face down.
//
//	stories, err := story.Read(logs, games.Find, audit.Options{Parallel: cores.Parallel})
//	if err == nil {
//		err = replay.Run(ctx, stories, replay.Config{Eyes: shown.Everybody})
//	}
package replay
