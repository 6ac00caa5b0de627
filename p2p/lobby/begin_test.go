package lobby

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/peers"
	"fives/p2p/wire"
)

func (n *node) mustBegin(r api.BeginRequest) (record.Hash, api.Offer) {
	n.w.t.Helper()
	o, err := n.BeginNow(r)
	if err != nil {
		n.w.t.Fatal(err)
	}
	synctest.Wait()
	for id := range n.made.all() {
		if id.String() == o.ID {
			return id, o
		}
	}
	for _, open := range n.offers.list() {
		if open.id.String() == o.ID {
			return open.id, o
		}
	}
	n.w.t.Fatalf("there is no table %s", o.ID)
	return record.Hash{}, o
}

func (m *made) all() map[record.Hash]bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	ids := map[record.Hash]bool{}
	for id := range m.tables {
		ids[id] = true
	}
	return ids
}

func because(err error) api.Reason {
	var e *api.Error
	if errors.As(err, &e) {
		return e.Reason
	}
	return ""
}

// TestBeginsFilled: computer players of the host take the free seats, under names that
// nobody has, and the table begins under its own ID with all who were there.
func TestBeginsFilled(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, cleo := w.start("ana"), w.start("Bob"), w.start("cleo")
		id, _ := ana.opens(api.HostRequest{Seats: 5, Bots: []string{"easy"}})
		ben.mustJoin(api.JoinRequest{})
		cleo.mustJoin(api.JoinRequest{})
		cleo.set(func() { cleo.away = true })
		cleo.hangUp(id) // and her seat is as free as the others
		synctest.Wait()
		if _, err := ana.BeginNow(api.BeginRequest{Fill: true, Strength: "godlike"}); because(err) != api.ReasonNoStrength {
			t.Error(err)
		}
		same, o := ana.mustBegin(api.BeginRequest{Fill: true})
		if want := []string{"ana", "Ada", "Bob", "Cyd", "Dot"}; same != id || !slices.Equal(o.Taken, want) {
			t.Errorf("%s begins as %s with %v, not %v", id, same, o.Taken, want)
		}
		g := ana.made.genesis(id)
		if len(g.Joins) != 5 || ana.made.own() != 4 || len(ana.Open()) != 0 {
			t.Fatalf("%d joins, %d own seats, %d open", len(g.Joins), ana.made.own(), len(ana.Open()))
		}
		if err := ben.Begin(id, g); err != nil || !ben.made.Has(id) {
			t.Errorf("ben does not play: %v", err)
		}
	})
}

// TestBeginsWithFewer: the host proposes the table anew, and those who are there
// follow it by themselves, at a private one without its code. Nodes that have
// gone have no seat at it. Meanwhile nobody takes the seats of nodes on their way.
func TestBeginsWithFewer(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, cleo, dan := w.start("ana"), w.start("ben"), w.start("cleo"), w.start("dan")
		old, o := ana.opens(api.HostRequest{Seats: 6, Private: true, Bots: []string{"easy"}})
		for _, n := range []*node{ben, cleo, dan} {
			n.mustJoin(api.JoinRequest{Table: o.ID, Code: o.Code})
		}
		dan.set(func() { dan.away = true })
		dan.hangUp(old)
		synctest.Wait()
		id, view := ana.mustBegin(api.BeginRequest{About: api.About{Table: o.ID}})
		if id == old || view.Seats != 4 || view.Code != o.Code || len(ana.Open()) != 1 {
			t.Fatalf("%+v", view)
		}
		for _, fill := range []bool{false, true} { // as when the key is pressed twice
			if _, err := ana.BeginNow(api.BeginRequest{About: api.About{Table: o.ID}, Fill: fill}); because(err) != api.ReasonSeatsKept {
				t.Error(err)
			}
		}
		eve := w.start("eve")
		if _, err := eve.Join(w.ctx, api.JoinRequest{Table: id.String(), Code: o.Code}); because(err) != api.ReasonHostRefuses {
			t.Error(err)
		}
		time.Sleep(2 * time.Second)
		g := ana.made.genesis(id)
		if len(g.Joins) != 4 || ana.made.own() != 2 || len(ana.Open()) != 0 || ana.disk.offered() != 0 {
			t.Fatalf("%d joins, %d own seats, open: %+v", len(g.Joins), ana.made.own(), ana.Open())
		}
		for _, n := range []*node{ben, cleo} {
			if now := n.MovedTo(o.ID[:8]); now != id.String() {
				t.Errorf("a joiner finds %q by the ID that the table had", now)
			}
			if !n.Joined(id) || n.Joined(old) || !n.disk.givenUp(old) || !n.hasEvent(api.Smaller) || n.hasEvent(api.Taken, []string{}...) {
				t.Errorf("a joiner has not followed: %+v", n.events)
			}
			if err := n.Begin(id, g); err != nil || !n.made.Has(id) {
				t.Errorf("a joiner does not play: %v", err)
			}
		}
		if !ana.hasEvent(api.Smaller) || dan.Joined(id) {
			t.Error("the host is not told, or who was away has a seat")
		}
	})
}

