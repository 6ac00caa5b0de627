package lobby

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/wire"
)

// A stranger says at a door what it likes. The seed makes its key.
type stranger struct {
	*node
	s entry.Stream
}

// stranger opens a stream to a node's door.
func (w *world) stranger(seed byte, at *node) *stranger {
	w.t.Helper()
	n := &node{w: w, key: ed25519.NewKeyFromSeed(append(make([]byte, ed25519.SeedSize-1), seed))}
	s, err := n.OpenJoin(w.ctx, at.self)
	if err != nil {
		w.t.Fatal(err)
	}
	return &stranger{n, s}
}

// says writes a frame, and reads the answer into v. It returns what the other side refuses
// with.
func (s *stranger) says(frame, v any) error {
	s.w.t.Helper()
	if err := wire.Write(s.s, frame); err != nil {
		return err
	}
	return wire.ReadShort(s.s, time.Minute, entry.MaxStrangerFrame, v)
}

// hello is answered with a welcome.
func (s *stranger) hello(id record.Hash) (w entry.Welcome, err error) {
	if err := s.says(entry.Hello{Table: id, Seat: true}, &w); err != nil {
		return w, err
	}
	if w.Refused != "" {
		return w, entry.Refusal(w.Refused)
	}
	return w, nil
}

// asks says hello and asks for a seat of a public table.
func (s *stranger) asks(id record.Hash, wish entry.Wish) (n entry.DoorNews, err error) {
	if _, err := s.hello(id); err != nil {
		return n, err
	}
	if err := s.says(entry.SeatRequest{Wish: &wish}, &n); err != nil {
		return n, err
	}
	if n.Refused != "" {
		return n, entry.Refusal(n.Refused)
	}
	return n, nil
}

// TestAttackDoorOfNoTable: there is no door at a table that is not there, that has not begun,
// or that is over; and none for who sits there.
func TestAttackDoorOfNoTable(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		d := running(t, ana, ben, nil)
		runs(t, d, "", ana)
		open, _ := ana.opens(api.HostRequest{Seats: 3, Private: true})
		for i, c := range []struct {
			table record.Hash
			want  entry.Refusal
		}{{record.Hash{1}, entry.ErrNoTable}, {open, entry.ErrNotBegun}} {
			if _, err := w.stranger(byte(i), ana).hello(c.table); !errors.Is(err, c.want) {
				t.Errorf("%d: %v", i, err)
			}
		}
		s := w.stranger(9, ana)
		d.Seats[1].Node = record.KeyOf(s.key)
		ana.made.set(func() { ana.made.doors = []entry.Door{d} })
		if _, err := s.hello(d.ID); !errors.Is(err, entry.ErrHasSeat) {
			t.Error(err)
		}
		for i := range d.Seats {
			d.Seats[i].Taken = true
		}
		ana.made.set(func() { ana.made.doors = []entry.Door{d} })
		if _, err := w.stranger(1, ana).hello(d.ID); !errors.Is(err, entry.ErrFull) {
			t.Error(err)
		}
		if now, want := ana.Open()[0], 1; len(now.Taken) != want {
			t.Errorf("%+v", now)
		}
	})
}

// TestAttackHouseRules: a door with house rules that no table can have shows no seats.
func TestAttackHouseRules(t *testing.T) {
	for name, change := range map[string]func(h *record.HouseRules){
		"unknown cover":          func(h *record.HouseRules) { h.Cover = "some" },
		"a turn limit of a week": func(h *record.HouseRules) { h.TurnLimit = 7 * 24 * 60 * 60 },
		"none":                   nil,
	} {
		inWorld(t, func(w *world) {
			ana, ben, zoe := w.start("ana"), w.start("ben"), w.start("zoe")
			d := running(t, ana, ben, nil)
			if change != nil {
				change(&d.HouseRules)
			}
			runs(t, d, "", ana)
			heard := zoe.AskAll(w.ctx, Quickly)
			if shown := slices.ContainsFunc(heard, func(o HeardOffer) bool { return len(o.OpenSeats) > 0 }); shown != (change == nil) {
				t.Errorf("%s: %+v", name, heard)
			}
		})
	}
}

