package daemon

import (
	"io"
	"log/slog"
	"time"

	"fives/p2p/far"
	"fives/p2p/node"
	"fives/p2p/streams"
)

// Config says how to run a daemon.
type Config struct {
	Home    string   // folder of identity, store and socket; made if missing
	Name    string   // nickname; "" for the one used before, else the system user's
	Ifaces  []string // names of network interfaces; empty for all that fit
	Network string   // name of the network; only nodes with the same one find each other
	Port    int      // TCP and UDP port; if it is taken, the next free one is used
	Peers   []string // multiaddrs to connect to, for networks without multicast
	Here    bool     // this daemon plays, and not another one that runs with the same key
	Version string   // of the program
	// Pages serves what browsers get while they are let in; nil for nothing.
	Pages node.Pages
	// BotDelay is how long computer players seem to think at tables where people play.
	BotDelay time.Duration
	Log      *slog.Logger // nil discards
	// Rand is for tests that need the same cards again: see package node.
	Rand io.Reader
}

// CheckAddr returns why an address cannot be one of the Peers, nil if it can.
func CheckAddr(addr string) error {
	_, err := streams.ParseAddr(addr)
	return err
}

// IsLink reports whether somebody who typed or pasted text meant a friend's link, whole or not.
func IsLink(text string) bool { return far.Is(text) }
