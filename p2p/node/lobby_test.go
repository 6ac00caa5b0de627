package node

import (
	"context"
	"crypto/ed25519"
	"errors"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"

	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/lobby"
	"fives/p2p/streams"
)

// refusedWith checks that an error is of that code.
func refusedWith(t *testing.T, err error, code string) {
	t.Helper()
	var e *api.Error
	if !errors.As(err, &e) || e.Code != code {
		t.Errorf("got %v, want an error of code %s", err, code)
	}
}

func refusedAs(t *testing.T, err error, reason api.Reason) {
	t.Helper()
	var e *api.Error
	if !errors.As(err, &e) || e.Reason != reason {
		t.Errorf("got %v, want %s", err, reason)
	}
}

func TestPrivateTable(t *testing.T) {
	ctx := context.Background()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Private: true, Play: "easy"})
	if err != nil {
		t.Fatal(err)
	}
	if len(offer.Code) != 8 {
		t.Fatalf("the code is %q", offer.Code)
	}
	eventually(t, "the table is seen", func() bool { return len(ben.Tables(ctx).Open) == 1 })
	if o := ben.Tables(ctx).Open[0]; o.Game != "" || len(o.Taken) != 0 || !o.Private {
		t.Errorf("a stranger learns of a private table: %+v", o)
	}
	_, err = ben.Join(ctx, api.JoinRequest{Table: offer.ID[:8], Play: "easy"})
	refusedWith(t, err, api.CodeBadRequest)
	wrong := "00000000"
	if offer.Code == wrong {
		wrong = "00000001"
	}
	_, err = ben.Join(ctx, api.JoinRequest{Table: offer.ID[:8], Code: wrong, Play: "easy"})
	refusedWith(t, err, api.CodeRefused)
	if ben.lobby.Joined(mustID(t, offer.ID)) {
		t.Error("a refused join is kept")
	}
	if _, err := ben.Join(ctx, api.JoinRequest{Code: offer.Code[:3] + " " + offer.Code[3:], Play: "easy"}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table plays", func() bool {
		v, err := ben.Table("")
		return err == nil && v.Hand > 0
	})
}

// TestSeatLost: a node that has lost a seat at a private table, because it was away for too long, asks for it again with the code
// that it had, even after a restart, and does not count as a guesser.
func TestSeatLost(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	home := t.TempDir()
	ben, stop := startStoppable(t, home, "ben", addr(ana))
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3, Private: true})
	if err != nil {
		t.Fatal(err)
	}
	id := mustID(t, offer.ID)
	eventually(t, "ben joins", func() bool {
		_, err := ben.Join(ctx, api.JoinRequest{Table: offer.ID, Code: offer.Code})
		return err == nil
	})
	seats := func() int { return len(ana.Tables(ctx).Open[0].Taken) }
	forget := func() {
		var last time.Time
		eventually(t, "ben's seat is free", func() bool {
			if time.Since(last) > 5*time.Second { // a node that jumps all the time is asleep all the time, and frees no seat
				last = time.Now()
				ana.goAhead(time.Minute) // as if it had passed
			}
			return len(ana.Mine().Open[0].Taken) == 1
		})
	}
	ana.host.Block(ben.host.ID())
	forget()
	ana.host.Unblock(ben.host.ID())
	eventually(t, "ben sits there again", func() bool { return seats() == 2 })
	stop()
	forget()
	ben, _ = startStoppable(t, home, "ben", addr(ana))
	eventually(t, "ben sits there after a restart", func() bool { return seats() == 2 })
	if !ben.lobby.Joined(id) || hasEvent(ana, api.EventLobby, api.WrongCode) {
		t.Error("ben guesses, or has given up")
	}
}

// TestGuessing: after five wrong codes, a node is refused even with the right one; after twenty, the table gets a new code.
func TestGuessing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Private: true})
	if err != nil {
		t.Fatal(err)
	}
	first := offer.Code
	wrong := "111111"
	if first == wrong {
		wrong = "222222"
	}
	for range 4 {
		eve := startNode(t, "eve", addr(ana))
		eventually(t, "the table is seen", func() bool { return len(eve.Tables(ctx).Open) == 1 })
		for range entry.PeerFailures {
			_, err := eve.Join(ctx, api.JoinRequest{Table: offer.ID, Code: wrong})
			refusedWith(t, err, api.CodeRefused)
		}
		_, err := eve.Join(ctx, api.JoinRequest{Table: offer.ID, Code: first})
		refusedWith(t, err, api.CodeRefused)
	}
	if now := ana.Tables(ctx).Open[0].Code; now == first {
		t.Error("twenty wrong codes, and it is still the same")
	}
}

func TestWithdrawAndGiveBack(t *testing.T) {
	ctx := context.Background()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	seats := func() int { return len(ana.Tables(ctx).Open[0].Taken) }
	eventually(t, "the table is seen", func() bool { return len(ben.Tables(ctx).Open) == 1 })
	if _, err := ben.Join(ctx, api.JoinRequest{}); err != nil {
		t.Fatal(err)
	}
	_, err = ben.Join(ctx, api.JoinRequest{Table: offer.ID})
	refusedWith(t, err, api.CodeConflict)
	if _, err := ben.Leave(ctx, ""); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the seat is free again", func() bool { return seats() == 1 })
	if _, err := ben.Join(ctx, api.JoinRequest{}); err != nil {
		t.Fatal(err)
	}
	if _, err := ana.Leave(ctx, ""); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the reservation is dropped", func() bool { return !ben.lobby.Joined(mustID(t, offer.ID)) })
	_, err = ben.Leave(ctx, "")
	refusedWith(t, err, api.CodeNotFound)
}

