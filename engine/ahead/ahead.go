package ahead

import (
	"slices"
	"sync"

	"fives/crypto/signature"
	"fives/engine/record"
	"fives/engine/table"
)

// Sizes of the pieces of work, in bytes of payloads: a byte means about the same work in
// each kind of record. Records are read and taken in groups, so that workers do not wait
// long for each other. Claims are verified in batches, which may span several hands: one
// sum of many proofs is less work than many sums. Smaller batches spread more evenly over
// the cores, and a false record is found sooner.
const (
	enough = 24 << 10 // of a group: a third of a hand, or the proofs of a shuffle

	Hands  = 256 << 10 // of a batch: three or four hands
	Moment = enough    // of a batch, for a program with a single thread that has other things to do in between
)

// Limits on the work done in advance: every worker, and every batch with unverified
// signatures, may be one past a false record.
const (
	workers  = 8
	unsigned = 4
)

// Run calls next until there are no more records, and take for each record in order; it
// makes one of these calls at a time. take assumes that a record is good and returns its
// claim, or the zero Claim if there is nothing to verify. Meanwhile workers read records
// and verify claims in batches. Some signatures are left for later, as work for the workers
// that reach the end of the log first.
//
// batch is the size of what is verified together, [Hands] or [Moment].
//
// Run returns the first error of take, or [table.ErrAssumed] if a claim was false; then
// the table is of no use.
//
// parallel calls its function with 0 to n-1, in any order or at the same time, and
// returns when all are done.
func Run(parallel func(n int, f func(i int)), batch int, next func() (r record.Record, more bool), take func(table.Reading) (table.Claim, error)) error {
	l := &log{batch: batch, next: next, take: take, taken: make(chan struct{})}
	close(l.taken)
	parallel(workers, func(int) {
		for good := l.work(); good != nil; good = l.work() {
			if !good() {
				l.fail(table.ErrAssumed)
			}
		}
	})
	return l.err
}

// A log is one run through a log.
type log struct {
	batch int
	next  func() (record.Record, bool)
	take  func(table.Reading) (table.Claim, error)
	keys  signature.Keys // of the seats

	mu       sync.Mutex      // held for next, take and the fields below
	taken    chan struct{}   // closed when all groups so far are taken
	unproved []table.Claim   // whose proofs are still to be verified
	size     int             // of these
	unsigned [][]table.Claim // batches whose signatures are still to be verified
	err      error
}

// A group is a sequence of records.
type group struct {
	records []record.Record
	before  <-chan struct{} // closed when the groups before this one are taken
	taken   chan<- struct{} // to be closed when this group is taken
}

// work returns the next piece of work, a function that reports whether its claims are
// good; nil if there is no more work, or after an error.
func (l *log) work() (good func() bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return nil
	}
	if l.size >= l.batch {
		return l.prove(l.size)
	}
	if len(l.unsigned) < unsigned {
		if g := l.group(); g.records != nil {
			return func() bool { l.takeAll(g, read(g.records)); return true }
		}
	}
	if l.size > 0 { // the log ends, and other workers may have nothing else to do
		return l.prove(max(l.size/2, l.batch/4))
	}
	if len(l.unsigned) > 0 {
		claims := l.unsigned[0]
		l.unsigned = l.unsigned[1:]
		return func() bool { return table.Signed(claims, &l.keys) }
	}
	return nil
}

// prove takes a batch of at least that size, or all there is, from the unproved claims, and
// returns the work of verifying their proofs. Their signatures are left for later.
func (l *log) prove(size int) (good func() bool) {
	n, got := 0, 0
	for ; n < len(l.unproved) && got < size; n++ {
		got += l.unproved[n].Size()
	}
	claims := slices.Clone(l.unproved[:n]) // so that the others can be freed
	l.unproved, l.size = slices.Clone(l.unproved[n:]), l.size-got
	l.unsigned = append(l.unsigned, claims)
	return func() bool { return table.Proved(claims) }
}

// group returns the next records.
func (l *log) group() (g group) {
	for size := 0; size < enough; {
		r, more := l.next()
		if !more {
			break
		}
		g.records, size = append(g.records, r), size+len(r.Payload)
	}
	taken := make(chan struct{})
	g.before, g.taken, l.taken = l.taken, taken, taken
	return g
}

func read(records []record.Record) []table.Reading {
	readings := make([]table.Reading, len(records))
	for i, r := range records {
		readings[i] = table.Read(r)
	}
	return readings
}

// takeAll waits for its turn and takes a group, whose claims are then to be verified.
func (l *log) takeAll(g group, readings []table.Reading) {
	<-g.before
	defer close(g.taken)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range readings {
		if l.err != nil {
			return
		}
		var c table.Claim
		if c, l.err = l.take(r); l.err == nil {
			l.unproved, l.size = append(l.unproved, c), l.size+c.Size()
		}
	}
}

// fail keeps the first error.
func (l *log) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
	}
}
