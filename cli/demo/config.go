package demo

import (
	"io"
	"time"
)

// Config says what to play and where.
type Config struct {
	Game     string
	Seats    int
	Set      map[string]string // options as they are typed
	Strength string            // of the computer players
	Keep     string            // the folder for the homes; "" for one that is removed afterwards
	LAN      bool              // use the real network
	Program  string            // the program to run; "" for the running one
	Progress io.Writer         // lines for people
}

// A Result is the outcome of a demonstration.
type Result struct {
	Table    string
	Winners  []string
	Hands    int
	Moves    int
	Network  string        // where the daemons talked, in words
	Up       time.Duration // from the first start until all daemons answered
	Met      time.Duration // from then until each knew all others
	Dealt    time.Duration // from the roster to the first dealt hands
	Played   time.Duration // from the roster to the end
	Shuffles []time.Duration
	Draws    []time.Duration // from a move to the card it drew
	Log      []byte          // as exported
}

// Time limits.
const (
	upTime   = 15 * time.Second
	meetTime = 8 * time.Second
	signTime = time.Minute // to collect the receipts of the last hand once the game is over
	joinTime = 10 * time.Second
	endTime  = 5 * time.Second // for a daemon to end
)

var names = []string{
	"ana", "ben", "cleo", "dan", "eva", "finn", "gina",
	"hugo", "ida", "jon", "kim", "leo", "mia", "noa",
}
