// Command pictures makes the pictures of the README: it plays with the real program as people
// would, and keeps what they see.
//
//	go run ./cmd/pictures -fives bin/fives -game all-fives -into cmd/pictures
//
// table.svg is a hand in the full-screen table, from the first start on; the picture moves.
// report.png is the page that export --html writes, as Chromium shows it. phone.png and
// browser.png are a table in a browser (fives open), on a screen the size of a phone and on a
// desk. screen-720.png, screen-1080.png and screen-2160.png are the same table on the screen of
// a room (fives open --screen). invitation.svg is what the key i shows. guest.png, the page to which
// it leads, is taken by hand in a browser, in real time: in the time that Chromium makes up for a
// picture, the program of the page does not arrive. The folder screens has the golden screens of cli/tui, without colours:
//
//	go run ./cmd/pictures -screens cli/tui/testdata -into cmd/pictures/screens
//
// The daemons talk on the loopback interface only, in homes that are removed afterwards.
//
// # Beside the reference
//
// Whoever changes how the page or the television look can see all of it at once:
//
//	make look LOOK=FOLDER
//
// A test then plays an evening of six people and puts a picture of each screen into a folder, at
// 360 × 640, 390 × 844 and 1280 × 800, light and dark, and of the television at its three sizes.
// If FIVES_DRAWINGS names the folder of the drawings after which they were made, beside.html has
// each beside its own. Nothing of it is kept in the tree. What differs from the drawings, and why:
//
//	screen         differs                              because
//	every table    the bar has all facts of the rules   the page knows no game, and cannot say which matter
//	people         sign and colour by name, not seat    the same person is the same on every screen
//	landing        two pages: who invites, then a name  the first loads at once, without the program
//	lobby          games have letters, not icons        a new game needs no drawing
//	new table      the game is chosen from a list,      one form for all games, also in the terminal;
//	               seats are numbers                    a list takes one line on a phone
//	waiting room   nobody says "ready"; the ways to     a game begins with the last chair
//	               begin are the host's
//	five-hint      the hint's move is the dock          one button that says what it does
//	moves          one line for each move, on cloth     rules name moves; only they could group them
//	tricks         no empty place for one's own card    the dock names the card that was chosen
//	result         who did best, not how; nobody waits  the reasons stand beside the names; the next
//	               for the others' "ready"              hand comes when this page has been read
//	over           places and points, no hand in which  not every game puts people out
//	               somebody was out
//	standings      games won, no points for places      what has been signed are winners
//	offline        piles stay bright                    one can still move; it is sent later
//	tv             the address has a port and a path    the code of an invitation is part of it
package main
