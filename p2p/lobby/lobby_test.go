package lobby

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fives/crypto/cpace"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/wire"
)

// host opens a table for so many.
func (n *node) opens(r api.HostRequest) (record.Hash, api.Offer) {
	n.w.t.Helper()
	r.Game = "five"
	o, err := n.Host(n.w.ctx, r)
	if err != nil {
		n.w.t.Fatal(err)
	}
	for _, open := range n.offers.list() {
		if open.id.String() == o.ID {
			return open.id, o
		}
	}
	return record.Hash{}, o // it has begun
}

func (n *node) mustJoin(r api.JoinRequest) api.Offer {
	n.w.t.Helper()
	o, err := n.Join(n.w.ctx, r)
	if err != nil {
		n.w.t.Fatal(err)
	}
	return o
}

// hangUp ends the stream into the waiting room.
func (n *node) hangUp(id record.Hash) {
	n.w.t.Helper()
	synctest.Wait()
	j := n.lobby().joins.get(id)
	if err := j.Wait(func(time.Time) error { return j.stream.Close() }); err != nil {
		n.w.t.Error(err)
	}
}

func code(err error) string {
	var e *api.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return fmt.Sprint(err)
}

// TestTableBegins: with the last seat the host makes the table, and drops the
// offer; the joiner takes it if its own join is in it.
func TestTableBegins(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		id, _ := ana.opens(api.HostRequest{Seats: 3, Bots: []string{"easy"}})
		if o := ben.mustJoin(api.JoinRequest{}); len(o.Taken) != 3 || !ben.Joined(id) && !ben.made.Has(id) {
			t.Errorf("%+v", o)
		}
		synctest.Wait()
		g := ana.made.genesis(id)
		if len(g.Joins) != 3 || ana.made.own() != 2 || len(ana.Open()) != 0 || ana.disk.offered() != 0 {
			t.Fatalf("%d joins, %d own seats, %d open", len(g.Joins), ana.made.own(), len(ana.Open()))
		}
		without := g
		without.Joins = g.Joins[:2]
		if err := ben.Begin(id, without); err == nil {
			t.Error("a table without this node's join begins")
		}
		if err := errors.Join(ben.Begin(id, g), ben.Begin(id, g)); err != nil {
			t.Error(err)
		}
		if !ben.made.Has(id) || ben.Joined(id) || ben.disk.joined() != 0 {
			t.Error("the seat is still asked for")
		}
	})
}

// TestSeventeenthTable: it is refused, and nothing of it stays on the disk.
func TestSeventeenthTable(t *testing.T) {
	inWorld(t, func(w *world) {
		ana := w.start("ana")
		for range MaxOffers {
			ana.opens(api.HostRequest{Seats: 2})
		}
		if _, err := ana.Host(w.ctx, api.HostRequest{Game: "five", Seats: 2}); code(err) != api.CodeConflict {
			t.Error(err)
		}
		if stored, _ := ana.disk.Offers(); len(stored) != MaxOffers {
			t.Errorf("%d tables are stored", len(stored))
		}
	})
}

// TestHostWithoutDisk: a table that cannot be stored is not opened.
func TestHostWithoutDisk(t *testing.T) {
	inWorld(t, func(w *world) {
		ana := w.start("ana")
		ana.disk.broken = errors.New("the disk is full")
		if _, err := ana.Host(w.ctx, api.HostRequest{Game: "five", Seats: 2}); !errors.Is(err, ana.disk.broken) {
			t.Error(err)
		}
		if len(ana.Open()) != 0 {
			t.Error("it is open")
		}
	})
}

