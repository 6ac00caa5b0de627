package table_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"

	"pgregory.net/rapid"
)

// A wish is who takes which seats of a table, drawn at random: most are bad.
type wish struct {
	settled   int
	seats     []int
	newcomers map[int]record.Player
}

// drawWish takes newcomers from a few strangers and from those who sit at the table. Some
// are computer players of somebody at the table, or of a stranger.
func drawWish(rt *rapid.T, tb *table.Table) wish {
	all := tb.Terms().Everybody()
	w := wish{settled: rapid.IntRange(0, len(tb.Results())).Draw(rt, "settled"), newcomers: map[int]record.Player{}}
	w.seats = slices.DeleteFunc(all, func(int) bool { return rapid.IntRange(0, 4).Draw(rt, "stays") == 0 })
	var people []record.Key
	for n := range 4 {
		people = append(people, record.KeyOf(tabletest.Key(50, n)))
	}
	for _, s := range tb.Terms().Seats {
		people = append(people, s.Key)
	}
	for _, s := range w.seats {
		if rapid.IntRange(0, 2).Draw(rt, "changes") > 0 {
			continue
		}
		who := rapid.IntRange(0, 4).Draw(rt, "who") // of those at the table, only the first
		p := record.Player{Key: people[who], Name: "newcomer"}
		if host := people[rapid.IntRange(3, len(people)-1).Draw(rt, "host")]; rapid.Bool().Draw(rt, "computer") && host != p.Key {
			p.Host = &host
		}
		w.newcomers[s] = p
	}
	return w
}

// allowed is SPEC §5.3, in other words than the program's: what may go on from a drill that
// is not decided.
func (w wish) allowed(tb *table.Table) bool {
	terms := tb.Terms()
	seated, remain, keys := map[record.Key]bool{}, map[record.Key]bool{}, map[record.Key]bool{}
	for _, s := range terms.Seats {
		seated[s.Key] = true
	}
	scores, best := make([]int, len(terms.Seats)), -1
	if w.settled > 0 {
		scores = tb.Results()[w.settled-1].Scores
	}
	for _, s := range w.seats {
		if best < 0 || scores[s] > scores[best] {
			best = s // sits out in a drill
		}
		if _, changes := w.newcomers[s]; !changes && terms.Seats[s].Host == nil {
			remain[terms.Seats[s].Key] = true
		}
	}
	for s, p := range w.newcomers {
		if seated[p.Key] || keys[p.Key] || p.Host != nil && !remain[*p.Host] || w.settled > 0 && s == best {
			return false
		}
		keys[p.Key] = true
	}
	return len(w.seats) >= 2 && len(w.newcomers) < len(w.seats)
}

