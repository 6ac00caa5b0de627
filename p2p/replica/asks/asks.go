// Package asks keeps the questions that nodes put to each other after a start,
// before they sign anything (PROTOCOL §5.3): this node's own first, while it is not
// ready, then others'. Who has heard them package replica decides.
package asks

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
)

// Most is how many questions of one seat are kept.
const Most = 4

// An Ask is the question that a node puts after each start, before it signs
// anything: what do you have? Nodes pass it on, and with it who has heard it.
type Ask struct {
	Seat  uint64 `cbor:"seat"`  // one of the seats that the asking node plays
	Nonce uint64 `cbor:"nonce"` // of this start
	// Heard is the set of seats whose nodes have heard the question, and all of
	// whose records, as they were then, the sender has.
	Heard uint64 `cbor:"heard"`
}

// Same reports whether two are the same question.
func (a Ask) Same(b Ask) bool { return a.Seat == b.Seat && a.Nonce == b.Nonce }

// A List is the questions that are kept.
type List struct {
	Ready bool // this node may sign
	all   []Ask
}

// Put begins the question that a seat puts to the others; own are all seats of its
// node.
func (l *List) Put(seat int, own uint64, rand io.Reader) {
	var nonce [8]byte
	if _, err := rand.Read(nonce[:]); err != nil {
		panic(fmt.Sprintf("asks: no randomness: %v", err))
	}
	l.all = []Ask{{Seat: uint64(seat), Nonce: binary.BigEndian.Uint64(nonce[:]), Heard: own}}
}

// All lists the questions. The list is the caller's.
func (l *List) All() []Ask { return slices.Clone(l.all) }

// Clone copies the list for a snapshot.
func (l *List) Clone() *List { return &List{Ready: l.Ready, all: l.All()} }

// Find returns a question that is kept, nil if it is not.
func (l *List) Find(a Ask) *Ask {
	if i := slices.IndexFunc(l.all, a.Same); i >= 0 {
		return &l.all[i]
	}
	return nil
}

// Drop forgets questions.
func (l *List) Drop(which func(Ask) bool) { l.all = slices.DeleteFunc(l.all, which) }

// Keep keeps a new question, which some seats have heard, in place of the oldest of
// the same seat if there are too many.
func (l *List) Keep(a Ask, heard uint64) {
	of := func(b Ask) bool { return b.Seat == a.Seat }
	n := 0
	for _, b := range l.all {
		if of(b) {
			n++
		}
	}
	if n >= Most {
		i := slices.IndexFunc(l.all, of)
		l.all = slices.Delete(l.all, i, i+1)
	}
	l.all = append(l.all, Ask{Seat: a.Seat, Nonce: a.Nonce, Heard: heard})
}

// Heard is the set of the seats that have heard the questions of some seats.
func (l *List) Heard(seats uint64) (heard uint64) {
	for _, a := range l.all {
		if seats&(1<<a.Seat) != 0 {
			heard |= a.Heard
		}
	}
	return heard
}
