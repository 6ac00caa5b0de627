package node

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"io"
	"log/slog"
	"time"

	"fives/engine/record"
	"fives/p2p/faces"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/peers"
	"fives/p2p/session"
	"fives/p2p/store"
)

// A Store keeps what must not be lost. Once a method has returned nil, its change survives a crash.
type Store interface {
	session.Store
	lobby.Store
	peers.Store
	faces.Store
	// Owner returns the identity that the seats in the store belong to, if it is known.
	Owner() (owner record.Key, known bool, err error)
	SetOwner(record.Key) error
	Invitation() (store.Invitation, error)
	SetInvitation(store.Invitation) error
	Far() (store.Far, error)
	SetFar(store.Far) error
	Links() ([]store.Link, error)
	PutLink(store.Link) error
	DropLink(node record.Key) error
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
	Network string   // name of the network; links are of one
	// Router asks the router to lead a TCP port of its own to the same port of this machine. Its errors
	// are of type *[api.Error]. Nil where nobody can be asked.
	Router  func(ctx context.Context, port uint16) (Opening, error)
	Here    bool   // this daemon plays, and not another one that runs with the same key
	Version string // of the program
	// BotDelay is how long computer players seem to think at tables where people play.
	BotDelay time.Duration
	Log      *slog.Logger // nil discards
	// Rand is the source of secrets, shuffles and computer players' choices; nil means
	// crypto/rand. It must be safe for concurrent use. Only tests set it, to have the same cards
	// again.
	Rand io.Reader
	// Playing, if not nil, is told from time to time whether a table is being played.
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
