package store

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/kv"
	"fives/p2p/lobby"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/store/sqlite"
)

var tableID = record.Hash{7}

func key(i byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{i}, ed25519.SeedSize))
}

// statement makes a record of a step, of some length.
func statement(t *testing.T, step uint64, author byte, length int) record.Record {
	t.Helper()
	body, err := record.Marshal(bytes.Repeat([]byte{author}, length))
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Sign(key(author), record.Payload{Version: record.Version, Table: tableID, Step: step, Kind: record.KindMove, Body: body})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// openFile opens the store in a file.
func openFile(path string) (*Store, error) {
	db, err := sqlite.Open(path)
	if err != nil {
		return nil, err
	}
	return Open(db)
}

func open(t *testing.T, path string) *Store {
	t.Helper()
	s, err := openFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// create makes a store with a table of some records.
func create(t *testing.T, path string, records int) {
	t.Helper()
	s := open(t, path)
	furnish(t, s, records)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// furnish puts a table with some records, an offer and a name into a store.
func furnish(t *testing.T, s *Store, records int) {
	t.Helper()
	g := replica.Genesis{Proposal: &record.Record{Payload: []byte("proposal")}}
	seats := map[record.Key]session.OwnSeat{record.KeyOf(key(1)): {}, record.KeyOf(key(2)): {Seed: key(2).Seed(), Bot: "easy"}}
	if err := s.Create(tableID, g, seats); err != nil {
		t.Fatal(err)
	}
	for i := range records {
		r := statement(t, uint64(i), byte(1+i%3), 100+i*37%9000)
		if err := s.Save(tableID, replica.Save{Records: []record.Record{r}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.PutOffer(record.Hash{9}, lobby.OpenTable{Code: entry.StoredCode{Text: "123456"}, Own: map[string]entry.Bot{}}); err != nil {
		t.Fatal(err)
	}
	if err := s.AddKey("ana", record.KeyOf(key(1)), 16); err != nil {
		t.Fatal(err)
	}
}

// contents reads everything in a store.
func contents(s *Store) (string, error) {
	var b strings.Builder
	ids, err := s.Tables()
	if err != nil {
		return "", err
	}
	for _, id := range ids {
		tb, err := s.Load(id)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%s %x %v\n", id, tb.Records, tb.Seats)
	}
	offers, err1 := s.Offers()
	joins, err2 := s.Joins()
	keys, err3 := s.Names()
	fmt.Fprint(&b, offers, joins, keys)
	return b.String(), errors.Join(err1, err2, err3)
}

func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fives.db")
	create(t, path, 50)
	s := open(t, path)
	tb, err := s.Load(tableID)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range tb.Records {
		if !r.Same(statement(t, uint64(i), byte(1+i%3), 100+i*37%9000)) {
			t.Errorf("record %d has changed", i)
		}
	}
	if len(tb.Records) != 50 || len(tb.Seats) != 2 || tb.Seats[record.KeyOf(key(2))].Bot != "easy" {
		t.Errorf("%d records, seats %v", len(tb.Records), tb.Seats)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

func TestSecondOpener(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fives.db")
	open(t, path)
	if _, err := openFile(path); !errors.Is(err, ErrInUse) {
		t.Errorf("a second daemon: %v", err)
	}
}

// TestSchemaOfAnotherVersion: a store with a schema that is newer or too old is refused as such and stays as it is, even if only the log
// that a killed daemon has left says so.
func TestSchemaOfAnotherVersion(t *testing.T) {
	for version, want := range map[uint64]error{Schema + 1: ErrNewer, Schema - 1: ErrOlder, 0: ErrOlder} {
		path := filepath.Join(t.TempDir(), "fives.db")
		create(t, path, 1)
		db, err := sqlite.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Update(func(m kv.Map) error { return partSchema.put(m, only, version) })
		if err != nil {
			t.Fatal(err)
		}
		killed := filepath.Join(t.TempDir(), "fives.db")
		for _, suffix := range []string{"", sqlite.LogSuffix, sqlite.MarkSuffix} {
			if b, err := os.ReadFile(path + suffix); err != nil || os.WriteFile(killed+suffix, b, 0o600) != nil {
				t.Fatalf("%s cannot be copied: %v", suffix, err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{path, killed} {
			before := folderOf(t, path)
			if _, err := openFile(path); !errors.Is(err, want) {
				t.Errorf("schema %d: %v", version, err)
			}
			if after := folderOf(t, path); !maps.Equal(before, after) {
				t.Errorf("schema %d: %d files were changed, or are %d", version, len(before), len(after))
			}
		}
	}
}

// folderOf reads the files in the folder of a file.
func folderOf(t *testing.T, path string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(b)
	}
	return all
}

// TestDamage: wherever bytes of the file are changed, Open says so, unless they were not in use. It never panics, and never writes.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "fives.db")
	create(t, path, 60)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := contents(open(t, path))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	damaged := filepath.Join(dir, "damaged.db")
	named, unused := 0, 0
	try := func(what string, b []byte) {
		if err := os.WriteFile(damaged, b, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := openFile(damaged)
		if err != nil {
			named++
			if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNewer) && !errors.Is(err, ErrOlder) { // the version may be what has changed
				t.Errorf("%s: %v", what, err)
			}
			if after, _ := os.ReadFile(damaged); !bytes.Equal(after, b) {
				t.Errorf("%s: the file is changed", what)
			}
			return
		}
		defer s.Close()
		unused++
		if got, err := contents(s); err != nil || got != want {
			t.Errorf("%s: not noticed, and the content differs: %v", what, err)
		}
	}
	for _, n := range []int{0, 1, 16, 79, 80, 4095, 4096, 8191, 8192, len(sound) / 3, len(sound) / 2, len(sound) - 4096, len(sound) - 1} {
		try(fmt.Sprintf("cut to %d of %d bytes", n, len(sound)), sound[:n])
	}
	flip := func(at int) {
		b := bytes.Clone(sound)
		b[at] ^= 1 << rng.IntN(8)
		try(fmt.Sprintf("a bit of byte %d", at), b)
	}
	for at := range 80 { // both meta pages
		flip(at)
		flip(4096 + at)
	}
	for at := 0; at < len(sound); at += 4096 { // every page's head and first elements
		for range 6 {
			flip(at + rng.IntN(64))
		}
	}
	for range 400 {
		flip(rng.IntN(len(sound)))
	}
	for range 100 { // a page that was not written, or written elsewhere
		b := bytes.Clone(sound)
		to, from := rng.IntN(len(b)/4096)*4096, rng.IntN(len(b)/4096)*4096
		if rng.IntN(2) == 0 {
			clear(b[to : to+4096])
		} else {
			copy(b[to:to+4096], sound[from:from+4096])
		}
		try(fmt.Sprintf("page %d from %d", to/4096, from/4096), b)
	}
	t.Logf("%d damages named, %d in bytes that are not in use; the file has %d pages", named, unused, len(sound)/4096)
	if named < unused {
		t.Error("most damages go unnoticed")
	}
}

// An empty file counts as the remains of a store, not as a new one.
func TestEmptyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fives.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openFile(path); !errors.Is(err, ErrDamaged) {
		t.Errorf("an empty file: %v", err)
	}
}

// onSmallDisk runs the calling test again with a file system of that many bytes at the path that it returns. Outside, it returns "" when
// that run has ended.
func onSmallDisk(t *testing.T, size int) string {
	t.Helper()
	const inside = "FIVES_TEST_SMALL_DISK"
	if dir := os.Getenv(inside); dir != "" {
		return dir
	}
	if out, err := exec.Command("unshare", "-Urm", "true").CombinedOutput(); err != nil {
		t.Skipf("this system lets the user mount no small disk: %v: %s", err, out)
	}
	dir := t.TempDir()
	script := fmt.Sprintf(`mount -t tmpfs -o size=%d tmpfs "$0" && exec "$@"`, size)
	cmd := exec.Command("unshare", "-Urm", "sh", "-c", script, dir, os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), inside+"="+dir)
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Fatalf("on the small disk: %v", err)
	}
	return ""
}

// TestDiskFull: what was saved stays, what cannot be saved is refused with the reason, and everything goes on when there is room again.
func TestDiskFull(t *testing.T) {
	dir := onSmallDisk(t, 1<<20)
	if dir == "" {
		return
	}
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 300<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "fives.db")
	create(t, path, 3)
	s := open(t, path)
	saved := uint64(3)
	save := func() error {
		return s.Save(tableID, replica.Save{Records: []record.Record{statement(t, saved, 1, 9000)}})
	}
	var full error
	for range 1000 {
		if full = save(); full != nil {
			break
		}
		saved++
	}
	if !errors.Is(full, syscall.ENOSPC) {
		t.Fatalf("a full disk: %v", full)
	}
	check := func(s *Store) {
		t.Helper()
		tb, err := s.Load(tableID)
		if err != nil || uint64(len(tb.Records)) != saved {
			t.Fatalf("%d records are there of %d: %v", len(tb.Records), saved, err)
		}
	}
	for range 20 {
		if err := save(); err == nil {
			saved++ // freed pages may do
		}
		check(s)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, path)
	check(s)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if err := save(); err != nil {
			t.Fatalf("there is room again: %v", err)
		}
		saved++
	}
	check(s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	check(open(t, path))
	t.Logf("full after %d records: %v", saved-10, full)
}

// FuzzOpen: no file makes Open panic, fault or write.
func FuzzOpen(f *testing.F) {
	dir := f.TempDir()
	path := filepath.Join(dir, "sound.db")
	st, err := openFile(path)
	if err != nil {
		f.Fatal(err)
	}
	for i := range byte(30) {
		err = errors.Join(err, st.AddKey(string([]byte{i}), record.Key(bytes.Repeat([]byte{i}, 32)), 1))
	}
	if err := errors.Join(err, st.Close()); err != nil {
		f.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint32(2100), []byte{1}, uint32(len(sound)))
	f.Add(uint32(3000), bytes.Repeat([]byte{0xff}, 20), uint32(2048))
	f.Fuzz(func(t *testing.T, at uint32, patch []byte, length uint32) {
		b := bytes.Clone(sound)
		copy(b[at%uint32(len(b)):], patch)
		b = b[:length%uint32(len(b)+1)]
		path := filepath.Join(t.TempDir(), "fives.db")
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := openFile(path)
		if err == nil {
			_, err = contents(s)
			s.Close()
		} else if after, _ := os.ReadFile(path); !bytes.Equal(after, b) {
			t.Error("a file that is refused is changed")
		}
		if err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNewer) && !errors.Is(err, ErrOlder) {
			t.Error(err)
		}
	})
}
