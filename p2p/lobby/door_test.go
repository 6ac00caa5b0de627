package lobby

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/replica"
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
	d := entry.Door{ID: theTable, Game: "five", Options: options, HouseRules: record.HouseRules{TurnLimit: 60}, Hands: 3, Seats: []entry.DoorSeat{
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
		if err := n.lobby().keepCode(d.ID, entry.NewCode(entry.StoredCode{Text: code})); err != nil {
			t.Fatal(err)
		}
	}
}

func private(d *entry.Door) { d.Private = true }

// reason is why a call has failed.
func reason(err error) api.Reason {
	var e *api.Error
	if errors.As(err, &e) {
		return e.Reason
	}
	return ""
}

// callOf is the continuation in which a newcomer takes over a seat.
func callOf(d entry.Door, seat int, newcomer record.Player) record.Continuation {
	c := record.Continuation{
		Parent: d.ID, Game: d.Game, Options: d.Options, HouseRules: d.HouseRules, Carry: rules.Carry{Hands: d.Hands},
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
		want := []api.OpenSeat{{Name: "ana", Score: 12}, {Name: "ada", BotOf: "ana", Score: 34}}
		if len(heard) != 2 || !slices.Equal(heard[0].OpenSeats, want) || !slices.Equal(heard[0].Taken, []string{"ana", "ben", "ada"}) || !heard[0].Full || heard[0].TurnLimit != 60 {
			t.Fatalf("%+v", heard)
		}
		o := zoe.mustJoin(api.JoinRequest{Seat: "Ada"})
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
		if !zoe.hears(api.EventHandover, api.Agreed) {
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
func (n *node) hears(kind api.EventKind, what string) bool {
	return n.is(func() bool {
		return slices.ContainsFunc(n.events, func(e api.Event) bool { return e.Kind == kind && e.What == what })
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
		"cover":                   {func(d *entry.Door) { d.Cover = record.CoverAll }, true},
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
				zoe.mustJoin(api.JoinRequest{Seat: "ada"})
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
				is := func() {
					t.Helper()
					wishes := zoe.disk.wished()
					if wish, ok := wishes[id]; c.ends != (len(wishes) == 0) || !c.ends && (!ok || !wish.Door.Same(&d)) {
						t.Errorf("%+v", wishes)
					}
				}
				is()
				zoe.load("zoe")
				is()
				if c.ends != zoe.hears(api.EventLobby, api.Changed) {
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
		if _, err := zoe.Join(w.ctx, api.JoinRequest{Table: d.ID.String(), Seat: "ada", Code: "123456"}); reason(err) != api.ReasonNoDoor {
			t.Errorf("where nobody knows the code: %v", err)
		}
		runs(t, d, "123456", ben)
		for _, h := range zoe.AskAll(w.ctx, Quickly) {
			o := h.Offer
			o.ID, o.Peer, o.Host, o.Warnings = "", "", "", nil
			if !o.Private || !o.Running || !o.Full || o.Game != "" || len(o.Taken) != 0 || o.OpenSeats != nil {
				t.Errorf("a stranger sees %+v", o)
			}
		}
		for code, want := range map[string]api.Reason{"": api.ReasonNeedsCode, "654321": api.ReasonWrongCode} {
			if _, err := zoe.Join(w.ctx, api.JoinRequest{Table: d.ID.String(), Seat: "ada", Code: code}); reason(err) != want {
				t.Errorf("with the code %q: %v", code, err)
			}
		}
		synctest.Wait()
		if !ben.hears(api.EventLobby, api.WrongCode) {
			t.Error("ben does not hear of a wrong code")
		}
		zoe.mustJoin(api.JoinRequest{Seat: "ada", Code: "123 456"})
		if asks, _ := ben.made.wanted(); len(asks) != 1 {
			t.Errorf("ben's table has %d wishes", len(asks))
		}
		if c := ben.doors.get(d.ID).guard.code.Stored(); c.Failures+c.Before != 1 {
			t.Errorf("%+v: one guess was wrong", c)
		}
		ana.made.set(func() { ana.made.admitted = []record.Key{eve.self} })
		eve.mustJoin(api.JoinRequest{Table: d.ID.String(), Seat: "ben"})

		zoe.Goes(d.ID, record.Hash{8})
		ben.Goes(d.ID, record.Hash{8})
		for _, n := range []*node{zoe, ben} {
			if code, _ := n.disk.Code(record.Hash{8}); code.Text != "123456" {
				t.Errorf("%s has the code %q for the table that goes on", n.cfg.Name, code.Text)
			}
		}
	})
}

// TestEachDoorHasItsCode: once a node of a private table has drawn a new code, the others keep the old one. Either opens the door
// of a node that has it, whichever is asked first; a code that none has is wrong, and counts once at each. A wish that was let in
// waits for the node that has its code, and guesses at the others once.
func TestEachDoorHasItsCode(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, zoe := w.start("ana"), w.start("ben"), w.start("zoe")
		d := running(t, ana, ben, private)
		runs(t, d, "1234567890", ana)
		runs(t, d, "87654321", ben)
		guesses := func(n *node) int {
			c := n.doors.get(d.ID).guard.code.Stored()
			return int(c.Failures + c.Before)
		}
		join := func(code string) error {
			_, err := zoe.Join(w.ctx, api.JoinRequest{Table: d.ID.String(), Seat: "ada", Code: code})
			synctest.Wait()
			return err
		}
		if err := join("11111111"); reason(err) != api.ReasonWrongCode || guesses(ana) != 1 || guesses(ben) != 1 {
			t.Errorf("a code that nobody has: %v, wrong guesses %d and %d", err, guesses(ana), guesses(ben))
		}
		for code, n := range map[string]*node{"1234567890": ana, "87654321": ben} {
			if err := join(code); err != nil || len(wanted(n)) != 1 {
				t.Fatalf("%s has the code: %v, %d wishes", n.cfg.Name, err, len(wanted(n)))
			}
			if _, err := zoe.lobby().Leave(d.ID); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		if err := join("1234567890"); err != nil {
			t.Fatal(err)
		}
		before := guesses(ben)
		ana.set(func() { ana.away = true })
		zoe.hangUpWish()
		time.Sleep(5 * time.Minute)
		if guesses(ben) != before+1 || zoe.lobby().wishes.get(d.ID) == nil {
			t.Errorf("while ana is away: %d guesses at ben's door, wish %v", guesses(ben)-before, zoe.lobby().wishes.get(d.ID))
		}
		ana.set(func() { ana.away = false })
		time.Sleep(time.Minute)
		if len(wanted(ana)) != 1 || guesses(ben) != before+1 {
			t.Errorf("ana is back: %d wishes, %d guesses at ben's door", len(wanted(ana)), guesses(ben)-before)
		}
		ana.changesCode("123456789012")
		time.Sleep(time.Minute)
		if zoe.lobby().wishes.get(d.ID) != nil || !zoe.hears(api.EventLobby, api.NeedsCode) {
			t.Error("nobody has the code any more, and zoe is not told")
		}
	})
}

// TestNamesakesBehindADoor: where a private table lists no seats, the bare name of several who are called
// the same says nothing. Where seats are listed, it is the label of the first.
func TestNamesakesBehindADoor(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, zoe := w.start("ana"), w.start("ben"), w.start("zoe")
		for _, hidden := range []bool{true, false} {
			d := running(t, ana, ben, func(d *entry.Door) { d.Private = hidden })
			d.Seats = append(d.Seats, entry.DoorSeat{Name: "pi~2", BotOf: "ana", Node: ana.self, Score: 5}, entry.DoorSeat{Name: "pi", Node: ben.self, Score: 7})
			runs(t, d, map[bool]string{true: "123456"}[hidden], ana, ben)
			for typed, want := range map[string]string{"pi": "pi", "PI": "pi", "pi~1": "pi", "Pi~2": "pi~2", "ada": "ada", "ada~1": "", "nobody~1": ""} {
				o, err := zoe.Join(w.ctx, api.JoinRequest{Table: d.ID.String(), Seat: typed, Code: "123456"})
				var e *api.Error
				switch errors.As(err, &e); {
				case hidden && strings.EqualFold(typed, "pi"):
					if both := []api.OpenSeat{{Name: "pi~1", Score: 7}, {Name: "pi~2", BotOf: "ana", Score: 5}}; reason(err) != api.ReasonManyCalled || e.Name != "pi" || !slices.Equal(e.OpenSeats, both) {
						t.Errorf("hidden, %s: %v, %+v", typed, err, e)
					}
				case want == "":
					if reason(err) != api.ReasonNobodyCalled {
						t.Errorf("hidden %v, %s: %v", hidden, typed, err)
					}
				case err != nil || o.Handover.Seat != want:
					t.Errorf("hidden %v, %s: %+v, %v", hidden, typed, o.Handover, err)
				}
				if err == nil {
					if _, err := zoe.lobby().Leave(d.ID); err != nil {
						t.Fatal(err)
					}
					synctest.Wait()
				}
			}
		}
	})
}

// TestCodeOfDoor: when a private table begins, its host and who has joined it by its code
// keep that for its door, also if they crash before the lobby has forgotten the table.
func TestCodeOfDoor(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		id, o := ana.opens(api.HostRequest{Seats: 2, Private: true})
		offers, _ := ana.disk.Offers()
		ben.mustJoin(api.JoinRequest{Table: o.ID, Code: o.Code})
		joins, _ := ben.disk.Joins()
		synctest.Wait()
		if err := ben.Begin(id, ana.made.genesis(id)); err != nil {
			t.Fatal(err)
		}
		has := func() {
			t.Helper()
			for _, n := range []*node{ana, ben} {
				if code, err := n.disk.Code(id); code.Text != o.Code || err != nil {
					t.Errorf("%s has the code %q, %v", n.lobby().cfg.Name, code.Text, err)
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

// TestLongerCodeStays: a table that goes on has the code of the one before, and once its door has
// drawn a longer one, keeps that, also when it is said again after a start what it goes on from.
func TestLongerCodeStays(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		d := running(t, ana, ben, private)
		runs(t, d, "123456", ana)
		child := record.Hash{8}
		for _, c := range []struct{ drawn, want string }{{"", "123456"}, {"12345678", "12345678"}, {"", "12345678"}} {
			if c.drawn != "" {
				if err := ana.disk.PutCode(child, entry.StoredCode{Text: c.drawn}); err != nil {
					t.Fatal(err)
				}
			}
			ana.Goes(d.ID, child)
			if code, err := ana.disk.Code(child); code.Text != c.want || err != nil {
				t.Errorf("%q, %v, and not %q", code.Text, err, c.want)
			}
			ana.load("ana")
		}
	})
}

// TestSentAwayAtTheDoor: whom a host has sent away before the table began is refused at its door as well, also
// after a restart in between, and where the table has gone on as another one.
func TestSentAwayAtTheDoor(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, zoe, eve := w.start("ana"), w.start("ben"), w.start("zoe"), w.start("eve")
		d := running(t, ana, ben, nil)
		next := d
		next.ID = record.Hash{8}
		runs(t, d, "", ana)
		asks := func(who *node, table record.Hash, want string) {
			t.Helper()
			_, err := who.Join(w.ctx, api.JoinRequest{Table: table.String(), Seat: "ada"})
			var why *api.Error
			if errors.As(err, &why); want == "" && err != nil || want != "" && (why == nil || why.Reason != api.ReasonHostRefuses || why.Detail != want) {
				t.Errorf("%s: %v", who.cfg.Name, err)
			}
		}
		if err := ana.disk.PutOffer(d.ID, OpenTable{SentAway: []record.Key{zoe.self}}); err != nil {
			t.Fatal(err)
		}
		ana.made.set(func() { ana.made.tables = map[record.Hash]replica.Genesis{d.ID: {Proposal: &record.Record{}}} })
		ana.load("ana") // the table began just before
		asks(zoe, d.ID, string(entry.ErrSentAway))
		ana.made.set(func() { ana.made.doors = []entry.Door{next} })
		ana.Goes(d.ID, next.ID)
		asks(zoe, next.ID, string(entry.ErrSentAway))
		ana.load("ana")
		asks(zoe, next.ID, string(entry.ErrSentAway))
		if len(wanted(ana)) != 0 || len(zoe.disk.wished()) != 0 {
			t.Error("zoe's wish is taken")
		}
		asks(eve, next.ID, "")
	})
}

// TestWishIsKept: the keeper of a door keeps the wish of a newcomer whose stream breaks for
// 20 s; who comes back in time, also after a restart, has the same wish still. To take it
// back is heard at once.
func TestWishIsKept(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, zoe := w.start("ana"), w.start("ben"), w.start("zoe")
		d := running(t, ana, ben, private)
		runs(t, d, "123456", ana)
		wishes := func(want, ever int) {
			t.Helper()
			synctest.Wait()
			if asks, n := ana.made.wanted(); len(asks) != want || n != ever {
				t.Errorf("%d wishes of %d that there were, not %d of %d", len(asks), n, want, ever)
			}
		}
		leave := func() {
			zoe.set(func() { zoe.away = true })
			zoe.hangUpWish()
		}
		zoe.mustJoin(api.JoinRequest{Table: d.ID.String(), Seat: "ada", Code: "123456"})
		wishes(1, 1)
		leave()
		time.Sleep(seatGrace - time.Second)
		door := ana.doors.get(d.ID)
		old := door.guard.code
		door.Post(func(time.Time) { door.guard.code = entry.NewCode(entry.StoredCode{Text: "77777777"}) }) // for which it is not asked
		zoe.load("zoe")
		zoe.set(func() { zoe.away = false })
		time.Sleep(time.Second)
		wishes(1, 1)
		door.Post(func(time.Time) { door.guard.code = old })
		leave()
		time.Sleep(seatGrace + time.Second)
		wishes(0, 1)
		zoe.set(func() { zoe.away = false })
		time.Sleep(time.Second)
		wishes(1, 2)
		if c := ana.doors.get(d.ID).guard.code.Stored(); c.Failures+c.Before != 0 {
			t.Errorf("to come back counts: %+v", c)
		}
		if did, err := zoe.lobby().Leave(d.ID); did != api.GivenBack || err != nil {
			t.Error(did, err)
		}
		wishes(0, 2)
		time.Sleep(time.Minute)
		wishes(0, 2)
		if len(zoe.disk.wished()) != 0 || len(zoe.lobby().Open()) != 0 {
			t.Error("zoe still asks for the seat")
		}
		if _, ok := zoe.lobby().Takes(ana.self, callOf(d, 2, zoe.player())); ok {
			t.Error("zoe takes the seat that she has given up")
		}
	})
}

