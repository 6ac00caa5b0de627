package node

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/api"
	"fives/p2p/replica"
)

// missing is a state in which seats have been missing for a time; a seat that is not there is heard.
type missing struct {
	tableState
	now  time.Time
	lags map[int]time.Duration
}

func (m missing) Online(seat int) (bool, time.Time) {
	lag, is := m.lags[seat]
	return !is, m.now.Add(-lag)
}

func (m missing) Absent(seat int) (time.Time, time.Duration) {
	lag, is := m.lags[seat]
	if !is || lag < replica.AwayAfter {
		return time.Time{}, 0
	}
	return m.now.Add(-lag), lag
}

// table3 is a table of three at which this node has the first seat.
func table3(t *testing.T) missing {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() == 1 })
	p := g.Players[0]
	return missing{replica.New(p.Table, replica.Config{Seats: []*replica.LocalSeat{{Key: p.Key, Hand: p.Hand}}}), time.Unix(1_750_000_000, 0), nil}
}

// If all fall silent it is this device that has lost its network, and nobody is called away: not
// even before the last of them counts as silent. Of a single other device that is known only by a
// guest that has lost its way.
func TestCutOff(t *testing.T) {
	r := table3(t)
	since := func(d time.Duration) string { return r.now.Add(-d).Format("04:05") }
	for _, c := range []struct {
		ben, cleo time.Duration
		lost      bool
		asleep    int    // who has said so, 0 for nobody
		cut, away string // since when this device is cut off, and those who are called away
	}{
		{ben: 0, cleo: 0},
		{ben: 7 * time.Second, cleo: 5 * time.Second}, // cleo is to be silent in a second
		{ben: 7 * time.Second, cleo: 7 * time.Second, cut: since(7 * time.Second)},
		{ben: 90 * time.Second, cleo: 89 * time.Second, cut: since(89 * time.Second), away: "12"},
		{ben: 9 * time.Second, cleo: 0, away: "1"},
		{ben: 9 * time.Second, cleo: 0, lost: true, away: "1"},
		{ben: 9 * time.Second, cleo: 9 * time.Second, asleep: 2, away: "12"},
	} {
		r.lags = map[int]time.Duration{}
		for seat, lag := range map[int]time.Duration{1: c.ben, 2: c.cleo} {
			if lag > 0 {
				r.lags[seat] = lag
			}
		}
		cut, away := "", ""
		if at := cutOff(r, c.lost, func(seat int) bool { return seat == c.asleep }); !at.IsZero() {
			cut = at.Format("04:05")
		}
		for i, s := range showTable(r).Seats {
			if s.Away != nil {
				away += fmt.Sprint(i)
			}
		}
		if cut != c.cut || away != c.away {
			t.Errorf("ben is silent for %v, cleo for %v: cut off since %q, not %q; %q are away, not %q", c.ben, c.cleo, cut, c.cut, away, c.away)
		}
	}
	two := tabletest.New(t, tabletest.Drill, 2, nil, 3).Players[0]
	r = missing{replica.New(two.Table, replica.Config{Seats: []*replica.LocalSeat{{Key: two.Key}}}), r.now, map[int]time.Duration{1: 7 * time.Second}}
	awake := func(int) bool { return false }
	if !cutOff(r, false, awake).IsZero() || cutOff(r, true, awake).IsZero() {
		t.Error("at a table of two, a guest that has lost its way is cut off, and nobody else")
	}
}

// The story tells who is away, or back, only if that lasted, and nothing of it if it is this device
// that was cut off.
func TestTellsOnlyWhatLasts(t *testing.T) {
	r := table3(t)
	names := r.Table().Terms().Names()
	var told []string
	cleoSleeps := false
	p := reporter{Asleep: func(seat int) bool { return cleoSleeps && seat == 2 }, Twice: func(int) bool { return false }}
	step := func(ben, cleo time.Duration) {
		r.lags = map[int]time.Duration{}
		for seat, lag := range map[int]time.Duration{1: ben, 2: cleo} {
			if lag > 0 {
				r.lags[seat] = lag
			}
		}
		for _, e := range p.Events(r, nil) {
			if e.Kind == api.EventAway {
				told = append(told, fmt.Sprintf("%d %s", slices.Index(names, e.Name), e.What))
			}
		}
	}
	for range 30 { // a bad Wi-Fi
		step(15*time.Second, 0)
		step(0, 0)
	}
	step(25*time.Second, 25*time.Second) // this device was cut off
	step(0, 3*time.Second)
	if len(told) > 0 {
		t.Errorf("told %q", told)
	}
	cleoSleeps = true
	step(0, 19*time.Second)
	step(0, 21*time.Second)
	step(0, 40*time.Second)
	cleoSleeps = false
	step(25*time.Second, 60*time.Second) // ben, too: and this device may be the one that is cut off
	step(0, 80*time.Second)
	step(0, 3*time.Second)
	step(0, 0)
	step(21*time.Second, 0)
	step(0, 0)
	if want := []string{"2 asleep", "2 back", "1 away", "1 back"}; !slices.Equal(told, want) {
		t.Errorf("told %q, not %q", told, want)
	}
}
