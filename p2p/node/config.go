package node

import (
	"crypto/ed25519"
	"crypto/rand"
	"io"
	"log/slog"
	"time"

	"fives/engine/record"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/peers"
	"fives/p2p/session"
	"fives/p2p/store"
)

// A Store keeps what must not be lost. A change survives a crash from the moment on at
// which its method has returned nil.
type Store interface {
	session.Store
	lobby.Store
	peers.Store
	// Owner is the identity whose seats' secrets are in it, if that is known.
	Owner() (owner record.Key, known bool, err error)
	SetOwner(record.Key) error
	Invitation() (store.Invitation, error)
	SetInvitation(store.Invitation) error
	Close() error
}

// Config says what a node works with.
type Config struct {
	Key   ed25519.PrivateKey // its identity
	Name  string             // its nickname
	Store Store              // the node closes it, if it has started
	// Host says where the host listens and whom it talks to. The node fills in the rest;
	// what Prepare has done to the host comes before it.
	Host    host.Config
	Pages   Pages    // what browsers get that are let in; nil for nothing
	Peers   []string // multiaddrs to connect to
	Here    bool     // it plays, and not another daemon that runs with the same key
	Version string   // of the program
	// BotDelay is how long computer players seem to think where people play.
	BotDelay time.Duration
	Log      *slog.Logger // nil discards
	// Rand is where the secrets, the shuffles and the computer players' choices
	// at tables come from; nil means crypto/rand. It may be read concurrently.
	// Nothing in the program sets it: it is for tests in which the same cards
	// have to come again.
	Rand io.Reader
	// Playing, if not nil, is told now and then whether a table is in play.
	Playing func(bool)
}

func (c *Config) complete() {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Rand == nil {
		c.Rand = rand.Reader
	}
	if c.Playing == nil {
		c.Playing = func(bool) {}
	}
}
