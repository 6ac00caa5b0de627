// Package report writes what a log proves as one web page that needs nothing else: no network,
// no font, no other file.
//
// [Write] takes the stories of verified logs (engine/story) and draws the players, how the
// scores went, every hand card by card, and the proofs that were checked. It knows no game:
// zones, facts and titles come from the rule sets, moves are texts in a game's own notation.
//
//	stories, err := story.Read(logs, games.Find, audit.Options{Parallel: cores.Parallel})
//	if err == nil {
//		err = report.Write(ctx, w, stories, report.Options{Zone: time.Local})
//	}
//
// Names and moves are chosen by other people. They reach the page through html/template only;
// what bypasses its escaping is made from cards (cli/cards), or is a [Panel], which escapes
// logs itself. A content security policy forbids whatever the page does not need, and allows
// the one style sheet by its hash.
//
// With [Options].Check the page carries its log and the verifier, and its reader can check
// everything again, offline; the policy allows the one script by its hash. Without it, the page
// runs no script.
//
// A [Panel] is the part of a web page in which the reader checks logs: in the browser, with the
// program cmd/proof, and without sending anything anywhere. It brings the logs with it, as a
// report does, or lets the reader choose or drop files, as the page of an invitation does. The
// content security policy of the page must allow what [Panel.Policy] says, and also connect-src
// 'self' if At is set. A style sheet of the page must contain [PanelStyle], which takes the
// colours --panel, --rule, --soft, --accent, --good and --bad from the page.
//
// check.js is one script for two places. On the page it starts itself again as a worker, from a
// blob, because a page opened from a file has no address for one. In the worker it runs the
// program. It writes nothing but text into the page. Logs hold what other people have written,
// so they are escaped as every text is.
//
// The page marks what it says about a log with elements that have data-part, the name of the
// log. Elements within them have data-check, a key of the verdict on it, and data-value: each
// is marked when it is the same in the log that was checked.
//
// page.html is the frame, style.css the looks: light and dark, from 320 pixels on, and on paper
// with a page for each hand.
package report