// hangUpWish ends the stream on which the keeper of a door tells how a wish stands.
func (n *node) hangUpWish() {
	n.w.t.Helper()
	synctest.Wait()
	w := n.lobby().wishes.get(theTable)
	if err := w.Wait(func(time.Time) error { return w.stream.Close() }); err != nil {
		n.w.t.Error(err)
	}
}

// TestAnotherKeeper: when the node that was asked is gone, or has no code any more, the
// newcomer asks another one of the table by itself.
func TestAnotherKeeper(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, zoe := w.start("ana"), w.start("ben"), w.start("zoe")
		d := running(t, ana, ben, private)
		runs(t, d, "123456", ana, ben)
		zoe.mustJoin(api.JoinRequest{Table: d.ID.String(), Seat: "ada", Code: "123456"})
		keeper, other := ana, ben
		if len(wanted(ana)) == 0 {
			keeper, other = ben, ana
		}
		keeper.set(func() { keeper.away = true })
		zoe.hangUpWish()
		time.Sleep(2 * time.Second)
		if len(wanted(other)) != 1 {
			t.Fatal("the other node has no wish")
		}
		keeper.set(func() { keeper.away = false })
		other.made.set(func() { other.made.doors = nil })
		time.Sleep(2 * waitEvery) // until the door is closed
		time.Sleep(2 * waitEvery)
		if len(wanted(other)) != 0 || len(wanted(keeper)) != 1 {
			t.Error("zoe is not back at the first")
		}
	})
}

