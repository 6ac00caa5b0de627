// Package web is the table in a browser: an [http.Handler] over a client of the control
// interface. It renders the screens as HTML and plays the moves that are tapped. It can do all
// that the full-screen table (cli/tui) can and, like it, knows no game: it draws zones, prompts
// and options as the rule sets give them, with the words of cli/say, the seats, orders and
// score sheets of cli/shown, and the cards of cli/cards. A lesson (cli/learn) is a table of its
// own, of which the node knows nothing.
//
// It runs in two places. On a laptop, fives open (cli/open) serves it on the loopback
// interface, on top of the daemon's socket. On a phone it runs in a Web Worker (Wasm), on top
// of the node in the same worker, and the page's requests come as messages (cli/web/port). So
// it imports nothing that a browser lacks. It does not check who asks: whatever serves it does
// that.
//
// There are two pages: that of a player, and a screen ([NewScreen], [Screen]) for a whole room.
// The screen shows a table as somebody without a seat sees it, because its requests ask the
// node for nothing else ([control.Client.Public]); a handler that serves only a screen has no
// other requests.
//
// The page itself is static: [Shell], and the style, the script and the pictures of the cards that
// [Files] serves and that Shell names with their hashes. The script is made of the modules in the folder static,
// joined. It makes three kinds of requests:
//
//   - GET a screen or a sheet, such as /lobby or /table/ID: a fragment of HTML. A GET changes
//     nothing.
//   - POST an action, with a form as its body. The answer is JSON: what to say, and where to
//     go.
//   - GET /events: a line of JSON for each thing that happens, with the table on the screen as
//     it looks then.
//
// A screen asks for /room, /table/ID/screen and the stream /live.
//
// The page shows what the stream brings at a pace, with the results of hands in between
// (static/pace.js).
//
// Seats that change hands (seats.go) are asked for in the lobby, answered in a line at the
// table, and handed over in the table's menu; the page then goes along to the table that goes
// on.
//
// Cards that move are copies in a layer that no screen changes (static/fly.js). The page makes
// the sounds and the vibration (static/tones.js). Motion, sound and vibration can be turned off
// one by one (static/taste.js). Where tapping a pile or dragging a card is a move,
// static/hand.js finds which one.
//
// The script keeps what belongs to the person at the page and is not known here: which cards
// are chosen, the order of the hand, where the focus is, what has been shown.
//
// Texts of other nodes have been cleaned by the client, and reach the page through
// html/template only; what bypasses its escaping is made from cards (cli/cards). The oldest
// browser that can show the page is Safari 16.4, and a test looks for anything that it lacks.
//
// The page needs no inline script and no inline style, so its policy forbids both.
package web
