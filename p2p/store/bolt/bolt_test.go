package bolt_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"fives/p2p/store/bolt"
	"fives/p2p/store/kv"
	"fives/p2p/store/kvtest"
)

// A place is a file.
type place struct {
	t    *testing.T
	path string
}

func (p place) Open() (kv.DB, error) { return bolt.Open(p.path) }

func (p place) Crash() kvtest.Place {
	after := place{p.t, filepath.Join(p.t.TempDir(), "after")}
	for _, suffix := range []string{"", bolt.JournalSuffix} {
		b, err := os.ReadFile(p.path + suffix)
		if errors.Is(err, fs.ErrNotExist) {
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

func TestConformance(t *testing.T) {
	kvtest.Run(t, func(t *testing.T) kvtest.Place { return place{t, filepath.Join(t.TempDir(), "file")} })
}