// TestDoorMoves: when the table goes on without the newcomer, the wish goes over: by the
// keeper's word, or because the node that is asked knows the table that goes on only. There
// the seat has another number, perhaps another label.
func TestDoorMoves(t *testing.T) {
	for name, told := range map[string]bool{"told": true, "found out": false} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				ana, ben, zoe := w.start("ana"), w.start("ben"), w.start("zoe")
				d := running(t, ana, ben, private)
				runs(t, d, "123456", ana)
				zoe.mustJoin(api.JoinRequest{Table: d.ID.String(), Seat: "ada", Code: "123456"})
				asks := wanted(ana)
				next := d
				next.ID, next.Hands, next.Seats = record.Hash{8}, 4, []entry.DoorSeat{d.Seats[0], d.Seats[2]}
				if told {
					next.Seats[1].Name = "ada~2"
				}
				if !told {
					zoe.set(func() { zoe.away = true })
					zoe.hangUpWish()
				}
				ana.made.set(func() { ana.made.doors = []entry.Door{next} })
				ana.Goes(d.ID, next.ID)
				if told {
					asks[0].news(entry.DoorNews{Moved: &next.ID, Seat: 1})
				}
				zoe.set(func() { zoe.away = false })
				time.Sleep(2 * time.Second)
				asks = wanted(ana)
				if len(asks) == 0 || asks[len(asks)-1].table != next.ID || asks[len(asks)-1].handover.Seat != 1 {
					t.Fatalf("%d wishes", len(asks))
				}
				wishes := zoe.disk.wished()
				if wish, ok := wishes[next.ID]; !ok || len(wishes) != 1 || wish.Seat != 1 || wish.Code != "123456" || !wish.Door.Same(&next) {
					t.Errorf("%+v", wishes)
				}
				if !zoe.hears(api.EventLobby, api.Moved) || zoe.hears(api.EventLobby, api.Changed) {
					t.Error("people hear something else")
				}
				if now := zoe.MovedTo(d.ID.String()); now != "" {
					t.Errorf("whoever keeps a door has the ID of its table mean %s", now)
				}
				if _, ok := zoe.Takes(ana.self, callOf(d, 2, zoe.player())); ok {
					t.Error("zoe takes a call at the old table")
				}
				if _, ok := zoe.Takes(ana.self, callOf(next, 1, zoe.player())); !ok {
					t.Error("zoe does not take the call at the new table")
				}
			})
		})
	}
}

