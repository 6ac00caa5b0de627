package ahead

import (
	"sync"

	"fives/crypto/signature"
	"fives/engine/reading"
	"fives/engine/record"
	"fives/engine/table"
)

// Sizes of the groups that are verified together, in bytes of payloads: a byte is about as
// much work in each kind of record. Larger groups are less work in all; smaller ones show a
// false record sooner, and are shared more evenly.
const (
	enough = 24 << 10 // a third of a hand, or the passes of a shuffle
	most   = 512 << 10
	long   = 2 << 10 // a payload of more is a pass
)

// Each of those who take part, and each group whose signatures wait, reads a group
// further behind a false record.
const (
	workers  = 8
	unsigned = 4
)

// Run calls next until there are no more records, and take for each of them, in their
// order; no two of these calls are made at a time. take assumes a record, and returns
// the claim by which it did; the zero Claim stands for what needs no verification.
// To read the records and to verify the claims is done beside that, in groups. The
// signatures wait a little, so that there is something to do for those who come to the
// end first.
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

	mu       sync.Mutex      // held while somebody is at the log
	taken    chan struct{}   // closed when all groups so far are taken
	unsigned [][]table.Claim // groups whose signatures are not verified
	err      error
}

// A group is of records that follow each other.
type group struct {
	records []record.Record
	before  <-chan struct{} // closed when those before them are taken
	taken   chan<- struct{} // to be closed when these are
}

// work returns what is to be done next, which says whether it finds all good; nil if
// nothing is left to do, or anything is wrong.
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

// group returns the next records. The passes of a shuffle stay together, because they
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

// takeAll takes a group when it is its turn. It returns the claims, none if anything is
// wrong.
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

// fail notes the first thing that is wrong.
func (l *log) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
	}
}