// TestAttackWish: what a table cannot take as a newcomer is refused before the table hears of
// it: a seat that there is not, a name that is not clean, a join.
func TestAttackWish(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		d := running(t, ana, ben, nil)
		runs(t, d, "", ana)
		for i, wish := range []entry.Wish{
			{Seat: 3, Name: "eve"}, {Seat: 1 << 63, Name: "eve"}, {Seat: 2}, {Seat: 2, Name: "e\nve"}, {Seat: 2, Name: " eve"},
			{Seat: 2, Name: "e\u202eve"}, {Seat: 2, Name: strings.Repeat("e", 33)},
		} {
			if _, err := w.stranger(byte(i), ana).asks(d.ID, wish); !errors.Is(err, entry.ErrBadWish) {
				t.Errorf("%+v: %v", wish, err)
			}
		}
		s := w.stranger(20, ana)
		if _, err := s.hello(d.ID); err != nil {
			t.Fatal(err)
		}
		var n entry.DoorNews
		if err := s.says(entry.SeatRequest{Join: &record.Record{}}, &n); err != nil || n.Refused != string(entry.ErrBadWish) {
			t.Error(n, err)
		}
		if _, ever := ana.made.wanted(); ever != 0 {
			t.Errorf("the table has heard of %d", ever)
		}
	})
}

// TestRefusals: each sentence with which a table refuses a newcomer arrives as a reason of its
// own.
func TestRefusals(t *testing.T) {
	for refusal, want := range map[entry.Refusal]api.Reason{
		entry.ErrSeatOut: api.ReasonSeatOut, entry.ErrSeatChanged: api.ReasonSeatChanged, entry.ErrSeatAsked: api.ReasonSeatAsked, entry.ErrNoTable: api.ReasonNoDoor,
		entry.ErrAtFault: api.ReasonWasAtFault, entry.ErrHasSeat: api.ReasonJoinedAlready, entry.ErrFull: api.ReasonTableFull,
		entry.ErrNotBegun: api.ReasonNotBegun, entry.ErrNoCode: api.ReasonNoDoor, "not today": api.ReasonHostRefuses,
	} {
		inWorld(t, func(w *world) {
			ana, ben, zoe := w.start("ana"), w.start("ben"), w.start("zoe")
			runs(t, running(t, ana, ben, nil), "", ana, ben)
			for _, n := range []*node{ana, ben} {
				n.made.set(func() { n.made.refuses = refusal })
			}
			_, err := zoe.Join(w.ctx, api.JoinRequest{Seat: "ada"})
			if reason(err) != want {
				t.Errorf("%q: %v", refusal, err)
			}
			if len(zoe.disk.wished()) != 0 || len(zoe.Open()) != 0 {
				t.Errorf("%q: zoe still asks", refusal)
			}
		})
	}
}

// TestAttackTwoForOneSeat: at one door the first newcomer has the wish; the other one is told
// so, and can ask at another door, where the people of the table choose.
func TestAttackTwoForOneSeat(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, zoe, yan := w.start("ana"), w.start("ben"), w.start("zoe"), w.start("yan")
		d := running(t, ana, ben, nil)
		runs(t, d, "", ana)
		zoe.mustJoin(api.JoinRequest{Seat: "ada"})
		if _, err := yan.Join(w.ctx, api.JoinRequest{Seat: "ada"}); reason(err) != api.ReasonSeatAsked {
			t.Error(err)
		}
		if _, err := zoe.Join(w.ctx, api.JoinRequest{Seat: "ben"}); reason(err) != api.ReasonAskedAlready {
			t.Error(err)
		}
		runs(t, d, "", ben)
		yan.mustJoin(api.JoinRequest{Seat: "ada"})
		if len(wanted(ana)) != 1 || len(wanted(ben)) != 1 {
			t.Errorf("%d and %d wishes", len(wanted(ana)), len(wanted(ben)))
		}
		if _, err := zoe.Leave(d.ID); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if asks := wanted(ana); len(asks) != 0 {
			t.Errorf("%d wishes at ana's door", len(asks))
		}
	})
}

