package ahead_test

import (
	"bytes"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"fives/engine/ahead"
	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// ways are the ways in which callers run functions in parallel.
var ways = map[string]func(n int, f func(i int)){
	"all at once": func(n int, f func(i int)) {
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() { f(i) })
		}
		all.Wait()
	},
	"one by one": func(n int, f func(i int)) {
		for i := range n {
			f(i)
		}
	},
	"the last first": func(n int, f func(i int)) {
		for i := range n {
			f(n - 1 - i)
		}
	},
}

// game is the rig of a table whose game is over.
var game struct {
	sync.Once
	*tabletest.Rig
}

const seats = 2

// played returns the records of the game after those that seat the table, repeated until
// they make several groups.
func played(t *testing.T) []record.Record {
	t.Helper()
	game.Do(func() {
		game.Rig = tabletest.New(t, tabletest.Drill, seats, nil, 1)
		game.Play()
	})
	one := game.Table().Log()[1+seats:]
	size := 0
	for _, r := range one {
		size += len(r.Payload)
	}
	return slices.Repeat(one, 1+200<<10/size)
}

// A runner runs ahead through a log.
type runner struct {
	t     *testing.T
	table *table.Table
	log   []record.Record
	busy  bool            // while Run is in one of the functions
	taken []record.Record // in this order
	fail  func(n int) error
	other func(n int, r record.Record) record.Record // what is claimed in place of a record, if not nil
}

func newRunner(t *testing.T, log []record.Record) *runner {
	r := &runner{t: t, log: log, fail: func(int) error { return nil }}
	r.begin()
	return r
}

// begin begins the game again.
func (r *runner) begin() {
	tb, err := table.New(game.Records[0], game.Records[1:1+seats], game.Find)
	if err != nil {
		r.t.Error(err)
	}
	r.table = tb
}

var errBusy = errors.New("two calls at a time")

func (r *runner) next() (rec record.Record, more bool) {
	if r.busy || len(r.log) == 0 {
		return rec, false
	}
	rec, r.log = r.log[0], r.log[1:]
	return rec, true
}

func (r *runner) take(rd table.Reading) (c table.Claim, err error) {
	if r.busy {
		return c, errBusy
	}
	r.busy = true
	defer func() { r.busy = false }()
	if err := r.fail(len(r.taken)); err != nil {
		return c, err
	}
	r.taken = append(r.taken, rd.Record())
	if r.table.Pending().Kind == "" {
		r.begin()
	}
	good, err := r.table.Claim(rd)
	if c = good; err == nil && r.other != nil {
		c, err = r.table.Claim(table.Read(r.other(len(r.taken)-1, rd.Record())))
	}
	if err == nil {
		_, err = r.table.Apply(good.Assume())
	}
	return c, err
}

func TestRunTakesAllInTheirOrder(t *testing.T) {
	all := played(t)
	for name, parallel := range ways {
		r := newRunner(t, all)
		if err := ahead.Run(parallel, ahead.Hands, r.next, r.take); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !slices.EqualFunc(r.taken, all, record.Record.Same) || r.table.Head() != game.Table().Head() {
			t.Errorf("%s: %d of %d records are taken, to head %s, want %s", name, len(r.taken), len(all), r.table.Head(), game.Table().Head())
		}
	}
}

func TestRunOfNothing(t *testing.T) {
	played(t)
	for name, parallel := range ways {
		r := newRunner(t, nil)
		if err := ahead.Run(parallel, ahead.Hands, r.next, r.take); err != nil || r.taken != nil {
			t.Errorf("%s: %v, %d records are taken", name, err, len(r.taken))
		}
	}
}

// Run returns the first error of take, and takes no record after it.
func TestRunStopsAtAnError(t *testing.T) {
	all := played(t)
	want := errors.New("wrong")
	for name, parallel := range ways {
		for _, bad := range []int{0, 1, len(all) / 2, len(all) - 1} {
			r := newRunner(t, all)
			r.fail = func(n int) error {
				if n == bad {
					return want
				}
				return nil
			}
			if err := ahead.Run(parallel, ahead.Hands, r.next, r.take); err != want || len(r.taken) != bad {
				t.Errorf("%s, record %d: %v, %d records are taken", name, bad, err, len(r.taken))
			}
		}
	}
}

