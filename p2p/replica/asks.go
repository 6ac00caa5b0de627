package replica

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
)

// maxAsks is how many questions of one seat are kept.
const maxAsks = 4

// An Ask is the question that a node puts after each start, before it signs
// anything: what do you have? Nodes pass it on, and with it who has heard it.
type Ask struct {
	Seat  uint64 `cbor:"seat"`  // one of the seats that the asking node plays
	Nonce uint64 `cbor:"nonce"` // of this start
	// Heard is the set of seats whose nodes have heard the question, and whose records up
	// to then the sender has in full.
	Heard uint64 `cbor:"heard"`
}

// Same reports whether two are the same question.
func (a Ask) Same(b Ask) bool { return a.Seat == b.Seat && a.Nonce == b.Nonce }

// questions are what nodes ask each other after a start, before they sign anything
// (PROTOCOL §5.3). This node's own question comes first, while it is not ready, then those
// of others. The gate decides which peers have heard them.
type questions struct {
	ready  bool // this node may sign
	halted bool // it may not sign, whoever has heard its question: see [Replica.Halt]
	list   []Ask
}

// put begins the question of a seat to the others; own are all seats of its node.
func (l *questions) put(seat int, own uint64, rand io.Reader) {
	var nonce [8]byte
	if _, err := rand.Read(nonce[:]); err != nil {
		panic(fmt.Sprintf("replica: no randomness: %v", err))
	}
	l.list = append([]Ask{{Seat: uint64(seat), Nonce: binary.BigEndian.Uint64(nonce[:]), Heard: own}}, l.list...)
}

// all lists the questions. The caller may change the list.
func (l *questions) all() []Ask { return slices.Clone(l.list) }

// clone copies the list for a snapshot.
func (l *questions) clone() *questions {
	return &questions{ready: l.ready, halted: l.halted, list: l.all()}
}

// find returns a question if it is kept, otherwise nil.
func (l *questions) find(a Ask) *Ask {
	if i := slices.IndexFunc(l.list, a.Same); i >= 0 {
		return &l.list[i]
	}
	return nil
}

// drop forgets questions.
func (l *questions) drop(which func(Ask) bool) { l.list = slices.DeleteFunc(l.list, which) }

// keep keeps a new question, which some seats have heard. If there are too many, it
// replaces the oldest one of the same seat.
func (l *questions) keep(a Ask, heard uint64) {
	of := func(b Ask) bool { return b.Seat == a.Seat }
	n := 0
	for _, b := range l.list {
		if of(b) {
			n++
		}
	}
	if n >= maxAsks {
		i := slices.IndexFunc(l.list, of)
		l.list = slices.Delete(l.list, i, i+1)
	}
	l.list = append(l.list, Ask{Seat: a.Seat, Nonce: a.Nonce, Heard: heard})
}

// heardBy returns the seats that have heard the questions of some seats.
func (l *questions) heardBy(seats uint64) (heard uint64) {
	for _, a := range l.list {
		if seats&(1<<a.Seat) != 0 {
			heard |= a.Heard
		}
	}
	return heard
}
