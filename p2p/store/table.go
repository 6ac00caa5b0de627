package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"fives/crypto/ristretto"
	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/p2p/kv"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// Buckets and keys of a table.
var (
	bucketRecords = []byte("records") // step ‖ author, and for a vote ‖ kind ‖ seat → record
	bucketNotices = []byte("notices") // author → record
	bucketSeats   = []byte("seats")   // author → ownSeat
	bucketFaults  = []byte("faults")  // step ‖ author → records; one fault of each author
	tableBuckets  = [][]byte{bucketRecords, bucketNotices, bucketSeats, bucketFaults}
	keyID         = []byte("id") // the table's ID again, because a bucket's name has no checksum
	keyGenesis    = []byte("genesis")
	keyDone       = []byte("done")
	keyLacking    = []byte("lacking") // of a done table; missing in an older store
	keyAdmitted   = []byte("admitted")
	keyCode       = []byte("code")
	keySentAway   = []byte("sent-away")
	keyCall       = []byte("call")
	keyHandovers  = []byte("handovers")
)

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
	return s.writes.update(func(root kv.Bucket) error {
		b, err := root.Bucket(bucketTables).Create(id[:])
		if err != nil {
			return err
		}
		for _, name := range tableBuckets {
			if _, err := b.Create(name); err != nil {
				return err
			}
		}
		for key, own := range seats {
			if err := putSeat(b.Bucket(bucketSeats), key, own); err != nil {
				return err
			}
		}
		return errors.Join(put(b, keyID, id), put(b, keyGenesis, g))
	})
}

// Save stores what a replica wants to have stored, in one transaction.
func (s *Store) Save(id record.Hash, w replica.Save) error {
	if w.Empty() {
		return nil
	}
	err := s.writes.update(func(root kv.Bucket) error {
		b := root.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return ErrNoTable
		}
		if w.Anew {
			if err := clearLog(b); err != nil {
				return err
			}
		}
		return errors.Join(
			saveRecords(b.Bucket(bucketRecords), w.Records),
			saveNotices(b.Bucket(bucketNotices), w.Notices),
			saveFaults(b.Bucket(bucketFaults), w.Faults),
			saveSecrets(b.Bucket(bucketSeats), w.Secrets))
	})
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// clearLog drops the log and the evidence of a table, to make room for another branch of the log.
func clearLog(b kv.Bucket) error {
	for _, name := range [][]byte{bucketRecords, bucketFaults} {
		if err := b.Drop(name); err != nil {
			return err
		}
		if _, err := b.Create(name); err != nil {
			return err
		}
	}
	return nil
}

func saveRecords(b kv.Bucket, records []record.Record) error {
	for _, r := range records {
		p, err := r.Peek()
		if err != nil {
			return err
		}
		if err := put(b, placeOf(p, r.Author), r); err != nil {
			return err
		}
	}
	return nil
}

func saveNotices(b kv.Bucket, notices []record.Record) error {
	for _, n := range notices {
		if err := put(b, n.Author[:], n); err != nil {
			return err
		}
	}
	return nil
}

// saveFaults keeps one fault of each seat: a new one replaces the old one.
func saveFaults(b kv.Bucket, faults []*table.Fault) error {
	for _, f := range faults {
		author := f.Author()
		if err := dropFaults(b, author); err != nil {
			return err
		}
		if err := put(b, place(f.Step, author), f.Records); err != nil {
			return err
		}
	}
	return nil
}

func dropFaults(b kv.Bucket, author record.Key) error {
	var old [][]byte
	err := b.Walk(func(k, _ []byte) error {
		if bytes.HasSuffix(k, author[:]) {
			old = append(old, k)
		}
		return nil
	})
	for _, k := range old {
		err = errors.Join(err, b.Delete(k))
	}
	return err
}

func saveSecrets(b kv.Bucket, secrets []replica.Secret) error {
	for _, w := range secrets {
		own, err := getSeat(w.Seat[:], b.Get(w.Seat[:]))
		if err != nil {
			return err
		}
		own.Hand, own.Left = w.Hand, own.Left || w.Left
		if own.Left { // it no longer needs the secret
			own.Hand = seat.HandSecret{}
		}
		if err := putSeat(b, w.Seat, own); err != nil {
			return err
		}
	}
	return nil
}

func place(step uint64, author record.Key) []byte {
	return append(binary.BigEndian.AppendUint64(nil, step), author[:]...)
}

// placeOf returns the key of a record. That of a vote differs from that of its author's own record.
func placeOf(p record.Payload, author record.Key) []byte {
	b := place(p.Step, author)
	for _, seat := range p.About {
		b = append(append(b, p.Kind...), byte(seat))
	}
	return b
}