// TestOneIsNotBack: a seat at the table with fewer seats waits for 20 s for who had
// it, and then the host can begin with still fewer.
func TestOneIsNotBack(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, cleo := w.start("ana"), w.start("ben"), w.start("cleo")
		ana.opens(api.HostRequest{Seats: 4})
		ben.mustJoin(api.JoinRequest{})
		cleo.mustJoin(api.JoinRequest{})
		ana.mustBegin(api.BeginRequest{})
		cleo.set(func() { cleo.away = true })
		time.Sleep(seatGrace + time.Second)
		if open := ana.Open(); len(open) != 1 || open[0].Seats != 3 || len(open[0].Taken) != 2 {
			t.Fatalf("%+v", open)
		}
		id, _ := ana.mustBegin(api.BeginRequest{})
		time.Sleep(2 * time.Second)
		if g := ana.made.genesis(id); len(g.Joins) != 2 || !ben.Joined(id) {
			t.Errorf("%d joins", len(g.Joins))
		}
	})
}

// TestBeginRefused: what cannot begin stays as it is.
func TestBeginRefused(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		begin := func(n *node, table string, want api.Reason) {
			t.Helper()
			if _, err := n.BeginNow(api.BeginRequest{About: api.About{Table: table}}); because(err) != want {
				t.Errorf("%v, want %s", err, want)
			}
		}
		begin(ana, "", api.ReasonNothingToBegin)
		id, _ := ana.opens(api.HostRequest{Seats: 4})
		begin(ana, "", api.ReasonTooFewSeats)
		begin(ana, "ffff"+id.String(), api.ReasonNothingToBegin)
		ben.mustJoin(api.JoinRequest{})
		begin(ben, "", api.ReasonNotHost)
		if open := ana.Open(); len(open) != 1 || open[0].ID != id.String() || len(open[0].Taken) != 2 {
			t.Errorf("%+v", open)
		}
		ana.opens(api.HostRequest{Seats: 2})
		begin(ana, "", api.ReasonManyTables)
	})
}

// TestBegunForLong: a seat is not given up because the stream of the table that has begun
// takes long to come, also with a restart in between.
func TestBegunForLong(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		id, _ := ana.opens(api.HostRequest{Seats: 2})
		ben.mustJoin(api.JoinRequest{})
		time.Sleep(time.Minute)
		ben.load("ben")
		time.Sleep(time.Minute)
		if !ben.Joined(id) || ben.disk.givenUp(id) {
			t.Fatal("ben has given the seat up")
		}
		if err := ben.Begin(id, ana.made.genesis(id)); err != nil || !ben.made.Has(id) {
			t.Error(err)
		}
	})
}

