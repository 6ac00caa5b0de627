package node

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/replica"
	"fives/p2p/streams"
)

// TestRecall: a node that sat at a table whose game is over gets the log from the archive, but not as often as it likes,
// and not for ever; other tables do not wait.
func TestRecall(t *testing.T) {
	ctx := context.Background()
	home := t.TempDir()
	ana, stop := startStoppable(t, home, "ana")
	eve, stopEve := startStoppable(t, t.TempDir(), "eve", addr(ana))
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "5"}})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "eve joins", func() bool {
		_, err := eve.Join(ctx, api.JoinRequest{Table: offer.ID, Play: "easy"})
		return err == nil
	})
	id := mustID(t, offer.ID)
	eventually(t, "the game is over", func() bool {
		ana.Play(ctx, offer.ID, "end")
		v, err := ana.Table(offer.ID)
		return err == nil && v.Phase == api.PhaseOver
	})
	var genesis replica.Genesis
	ana.tables.game(id).look(func(r *replica.Snapshot) { genesis = *r.Genesis() })
	key := eve.cfg.Key
	stopEve()
	stop()
	ana, _ = startStoppable(t, home, "ana")
	raw := startRaw(t, ana, key)
	shelved := func() bool {
		return ana.session.Archived(id) && ana.tables.game(id) == nil
	}
	// Her frames are not taken for those of a table that was lost.
	s := raw.mustOpen(t, streams.ProtocolTable)
	s.Write(encode(t, streams.Opening{Table: record.Hash{1, 2, 3}}))
	s.Write(encode(t, replica.Message{Genesis: &genesis}))
	if b, err := io.ReadAll(s); err == nil || len(b) > 100 {
		t.Errorf("the archived table as another: %d bytes, %v", len(b), err)
	}
	if !shelved() {
		t.Fatal("a table of the archive was made anew")
	}
	s = raw.sit(t, id)
	if shelved() {
		t.Fatal("the table was not read")
	}
	s.Reset()
	eventually(t, "eve is gone", func() bool { return len(ana.tables.game(id).Snapshot().Links) == 0 })
	ana.session.Tick(true)
	if shelved() {
		t.Error("the table is put away at once")
	}
	ana.goAhead(2 * time.Minute)
	eventually(t, "the table is put away", shelved)
	if v, err := ana.Table(offer.ID); err != nil || v.Phase != api.PhaseOver {
		t.Errorf("%v, %v", v.Phase, err)
	}
	ana.tables.game(id).look(func(r *replica.Snapshot) {
		if o := r.Local(); o == nil || o.Lost {
			t.Error("the seat was stored again as a lost one")
		}
	})
}

// TestSummaryOfBefore: a summary stored by an earlier program, which kept the people of a table in other lists, is made
// anew from the log.
func TestSummaryOfBefore(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	ana, stop := startStoppable(t, home, "ana")
	ben := startNode(t, "ben", addr(ana))
	id := mustID(t, finishedGame(t, ana, ben).ID)
	eventually(t, "the store knows that it is over", func() bool {
		_, ok, err := ana.cfg.Store.Done(id)
		return ok && err == nil
	})
	want := ana.Mine().Mine
	stop()
	s, err := openStore(filepath.Join(home, storeFile))
	if err != nil {
		t.Fatal(err)
	}
	d, _, err := s.Done(id)
	if err != nil {
		t.Fatal(err)
	}
	d.Summary = []byte(`{"summary":{"id":"` + id.String() + `","game":"five","phase":"over","names":["ana","ben"],"you":"ana","winners":["ana"],"scores":[0,7],` +
		`"players":[{"name":"ana","fingerprint":"a","you":true,"left":false},{"name":"ben","fingerprint":"b","you":false,"left":false}]},"left":false,"declined":false}`)
	if err := errors.Join(s.PutDone(id, d), s.Close()); err != nil {
		t.Fatal(err)
	}
	ana, _ = startStoppable(t, home, "ana")
	if got := ana.Mine().Mine; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, not %+v", got, want)
	}
}
