package node

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/replica"
	"fives/p2p/waittest"
)

// A shop shows tables in a stream, over the control interface.
type shop struct {
	control.Daemon
	feed *feed

	mu     sync.Mutex
	tables map[string]*replica.Replica
	widest map[int]int // bytes of a view of the first table in each of its hands
	first  string
	moves  *api.Moves
}

func (s *shop) Running() (ids []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.tables {
		ids = append(ids, id)
	}
	return ids
}

func (s *shop) Shown(id string, public bool, seen *seenTable) (*api.Table, *api.Moves) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := seen.Table(s.tables[id], public)
	return &v, s.moves
}

func (s *shop) Events(ctx context.Context, q api.EventsRequest, emit func(api.Event) error) error {
	return followFeed(ctx, s.feed, s, q, func(e api.Event) error {
		s.mu.Lock()
		if e.Table == s.first && e.View != nil {
			s.widest[e.View.Hand] = max(s.widest[e.View.Hand], len(text(e.View)))
		}
		s.mu.Unlock()
		return emit(e)
	})
}

// put shows a table as it stands, and returns the JSON of its whole view.
func (s *shop) put(t *table.Table) string {
	r := replica.New(t.Snapshot(), replica.Config{})
	whole := showTable(r)
	s.mu.Lock()
	s.first = cmp.Or(s.first, whole.ID)
	s.tables[whole.ID] = r
	s.mu.Unlock()
	s.feed.Add(api.Event{Kind: api.EventCards, Table: whole.ID, Step: t.Step()})
	return text(whole)
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// follow reads the stream of a shop after an event, until end is called.
func (s *shop) follow(t *testing.T, since uint64) (events <-chan api.Event, end func()) {
	t.Helper()
	c := control.Within(s)
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit(t))
	come := make(chan api.Event)
	go func() {
		defer close(come)
		_ = c.Views(ctx, since, func(e api.Event) error {
			select {
			case come <- e:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	}()
	end = func() {
		cancel()
		for range come { //nolint:revive // until it has ended
		}
	}
	t.Cleanup(end)
	return come, end
}

// until reads a stream until it has a view of a table, and checks that the view is the one that is wanted.
func until(t *testing.T, events <-chan api.Event, want string) (last api.Event) {
	t.Helper()
	var whole api.Table
	if err := json.Unmarshal([]byte(want), &whole); err != nil {
		t.Fatal(err)
	}
	for e := range events {
		if e.View == nil || e.Table != whole.ID {
			continue
		}
		if got := text(e.View); got != want {
			t.Fatalf("at step %d the stream has %s\nnot %s", whole.Step, got, want)
		}
		return e
	}
	t.Fatalf("the stream ends before step %d", whole.Step)
	return last
}

// play plays a table until a number of hands are settled, and calls put after each record.
func play(g *tabletest.Rig, hands int, put func(*table.Table)) {
	for !g.Table().HandReceipted(hands) {
		for _, p := range g.Players {
			if !p.Owes() {
				continue
			}
			r := g.Make(p)
			for _, to := range g.Players {
				if err := to.Take(r); err != nil {
					g.TB.Fatal(err)
				}
			}
			put(g.Table())
		}
	}
}

// longDrill returns a table of two at a drill with any number of hands.
func longDrill(t *testing.T) *tabletest.Rig {
	long := *tabletest.Drill
	long.Schema = slices.Clone(long.Schema)
	long.Schema[0].Max = 1000
	return tabletest.New(t, &long, 2, map[string]any{"hands": 1000}, 3)
}

// TestLongTableInAStream: what a stream brings at a step does not depend on the number of settled hands, and still its reader sees
// whole tables: from the beginning, later, after a break, and at two tables at once.
func TestLongTableInAStream(t *testing.T) {
	s := &shop{feed: newFeed(), tables: map[string]*replica.Replica{}, widest: map[int]int{}}
	g := longDrill(t)
	events, end := s.follow(t, 0)
	var want string
	put := func(tb *table.Table) {
		want = s.put(tb)
		until(t, events, want)
	}
	play(g, 60, put)
	early, late := slices.Max([]int{s.widest[4], s.widest[5], s.widest[6]}), slices.Max([]int{s.widest[58], s.widest[59], s.widest[60]})
	t.Logf("views have %d bytes at 5 hands, %d at 60; the whole table has %d", early, late, len(want))
	if 4*late > 5*early || len(want) < 4*late {
		t.Errorf("views have %d bytes at 5 hands, %d at 60; the whole table has %d", early, late, len(want))
	}

	second, _ := s.follow(t, api.FromNow)
	last := until(t, second, want)
	end()
	put = func(tb *table.Table) {
		want = s.put(tb)
		until(t, second, want)
	}
	play(g, 61, put)
	resumed, _ := s.follow(t, last.Seq)
	until(t, resumed, want)

	c, err := g.Table().Successor(1, []int{0, 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	next := tabletest.Continue(t, g.Rules, c, []ed25519.PrivateKey{g.Players[0].Key, g.Players[1].Key}, 4)
	put = func(tb *table.Table) { until(t, resumed, s.put(tb)) }
	play(next, 4, put)
	play(g, 62, put)
}

// TestLooksAreSentOnce: a table that is touched but looks the same is not sent again; one that looks different is, and so is one of
// which only the moves are different.
func TestLooksAreSentOnce(t *testing.T) {
	s := &shop{feed: newFeed(), tables: map[string]*replica.Replica{}, widest: map[int]int{}}
	g := longDrill(t)
	s.put(g.Table())
	f := &follower{feed: s.feed, from: s, since: s.feed.Last(), views: true, shown: map[string]showing{}}
	sent := func(first bool) (views int) {
		events, _ := f.next(first)
		for _, e := range events {
			if e.View != nil {
				views++
			}
		}
		return views
	}
	if n := sent(true); n != 1 {
		t.Fatalf("at first it is sent %d times", n)
	}
	s.feed.Touch(s.first)
	if n := sent(false); n != 0 {
		t.Errorf("as it was it is sent %d times", n)
	}
	s.moves = &api.Moves{YourTurn: true}
	s.feed.Touch(s.first)
	if n := sent(false); n != 1 {
		t.Errorf("with other moves it is sent %d times", n)
	}
	s.feed.Touch(s.first)
	if n := sent(false); n != 0 {
		t.Errorf("with these moves again it is sent %d times", n)
	}
}

// TestSeenOnAnotherBranch: if the log has gone over to another branch, the hands that were shown before are not left out.
func TestSeenOnAnotherBranch(t *testing.T) {
	one, other := longDrill(t), longDrill(t)
	other.Choose = func(p *tabletest.Player, own rules.Observation, _ *rand.Rand) string {
		return p.Table.Position().Moves(p.Seat, own)[0]
	}
	show := func(g *tabletest.Rig) *replica.Replica { return replica.New(g.Table(), replica.Config{}) }
	nothing := func(*table.Table) {}
	play(one, 3, nothing)
	for _, hands := range []int{1, 6} {
		play(other, hands, nothing)
		var seen seenTable
		if v := seen.Table(show(one), false); v.Earlier != 0 || len(v.Hands) != 3 {
			t.Fatalf("at first %d hands are left out of %d", v.Earlier, len(v.Hands))
		}
		if v := seen.Table(show(one), false); v.Earlier != 3 || len(v.Hands) != 0 {
			t.Fatalf("then %d are left out, and %d are there", v.Earlier, len(v.Hands))
		}
		if a, b := one.Table(), other.Table(); a.ID() != b.ID() || (b.Step() > a.Step()) != (hands == 6) {
			t.Fatalf("these are no two branches: steps %d and %d", a.Step(), b.Step())
		}
		if v, want := seen.Table(show(other), false), showTable(show(other)); text(v) != text(want) {
			t.Errorf("of the other branch %d hands are left out, and %d are there, not %d", v.Earlier, len(v.Hands), len(want.Hands))
		}
	}
}
