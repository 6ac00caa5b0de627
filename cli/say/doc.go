// Package say puts into words what tables, games and people are, and what the daemon and the
// audit say in codes and data. The commands, the full-screen table, the pages, replay and
// report all take their phrases from here, so that one thing is called the same everywhere.
//
// A sentence that may hold cards is a [fives/engine/card.Sentence]; what happens in a game is
// told by [fives/engine/story.Event], live as well as from its log. Each front end writes them
// with its own pen.
//
// What the client of the control interface brings is clean already. Names of people stand in
// sentences as [Name] writes them; what comes from elsewhere is made safe for a terminal with
// [Clean].
package say
