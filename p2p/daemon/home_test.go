package daemon

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
