package rules

import (
	"fmt"
	"slices"
)

// Carry is the state that one hand passes to the next, and a table to its continuation
// (SPEC §5.3). It holds everything that a rule set needs besides its options.
type Carry struct {
	Hands  int   `cbor:"hands" json:"hands"`   // hands settled so far
	Scores []int `cbor:"scores" json:"scores"` // totals, by seat
	Next   int   `cbor:"next" json:"next"`     // the seat whose duty opens the next hand: it starts, deals or leads (rule page)
}

// Keep returns the carry-over for a table of the given seats only (ascending numbers of the
// old table). They keep their order and are renumbered. The duty of a seat that is not
// among them passes clockwise.
func (c Carry) Keep(seats []int) Carry {
	k := Carry{Hands: c.Hands}
	for i, s := range seats {
		k.Scores = append(k.Scores, c.Scores[s])
		if s < c.Next {
			k.Next = i + 1
		}
	}
	if k.Next == len(seats) {
		k.Next = 0
	}
	return k
}

// Equal reports whether two carry-overs are the same.
func (c Carry) Equal(d Carry) bool {
	return c.Hands == d.Hands && c.Next == d.Next && slices.Equal(c.Scores, d.Scores)
}

// most bounds the numbers of a carry-over, so that a hand can add to them on machines where
// an int has 32 bits.
const most = 1 << 30

// Check refuses a carry-over that cannot come from a game with that number of seats.
func (c Carry) Check(seats int) error {
	if len(c.Scores) != seats || c.Next < 0 || c.Next >= seats || c.Hands < 0 || c.Hands > most {
		return fmt.Errorf("rules: the carry-over does not fit %d seats", seats)
	}
	for _, s := range c.Scores {
		if s < -most || s > most {
			return fmt.Errorf("rules: a score of %d", s)
		}
	}
	return nil
}
