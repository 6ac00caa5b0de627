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

// The earlier schema is invented: in it, the part of names was called friends.
const (
	before      = Schema - 1
	partFriends = "friends/"
)

// fromBefore migrates a map of the earlier schema to the newest.
func fromBefore(m kv.Map) error { return rename(m, partFriends, string(partNames)) }

// rename moves the values of a part into one with another prefix.
func rename(m kv.Map, from, to string) error {
	var values [][]record.Key
	var keys []string
	err := part[[]record.Key](from).each(m, func(key string, v []record.Key) error {
		keys, values = append(keys, key), append(values, v)
		return nil
	})
	for i, key := range keys {
		err = errors.Join(err, part[[]record.Key](to).put(m, key, values[i]))
	}
	return errors.Join(err, dropAll(m, from, ""))
}

// makeBefore turns a map of the newest schema into one of the earlier schema.
func makeBefore(m kv.Map) error {
	return errors.Join(rename(m, string(partNames), partFriends), partSchema.put(m, only, before))
}

// schemaNow returns the schema of a map.
func schemaNow(t *testing.T, db kv.DB) (version uint64) {
	t.Helper()
	err := db.View(func(m kv.Map) (err error) {
		version, err = schemaOf(m)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return version
}

// TestMigration: a map of the earlier schema is migrated to the newest as a whole, and keeps what is in it. If the migration fails, or
// leads to damage, or there is none, the map stays as it is, and so does a damaged one.
func TestMigration(t *testing.T) {
	ram := memory.NewRAM()
	maps := map[string]func() (kv.DB, error){
		"file":   func() (kv.DB, error) { return sqlite.Open(filepath.Join(t.TempDir(), "fives.db")) },
		"memory": func() (kv.DB, error) { return memory.Open(ram) },
	}
	for name, make := range maps {
		t.Run(name, func(t *testing.T) {
			db, err := make()
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			testMigration(t, db)
		})
	}
}

// A kept map is not closed by the stores that are opened over it.
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
		way  map[uint64]func(kv.Map) error
		want error
	}{
		"no way":      {nil, ErrOlder},
		"an error":    {map[uint64]func(kv.Map) error{before: func(m kv.Map) error { return errors.Join(fromBefore(m), wrong) }}, wrong},
		"to damage":   {map[uint64]func(kv.Map) error{before: func(m kv.Map) error { return partGenesis.drop(m, string(tableID[:])) }}, ErrDamaged},
		"from behind": {map[uint64]func(kv.Map) error{Schema: fromBefore}, ErrOlder},
	} {
		migrations = c.way
		if _, err := Open(kept{db}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, not %v", name, err, c.want)
		}
		if v := schemaNow(t, db); v != before {
			t.Errorf("%s: the map is of schema %d", name, v)
		}
	}
	times := 0
	migrations = map[uint64]func(kv.Map) error{before: func(m kv.Map) error {
		times++
		return fromBefore(m)
	}}
	damage(t, db, true)
	if _, err := Open(kept{db}); !errors.Is(err, ErrDamaged) || times > 0 {
		t.Errorf("a damaged map: %v, migrated %d times", err, times)
	}
	damage(t, db, false)
	for range 2 {
		s, err := Open(kept{db})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := contents(s); got != want || err != nil {
			t.Errorf("it has %d bytes of content, and not the %d that it had: %v", len(got), len(want), err)
		}
	}
	if v := schemaNow(t, db); v != Schema || times != 1 {
		t.Errorf("schema %d, migrated %d times", v, times)
	}
}

// damage puts a value without a checksum among the friends, or removes it.
func damage(t *testing.T, db kv.DB, there bool) {
	t.Helper()
	err := db.Update(func(m kv.Map) error {
		if there {
			return m.Put(partFriends+"zoe", []byte("damaged"))
		}
		return m.Delete(partFriends + "zoe")
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestSchemaOfProtocol: another protocol version needs another schema, so that a home whose tables this program cannot play is refused
// as one of an older version, and not in the middle of a start.
func TestSchemaOfProtocol(t *testing.T) {
	plays := map[uint64]int{4: 4} // schema → protocol version
	if plays[Schema] != record.Version {
		t.Errorf("schema %d is of protocol version %d, and this program plays %d: raise Schema, and name it here", Schema, plays[Schema], record.Version)
	}
}

// TestAge: if Age returns an error, Open returns the same; if it returns none, Open reads everything.
func TestAge(t *testing.T) {
	version := func(v uint64) func(kv.Map) error {
		return func(m kv.Map) error { return partSchema.put(m, only, v) }
	}
	for name, c := range map[string]struct {
		change    func(kv.Map) error
		age, open error
	}{
		"now":       {version(Schema), nil, nil},
		"newer":     {version(Schema + 1), ErrNewer, ErrNewer},
		"older":     {version(Schema - 1), ErrOlder, ErrOlder},
		"oldest":    {version(0), ErrOlder, ErrOlder},
		"empty":     {func(m kv.Map) error { return dropAll(m, "", "") }, nil, nil},
		"no schema": {func(m kv.Map) error { return partSchema.drop(m, only) }, nil, ErrDamaged},
		"damaged":   {func(m kv.Map) error { return m.Put(string(partSchema), []byte("1")) }, nil, ErrDamaged},
		"of a tree": {func(m kv.Map) error {
			// The entries of a browser as the programs of schema 3 left them.
			return errors.Join(dropAll(m, "", ""), m.Put("\x04meta\x00", []byte{}), m.Put("\x04meta\x06schema", []byte("\xb5\x6b\x0a\x98\xa5\x48\x1f\x8e\x03")), m.Put("\x06tables\x00", []byte{}))
		}, ErrOlder, ErrOlder},
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
