// Package check is the part of a web page in which its reader checks logs: in the
// browser, by the program cmd/proof, with nothing sent anywhere.
//
// A [Panel] brings the logs with it, as a report does, or lets its reader choose files
// or drop them there:
//
//	panel := check.Panel{Program: program, Logs: logs}      // report
//	panel := check.Panel{Program: program, At: "/proof.wasm"} // a page that is served
//	html, err := panel.HTML()
//
// The page allows what [Panel.Policy] says in its content security policy, connect-src
// 'self' too if At is set, and has Style in a style sheet; that takes the colours
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
package check
