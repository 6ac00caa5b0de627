package daemon

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strings"

	"fives/engine/record"
	"fives/p2p/kv"
	"fives/p2p/store"
	"fives/p2p/store/sqlite"
)

// storeFile is the name of the store in the home folder.
const storeFile = "fives.db"

// A home is what a daemon reads from its home folder.
type home struct {
	key   ed25519.PrivateKey
	name  string
	store *store.Store
}

// Age returns the error with which a daemon would refuse the store of a home because another version of the program has
// written it, nil if it would not. The error wraps [store.ErrOlder] or [store.ErrNewer]. No daemon may have the home, and
// Age changes nothing in it.
func Age(folder string) error {
	path := filepath.Join(folder, storeFile)
	err := sqlite.Look(path, store.Age)
	if errors.Is(err, store.ErrOlder) || errors.Is(err, store.ErrNewer) {
		return fmt.Errorf("daemon: %s: %w", path, err)
	}
	return nil // a daemon finds all other problems when it starts
}

// openHome reads a home folder, and sets it up if it has no store. It refuses a store of another identity or of another
// version, and leaves it as it is.
func openHome(folder, name string) (h home, err error) {
	path := filepath.Join(folder, storeFile)
	name = record.TypedName(name)
	if err := errors.Join(checkName(name), Age(folder)); err != nil {
		return h, err
	}
	if isMissing(path) {
		if err := begin(folder, name); err != nil {
			return h, err
		}
	}
	if h.key, err = readIdentity(folder); err != nil {
		return h, err
	}
	if h.store, err = OpenStore(path); err != nil {
		return h, fmt.Errorf("daemon: %s: %w", path, err)
	}
	if err = h.checkOwner(folder); err == nil {
		h.name, err = chooseName(folder, name)
	}
	if err != nil {
		h.store.Close()
	}
	return h, err
}

// begin makes a folder a home: if it has no key, with a new one and the name, and last with a store, which marks it as
// complete. If it fails, it removes what it has made.
func begin(folder, name string) error {
	var made []string
	key, err := readIdentity(folder)
	if errors.Is(err, fs.ErrNotExist) {
		for _, file := range []string{identityFile, nameFile} {
			if path := filepath.Join(folder, file); isMissing(path) {
				made = append(made, path)
			}
		}
		key, err = newIdentity(folder, name)
	}
	path := filepath.Join(folder, storeFile)
	if err == nil {
		err = makeStore(path, key)
	}
	if err != nil && isMissing(path) {
		for _, path := range made {
			_ = os.Remove(path) // it may not have been made yet
		}
	}
	return err
}

func isMissing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// makeStore makes an empty store that belongs to a key.
func makeStore(path string, key ed25519.PrivateKey) error {
	err := sqlite.Make(path, func(db kv.DB) error {
		s, err := store.Open(db)
		if err != nil {
			return err
		}
		return s.SetOwner(record.KeyOf(key))
	})
	if err != nil {
		return fmt.Errorf("daemon: %s: %w", path, err)
	}
	return nil
}

func (h home) checkOwner(folder string) error {
	self := record.KeyOf(h.key)
	owner, known, err := h.store.Owner()
	if err != nil || !known || owner == self {
		return err
	}
	return fmt.Errorf("daemon: %w: %s in %s belongs to %s, but %s is the key of %s: put the key of %s there, or move %s away to begin without its tables", store.ErrForeign,
		storeFile, folder, record.Fingerprint(owner), identityFile, record.Fingerprint(self), record.Fingerprint(owner), storeFile)
}

// OpenStore opens the store in a file as a daemon does: for the errors, see [sqlite.Open] and [store.Open].
func OpenStore(path string) (*store.Store, error) {
	db, err := sqlite.Open(path)
	if err != nil {
		return nil, err
	}
	return store.Open(db)
}

const nameFile = "name"

func checkName(name string) error {
	if name == "" {
		return nil
	}
	if err := record.CheckName(name); err != nil {
		return fmt.Errorf("daemon: %w", err)
	}
	return nil
}

// chooseName returns the given name, which it remembers, or else the one used before, or else the system user's.
func chooseName(folder, name string) (string, error) {
	b, err := os.ReadFile(filepath.Join(folder, nameFile))
	before := strings.TrimSpace(string(b))
	switch {
	case name != "" && name != before:
		return name, writeName(folder, name)
	case err == nil && record.CheckName(before) == nil:
		return before, nil
	}
	if u, err := user.Current(); err == nil {
		if name := record.CleanName(u.Username); name != "" {
			return name, nil
		}
	}
	return "player", nil
}

func writeName(folder, name string) error {
	return writeDurably(filepath.Join(folder, nameFile), []byte(name+"\n"))
}
