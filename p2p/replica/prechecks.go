package replica

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"runtime"
	"slices"

	"fives/crypto/signature"
	"fives/engine/record"
	"fives/engine/table"
)

// Verifying the signature and the proof of a record is most of the work, and needs no
// table. So the waiting records are first taken into a copy of the table, as if all of them
// were good, and then verified in parallel, whatever steps they belong to. Afterwards they
// are taken in for good, one after the other, in the order in which they came.

// prechecks are the results of checking records of a table ahead of their turn.
type prechecks struct {
	t        *table.Table
	own      uint64 // the seats of this node
	parallel func(n int, f func(i int))
	keys     signature.Keys // of the seats
	done     checked
}

// A check is the result of checking a record.
type check struct {
	payload []byte
	checked table.Checked
	err     error
}

// A name tells apart records that honest seats have signed.
type name struct {
	author    record.Key
	signature [ed25519.SignatureSize]byte
}

// checked holds what has been checked, by name. Two records with one name are never both
// genuine; the later one replaces the other.
type checked map[name]check

// of returns what is known about exactly this record.
func (c checked) of(rec record.Record) (known check, ok bool) {
	known, ok = c[name{rec.Author, rec.Signature}]
	return known, ok && bytes.Equal(known.payload, rec.Payload)
}

func (c checked) put(rec record.Record, known check) {
	known.payload = rec.Payload
	c[name{rec.Author, rec.Signature}] = known
}

// newPrechecks makes prechecks for a table, on a node with a set of seats, one bit each.
// parallel calls f with 0 to n-1, in any order or at the same time, and returns when all
// are done; nil means one after the other.
func newPrechecks(t *table.Table, own uint64, parallel func(n int, f func(i int))) *prechecks {
	if parallel == nil {
		parallel = oneByOne
	}
	return &prechecks{t: t, own: own, parallel: parallel, done: checked{}}
}

// Prepare checks all records that fit onto the table, one after the other in order of their
// steps, except for proofs that can wait. Concurrently it does the work that next returns,
// given the table as it will be if all records are good. Results of earlier calls are
// forgotten, unless they are of the same records.
func (c *prechecks) Prepare(recs []record.Record, next func(ahead *table.Table) []func()) {
	if len(recs) == 1 && len(c.t.Missing()) > 1 {
		clear(c.done) // a single one leads to nothing: Check will do
		return
	}
	w := c.walk(recs)
	w.leaveProofs()
	c.settle(w, next)
}

// Together checks records together with the proofs that have waited for others.
func (c *prechecks) Together(recs []record.Record) {
	c.settle(c.walk(recs), func(*table.Table) []func() { return nil })
}

// walk takes records in at a copy of the table, as far as they fit.
func (c *prechecks) walk(recs []record.Record) *walk {
	w := &walk{checks: c, ahead: c.t.Snapshot(), taken: map[place]bool{}, done: checked{}}
	for _, s := range bySteps(recs) {
		w.take(s)
	}
	return w
}

// settle verifies what a walk has taken in and concurrently does the work that next
// returns.
func (c *prechecks) settle(w *walk, next func(ahead *table.Table) []func()) {
	c.done = w.done
	if len(w.claims) == 0 {
		return
	}
	var work []func()
	if !w.lost {
		work = next(w.ahead)
	}
	parts, parallel := split(w.claims), c.parallel
	if size(w.claims) < sharedOut {
		parallel = oneByOne
	}
	found := make([][]check, len(parts))
	parallel(len(work)+len(parts), func(i int) { // what takes longest begins first
		if i < len(work) {
			work[i]()
		} else {
			found[i-len(work)] = c.verify(parts[i-len(work)])
		}
	})
	for i, r := range slices.Concat(found...) {
		c.done.put(w.records[i], r)
	}
}

// Claim is Check without the proof of the record.
func (c *prechecks) Claim(rec record.Record) (table.Claim, error) {
	return c.t.ClaimSigned(table.Peek(rec), &c.keys)
}

// Check checks a record, unless Prepare has done so. If a record by the same author has
// arrived since then, Apply notices it.
func (c *prechecks) Check(rec record.Record) (table.Checked, error) {
	if known, ok := c.done.of(rec); ok {
		return known.checked, known.err
	}
	claim, err := c.Claim(rec)
	if err != nil {
		return table.Checked{}, err
	}
	return claim.Verify(&c.keys)
}

