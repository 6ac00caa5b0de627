// Package say says in words what tables, games and people are, and what the daemon and
// the audit say in codes and data. The commands, the full-screen table, the pages, replay and
// report all take their phrases from here, so that one thing is called the same everywhere.
//
// A sentence in which cards may be is a [fives/engine/card.Sentence]; what happens in a game
// is said by [fives/engine/story.Event], live as in its log. Whoever shows them has a pen of
// their own.
//
// What the client of the control interface brings is clean already. Names of people
// stand in sentences as [Name] writes them; what comes from elsewhere is made safe
// for a terminal with [Clean].
package say