// TestAttackFlood: many keys, and one key many times, get no more wishes into a table than it
// has seats, each key at most one; what they say later is not listened to.
func TestAttackFlood(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		d := running(t, ana, ben, nil)
		runs(t, d, "", ana)
		eve := w.stranger(1, ana)
		if _, err := eve.asks(d.ID, entry.Wish{Seat: 0, Name: "eve"}); err != nil {
			t.Fatal(err)
		}
		for i := range 2 * joinBurst { // another seat and name each time
			s := w.stranger(1, ana)
			_, _ = s.asks(d.ID, entry.Wish{Seat: uint64(i % 3), Name: fmt.Sprint("eve", i)})
			if len(wanted(ana)) > 1 {
				t.Fatalf("one key has %d wishes", len(wanted(ana)))
			}
		}
		for i := range 200 {
			s := w.stranger(byte(2+i), ana)
			_, _ = s.asks(d.ID, entry.Wish{Seat: uint64(i % 3), Name: "mob"})
			if n := len(wanted(ana)); n > 3 {
				t.Fatalf("%d wishes at a table of 3 seats", n)
			}
		}
		synctest.Wait()
		door := ana.doors.get(d.ID)
		if n := len(wanted(ana)); n != 3 || len(door.askers) != 3 {
			t.Errorf("%d wishes, %d askers", n, len(door.askers))
		}
		for i := range 2 * MaxDoors { // nor does a table that is not there get a door
			_, _ = w.stranger(byte(i), ana).hello(record.Hash{byte(i), 1})
		}
		if n := len(ana.doors.list()); n != 1 {
			t.Errorf("%d doors", n)
		}
	})
}

// TestAttackGuessesAtDoor: guesses at the code of a running table count as at an open one: of
// one key, of all, with a new code in the end, which a restart does not forget.
func TestAttackGuessesAtDoor(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		d := running(t, ana, ben, private)
		runs(t, d, "12345678", ana)
		guess := func(seed byte) string {
			s := w.stranger(seed, ana)
			welcome, err := s.hello(d.ID)
			if err != nil || welcome.Session == nil || welcome.Door != nil {
				return fmt.Sprintf("%+v, %v", welcome, err)
			}
			var answer entry.Welcome
			if err := s.says(entry.Proof{Share: bytes.Repeat([]byte{1}, 32)}, &answer); err != nil {
				return err.Error()
			}
			return answer.Refused
		}
		for range entry.PeerFailures {
			if r := guess(1); r != string(entry.ErrWrongCode) {
				t.Errorf("%q", r)
			}
		}
		if r := guess(1); r != string(entry.ErrTooManyCodes) {
			t.Errorf("%q", r)
		}
		for i := range entry.TableFailures - entry.PeerFailures {
			if r := guess(byte(2 + i)); r != string(entry.ErrWrongCode) {
				t.Errorf("%q", r)
			}
		}
		stored, _ := ana.disk.Code(d.ID)
		code := stored.Text
		if len(code) != 10 || !ana.hears(api.EventLobby, api.NewCode) || len(wanted(ana)) != 0 {
			t.Errorf("the code is %q by now", code)
		}
		ana.load("ana")
		zoe := w.start("zoe")
		zoe.mustJoin(api.JoinRequest{Table: d.ID.String(), Seat: "ada", Code: code})
	})
}

