package ahead

import (
	"slices"
	"sync"

	"fives/crypto/signature"
	"fives/engine/record"
	"fives/engine/table"
)

// Sizes of the pieces of work, in bytes of payloads and signatures: a byte means about the
// same work in each kind of record. Records are read and taken in groups, so that workers do
// not wait long for each other. Claims are verified in batches, which may span several hands:
// one sum of many proofs is less work than many sums. Smaller batches spread more evenly over
// the cores, and a false record is found sooner.
const (
	enough = 24 << 10 // of a group: a third of a hand, or the proofs of a shuffle

	Hands  = 256 << 10 // of a batch: three or four hands
	Moment = enough    // of a batch, for a program with a single thread that has other things to do in between
)

// Batches is how far Run goes ahead of what is verified: it reads no record while those
// from the first unverified one on are so many batches, by their [Size]. So it leaves a
// false log at most so many batches and one record behind the first false record, whatever
// the cores and however late a worker is with what it has taken.
const Batches = 8

// Size is what a record counts for in a batch. No record counts for nothing, so that a limit
// on sizes is one on records, too.
func Size(r record.Record) int { return len(r.Payload) + len(r.Signature) }

const workers = 8

// Run calls next until there are no more records, and take for each record in order; it
// makes one of these calls at a time. take assumes that a record is good and returns its
// claim, or the zero Claim if there is nothing to verify. Meanwhile workers read records
// and verify claims in batches. Some signatures are left for later, as work for the workers
// that have no other.
//
// batch is the size of what is verified together, [Hands] or [Moment].
//
// Run returns the first error of take, or [table.ErrAssumed] if a claim was false; then
// the table is of no use.
//
// parallel calls its function with 0 to n-1, in any order or at the same time, and
// returns when all are done.
func Run(parallel func(n int, f func(i int)), batch int, next func() (r record.Record, more bool), take func(table.Reading) (table.Claim, error)) error {
	l := newLog(batch, next, take)
	parallel(workers, func(int) { l.run() })
	return l.err
}

// A log is one run through a log.
type log struct {
	batch int
	next  func() (record.Record, bool)
	take  func(table.Reading) (table.Claim, error)
	keys  signature.Keys // of the seats

	mu       sync.Mutex // held for next, take and the fields below
	change   *sync.Cond // a piece of work is done
	busy     int        // pieces of work that are being done
	ended    bool       // there are no more records
	ahead    int        // size of the records from the first unverified one on
	unproved []*group   // whose proofs are still to be verified
	size     int        // of these
	open     []*batch   // from the first that is not verified on
	unsigned []*batch   // whose signatures are still to be verified
	last     *group
	err      error
}

// A group is a sequence of records, and their claims once they are taken.
type group struct {
	records []record.Record
	size    int
	claims  []table.Claim
	taken   chan struct{} // closed when this group and those before it are taken
}

// A batch is what is verified together.
type batch struct {
	claims []table.Claim
	size   int
	left   int // of its proofs and its signatures, how many are still to be verified
}

func newLog(size int, next func() (record.Record, bool), take func(table.Reading) (table.Claim, error)) *log {
	l := &log{batch: size, next: next, take: take, last: &group{taken: make(chan struct{})}}
	l.change = sync.NewCond(&l.mu)
	close(l.last.taken)
	return l
}

// run works until nothing is left to do.
func (l *log) run() {
	for do := l.work(); do != nil; do = l.work() {
		do()
	}
}

// work returns the next piece of work; nil if there will be no more, or after an error.
// While others are busy, there may be more.
func (l *log) work() (do func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.err == nil {
		if do = l.choose(); do != nil {
			l.busy++
			return do
		}
		if l.busy == 0 {
			return nil
		}
		l.change.Wait()
	}
	return nil
}

// choose returns a piece of work, if there is one now.
func (l *log) choose() (do func()) {
	if l.size >= l.batch {
		return l.prove(l.size)
	}
	if g, before := l.group(), l.last.taken; g != nil {
		l.last = g
		return func() { l.takeAll(g, read(g.records), before) }
	}
	if l.size > 0 { // nothing to read, and other workers may have nothing else to do
		return l.prove(max(l.size/2, l.batch/4))
	}
	if len(l.unsigned) > 0 {
		b := l.unsigned[0]
		l.unsigned = slices.Delete(l.unsigned, 0, 1)
		return func() { l.verified(b, table.Signed(b.claims, &l.keys)) }
	}
	return nil
}

// prove makes a batch of at least that size, or of all there is, from the unproved groups,
// and returns the work of verifying its proofs. Its signatures are left for later.
func (l *log) prove(size int) (do func()) {
	b := &batch{left: 2}
	n := 0
	for ; n < len(l.unproved) && b.size < size; n++ {
		b.claims, b.size = append(b.claims, l.unproved[n].claims...), b.size+l.unproved[n].size
	}
	l.unproved, l.size = slices.Delete(l.unproved, 0, n), l.size-b.size
	l.open, l.unsigned = append(l.open, b), append(l.unsigned, b)
	return func() { l.verified(b, table.Proved(b.claims)) }
}

// group returns the next records, nil if there are none or what is ahead is too much.
func (l *log) group() *group {
	g := &group{taken: make(chan struct{})}
	for g.size < enough && l.ahead < Batches*l.batch && !l.ended {
		r, more := l.next()
		if !more {
			l.ended = true
			break
		}
		g.records, g.size, l.ahead = append(g.records, r), g.size+Size(r), l.ahead+Size(r)
	}
	if g.records == nil {
		return nil
	}
	return g
}

func read(records []record.Record) []table.Reading {
	readings := make([]table.Reading, len(records))
	for i, r := range records {
		readings[i] = table.Read(r)
	}
	return readings
}

// takeAll waits for the group before and takes this one, whose claims are then to be
// verified.
func (l *log) takeAll(g *group, readings []table.Reading, before <-chan struct{}) {
	<-before
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.done()
	defer close(g.taken)
	for _, r := range readings {
		if l.err != nil {
			return
		}
		var c table.Claim
		if c, l.err = l.take(r); l.err == nil {
			g.claims = append(g.claims, c)
		}
	}
	l.unproved, l.size = append(l.unproved, g), l.size+g.size
}

// verified takes the result for the proofs or the signatures of a batch. What is verified
// is no longer ahead once everything before it is.
func (l *log) verified(b *batch, good bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.done()
	if !good && l.err == nil {
		l.err = table.ErrAssumed
	}
	b.left--
	for len(l.open) > 0 && l.open[0].left == 0 {
		l.ahead -= l.open[0].size
		l.open = slices.Delete(l.open, 0, 1)
	}
}

// done counts a piece of work that is done.
func (l *log) done() {
	l.busy--
	l.change.Broadcast()
}
