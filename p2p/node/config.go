package node

import (
	"crypto/ed25519"
	"crypto/rand"
	"io"
	"log/slog"
	"time"

	"fives/engine/games"
	"fives/engine/table"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/session"
	"fives/p2p/store"
)

// Config says what a node works with.
type Config struct {
	Key   ed25519.PrivateKey // its identity
	Name  string             // its nickname
	Store *store.Store       // the node closes it
	// Host says where the host listens and whom it talks to; the node fills in the
	// rest.
	Host    host.Config
	Pages   Pages    // what browsers get that are let in; nil for nothing
	Peers   []string // multiaddrs to connect to
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
	if c.Playing == nil {
		c.Playing = func(bool) {}
	}
	if c.onTables == nil {
		c.onTables = func(t lobby.Tables) lobby.Tables { return t }
	}
	if c.onSession == nil {
		c.onSession = func(*session.Config) {}
	}
}
