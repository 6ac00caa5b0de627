package lobby

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/control"
	"fives/p2p/entry"
)

// theTable is the table that runs in these tests.
var theTable = record.Hash{7, 7}

// running is a table of Five that runs: first has a computer player there, ada, with 34
// points, and second is away.
func running(t *testing.T, first, second *node, terms func(*entry.Door)) entry.Door {
	t.Helper()
	rs, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	options, err := rs.Validate(3, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := entry.Door{ID: theTable, Game: "five", Options: options, TurnLimit: 60, Hands: 3, Seats: []entry.DoorSeat{
		{Name: first.cfg.Name, Node: first.self, Score: 12},
		{Name: second.cfg.Name, Node: second.self, Score: 40, Away: true},
		{Name: "ada", BotOf: first.cfg.Name, Node: first.self, Score: 34},
	}}
	if terms != nil {
		terms(&d)
	}
	return d
}

// runs has nodes play a table; they know its code, if it has one.
func runs(t *testing.T, d entry.Door, code string, nodes ...*node) {
	t.Helper()
	for _, n := range nodes {
		n.made.set(func() { n.made.doors = []entry.Door{d} })
		if err := n.lobby().keepCode(d.ID, code); err != nil {
			t.Fatal(err)
		}
	}
}

func private(d *entry.Door) { d.Private = true }

// reason is why a call has failed.
func reason(err error) control.Reason {
	var e *control.Error
	if errors.As(err, &e) {
		return e.Reason
	}
	return ""
}

// callOf is the continuation in which a newcomer takes over a seat.
func callOf(d entry.Door, seat int, newcomer record.Player) record.Continuation {
	c := record.Continuation{
		Parent: d.ID, Game: d.Game, Options: d.Options, Private: d.Private, Spectators: d.Spectators, TurnLimit: d.TurnLimit,
		Carry: rules.Carry{Hands: d.Hands},
	}
	if d.Cover {
		c.Cover = record.CoverAll
	}
	for i, s := range d.Seats {
		p := record.Player{Key: s.Node, Name: s.Name}
		if s.BotOf != "" {
			host := s.Node
			p = record.Player{Key: record.Key{byte(i), 9}, Name: s.Name, Host: &host}
		}
		if i == seat {
			p = newcomer
		}
		c.Players, c.From, c.Carry.Scores = append(c.Players, p), append(c.From, i), append(c.Carry.Scores, s.Score)
	}
	return c
}

func (n *node) player() record.Player { return record.Player{Key: n.self, Name: n.cfg.Name} }

// TestDoor: a newcomer sees which seats can be had, asks for one at the first node that
// lists the table, hears who has agreed, takes the call that seats it and no other, and
// has the code of the table afterwards.
func TestDoor(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, zoe := w.start("ana"), w.start("ben"), w.start("zoe")
		d := running(t, ana, ben, nil)
		d.Seats[1].Taken = true
		runs(t, d, "", ana, ben)

		heard := zoe.AskAll(w.ctx, Quickly)
		want := []control.OpenSeat{{Name: "ana", Score: 12}, {Name: "ada", BotOf: "ana", Score: 34}}
		if len(heard) != 2 || !slices.Equal(heard[0].OpenSeats, want) || !slices.Equal(heard[0].Taken, []string{"ana", "ben", "ada"}) || !heard[0].Full || heard[0].TurnLimit != 60 {
			t.Fatalf("%+v", heard)
		}
		o := zoe.mustJoin(control.JoinRequest{Seat: "Ada"})
		if h := o.Handover; h == nil || h.Seat != "ada" || h.SeatBotOf != "ana" || h.Score != 34 || h.To != "zoe" || !h.Mine || !h.Asked || h.Now || !o.Joined {
			t.Fatalf("%+v", o)
		}
		asks := wanted(ana, ben)
		if len(asks) != 1 {
			t.Fatalf("the table has %d wishes", len(asks))
		}
		if h := asks[0].handover; asks[0].table != d.ID || h.Seat != 2 || h.Node != zoe.self || h.Bot || h.Now || *h.Player != zoe.player() {
			t.Errorf("%+v", h)
		}
		asks[0].news(entry.DoorNews{Agreed: []string{"ana"}, Waits: []string{"be\nn"}})
		synctest.Wait()
		if h := zoe.Open()[0].Handover; !slices.Equal(h.Agreed, []string{"ana"}) || !slices.Equal(h.Waits, []string{"be n"}) {
			t.Errorf("%+v", h)
		}
		if !zoe.hears(control.EventHandover, control.Agreed) {
			t.Error("zoe does not hear that ana has agreed")
		}
		seats, ok := zoe.Takes(ben.self, callOf(d, 2, zoe.player()))
		if own, has := seats[zoe.self]; !ok || !has || len(seats) != 1 || own.Seed != nil || own.Bot != "" {
			t.Errorf("zoe takes %v, %v", seats, ok)
		}
		zoe.Goes(d.ID, record.Hash{8})
		synctest.Wait()
		if len(zoe.Open()) != 0 || len(zoe.disk.wished()) != 0 {
			t.Error("zoe still asks for the seat that she has")
		}
		if _, ok := zoe.Takes(ben.self, callOf(d, 2, zoe.player())); ok {
			t.Error("and takes it once more")
		}
	})
}

