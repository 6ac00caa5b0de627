package store

import (
	"encoding/binary"
	"errors"
	"fmt"

	"fives/crypto/ristretto"
	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/p2p/entry"
	"fives/p2p/kv"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// partGenesis has the genesis of each table, by its ID. What else belongs to a table has keys that
// begin with tablePrefix and the ID, and goes with the table.
const partGenesis part[replica.Genesis] = "genesis/"

const tablePrefix = "table/"

// Parts of a table.
const (
	partRecords   part[record.Record]         = "records/" // by step ‖ author, and for a vote ‖ kind ‖ seat
	partNotices   part[record.Record]         = "notices/" // by author
	partSeats     part[ownSeat]               = "seats/"   // by author
	partFaults    part[[]record.Record]       = "faults/"  // by step ‖ author; one fault of each author
	partDone      part[session.Done]          = "done"
	partAdmitted  part[[]record.Key]          = "admitted"
	partCode      part[entry.StoredCode]      = "code"
	partSentAway  part[[]record.Key]          = "sent-away"
	partCall      part[session.Call]          = "call"
	partHandovers part[[]replica.OwnHandover] = "handovers"
)

// below returns the text with which the keys of what belongs to a table begin.
func below(id record.Hash) string { return tablePrefix + string(id[:]) + "/" }

// of returns a part of one table.
func of[T any](id record.Hash, p part[T]) part[T] { return part[T](below(id)) + p }

// isTable reports whether there is a table with an ID.
func isTable(m kv.Map, id string) bool { return m.Get(string(partGenesis)+id) != nil }

// updateTable changes what belongs to a table. The error is [ErrNoTable] if there is none with that ID.
func (s *Store) updateTable(id record.Hash, f func(m kv.Map) error) error {
	return s.writes.update(func(m kv.Map) error {
		if !isTable(m, string(id[:])) {
			return ErrNoTable
		}
		return f(m)
	})
}

// saveOf stores the only value of a part of a table.
func saveOf[T any](s *Store, id record.Hash, p part[T], v T) error {
	return s.updateTable(id, func(m kv.Map) error { return of(id, p).put(m, only, v) })
}

// loadOf returns what saveOf has stored. The error is [ErrNoTable] if there is no table with that ID.
func loadOf[T any](s *Store, id record.Hash, p part[T]) (v T, ok bool, err error) {
	err = s.db.View(func(m kv.Map) (err error) {
		if !isTable(m, string(id[:])) {
			return ErrNoTable
		}
		v, ok, err = of(id, p).get(m, only)
		return err
	})
	return v, ok, err
}

// ownSeat is a [session.OwnSeat] as it is stored.
type ownSeat struct {
	Seed   []byte `cbor:"seed"`
	Bot    string `cbor:"bot"`
	Hand   uint64 `cbor:"hand"`
	Secret []byte `cbor:"secret"`         // empty without one
	Seal   []byte `cbor:"seal,omitempty"` // of the sealing key; missing in a hand without one
	// Stack is what the seat's stack was made from: its step, big-endian, and the seed. It is
	// missing if there is nothing to prove.
	Stack []byte `cbor:"stack,omitempty"`
	Left  bool   `cbor:"left"`
	Lost  bool   `cbor:"lost"`
	// Before is missing at a table that goes on from no other, or from the first of a game.
	Before []record.Hash `cbor:"before,omitempty"`
}

// ErrNoTable says that there is no table with that ID.
var ErrNoTable = errors.New("store: no such table")

// Create stores a new table, with this node's seats at it.
func (s *Store) Create(id record.Hash, g replica.Genesis, seats map[record.Key]session.OwnSeat) error {
	return s.writes.update(func(m kv.Map) error {
		for key, own := range seats {
			if err := of(id, partSeats).put(m, string(key[:]), stored(own)); err != nil {
				return err
			}
		}
		return partGenesis.put(m, string(id[:]), g)
	})
}

// Save stores what a replica wants to have stored, in one transaction.
func (s *Store) Save(id record.Hash, w replica.Save) error {
	if w.Empty() {
		return nil
	}
	err := s.updateTable(id, func(m kv.Map) error {
		if w.Anew { // to make room for another branch of the log
			if err := errors.Join(dropAll(m, string(of(id, partRecords)), ""), dropAll(m, string(of(id, partFaults)), "")); err != nil {
				return err
			}
		}
		return errors.Join(
			saveRecords(m, of(id, partRecords), w.Records),
			saveNotices(m, of(id, partNotices), w.Notices),
			saveFaults(m, of(id, partFaults), w.Faults),
			saveSecrets(m, of(id, partSeats), w.Secrets))
	})
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

func saveRecords(m kv.Map, p part[record.Record], records []record.Record) error {
	for _, r := range records {
		payload, err := r.Peek()
		if err != nil {
			return err
		}
		if err := p.put(m, placeOf(payload, r.Author), r); err != nil {
			return err
		}
	}
	return nil
}

func saveNotices(m kv.Map, p part[record.Record], notices []record.Record) error {
	for _, n := range notices {
		if err := p.put(m, string(n.Author[:]), n); err != nil {
			return err
		}
	}
	return nil
}

// saveFaults keeps one fault of each seat: a new one replaces the old one.
func saveFaults(m kv.Map, p part[[]record.Record], faults []*table.Fault) error {
	for _, f := range faults {
		author := f.Author()
		if err := dropAll(m, string(p), string(author[:])); err != nil {
			return err
		}
		if err := p.put(m, place(f.Step, author), f.Records); err != nil {
			return err
		}
	}
	return nil
}

func saveSecrets(m kv.Map, p part[ownSeat], secrets []replica.Secret) error {
	for _, w := range secrets {
		key := string(w.Seat[:])
		kept, ok, err := p.get(m, key)
		if err == nil && !ok {
			err = fmt.Errorf("%w: there is no seat of %s", ErrDamaged, w.Seat)
		}
		if err != nil {
			return err
		}
		own, err := kept.restored()
		if err != nil {
			return err
		}
		own.Hand, own.Left = w.Hand, own.Left || w.Left
		if own.Left { // it no longer needs the secret
			own.Hand = seat.HandSecret{}
		}
		if err := p.put(m, key, stored(own)); err != nil {
			return err
		}
	}
	return nil
}

func place(step uint64, author record.Key) string {
	return string(append(binary.BigEndian.AppendUint64(nil, step), author[:]...))
}

// placeOf returns the key of a record. That of a vote differs from that of its author's own record.
func placeOf(p record.Payload, author record.Key) string {
	key := place(p.Step, author)
	for _, seat := range p.About {
		key += string(p.Kind) + string([]byte{byte(seat)})
	}
	return key
}

// stored returns a seat as it is stored.
func stored(own session.OwnSeat) ownSeat {
	w := ownSeat{Seed: own.Seed, Bot: own.Bot, Hand: uint64(own.Hand.Number), Left: own.Left, Lost: own.Lost, Before: own.Before}
	if own.Hand.Number == 0 {
		return w
	}
	x := own.Hand.Secret.Encode()
	w.Secret = x[:]
	if !own.Hand.Seal.IsZero() {
		z := own.Hand.Seal.Encode()
		w.Seal = z[:]
	}
	if s := own.Hand.Shuffle; s != (seat.ShuffleSecret{}) {
		w.Stack = append(binary.BigEndian.AppendUint64(nil, s.Step), s.Seed[:]...)
	}
	return w
}

// restored returns the seat that stored has made this of.
func (w ownSeat) restored() (session.OwnSeat, error) {
	own := session.OwnSeat{Seed: w.Seed, Bot: w.Bot, Left: w.Left, Lost: w.Lost, Before: w.Before}
	if w.Hand == 0 {
		return own, nil
	}
	x, err := ristretto.DecodeScalar(w.Secret)
	if err != nil {
		return own, fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	own.Hand = seat.HandSecret{Number: int(w.Hand), Secret: x}
	if len(w.Seal) > 0 {
		if own.Hand.Seal, err = ristretto.DecodeScalar(w.Seal); err != nil {
			return own, fmt.Errorf("%w: %v", ErrDamaged, err)
		}
	}
	if s := &own.Hand.Shuffle; len(w.Stack) == 8+len(s.Seed) {
		s.Step, s.Seed = binary.BigEndian.Uint64(w.Stack), [32]byte(w.Stack[8:])
	} else if len(w.Stack) > 0 {
		return own, fmt.Errorf("%w: the secret of a stack has %d bytes", ErrDamaged, len(w.Stack))
	}
	return own, nil
}

// PutDone stores that a table has ended.
func (s *Store) PutDone(id record.Hash, d session.Done) error { return saveOf(s, id, partDone, d) }

// Done returns what PutDone has stored; ok is false if the table has not ended.
func (s *Store) Done(id record.Hash) (d session.Done, ok bool, err error) {
	return loadOf(s, id, partDone)
}

// PutCall stores a call for a continuation with its table.
func (s *Store) PutCall(id record.Hash, c session.Call) error { return saveOf(s, id, partCall, c) }

// Call returns what PutCall has stored, the zero Call if nothing.
func (s *Store) Call(id record.Hash) (session.Call, error) {
	c, _, err := loadOf(s, id, partCall)
	return c, err
}

// PutHandovers stores what this node says about a table's handovers.
func (s *Store) PutHandovers(id record.Hash, own []replica.OwnHandover) error {
	return saveOf(s, id, partHandovers, own)
}

// Handovers returns what PutHandovers has stored; said is false if it was never called.
func (s *Store) Handovers(id record.Hash) (own []replica.OwnHandover, said bool, err error) {
	return loadOf(s, id, partHandovers)
}

// PutAdmitted stores which nodes without a seat this node lets watch a table, so that it can sign
// their credentials again.
func (s *Store) PutAdmitted(id record.Hash, nodes []record.Key) error {
	return saveOf(s, id, partAdmitted, nodes)
}

// Admitted returns what PutAdmitted has stored, nil if nothing.
func (s *Store) Admitted(id record.Hash) ([]record.Key, error) {
	nodes, _, err := loadOf(s, id, partAdmitted)
	return nodes, err
}

// Forget removes a table, and remembers that it did: another node may still have the table and offer it
// again.
func (s *Store) Forget(id record.Hash) error {
	return s.writes.update(func(m kv.Map) error {
		return errors.Join(partGenesis.drop(m, string(id[:])), dropAll(m, below(id), ""), partGiven.put(m, string(id[:]), true))
	})
}

// Tables lists the IDs of the stored tables.
func (s *Store) Tables() (ids []record.Hash, err error) {
	err = s.db.View(func(m kv.Map) error {
		return partGenesis.each(m, func(key string, _ replica.Genesis) error {
			id, err := idOf(key)
			ids = append(ids, id)
			return err
		})
	})
	return ids, err
}

// Load reads a table. The error is [ErrNoTable] if there is none with that ID.
func (s *Store) Load(id record.Hash) (*session.Stored, error) {
	t := &session.Stored{ID: id, Seats: map[record.Key]session.OwnSeat{}}
	err := s.db.View(func(m kv.Map) (err error) {
		ok := false
		if t.Genesis, ok, err = partGenesis.get(m, string(id[:])); err == nil && !ok {
			err = ErrNoTable
		}
		if err != nil {
			return err
		}
		var errs [4]error
		t.Records, errs[0] = of(id, partRecords).list(m)
		t.Notices, errs[1] = of(id, partNotices).list(m)
		t.Faults, errs[2] = of(id, partFaults).list(m)
		errs[3] = of(id, partSeats).each(m, func(key string, w ownSeat) error {
			seat, err1 := idOf(key)
			own, err2 := w.restored()
			t.Seats[seat] = own
			return errors.Join(err1, err2)
		})
		return errors.Join(errs[:]...)
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}
