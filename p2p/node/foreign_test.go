package node

import (
	"crypto/ed25519"
	"errors"
	"testing"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/host"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/store"
)

// TestForeignStore: a node refuses another identity's store, and leaves its open tables as they are.
func TestForeignStore(t *testing.T) {
	home := t.TempDir()
	var open record.Hash
	for i, want := range []error{nil, nil, store.ErrForeign} {
		key, st := ed25519.NewKeyFromSeed(append(make([]byte, 31), byte(i/2))), storeIn(t, home)
		n, err := Start(t.Context(), Config{Key: key, Name: "ana", Store: st, Host: host.Config{DialOnly: true}})
		if !errors.Is(err, want) {
			t.Errorf("start %d: %v", i, err)
		}
		if err != nil {
			if offers, err := st.Offers(); err != nil || len(offers) != 1 || offers[open].Code.Text == "" {
				t.Errorf("its tables: %v, %v", offers, err)
			}
			st.Close()
			continue
		}
		o, err := n.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2, Private: true})
		if err != nil {
			t.Fatal(err)
		}
		if open = mustID(t, o.ID); i == 0 {
			if _, err := n.Leave(t.Context(), o.ID); err != nil {
				t.Fatal(err)
			}
		}
		n.Close()
	}
}

// TestStartFails: a node that cannot listen returns the error, ends all that it has begun, and leaves the store open.
func TestStartFails(t *testing.T) {
	st, w := storeIn(t, t.TempDir()), &scheduler{}
	defer st.Close()
	cfg := Config{Key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), Name: "ana", Store: st, Host: host.Config{Ifaces: []string{"nowhere"}}}
	n, err := start(t.Context(), cfg, w)
	if err == nil {
		n.Close()
		t.Fatal("it listens on no interface")
	}
	if w.Enter() {
		t.Error("it goes on")
	}
	if _, known, err := st.Owner(); err != nil || !known {
		t.Errorf("the store: %t, %v", known, err)
	}
}

// TestForeignSeat: a start also fails with a store from before stores knew their owner, if its seats are another node's.
func TestForeignSeat(t *testing.T) {
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	g := ana.tables.game(together(t, ana, ben))
	seats := map[record.Key]session.OwnSeat{ana.self: {}}
	g.look(func(r *replica.Snapshot) {
		err := session.Wait(func(done func(error)) { running{session: ben.session}.Create(*r.Genesis(), seats, true, done) })
		if !errors.Is(err, store.ErrForeign) {
			t.Errorf("ana's seat at ben's node: %v", err)
		}
	})
}
