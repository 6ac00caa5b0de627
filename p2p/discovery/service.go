package discovery

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"
)

// Config says what to announce and where.
type Config struct {
	ID      peer.ID
	Name    string // nickname
	Version int    // of the protocol
	// Network is the name of the network, or "". Nodes find only those with the same network name.
	// See [CheckNetwork].
	Network string
	// Ifaces names the interfaces to use, which may include the loopback. Empty means all that are
	// up, support multicast and are not the loopback.
	Ifaces []string
	// Addrs returns the addresses that the host listens on. It is called for each question.
	// Unspecified addresses (0.0.0.0, ::) stand for those of the interface that a question came in
	// on.
	Addrs func() []ma.Multiaddr
	// Found, if not nil, is called for each peer in each round in which it answers, and again if a
	// round brings more addresses. Calls do not overlap, and a slow one delays discovery. It must not
	// call Close. Anybody on the network can invent peers, so a call should cost little, and the
	// number of dials that it leads to should be bounded.
	Found func(Peer)
	// Twin, if not nil, is called with addresses that were announced with this node's ID although
	// they are not its own. Anybody can announce such addresses; what is said of Found holds too.
	Twin func([]ma.Multiaddr)
	Log  *slog.Logger // nil discards
}

// Service announces a node and looks for others until it is closed. Its
// methods may be called concurrently.
type Service struct {
	cfg    Config
	start  string // random, in the names of the announcements: it differs at each start
	cancel context.CancelFunc
	done   chan struct{}
	wake   chan struct{} // somebody has begun to look
	heard  chan answer

	mu         sync.Mutex
	name       string
	lookers    int
	responders []*responder
	missing    []missing
	asked      map[outlet]error // outcome of the latest question
	table      *peerList
}

// outlet is a link, by its index, and the family in which a question goes out.
type outlet struct {
	index int
	fam   family
}

// Start begins to announce and to ask. It returns an error only if cfg is not valid; for problems of the
// network, see [Service.Status].
func Start(cfg Config) (*Service, error) {
	if err := cfg.ID.Validate(); err != nil {
		return nil, errors.New("discovery: no peer ID")
	}
	if cfg.Addrs == nil {
		return nil, errors.New("discovery: no addresses to announce")
	}
	if cfg.Version < 0 || cfg.Version > 0xffff {
		return nil, errors.New("discovery: version is out of range")
	}
	if err := CheckNetwork(cfg.Network); err != nil {
		return nil, err
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &Service{
		cfg: cfg, start: strings.ToLower(rand.Text()[:4]), cancel: cancel, name: CleanName(cfg.Name),
		done: make(chan struct{}), wake: make(chan struct{}, 1), heard: make(chan answer),
		asked: make(map[outlet]error), table: newPeerList(),
	}
	s.refresh()
	go s.run(ctx)
	return s, nil
}

// Peers lists the nodes that have answered lately.
func (s *Service) Peers() []Peer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.table.all()
}

// Look(true) says that somebody has begun to look at the list, so that it should be fresh; Look(false) says
// that they have stopped. Calls nest.
func (s *Service) Look(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !on {
		s.lookers = max(0, s.lookers-1)
		return
	}
	s.lookers++
	select {
	case s.wake <- struct{}{}:
	default: // it will be seen anyway
	}
}

func (s *Service) looking() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lookers > 0
}

// Rename changes the announced nickname.
func (s *Service) Rename(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.name = CleanName(name)
}

// Close stops announcing and asking. A running question ends within a second, without effect.
func (s *Service) Close() error {
	s.cancel()
	<-s.done
	return nil
}

func (s *Service) announcement() announcement {
	s.mu.Lock()
	name := s.name
	s.mu.Unlock()
	return announcement{ID: s.cfg.ID, Name: name, Version: s.cfg.Version, Time: uint64(max(time.Now().Unix(), 0)), Addrs: s.cfg.Addrs()}
}
