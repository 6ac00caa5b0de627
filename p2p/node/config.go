package node

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"time"

	"fives/engine/games"
	"fives/engine/nickname"
	"fives/engine/table"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/session"
)

// Config says how to run a node.
type Config struct {
	Home    string   // folder of identity, store and socket; made if missing
	Name    string   // nickname; "" for the one used before, else the user's
	Ifaces  []string // network interfaces, by name; empty for all that fit
	Network string   // name of the network; only nodes of the same one find each other
	Port    int      // TCP and UDP port; taken ones are followed by the next free one
	Peers   []string // multiaddrs to connect to, for networks without multicast
	AnyAddr bool     // talk to addresses outside local networks too
	Version string   // of the program
	// BotDelay is how long computer players seem to think where people play.
	BotDelay time.Duration
	Log      *slog.Logger
	// Rand is where the secrets, the shuffles and the computer players' choices
	// at tables come from; nil means crypto/rand. It may be read concurrently.
	// Nothing in the program sets it: it is for tests in which the same cards
	// have to come again.
	Rand io.Reader
	// Games finds rule sets; nil means engine/games.
	Games table.Finder
	// onHost, if not nil, may change the host before it is used. It is for
	// tests in which a node sends other frames.
	onHost func(*host.Host)
	// onTables, if not nil, stands between the lobby and the tables that begin. It
	// is for tests in which none can.
	onTables func(lobby.Tables) lobby.Tables
	// onSession, if not nil, may change what the session works with. It is for
	// benchmarks that watch it.
	onSession func(*session.Config)
}

func (c *Config) complete() {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Rand == nil {
		c.Rand = rand.Reader
	}
	if c.Games == nil {
		c.Games = games.Find
	}
	if c.onTables == nil {
		c.onTables = func(t lobby.Tables) lobby.Tables { return t }
	}
	if c.onSession == nil {
		c.onSession = func(*session.Config) {}
	}
}

const identityFile = "identity.pem"

// loadIdentity reads the node's key from its home, and makes one if the home is
// new. The file is PKCS #8 in PEM, mode 0600.
func loadIdentity(home string) (ed25519.PrivateKey, error) {
	path := filepath.Join(home, identityFile)
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(filepath.Join(home, storeFile)); !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("node: %s is missing, and the tables in %s beside it are of its key: put it back from a copy, or move %s away to begin as somebody new", path, storeFile, storeFile)
		}
		return newIdentity(path)
	}
	if err != nil {
		return nil, fmt.Errorf("node: %w", err)
	}
	block, _ := pem.Decode(b)
	if block == nil {
		return nil, fmt.Errorf("node: %s holds no key", path)
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("node: %s: %w", path, err)
	}
	private, ok := key.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("node: %s holds no Ed25519 key", path)
	}
	return private, nil
}

func newIdentity(path string) (ed25519.PrivateKey, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("node: %w", err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, fmt.Errorf("node: %w", err)
	}
	b := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
	return private, writeDurably(path, b)
}

// writeDurably makes a file appear whole or not at all.
func writeDurably(path string, b []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*") // mode 0600
	if err != nil {
		return fmt.Errorf("node: %w", err)
	}
	defer os.Remove(f.Name())
	_, err = f.Write(b)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("node: %w", err)
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder makes a rename last; some systems cannot, and need not.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("node: %w", err)
	}
	d.Sync()
	return d.Close()
}

const nameFile = "name"

// chooseName takes the configured name, or the one used before, or the user's,
// and remembers it.
func chooseName(cfg Config) (string, error) {
	path := filepath.Join(cfg.Home, nameFile)
	if cfg.Name != "" {
		if err := table.CheckName(cfg.Name); err != nil {
			return "", fmt.Errorf("node: %w", err)
		}
		return cfg.Name, writeDurably(path, []byte(cfg.Name+"\n"))
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
