package sqlite_test

import (
	"os"
	"path/filepath"
	"testing"

	"fives/p2p/kv"
	"fives/p2p/store/kvtest"
	"fives/p2p/store/sqlite"
)

// A place is a file in a new folder.
type place struct {
	t    testing.TB
	path string
}

func newPlace(t testing.TB) place {
	return place{t, filepath.Join(t.TempDir(), "fives.db")}
}

func (p place) Open() (kv.DB, error) { return sqlite.Open(p.path) }

// Crash copies the files as a killed process leaves them; what a disk forgets is in
// disk_test.go.
func (p place) Crash() kvtest.Place {
	after := place{p.t, filepath.Join(p.t.TempDir(), "fives.db")}
	for _, suffix := range []string{"", sqlite.LogSuffix, sqlite.MarkSuffix} {
		b, err := os.ReadFile(p.path + suffix)
		if os.IsNotExist(err) {
			continue
		}
		if err == nil {
			err = os.WriteFile(after.path+suffix, b, 0o600)
		}
		if err != nil {
			p.t.Fatal(err)
		}
	}
	return after
}

func TestKV(t *testing.T) { kvtest.Run(t, func(t *testing.T) kvtest.Place { return newPlace(t) }) }