// TestSlowDisk: a table whose disk is slow holds up neither another one, nor who
// reads, nor who asks what there is.
func TestSlowDisk(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, cleo := w.start("ana"), w.start("ben"), w.start("cleo")
		slow, _ := ana.opens(api.HostRequest{Seats: 3})
		quick, _ := ana.opens(api.HostRequest{Seats: 3})
		written := make(chan struct{})
		ana.disk.mu.Lock()
		ana.disk.before = func(id record.Hash) {
			if id == slow {
				<-written
			}
		}
		ana.disk.mu.Unlock()
		waiting := make(chan error, 1)
		go func() {
			_, err := ben.Join(w.ctx, api.JoinRequest{Table: slow.String()})
			waiting <- err
		}()
		synctest.Wait()
		begin := time.Now()
		cleo.mustJoin(api.JoinRequest{Table: quick.String()})
		if open := cleo.AskAll(w.ctx, Quickly); len(open) != 2 || len(ana.Open()) != 2 {
			t.Errorf("%d tables are seen", len(open))
		}
		if took := time.Since(begin); took > 0 {
			t.Errorf("the other table waited for %v", took)
		}
		close(written)
		if err := <-waiting; err != nil {
			t.Error(err)
		}
	})
}

// TestSeatIsKept: a seat is kept for 20 s for a node that has gone. At a private
// table, a node that has lost its seat asks again with its code, also after a restart. If
// there is another code by now, it gives up.
func TestSeatIsKept(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		id, o := ana.opens(api.HostRequest{Seats: 3, Private: true})
		ben.mustJoin(api.JoinRequest{Table: o.ID, Code: o.Code})
		taken := func() int { return len(ana.Open()[0].Taken) }
		leave := func() {
			ben.set(func() { ben.away = true })
			ben.hangUp(id)
		}
		leave()
		time.Sleep(seatGrace - time.Second)
		if taken() != 2 {
			t.Error("the seat is not kept")
		}
		time.Sleep(2 * time.Second)
		if taken() != 1 {
			t.Error("the seat is not free")
		}
		ben.set(func() { ben.away = false })
		time.Sleep(time.Second)
		if taken() != 2 {
			t.Fatal("ben is not back with the code that he had")
		}
		leave()
		time.Sleep(seatGrace + time.Second)
		ben.load("ben")
		ben.set(func() { ben.away = false })
		time.Sleep(time.Second)
		if taken() != 2 {
			t.Fatal("ben is not back with the code that he had before his restart")
		}
		if c := ana.offers.get(id).guard.code.Stored(); c.Failures+c.Before != 0 {
			t.Errorf("to come back counts: %+v", c)
		}
		leave()
		time.Sleep(seatGrace + time.Second)
		if err := ana.offers.get(id).Wait(func(time.Time) error {
			ana.offers.get(id).guard.code = entry.NewCode(entry.StoredCode{Text: "77777777"})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		ben.set(func() { ben.away = false })
		time.Sleep(time.Second)
		if ben.lobby().Joined(id) || !ben.disk.givenUp(id) || !ben.hasEvent(api.NeedsCode) {
			t.Error("ben does not give up")
		}
	})
}

// TestHostIsRestarted: the joiner follows the table to its new ID, without the
// code, and both keep what they had on their disks.
func TestHostIsRestarted(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		old, o := ana.opens(api.HostRequest{Seats: 3, Private: true})
		ben.mustJoin(api.JoinRequest{Table: o.ID, Code: o.Code})
		ben.hangUp(old)
		ana.load("ana")
		ben.load("ben")
		time.Sleep(2 * time.Second)
		open := ana.lobby().offers.list()
		if len(open) != 1 || open[0].id == old || len(ana.Open()[0].Taken) != 2 || ana.Open()[0].Code != o.Code {
			t.Fatalf("%d are open: %+v", len(open), ana.Open())
		}
		if id := open[0].id; !ben.lobby().Joined(id) || ben.lobby().Joined(old) || !ben.disk.givenUp(old) {
			t.Error("ben has not followed")
		}
	})
}

// TestWithdrawn: who waits hears of it, and forgets the seat.
func TestWithdrawn(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		id, _ := ana.opens(api.HostRequest{Seats: 3})
		ben.mustJoin(api.JoinRequest{})
		if did, err := ana.Leave(id); did == "" || err != nil {
			t.Error(did, err)
		}
		synctest.Wait()
		if ben.Joined(id) || !ben.hasEvent(api.Withdrawn) || ana.disk.offered() != 0 {
			t.Error("the seat is still asked for")
		}
		if did, err := ana.Leave(id); did != "" || err != nil {
			t.Error(did, err)
		}
	})
}

