// Package scenario plays games from files, without network or cryptography. A file has a
// rule set, seats, stacked decks and moves; the output has one JSON object in a line for
// each move, and is compared with the file's expectations. Scenarios serve to test rules
// and to report bugs in them.
//
// A [Scenario] is a file that has been read and is valid. [Scenario.Run] plays it into a
// [Report], whose [Line] values are the output. [Random] plays a game among computer
// players instead, and its [Scenario] replays to the same lines. [Strength] compares
// computer players over many games.
//
// The format is read strictly: unknown or doubled keys and values of another type make a
// file invalid. Where its specification is silent: "note" at the top of a file is a remark
// for its readers; options, decks and moves may be left out. In "expect", at any depth, a
// key is unknown if no output line of the game can have it in that place, and so is the
// name of somebody who does not play. A known key that the line lacks is a difference, even
// if the expected value is null.
//
// With the move "stand-in", the stand-in plays for the seat, as if the seat's device were
// away: the cards that it plays are opened to everybody, and the output line has the move
// that it makes.
//
// The shortest use:
//
//	s, err := scenario.Parse(file)
//	if err != nil { … }           // no valid scenario
//	report, err := s.Run(false)   // an error here is a bad deck
//	for _, l := range report.Lines {
//		json.NewEncoder(os.Stdout).Encode(l)
//	}
package scenario
