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
// or the panel (cli/check), which escapes logs itself. A content security policy forbids
// whatever the page does not need, and allows the one style sheet by its hash.
//
// With [Options].Check the page carries its log and the verifier, and its reader can
// check everything again, offline; the one script is allowed by its hash. Without it, the
// page runs none.
//
// page.html is the frame, style.css the looks: light and dark, from 320 pixels
// on, on paper with a page for each hand.
package report