func putSeat(b kv.Bucket, key record.Key, own session.OwnSeat) error {
	w := ownSeat{Seed: own.Seed, Bot: own.Bot, Hand: uint64(own.Hand.Number), Left: own.Left, Lost: own.Lost, Before: own.Before}
	if own.Hand.Number != 0 {
		x := own.Hand.Secret.Encode()
		w.Secret = x[:]
		if !own.Hand.Seal.IsZero() {
			z := own.Hand.Seal.Encode()
			w.Seal = z[:]
		}
		if s := own.Hand.Shuffle; s != (seat.ShuffleSecret{}) {
			w.Stack = append(binary.BigEndian.AppendUint64(nil, s.Step), s.Seed[:]...)
		}
	}
	return put(b, key[:], w)
}

func getSeat(key, raw []byte) (session.OwnSeat, error) {
	var w ownSeat
	if err := decode(key, raw, &w); err != nil {
		return session.OwnSeat{}, err
	}
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
func (s *Store) PutDone(id record.Hash, d session.Done) error {
	return s.writes.update(func(root kv.Bucket) error {
		b := root.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return ErrNoTable
		}
		return errors.Join(put(b, keyDone, d), put(b, keyLacking, d.Lacking))
	})
}

// Done returns what PutDone has stored; ok is false if the table has not ended.
func (s *Store) Done(id record.Hash) (d session.Done, ok bool, err error) {
	err = s.db.View(func(root kv.Bucket) error {
		b := root.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return ErrNoTable
		}
		if ok, err = get(b, keyDone, &d); ok && err == nil {
			_, err = get(b, keyLacking, &d.Lacking)
		}
		return err
	})
	return d, ok, err
}

// Forget removes a table, and remembers that it did: another node may still have the table and offer it
// again.
func (s *Store) Forget(id record.Hash) error {
	return s.writes.update(func(root kv.Bucket) error {
		return errors.Join(root.Bucket(bucketTables).Drop(id[:]), put(root.Bucket(bucketMeta), givenUpKey(id), true))
	})
}

// checkTable returns an error if a part of a table is missing.
func checkTable(name []byte, b kv.Bucket) error {
	var id record.Hash
	if b == nil || b.Get(keyGenesis) == nil {
		return fmt.Errorf("%w: a table named %x", ErrDamaged, name)
	}
	if ok, err := get(b, keyID, &id); err != nil || !ok || !bytes.Equal(id[:], name) {
		return fmt.Errorf("%w: a table named %x, which is %x: %v", ErrDamaged, name, id, err)
	}
	for _, part := range tableBuckets {
		if b.Bucket(part) == nil {
			return fmt.Errorf("%w: table %x has no %s", ErrDamaged, name, part)
		}
	}
	return nil
}

// Tables lists the IDs of the stored tables.
func (s *Store) Tables() ([]record.Hash, error) {
	var ids []record.Hash
	err := s.db.View(func(root kv.Bucket) error {
		return root.Bucket(bucketTables).Walk(func(k, _ []byte) error {
			if len(k) != len(record.Hash{}) {
				return fmt.Errorf("%w: a table named %x", ErrDamaged, k)
			}
			ids = append(ids, record.Hash(k))
			return nil
		})
	})
	return ids, err
}

// Load reads a table. The error is [ErrNoTable] if there is none with that ID.
func (s *Store) Load(id record.Hash) (*session.Stored, error) {
	t := &session.Stored{ID: id, Seats: map[record.Key]session.OwnSeat{}}
	err := s.db.View(func(root kv.Bucket) error {
		b := root.Bucket(bucketTables).Bucket(id[:])
		if b == nil {
			return ErrNoTable
		}
		if ok, err := get(b, keyGenesis, &t.Genesis); err != nil || !ok {
			return fmt.Errorf("%w: genesis of table %s: %v", ErrDamaged, id, err)
		}
		return errors.Join(
			each(b.Bucket(bucketRecords), func(_ []byte, r record.Record) { t.Records = append(t.Records, r) }),
			each(b.Bucket(bucketNotices), func(_ []byte, r record.Record) { t.Notices = append(t.Notices, r) }),
			each(b.Bucket(bucketFaults), func(_ []byte, rs []record.Record) { t.Faults = append(t.Faults, rs) }),
			b.Bucket(bucketSeats).Walk(func(k, v []byte) error {
				own, err := getSeat(k, v)
				t.Seats[record.Key(k)] = own
				return err
			}))
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// each calls take with every value of a bucket, decoded, in the order of the keys.
func each[T any](b kv.Bucket, take func(key []byte, v T)) error {
	return b.Walk(func(k, raw []byte) error {
		var v T
		if err := decode(k, raw, &v); err != nil {
			return err
		}
		take(k, v)
		return nil
	})
}
