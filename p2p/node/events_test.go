package node

import (
	"context"
	"errors"
	"slices"
	"testing"

	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/peers"
	"fives/p2p/waittest"
)

// TestStrangersNames: names in events are clean, and there is a bounded rate of events for strangers who come and go, but
// always an event for somebody one has played with.
func TestStrangersNames(t *testing.T) {
	ana := startNode(t, "ana")
	eve := startRaw(t, ana, nil)
	sentence := entry.Answer{Name: "ben is to play"}
	node := *publicOf(eve.key)
	for range 3 * peers.TellBurst {
		ana.directory.NoteMet(node, sentence.Name, sentence.Version)
	}
	evs, _ := ana.events.After(0)
	told := 0
	for _, ev := range evs {
		if ev.Kind != api.EventPeer {
			continue
		}
		if told++; ev.What != api.Here || ev.Name != sentence.Name || ev.Text != "" {
			t.Errorf("%+v", ev)
		}
	}
	if told == 0 || told > 2*peers.TellBurst {
		t.Errorf("%d events of one stranger", told)
	}
	if err := ana.book.NoteMet("eve", node); err != nil {
		t.Fatal(err)
	}
	before := ana.events.Last()
	ana.directory.NoteMet(node, "eve", "")
	if ana.events.Last() == before {
		t.Error("a node that ana has played with comes in silence")
	}
}

// TestEventsShowTheTable: a reader who follows with views need not ask for the table, and gets each settled hand once.
func TestEventsShowTheTable(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit(t))
	defer cancel()
	ana := startNode(t, "ana")
	if _, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Bots: []string{"easy"}, Set: map[string]string{"limit": "10000"}}); err != nil {
		t.Fatal(err)
	}
	var kinds []api.EventKind
	enough, played, settled := errors.New("enough"), uint64(0), 0
	err := ana.Events(ctx, api.EventsRequest{Since: api.FromNow, Views: true}, func(e api.Event) error {
		kinds = append(kinds, e.Kind)
		if e.View != nil {
			if e.View.Earlier != settled {
				t.Errorf("in hand %d the stream leaves out %d settled hands of %d that it has brought", e.View.Hand, e.View.Earlier, settled)
			}
			settled = max(0, e.View.Hand-1)
		}
		if e.View == nil || !e.View.YourTurn || e.View.Step == played {
			return nil
		}
		if e.Moves == nil || len(e.Moves.Moves) == 0 || e.View.ID != e.Table {
			t.Fatalf("the view of %q at step %d has the moves %+v", e.Table, e.View.Step, e.Moves)
		}
		if e.View.Hand > 2 {
			return enough
		}
		played = e.View.Step
		return ana.Play(ctx, e.Table, e.Moves.Moves[0], played)
	})
	if !errors.Is(err, enough) {
		t.Fatalf("%v after %v", err, kinds)
	}
	if now := slices.Index(kinds, api.EventNow); now < 0 || slices.Contains(kinds[now+1:], api.EventNow) {
		t.Errorf("the stream had %v", kinds)
	}
}

// TestPublicEvents: a reader who follows a table as somebody without a seat gets no card of this node's hand, no moves, no
// code, and nothing that is only for its person.
func TestPublicEvents(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit(t))
	defer cancel()
	ana := startNode(t, "ana")
	o, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Bots: []string{"easy"}, Set: map[string]string{"limit": "10000"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Private: true}); err != nil {
		t.Fatal(err)
	}
	enough, hidden, now := errors.New("enough"), 0, false
	err = ana.Events(ctx, api.EventsRequest{Views: true, Public: true}, func(e api.Event) error {
		now = now || e.Kind == api.EventNow
		if e.Yours || e.Code != "" || e.Moves != nil {
			t.Errorf("it is for this node's person: %+v", e)
		}
		if e.View == nil || e.View.View == nil {
			return nil
		}
		own, err := ana.Table(o.ID)
		if err != nil {
			return err
		}
		if e.View.Seat >= 0 || e.View.YourTurn || e.View.Me() != "" {
			t.Errorf("the view is that of a seat: %+v", e.View)
		}
		if own.Step == e.View.Step && len(own.Last) < 2 { // nobody has taken a card that all have seen
			hidden += compare(t, own, *e.View)
		}
		if own.YourTurn && own.Hand < 3 {
			moves, err := ana.Moves(o.ID)
			if err != nil {
				return err
			}
			return ana.Play(ctx, o.ID, moves.Moves[len(moves.Moves)-1])
		}
		if own.Hand == 3 && now && hidden > 0 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) {
		t.Fatal(err)
	}
}

// compare checks that a public view shows no card of this node's hand, and returns how many of them the node itself sees.
func compare(t *testing.T, own, public api.Table) (hidden int) {
	t.Helper()
	for i, z := range own.View.Zones {
		if z.Kind != rules.HandZone || z.Seat != own.Seat {
			continue
		}
		for j, g := range z.Groups {
			for k, c := range g.Cards {
				if c.Known() {
					hidden++
				}
				if seen := public.View.Zones[i].Groups[j].Cards[k]; seen.Known() {
					t.Errorf("everybody sees %s of ana's hand", seen)
				}
			}
		}
	}
	return hidden
}
