// Package report writes what a log proves as one web page that needs nothing
// else: no network, no font, no other file.
//
// [Write] takes the stories of verified logs (engine/story) and draws players,
// the course of the scores, every hand card by card, and the proofs that were
// checked. It knows no game: zones, facts and titles come from the rule sets,
// moves are texts in a game's own notation.
//
//	stories, err := story.Read(logs, games.Find, audit.Options{Parallel: cores.Parallel})
//	if err == nil {
//		err = report.Write(w, stories, report.Options{Zone: time.Local})
//	}
//
// Names and moves are chosen by other people. They reach the page through
// html/template only; what bypasses its escaping is made of cards (cli/cards),
// or a [Panel], which escapes logs itself. A content security policy forbids
// whatever the page does not need, and allows the one style sheet by its hash.
//
// With [Options].Check the page carries its log and the verifier, and its reader can
// check everything again, offline; the one script is allowed by its hash. Without it, the
// page runs none.
//
// A [Panel] is the part of a web page in which its reader checks logs: in the browser, by
// the program cmd/proof, with nothing sent anywhere. It brings the logs with it, as a report
// does, or lets its reader choose files or drop them there, as the page of an invitation
// does. The page allows what [Panel.Policy] says in its content security policy, connect-src
// 'self' too if At is set, and has [PanelStyle] in a style sheet; that takes the colours
// --panel, --rule, --soft, --accent, --good and --bad from the page.
//
// check.js is one script for two places: on the page it starts itself again as a worker,
// from a blob, because a page that was opened from a file has no address for one; and
// there it runs the program. It writes nothing but text into the page. Logs hold what
// other people have written, so they are escaped as every text is.
//
// Elements with data-part, the name of a log, and within them those with data-check,
// a key of the verdict on it, and data-value, are what the page says of the log: each is
// marked when it is the same in the log that was checked.
//
// page.html is the frame, style.css the looks: light and dark, from 320 pixels
// on, on paper with a page for each hand.
package report
