package node

import (
	"github.com/libp2p/go-libp2p/core/peer"

	"fives/p2p/control"
	"fives/p2p/present"
	"fives/p2p/replica"
)

// saying is what the event stream has been told of a table, so that it is told
// once.
type saying struct {
	present.Reporter
	// watching holds the spectators of whom it has been told.
	watching map[peer.ID]bool
}

// report turns what happened into events. g.mu is held.
func (g *game) report(notes []replica.Note) {
	for _, e := range g.said.Events(g.r, notes) {
		g.n.events.add(e)
	}
	if g.said.Changed(g.r) {
		g.n.events.touch(g.id.String())
	}
	g.archiveDone()
}

func (g *game) say(e control.Event) {
	e.Table = g.id.String()
	g.n.events.add(e)
}
