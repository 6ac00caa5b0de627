package peers

import (
	"time"

	"fives/engine/record"
)

const (
	// RedialEvery spaces the attempts to reach a node.
	RedialEvery = 2 * time.Second
	// maxDials bounds the attempts under way: discovery can be flooded with nodes
	// that do not exist.
	maxDials = 8
)

// dials are the attempts to reach nodes.
type dials struct {
	last  map[record.Key]time.Time
	under int
}

// StartDial reports whether a node may be dialled now, and counts the attempt until
// DialDone. A node that sits at one of this node's tables is dialled however many attempts
// are under way.
func (d *Directory) StartDial(node record.Key, sits bool) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.dials.last) > 8*maxNodes {
		clear(d.dials.last)
	}
	if time.Since(d.dials.last[node]) < RedialEvery || d.dials.under >= maxDials && !sits {
		return false
	}
	d.dials.last[node] = time.Now()
	d.dials.under++
	return true
}

// DialAnew lets nodes be dialled again at once that were dialled just now, because what can
// be reached has changed.
func (d *Directory) DialAnew() {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.dials.last)
}

// DialDone ends an attempt.
func (d *Directory) DialDone() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dials.under--
}