// TestRestartInTheLobby: host and joiner are restarted while they wait for a third; nobody has to do anything again.
func TestRestartInTheLobby(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	anaHome, benHome := t.TempDir(), t.TempDir()
	ana, stopAna := startStoppable(t, anaHome, "ana")
	ben, stopBen := startStoppable(t, benHome, "ben", addr(ana))
	if _, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3, Play: "easy", Set: map[string]string{"limit": "30"}}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table is seen", func() bool { return len(ben.Tables(ctx).Open) == 1 })
	if _, err := ben.Join(ctx, api.JoinRequest{Play: "easy"}); err != nil {
		t.Fatal(err)
	}
	stopAna()
	stopBen()
	ana, _ = startStoppable(t, anaHome, "ana")
	ben, _ = startStoppable(t, benHome, "ben", addr(ana))
	cleo := startNode(t, "cleo", addr(ana))
	eventually(t, "the table is seen again", func() bool { return len(cleo.Tables(ctx).Open) == 1 })
	if _, err := cleo.Join(ctx, api.JoinRequest{Play: "easy"}); err != nil {
		t.Fatal(err)
	}
	for _, n := range []*Node{ana, ben, cleo} {
		eventually(t, "the game begins", func() bool { v, err := n.Table(""); return err == nil && v.Step > 0 })
	}
	goesOn(t, "", ana, ben, cleo)
}

// TestSleepingNeighbour: a node that does not answer delays the list of the others' tables for a moment the first time, and then not
// at all.
func TestSleepingNeighbour(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	sleeper := startRaw(t, ben, key)
	done := make(chan struct{})
	defer close(done)
	sleeper.SetStreamHandler(streams.ProtocolLobby, func(s network.Stream) { <-done })
	eventually(t, "the sleeper is late", func() bool { ben.Tables(ctx); return ben.directory.Late(streams.NodeOf(sleeper.ID())) })
	eventually(t, "the table is seen at once", func() bool {
		begin := time.Now()
		open := ben.Tables(ctx).Open
		return len(open) == 1 && time.Since(begin) < lobby.Quickly
	})
	if !ben.directory.Late(streams.NodeOf(sleeper.ID())) {
		t.Error("it is waited for again")
	}
	if _, err := ben.Join(ctx, api.JoinRequest{Table: offer.ID}); err != nil {
		t.Error(err)
	}
}

// TestAskedTooOften: however often a node is asked for the tables of another one, it opens no more streams than that one allows,
// which would otherwise block it for a minute.
func TestAskedTooOften(t *testing.T) {
	t.Parallel()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	eventually(t, "they are connected", func() bool { return ben.network.Connected(ana.self) })
	var asking sync.WaitGroup
	for range 16 {
		asking.Go(func() {
			for range 200 {
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
				ben.lobby.Ask(ctx, ana.self)
				cancel()
			}
		})
	}
	asking.Wait()
	if ana.host.Blocked(ben.host.ID()) {
		t.Error("ben is blocked")
	}
	eventually(t, "ana answers", func() bool {
		_, err := ben.lobby.Ask(t.Context(), ana.self)
		return err == nil
	})
}

// TestRunningTablesAreListedOnce: every node at a running table says that it may be watched, but it is listed once. Offers of tables
// that are not running are claims, and are all kept.
func TestRunningTablesAreListedOnce(t *testing.T) {
	offer := func(id, peer, game string, running, full bool) api.Offer {
		return api.Offer{ID: id, Peer: peer, Game: game, Running: running, Full: full}
	}
	want := []api.Offer{
		offer("1", "a", "", false, false), offer("1", "b", "", false, false), offer("1", "c", "", true, false),
		offer("2", "b", "five", true, false), offer("3", "a", "", true, false),
	}
	open := []api.Offer{
		offer("3", "c", "", true, false), offer("2", "a", "", true, false), offer("1", "b", "", false, false), offer("2", "a", "five", true, true),
		offer("1", "c", "", true, false), offer("2", "c", "five", true, false), offer("3", "a", "", true, false), offer("1", "a", "", false, false),
		offer("2", "b", "five", true, false),
	}
	if got := listedOnce(open); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	fresh, stale := offer("5", "a", "five", true, false), offer("5", "b", "five", true, false)
	stale.Ago, stale.Stopped = 20, true
	if got := listedOnce([]api.Offer{stale, fresh}); !reflect.DeepEqual(got, []api.Offer{fresh}) {
		t.Errorf("the older word counts: %+v", got)
	}
	asked, says := offer("4", "c", "five", true, true), offer("4", "b", "five", true, true)
	asked.Ago, asked.Handover, says.OpenSeats = 20, &api.Handover{Seat: "ada"}, []api.OpenSeat{{Name: "ada"}}
	for _, want := range []api.Offer{asked, says} {
		if got := listedOnce([]api.Offer{offer("4", "a", "five", true, true), says, want}); !reflect.DeepEqual(got, []api.Offer{want}) {
			t.Errorf("%+v", got)
		}
	}
}
