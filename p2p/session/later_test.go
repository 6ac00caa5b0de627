package session_test

import (
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/table/tabletest"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/waittest"
)

// roster is a player's signature of a table's roster.
func roster(t *testing.T, tb *session.Table, seat int) record.Record {
	t.Helper()
	p, err := tb.Snapshot().Table().Payload(seat, record.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Sign(tabletest.Key(7, seat), p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What another seat has signed is stored with what this node signs upon it, in one
// write, or at the next tick. It shows before that, and nothing is sent.
func TestOthersRecordsWaitForTheDisk(t *testing.T) {
	h := newHouse(t)
	tb := h.shared(tabletest.Key(7, 1), tabletest.Key(7, 2))
	ben := &line{node: record.KeyOf(tabletest.Key(7, 1))}
	if err := attach(tb, ben); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "its own signature is stored", func() bool {
		h.Tick(false)
		h.work.Wait()
		return len(h.store.records(tb.ID())) == 1
	})
	sent := len(ben.messages())
	receive := func(seat int) {
		t.Helper()
		m := replica.Message{Records: []record.Record{roster(t, tb, seat)}}
		if err := wait(func(done func(error)) { tb.Receive(ben, m, done) }); err != nil {
			t.Fatal(err)
		}
	}
	receive(1)
	if n := len(tb.Snapshot().Table().Arrived()); n != 2 {
		t.Errorf("%d records show", n)
	}
	if n := len(h.store.records(tb.ID())); n != 1 || len(ben.messages()) != sent {
		t.Errorf("%d records are stored, %d messages sent", n, len(ben.messages())-sent)
	}
	h.Tick(false)
	waittest.Until(t, "it is stored", func() bool { return len(h.store.records(tb.ID())) == 2 })
	h.work.Wait()
	writes := h.store.writes.Load()
	receive(2) // the roster is complete, and a key is owed
	if n := len(h.store.records(tb.ID())); n != 4 || h.store.writes.Load() != writes+1 {
		t.Errorf("%d records are stored, in %d writes", n, h.store.writes.Load()-writes)
	}
}

// A record of this node whose proof is false, because its memory failed when it made
// it, is stored as all others are. After a restart the node knows that its seat is at
// fault, and does not take the store for damaged.
func TestFalseRecordOfOnesOwnIsStored(t *testing.T) {
	h := newHouse(t)
	tb := h.shared(tabletest.Key(7, 1), tabletest.Key(7, 2))
	var other record.Record
	if err := wait(func(done func(error)) {
		tb.Do(func(r *replica.Replica, now time.Time) error {
			p, err := r.Table().Payload(0, record.HandKey{}) // no roster
			if err != nil {
				return err
			}
			other, err = record.Sign(h.key, p)
			return err
		}, done)
	}); err != nil {
		t.Fatal(err)
	}
	h.work.Wait()
	h.store.mu.Lock()
	next, err := tb.Snapshot().Table().Payload(0, record.Empty{})
	next.Step++ // what it made upon that
	upon, bad := record.Sign(h.key, next)
	if err != nil || bad != nil {
		t.Fatal(err, bad)
	}
	h.store.tables[tb.ID()].Records = []record.Record{other, upon}
	h.store.mu.Unlock()
	h.open()
	again := h.Table(tb.ID())
	if again == nil {
		t.Fatal("the table is lost")
	}
	if faults := again.Snapshot().Table().Faults(); len(faults) != 1 || faults[0].Seat != 0 {
		t.Errorf("faults %v", faults)
	}
}