// Attack: one signature is false, wherever it stands.
func TestAttackFalseSignature(t *testing.T) {
	good := played(t)
	for name, parallel := range ways {
		for _, bad := range []int{0, len(good) / 2, len(good) - 1} {
			all := slices.Clone(good)
			all[bad].Signature[0] ^= 1
			r := newRunner(t, all)
			if err := ahead.Run(parallel, ahead.Hands, r.next, r.take); err != table.ErrAssumed {
				t.Errorf("%s, record %d: %v", name, bad, err)
			}
		}
	}
}

// A worker may be late with any piece of work, while another one does all that there is. A
// log whose first record is false is left within the promised batches and one record, and
// one of the pieces lets it come that far.
func TestHowFarRunGoesAheadOfALateWorker(t *testing.T) {
	all := slices.Repeat(played(t), 2)
	all[0].Signature[0] ^= 1
	longest := 0
	for _, r := range all {
		longest = max(longest, ahead.Size(r))
	}
	const promised = ahead.Batches * ahead.Moment
	farthest := 0
	for late := range 3 * ahead.Batches { // a batch is read, its proofs and its signatures are verified
		synctest.Test(t, func(t *testing.T) {
			r := newRunner(t, all)
			read := 0
			work := ahead.Worker(ahead.Moment, func() (rec record.Record, more bool) {
				if rec, more = r.next(); more {
					read += ahead.Size(rec)
				}
				return rec, more
			}, r.take)
			do := work()
			for range late {
				if do == nil {
					return // it was found before
				}
				do()
				do = work()
			}
			var others sync.WaitGroup
			others.Go(func() {
				for do := work(); do != nil; do = work() {
					do()
				}
			})
			synctest.Wait()
			if farthest = max(farthest, read); read >= promised+longest {
				t.Errorf("piece %d is late: %d bytes are read, want less than %d", late, read, promised+longest)
			}
			if do != nil {
				do()
			}
			others.Wait()
		})
	}
	if farthest < promised {
		t.Errorf("at most %d bytes are read, and %d may be", farthest, promised)
	}
}

// Run does not read much of a log whose first record is refused, however short its records.
func TestRunLeavesAFalseLogSoon(t *testing.T) {
	const most = 8 * (24 + 10) << 10 // a group of each worker
	for records, all := range map[string][]record.Record{"of a game": played(t), "without a payload": {{}}} {
		for name, parallel := range ways {
			read, n := 0, 0
			next := func() (record.Record, bool) {
				r := all[n%len(all)]
				n, read = n+1, read+ahead.Size(r)
				return r, n < 1_000_000
			}
			err := ahead.Run(parallel, ahead.Hands, next, func(table.Reading) (table.Claim, error) { return table.Claim{}, errBusy })
			if err != errBusy || read > most || n > most/len(record.Record{}.Signature) {
				t.Errorf("records %s, %s: %v, %d bytes in %d records are read", records, name, err, read, n)
			}
		}
	}
}

// Attack: the first proof of the log is false. It is found once a batch has come together,
// and not much later; a small batch is soon there.
func TestAttackFalseProof(t *testing.T) {
	all := played(t)
	for name, parallel := range ways {
		for _, batch := range []int{ahead.Moment, ahead.Hands} {
			r := newRunner(t, all)
			found := -1
			r.other = func(n int, rec record.Record) record.Record {
				p, err := rec.Peek()
				if err != nil || p.Kind != record.KindKey || found >= 0 {
					return rec
				}
				key, err := record.Decode[record.HandKey](p)
				if err != nil {
					t.Fatal(err)
				}
				found = n
				rec.Payload = bytes.Clone(rec.Payload)
				rec.Payload[bytes.Index(rec.Payload, key.Proof)+len(key.Proof)/2] ^= 1 // of the response
				return rec
			}
			err := ahead.Run(parallel, batch, r.next, r.take)
			taken := 0
			for _, rec := range r.taken {
				taken += ahead.Size(rec)
			}
			if most := batch + 8*(24+10)<<10; err != table.ErrAssumed || found < 0 || name == "one by one" && taken > batch+2*(24+10)<<10 || taken > most {
				t.Errorf("%s, batches of %d: %v, record %d is false, %d bytes are taken", name, batch, err, found, taken)
			}
		}
	}
}
