package daemon

import (
	"io"
	"log/slog"
	"time"

	"fives/p2p/node"
	"fives/p2p/streams"
)

// Config says how to run a daemon.
type Config struct {
	Home    string   // folder of identity, store and socket; made if missing
	Name    string   // nickname; "" for the one used before, else the user's
	Ifaces  []string // network interfaces, by name; empty for all that fit
	Network string   // name of the network; only nodes of the same one find each other
	Port    int      // TCP and UDP port; taken ones are followed by the next free one
	Peers   []string // multiaddrs to connect to, for networks without multicast
	AnyAddr bool     // talk to addresses outside local networks too
	Here    bool     // it plays, and not another daemon that runs with the same key
	Version string   // of the program
	// Pages are what browsers get while they are let in; nil for nothing.
	Pages node.Pages
	// BotDelay is how long computer players seem to think where people play.
	BotDelay time.Duration
	Log      *slog.Logger // nil discards
	// Rand is for tests in which the same cards have to come again: see package node.
	Rand io.Reader
}

// CheckAddr tells why an address cannot be one of the Peers.
func CheckAddr(addr string) error {
	_, err := streams.ParseAddr(addr)
	return err
}
