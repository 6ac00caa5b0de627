package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fives/p2p/store/kv"
)

// A copy is a file with its journal at some moment.
type copied struct{ file, journal []byte }

func copyOf(t testing.TB, path string) (c copied) {
	t.Helper()
	var err error
	if c.file, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	if c.journal, err = os.ReadFile(path + JournalSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return c
}

// reads returns what a process finds in a copy.
func (c copied) reads(t testing.TB) (text string, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "copy")
	if err := errors.Join(os.WriteFile(path, c.file, 0o600), os.WriteFile(path+JournalSuffix, c.journal, 0o600)); err != nil {
		t.Fatal(err)
	}
	db, err := Open(path)
	if err != nil {
		if after := copyOf(t, path); !bytes.Equal(after.file, c.file) || !bytes.Equal(after.journal, c.journal) {
			t.Error("what is refused is changed")
		}
		return "", err
	}
	defer db.Close()
	err = db.View(func(root kv.Bucket) error {
		return root.Walk(func(name, _ []byte) error {
			return root.Bucket(name).Walk(func(key, value []byte) error {
				text += fmt.Sprintf("%s/%s=%d ", name, key, len(value))
				return nil
			})
		})
	})
	return text, err
}

// written is a tree as it was after each of some Updates, which only the journal has.
func written(t testing.TB) (copies []copied, texts []string) {
	t.Helper()
	was := commitAfter
	commitAfter = time.Hour
	t.Cleanup(func() { commitAfter = was })
	path := filepath.Join(t.TempDir(), "file")
	db, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	for i := range 12 {
		err := db.Update(func(root kv.Bucket) error {
			b, err := root.Create([]byte("b"))
			if err != nil {
				return err
			}
			if i == 7 {
				err = b.Delete([]byte{'a' + 3})
			}
			return errors.Join(err, b.Put([]byte{'a' + byte(i)}, bytes.Repeat([]byte{byte(i)}, i*i*20)))
		})
		if err != nil {
			t.Fatal(err)
		}
		c := copyOf(t, path)
		text, err := c.reads(t)
		if err != nil {
			t.Fatal(err)
		}
		copies, texts = append(copies, c), append(texts, text)
	}
	if last := copies[len(copies)-1]; !bytes.Equal(last.file, copies[0].file) || len(last.journal) < len(copies)*sector {
		t.Fatalf("%d bytes of journal", len(last.journal))
	}
	return copies, texts
}

// TestJournalCutOff: wherever the journal ends, all entries before that are there, as
// many as were acknowledged when it was so long.
func TestJournalCutOff(t *testing.T) {
	copies, texts := written(t)
	last := copies[len(copies)-1]
	for n := 0; n <= len(last.journal); n += 1 + n%97 {
		whole := slices.IndexFunc(copies, func(c copied) bool { return len(c.journal) > n }) // of the entries, so many
		if whole < 0 {
			whole = len(copies)
		}
		got, err := copied{last.file, last.journal[:n]}.reads(t)
		// An entry may be whole without the zeros behind it.
		if err != nil || !(whole == 0 && got == "" || whole > 0 && got == texts[whole-1] || whole < len(texts) && got == texts[whole]) {
			t.Errorf("cut to %d bytes, %d entries: %q, %v", n, whole, got, err)
		}
	}
}

// TestJournalTorn: the sectors of the last entry are written in any order, and some are
// not.
func TestJournalTorn(t *testing.T) {
	copies, texts := written(t)
	last, before := copies[len(copies)-1], copies[len(copies)-2]
	from, r := len(before.journal), rand.New(rand.NewPCG(1, 2))
	for range 60 {
		b, lost := bytes.Clone(last.journal), 0
		for at := from; at < len(b); at += sector {
			if r.IntN(2) == 0 && len(bytes.Trim(b[at:at+sector], "\x00")) > 0 {
				clear(b[at : at+sector])
				lost++
			}
		}
		want := texts[len(texts)-2]
		if lost == 0 {
			want = texts[len(texts)-1]
		}
		if got, err := (copied{last.file, b}).reads(t); err != nil || got != want {
			t.Errorf("%d sectors lost: %q, %v; it should be %q", lost, got, err, want)
		}
	}
}

