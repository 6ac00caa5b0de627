package sqlite

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	lib "modernc.org/sqlite/lib"

	"fives/p2p/kv"
)

// begin makes a file with one Update in it, in a new folder.
func begin(t *testing.T) (path string, h *history) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "fives.db")
	h = &history{refused: map[int]bool{}, next: 1}
	db, err := Open(path)
	if err == nil {
		err = errors.Join(h.update(db), db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return path, h
}

// shortLogs makes checkpoints frequent.
func shortLogs(t *testing.T) {
	was := longLog
	longLog = 40_000
	t.Cleanup(func() { longLog = was })
}

// TestPowerCut: the power fails after each operation in turn, each time in several ways; everything that was acknowledged before is
// there.
func TestPowerCut(t *testing.T) {
	shortLogs(t)
	path, h := begin(t)
	d := newDisk(t, filepath.Dir(path))
	known := []history{*h} // after so many operations
	during := func(do func() error) {
		before := *h
		if err := do(); err != nil {
			t.Fatal(err)
		}
		for len(known) < len(d.done) {
			known = append(known, before)
		}
		if len(known) == len(d.done) {
			known = append(known, *h)
		}
	}
	for range 3 {
		var db *DB
		during(func() (err error) {
			db, err = Open(path)
			return err
		})
		for range 8 {
			during(func() error { return h.update(db) })
		}
		during(db.Close)
	}
	inUse = nil
	r := rand.New(rand.NewPCG(1, 2))
	for n := 0; n < len(known); n += every(7) {
		for range 3 {
			after := filepath.Join(t.TempDir(), "fives.db")
			d.powerCut(t, r, n, filepath.Dir(after))
			if mark := r.IntN(known[n].acknowledged + 1); mark > 0 { // it was not synced, and may be of any time
				if err := os.WriteFile(after+MarkSuffix, number8(mark), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			db, err := Open(after)
			if err != nil {
				t.Fatalf("after %d operations, the last %s: %v", n, d.last(n), err)
			}
			then := known[n]
			then.next++ // it may be under way
			if err := errors.Join(then.holds(db, true), then.update(db), db.Close()); err != nil {
				t.Errorf("after %d operations, the last %s: %v", n, d.last(n), err)
			}
		}
	}
	t.Logf("the power failed after each of %d operations", len(known)-1)
}

// last returns a text for the operation before the nth.
func (d *disk) last(n int) string {
	if n == 0 {
		return "none"
	}
	o := d.done[n-1]
	return fmt.Sprintf("%s of %s, %d bytes at %d", kinds[o.kind], o.file, len(o.data), o.to)
}

// TestFailures makes each operation fail in turn, in each way, once or from then on. Then the process is killed, or the power fails.
func TestFailures(t *testing.T) {
	shortLogs(t)
	faults := map[string]fault{
		"EIO":            {code: lib.SQLITE_IOERR_WRITE},
		"EIO, half done": {code: lib.SQLITE_IOERR_WRITE, half: true},
		"EIO, done":      {code: lib.SQLITE_IOERR_FSYNC, late: true},
		"no space":       {code: lib.SQLITE_FULL},
		"no space, half": {code: lib.SQLITE_FULL, half: true},
	}
	r := rand.New(rand.NewPCG(3, 4))
	operations := workload(t, nil, false).done
	for name, f := range faults {
		for _, forEver := range []bool{false, true} {
			times, refused, doubts := [4]int{}, 0, 0
			for n, o := range operations {
				if o.kind != syncs && n%every(23) != 0 || f.half && o.kind != write {
					continue
				}
				fail := func(i int, o operation) fault {
					if i < n || i > n && !forEver || f.half && o.kind != write {
						return fault{}
					}
					return f
				}
				w := workload(t, fail, n%2 == 0)
				times[o.kind]++
				refused += len(w.h.refused)
				if w.inDoubt {
					doubts++
				}
				for _, crash := range []func(into string){
					func(into string) { w.powerCut(t, r, len(w.done), into) },
					func(into string) { w.killed(t, into) },
				} {
					h, after := *w.h, filepath.Join(t.TempDir(), "fives.db")
					h.refused = maps.Clone(h.refused)
					crash(filepath.Dir(after))
					db, err := Open(after)
					if err != nil {
						t.Fatalf("%s at operation %d (%s), for ever %v: %v", name, n, w.last(n+1), forEver, err)
					}
					if err := errors.Join(h.holds(db, w.inDoubt), h.update(db), db.Close()); err != nil {
						t.Errorf("%s at operation %d (%s), for ever %v: %v", name, n, w.last(n+1), forEver, err)
					}
				}
			}
			t.Logf("%-15s for ever %-5v at %d writes, %d truncations, %d deletions, %d syncs: %d updates refused, %d in doubt",
				name, forEver, times[write], times[truncate], times[remove], times[syncs], refused, doubts)
		}
	}
}

// TestRefusedStaysAway: what the last Update wrote is on the disk, but each write in turn is reported as failed, and then the power
// fails: an Update that returned an error does not come back with the log that was removed.
func TestRefusedStaysAway(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	operations := workload(t, nil, false).done
	for n := len(operations) - 12; n < len(operations); n++ {
		w := workload(t, func(i int, o operation) fault {
			if i != n || o.kind != write {
				return fault{}
			}
			return fault{code: lib.SQLITE_IOERR_WRITE, late: true}
		}, true)
		for range 40 {
			after := filepath.Join(t.TempDir(), "fives.db")
			w.powerCut(t, r, len(w.done), filepath.Dir(after))
			db, err := Open(after)
			if err != nil {
				t.Fatalf("after operation %d (%s): %v", n, w.last(n+1), err)
			}
			if err := errors.Join(w.h.holds(db, w.inDoubt), db.Close()); err != nil {
				t.Fatalf("after operation %d (%s): %v", n, w.last(n+1), err)
			}
		}
	}
}

// A worked is a disk after a workload.
type worked struct {
	*disk
	h       *history
	left    map[string][]byte // the files
	inDoubt bool
}

// workload makes Updates on a failing disk, all of them or up to the first that fails.
func workload(t *testing.T, fail func(int, operation) fault, toTheEnd bool) worked {
	t.Helper()
	path, h := begin(t)
	w := worked{disk: newDisk(t, filepath.Dir(path)), h: h}
	w.fail = fail
	db, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for range 6 {
		err := h.update(db)
		if w.inDoubt = errors.Is(err, kv.ErrInDoubt); w.inDoubt || err != nil && !toTheEnd {
			break
		}
	}
	w.left = files(t, w.folder)
	inUse = nil
	_ = db.Close()
	return w
}

// killed makes the files as a killed process leaves them.
func (w worked) killed(t *testing.T, into string) {
	t.Helper()
	for name, b := range w.left {
		if err := os.WriteFile(filepath.Join(into, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDoubtStays: if it cannot be found out whether a failed commit is there, the map cannot be used any more; opening it again shows
// what it has.
func TestDoubtStays(t *testing.T) {
	path, h := begin(t)
	d := newDisk(t, filepath.Dir(path))
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	db, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	d.fail = func(_ int, o operation) fault {
		if o.kind != syncs {
			return fault{}
		}
		if err := os.Truncate(path, 0); err != nil {
			t.Error(err)
		}
		return fault{code: lib.SQLITE_IOERR_FSYNC}
	}
	for range 2 {
		if err := h.update(db); !errors.Is(err, kv.ErrInDoubt) {
			t.Errorf("an Update: %v", err)
		}
		if err := db.View(func(kv.Map) error { return nil }); !errors.Is(err, kv.ErrInDoubt) {
			t.Errorf("a View: %v", err)
		}
	}
	d.fail = nil
	if err := errors.Join(db.Close(), os.WriteFile(path, sound, 0o600)); err != nil {
		t.Fatal(err)
	}
	if db, err = Open(path); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(h.holds(db, true), db.Close()); err != nil {
		t.Error(err)
	}
}
