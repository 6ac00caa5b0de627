package audit_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"fives/crypto/cores"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// oneByOne is what a single core does.
func oneByOne(n int, f func(i int)) {
	for i := range n {
		f(i)
	}
}

// everyWay verifies a log record by record, and in parallel, and fails the test if
// what is said of it is not the same.
func everyWay(tb testing.TB, records []record.Record, find table.Finder) (*audit.Report, error) {
	tb.Helper()
	var calls []string
	each := func(n int, r record.Record, t *table.Table) {
		step := uint64(0)
		if t != nil {
			step = t.Step()
		}
		calls = append(calls, fmt.Sprintf("%d %x %d", n, r.Signature, step))
	}
	want, bad := audit.Verify(records, find, audit.Options{Each: each})
	wanted := calls
	for name, o := range map[string]audit.Options{
		"in parallel":            {Parallel: cores.Parallel},
		"in parallel, with Each": {Parallel: cores.Parallel, Each: each},
	} {
		calls = nil
		got, err := audit.Verify(records, find, o)
		if reasonOf(err) != reasonOf(bad) || !reflect.DeepEqual(plain(got), plain(want)) {
			tb.Errorf("%s: %v, %+v\nrecord by record: %v, %+v", name, err, plain(got), bad, plain(want))
		}
		if o.Each != nil && !slices.Equal(calls, wanted) {
			tb.Errorf("%s: Each is called %v\nrecord by record: %v", name, calls, wanted)
		}
	}
	return want, bad
}

// reasonOf is an error, with its type.
func reasonOf(err error) string { return fmt.Sprintf("%T %v", err, err) }

// plain is what a report says, without its error and what cannot be compared.
func plain(r *audit.Report) audit.Report {
	p := audit.Report{
		Table: r.Table, Game: r.Game, Options: r.Options, Time: r.Time, Cover: r.Cover, Seats: r.Seats, Parent: r.Parent,
		Hands: r.Hands, Running: r.Running, Moves: r.Moves, Checked: r.Checked, Winners: r.Winners, Head: r.Head, Step: r.Step,
		Over: r.Over, Unfinished: r.Unfinished, Unsigned: r.Unsigned, Left: r.Left, Alone: r.Alone, Evidence: r.Evidence,
	}
	return p
}

// lies is a log of so many records at most, of a game that a liar plays.
func lies(tb testing.TB, rs *rules.RuleSet, seats int, seed uint64, slips, most int) []record.Record {
	tb.Helper()
	l, log := newLiar(tb, rs, seats, seed)
	l.slips = slips
	for ok := true; ok && len(log) < most; {
		var records []record.Record
		records, ok = l.step()
		log = append(log, records...)
	}
	return log
}

// Attack: whole games in which nothing is proved, and some of them do not even go on
// as a game. Whoever looks ahead sees all of it, and says what it always says.
func TestAttackLies(t *testing.T) {
	for _, rs := range append(games.All(), tabletest.Drill) {
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			find := func(string) (*rules.RuleSet, error) { return rs, nil }
			for seed := range uint64(6) {
				seats := min(max(2, rs.MinSeats)+int(seed)%2, rs.MaxSeats)
				log := lies(t, rs, seats, seed, []int{0, 20, 5}[seed%3], 300)
				_, err := everyWay(t, log, find)
				var b *audit.BlameError
				if !errors.As(err, &b) || b.Record != 2+2*seats || b.Seat != 0 {
					t.Errorf("seed %d: %v", seed, err)
				}
				if seed%3 == 0 && len(log) <= 1+6*seats { // up to the shares of the cards, at least
					t.Errorf("seed %d: only %d records", seed, len(log))
				}
			}
		})
	}
}

func FuzzLies(f *testing.F) {
	for i := range games.All() {
		f.Add(uint8(i), uint64(i), uint8(0), uint16(0), []byte(nil))
		f.Add(uint8(i), uint64(i), uint8(10), uint16(20), []byte{1, 2, 3})
	}
	f.Fuzz(func(t *testing.T, game uint8, seed uint64, slips uint8, place uint16, other []byte) {
		rs := games.All()[int(game)%len(games.All())]
		log := lies(t, rs, min(max(2, rs.MinSeats)+int(seed%3), rs.MaxSeats), seed, int(slips), 150)
		if len(other) > 0 {
			r := &log[int(place)%len(log)]
			r.Payload = slices.Clone(r.Payload)
			copy(r.Payload[int(place)%len(r.Payload):], other)
		}
		everyWay(t, log, games.Find)
	})
}
