package ahead

import (
	"slices"

	"fives/crypto/signature"
	"fives/engine/table"
)

// Bounds of what is assumed. One core runs through a round in about the time in which
// three others verify one that is a little smaller: none waits for long.
const (
	first = 64 << 10 // bytes of payloads in the first round, a quarter more in the next,
	most  = 1 << 20  // and so on up to this
)

// What is verified together, in the terms of [table.Claim.Cost].
const (
	group  = 500
	signed = 4 // the signature of a record
)

// Run calls next again and again until there is no more. Each time, next takes in a
// record by a claim that it assumes, and returns the claim; the zero Claim stands for
// what needs no verification. The claims of one round are verified in groups, beside
// each other and beside the next round. Run returns the first error of next, or
// [table.ErrAssumed] if a claim was false; then the table is of no use.
//
// parallel calls its function with 0 to n-1, in any order or at the same time, and
// returns when all are done.
func Run(parallel func(n int, f func(i int)), next func() (c table.Claim, more bool, err error)) error {
	r := round{next: next, more: true}
	var keys signature.Keys // of the seats
	for size := first; r.more || len(r.groups) > 0; size = min(size*5/4, most) {
		groups := r.groups
		good := make([]bool, len(groups))
		parallel(1+len(groups), func(i int) {
			if i == 0 {
				r.run(size)
			} else {
				good[i-1] = table.Hold(groups[i-1], &keys)
			}
		})
		if r.err != nil {
			return r.err
		}
		if slices.Contains(good, false) {
			return table.ErrAssumed
		}
	}
	return nil
}

// A round is the part of a log that was run through last.
type round struct {
	next   func() (table.Claim, bool, error)
	groups [][]table.Claim
	more   bool
	err    error
}

// run takes in records with so many bytes, and one more. The passes of a shuffle stay
// together.
func (r *round) run(size int) {
	r.groups = nil
	var claims []table.Claim
	cost := 0
	for r.more && r.err == nil && size > 0 {
		var c table.Claim
		if c, r.more, r.err = r.next(); !r.more {
			break
		}
		claims, cost = append(claims, c), cost+c.Cost()+signed
		size -= c.Size()
		if cost >= group && !c.IsPass() {
			r.groups, claims, cost = append(r.groups, claims), nil, 0
		}
	}
	if claims != nil {
		r.groups = append(r.groups, claims)
	}
}
