package store

import (
	"errors"
	"path/filepath"
	"testing"

	"fives/p2p/kv"
	"fives/p2p/store/memory"
	"fives/p2p/store/sqlite"
)

// Schema 0 is made up: the bucket of names was called friends, and nothing was in meta
// but the schema.
var bucketFriends = []byte("friends")

// fromZero brings a tree of schema 0 to schema 1.
func fromZero(root kv.Bucket) error { return rename(root, bucketFriends, bucketNames) }

// rename moves the values of a bucket into one of another name.
func rename(root kv.Bucket, from, to []byte) error {
	b, err := root.Create(to)
	if err != nil {
		return err
	}
	if err := root.Bucket(from).Walk(b.Put); err != nil {
		return err
	}
	return root.Drop(from)
}

// makeZero makes a tree of schema 1 one of schema 0.
func makeZero(root kv.Bucket) error {
	return errors.Join(rename(root, bucketNames, bucketFriends), put(root.Bucket(bucketMeta), keySchema, uint64(0)))
}

// schemaNow is the schema of a tree.
func schemaNow(t *testing.T, db kv.DB) (version uint64) {
	t.Helper()
	err := db.View(func(root kv.Bucket) (err error) {
		version, err = schemaOf(root.Bucket(bucketMeta))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return version
}

// TestMigration: a tree of schema 0 is brought to schema 1 as a whole, and keeps what is in
// it. Where the way there fails, or leads to damage, or there is none, it stays as it is,
// and so does one that is damaged.
func TestMigration(t *testing.T) {
	ram := memory.NewRAM()
	trees := map[string]func() (kv.DB, error){
		"file":   func() (kv.DB, error) { return sqlite.Open(filepath.Join(t.TempDir(), "fives.db")) },
		"memory": func() (kv.DB, error) { return memory.Open(ram) },
	}
	for name, tree := range trees {
		t.Run(name, func(t *testing.T) {
			db, err := tree()
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			testMigration(t, db)
		})
	}
}

// A kept tree is not closed by the stores that are opened over it.
type kept struct{ kv.DB }

func (kept) Close() error { return nil }

func testMigration(t *testing.T, db kv.DB) {
	was := migrations
	defer func() { migrations = was }()
	s, err := Open(kept{db})
	if err != nil {
		t.Fatal(err)
	}
	furnish(t, s, 20)
	want, err := contents(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Update(makeZero); err != nil {
		t.Fatal(err)
	}
	wrong := errors.New("it is wrong")
	for name, c := range map[string]struct {
		way  map[uint64]func(kv.Bucket) error
		want error
	}{
		"no way":      {nil, ErrDamaged},
		"an error":    {map[uint64]func(kv.Bucket) error{0: func(root kv.Bucket) error { return errors.Join(fromZero(root), wrong) }}, wrong},
		"to nowhere":  {map[uint64]func(kv.Bucket) error{0: func(kv.Bucket) error { return nil }}, ErrDamaged},
		"from behind": {map[uint64]func(kv.Bucket) error{1: fromZero}, ErrDamaged},
	} {
		migrations = c.way
		if _, err := Open(kept{db}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, not %v", name, err, c.want)
		}
		if v := schemaNow(t, db); v != 0 {
			t.Errorf("%s: the tree is of schema %d", name, v)
		}
	}
	times := 0
	migrations = map[uint64]func(kv.Bucket) error{0: func(root kv.Bucket) error {
		times++
		return fromZero(root)
	}}
	damage(t, db, true)
	if _, err := Open(kept{db}); !errors.Is(err, ErrDamaged) || times > 0 {
		t.Errorf("a damaged tree: %v, migrated %d times", err, times)
	}
	damage(t, db, false)
	for range 2 {
		s, err := Open(kept{db})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := contents(s); got != want || err != nil {
			t.Errorf("it has %s, not %s: %v", got, want, err)
		}
	}
	if v := schemaNow(t, db); v != Schema || times != 1 {
		t.Errorf("schema %d, migrated %d times", v, times)
	}
}

// damage puts a value that has no checksum among the friends, or takes it away.
func damage(t *testing.T, db kv.DB, there bool) {
	t.Helper()
	err := db.Update(func(root kv.Bucket) error {
		if there {
			return root.Bucket(bucketFriends).Put([]byte("zoe"), []byte("damaged"))
		}
		return root.Bucket(bucketFriends).Delete([]byte("zoe"))
	})
	if err != nil {
		t.Fatal(err)
	}
}
