package sqlite

import (
	"encoding/binary"
	"errors"
	"flag"
	"fmt"

	"fives/p2p/kv"
)

// thorough makes the tests try every operation, and not only some: make faults.
var thorough = flag.Bool("thorough", false, "inject faults at every operation")

// every returns the distance between two operations that are tried.
func every(some int) int {
	if *thorough {
		return 1
	}
	return some
}

// A history is what the caller of Updates knows. The nth Update puts n and some other data into the map.
type history struct {
	acknowledged int
	refused      map[int]bool // what is not to be there
	next         int
}

func number8(n int) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

// recordKey returns the key of the nth Update.
func recordKey(n int) string { return "records/" + string(number8(n)) }

// update makes one more Update, of some size. It does not repeat one that was refused.
func (h *history) update(db *DB) error {
	n := h.next
	h.next++
	err := db.Update(func(m kv.Map) error {
		size := 1400
		if n%7 == 3 {
			size = 20_000
		}
		return errors.Join(m.Put(recordKey(n), make([]byte, size)), m.Put("newest", number8(n)))
	})
	switch {
	case err == nil:
		h.acknowledged = n
	case !errors.Is(err, kv.ErrInDoubt):
		h.refused[n] = true
	}
	return err
}

// holds returns an error unless the map has everything that was acknowledged, nothing that was refused, and at most one other Update,
// the one that was under way.
func (h *history) holds(db *DB, inDoubt bool) error {
	return db.View(func(m kv.Map) error {
		newest := 0
		for n := 1; n < h.next; n++ {
			there := len(m.Get(recordKey(n))) > 0
			switch {
			case n <= h.acknowledged && there == h.refused[n]:
				return fmt.Errorf("update %d of %d that were acknowledged: there: %v, refused: %v", n, h.acknowledged, there, h.refused[n])
			case n > h.acknowledged && there && (h.refused[n] || !inDoubt):
				return fmt.Errorf("update %d is there, and %d were acknowledged", n, h.acknowledged)
			}
			if there {
				newest = n
			}
		}
		if got := m.Get("newest"); string(got) != string(number8(newest)) {
			return fmt.Errorf("half of an update: the newest is %x, and %d is there", got, newest)
		}
		return nil
	})
}