// TestTriedAgain: a full table that could not be made is made five seconds later,
// and cannot be withdrawn while it is.
func TestTriedAgain(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		id, _ := ana.opens(api.HostRequest{Seats: 2})
		ana.made.mu.Lock()
		ana.made.err = errors.New("the disk is full")
		ana.made.mu.Unlock()
		ben.mustJoin(api.JoinRequest{})
		synctest.Wait()
		ana.made.mu.Lock()
		ana.made.err, ana.made.wait = nil, make(chan struct{})
		ana.made.mu.Unlock()
		time.Sleep(beginAgain + time.Second)
		if _, err := ana.Leave(id); code(err) != api.CodeConflict {
			t.Error(err)
		}
		close(ana.made.wait)
		synctest.Wait()
		if !ana.made.Has(id) || len(ana.Open()) != 0 {
			t.Error("it is not made")
		}
	})
}

// TestGivenUpWhileItBegins: what comes first counts. A seat is not given up at a
// table that is being made, unless that fails.
func TestGivenUpWhileItBegins(t *testing.T) {
	for name, failure := range map[string]error{"it begins": nil, "it cannot be stored": errors.New("the disk is full")} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				ana, ben := w.start("ana"), w.start("ben")
				id, _ := ana.opens(api.HostRequest{Seats: 2})
				ben.mustJoin(api.JoinRequest{})
				synctest.Wait()
				ben.made.err, ben.made.wait = failure, make(chan struct{})
				begun, left := make(chan error, 1), make(chan struct{})
				go func() { begun <- ben.Begin(id, ana.made.genesis(id)) }()
				synctest.Wait()
				go func() {
					defer close(left)
					_, _ = ben.Leave(id)
				}()
				synctest.Wait()
				select {
				case <-left:
					t.Error("the seat is given back while the table is being made")
				default:
				}
				close(ben.made.wait)
				if err := <-begun; !errors.Is(err, failure) {
					t.Error(err)
				}
				<-left
				if ben.disk.givenUp(id) != (failure != nil) || ben.made.Has(id) != (failure == nil) || ben.Joined(id) {
					t.Errorf("given up: %v, made: %v, asked for: %v", ben.disk.givenUp(id), ben.made.Has(id), ben.Joined(id))
				}
				if err := ben.Begin(id, ana.made.genesis(id)); (err == nil) != (failure == nil) {
					t.Errorf("and again: %v", err)
				}
			})
		})
	}
}

// TestTwoJoinsAtOnce: a person who asks twice has one seat.
func TestTwoJoinsAtOnce(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		id, _ := ana.opens(api.HostRequest{Seats: 4})
		ana.host = func(s entry.Stream) {
			time.Sleep(time.Second) // both have seen the table by then
			ana.ServeJoin(s)
		}
		var errs [2]error
		var both sync.WaitGroup
		for i := range errs {
			both.Go(func() { _, errs[i] = ben.Join(w.ctx, api.JoinRequest{Table: id.String()}) })
		}
		both.Wait()
		synctest.Wait()
		if (errs[0] == nil) == (errs[1] == nil) || !ben.Joined(id) || len(ana.Open()[0].Taken) != 2 {
			t.Errorf("%v; taken: %v", errs, ana.Open()[0].Taken)
		}
		if joins, _ := ben.disk.Joins(); len(joins) != 1 || ben.disk.givenUp(id) {
			t.Errorf("%d on the disk, given up: %v", len(joins), ben.disk.givenUp(id))
		}
	})
}