// TestJournalDamaged: a bit that has changed anywhere is noticed, unless it is in the last
// entry, or nobody reads it.
func TestJournalDamaged(t *testing.T) {
	copies, texts := written(t)
	last := copies[len(copies)-1]
	end, r, named := len(copies[len(copies)-2].journal), rand.New(rand.NewPCG(3, 4)), 0
	for at := 0; at < len(last.journal); at += 1 + r.IntN(40) {
		b := bytes.Clone(last.journal)
		b[at] ^= 1 << r.IntN(8)
		got, err := copied{last.file, b}.reads(t)
		switch {
		case errors.Is(err, kv.ErrDamaged):
			named++
		case err != nil:
			t.Errorf("a bit of byte %d: %v", at, err)
		case got != texts[len(texts)-1] && !(at >= end && got == texts[len(texts)-2]):
			t.Errorf("a bit of byte %d is not noticed: %q", at, got)
		}
	}
	if named < 100 {
		t.Errorf("%d damages were named", named)
	}
}

// TestJournalOfAnotherState: a journal counts only for the file that it was begun for. A
// file that has got all of it, or is a copy from before, is as it is.
func TestJournalOfAnotherState(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	put := func(key string) {
		t.Helper()
		db, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Update(func(root kv.Bucket) error {
			b, err := root.Create([]byte("b"))
			return errors.Join(err, b.Put([]byte(key), nil))
		})
		if err != nil {
			t.Fatal(err)
		}
		if key == "later" {
			return // and dies
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(path + JournalSuffix); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("after the end there is a journal: %v", err)
		}
	}
	was := commitAfter
	commitAfter = time.Hour
	defer func() { commitAfter = was }()
	put("first")
	early := copyOf(t, path)
	put("second")
	put("later")
	late := copyOf(t, path)
	for _, c := range []struct {
		copied
		want string
	}{
		{late, "b/first=0 b/later=0 b/second=0 "},
		{copied{early.file, late.journal}, "b/first=0 "},
		{copied{late.file, nil}, "b/first=0 b/second=0 "},
	} {
		if got, err := c.reads(t); err != nil || got != c.want {
			t.Errorf("%q, %v; it should be %q", got, err, c.want)
		}
	}
}

// TestCommitAfter: the file has it all after a while, and the journal is empty then.
func TestCommitAfter(t *testing.T) {
	copies, texts := written(t)
	path := filepath.Join(t.TempDir(), "file")
	last := copies[len(copies)-1]
	if err := errors.Join(os.WriteFile(path, last.file, 0o600), os.WriteFile(path+JournalSuffix, last.journal, 0o600)); err != nil {
		t.Fatal(err)
	}
	commitAfter = 0
	db, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Update(func(root kv.Bucket) error { return root.Bucket([]byte("b")).Put([]byte("z"), nil) }); err != nil {
		t.Fatal(err)
	}
	for range 3000 {
		if db.mu.Lock(); db.soon == nil {
			db.mu.Unlock()
			break
		}
		db.mu.Unlock()
		time.Sleep(10 * time.Millisecond)
	}
	c := copyOf(t, path)
	if got, err := (copied{c.file, nil}).reads(t); err != nil || got != texts[len(texts)-1]+"b/z=0 " || len(c.journal) > 0 {
		t.Errorf("the file has %q, %v, the journal %d bytes", got, err, len(c.journal))
	}
}

// FuzzJournal: no journal makes Open panic, or write.
func FuzzJournal(f *testing.F) {
	copies, _ := written(f)
	last := copies[5]
	f.Add(uint32(600), []byte{1}, uint32(len(last.journal)))
	f.Add(uint32(0), bytes.Repeat([]byte{0xff}, 20), uint32(512))
	f.Fuzz(func(t *testing.T, at uint32, patch []byte, length uint32) {
		b := bytes.Clone(last.journal)
		copy(b[at%uint32(len(b)):], patch)
		if _, err := (copied{last.file, b[:length%uint32(len(b)+1)]}).reads(t); err != nil && !errors.Is(err, kv.ErrDamaged) {
			t.Error(err)
		}
	})
}
