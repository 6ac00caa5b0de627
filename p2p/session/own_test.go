package session_test

import (
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/tabletest"
	"fives/p2p/replica"
)

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