// TestAttackOneCountForACode: whoever guesses at a code has no more guesses because the table is proposed with
// fewer seats, has begun, has gone on as another one, or because the node was restarted; and 20 make a new
// code, of which the person hears.
func TestAttackOneCountForACode(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		first, o := ana.opens(api.HostRequest{Seats: 3, Private: true})
		ben.mustJoin(api.JoinRequest{Table: o.ID, Code: o.Code})
		seed, all := byte(0), 0
		guesses := func(at *node, table record.Hash, seat bool) { // by somebody else, as often as one is let
			t.Helper()
			seed++
			for range entry.PeerFailures - 1 {
				s := w.stranger(seed, at)
				var welcome, answer entry.Welcome
				if err := s.says(entry.Hello{Table: table, Seat: seat}, &welcome); err != nil || welcome.Session == nil {
					t.Fatalf("%+v, %v", welcome, err)
				}
				if err := s.says(entry.Proof{Share: bytes.Repeat([]byte{1}, 32)}, &answer); err != nil || answer.Refused != string(entry.ErrWrongCode) {
					t.Fatalf("%+v, %v", answer, err)
				}
				if all++; all < entry.TableFailures && at.hears(api.EventLobby, api.NewCode) {
					t.Fatalf("a new code after %d guesses", all)
				}
			}
		}
		guesses(ana, first, false)
		id, _ := ana.mustBegin(api.BeginRequest{About: api.About{Table: o.ID}})
		guesses(ana, id, false)
		time.Sleep(2 * time.Second) // until ben is back
		synctest.Wait()
		if !ana.made.Has(id) {
			t.Fatal("the table has not begun")
		}
		d := running(t, ana, ben, private)
		d.ID = id
		runs(t, d, "", ana)
		guesses(ana, id, true)
		d.ID = record.Hash{8}
		runs(t, d, "", ana)
		ana.Goes(id, d.ID)
		guesses(ana, d.ID, true)
		ana.load("ana")
		ana.Goes(id, d.ID)
		if now := ana.Code(d.ID); now != o.Code {
			t.Fatalf("after %d guesses there is a new code", all)
		}
		guesses(ana, d.ID, true)
		code, _ := ana.disk.Code(d.ID)
		if all != 20 || len(code.Text) != 10 || code.Failures != 0 || code.Before != 20 || ana.Code(d.ID) != code.Text {
			t.Errorf("after %d guesses the code is %+v", all, code)
		}
		if !ana.is(func() bool {
			e := ana.events[len(ana.events)-1]
			return e.What == api.NewCode && e.Table == d.ID.String() && e.Code == code.Text
		}) {
			t.Error("ana does not hear of it")
		}
	})
}

// TestAttackCalls: a newcomer takes no call but the one for which it has asked.
func TestAttackCalls(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, zoe, eve := w.start("ana"), w.start("ben"), w.start("zoe"), w.start("eve")
		d := running(t, ana, ben, nil)
		runs(t, d, "", ana)
		zoe.mustJoin(api.JoinRequest{Seat: "ada"})
		takes := func(from *node, change func(c *record.Continuation)) bool {
			c := callOf(d, 2, zoe.player())
			if change != nil {
				change(&c)
			}
			_, ok := zoe.Takes(from.self, c)
			return ok
		}
		later := func(c *record.Continuation) { c.Carry.Hands, c.Carry.Scores[2] = 4, 60 }
		fewer := func(c *record.Continuation) { // ben does not go on
			c.Players, c.From, c.Carry.Scores = nil, nil, nil
			all := callOf(d, 2, zoe.player())
			for _, i := range []int{0, 2} {
				c.Players, c.From, c.Carry.Scores = append(c.Players, all.Players[i]), append(c.From, i), append(c.Carry.Scores, all.Carry.Scores[i])
			}
		}
		for name, change := range map[string]func(c *record.Continuation){"as asked": nil, "a hand later": later, "with fewer seats": fewer} {
			if !takes(ana, change) || !takes(ben, change) {
				t.Errorf("zoe does not take the call %s", name)
			}
		}
		if takes(eve, nil) || takes(zoe, nil) {
			t.Error("zoe takes a call from a node that does not sit there")
		}
		moved := callOf(d, 2, zoe.player()) // before the new table's door has said which seat it is there
		moved.Parent = record.Hash{8}
		if zoe.wishes.get(d.ID).want.Load().takes(zoe.self, ana.self, moved) {
			t.Error("zoe takes the call of a table whose seats she does not know")
		}
		host := ana.self
		for name, change := range map[string]func(c *record.Continuation){
			"another table":    func(c *record.Continuation) { c.Parent = record.Hash{1} },
			"another game":     func(c *record.Continuation) { c.Game = "five-crowns" },
			"other options":    func(c *record.Continuation) { c.Options = map[string]any{"limit": []byte{1}} },
			"no options":       func(c *record.Continuation) { c.Options = nil },
			"private":          func(c *record.Continuation) { c.Private = true },
			"spectators":       func(c *record.Continuation) { c.Spectators = true },
			"no turn limit":    func(c *record.Continuation) { c.TurnLimit = 0 },
			"cover":            func(c *record.Continuation) { c.Cover = record.CoverAll },
			"unknown cover":    func(c *record.Continuation) { c.Cover = "some" },
			"another seat":     func(c *record.Continuation) { *c = callOf(d, 1, zoe.player()) },
			"another name":     func(c *record.Continuation) { c.Players[2].Name = "zoë" },
			"without zoe":      func(c *record.Continuation) { *c = callOf(d, -1, record.Player{}) },
			"another newcomer": func(c *record.Continuation) { c.Players[2].Key = eve.self },
			"zoe's computer": func(c *record.Continuation) {
				c.Players[2] = record.Player{Key: record.Key{3}, Name: "zoe", Host: &zoe.lobby().self}
			},
			"zoe as a computer":   func(c *record.Continuation) { c.Players[2].Host = &host },
			"two of zoe's":        func(c *record.Continuation) { c.Players[1] = zoe.player() },
			"and a computer":      func(c *record.Continuation) { c.Players[1].Host = &zoe.lobby().self },
			"other scores":        func(c *record.Continuation) { c.Carry.Scores[2] = 40 },
			"others' scores":      func(c *record.Continuation) { c.Carry.Scores[0] = 0 },
			"a hand before":       func(c *record.Continuation) { c.Carry.Hands = 2 },
			"no scores":           func(c *record.Continuation) { c.Carry.Scores = nil },
			"seats from nowhere":  func(c *record.Continuation) { c.From = nil },
			"seats below nothing": func(c *record.Continuation) { c.From[0] = -1 },
			"seats beyond":        func(c *record.Continuation) { c.From[0] = 64 },
		} {
			if takes(ana, change) {
				t.Errorf("zoe takes a call with %s", name)
			}
		}
	})
}

