package store

import (
	"errors"
	"path/filepath"
	"testing"

	"fives/engine/record"
	"fives/p2p/kv"
	"fives/p2p/store/memory"
	"fives/p2p/store/sqlite"
)

// The earlier schema is invented: in it, the bucket of names was called friends, and meta had nothing but the schema.
const before = Schema - 1

var bucketFriends = []byte("friends")

// fromBefore migrates a tree of the earlier schema to the newest.
func fromBefore(root kv.Bucket) error { return rename(root, bucketFriends, bucketNames) }

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

// makeBefore turns a tree of the newest schema into one of the earlier schema.
func makeBefore(root kv.Bucket) error {
	return errors.Join(rename(root, bucketNames, bucketFriends), put(root.Bucket(bucketMeta), keySchema, uint64(before)))
}

// schemaNow returns the schema of a tree.
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

// TestMigration: a tree of the earlier schema is migrated to the newest as a whole, and keeps what is in it. If the migration fails, or
// leads to damage, or there is none, the tree stays as it is, and so does a damaged one.
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
	if err := db.Update(makeBefore); err != nil {
		t.Fatal(err)
	}
	wrong := errors.New("it is wrong")
	for name, c := range map[string]struct {
		way  map[uint64]func(kv.Bucket) error
		want error
	}{
		"no way":      {nil, ErrOlder},
		"an error":    {map[uint64]func(kv.Bucket) error{before: func(root kv.Bucket) error { return errors.Join(fromBefore(root), wrong) }}, wrong},
		"to nowhere":  {map[uint64]func(kv.Bucket) error{before: func(kv.Bucket) error { return nil }}, ErrDamaged},
		"from behind": {map[uint64]func(kv.Bucket) error{Schema: fromBefore}, ErrOlder},
	} {
		migrations = c.way
		if _, err := Open(kept{db}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, not %v", name, err, c.want)
		}
		if v := schemaNow(t, db); v != before {
			t.Errorf("%s: the tree is of schema %d", name, v)
		}
	}
	times := 0
	migrations = map[uint64]func(kv.Bucket) error{before: func(root kv.Bucket) error {
		times++
		return fromBefore(root)
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

// damage puts a value without a checksum into the bucket friends, or removes it.
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

// TestSchemaOfProtocol: another protocol version needs another schema, so that a home whose tables this program cannot play is refused
// as one of an older version, and not in the middle of a start.
func TestSchemaOfProtocol(t *testing.T) {
	plays := map[uint64]int{3: 4} // schema → protocol version
	if plays[Schema] != record.Version {
		t.Errorf("schema %d is of protocol version %d, and this program plays %d: raise Schema, and name it here", Schema, plays[Schema], record.Version)
	}
}

// TestAge: if Age returns an error, Open returns the same; if it returns none, Open reads everything.
func TestAge(t *testing.T) {
	version := func(v uint64) func(kv.Bucket) error {
		return func(root kv.Bucket) error { return put(root.Bucket(bucketMeta), keySchema, v) }
	}
	for name, c := range map[string]struct {
		change    func(kv.Bucket) error
		age, open error
	}{
		"now":    {version(Schema), nil, nil},
		"newer":  {version(Schema + 1), ErrNewer, ErrNewer},
		"older":  {version(Schema - 1), ErrOlder, ErrOlder},
		"oldest": {version(0), ErrOlder, ErrOlder},
		"empty": {func(root kv.Bucket) error {
			var err error
			for _, name := range buckets {
				err = errors.Join(err, root.Drop(name))
			}
			return err
		}, ErrOlder, nil},
		"no schema": {func(root kv.Bucket) error { return root.Bucket(bucketMeta).Delete(keySchema) }, nil, ErrDamaged},
		"damaged":   {func(root kv.Bucket) error { return root.Bucket(bucketMeta).Put(keySchema, []byte("1")) }, nil, ErrDamaged},
		"no meta":   {func(root kv.Bucket) error { return root.Drop(bucketMeta) }, errNoVersion, ErrDamaged},
	} {
		_, db := ram(t)
		if err := db.DB.Update(c.change); err != nil {
			t.Fatal(name, err)
		}
		if err := db.DB.View(Age); !errors.Is(err, c.age) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Open(unclosed{db.DB}); !errors.Is(err, c.open) {
			t.Errorf("%s, opened: %v", name, err)
		}
	}
}
