package sqlite

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"zombiezen.com/go/sqlite/sqlitex"

	"fives/p2p/kv"
)

// ofBolt is the beginning of a file that a daemon before SQLite has left.
const ofBolt = "\x00\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00" +
	"\xed\xda\x0c\xed\x02\x00\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00"

// TestFirstBytes: a bbolt file counts as one of an older version, whatever else is in it, with or without the journal that its program
// had. Other files that are not SQLite's count as damaged. No file is changed.
func TestFirstBytes(t *testing.T) {
	long := make([]byte, 32<<10)
	for name, c := range map[string]struct {
		all  map[string][]byte
		want error
	}{
		"bbolt":                  {map[string][]byte{"fives.db": append([]byte(ofBolt), long...)}, kv.ErrOlder},
		"bbolt, its first bytes": {map[string][]byte{"fives.db": []byte(ofBolt)[:24]}, kv.ErrOlder},
		"bbolt with a journal":   {map[string][]byte{"fives.db": append([]byte(ofBolt), long...), "fives.db-journal": []byte("\x00\x00\x00\x21 and so on")}, kv.ErrOlder},
		"a journal alone":        {map[string][]byte{"fives.db-journal": []byte("\x00\x00\x00\x21 and so on")}, kv.ErrDamaged},
		"another bbolt":          {map[string][]byte{"fives.db": append([]byte(ofBolt[:20]+"\x03"), long...)}, kv.ErrDamaged},
		"cut off in the word":    {map[string][]byte{"fives.db": []byte(ofBolt)[:18]}, kv.ErrDamaged},
		"nothing":                {map[string][]byte{"fives.db": nil}, kv.ErrDamaged},
		"zeros":                  {map[string][]byte{"fives.db": long}, kv.ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			for name, b := range c.all {
				if err := os.WriteFile(filepath.Join(folder, name), b, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			path := filepath.Join(folder, "fives.db")
			if _, err := Open(path); !errors.Is(err, c.want) {
				t.Errorf("opened: %v", err)
			}
			err := Look(path, func(kv.Map) error { return nil })
			if errors.Is(err, kv.ErrOlder) != (c.want == kv.ErrOlder) {
				t.Errorf("looked at: %v", err)
			}
			if err == nil {
				t.Error("it can be read")
			}
			same(t, folder, c.all)
		})
	}
}

// same fails the test unless a folder has the files that it had, unchanged, and no others.
func same(t *testing.T, folder string, all map[string][]byte) {
	t.Helper()
	if now := files(t, folder); !maps.EqualFunc(now, all, func(a, b []byte) bool { return string(a) == string(b) }) {
		t.Errorf("the files were %d and are %d, or have changed", len(all), len(now))
	}
}

// TestLook reads the file of a killed process, as it is without its log, and changes neither.
func TestLook(t *testing.T) {
	h, times := killed(t, 3)
	now := times[len(times)-1]
	folder := t.TempDir()
	for name, b := range now {
		if err := os.WriteFile(filepath.Join(folder, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(folder, "fives.db")
	seen := 0
	err := Look(path, func(m kv.Map) error {
		return m.Walk("", func(string, []byte) error { seen++; return nil })
	})
	if err != nil || seen == 0 {
		t.Errorf("there are %d values, %v", seen, err)
	}
	wrong := errors.New("it is wrong")
	if err := Look(path, func(kv.Map) error { return wrong }); !errors.Is(err, wrong) {
		t.Errorf("the error of who looks: %v", err)
	}
	if err := Look(path, func(m kv.Map) error { return m.Put("b", nil) }); err == nil {
		t.Error("it can be written to")
	}
	same(t, folder, now)
	if refusedOrWhole(t, "after that", h, files(t, folder)) {
		t.Error("it is refused")
	}
}

// TestRefusedView: if a View says that another version wrote the map, closing it changes neither the file nor its log.
func TestRefusedView(t *testing.T) {
	for _, refusal := range []error{kv.ErrOlder, kv.ErrNewer, kv.ErrDamaged, nil} {
		_, times := killed(t, 3)
		now := times[len(times)-1]
		folder := t.TempDir()
		for name, b := range now {
			if err := os.WriteFile(filepath.Join(folder, name), b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		db, err := Open(filepath.Join(folder, "fives.db"))
		if err != nil {
			t.Fatal(err)
		}
		if err := db.View(func(kv.Map) error { return refusal }); !errors.Is(err, refusal) {
			t.Errorf("%v: %v", refusal, err)
		}
		if err := db.Close(); err != nil {
			t.Errorf("%v: %v", refusal, err)
		}
		if refusal != nil {
			same(t, folder, now)
		} else if _, there := files(t, folder)["fives.db"+LogSuffix]; there {
			t.Error("a map that is not refused keeps its log when it is closed")
		}
	}
}

// TestMake: a new file appears with all its content, and needs no log for it. If that fails, there is no file, and nothing beside it.
func TestMake(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "fives.db")
	fill := func(db kv.DB) error {
		return db.Update(func(m kv.Map) error { return m.Put("a", make([]byte, 9000)) })
	}
	wrong := errors.New("it is wrong")
	for name, f := range map[string]func(kv.DB) error{
		"before": func(kv.DB) error { return wrong },
		"after":  func(db kv.DB) error { return errors.Join(fill(db), wrong) },
	} {
		if err := Make(path, f); !errors.Is(err, wrong) {
			t.Errorf("%s: %v", name, err)
		}
		same(t, folder, map[string][]byte{})
	}
	if err := Make(path, fill); err != nil {
		t.Fatal(err)
	}
	if all := files(t, folder); len(all) != 1 {
		t.Errorf("there are %d files", len(all))
	}
	holds := func(m kv.Map) error {
		if n := len(m.Get("a")); n != 9000 {
			t.Errorf("the value has %d bytes", n)
		}
		return nil
	}
	if err := Look(path, holds); err != nil {
		t.Error(err)
	}
	db, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.View(holds), db.Close()); err != nil {
		t.Error(err)
	}
}

// TestOlderSchema: a file with a tree of buckets, which programs before had, counts as one of an older version, whether somebody looks
// at it or opens it, and stays as it is.
func TestOlderSchema(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "fives.db")
	was := migrations
	defer func() { migrations = was }()
	migrations = []string{`CREATE TABLE tree (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, key BLOB NOT NULL, value BLOB, UNIQUE (parent, key)) STRICT;
		CREATE TABLE commits (count INTEGER NOT NULL, base INTEGER NOT NULL) STRICT; INSERT INTO commits VALUES (0, 0);`}
	fill := func(db kv.DB) error {
		conn := db.(*DB).conn
		return errors.Join(set(conn, "user_version", unread), sqlitex.ExecuteTransient(conn, "INSERT INTO tree VALUES (1, 0, x'6d657461', NULL)", nil))
	}
	if err := Make(path, fill); err != nil {
		t.Fatal(err)
	}
	migrations = was
	before := files(t, folder)
	for range 2 {
		if err := Look(path, func(kv.Map) error { return nil }); !errors.Is(err, kv.ErrOlder) {
			t.Errorf("looked at: %v", err)
		}
		if db, err := Open(path); !errors.Is(err, kv.ErrOlder) || db != nil {
			t.Errorf("opened: %v", err)
		}
		same(t, folder, before)
	}
}