// changesCode gives a node's door another code, and drops who has asked there.
func (n *node) changesCode(code string) {
	door := n.lobby().doors.get(theTable)
	door.Post(func(time.Time) { door.guard.code = entry.NewCode(entry.StoredCode{Text: code}) })
	door.Post(func(time.Time) { door.drop(door.askers[0]) })
}

// TestDoorEnds: a wish ends with the table, with a refusal, and when the seat has gone to
// somebody else.
func TestDoorEnds(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(ana *node, d entry.Door, a *asked)
		what string
	}{
		"refused": {func(_ *node, _ entry.Door, a *asked) { a.news(entry.DoorNews{Refused: string(entry.ErrSeatChanged)}) }, api.Refused},
		"over":    {func(ana *node, _ entry.Door, _ *asked) { ana.made.set(func() { ana.made.doors = nil }) }, api.Closed},
		"changed": {func(ana *node, d entry.Door, a *asked) {
			d.ID, d.Seats = record.Hash{8}, slices.Clone(d.Seats)
			d.Seats[2] = entry.DoorSeat{Name: "yan", Node: record.Key{5}}
			ana.made.set(func() { ana.made.doors = []entry.Door{d} })
			ana.Goes(theTable, d.ID)
			a.news(entry.DoorNews{Moved: &d.ID, Seat: 2})
		}, api.Changed},
		"other terms": {func(ana *node, d entry.Door, a *asked) {
			d.ID, d.Spectators = record.Hash{8}, true
			ana.made.set(func() { ana.made.doors = []entry.Door{d} })
			ana.Goes(theTable, d.ID)
			a.news(entry.DoorNews{Moved: &d.ID, Seat: 2})
		}, api.Changed},
		"another code": {func(ana *node, _ entry.Door, a *asked) { ana.changesCode("77777777") }, api.NeedsCode},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				ana, ben, zoe := w.start("ana"), w.start("ben"), w.start("zoe")
				d := running(t, ana, ben, private)
				runs(t, d, "123456", ana)
				zoe.mustJoin(api.JoinRequest{Table: d.ID.String(), Seat: "ada", Code: "123456"})
				c.do(ana, d, wanted(ana)[0])
				time.Sleep(time.Minute)
				if !zoe.hears(api.EventLobby, c.what) || len(zoe.disk.wished()) != 0 || len(zoe.Open()) != 0 {
					t.Errorf("%+v", zoe.events)
				}
				if name == "another code" && len(wanted(ana)) != 0 {
					t.Error("ana's table still has the wish")
				}
			})
		})
	}
}