// TestAttackKeeper: what a keeper lies about the table ends the asking before anything is
// stored, and neither other doors nor later frames change what was asked for.
func TestAttackKeeper(t *testing.T) {
	for name, change := range map[string]func(d *entry.Door){
		"an unknown game":    func(d *entry.Door) { d.Game = "poker" },
		"bad options":        func(d *entry.Door) { d.Options = map[string]any{"limit": []any{[]byte{1}}} },
		"no seats":           func(d *entry.Door) { d.Seats = nil },
		"too many seats":     func(d *entry.Door) { d.Seats = append(d.Seats, d.Seats...); d.Seats = append(d.Seats, d.Seats...) },
		"no seat of its own": func(d *entry.Door) { d.Seats[0].Node, d.Seats[2].Node = record.Key{9}, record.Key{9} },
		"a seat of zoe's": func(d *entry.Door) {
			d.Seats[1].Node = record.KeyOf(ed25519.NewKeyFromSeed(append([]byte{3}, make([]byte, 31)...)))
		},
		"hands below nothing":  func(d *entry.Door) { d.Hands = -1 },
		"a table with no door": nil,
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				ana, ben, zoe := w.start("ana"), w.start("ben"), w.start("zoe")
				d := running(t, ana, ben, nil)
				runs(t, d, "", ana)
				ana.host = func(s entry.Stream) {
					defer s.Close()
					var hello entry.Hello
					if err := wire.ReadShort(s, time.Minute, entry.MaxStrangerFrame, &hello); err != nil {
						return
					}
					lie := entry.Welcome{}
					if change != nil {
						change(&d)
						lie.Door = &d
					}
					_ = wire.Write(s, lie)
					var q entry.SeatRequest
					if err := wire.ReadShort(s, time.Minute, entry.MaxStrangerFrame, &q); err == nil {
						t.Errorf("zoe asks for %+v", q)
					}
				}
				if o, err := zoe.Join(w.ctx, api.JoinRequest{Seat: "ada"}); err == nil {
					t.Errorf("%+v", o)
				}
				if len(zoe.disk.wished()) != 0 || len(zoe.Open()) != 0 {
					t.Error("zoe has stored a wish")
				}
			})
		})
	}
}
