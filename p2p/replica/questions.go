package replica

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"time"

	"fives/engine/table"
)

// Limits of the questions of one seat.
const (
	maxAsks  = 4           // kept
	askEvery = time.Second // between two that are new: each makes all nodes answer
)

// questions are those that nodes put after a start: this node's own first, while it
// is not ready, then others'.
type questions struct {
	list  []Ask
	ready bool // this node may sign: see the package documentation
}

func (a Ask) same(b Ask) bool { return a.Seat == b.Seat && a.Nonce == b.Nonce }

// put begins the question that a replica puts to the others before it signs.
func (q *questions) put(seats *seating, rand io.Reader) {
	var nonce [8]byte
	if _, err := rand.Read(nonce[:]); err != nil {
		panic(fmt.Sprintf("replica: no randomness: %v", err))
	}
	q.list = []Ask{{Seat: uint64(seats.local[0].seat), Nonce: binary.BigEndian.Uint64(nonce[:]), Heard: seats.own()}}
}

// find returns a question that is kept, nil if it is not.
func (q *questions) find(a Ask) *Ask {
	if i := slices.IndexFunc(q.list, a.same); i >= 0 {
		return &q.list[i]
	}
	return nil
}

func (q *questions) drop(which func(Ask) bool) { q.list = slices.DeleteFunc(q.list, which) }

// keep keeps a new question, which some seats have heard, in place of the oldest of
// the same seat if there are too many.
func (q *questions) keep(a Ask, heard uint64) {
	of := func(b Ask) bool { return b.Seat == a.Seat }
	n := 0
	for _, b := range q.list {
		if of(b) {
			n++
		}
	}
	if n >= maxAsks {
		i := slices.IndexFunc(q.list, of)
		q.list = slices.Delete(q.list, i, i+1)
	}
	q.list = append(q.list, Ask{Seat: a.Seat, Nonce: a.Nonce, Heard: heard})
}

// unheard lists the active seats whose nodes have not answered this node's question,
// or whose records have not been caught up with.
func (q *questions) unheard(t *table.Table, seats *seating) []int {
	if q.ready {
		return nil
	}
	var heard uint64
	for _, a := range q.list {
		if seats.isLocal(int(a.Seat)) {
			heard |= a.Heard
		}
	}
	var missing []int
	for _, i := range active(t) {
		if !seats.isLocal(i) && !t.HasLeft(i) && heard&(1<<i) == 0 {
			missing = append(missing, i)
		}
	}
	return missing
}

// active lists the seats that play in the running hand: before the first, all.
func active(t *table.Table) []int {
	if pos := t.Position(); pos != nil {
		return pos.Status().Active
	}
	return t.Terms().Everybody()
}
