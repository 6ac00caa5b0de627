package node

import (
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
)

// Between the attempts to open a table's stream to a peer.
const (
	tryEvery   = 2 * time.Second
	trySeldom  = 16 * time.Second // at the longest
	quickTries = 4                // before the pauses grow: it may know the table in a moment
)

// tries spaces attempts: a peer that goes on refusing is asked less and less
// often.
type tries struct {
	mu    sync.Mutex
	peers map[peer.ID]try
}

type try struct {
	last time.Time
	wait time.Duration
	n    int
}

// next reports whether it is time for another attempt, which then counts.
func (t *tries) next(id peer.ID, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := t.peers[id]
	if now.Sub(last.last) < last.wait {
		return false
	}
	next := try{last: now, wait: tryEvery, n: last.n + 1}
	if next.n > quickTries {
		next.wait = min(2*last.wait, trySeldom)
	}
	if t.peers == nil {
		t.peers = map[peer.ID]try{}
	}
	t.peers[id] = next
	return true
}

// worked notes that a peer has said something about the table.
func (t *tries) worked(id peer.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if last, ok := t.peers[id]; ok && last.n > 0 {
		t.peers[id] = try{last: last.last, wait: tryEvery}
	}
}
