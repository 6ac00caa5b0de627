package daemon

import (
	"crypto/ed25519"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strings"

	"fives/engine/nickname"
	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/store"
	"fives/p2p/store/sqlite"
)

// storeFile is the name of the store in the home folder.
const storeFile = "fives.db"

// A home is what a home folder holds.
type home struct {
	key   ed25519.PrivateKey
	name  string
	store *store.Store
}

// openHome reads a home folder, and begins what is missing there. A store that is
// another identity's is left as it is.
func openHome(folder, name string) (h home, err error) {
	if h.key, err = loadIdentity(folder); err != nil {
		return h, err
	}
	if h.store, err = OpenStore(filepath.Join(folder, storeFile)); err != nil {
		return h, err
	}
	if err = h.checkOwner(folder); err == nil {
		h.name, err = chooseName(folder, name)
	}
	if err != nil {
		h.store.Close()
	}
	return h, err
}

func (h home) checkOwner(folder string) error {
	self := record.KeyOf(h.key)
	owner, known, err := h.store.Owner()
	if err != nil || !known || owner == self {
		return err
	}
	return fmt.Errorf("daemon: %w: %s in %s is of %s, but %s is %s: put the key of %s there, or move %s away to begin without its tables", store.ErrForeign,
		storeFile, folder, record.Fingerprint(owner), identityFile, record.Fingerprint(self), record.Fingerprint(owner), storeFile)
}

// OpenStore opens the store in a file, as a daemon does.
func OpenStore(path string) (*store.Store, error) {
	db, err := sqlite.Open(path)
	if err != nil {
		return nil, err
	}
	return store.Open(db)
}

const nameFile = "name"

// chooseName takes the name that is asked for, or the one used before, or the
// user's, and remembers it.
func chooseName(folder, name string) (string, error) {
	path := filepath.Join(folder, nameFile)
	if name != "" {
		if err := table.CheckName(name); err != nil {
			return "", fmt.Errorf("daemon: %w", err)
		}
		return name, writeDurably(path, []byte(name+"\n"))
	}
	if b, err := os.ReadFile(path); err == nil {
		if name := strings.TrimSpace(string(b)); table.CheckName(name) == nil {
			return name, nil
		}
	}
	if u, err := user.Current(); err == nil {
		if name := nickname.Clean(u.Username); name != "" {
			return name, nil
		}
	}
	return "player", nil
}
