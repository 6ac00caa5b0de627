// Package tui is the full-screen table: the lobby, the form that opens a table,
// and the table itself, for every game. It knows no game. What it draws comes
// from the views of the rule sets (zones, facts, prompts, orders) and from their
// option schemas, and what it plays are the texts of legal moves.
//
// Its nouns:
//
//   - model: everything that is on the screen. Update is a function of the model
//     and a message; it never waits. Whatever asks the daemon is a command with
//     a time limit, and its answer is a message.
//   - feed: the daemon's event stream, taken up again when it breaks. It brings the tables;
//     one is asked for only where it has not brought it, or after a break.
//   - lobby, form, table: the three screens. hand, moves and log are parts of
//     the table.
//   - round: how the table lies on the screen. The others sit around the felt, or are
//     lines above it where there is no room; the piles are in the middle, the hand is
//     below, the scores and the log at the side of a wide screen. One composition for
//     every game, number of seats and size from 40 by 16, out of the view alone.
//   - taste: what the player prefers (cli/prefs), and where that is kept. A change is
//     written down in the turn of its key, because the next one may quit: it is the one
//     thing for which Update waits.
//   - pace: how long a move is looked at before the next one is shown.
//   - action: keys, what they do on a screen, and what the help and the row at the
//     bottom say of them. It is one binding of bubbles/key, so that they cannot
//     differ; what does nothing in a state is disabled in it.
//   - picture: a table for somebody who only looks at it (replay), drawn by the same code.
//   - block: a rectangle of text with the places in it that can be clicked, which are
//     lipgloss layers. The same function draws a card and makes it one thing to
//     click, so that the mouse cannot miss.
//   - wish: that somebody would take a seat, a line above the table; choice: a line of a
//     popup that asks for one of several things, whose seat or to whom.
//   - popup: what lies over a screen until it is answered, a model of its own: the answer is
//     a message, which takes effect in the same turn. Its text scrolls in a bubbles/viewport,
//     or is the preferences, again a model. One that comes by itself takes no key at first
//     (see notice).
//   - lesson: one that is taken (cli/learn), a model of its own. Its table has the screen of
//     any other, asked for at its desk instead of the daemon (see pupil); its pages are
//     popups. Without a client there is only that.
//
// Whatever comes from the daemon may hold texts that another node has chosen. The
// client has made them clean ([fives/p2p/api.CleanAll]).
//
// Views are described in engine/rules, the control interface in PROTOCOL §7. The same
// tables as plain text are in fives/cli/draw. What there is to show of a table, for both,
// is in fives/cli/shown.
//
//	client, err := control.Dial(home)
//	err = tui.Run(ctx, tui.Config{Client: client, In: os.Stdin, Out: os.Stdout})
package tui
