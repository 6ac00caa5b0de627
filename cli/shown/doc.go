// Package shown says what every front end shows, before it is drawn. For a table, that is the
// seats ([Seats]), the turn ([Turn]), the last move ([Did]), how it stands ([Of]), results
// ([Results]), and the legal moves with their cards ([Choices]). It also has the terms of a new
// table ([Form]), the games of the past ([Tally]), the places of a verified log ([Places]) and
// the page of a game ([Parts]), and what a settled hand teaches ([Teach]). It reads
// the little Markdown that the files of the games and the lessons use: headings, paragraphs of
// one line, lists, tables, and blocks of code ([Blocks]).
//
// It draws nothing and knows no game: cli/draw arranges it as text, cli/tui on the full screen,
// cli/web in a page. The texts of a table are clean, as the client of p2p/control brings them.
package shown
