package node

import (
	"crypto/ed25519"
	"errors"
	"path/filepath"
	"testing"

	"fives/engine/record"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/store"
)

// TestForeignStore: another identity's store is not taken up.
func TestForeignStore(t *testing.T) {
	st, err := openStore(filepath.Join(t.TempDir(), storeFile))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	for i, want := range []error{nil, nil, store.ErrForeign} {
		key := ed25519.NewKeyFromSeed(append(make([]byte, 31), byte(i/2)))
		if _, err := Start(t.Context(), Config{Key: key, Name: "ana", Store: st}); !errors.Is(err, want) {
			t.Errorf("start %d: %v", i, err)
		}
	}
}

// TestForeignSeat: a store from before stores knew their owner ends the start
// with an error, too, if its seats are another node's.
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