// TestNamesAreClean: what a host says of those who sit at its table is fit to be
// shown, from its first word on.
func TestNamesAreClean(t *testing.T) {
	inWorld(t, func(w *world) {
		eve, ben := w.start("eve"), w.start("ben")
		eve.opens(api.HostRequest{Seats: 3})
		eve.host = func(s entry.Stream) {
			defer s.Close()
			proposal := eve.offers.list()[0].stored.Proposal
			var q any
			_ = wire.Read(s, time.Hour, &q)
			_ = wire.Write(s, entry.Welcome{Proposal: &proposal})
			_ = wire.Read(s, time.Hour, &q)
			_ = wire.Write(s, entry.RoomNews{Taken: []string{"\x1b[2Jeve", "ben\u202e"}})
			time.Sleep(time.Second)
			_ = wire.Write(s, entry.RoomNews{Taken: []string{"\x1b[2Jada"}})
		}
		if o := ben.mustJoin(api.JoinRequest{}); strings.Join(o.Taken, ",") != "[2Jeve,ben" {
			t.Errorf("at the table: %q", o.Taken)
		}
		time.Sleep(2 * time.Second)
		if !ben.hasEvent(api.Taken, "[2Jada") {
			t.Errorf("%+v", ben.events)
		}
	})
}

// TestSleeper: a node nearby that does not answer is waited for half a second, and then
// not until it has answered.
func TestSleeper(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, cleo := w.start("ana"), w.start("ben"), w.start("cleo")
		ana.opens(api.HostRequest{Seats: 2})
		ben.cfg.Directory.StartGreeting(cleo.self) // it is known
		ben.cfg.Directory.StartGreeting(ana.self)
		cleo.set(func() { cleo.silent = true })
		for _, want := range []time.Duration{Quickly, 0} {
			begin := time.Now()
			if open := ben.AskAll(w.ctx, Quickly); len(open) != 1 {
				t.Errorf("%d tables are seen", len(open))
			}
			if took := time.Since(begin).Truncate(time.Millisecond); took != want {
				t.Errorf("it takes %v, not %v", took, want)
			}
		}
		cleo.set(func() { cleo.silent = false })
		ben.AskAll(w.ctx, LobbyTime)
		if ben.cfg.Directory.Late(cleo.self) {
			t.Error("who has answered is not waited for")
		}
	})
}

// TestJoinedIsOpen: a table at which a seat is asked for is shown with what its host has said of
// it, whether the host answers just now or not.
func TestJoinedIsOpen(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, cleo := w.start("ana"), w.start("ben"), w.start("cleo")
		id, _ := ana.opens(api.HostRequest{Seats: 4})
		ben.mustJoin(api.JoinRequest{Table: id.String()})
		cleo.mustJoin(api.JoinRequest{Table: id.String()})
		synctest.Wait()
		ana.set(func() { ana.silent = true })
		for _, who := range []*node{ben, cleo} {
			open := who.Open()
			if len(open) != 1 || !open[0].Joined || open[0].Mine || open[0].Running || open[0].Seats != 4 || open[0].Game != "five" || !slices.Equal(open[0].Taken, []string{"ana", "ben", "cleo"}) {
				t.Errorf("%+v", open)
			}
		}
		if _, err := ben.Leave(id); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if open := ben.Open(); len(open) != 0 {
			t.Errorf("given back: %+v", open)
		}
	})
}

// TestGuessingAtOnce: many runs at the same time get no more guesses at one
// code than one after the other.
func TestGuessingAtOnce(t *testing.T) {
	inWorld(t, func(w *world) {
		ana := w.start("ana")
		id, o := ana.opens(api.HostRequest{Seats: 2, Private: true})
		const nodes = entry.TableFailures/entry.PeerFailures + 2
		answers := make(chan error, nodes*entry.PeerFailures)
		for range nodes {
			eve := w.start("eve")
			for range entry.PeerFailures {
				go func() { answers <- eve.guess(ana, id, "guess") }()
			}
		}
		answered := 0
		for range nodes * entry.PeerFailures {
			if err := <-answers; errors.Is(err, cpace.ErrConfirmation) {
				answered++
			} else if !strings.Contains(err.Error(), string(entry.ErrTooManyCodes)) {
				t.Error(err)
			}
		}
		c := ana.offers.get(id).guard.code
		now, before := c.Stored().Failures, c.Stored().Before
		if answered != entry.TableFailures || before != entry.TableFailures || now != 0 || c.Text() == o.Code || ana.Open()[0].Code != c.Text() {
			t.Errorf("%d guesses were answered; %d are counted at the first code, %d at the second", answered, before, now)
		}
	})
}

