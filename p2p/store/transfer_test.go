package store

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"fives/engine/record"
	"fives/p2p/kv"
	"fives/p2p/store/memory"
)

var errCrash = errors.New("a crash")

// A fragile disk crashes at one of its commits, before or after it has done that. What is
// asked of it later on fails: the process is gone.
type fragile struct {
	*memory.RAM
	commits, at int // the one it crashes at, from 1 on; 0 for none
	after       bool
	gone        bool
}

func (f *fragile) Entries() ([]memory.Entry, error) {
	if f.gone {
		return nil, errCrash
	}
	return f.RAM.Entries()
}

func (f *fragile) Commit(changes []memory.Entry) error {
	if f.commits++; !f.gone && f.commits != f.at {
		return f.RAM.Commit(changes)
	}
	if !f.gone && f.after {
		if err := f.RAM.Commit(changes); err != nil {
			return err
		}
	}
	f.gone = true
	return errCrash
}

func onDisk(t *testing.T, d memory.Disk) *Store {
	t.Helper()
	db, err := memory.Open(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(db)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// content is all that a store has.
func content(t *testing.T, s *Store) (all []byte) {
	t.Helper()
	if err := s.db.View(func(root kv.Bucket) error { all = copied(root, nil); return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}

// places makes the disks of an old place, with a table of Ana's, and of a new one with a key
// of its own.
func places(t *testing.T) (old, fresh *fragile) {
	t.Helper()
	old, fresh = &fragile{RAM: memory.NewRAM()}, &fragile{RAM: memory.NewRAM()}
	ana, cleo := onDisk(t, old), onDisk(t, fresh)
	furnish(t, ana, 5)
	if err := errors.Join(ana.SetIdentity(Identity{key(1).Seed(), "ana"}), cleo.SetIdentity(Identity{key(3).Seed(), "cleo"})); err != nil {
		t.Fatal(err)
	}
	old.commits, fresh.commits = 0, 0
	return old, fresh
}

func TestMove(t *testing.T) {
	old, fresh := places(t)
	ana, cleo := onDisk(t, old), onDisk(t, fresh)
	before := content(t, ana)
	if err := cleo.Keep([]byte("a copy that was never released")); err != nil {
		t.Fatal(err)
	}
	opener, err := ana.MoveOut(func(sealed []byte) error {
		if bytes.Contains(sealed, key(1).Seed()) {
			t.Error("the key is in the copy as it is")
		}
		return errors.Join(cleo.Keep(sealed), cleo.Keep([]byte("another one")))
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := ana.SetIdentity(Identity{key(1).Seed(), "ana"}); !errors.Is(err, ErrMoved) {
		t.Errorf("the old place takes something: %v", err)
	}
	for name, value := range entriesOf(t, old.RAM) {
		if bytes.Contains(value, key(1).Seed()) {
			t.Errorf("the old place has the key, in %q", name)
		}
	}
	again := onDisk(t, old)
	if o, ok, err := again.Moved(); o != opener || !ok || err != nil {
		t.Errorf("what opens the copy: %v, %v, %v", o, ok, err)
	}
	if err := cleo.MoveIn(Opener{}); !errors.Is(err, ErrOpener) {
		t.Errorf("another opener: %v", err)
	}
	if err := cleo.MoveIn(opener); err != nil {
		t.Fatal(err)
	}
	if err := cleo.AddKey("late", record.Key{7}, 9); !errors.Is(err, ErrMoved) {
		t.Errorf("the node that was there before writes: %v", err)
	}
	cleo = onDisk(t, fresh)
	if !bytes.Equal(content(t, cleo), before) {
		t.Error("the new place has something else than the old one had")
	}
	if i, ok, err := cleo.Identity(); !ok || err != nil || i.Name != "ana" {
		t.Errorf("%+v, %v, %v", i, ok, err)
	}

	// Somebody else begins at the old place.
	if err := again.SetIdentity(Identity{key(4).Seed(), "dora"}); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := again.Moved(); ok || err != nil {
		t.Errorf("there is somebody: %v, %v", ok, err)
	}
}

// TestMoveThatFails: where the other place does not get the copy, all stays as it was.
func TestMoveThatFails(t *testing.T) {
	old, fresh := places(t)
	ana, cleo := onDisk(t, old), onDisk(t, fresh)
	before := content(t, ana)
	if _, err := ana.MoveOut(func([]byte) error { return errCrash }); !errors.Is(err, errCrash) {
		t.Errorf("%v", err)
	}
	if !bytes.Equal(content(t, ana), before) {
		t.Error("something has changed")
	}
	if err := ana.AddKey("late", record.Key{7}, 9); err != nil {
		t.Errorf("it takes nothing more: %v", err)
	}
	if err := cleo.MoveIn(Opener{}); !errors.Is(err, ErrNothing) {
		t.Errorf("nothing has come: %v", err)
	}
	if _, err := onDisk(t, memory.NewRAM()).MoveOut(func([]byte) error { return nil }); !errors.Is(err, ErrNoIdentity) {
		t.Errorf("without a key: %v", err)
	}
	nothing, err := seal(Opener{1}, []byte{copyEnd})
	if err := errors.Join(err, cleo.Keep(nothing)); err != nil {
		t.Fatal(err)
	}
	if err := cleo.MoveIn(Opener{1}); err == nil {
		t.Error("a copy without anything is taken for a store")
	}
	furnish(t, cleo, 1)
	if err := cleo.Keep([]byte("copy")); !errors.Is(err, ErrOccupied) {
		t.Errorf("with tables: %v", err)
	}
	if err := cleo.MoveIn(Opener{1}); !errors.Is(err, ErrOccupied) {
		t.Errorf("tables that came after the copy: %v", err)
	}
}

// TestDeepCopy: buckets within each other without end are not followed.
func TestDeepCopy(t *testing.T) {
	deep := bytes.Repeat([]byte{copyBucket, 1, 'a'}, maxDepth+2)
	deep = append(deep, bytes.Repeat([]byte{copyEnd}, maxDepth+3)...)
	s := onDisk(t, memory.NewRAM())
	if err := s.db.Update(func(root kv.Bucket) error { _, err := paste(root, deep, 0); return err }); !errors.Is(err, ErrDamaged) {
		t.Errorf("%v", err)
	}
}

// TestMoveWithCrashes: wherever one of the places crashes, afterwards exactly one of them has
// the key, with all that it had.
func TestMoveWithCrashes(t *testing.T) {
	crashes := 0
	for _, atOld := range []bool{true, false} {
		for _, after := range []bool{false, true} {
			for at := 1; ; at++ {
				old, fresh := places(t)
				ana, cleo := onDisk(t, old), onDisk(t, fresh)
				before := content(t, ana)
				hit := fresh
				if atOld {
					hit = old
				}
				hit.at, hit.after = at, after
				opener, err := ana.MoveOut(cleo.Keep)
				if err == nil {
					err = cleo.MoveIn(opener)
				}
				if !hit.gone {
					if err != nil {
						t.Fatal(err)
					}
					break
				}
				crashes++
				ana, cleo = onDisk(t, &fragile{RAM: old.RAM}), onDisk(t, &fragile{RAM: fresh.RAM})
				who, _, err := cleo.Identity()
				if err != nil {
					t.Fatal(err)
				}
				if o, moved, err := ana.Moved(); err != nil {
					t.Fatal(err)
				} else if moved && who.Name != "ana" {
					if err := cleo.MoveIn(o); err != nil {
						t.Fatal(err)
					}
					cleo = onDisk(t, &fragile{RAM: fresh.RAM})
				}
				var have []string
				for name, s := range map[string]*Store{"old": ana, "new": cleo} {
					if bytes.Equal(content(t, s), before) {
						have = append(have, name)
					} else if i, ok, _ := s.Identity(); ok && i.Name == "ana" {
						t.Errorf("the %s place has the key, and not all that belongs to it", name)
					}
				}
				if len(have) != 1 {
					t.Errorf("a crash at commit %d (old place: %v, after it: %v): %v can go on", at, atOld, after, have)
				}
			}
		}
	}
	if crashes < 6 {
		t.Errorf("only %d crashes", crashes)
	}
}

func TestOpener(t *testing.T) {
	o := Opener{1, 2, 3, 250, 251, 15: 9}
	for _, text := range []string{o.String(), fmt.Sprintf(" %x", o)[:1] + o.String() + " ", string(bytes.ToLower([]byte(o.String())))} {
		if got, err := ParseOpener(text); got != o || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "AAAA", o.String() + "A", o.String()[4:]} {
		if _, err := ParseOpener(text); !errors.Is(err, ErrOpener) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzCopy: no copy makes a panic, and one that is no store changes nothing.
func FuzzCopy(f *testing.F) {
	f.Add([]byte{copyEnd})
	f.Add([]byte{copyBucket, 4, 'm', 'e', 't', 'a', copyValue, 1, 'k', 0, copyEnd, copyEnd})
	f.Add(bytes.Repeat([]byte{copyBucket, 1, 'a'}, 20))
	var b bytes.Buffer
	db, err := memory.Open(memory.NewRAM())
	if err != nil {
		f.Fatal(err)
	}
	s, err := Open(db)
	if err != nil {
		f.Fatal(err)
	}
	if err := s.db.View(func(root kv.Bucket) error { b.Write(copied(root, nil)); return nil }); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, plain []byte) {
		opener := Opener{1}
		sealed, err := seal(opener, plain)
		if err != nil {
			t.Fatal(err)
		}
		s := onDisk(t, memory.NewRAM())
		if err := s.Keep(sealed); err != nil {
			t.Fatal(err)
		}
		before := content(t, s)
		if err := s.MoveIn(opener); err != nil && !bytes.Equal(content(t, s), before) {
			t.Errorf("%v, and something has changed", err)
		}
	})
}

func entriesOf(t *testing.T, r *memory.RAM) map[string][]byte {
	t.Helper()
	list, err := r.Entries()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, e := range list {
		all[e.Name] = e.Value
	}
	return all
}
