package ahead

import (
	"fives/crypto/signature"
	"fives/engine/table"
)

// What is verified together, in the terms of [table.Claim.Cost]. More at a time is
// less work in all; less of it is found out sooner, and shared more evenly.
const (
	group  = 2000 // most of a hand
	signed = 4    // the signature of a record
	hashed = 1024 // so many bytes of a record are one more
)

// workers is how many may take part. To run through the log, which one does at a time,
// is a quarter of all work: more would wait, and read further behind a false record.
const workers = 6

// Run calls next again and again until there is no more, never twice at a time. Each
// time, next takes in a record by a claim that it assumes, and returns the claim; the
// zero Claim stands for what needs no verification. Whoever has called it for a group
// of records verifies their claims, while others run through the next ones. Run
// returns the first error of next, or [table.ErrAssumed] if a claim was false; then
// the table is of no use.
//
// parallel calls its function with 0 to n-1, in any order or at the same time, and
// returns when all are done.
func Run(parallel func(n int, f func(i int)), next func() (c table.Claim, more bool, err error)) error {
	l := log{next: next, more: true}
	var keys signature.Keys        // of the seats
	turn := make(chan struct{}, 1) // full while somebody is at the log
	parallel(workers, func(int) {
		good := true
		for {
			turn <- struct{}{}
			claims := l.group(good)
			<-turn
			if len(claims) == 0 {
				return
			}
			good = table.Hold(claims, &keys)
		}
	})
	return l.err
}

// A log is run through once.
type log struct {
	next func() (table.Claim, bool, error)
	more bool
	err  error
}

// group takes in the next records, none if anything is wrong; good says whether the
// caller's last ones were. The passes of a shuffle stay together.
func (l *log) group(good bool) (claims []table.Claim) {
	if l.err == nil && !good {
		l.err = table.ErrAssumed
	}
	for cost := 0; l.more && l.err == nil; {
		var c table.Claim
		if c, l.more, l.err = l.next(); l.more && l.err == nil {
			claims, cost = append(claims, c), cost+c.Cost()+signed+c.Size()/hashed
		}
		if cost >= group && !c.IsPass() {
			return claims
		}
	}
	if l.err != nil {
		return nil
	}
	return claims
}
