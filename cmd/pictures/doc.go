// Command pictures makes the pictures of the README: it plays with the real program as people
// would, and keeps what they see.
//
//	go run ./cmd/pictures -fives bin/fives -game all-fives -into cmd/pictures
//
// table.svg is a hand in the full-screen table, from the first start on; the picture moves.
// report.png is the page that export --html writes, as Chromium shows it. phone.png and
// browser.png are a table in a browser (fives open), on a screen the size of a phone and on a
// desk. screen-720.png, screen-1080.png and screen-2160.png are the same table on the screen of
// a room (fives screen). invitation.svg is what the key i shows, and guest.png the page to
// which it leads. The folder screens has the golden screens of cli/tui, without colours:
//
//	go run ./cmd/pictures -screens cli/tui/testdata -into cmd/pictures/screens
//
// The daemons talk on the loopback interface only, in homes that are removed afterwards.
package main
