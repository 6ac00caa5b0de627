// Package tui is the full-screen table: the lobby, the form that opens a table, and the table
// itself, for every game. It knows no game. It draws what the views of the rule sets hold
// (zones, facts, prompts, orders) and what their options are, and it plays the texts of legal
// moves. One of its screens steps through a verified log.
//
// It is a package of its own because it is one program, of models and messages, of which a
// command needs [Run] alone.
//
// Its nouns:
//
//   - model: everything that is on the screen. Update is a function of the model and a message;
//     it never waits. Whatever asks the daemon is a command with a time limit, and its answer
//     is a message.
//   - feed: the daemon's event stream, which feed opens again when it breaks. The stream brings
//     the tables; a table is asked for only if the stream has not brought it, or after a break.
//   - lobby, table: the screens of a daemon. hand, moves and log are parts of the table.
//   - form: fields to be filled in, over a screen: the terms of a new table, or the preferences.
//   - replay: the screen that steps through verified logs, forwards and backwards, with the
//     eyes of any player, at all tables of a game. It has no daemon and leads to no other
//     screen.
//   - round: how the table lies on the screen. The others sit around the felt, or stand in
//     lines above it where there is no room. The piles are in the middle, the player's hand is
//     below, and on a wide screen the scores and the log are at the side. One layout serves
//     every game, number of seats and size from 40 by 16, and needs only the view.
//   - taste: what the player prefers (cli/prefs), and where that is kept. A change is saved
//     before its key is done with, because the next key may quit. It is the only thing for
//     which Update waits.
//   - pace: how long a move stays on the screen before the next one is shown.
//   - action: keys, what they do on a screen, and what the help and the row at the bottom say
//     about them. All of it is one binding of bubbles/key, so that the three cannot differ; an
//     action that does nothing at the moment is disabled in it.
//   - whole: the terminal's input, of which a sequence is handed on only when all of it has come.
//   - picture: a table for somebody who only looks at it, in a replay.
//   - block: a rectangle of text with the places in it that can be clicked, which are lipgloss
//     layers. The function that draws a card also makes it a thing to click, so that the mouse
//     cannot miss.
//   - wish: somebody's wish for a seat, a line above the table; choice: a line of a popup that
//     asks for one of several things, such as whose seat, or for whom.
//   - popup: what lies over a screen until it is answered, a model of its own. The answer is a
//     message that takes effect in the same turn. What it holds is a [shown.Sheet], with what is
//     drawn already, and scrolls in a bubbles/viewport. A popup that comes by itself ignores keys
//     at first (see notice).
//   - lesson: a lesson that the player takes (cli/learn). Its table has the same screen as any
//     other, but asks the lesson's desk and not the daemon (see pupil); its pages are popups. Without a client there is only the lesson.
//
// What comes from the daemon may hold texts that another node has chosen. The client has
// cleaned them ([fives/p2p/api.CleanAll]).
//
// Views are described in engine/rules, the control interface in PROTOCOL §7. fives/cli/draw
// draws the same tables as plain text. fives/cli/shown says for both what there is to show of a
// table.
//
//	client, err := control.Dial(home)
//	err = tui.Run(ctx, tui.Config{Client: client, In: os.Stdin, Out: os.Stdout})
//
//	stories, err := story.Read(logs, games.Find, audit.Options{Parallel: cores.Parallel})
//	err = tui.Run(ctx, tui.Config{Replay: shown.Places(stories), Eyes: shown.Everybody, In: os.Stdin, Out: os.Stdout})
package tui