// wanted are the wishes that nodes keep.
func wanted(nodes ...*node) (all []*asked) {
	for _, n := range nodes {
		asks, _ := n.made.wanted()
		all = append(all, asks...)
	}
	return all
}

// hears reports whether people have been told something.
func (n *node) hears(kind control.EventKind, what string) bool {
	return n.is(func() bool {
		return slices.ContainsFunc(n.events, func(e control.Event) bool { return e.Kind == kind && e.What == what })
	})
}

func (d *disk) wished() map[record.Hash]Wish {
	m, _ := d.Wishes()
	return m
}

// TestDoorTellsWhatChanges: what changes at the table is told to who waits at its door, at
// the latest after some seconds, and survives a restart; other terms, or another player in
// the seat, end it.
func TestDoorTellsWhatChanges(t *testing.T) {
	for name, c := range map[string]struct {
		change func(d *entry.Door)
		ends   bool
	}{
		"a hand is settled":       {func(d *entry.Door) { d.Hands, d.Seats[2].Score = 4, 50 }, false},
		"somebody comes back":     {func(d *entry.Door) { d.Seats[1].Away = false }, false},
		"other terms":             {func(d *entry.Door) { d.TurnLimit = 0 }, true},
		"cover":                   {func(d *entry.Door) { d.Cover = true }, true},
		"another game":            {func(d *entry.Door) { d.Game = "five-crowns" }, true},
		"an unknown game":         {func(d *entry.Door) { d.Game = "poker" }, true},
		"another table":           {func(d *entry.Door) { d.ID = record.Hash{99} }, true},
		"another player":          {func(d *entry.Door) { d.Seats[2].Node = d.Seats[1].Node }, true},
		"a person for a computer": {func(d *entry.Door) { d.Seats[2].BotOf = "" }, true},
		"no seats":                {func(d *entry.Door) { d.Seats = nil }, true},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				ana, ben, zoe := w.start("ana"), w.start("ben"), w.start("zoe")
				d := running(t, ana, ben, nil)
				runs(t, d, "", ana)
				zoe.mustJoin(control.JoinRequest{Seat: "ada"})
				asks, _ := ana.made.wanted()
				d.Seats = slices.Clone(d.Seats)
				c.change(&d)
				id := d.ID
				asks[0].news(entry.DoorNews{Waits: []string{"ana"}})
				if c.ends {
					// The keeper lies: the frame is what it says.
					lie := ana.lobby().doors.get(theTable)
					lie.Post(func(now time.Time) { lie.askers[0].room.update(entry.DoorNews{Door: &d}, now) })
				} else {
					ana.made.set(func() { ana.made.doors = []entry.Door{d} })
				}
				time.Sleep(2 * waitEvery)
				zoe.load("zoe")
				wishes := zoe.disk.wished()
				if wish, ok := wishes[id]; c.ends != (len(wishes) == 0) || !c.ends && (!ok || !wish.Door.Same(&d)) {
					t.Errorf("%+v", wishes)
				}
				if c.ends != zoe.hears(control.EventLobby, control.Changed) {
					t.Error("people are not told so")
				}
			})
		})
	}
}