// TestFullTable: a stranger hears that a public table has begun, and with whom; of a
// private one nothing. Nodes that do not know what a full table is hear nothing either.
func TestFullTable(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, cleo := w.start("ana"), w.start("ben"), w.start("cleo")
		id, _ := ana.opens(api.HostRequest{Seats: 2})
		ben.mustJoin(api.JoinRequest{})
		synctest.Wait()
		for _, name := range []string{"", id.String()[:8]} {
			_, err := cleo.Join(w.ctx, api.JoinRequest{Table: name})
			if because(err) != api.ReasonTableFull {
				t.Errorf("%q: %v", name, err)
			}
		}
		if _, err := cleo.Join(w.ctx, api.JoinRequest{Table: "ffff"}); because(err) != api.ReasonNoOpenTable {
			t.Error(err)
		}
		if got := cleo.asks(ana, id); got != string(entry.ErrFull) {
			t.Errorf("the host says %q", got)
		}
		if got := ben.asks(ana, id); got != string(entry.ErrBegun) {
			t.Errorf("the host says %q to who has a seat, and waits for its stream", got)
		}
		private, o := ana.opens(api.HostRequest{Seats: 2, Private: true})
		ben.mustJoin(api.JoinRequest{Table: private.String(), Code: o.Code})
		synctest.Wait()
		if got := cleo.asks(ana, private); got != string(entry.ErrNoTable) {
			t.Errorf("of a private table, the host says %q", got)
		}
		if _, err := cleo.Join(w.ctx, api.JoinRequest{Table: private.String(), Code: o.Code}); because(err) != api.ReasonNoOpenTable {
			t.Error(err)
		}
	})
}

// asks is what a host refuses a seat with.
func (n *node) asks(host *node, id record.Hash) string {
	n.w.t.Helper()
	s, err := n.OpenJoin(n.w.ctx, record.KeyOf(host.key))
	if err != nil {
		n.w.t.Fatal(err)
	}
	defer s.Reset()
	var w entry.Welcome
	err = errors.Join(wire.Write(s, entry.Hello{Table: id, Minor: peers.Minor}), wire.ReadShort(s, entry.FrameTime, entry.MaxStrangerFrame, &w))
	if err != nil {
		n.w.t.Fatal(err)
	}
	return w.Refused
}

// TestFullOffersAreChecked: only a table's proposer says that it is full, and only of
// a public one.
func TestFullOffersAreChecked(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		id, _ := ana.opens(api.HostRequest{Seats: 2})
		proposal := ana.offers.get(id).stored.Proposal
		from := record.KeyOf(ana.key)
		good := entry.Offer{ID: id, Proposal: &proposal, Running: true, Full: true}
		if _, ok := ben.read(good, from); !ok {
			t.Error("a full table is passed over")
		}
		for name, change := range map[string]func(*entry.Offer){
			"no proposal": func(o *entry.Offer) { o.Proposal = nil },
			"private":     func(o *entry.Offer) { o.Private = true },
			"not running": func(o *entry.Offer) { o.Running = false },
			"another ID":  func(o *entry.Offer) { o.ID[0]++ },
		} {
			bad := good
			change(&bad)
			if _, ok := ben.read(bad, from); ok {
				t.Errorf("%s: taken for a full table", name)
			}
		}
		if _, ok := ben.read(good, record.KeyOf(ben.key)); ok {
			t.Error("another node says that it is full")
		}
	})
}

// TestHostHearsOfWrongCodes: who has tried, at most once in ten seconds.
func TestHostHearsOfWrongCodes(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		_, o := ana.opens(api.HostRequest{Seats: 3, Private: true})
		wrongCodes := func() (n int) {
			synctest.Wait()
			ana.mu.Lock()
			defer ana.mu.Unlock()
			for _, e := range ana.events {
				if e.What == api.WrongCode && e.Table == o.ID && e.Fingerprint == record.Fingerprint(record.KeyOf(ben.key)) {
					n++
				}
			}
			return n
		}
		guess := func(code string, want api.Reason) {
			t.Helper()
			if _, err := ben.Join(w.ctx, api.JoinRequest{Table: o.ID, Code: code}); because(err) != want {
				t.Errorf("%v, want %s", err, want)
			}
		}
		for range 2 {
			guess("1"+o.Code, api.ReasonWrongCode)
		}
		if n := wrongCodes(); n != 1 {
			t.Errorf("told %d times", n)
		}
		time.Sleep(guessTold)
		for range entry.PeerFailures - 2 {
			guess("1"+o.Code, api.ReasonWrongCode)
		}
		if n := wrongCodes(); n != 2 {
			t.Errorf("told %d times", n)
		}
		guess(o.Code, api.ReasonTooManyCodes)
	})
}
