// Package web is the table in a browser: an [http.Handler] over a client of the control
// interface. It renders the screens as HTML and plays the moves that are tapped. It can do
// all that the full-screen table (cli/tui) can, and like it knows no game: it draws zones,
// prompts and options as the rule sets give them, with the words of cli/say, the seats,
// orders and score sheets of cli/shown, and the cards of cli/cards. A lesson (cli/learn) is a table of
// its own, of which the node knows nothing.
//
// It runs in two places. On a laptop, fives open (cli/open) serves it on the loopback
// interface above the daemon's socket. In a phone it runs in a Web Worker (Wasm), above the
// node in the same worker, and the page's requests come as messages (cli/web/port). So it
// imports nothing that a browser lacks, and it checks nobody: who may ask is the matter
// of what stands before it.
//
// There are two pages: that of a player, and a screen ([NewScreen], [Screen]) that a whole
// room looks at. The screen shows a table as one without a seat sees it, because its
// requests ask the node for nothing else ([control.Client.Public]); a handler that serves
// only a screen has no other requests.
//
// The page itself is static: [Shell], and the style and the script that [Files] serves, which
// it names with their hashes. The script is the modules of the folder static, joined. They
// ask for three kinds of things:
//
//   - screens and sheets, as fragments of HTML: GET /lobby, /table/ID. A GET changes nothing.
//   - actions: POST, with a form as its body. The answer is JSON: what to say, and where
//     to go.
//   - GET /events: a line of JSON for each thing that happens, with the table that is on
//     the screen as it looks then.
//
// A screen asks for /room, /table/ID/screen and the stream /live.
//
// What comes by the stream is shown at a pace, with the results of hands between (static/pace.js).
//
// Seats that change hands (seats.go) are asked for in the lobby, answered in a line at the
// table, and handed over in its menu; the page goes along to the table that goes on.
//
// Cards travel as copies in a layer that no screen changes (static/fly.js), and what is heard
// and felt is made by the page (static/tones.js); static/lively.js turns all of it off. Where
// a tap on a pile or a drag is a move, static/hand.js finds which one.
//
// The script keeps what belongs to the person at the page and is not known here: which
// cards are chosen, the order of the hand, where the focus is, what has been shown.
//
// Texts from other nodes are clean when they come from the client, and reach the page
// through html/template only; what bypasses its escaping is made of cards (cli/cards).
// The oldest browser that it is made for is Safari 16.4, and a test looks for what that lacks.
//
// The page needs no inline script and no inline style, so that its policy forbids both.
package web