// TestGuessesThroughOneNode: who guesses through one node, under whatever keys, is refused for a while like one
// address, and nobody else.
func TestGuessesThroughOneNode(t *testing.T) {
	inWorld(t, func(w *world) {
		ana := w.start("ana")
		id, _ := ana.opens(api.HostRequest{Seats: 2, Private: true})
		through := func(name string, last byte) *node {
			n := w.start(name)
			n.from = netip.AddrFrom4([4]byte{10, 0, 0, last})
			return n
		}
		for range entry.TableFailures / entry.PeerFailures {
			eve := through("eve", 7)
			for range entry.PeerFailures {
				if err := eve.guess(ana, id, "guess"); !errors.Is(err, cpace.ErrConfirmation) {
					t.Fatal(err)
				}
			}
		}
		if err := through("eva", 7).guess(ana, id, "guess"); err == nil || !strings.Contains(err.Error(), string(entry.ErrTooManyCodes)) {
			t.Errorf("another key through the same node: %v", err)
		}
		if err := through("ben", 8).guess(ana, id, ana.Open()[0].Code); err != nil {
			t.Errorf("through another node: %v", err)
		}
	})
}

// TestJoinIsNotLong: a host that has been as slow as it likes does not keep a newcomer for long.
func TestJoinIsNotLong(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		id, _ := ana.opens(api.HostRequest{Seats: 2})
		time.Sleep(time.Second)
		for range 4 {
			ben.cfg.Directory.NoteRoundTrip(ana.self, time.Hour)
		}
		ana.set(func() { ana.mute = true })
		begin := time.Now()
		if _, err := ben.ask(w.ctx, ana.self, id, "", ""); err == nil || time.Since(begin) != openTime+5*LobbyTime {
			t.Errorf("%v after %v", err, time.Since(begin))
		}
	})
}

// guess runs the joiner's side of CPace up to the host's tag, and returns what
// Verify says of that. The stream stays open.
func (n *node) guess(to *node, id record.Hash, text string) error {
	s, err := n.OpenJoin(n.w.ctx, to.self)
	if err != nil {
		return err
	}
	d := entry.Handshake{Table: id, Joiner: n.self, Host: to.self, JoinerNonce: entry.Nonce{1}}
	if err := wire.Write(s, entry.Hello{Table: id, Session: d.JoinerNonce}); err != nil {
		return err
	}
	var w entry.Welcome
	if err := wire.Read(s, time.Hour, &w); err != nil || w.Session == nil {
		return fmt.Errorf("%q, %v", w.Refused, err)
	}
	d.HostNonce = *w.Session
	x, share, err := cpace.Start(d.Config(cpace.Initiator), []byte(text), rand.Reader)
	if err != nil {
		return err
	}
	if err := wire.Write(s, entry.Proof{Share: share}); err != nil {
		return err
	}
	w = entry.Welcome{}
	if err := wire.Read(s, time.Hour, &w); err != nil || len(w.Tag) == 0 {
		return fmt.Errorf("%q, %v", w.Refused, err)
	}
	conf, err := x.Finish(w.Share)
	if err == nil {
		_, err = conf.Verify(w.Tag)
	}
	return err
}

