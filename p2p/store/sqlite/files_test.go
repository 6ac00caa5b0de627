package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"fives/p2p/kv"
)

// killed makes a home whose process was killed, with n Updates in the file and as many more in the log. It returns the files as they
// were after each Update.
func killed(t *testing.T, n int) (h *history, times []map[string][]byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fives.db")
	h = &history{refused: map[int]bool{}, next: 1}
	for range 2 {
		db, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		for range n {
			if err := h.update(db); err != nil {
				t.Fatal(err)
			}
			times = append(times, files(t, filepath.Dir(path)))
		}
		if len(times) == n {
			err = db.Close()
			times = append(times, files(t, filepath.Dir(path)))
		} else {
			t.Cleanup(func() { db.Close() })
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return h, times
}

// files reads a folder.
func files(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if all[e.Name()], err = os.ReadFile(filepath.Join(folder, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// refusedOrWhole opens files, and checks that everything that was acknowledged is there, or that they are refused and stay as they are.
// It reports whether they were refused.
func refusedOrWhole(t *testing.T, what string, h *history, all map[string][]byte) bool {
	t.Helper()
	folder := t.TempDir()
	for name, b := range all {
		if err := os.WriteFile(filepath.Join(folder, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	db, err := Open(filepath.Join(folder, "fives.db"))
	if err == nil {
		if err := errors.Join(h.holds(db, false), db.Close()); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		return false
	}
	if !errors.Is(err, kv.ErrDamaged) {
		t.Errorf("%s: %v", what, err)
	}
	after := files(t, folder)
	for name, b := range all {
		if string(after[name]) != string(b) {
			t.Errorf("%s: %s is changed", what, name)
		}
	}
	return true
}

// TestLastPage cuts off the last page of the file, which is the end of a long value and which the integrity check takes for zeros. The
// value is not returned, and the files stay as they are, even when they are closed.
func TestLastPage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fives.db")
	for n, size := range []int{20_000, 10} { // one that is in the file, one in the log
		db, err := Open(path)
		if err == nil {
			err = db.Update(func(m kv.Map) error { return m.Put(recordKey(n), make([]byte, size)) })
		}
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			err = db.Close()
		} else {
			t.Cleanup(func() { db.Close() })
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	all := files(t, filepath.Dir(path))
	all = with(all, "fives.db", all["fives.db"][:len(all["fives.db"])-4096])
	folder := t.TempDir()
	for name, b := range all {
		if err := os.WriteFile(filepath.Join(folder, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	db, err := Open(filepath.Join(folder, "fives.db"))
	if err != nil {
		t.Fatalf("it is found before it is read: %v", err)
	}
	for range 2 {
		err = db.View(func(m kv.Map) error {
			if v := m.Get(recordKey(0)); v != nil {
				t.Errorf("there is a value of %d bytes", len(v))
			}
			return nil
		})
		if !errors.Is(err, kv.ErrDamaged) {
			t.Errorf("it is read: %v", err)
		}
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	for name, b := range files(t, folder) {
		if string(b) != string(all[name]) {
			t.Errorf("%s is changed", name)
		}
	}
}

// with returns the files of a folder with one of them replaced.
func with(all map[string][]byte, name string, b []byte) map[string][]byte {
	changed := map[string][]byte{}
	for other, content := range all {
		changed[other] = content
	}
	changed[name] = b
	if b == nil {
		delete(changed, name)
	}
	return changed
}

// TestCutOff cuts off the file, and its log, at every sector.
func TestCutOff(t *testing.T) {
	h, times := killed(t, 12)
	now := times[len(times)-1]
	if refusedOrWhole(t, "as it is", h, now) {
		t.Fatal("a sound home is refused")
	}
	for _, name := range []string{"fives.db", "fives.db" + LogSuffix} {
		refused, n := 0, 0
		for at := 0; at < len(now[name]); at += 512 * every(5) {
			if refusedOrWhole(t, fmt.Sprintf("%s cut off at %d", name, at), h, with(now, name, now[name][:at])) {
				refused++
			}
			n++
		}
		t.Logf("%s cut off %d times: %d times refused, the others have all", name, n, refused)
		if refused == 0 {
			t.Errorf("%s may be cut off", name)
		}
	}
	if !refusedOrWhole(t, "no file", h, with(now, "fives.db", nil)) {
		t.Error("a log without its file is taken for nothing")
	}
}

// TestOlderCopy puts an older copy of each file into a home, also one from before the log was last copied into the file.
func TestOlderCopy(t *testing.T) {
	h, times := killed(t, 12)
	now := times[len(times)-1]
	for _, name := range []string{"fives.db", "fives.db" + LogSuffix} {
		refused := 0
		for i, then := range times[:len(times)-1] {
			if refusedOrWhole(t, fmt.Sprintf("%s of time %d", name, i), h, with(now, name, then[name])) {
				refused++
			}
		}
		t.Logf("%d of %d older copies of %s are refused, the others have all", refused, len(times)-1, name)
	}
	for i, then := range times[:len(times)-1] { // both
		what := fmt.Sprintf("time %d", i)
		if !refusedOrWhole(t, what, h, with(then, "fives.db"+MarkSuffix, now["fives.db"+MarkSuffix])) {
			t.Errorf("%s is taken for now", what)
		}
	}
}

// TestOlderCopyThatFits: an older file makes a sound map with a newer log, and an older log with a newer file. Only the number of
// Updates gives that away.
func TestOlderCopyThatFits(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "fives.db")
	var times []map[string][]byte
	for _, keys := range [][]int{{0, 300}, {5, 6}, {250, 251}} { // far from each other, and of the same length
		db, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Update(func(m kv.Map) error {
			var err error
			for i := keys[0]; i < keys[1]; i++ {
				err = errors.Join(err, m.Put(recordKey(i), bytes.Repeat([]byte{byte(len(times))}, 1400)))
			}
			return err
		})
		times = append(times, files(t, folder))
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		times = append(times, files(t, folder))
	}
	h := &history{}
	name, log, mark := "fives.db", "fives.db"+LogSuffix, "fives.db"+MarkSuffix
	if !refusedOrWhole(t, "an older file", h, with(times[4], name, times[1][name])) {
		t.Error("a file from before the log was begun anew is taken")
	}
	if !refusedOrWhole(t, "an older log", h, with(with(times[5], log, times[2][log]), mark, nil)) {
		t.Error("a log that the file has gone beyond is taken")
	}
}

// TestFileGone: a missing file is not made anew if its log or its mark is there, even if all Updates were in the file and the log is
// empty.
func TestFileGone(t *testing.T) {
	h, times := killed(t, 3)
	for i, all := range times {
		gone := with(all, "fives.db", nil)
		if !refusedOrWhole(t, "without the file", h, gone) {
			t.Errorf("time %d: the file is gone, and a new one is made", i)
		}
		if !refusedOrWhole(t, "without the file, and with an empty log", h, with(gone, "fives.db"+LogSuffix, []byte{})) {
			t.Errorf("time %d: the file is gone, the log is empty, and a new one is made", i)
		}
	}
}

// TestReadOnly: a map that cannot be written cannot be opened.
func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fives.db")
	db, err := Open(path)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	if f, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
		f.Close()
		t.Skip("this user may write to every file")
	}
	if _, err := Open(path); err == nil || errors.Is(err, kv.ErrDamaged) {
		t.Errorf("a file that cannot be written: %v", err)
	}
}

// TestManyChanges: an Update may be of any size.
func TestManyChanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fives.db")
	db, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	const n = 10_000
	err = db.Update(func(m kv.Map) error {
		var err error
		for i := range n {
			err = errors.Join(err, m.Put(recordKey(i), []byte("value")))
		}
		return err
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if db, err = Open(path); err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	count := 0
	err = db.View(func(m kv.Map) error {
		return m.Walk("records/", func(string, []byte) error { count++; return nil })
	})
	if err != nil || count != n {
		t.Errorf("%d changes are there, %v", count, err)
	}
}

// TestSettings: if SQLite does not accept a setting, Open fails.
func TestSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fives.db")
	db, err := Open(path)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	was := settings
	defer func() { settings = was }()
	for i := range settings {
		settings = append(settings[:0:0], was...)
		settings[i].reads = "another"
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), settings[i].name) {
			t.Errorf("%s: %v", settings[i].name, err)
		}
	}
	settings = was
	conn, err := connect(path, "", sqlite.OpenReadWrite)
	if err == nil {
		err = errors.Join(set(conn, "journal_mode", "delete"), conn.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); !errors.Is(err, kv.ErrDamaged) {
		t.Errorf("a file without a write-ahead log: %v", err)
	}
}

// TestCommits: a file is damaged unless exactly one row says how many Updates there have been.
func TestCommits(t *testing.T) {
	for _, change := range []string{"DELETE FROM commits", "INSERT INTO commits VALUES (7, 0)"} {
		path := filepath.Join(t.TempDir(), "fives.db")
		db, err := Open(path)
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		conn, err := connect(path, "", sqlite.OpenReadWrite)
		if err == nil {
			err = errors.Join(sqlitex.ExecuteTransient(conn, change, nil), conn.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); !errors.Is(err, kv.ErrDamaged) {
			t.Errorf("%s: %v", change, err)
		}
	}
}

// TestMigration: a file of an older schema is migrated to the newest one as a whole, and keeps what is in it.
func TestMigration(t *testing.T) {
	h, times := killed(t, 3)
	was := migrations
	defer func() { migrations = was }()
	folder := t.TempDir()
	for name, b := range times[len(times)-1] {
		if err := os.WriteFile(filepath.Join(folder, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(folder, "fives.db")
	migrations = append(was[:1:1], "CREATE TABLE more (x BLOB) STRICT; INSERT INTO nowhere VALUES (1);")
	if _, err := Open(path); err == nil {
		t.Fatal("a migration that fails goes unnoticed")
	}
	migrations = append(was[:1:1], "CREATE TABLE more (x BLOB) STRICT;")
	for range 2 {
		db, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(h.holds(db, false), db.Close()); err != nil {
			t.Error(err)
		}
	}
	migrations = was
	if _, err := Open(path); !errors.Is(err, kv.ErrNewer) {
		t.Errorf("a newer schema: %v", err)
	}
}

// TestExplain: an error of the disk wraps one of the system, so that it can be told from damage, and from a file that is open elsewhere.
func TestExplain(t *testing.T) {
	for code, is := range map[sqlite.ResultCode]error{
		sqlite.ResultFull: syscall.ENOSPC, sqlite.ResultIOErrWrite: syscall.EIO, sqlite.ResultCantOpen: syscall.EIO,
		sqlite.ResultReadOnly: syscall.EROFS, sqlite.ResultIOErrShortRead: kv.ErrDamaged, sqlite.ResultCorrupt: kv.ErrDamaged,
		sqlite.ResultBusy: kv.ErrInUse,
	} {
		if err := explain(code.ToError()); !errors.Is(err, is) {
			t.Errorf("%v: %v, not %v", code, err, is)
		}
	}
}
