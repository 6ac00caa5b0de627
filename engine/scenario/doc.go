// Package scenario plays games from files, with no network and no cryptography:
// a rule set, seats, stacked decks and moves go in, one JSON object a line for
// each move comes out, and what the file expects is held against it. It is how
// rules are tested and how a bug in a rule is reported.
//
// A [Scenario] is a file that has been read and found valid. [Scenario.Run]
// plays it into a [Report], whose [Line] values are the output. [Random] plays a
// game among computer players instead, and its [Scenario] replays to the same
// lines. [Strength] compares computer players over many games.
//
// The format is read to the letter: unknown or doubled keys and values of
// another type make a file invalid. Where its specification is silent: "note"
// at the top of a file is a remark for its readers; options, decks and moves may
// be left out; a key in "expect", at any depth, that no output line of the game
// can have there is unknown (so is who does not play), while one that this line
// does not have is a difference; a key whose value is expected to be null must be
// there.
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
