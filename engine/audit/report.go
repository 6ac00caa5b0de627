package audit

import (
	"encoding/hex"
	"fmt"
	"strings"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
)

// A Report says what a log proves, as far as it is good.
type Report struct {
	Table   record.Hash
	Game    string // name of the rule set
	Options rules.Options
	Time    uint64 // as the proposer claims, in seconds since 1970; 0 in a continuation
	Seats   []Seat
	Cover   bool          // the others cover for a seat whose node is away
	Parent  *table.Parent // set if the table continues another one

	Hands   []HandResult
	Running []Covering // in the hand that is not settled
	Again   []Again    // steps that were owed again
	Moves   int
	Checked Counts
	Winners []int // nil while the game is not won
	Head    record.Hash
	Step    uint64

	Over       bool     // the game came to its end
	Unfinished []string // who owes what, empty for a log with a complete ending
	Unsigned   []int    // seats that have not receipted the hand that ended the game
	Left       []int    // seats that have left by a signed notice
	Alone      bool     // one seat: the log proves legal play only
	Evidence   bool     // the file ends with the proof of a fault
	Err        error    // what is wrong with the log; nil if it is good as far as it goes

	// What other logs say of this one (see [Link]).
	Continued bool // one of them goes on from here
	Isolated  bool // another log of the table prevails, which covers for a seat whose own record this one has
	Stands    int  // in both cases, how many of the Hands stand: later ones do not count
	Orphan    bool // the log that this one goes on from is not among them: its first scores are claims
	// NeverBegan says that nobody has played in this one, and that the others went on without it.
	NeverBegan bool
	// Split lists the tables at which players went on separately from this one, nobody at
	// two of them.
	Split []Branch
	// Sisters are the tables at which others went on, apart, from the table that this one
	// goes on from. If its log is missing, that is only what all of them claim.
	Sisters []Branch

	begun   bool // somebody has played at the table that goes on from here
	state   *table.Table
	records []record.Record // of the file, as far as they are good
	parents []*Report       // the logs from which this one goes on
}

// A Seat is a player as the log knows it.
type Seat struct {
	Name        string
	Key         record.Key
	Fingerprint string
	BotOf       string // for a computer player: the name of its host, or its fingerprint
	Strength    string // how well it plays, as its host claims; "" if the host does not say
	// Tenures lists who has had the seat in the game, one after the other; the last is this
	// player. They go back as far as the logs do (see [Link]).
	Tenures []Tenure
}

// A Branch is one of several tables that go on from the same table.
type Branch struct {
	Table record.Hash
	Hands int // settled in the game before it
}

// An Again is a step in which records of seats of two nodes were voted away, so that nobody
// was covered and they owed the same once more (SPEC §10.3).
type Again struct {
	Step  uint64
	Seats []int
}

// A HandResult is a settled hand.
type HandResult struct {
	rules.Settlement
	Moves      int
	Head       record.Hash // the head that its receipts attest
	Receipts   int
	Covered    []Covering // in the order of the seats; none where nobody was
	Violations []Violation
}

// A Violation is a broken hidden-card rule, found when the hand was shown.
type Violation struct {
	Record int // of the move, counted from 1
	Seat   int
	Name   string
	Rule   string
}

// String says who is at fault and why, in the form of all faults.
func (b Violation) String() string {
	return fmt.Sprintf("%s is at fault at record %d: %s", record.ShowName(b.Name), b.Record, b.Rule)
}

// Counts are the statements and proofs that were checked.
type Counts struct {
	Records    int
	Signatures int // of records, notices and computer players' certificates
	Keys       int // hand keys, each with a proof of possession
	Seals      int // sealing keys, likewise
	Pieces     int // commitments to pieces of hand keys
	Shuffles   int // stacks of shuffles, each with an argument
	Shares     int // decryption shares, including those with which others cover for a seat
	Openings   int // proofs that cover them
	Receipts   int
	Votes      int // that a seat is away
}

// Violations lists the violations of all hands.
func (r *Report) Violations() []Violation {
	var all []Violation
	for _, h := range r.Hands {
		all = append(all, h.Violations...)
	}
	return all
}

// OK reports whether nothing is wrong with the log, nobody is at fault, and the log has a
// complete ending or needs none.
func (r *Report) OK() bool {
	return r.Err == nil && len(r.Violations()) == 0 && (len(r.Unfinished) == 0 || r.Elsewhere())
}

// Elsewhere reports whether the log needs no ending of its own, because another one
// continues it or prevails over it, or because nobody has played in it.
func (r *Report) Elsewhere() bool { return r.Continued || r.Isolated || r.NeverBegan }

// State is the table at the end of what was checked; nil if its seats were not
// all taken.
func (r *Report) State() *table.Table { return r.state }

// Pin checks that the seat with that name has that key, given as a whole fingerprint or as
// the key in hexadecimal, grouped or not, in upper or lower case.
func (r *Report) Pin(name, fingerprint string) error {
	want, _ := record.Digits(fingerprint)
	for _, s := range r.Seats {
		if s.Name != name {
			continue
		}
		whole, _ := record.Digits(s.Fingerprint)
		switch {
		case want == whole || want == hex.EncodeToString(s.Key[:]):
			return nil
		case want != "" && strings.HasPrefix(whole, want):
			return fmt.Errorf("audit: %s is only the beginning of a fingerprint, which has %d digits", fingerprint, record.FingerprintDigits)
		}
		return fmt.Errorf("audit: %s has the key %s, not %s", name, s.Fingerprint, fingerprint)
	}
	return fmt.Errorf("audit: nobody at the table is called %s", name)
}
