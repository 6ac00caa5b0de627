package ahead

import (
	"sync"

	"fives/crypto/signature"
	"fives/engine/reading"
	"fives/engine/record"
	"fives/engine/table"
)

// Sizes of the groups that are verified together, in bytes of payloads: a byte is about as
// much work in each kind of record. Larger groups are less work in total; smaller ones are
// shared more evenly, and a false record is found sooner.
const (
	enough = 24 << 10 // a third of a hand, or the proofs of a shuffle
	most   = 512 << 10
	long   = 2 << 10 // only those of stacks and their proofs are longer
)

// Limits on the work that is read in advance: every worker, and every group with signatures
// still to verify, may be one group past a false record.
const (
	workers  = 8
	unsigned = 4
)

// Run calls next until there are no more records, and take for each record in order; it
// makes one of these calls at a time. take assumes a record and returns its claim, or the
// zero Claim if there is nothing to verify. Meanwhile workers read records and verify claims
// in groups. Some signatures are left for later, as work for those who reach the end of the
// log first.
//
// Run returns the first error of take, or [table.ErrAssumed] if a claim was false; then
// the table is of no use.
//
// parallel calls its function with 0 to n-1, in any order or at the same time, and
// returns when all are done.
func Run(parallel func(n int, f func(i int)), next func() (r record.Record, more bool), take func(reading.Reading) (table.Claim, error)) error {
	l := &log{next: next, take: take, taken: make(chan struct{})}
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

// A log is run through once.
type log struct {
	next func() (record.Record, bool)
	take func(reading.Reading) (table.Claim, error)
	keys signature.Keys // of the seats

	mu       sync.Mutex      // held for next, take and the fields below
	taken    chan struct{}   // closed when all groups so far are taken
	unsigned [][]table.Claim // groups with signatures still to verify
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
	if len(l.unsigned) < unsigned {
		if g := l.group(); g.records != nil {
			return func() bool { return table.Proved(l.takeAll(g, read(g.records))) }
		}
	}
	if len(l.unsigned) > 0 {
		claims := l.unsigned[0]
		l.unsigned = l.unsigned[1:]
		return func() bool { return table.Signed(claims, &l.keys) }
	}
	return nil
}

// group returns the next records. The proofs of a shuffle stay together, because they
// are cheaper to verify together.
func (l *log) group() (g group) {
	for size := 0; size < most; {
		r, more := l.next()
		if !more {
			break
		}
		g.records, size = append(g.records, r), size+len(r.Payload)
		if size >= enough && len(r.Payload) <= long {
			break
		}
	}
	taken := make(chan struct{})
	g.before, g.taken, l.taken = l.taken, taken, taken
	return g
}

func read(records []record.Record) []reading.Reading {
	readings := make([]reading.Reading, len(records))
	for i, r := range records {
		readings[i] = reading.Read(r)
	}
	return readings
}

// takeAll waits for its turn and takes a group. It returns the claims, none after an
// error.
func (l *log) takeAll(g group, readings []reading.Reading) (claims []table.Claim) {
	<-g.before
	defer close(g.taken)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range readings {
		if l.err != nil {
			return nil
		}
		var c table.Claim
		c, l.err = l.take(r)
		claims = append(claims, c)
	}
	l.unsigned = append(l.unsigned, claims)
	return claims
}

// fail keeps the first error.
func (l *log) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
	}
}
