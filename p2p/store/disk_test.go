package store

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/p2p/entry"
	"fives/p2p/far"
	"fives/p2p/kv"
	"fives/p2p/lobby"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/store/memory"
)

var errDisk = errors.New("the disk fails")

// failing is a map in which one change fails, by its number from 0, or every read.
type failing struct {
	kv.DB
	left int
	view error
}

func (d *failing) View(f func(m kv.Map) error) error {
	if d.view != nil {
		return d.view
	}
	return d.DB.View(f)
}

func (d *failing) Update(f func(m kv.Map) error) error {
	return d.DB.Update(func(m kv.Map) error { return f(&changing{m, d}) })
}

// changing is the map in an Update of a failing one.
type changing struct {
	kv.Map
	db *failing
}

func (c *changing) fails() bool {
	c.db.left--
	return c.db.left == -1
}

func (c *changing) Put(key string, value []byte) error {
	if c.fails() {
		return errDisk
	}
	return c.Map.Put(key, value)
}

func (c *changing) Delete(key string) error {
	if c.fails() {
		return errDisk
	}
	return c.Map.Delete(key)
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
		s.SetIdentity(Identity{Seed: key(1).Seed(), Name: "ana"}), s.PutFaces(map[string]int{"ana": 5}),
		s.SetFar(Far{On: true, Host: "1.2.3.2", Port: 45354}), s.PutLink(Link{To: far.Link{Host: "1.2.3.2", Port: 45354, Node: ana}, Name: "ana"}),
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
		"PutFaces":     func(s *Store) error { return s.PutFaces(map[string]int{"ben": 6}) },
		"SetFar":       func(s *Store) error { return s.SetFar(Far{}) },
		"PutLink":      func(s *Store) error { return s.PutLink(Link{To: far.Link{Node: ana}, Refused: true}) },
		"DropLink":     func(s *Store) error { return s.DropLink(ana) },
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
		"Faces":    func() error { _, err := s.Faces(); return err },
		"Far":      func() error { _, err := s.Far(); return err },
		"Links":    func() error { _, err := s.Links(); return err },
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
	load := func(s *Store) error { _, err := s.Load(tableID); return err }
	at := func(p string, id record.Hash) string { return p + string(id[:]) }
	table := func(p string) string { return below(tableID) + p }
	for name, c := range map[string]struct {
		key string
		do  func(s *Store) error
	}{
		"owner":       {string(partOwner), func(s *Store) error { _, _, err := s.Owner(); return err }},
		"owner, set":  {string(partOwner), func(s *Store) error { return s.SetOwner(ana) }},
		"owner, new":  {string(partOwner), func(s *Store) error { return s.SetIdentity(Identity{Seed: key(1).Seed()}) }},
		"identity":    {string(partIdentity), func(s *Store) error { _, _, err := s.Identity(); return err }},
		"offer":       {at(string(partOffers), record.Hash{9}), func(s *Store) error { _, err := s.Offers(); return err }},
		"join":        {at(string(partJoins), record.Hash{8}), func(s *Store) error { _, err := s.Joins(); return err }},
		"wish":        {at(string(partWishes), record.Hash{6}), func(s *Store) error { _, err := s.Wishes(); return err }},
		"code":        {table("code"), func(s *Store) error { _, err := s.Code(tableID); return err }},
		"sent away":   {table("sent-away"), func(s *Store) error { _, err := s.SentAway(tableID); return err }},
		"faces":       {string(partFaces), func(s *Store) error { _, err := s.Faces(); return err }},
		"far":         {string(partFar), func(s *Store) error { _, err := s.Far(); return err }},
		"links":       {string(partLinks) + string(ana[:]), func(s *Store) error { _, err := s.Links(); return err }},
		"link, more":  {string(partLinks) + string(ana[:]), func(s *Store) error { return s.PutLink(Link{}) }},
		"names":       {string(partNames) + "ana", func(s *Store) error { _, err := s.Names(); return err }},
		"names, more": {string(partNames) + "ana", func(s *Store) error { return s.AddKey("ana", ana, 3) }},
		"done":        {table("done"), func(s *Store) error { _, _, err := s.Done(tableID); return err }},
		"admitted":    {table("admitted"), func(s *Store) error { _, err := s.Admitted(tableID); return err }},
		"call":        {table("call"), func(s *Store) error { _, err := s.Call(tableID); return err }},
		"genesis":     {at(string(partGenesis), tableID), load},
		"tables":      {at(string(partGenesis), tableID), func(s *Store) error { _, err := s.Tables(); return err }},
		"seat":        {table("seats/" + string(ana[:])), load},
		"seat, saved": {table("seats/" + string(ana[:])), func(s *Store) error {
			return s.Save(tableID, replica.Save{Secrets: []replica.Secret{{Seat: ana}}})
		}},
	} {
		for what, change := range map[string]func(m kv.Map, old []byte) error{
			"a byte more": func(m kv.Map, old []byte) error { return m.Put(c.key, append(bytes.Clone(old), 0)) },
			"one of another key": func(m kv.Map, old []byte) error {
				return m.Put(c.key, append(sum("another"+c.key, old[sumSize:]), old[sumSize:]...))
			},
		} {
			s, db := ram(t)
			if err := c.do(s); err != nil {
				t.Errorf("%s: %v before anything is damaged", name, err)
			}
			err := db.DB.Update(func(m kv.Map) error {
				old := m.Get(c.key)
				if old == nil {
					return errors.New("there is no such value")
				}
				return change(m, old)
			})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := c.do(s); !errors.Is(err, ErrDamaged) {
				t.Errorf("%s, %s: %v", name, what, err)
			}
			if _, err := Open(unclosed{db.DB}); !errors.Is(err, ErrDamaged) {
				t.Errorf("%s, %s, opened: %v", name, what, err)
			}
		}
	}
}

