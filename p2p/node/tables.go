package node

import (
	"crypto/ed25519"
	"log/slog"
	"sync"

	"fives/engine/record"
	"fives/p2p/lobby"
	"fives/p2p/peers"
	"fives/p2p/present"
	"fives/p2p/session"
	"fives/p2p/streams"
)

// The tables of this node that have begun, and what its person means by one.
type tables struct {
	key       ed25519.PrivateKey // the node's identity
	self      record.Key
	name      string
	session   *session.Session
	lobby     *lobby.Lobby
	network   *streams.Network
	directory *peers.Directory
	book      *peers.Book
	events    *present.Feed
	work      *scheduler
	log       *slog.Logger
	playing   func(bool) // Config.Playing

	mu      sync.Mutex               // guards the rest
	decoded map[record.Hash]archived // tables that have ended, as far as anybody asked
}
