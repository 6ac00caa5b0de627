package store

import (
	"errors"
	"reflect"
	"testing"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/p2p/entry"
	"fives/p2p/kv"
	"fives/p2p/lobby"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/store/memory"
)

var errDisk = errors.New("the disk fails")

// failing is a tree in which one change fails, by its number from 0, or every read.
type failing struct {
	kv.DB
	left int
	view error
}

func (d *failing) View(f func(root kv.Bucket) error) error {
	if d.view != nil {
		return d.view
	}
	return d.DB.View(f)
}

func (d *failing) Update(f func(root kv.Bucket) error) error {
	return d.DB.Update(func(root kv.Bucket) error { return f(&changing{root, d}) })
}

// changing is a bucket of a failing tree.
type changing struct {
	in kv.Bucket
	db *failing
}

func (b *changing) change(f func() error) error {
	if b.db.left--; b.db.left == -1 {
		return errDisk
	}
	return f()
}

func (b *changing) wrap(inner kv.Bucket) kv.Bucket {
	if inner == nil {
		return nil
	}
	return &changing{inner, b.db}
}

func (b *changing) Get(key []byte) []byte { return b.in.Get(key) }

func (b *changing) Walk(f func(key, value []byte) error) error { return b.in.Walk(f) }

func (b *changing) Bucket(name []byte) kv.Bucket { return b.wrap(b.in.Bucket(name)) }

func (b *changing) Put(key, value []byte) error {
	return b.change(func() error { return b.in.Put(key, value) })
}

func (b *changing) Delete(key []byte) error {
	return b.change(func() error { return b.in.Delete(key) })
}

func (b *changing) Drop(name []byte) error {
	return b.change(func() error { return b.in.Drop(name) })
}

func (b *changing) Create(name []byte) (inner kv.Bucket, err error) {
	err = b.change(func() error { inner, err = b.in.Create(name); return err })
	return b.wrap(inner), err
}