// SPEC §5.3: what may go on with whom. What does is made of the wish alone, is a table, and
// follows; with any other number in it, it does not. Nobody's points change with a seat.
func TestSeatsChangeHands(t *testing.T) {
	var tables []*table.Table
	for _, hosts := range [][]int{{0, 1, 2, 3}, {0, 1, 0, 3, 1}} {
		g := tabletest.NewHosted(t, tabletest.Drill, hosts, map[string]any{"hands": 4}, 4)
		g.Until(func(tb *table.Table) bool { return tb.HandNumber() == 3 && tb.Pending().Kind == record.KindMove })
		tables = append(tables, g.Table())
	}
	find := (&tabletest.Rig{Rules: tabletest.Drill}).Find
	good := 0
	rapid.Check(t, func(rt *rapid.T) {
		tb := rapid.SampledFrom(tables).Draw(rt, "table")
		w := drawWish(rt, tb)
		c, err := tb.Successor(w.settled, w.seats, w.newcomers)
		if (err == nil) != w.allowed(tb) || err != nil && !errors.Is(err, table.ErrNoContinuation) {
			rt.Fatalf("%+v: %v", w, err)
		}
		if err != nil {
			return
		}
		good++
		if err := tb.CheckContinuation(c); err != nil {
			rt.Fatalf("it does not follow: %v", err)
		}
		again := c
		again.Attempt = rapid.Uint64Range(1, record.MaxAttempt).Draw(rt, "attempt")
		if follows := tb.CheckContinuation(again) == nil; follows != (len(w.newcomers) > 0) {
			rt.Fatalf("with %d newcomers attempt %d follows: %v", len(w.newcomers), again.Attempt, follows)
		}
		next, err := table.Continue(c, find)
		if err != nil || !slices.Equal(next.Terms().Parent.From, w.seats) {
			rt.Fatal(err)
		}
		for i, s := range w.seats {
			want, changes := w.newcomers[s]
			if !changes {
				want = record.Player(tb.Terms().Seats[s])
			}
			if c.Players[i] != want || w.settled > 0 && c.Carry.Scores[i] != tb.Results()[w.settled-1].Scores[s] {
				rt.Fatalf("player %d is %+v with %d", i, c.Players[i], c.Carry.Scores[i])
			}
		}
		receipted := w.settled < 2 // two hands are, by all who were active
		back, _ := tb.GoingBack(c)
		if all := len(w.seats) == len(tb.Terms().Seats) && len(w.newcomers) == 0; len(back) > 0 && (all || !receipted) || receipted && !all && len(back) == 0 && remainsActive(tb, w) {
			rt.Fatalf("%+v: %v go back", w, back)
		}
		falsify(rt, &c, tb.Terms())
		if tb.CheckContinuation(c) == nil {
			rt.Fatalf("it follows though it was changed: %+v", c)
		}
	})
	if good == 0 {
		t.Error("no wish was good")
	}
}

// remainsActive reports whether a seat remains that has receipted a hand behind the one from
// which a wish goes on.
func remainsActive(tb *table.Table, w wish) bool {
	for _, r := range tb.Results()[w.settled:] {
		for _, rec := range tb.ReceiptsOf(r) {
			s := tb.Terms().SeatOf(rec.Author)
			if _, changes := w.newcomers[s]; slices.Contains(w.seats, s) && !changes {
				return true
			}
		}
	}
	return false
}

// falsify changes one thing that follows from the parent, or from who takes over.
func falsify(rt *rapid.T, c *record.Continuation, parent *table.Terms) {
	c.Players, c.From, c.Carry.Scores, c.Options = slices.Clone(c.Players), slices.Clone(c.From), slices.Clone(c.Carry.Scores), maps.Clone(c.Options)
	i := rapid.IntRange(0, len(c.Players)-1).Draw(rt, "player")
	by := rapid.SampledFrom([]int{-3, -2, -1, 1, 2, 3, 61}).Draw(rt, "by")
	changes := []func(){
		func() { c.Carry.Scores[i] += by },
		func() { c.Carry.Next += by },
		func() { c.Carry.Hands += by },
		func() { c.From[i] = c.From[(i+1)%len(c.From)] },
		func() { c.From = append(c.From, 63) },
		func() { c.From = c.From[1:] },
		func() { slices.Reverse(c.From) },
		func() { // of two newcomers either may have either seat
			if parent.SeatOf(c.Players[0].Key) < 0 && parent.SeatOf(c.Players[1].Key) < 0 {
				c.Players[0].Key = parent.Seats[(c.From[0]+1)%len(parent.Seats)].Key
			}
			c.Players[0].Key, c.Players[1].Key = c.Players[1].Key, c.Players[0].Key
		},
		func() { c.Head[i] ^= 1 },
		func() { c.Parent[i] ^= 1 },
		func() { c.Options["hands"] = 3 },
		func() { c.TurnLimit++ },
		func() { c.Cover = "" },
		func() { c.Private = true },
		func() { c.Spectators = true },
	}
	changes[rapid.IntRange(0, len(changes)-1).Draw(rt, "change")]()
}
