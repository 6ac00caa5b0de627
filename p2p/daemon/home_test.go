package daemon

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fives/engine/record"
	"fives/p2p/store"
)

// restarted starts a daemon on a home and ends it again.
func restarted(t *testing.T, home string) error {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	d, err := start(ctx, Config{Home: home, Name: "ana", Ifaces: []string{"lo"}, Log: slog.New(slog.DiscardHandler)}, cancel)
	if err == nil {
		d.close()
	}
	return err
}

func TestForeignStore(t *testing.T) {
	mine, yours := t.TempDir(), t.TempDir()
	for _, home := range []string{mine, yours, mine} {
		if err := restarted(t, home); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(filepath.Join(yours, storeFile))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(mine, storeFile), stored, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := restarted(t, mine); !errors.Is(err, store.ErrForeign) {
		t.Errorf("another node's store: %v", err)
	}
	if now, err := os.ReadFile(filepath.Join(mine, storeFile)); err != nil || !bytes.Equal(now, stored) {
		t.Errorf("it has been written to: %v", err)
	}
}

func TestLostIdentity(t *testing.T) {
	home := t.TempDir()
	if err := restarted(t, home); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(home, identityFile)
	key, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := restarted(t, home); err == nil || !strings.Contains(err.Error(), "put it back") {
		t.Errorf("without the key: %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("there is a new key beside the old tables")
	}
	if err := os.WriteFile(path, key, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := restarted(t, home); err != nil {
		t.Errorf("with the key again: %v", err)
	}
}

// TestBegin: what a first start has made goes when it fails, whatever was there before
// stays, and a name that nobody can have makes nothing at all.
func TestBegin(t *testing.T) {
	junk := func(home string) error { // no store can be made
		return os.WriteFile(filepath.Join(home, storeFile+"-wal"), []byte("left"), 0o600)
	}
	named := func(home string) error { return os.WriteFile(filepath.Join(home, nameFile), []byte("zoe\n"), 0o600) }
	keyed := func(home string) error { _, err := newIdentity(home, ""); return err }
	for what, c := range map[string]struct {
		before []func(string) error
		name   string
		fails  bool
	}{
		"empty":              {nil, "ana", false},
		"no name":            {nil, "", false},
		"a bad name":         {nil, "a\x1bb", true},
		"no store":           {[]func(string) error{junk}, "ana", true},
		"no store, a name":   {[]func(string) error{junk, named}, "", true},
		"no store, a key":    {[]func(string) error{junk, keyed}, "", true},
		"a key without more": {[]func(string) error{keyed}, "ana", false},
	} {
		home := t.TempDir()
		for _, f := range c.before {
			if err := f(home); err != nil {
				t.Fatal(err)
			}
		}
		before := contents(t, home)
		h, err := openHome(home, c.name)
		if c.fails != (err != nil) {
			t.Errorf("%s: %v", what, err)
		}
		if after := contents(t, home); c.fails && !maps.Equal(before, after) {
			t.Errorf("%s: %v were there, and now %v", what, slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after)))
		}
		if err != nil {
			continue
		}
		if owner, ok, err := h.store.Owner(); err != nil || !ok || owner != record.KeyOf(h.key) {
			t.Errorf("%s: the store is of %v, %v, %v", what, owner, ok, err)
		}
		if c.name != "" && h.name != c.name {
			t.Errorf("%s: it is called %s", what, h.name)
		}
		h.store.Close()
	}
}

// contents are the files of a folder.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(b)
	}
	return all
}
