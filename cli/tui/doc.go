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
//   - feed: the daemon's event stream, taken up again when it breaks.
//   - lobby, form, table: the three screens. hand, moves and log are parts of
//     the table.
//   - block: a rectangle of text with the spots of it that can be clicked. The
//     same function draws a block and says where its cards are, so that the
//     mouse cannot miss.
//   - popup: what lies over a screen until it is answered.
//
// Whatever comes from the daemon may hold texts that another node has chosen. The
// client has made them clean ([fives/p2p/control.Cleaned]).
//
// Views are described in engine/rules, the control interface in PROTOCOL §7. Who wants the same tables as plain text wants fives/cli/draw.
//
//	client, err := control.Dial(home)
//	err = tui.Run(ctx, tui.Config{Client: client, In: os.Stdin, Out: os.Stdout})
package tui