// A value that is gone or in a wrong place is damage, not an empty seat or another table.
func TestMissingValueIsSaid(t *testing.T) {
	ana := record.KeyOf(key(1))
	for name, c := range map[string]struct {
		change func(m kv.Map) error
		do     func(s *Store) error
	}{
		"a seat that is saved": {
			func(m kv.Map) error { return of(tableID, partSeats).drop(m, string(ana[:])) },
			func(s *Store) error {
				return s.Save(tableID, replica.Save{Secrets: []replica.Secret{{Seat: ana}}})
			},
		},
		"half the ID of a table": {
			func(m kv.Map) error { return partGenesis.put(m, string(tableID[:16]), replica.Genesis{}) },
			func(s *Store) error { _, err := s.Tables(); return err },
		},
		"no ID of an offer": {
			func(m kv.Map) error { return partOffers.put(m, "", lobby.OpenTable{}) },
			func(s *Store) error { _, err := s.Offers(); return err },
		},
		"more than the key of a seat": {
			func(m kv.Map) error { return of(tableID, partSeats).put(m, string(ana[:])+"+", ownSeat{}) },
			func(s *Store) error { _, err := s.Load(tableID); return err },
		},
	} {
		s, db := ram(t)
		if err := db.DB.Update(c.change); err != nil {
			t.Fatal(name, err)
		}
		if err := c.do(s); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A map that is not one of a store is left alone, whatever is in it.
func TestOpenRefusesAnotherMap(t *testing.T) {
	for name, change := range map[string]func(m kv.Map) error{
		"another's value": func(m kv.Map) error {
			return errors.Join(dropAll(m, "", ""), m.Put("photos/1", []byte("sea")))
		},
		"a value without a checksum": func(m kv.Map) error { return m.Put("photos/1", []byte("sea")) },
		"no schema":                  func(m kv.Map) error { return partSchema.drop(m, only) },
		"a damaged schema":           func(m kv.Map) error { return m.Put(string(partSchema), []byte("1")) },
		"no genesis":                 func(m kv.Map) error { return partGenesis.drop(m, string(tableID[:])) },
		"a value of no table":        func(m kv.Map) error { return of(record.Hash{5}, partCode).put(m, only, entry.StoredCode{}) },
		"a value of half a table":    func(m kv.Map) error { return part[bool](tablePrefix).put(m, string(tableID[:16]), true) },
		"the value of another table": func(m kv.Map) error {
			id := record.Hash{8}
			return errors.Join(partGenesis.put(m, string(id[:]), replica.Genesis{}), m.Put(below(id)+"done", m.Get(below(tableID)+"done")))
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

// TestForgottenLeavesNothing: nothing of a table is left once it is forgotten, and nothing of another one goes.
func TestForgottenLeavesNothing(t *testing.T) {
	s, db := ram(t)
	after := tableID
	after[31]++ // the next one
	if err := s.Create(after, replica.Genesis{}, map[record.Key]session.OwnSeat{{}: {}}); err != nil {
		t.Fatal(err)
	}
	rec := statement(t, 5, 1, 30)
	saved := replica.Save{Records: []record.Record{rec}, Notices: []record.Record{rec}, Faults: []*table.Fault{{Step: 5, Records: []record.Record{rec}}}}
	if err := errors.Join(s.Save(tableID, saved), s.Save(after, saved), s.PutHandovers(tableID, nil)); err != nil {
		t.Fatal(err)
	}
	has := func(id record.Hash) (keys []string) {
		t.Helper()
		err := db.View(func(m kv.Map) error {
			return m.Walk("", func(key string, _ []byte) error {
				if strings.Contains(key, string(id[:])) {
					keys = append(keys, key)
				}
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		return keys
	}
	if n := len(has(tableID)); n != 12 {
		t.Errorf("a table has %d values: %q", n, has(tableID))
	}
	other := has(after)
	if err := s.Forget(tableID); err != nil {
		t.Fatal(err)
	}
	if left := has(tableID); !slices.Equal(left, []string{string(partGiven) + string(tableID[:])}) {
		t.Errorf("there is still %q", left)
	}
	if left := has(after); len(left) != 5 || !slices.Equal(left, other) {
		t.Errorf("the other table had %q and has %q", other, left)
	}
	if _, err := Open(unclosed{db.DB}); err != nil {
		t.Error(err)
	}
}

// unclosed is a map that can be read after it was closed.
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
