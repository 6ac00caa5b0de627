package story

import (
	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
)

// A Story is the course of one table.
type Story struct {
	Log    []record.Record
	Report *audit.Report
	Terms  *table.Terms // nil if the seats were never all taken
	Steps  []Step       // all steps of the log, the last one perhaps in part
	Hands  []*Hand      // the last one may be unfinished
	Signed []int        // good records of each seat
	Leaves []Stamp      // notices of seats that have left, but not for a table that goes on from this one
	// Blame is the fault that ends the log, nil if there is none.
	Blame *audit.BlameError
}

// A Hand is one deal, from its shuffle to its receipts.
type Hand struct {
	Number   int
	Active   []int // seats that play it, ascending
	Moments  []Moment
	Result   *table.Result // nil while it is not settled
	Receipts []Stamp

	from  []int             // scores before it, by seat
	final rules.Observation // all cards that became public in it
	seen  [][]int           // by seat and slot: the moment at which the seat saw the card, or never
}

const never = -1

// A Stamp is a seat's signed record with the time that it claims.
type Stamp struct {
	Seat   int
	Record int    // from 1
	Time   uint64 // seconds since 1970
}

// Kind is the kind of what happens.
type Kind string

// The kinds of moments, and of events ([Event]).
const (
	Begun    Kind = "begun"    // a hand begins
	Drawn    Kind = "drawn"    // a seat is drawn by lot to open the first hand
	Shuffled Kind = "shuffled" // seats have shuffled a stack, and proved it
	Redone   Kind = "redone"   // a shuffle goes on from an earlier stack, as those behind it are void
	Covered  Kind = "covered"  // the others begin to act for a seat whose node is away
	Back     Kind = "back"     // that seat acts for itself again
	Again    Kind = "again"    // seats of two nodes were voted away: nobody is covered, and they owe the same once more
	Opened   Kind = "opened"   // cards were dealt, drawn, turned up, taken up or shown, or a stand-in is about to play them
	Moved    Kind = "moved"    // a seat has made a move, or its stand-in for it
	Settled  Kind = "settled"  // the hand is counted
	// No moment of a hand has these.
	Left    Kind = "left"    // a seat has left
	Started Kind = "started" // all have signed that they play
	Stacked Kind = "stacked" // a seat has made its stack, or it was voted away
	Proved  Kind = "proved"  // those who have shuffled have proved it
	Signed  Kind = "signed"  // all have signed the result of a hand
)

// A Moment is one event, and the table after it.
type Moment struct {
	Kind   Kind
	Step   uint64
	Record int // the record that caused it, from 1

	Seat    int                // the seat that moved, was drawn, is covered or is back, or whose stand-in plays what is opened; otherwise rules.None
	Seats   []int              // those that have shuffled, that say that the seat is away, or that owe once more
	Slept   []int              // those without a hand key when the cards were dealt: their stand-ins play the hand
	Move    string             // the text of the move
	StandIn bool               // the stand-in has made it, not the player
	Missed  []table.PlayedMove // of the stand-in, for a seat that is back
	Named   []rules.Slot       // the cards that the text names, in its order
	Why     rules.Why          // the purpose of opened cards
	Cards   []rules.Opening    // opened
	Stack   int                // number of cards shuffled
	Again   bool               // public cards were shuffled, not the whole deck

	position rules.Position
	before   rules.Position // nil in the first moment of a hand
	public   rules.Observation
}

// Scores are the totals before the hand, by seat.
func (h *Hand) Scores() []int { return h.from }

// Moves counts the moves of the hand.
func (h *Hand) Moves() int {
	n := 0
	for _, m := range h.Moments {
		if m.Kind == Moved {
			n++
		}
	}
	return n
}

// Name is the name of a seat for sentences and lists ([record.ShowName]); "nobody" for
// [rules.None].
func (s *Story) Name(seat int) string {
	if seat < 0 || seat >= len(s.Report.Seats) {
		return "nobody"
	}
	return record.ShowName(s.Nickname(seat))
}

// Nickname is the unchanged name of a seat: data, not for sentences.
func (s *Story) Nickname(seat int) string { return s.Report.Seats[seat].Name }

// Nicknames lists the nicknames of seats.
func (s *Story) Nicknames(seats []int) []string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = s.Nickname(seat)
	}
	return names
}

// Title is the title of the game, or its plain name if the seats were never taken.
func (s *Story) Title() string {
	if s.Terms == nil {
		return s.Report.Game
	}
	return s.Terms.Rules.Title
}

// Violations lists the violations of rules about hidden cards in a hand.
func (s *Story) Violations(h *Hand) []audit.Violation {
	for _, r := range s.Report.Hands {
		if r.Hand == h.Number {
			return r.Violations
		}
	}
	return nil
}

// Covered lists what the others have done in a hand for seats whose nodes were away.
func (s *Story) Covered(h *Hand) []audit.Covering {
	for _, r := range s.Report.Hands {
		if r.Hand == h.Number {
			return r.Covered
		}
	}
	return s.Report.Running
}

// Parent is the table that this one continues, the zero hash for none.
func (s *Story) Parent() (parent record.Hash) {
	if s.Report.Parent != nil {
		parent = s.Report.Parent.Table
	}
	return parent
}
