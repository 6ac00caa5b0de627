// Package shown is what every front end shows of a table, before it is drawn: the seats
// ([Seats]), whose turn it is ([Turn]), what was done ([Moment]), what is wrong
// ([Troubles]), what a hand brought ([Results]), the moves and the cards that they use
// ([Choices]), the terms of a new table ([Form]), the games of the past ([Tally]), the
// places of a verified log ([Places]) and the page of a game ([Parts]).
//
// It draws nothing and knows no game: cli/draw arranges it as text, cli/tui on the full
// screen, cli/web in a page. The texts of a table are clean, as the client of
// p2p/control brings them.
package shown