// TestDoorOfPrivateTable: the code opens the door of a private table, at any node that knows
// it, and a spectator who was let in needs none. Strangers see that the table is there, and
// nothing else.
func TestDoorOfPrivateTable(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, zoe, eve := w.start("ana"), w.start("ben"), w.start("zoe"), w.start("eve")
		d := running(t, ana, ben, private)
		runs(t, d, "", ana) // which does not know the code
		runs(t, d, "123456", ben)
		for _, h := range zoe.AskAll(w.ctx, Quickly) {
			o := h.Offer
			o.ID, o.Peer, o.Host, o.Warnings = "", "", "", nil
			if !o.Private || !o.Running || !o.Full || o.Game != "" || len(o.Taken) != 0 || o.OpenSeats != nil {
				t.Errorf("a stranger sees %+v", o)
			}
		}
		for code, want := range map[string]control.Reason{"": control.ReasonNeedsCode, "654321": control.ReasonWrongCode} {
			if _, err := zoe.Join(w.ctx, control.JoinRequest{Table: d.ID.String(), Seat: "ada", Code: code}); reason(err) != want {
				t.Errorf("with the code %q: %v", code, err)
			}
		}
		synctest.Wait()
		if !ben.hears(control.EventLobby, control.WrongCode) {
			t.Error("ben does not hear of a wrong code")
		}
		zoe.mustJoin(control.JoinRequest{Seat: "ada", Code: "123 456"})
		if asks, _ := ben.made.wanted(); len(asks) != 1 {
			t.Errorf("ben's table has %d wishes", len(asks))
		}
		if now, before := ben.doors.get(d.ID).guard.code.Failures(); now+before != 1 {
			t.Errorf("%d wrong guesses are counted", now+before)
		}
		ana.made.set(func() { ana.made.admitted = []record.Key{eve.self} })
		eve.mustJoin(control.JoinRequest{Table: d.ID.String(), Seat: "ben"})

		zoe.Goes(d.ID, record.Hash{8})
		ben.Goes(d.ID, record.Hash{8})
		for _, n := range []*node{zoe, ben} {
			if code, _ := n.disk.Code(record.Hash{8}); code != "123456" {
				t.Errorf("%s has the code %q for the table that goes on", n.cfg.Name, code)
			}
		}
	})
}

// TestCodeOfDoor: when a private table begins, its host and who has joined it by its code
// keep that for its door, also if they crash before the lobby has forgotten the table.
func TestCodeOfDoor(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		id, o := ana.opens(control.HostRequest{Seats: 2, Private: true})
		offers, _ := ana.disk.Offers()
		ben.mustJoin(control.JoinRequest{Table: o.ID, Code: o.Code})
		joins, _ := ben.disk.Joins()
		synctest.Wait()
		if err := ben.Begin(id, ana.made.genesis(id)); err != nil {
			t.Fatal(err)
		}
		has := func() {
			t.Helper()
			for _, n := range []*node{ana, ben} {
				if code, err := n.disk.Code(id); code != o.Code || err != nil {
					t.Errorf("%s has the code %q, %v", n.lobby().cfg.Name, code, err)
				}
			}
		}
		has()
		for _, n := range []*node{ana, ben} { // as if it had not come so far
			n.disk.mu.Lock()
			clear(n.disk.codes)
			n.disk.mu.Unlock()
		}
		for id, o := range offers {
			if err := ana.disk.PutOffer(id, o); err != nil {
				t.Fatal(err)
			}
		}
		for id, j := range joins {
			if err := ben.disk.PutJoin(id, j); err != nil {
				t.Fatal(err)
			}
		}
		ana.load("ana")
		ben.load("ben")
		has()
		if ana.disk.offered() != 0 || ben.disk.joined() != 0 {
			t.Error("the open table is still there")
		}
	})
}