// A walk takes records in at a copy of the table.
type walk struct {
	checks  *prechecks
	ahead   *table.Table
	taken   map[place]bool  // whose records of the step it has taken
	done    checked         // what is known about them already
	claims  []table.Claim   // what is to be verified
	records []record.Record // that claim it
	bad     int             // records that do not fit
	lost    bool            // an assumption was false
}

// A place says whose record it is, and whether it is the author's own or a vote.
type place struct {
	author record.Key
	about  uint64 // the seat plus 1; 0 for the author's own
}

// maxBad bounds the work for records that only cost time.
const maxBad = 8

// take takes in a record if it may be good. A second one by its author has to be compared
// with the first, and one of a seat whose fault has been proved is rarely worth the work:
// both wait for their turn.
func (w *walk) take(s stepped) {
	seat := w.ahead.Terms().SeatOf(s.Author)
	if w.lost || w.bad == maxBad || seat < 0 || s.step != w.ahead.Step() || w.taken[s.place] || w.ahead.Guilty(seat) || w.ahead.Screen(s.Record) != nil {
		return
	}
	checked, ok := w.check(s)
	if !ok {
		return
	}
	w.taken[s.place] = true
	folded, err := w.ahead.Apply(checked)
	if w.lost = err != nil; folded {
		clear(w.taken)
	}
}

// check returns what is known about a record, or else its claim.
func (w *walk) check(s stepped) (c table.Checked, ok bool) {
	if known, ok := w.checks.done.of(s.Record); ok {
		w.done.put(s.Record, known)
		return known.checked, known.err == nil
	}
	claim, err := w.ahead.Claim(s.reading)
	if err != nil {
		w.bad++
		return c, false
	}
	w.claims, w.records = append(w.claims, claim), append(w.records, s.Record)
	return claim.Assume(), true
}

// leaveProofs leaves proofs of stacks for later if some proofs of their step are still to
// come from other nodes, so that all of them are verified together.
func (w *walk) leaveProofs() {
	if w.ahead.Pending().Kind != record.KindProof || w.checks.Complete(w.ahead, 0) {
		return
	}
	for k := len(w.claims) - 1; k >= 0 && w.claims[k].Step() == w.ahead.Step(); k-- {
		w.claims, w.records = w.claims[:k], w.records[:k]
	}
}

// Complete reports whether a table has all records that the running step owes, except those
// of a set of seats and of this node's own.
func (c *prechecks) Complete(t *table.Table, but uint64) bool {
	return !slices.ContainsFunc(t.Undecided(), func(seat int) bool { return (c.own|but)&(1<<seat) == 0 })
}

// A stepped is a record of a step.
type stepped struct {
	record.Record
	reading table.Reading
	step    uint64
	place   place
}

// bySteps sorts records by their steps.
func bySteps(recs []record.Record) []stepped {
	var list []stepped
	for _, rec := range recs {
		rd := table.Peek(rec)
		if p, err := rd.Payload(); err == nil {
			s := stepped{rec, rd, p.Step, place{author: rec.Author}}
			if len(p.About) > 0 {
				s.place.about = p.About[0] + 1
			}
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b stepped) int { return cmp.Compare(a.step, b.step) })
	return list
}

// worthAPart is how many bytes of one step's records are worth a sum of their own: for the
// stacks of a shuffle, one sum is less work.
const worthAPart = 128 << 10

// split cuts claims into at most as many parts as there are processors, each about the same
// amount of work. The claims of a part are verified together. A step is cut only if the
// part is worth it. Where the cuts are affects only how long it takes.
func split(claims []table.Claim) (parts [][]table.Claim) {
	all := size(claims)
	n, sum, part, from := runtime.GOMAXPROCS(0), 0, 0, 0
	for i, c := range claims {
		sum, part = sum+c.Size(), part+c.Size()
		last := i+1 == len(claims) || claims[i+1].Step() != c.Step() || part >= worthAPart
		if last && sum*n >= all*(len(parts)+1) {
			parts, part, from = append(parts, claims[from:i+1]), 0, i+1
		}
	}
	return parts
}

// sharedOut is how many bytes of records are worth more than one core: on a busy machine,
// waiting for another core to wake up takes longer than a move or a share.
const sharedOut = 1024

func size(claims []table.Claim) (all int) {
	for _, c := range claims {
		all += c.Size()
	}
	return all
}

func (c *prechecks) verify(claims []table.Claim) []check {
	checked, errs := table.VerifyAll(claims, &c.keys)
	list := make([]check, len(claims))
	for i := range claims {
		list[i] = check{checked: checked[i], err: errs[i]}
	}
	return list
}

func oneByOne(n int, f func(i int)) {
	for i := range n {
		f(i)
	}
}
