package memory_test

import (
	"errors"
	"slices"
	"testing"

	"fives/p2p/kv"
	"fives/p2p/store/kvtest"
	"fives/p2p/store/memory"
)

// A place is a disk, whose entries come in another order than that of the map.
type place struct{ *memory.RAM }

func (p place) Open() (kv.DB, error) { return memory.Open(p) }

func (p place) Entries() ([]memory.Entry, error) {
	list, err := p.RAM.Entries()
	slices.Reverse(list)
	return list, err
}

func (p place) Crash() kvtest.Place { return place{p.Copy()} }

func TestConformance(t *testing.T) {
	kvtest.Run(t, func(*testing.T) kvtest.Place { return place{memory.NewRAM()} })
}

// A breaking disk refuses changes, or dies before or after it has made them.
type breaking struct {
	*memory.RAM
	before, after error
	late          error // reported though it has taken them
	unread        error // of reading
}

func (b *breaking) Entries() ([]memory.Entry, error) {
	if b.unread != nil {
		return nil, b.unread
	}
	return b.RAM.Entries()
}

func (b *breaking) Commit(changes []memory.Entry) error {
	if b.before != nil {
		return b.before
	}
	if err := b.RAM.Commit(changes); err != nil {
		return err
	}
	if b.after != nil {
		panic(b.after)
	}
	return b.late
}

func write(db kv.DB, value string) error {
	return db.Update(func(m kv.Map) error { return m.Put("k", []byte(value)) })
}

func read(t *testing.T, db kv.DB) (value string) {
	t.Helper()
	if err := db.View(func(m kv.Map) error { value = string(m.Get("k")); return nil }); err != nil {
		t.Fatal(err)
	}
	return value
}

// A full disk changes nothing, and says why; when there is room again, everything goes on.
func TestFullDisk(t *testing.T) {
	full := errors.New("full")
	disk := &breaking{RAM: memory.NewRAM()}
	db, err := memory.Open(disk)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		before error
		value  string
		want   string
	}{{nil, "1", "1"}, {full, "2", "1"}, {full, "3", "1"}, {nil, "4", "4"}} {
		disk.before = c.before
		if err := write(db, c.value); err != c.before {
			t.Errorf("write %d: %v", i, err)
		}
		if got := read(t, db); got != c.want {
			t.Errorf("after write %d there is %s", i, got)
		}
		after, err := place{disk.RAM}.Open()
		if err != nil || read(t, after) != c.want {
			t.Errorf("after write %d and a crash: %v", i, err)
		}
	}
}

// An Update that was not acknowledged may have been done all the same, but only as a whole.
func TestCrashAfterTheCommit(t *testing.T) {
	disk := &breaking{RAM: memory.NewRAM()}
	db, err := memory.Open(disk)
	if err := errors.Join(err, write(db, "1")); err != nil {
		t.Fatal(err)
	}
	disk.after = errors.New("crash")
	func() {
		defer func() { recover() }()
		t.Errorf("it is acknowledged: %v", write(db, "2"))
	}()
	if after, err := (place{disk.RAM}).Open(); err != nil || read(t, after) != "2" {
		t.Errorf("after the crash: %v", err)
	}
}

// A disk that is gone returns the same error for writing and for reading: what was there before can still be read.
func TestGone(t *testing.T) {
	gone := errors.New("gone")
	disk := &breaking{RAM: memory.NewRAM()}
	db, err := memory.Open(disk)
	if err := errors.Join(err, write(db, "1")); err != nil {
		t.Fatal(err)
	}
	disk.before, disk.unread = gone, gone
	for range 2 {
		if err := write(db, "2"); err != gone || read(t, db) != "1" {
			t.Errorf("%v, and %s is read", err, read(t, db))
		}
	}
}

// TestDoubt: what a disk has stored counts, whatever it reports; if that cannot be read, nothing can be read or changed any more.
func TestDoubt(t *testing.T) {
	bad := errors.New("bad")
	disk := &breaking{RAM: memory.NewRAM()}
	db, err := memory.Open(disk)
	if err := errors.Join(err, write(db, "1")); err != nil {
		t.Fatal(err)
	}
	disk.late = bad
	if err := write(db, "2"); err != nil || read(t, db) != "2" {
		t.Errorf("what is there does not count: %v, %s", err, read(t, db))
	}
	disk.unread = errors.New("unread")
	if err := write(db, "3"); !errors.Is(err, kv.ErrInDoubt) || !errors.Is(err, bad) {
		t.Errorf("in doubt: %v", err)
	}
	disk.late, disk.unread = nil, nil
	if err := write(db, "4"); !errors.Is(err, kv.ErrInDoubt) {
		t.Errorf("after it: %v", err)
	}
	if err := db.View(func(kv.Map) error { return nil }); !errors.Is(err, kv.ErrInDoubt) {
		t.Errorf("it is read: %v", err)
	}
	if after, err := (place{disk.RAM}).Open(); err != nil || read(t, after) != "3" {
		t.Errorf("opened again: %v", err)
	}
}

// A disk is closed once, however often the map is.
func TestCloseOnce(t *testing.T) {
	disk := &counted{Disk: memory.NewRAM()}
	db, err := memory.Open(disk)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
	if disk.closed != 1 {
		t.Errorf("closed %d times", disk.closed)
	}
}

type counted struct {
	memory.Disk
	closed int
}

func (c *counted) Close() error { c.closed++; return c.Disk.Close() }