// TestSessionOfBothSides: the session of a run is exactly 16 bytes of each side,
// and the host's are fresh.
func TestSessionOfBothSides(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, eve := w.start("ana"), w.start("eve")
		id, _ := ana.opens(api.HostRequest{Seats: 2, Private: true})
		type hello struct {
			Table   record.Hash `cbor:"table"`
			Session []byte      `cbor:"session"`
		}
		say := func(length int) (answer entry.Welcome, err error) {
			s, err := eve.OpenJoin(w.ctx, ana.self)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Reset()
			if err := wire.Write(s, hello{Table: id, Session: make([]byte, length)}); err != nil {
				t.Fatal(err)
			}
			return answer, wire.Read(s, time.Hour, &answer)
		}
		for _, length := range []int{0, 15, 17, 32, 4000} {
			if a, err := say(length); err == nil {
				t.Errorf("%d bytes of session: %+v", length, a)
			}
		}
		seen := map[entry.Nonce]bool{}
		for range 4 {
			a, err := say(len(entry.Nonce{}))
			if err != nil || a.Session == nil {
				t.Fatalf("%+v, %v", a, err)
			}
			seen[*a.Session] = true
		}
		if len(seen) != 4 {
			t.Errorf("%d different sessions of 4", len(seen))
		}
		if n := ana.offers.get(id).guard.code.Stored().Failures; n != 0 {
			t.Errorf("%d guesses are counted, and none was made", n)
		}
		// A run is bound to the bytes of either side.
		d := entry.Handshake{Table: id, JoinerNonce: entry.Nonce{1}, HostNonce: entry.Nonce{2}}
		for _, other := range []entry.Handshake{{Table: id, JoinerNonce: entry.Nonce{1}, HostNonce: entry.Nonce{3}}, {Table: id, JoinerNonce: entry.Nonce{3}, HostNonce: entry.Nonce{2}}, {Table: id, JoinerNonce: entry.Nonce{2}, HostNonce: entry.Nonce{1}}} {
			if bytes.Equal(d.Config(cpace.Initiator).SessionID, other.Config(cpace.Initiator).SessionID) {
				t.Errorf("%+v has the session of %+v", other, d)
			}
		}
	})
}

// Nobody opens a table for a game whose rules were mended under another name.
func TestNoTableForARetiredGame(t *testing.T) {
	_, key, _ := ed25519.GenerateKey(rand.Reader)
	for _, retired := range []bool{false, true} {
		find := func(name string) (*rules.RuleSet, error) {
			rs, err := games.Find(name)
			if err != nil {
				return nil, err
			}
			old := *rs
			old.Retired = retired
			return &old, nil
		}
		_, err := signer{Key: key, Name: "ana", Games: find, Now: time.Now}.open(api.HostRequest{Game: "five", Seats: 2})
		if (err != nil) != retired {
			t.Errorf("retired %v: %v", retired, err)
		}
	}
}

// How far another node is, is measured by the answer on connecting. A far one is asked three times
// more, because one answer may have been late, and anew when it may be reached by another way.
func TestHowFarANodeIs(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, cyd := w.start("ana"), w.start("cyd")
		ana.far = time.Second
		ben := w.start("ben")
		heard := func(n *node) (times int) {
			n.set(func() { times = n.opened })
			return times
		}
		far := func(n *node) time.Duration { return ben.lobby().cfg.Directory.RoundTrip(record.KeyOf(n.key)) }
		time.Sleep(1900 * time.Millisecond)
		if a, c := far(ana), far(cyd); a != time.Second || c == 0 || c > time.Millisecond {
			t.Fatalf("on connecting: %v and %v", a, c)
		}
		before := heard(cyd)
		ana.set(func() { ana.far = 600 * time.Millisecond })
		for range 20 {
			time.Sleep(time.Second)
		}
		if a := far(ana); a != 600*time.Millisecond {
			t.Errorf("the first answer was late, and it still counts: %v", a)
		}
		count := heard(ana)
		time.Sleep(time.Minute)
		if got := heard(ana); got != count || heard(cyd) != before {
			t.Errorf("asked %d times more, the near one %d times", got-count, heard(cyd)-before)
		}
		ana.set(func() { ana.far = 0 })
		ben.lobby().cfg.Directory.NoteOtherWay(record.KeyOf(ana.key))
		if far(ana) != 0 {
			t.Error("what was measured on another way counts")
		}
		time.Sleep(time.Second)
		if a := far(ana); a == 0 || a > time.Millisecond {
			t.Errorf("by another way: %v", a)
		}
	})
}
