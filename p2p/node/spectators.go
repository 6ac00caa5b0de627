package node

import (
	"context"
	"fmt"
	"slices"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/peers"
	"fives/p2p/present"
	"fives/p2p/replica"
)

const (
	maxOnlookers = 16 // spectators that a node serves at one table
	maxAdmitted  = 64 // nodes that a node lets in to watch one private table
)

// Admit lets a node without a seat watch a private table: from now on the lobby
// shows it the table, with a credential that all seats' nodes accept.
func (n *Node) Admit(ctx context.Context, name, who string) (control.Admission, error) {
	g, err := n.find(name)
	if err != nil {
		return control.Admission{}, err
	}
	p, err := n.findPeer(who)
	if err != nil {
		return control.Admission{}, err
	}
	id, err := peer.Decode(p.ID)
	if err != nil {
		return control.Admission{}, present.BadRequest(err)
	}
	if err := g.mayAdmit(id); err != nil {
		return control.Admission{}, err
	}
	key, err := host.PublicKey(id)
	if err != nil {
		return control.Admission{}, present.BadRequest(err)
	}
	return control.Admission{Table: g.id.String(), Peer: p}, g.admitSpectator(record.Key(key))
}

// mayAdmit tells why a node cannot be let in.
func (g *game) mayAdmit(id peer.ID) error {
	refuse := func(text, hint string) error {
		return &control.Error{Code: control.CodeConflict, Message: text, Hint: hint}
	}
	switch {
	case g.onlooker:
		return present.PlayError(replica.ErrNoSeat)
	case !g.terms.Spectators:
		return refuse("this table lets no spectators in", "that is settled when it is opened: fives host … --spectators")
	case !g.terms.Private:
		return refuse("this table is public: anybody may watch it", "fives watch "+short(g.id)+" follows it")
	case g.admits(id) || id == g.n.host.ID():
		return refuse("that node has a seat at this table", "")
	case g.finished():
		return refuse("the game is over", "")
	}
	return nil
}

// admitSpectator notes a spectator durably.
func (g *game) admitSpectator(spectator record.Key) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if slices.Contains(g.admitted, spectator) {
		return nil
	}
	if len(g.admitted) >= maxAdmitted {
		return &control.Error{Code: control.CodeConflict, Message: fmt.Sprintf("you have let %d spectators in already", maxAdmitted)}
	}
	admitted := append(slices.Clone(g.admitted), spectator)
	if err := g.n.store.PutAdmitted(g.id, admitted); err != nil {
		return err
	}
	g.admitted = admitted
	return nil
}

// credentialFor is what this node gives a spectator that it has let in, nil for
// all others.
func (g *game) credentialFor(spectator record.Key) (c *lobby.Credential) {
	g.look(func(r *replica.Replica) {
		own := r.Local()
		if own == nil || !slices.Contains(g.admitted, spectator) {
			return
		}
		var err error
		if c, err = (lobby.Admission{Table: g.id, Spectator: spectator, Seat: uint64(own.Seat())}).Sign(g.n.key); err != nil {
			g.n.log.Error("signing a credential", "err", err)
		}
	})
	return c
}

// lets reports whether a node without a seat may watch: anybody where the table
// is public and allows it, and who has a seat's credential where it is private.
// It waits for no lock, so that a stranger cannot tell by the time it takes
// whether a private table is here.
func (g *game) lets(id peer.ID, c *lobby.Credential) bool {
	if g.onlooker || !g.terms.Spectators {
		return false
	}
	if !g.terms.Private {
		return true
	}
	key, err := host.PublicKey(id)
	return err == nil && c.Admits(g.id, g.terms, record.Key(key))
}

// hasRoom reports whether one more spectator can be served, or this one again.
func (g *game) hasRoom(id peer.ID) (ok bool) {
	g.look(func(*replica.Replica) {
		onlookers := 0
		for p := range g.conns {
			if !g.admits(peer.ID(p)) {
				onlookers++
			}
		}
		ok = onlookers < maxOnlookers || g.conns[replica.Peer(id)] != nil
	})
	return ok
}

// tellWatching tells the people at the table that a spectator has come or gone.
func (g *game) tellWatching(id peer.ID) {
	if g.onlooker || g.admits(id) {
		return
	}
	name, shown := g.n.directory.Shown(nodeOf(id))
	g.mu.Lock()
	defer g.mu.Unlock()
	here := g.conns[replica.Peer(id)] != nil
	if here == g.said.watching[id] {
		return
	}
	text := shown + " watches the table"
	if here {
		if g.said.watching == nil {
			g.said.watching = map[peer.ID]bool{}
		}
		g.said.watching[id] = true
	} else {
		delete(g.said.watching, id)
		text = shown + " does not watch any more"
	}
	g.say(control.Event{Kind: control.EventWatch, Name: name, Text: text})
}

// findPeer finds the node that a person means.
func (n *Node) findPeer(who string) (control.Peer, error) { return peers.Find(n.Peers(), who) }