// TestBegun: a keeper who says that the newcomer plays is believed as long as its own node
// may not have heard of it; then the wish ends.
func TestBegun(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, zoe := w.start("ana"), w.start("ben"), w.start("zoe")
		d := running(t, ana, ben, nil)
		runs(t, d, "", ana)
		zoe.mustJoin(api.JoinRequest{Seat: "ada"})
		next := d
		next.ID, next.Seats = record.Hash{8}, slices.Clone(d.Seats)
		next.Seats[2] = entry.DoorSeat{Name: "zoe", Node: zoe.self}
		ana.made.set(func() { ana.made.doors = []entry.Door{next} })
		ana.Goes(d.ID, next.ID)
		wanted(ana)[0].news(entry.DoorNews{Begun: true})
		time.Sleep(5 * time.Second)
		if len(zoe.disk.wished()) != 1 {
			t.Error("zoe forgets what she has asked for before she plays")
		}
		time.Sleep(10 * time.Second)
		if len(zoe.disk.wished()) != 0 || !zoe.hears(api.EventLobby, api.Closed) {
			t.Error("zoe waits for ever")
		}
	})
}

// TestLongAnswer: however long the names at however many tables are, the answer can be read.
func TestLongAnswer(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, zoe := w.start("ana"), w.start("zoe")
		name := strings.Repeat("\U00010348", 32)
		d := running(t, ana, ana, func(d *entry.Door) {
			d.Game, d.Seats = "five-crowns", nil
			for range 14 {
				d.Seats = append(d.Seats, entry.DoorSeat{Name: name, BotOf: name, Node: ana.self, Score: 1000, Away: true, ForYou: true})
			}
			rs, err := games.Find(d.Game)
			if err != nil {
				t.Fatal(err)
			}
			if d.Options, err = rs.Validate(len(d.Seats), nil); err != nil {
				t.Fatal(err)
			}
		})
		for i := range MaxOffers + 1 {
			d.ID = record.Hash{byte(i)}
			ana.made.set(func() { ana.made.doors = append(ana.made.doors, d) })
		}
		a, err := zoe.Ask(w.ctx, ana.self)
		doors := 0
		for _, o := range a.Offers {
			if o.Door != nil {
				doors++
			}
		}
		if err != nil || len(a.Offers) != MaxOffers || doors < 8 || doors == MaxOffers {
			t.Errorf("%d offers, %d with doors, %v", len(a.Offers), doors, err)
		}
	})
}