// ram returns a store in memory with a table of two seats in it.
func ram(t *testing.T) (*Store, *failing) {
	t.Helper()
	db, err := memory.Open(memory.NewRAM())
	if err != nil {
		t.Fatal(err)
	}
	f := &failing{DB: db, left: -1}
	s, err := Open(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := fill(s); err != nil {
		t.Fatal(err)
	}
	return s, f
}

func fill(s *Store) error {
	g := replica.Genesis{Proposal: &record.Record{Payload: []byte("proposal")}}
	ana, ben := record.KeyOf(key(1)), record.KeyOf(key(2))
	return errors.Join(
		s.Create(tableID, g, map[record.Key]session.OwnSeat{ana: {}, ben: {Seed: key(2).Seed()}}),
		s.PutDone(tableID, session.Done{Nodes: []record.Key{ana}, Summary: []byte("over"), Lacking: []int{1}}),
		s.PutOffer(record.Hash{9}, lobby.OpenTable{Code: entry.StoredCode{Text: "123456"}, Own: map[string]entry.Bot{}}),
		s.PutJoin(record.Hash{8}, lobby.Reservation{}),
		s.PutWish(record.Hash{6}, lobby.Wish{Name: "ana"}), s.PutCode(tableID, entry.StoredCode{Text: "123456"}),
		s.PutSentAway(tableID, []record.Key{ben}),
		s.AddKey("ana", ana, 16), s.PutAdmitted(tableID, []record.Key{ana}), s.PutCall(tableID, session.Call{Caller: ana}),
		s.SetIdentity(Identity{Seed: key(1).Seed(), Name: "ana"}),
	)
}

// No method returns nil if one of its changes has failed. Everything that a store can do is tried again and again, and each time one
// more of its changes succeeds.
func TestFailingChangeIsSaid(t *testing.T) {
	ana := record.KeyOf(key(1))
	save := func(w replica.Save) func(*Store) error { return func(s *Store) error { return s.Save(tableID, w) } }
	rec := statement(t, 5, 1, 30)
	fault := &table.Fault{Step: 5, Records: []record.Record{rec}}
	for name, do := range map[string]func(s *Store) error{
		"Create": func(s *Store) error {
			return s.Create(record.Hash{3}, replica.Genesis{}, map[record.Key]session.OwnSeat{ana: {}})
		},
		"records":      save(replica.Save{Records: []record.Record{rec, statement(t, 6, 2, 30)}}),
		"notices":      save(replica.Save{Notices: []record.Record{rec}}),
		"faults":       save(replica.Save{Faults: []*table.Fault{fault, fault}}),
		"secrets":      save(replica.Save{Secrets: []replica.Secret{{Seat: ana, Hand: seat.HandSecret{Number: 1}}}}),
		"anew":         save(replica.Save{Anew: true, Records: []record.Record{rec}}),
		"PutDone":      func(s *Store) error { return s.PutDone(tableID, session.Done{}) },
		"PutOffer":     func(s *Store) error { return s.PutOffer(record.Hash{7}, lobby.OpenTable{}) },
		"MoveOffer":    func(s *Store) error { return s.MoveOffer(record.Hash{9}, record.Hash{7}, lobby.OpenTable{}) },
		"DropOffer":    func(s *Store) error { return s.DropOffer(record.Hash{9}) },
		"PutJoin":      func(s *Store) error { return s.PutJoin(record.Hash{7}, lobby.Reservation{}) },
		"GiveUp":       func(s *Store) error { return s.GiveUp(record.Hash{8}) },
		"DropJoin":     func(s *Store) error { return s.DropJoin(record.Hash{8}) },
		"PutWish":      func(s *Store) error { return s.PutWish(record.Hash{7}, lobby.Wish{}) },
		"MoveWish":     func(s *Store) error { return s.MoveWish(record.Hash{6}, record.Hash{7}, lobby.Wish{}) },
		"DropWish":     func(s *Store) error { return s.DropWish(record.Hash{6}) },
		"PutCode":      func(s *Store) error { return s.PutCode(tableID, entry.StoredCode{Text: "123456", Failures: 1}) },
		"PutSentAway":  func(s *Store) error { return s.PutSentAway(tableID, nil) },
		"AddKey":       func(s *Store) error { return s.AddKey("ben", ana, 2) },
		"PutAdmitted":  func(s *Store) error { return s.PutAdmitted(tableID, nil) },
		"PutCall":      func(s *Store) error { return s.PutCall(tableID, session.Call{}) },
		"PutHandovers": func(s *Store) error { return s.PutHandovers(tableID, nil) },
		"SetIdentity":  func(s *Store) error { return s.SetIdentity(Identity{Seed: key(1).Seed()}) },
		"Forget":       func(s *Store) error { return s.Forget(tableID) },
		"layOut":       func(s *Store) error { return s.layOut() },
	} {
		for n := 0; ; n++ {
			s, db := ram(t)
			db.left = n
			err := do(s)
			if db.left >= 0 { // nothing has failed any more
				if err != nil || n == 0 {
					t.Errorf("%s: %v after %d changes", name, err, n)
				}
				break
			}
			if !errors.Is(err, errDisk) {
				t.Errorf("%s: change %d fails, and it says %v", name, n, err)
			}
		}
	}
}

// Nor does a method say that there is nothing if it cannot be read.
func TestFailingReadingIsSaid(t *testing.T) {
	s, db := ram(t)
	db.view = errDisk
	for name, read := range map[string]func() error{
		"Owner":    func() error { _, _, err := s.Owner(); return err },
		"SetOwner": func() error { return s.SetOwner(record.KeyOf(key(1))) },
		"Identity": func() error { _, _, err := s.Identity(); return err },
		"Offers":   func() error { _, err := s.Offers(); return err },
		"Joins":    func() error { _, err := s.Joins(); return err },
		"Wishes":   func() error { _, err := s.Wishes(); return err },
		"Code":     func() error { _, err := s.Code(tableID); return err },
		"SentAway": func() error { _, err := s.SentAway(tableID); return err },
		"Names":    func() error { _, err := s.Names(); return err },
		"GivenUp":  func() error { _, err := s.GivenUp(record.Hash{}); return err },
		"Tables":   func() error { _, err := s.Tables(); return err },
		"Load":     func() error { _, err := s.Load(tableID); return err },
		"Done":     func() error { _, _, err := s.Done(tableID); return err },
		"Admitted": func() error { _, err := s.Admitted(tableID); return err },
		"Call":     func() error { _, err := s.Call(tableID); return err },
	} {
		if err := read(); !errors.Is(err, errDisk) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A value is replaced after its checksum was checked: every reader refuses it.
func TestDamagedValueIsSaid(t *testing.T) {
	ana := record.KeyOf(key(1))
	in := func(path ...[]byte) func(root kv.Bucket) kv.Bucket {
		return func(root kv.Bucket) kv.Bucket {
			for _, name := range path {
				root = root.Bucket(name)
			}
			return root
		}
	}
	tb := [][]byte{bucketTables, tableID[:]}
	for name, c := range map[string]struct {
		in  func(root kv.Bucket) kv.Bucket
		key []byte
		do  func(s *Store) error
	}{
		"owner":       {in(bucketMeta), keyOwner, func(s *Store) error { _, _, err := s.Owner(); return err }},
		"owner, set":  {in(bucketMeta), keyOwner, func(s *Store) error { return s.SetOwner(ana) }},
		"owner, new":  {in(bucketMeta), keyOwner, func(s *Store) error { return s.SetIdentity(Identity{Seed: key(1).Seed()}) }},
		"identity":    {in(bucketMeta), keyIdentity, func(s *Store) error { _, _, err := s.Identity(); return err }},
		"offer":       {in(bucketOffers), (&record.Hash{9})[:], func(s *Store) error { _, err := s.Offers(); return err }},
		"join":        {in(bucketJoins), (&record.Hash{8})[:], func(s *Store) error { _, err := s.Joins(); return err }},
		"wish":        {in(bucketWishes), (&record.Hash{6})[:], func(s *Store) error { _, err := s.Wishes(); return err }},
		"code":        {in(tb...), keyCode, func(s *Store) error { _, err := s.Code(tableID); return err }},
		"sent away":   {in(tb...), keySentAway, func(s *Store) error { _, err := s.SentAway(tableID); return err }},
		"names":       {in(bucketNames), []byte("ana"), func(s *Store) error { _, err := s.Names(); return err }},
		"names, more": {in(bucketNames), []byte("ana"), func(s *Store) error { return s.AddKey("ana", ana, 3) }},
		"done":        {in(tb...), keyDone, func(s *Store) error { _, _, err := s.Done(tableID); return err }},
		"lacking":     {in(tb...), keyLacking, func(s *Store) error { _, _, err := s.Done(tableID); return err }},
		"admitted":    {in(tb...), keyAdmitted, func(s *Store) error { _, err := s.Admitted(tableID); return err }},
		"call":        {in(tb...), keyCall, func(s *Store) error { _, err := s.Call(tableID); return err }},
		"genesis":     {in(tb...), keyGenesis, func(s *Store) error { _, err := s.Load(tableID); return err }},
		"seat":        {in(append(tb, bucketSeats)...), ana[:], func(s *Store) error { _, err := s.Load(tableID); return err }},
		"seat, saved": {in(append(tb, bucketSeats)...), ana[:], func(s *Store) error {
			return s.Save(tableID, replica.Save{Secrets: []replica.Secret{{Seat: ana}}})
		}},
	} {
		s, db := ram(t)
		if err := c.do(s); err != nil {
			t.Errorf("%s: %v before anything is damaged", name, err)
		}
		err := db.DB.Update(func(root kv.Bucket) error {
			old := c.in(root).Get(c.key)
			if old == nil {
				return errors.New("there is no such value")
			}
			return c.in(root).Put(c.key, append(append([]byte(nil), old...), 0))
		})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := c.do(s); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A tree that is not one of a store is left alone, whatever is in it.
func TestOpenRefusesAnotherTree(t *testing.T) {
	for name, change := range map[string]func(root kv.Bucket) error{
		"another's bucket": func(root kv.Bucket) error {
			for _, b := range buckets {
				if err := root.Drop(b); err != nil {
					return err
				}
			}
			_, err := root.Create([]byte("photos"))
			return err
		},
		"no meta":          func(root kv.Bucket) error { return root.Drop(bucketMeta) },
		"no schema":        func(root kv.Bucket) error { return root.Bucket(bucketMeta).Delete(keySchema) },
		"a damaged schema": func(root kv.Bucket) error { return root.Bucket(bucketMeta).Put(keySchema, []byte("1")) },
		"no tables":        func(root kv.Bucket) error { return root.Drop(bucketTables) },
		"no names":         func(root kv.Bucket) error { return root.Drop(bucketNames) },
		"a table's seats":  func(root kv.Bucket) error { return root.Bucket(bucketTables).Bucket(tableID[:]).Drop(bucketSeats) },
		"a table's genesis": func(root kv.Bucket) error {
			return root.Bucket(bucketTables).Bucket(tableID[:]).Delete(keyGenesis)
		},
		"a value for a table": func(root kv.Bucket) error {
			return put(root.Bucket(bucketTables), (&record.Hash{5})[:], true)
		},
		"a table's ID": func(root kv.Bucket) error {
			return put(root.Bucket(bucketTables).Bucket(tableID[:]), keyID, record.Hash{6})
		},
	} {
		_, db := ram(t)
		if err := db.DB.Update(change); err != nil {
			t.Fatal(name, err)
		}
		if _, err := Open(&failing{DB: unclosed{db.DB}, left: 0}); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// unclosed is a tree that can be read after it was closed.
type unclosed struct{ kv.DB }

func (unclosed) Close() error { return nil }

// What PutDone has stored is there after a restart. An unknown table has nothing, and nothing can be stored for it.
func TestDone(t *testing.T) {
	s, _ := ram(t)
	want := session.Done{Nodes: []record.Key{record.KeyOf(key(1))}, Summary: []byte("over"), Lacking: []int{1}}
	got, ok, err := s.Done(tableID)
	if err != nil || !ok || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, %v", got, ok, err)
	}
	unknown := record.Hash{77}
	_, _, noDone := s.Done(unknown)
	_, noLoad := s.Load(unknown)
	_, noAdmitted := s.Admitted(unknown)
	_, noCall := s.Call(unknown)
	_, _, noHandovers := s.Handovers(unknown)
	for i, err := range []error{
		s.PutDone(unknown, want), noDone, noLoad, noAdmitted, noCall, noHandovers, s.PutHandovers(unknown, nil), s.PutAdmitted(unknown, nil), s.PutCall(unknown, session.Call{}), s.PutCode(unknown, entry.StoredCode{Text: "123456"}),
		s.PutSentAway(unknown, nil),
		s.Save(unknown, replica.Save{Records: []record.Record{statement(t, 1, 1, 10)}}),
	} {
		if !errors.Is(err, ErrNoTable) {
			t.Errorf("%d: %v", i, err)
		}
	}
}
