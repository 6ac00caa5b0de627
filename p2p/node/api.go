package node

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/lobby"
	"fives/p2p/present"
	"fives/p2p/replica"
	"fives/p2p/wire"
)

// Status says how the node fares.
func (n *Node) Status() control.Status {
	s := control.Status{
		API: control.API, Version: n.cfg.Version, Name: n.name, Key: fmt.Sprintf("%x", n.self[:]),
		Fingerprint: record.Fingerprint(n.self), Peer: n.host.ID().String(), Home: n.cfg.Home,
		Network: n.cfg.Network, PID: os.Getpid(), Started: n.started, Peers: len(n.host.Network().Peers()),
		Addresses: []string{}, Interfaces: []control.Link{}, Warnings: []string{},
	}
	for _, a := range n.host.Addrs() {
		s.Addresses = append(s.Addresses, fmt.Sprintf("%s/p2p/%s", a, n.host.ID()))
	}
	for _, i := range n.discovery.Status() {
		l := control.Link{Name: i.Name, Discovery: i.Serving && i.Asking, Problem: strings.Join(i.Problems, "; ")}
		for _, a := range i.Addrs {
			l.Addresses = append(l.Addresses, a.String())
		}
		s.Interfaces = append(s.Interfaces, l)
	}
	for _, g := range n.running() {
		if !g.finished() {
			s.Tables++
		}
		if err := g.Snapshot().Failed; err != nil {
			s.Warnings = append(s.Warnings, fmt.Sprintf("table %s waits for the store: %v", short(g.id), err))
		}
	}
	return s
}

// Join takes a seat at another node's open table.
func (n *Node) Join(ctx context.Context, r control.JoinRequest) (control.Offer, error) {
	claims, err := n.findOffer(ctx, r)
	if err != nil {
		return control.Offer{}, err
	}
	var first error
	for _, o := range claims {
		o, err := n.joinAt(ctx, o, r)
		if err == nil {
			return o, nil
		}
		first = cmp.Or(first, err)
	}
	return control.Offer{}, first
}

func (n *Node) joinAt(ctx context.Context, o control.Offer, r control.JoinRequest) (control.Offer, error) {
	from, err := peer.Decode(o.Peer)
	if err != nil {
		return control.Offer{}, err
	}
	id, err := parseID(o.ID)
	if err != nil {
		return control.Offer{}, err
	}
	j, err := n.join(ctx, from, id, r.Code, r.Play)
	if err != nil {
		return control.Offer{}, joinError(err)
	}
	_, terms, seats, err := table.OpenProposal(j.want.Proposal, n.cfg.Games)
	if err != nil {
		return control.Offer{}, err
	}
	describe(&o, terms, seats)
	n.mu.Lock()
	o.Taken, o.Joined = slices.Clone(j.taken), true
	n.mu.Unlock()
	return o, nil
}

// maxClaims is how many nodes are asked that say that one table is theirs.
const maxClaims = 8

// findOffer finds the open table that a request means. Of a private one only
// the ID is known, which anybody can repeat: then there is more than one offer
// of it, and only its host can show the proposal.
func (n *Node) findOffer(ctx context.Context, r control.JoinRequest) ([]control.Offer, error) {
	want := strings.ToLower(r.Table)
	fits := func(o control.Offer) bool {
		return !o.Running && !o.Mine && strings.HasPrefix(o.ID, want) && (want != "" || !o.Joined && (!o.Private || r.Code != ""))
	}
	var found []control.Offer
	for _, patience := range []time.Duration{quickly, lobbyTime} { // a slow host may have it
		if len(found) == 0 {
			found = slices.DeleteFunc(n.tablesWithin(ctx, patience).Open, func(o control.Offer) bool { return !fits(o) })
		}
	}
	switch {
	case len(found) == 0 && want == "":
		return nil, control.Fail(control.ReasonNoOpenTable, n.others(""))
	case len(found) == 0:
		return nil, control.Fail(control.ReasonNoOpenTable, n.others(r.Table))
	case slices.ContainsFunc(found, func(o control.Offer) bool { return o.ID != found[0].ID }):
		return nil, present.Ambiguous(present.Sorted(found, func(o control.Offer) string { return o.ID }))
	case found[0].Joined:
		return nil, control.Fail(control.ReasonJoinedAlready, control.Data{})
	}
	return found[:min(len(found), maxClaims)], nil
}

// Leave withdraws an open table, gives a reserved seat back, or leaves a table.
func (n *Node) Leave(ctx context.Context, name string) (string, error) {
	n.mu.Lock()
	var found []record.Hash
	fits := func(id record.Hash) bool { return strings.HasPrefix(id.String(), strings.ToLower(name)) }
	for id := range n.offers {
		if fits(id) {
			found = append(found, id)
		}
	}
	for id := range n.joins {
		if fits(id) {
			found = append(found, id)
		}
	}
	n.mu.Unlock()
	for _, g := range n.running() {
		if fits(g.id) && (name != "" || g.inPlay()) {
			found = append(found, g.id)
		}
	}
	if len(found) == 0 {
		return "", control.Fail(control.ReasonNothingToLeave, control.Data{})
	}
	if len(found) > 1 {
		return "", present.Ambiguous(present.Sorted(found, record.Hash.String))
	}
	return n.leave(found[0])
}

func (n *Node) leave(id record.Hash) (string, error) {
	n.mu.Lock()
	o, j := n.offers[id], n.joins[id]
	n.mu.Unlock()
	g := n.game(id)
	switch {
	case o != nil:
		return control.Withdrawn, n.withdraw(o)
	case j != nil:
		j.giveBack()
		return control.GivenBack, nil
	case g == nil:
		return "", control.Fail(control.ReasonNothingToLeave, control.Data{})
	}
	err := g.do(func(r *replica.Replica, now time.Time) error {
		if r.Table().Over() {
			return control.Fail(control.ReasonGameOver, control.Data{})
		}
		return r.Leave(r.Local(), now)
	})
	if err != nil {
		return "", present.PlayError(err)
	}
	return control.Left, nil
}

// giveBack tells the host, if it can be reached, and forgets the seat.
func (j *joining) giveBack() {
	j.n.mu.Lock()
	s := j.stream
	j.n.mu.Unlock()
	if s != nil {
		s.SetWriteDeadline(time.Now().Add(lobby.FrameTime))
		wire.Write(s, lobby.SeatRequest{Leave: true})
	}
	j.giveUp("")
	if s != nil {
		s.Close()
	}
}

// inPlay reports whether a table is neither over nor left.
func (g *game) inPlay() (ok bool) {
	g.look(func(r *replica.Snapshot) {
		o := r.Local()
		ok = o != nil && !o.Left && !r.Table().Over() && r.Accepted()
	})
	return ok
}

// continued reports whether this node plays on elsewhere, or has left.
func (g *game) continued() (yes bool) {
	g.look(func(r *replica.Snapshot) { yes = left(r) })
	return yes
}

// left reports whether this node's seat signs nothing more at a table.
func left(r *replica.Snapshot) bool { return r.Local() != nil && r.Local().Left }

// find finds one of this node's tables: by a beginning of its ID, or the only
// one that is being played, or else the one played last.
func (n *Node) find(name string) (*game, error) {
	var all []*game
	for _, g := range n.running() {
		if strings.HasPrefix(g.id.String(), strings.ToLower(name)) {
			all = append(all, g)
			n.session.Used(g.Table)
		}
	}
	n.mu.Lock()
	waiting := n.awaited(name)
	n.mu.Unlock()
	old, err := n.recallNamed(name, slices.ContainsFunc(all, func(g *game) bool { return !n.session.Recalled(g.Table) && !g.continued() }))
	if err != nil {
		return nil, err
	}
	all = append(all, old...)
	if name == "" {
		playing := slices.DeleteFunc(slices.Clone(all), func(g *game) bool { return !g.inPlay() })
		stayed := slices.DeleteFunc(slices.Clone(all), (*game).continued)
		switch {
		case len(playing) > 0:
			all = playing
		case len(stayed) > 0:
			all = []*game{latest(stayed)}
		case len(all) > 0:
			all = []*game{latest(all)}
		}
	}
	switch {
	case len(all) == 1:
		return all[0], nil
	case len(all) > 1:
		return nil, present.Ambiguous(present.Sorted(all, func(g *game) string { return g.id.String() }))
	case waiting:
		return nil, control.Fail(control.ReasonNotBegun, control.Data{})
	case name != "":
		return nil, control.Fail(control.ReasonNoTable, control.Data{Name: name})
	}
	return nil, control.Fail(control.ReasonNoTables, control.Data{})
}

// awaited reports whether a name fits a table that has not begun. n.mu must be
// held.
func (n *Node) awaited(name string) bool {
	fits := func(id record.Hash) bool { return strings.HasPrefix(id.String(), strings.ToLower(name)) }
	return slices.ContainsFunc(slices.Collect(maps.Keys(n.offers)), fits) ||
		slices.ContainsFunc(slices.Collect(maps.Keys(n.joins)), fits)
}

// latest is the table that began last.
func latest(all []*game) *game {
	return slices.MaxFunc(all, func(a, b *game) int { return cmp.Compare(a.began(), b.began()) })
}

func (g *game) began() (t uint64) {
	g.look(func(r *replica.Snapshot) { t = present.StartTime(r.Table()) })
	return t
}

// Play makes a move.
func (n *Node) Play(ctx context.Context, name, move string, step ...uint64) error {
	g, err := n.find(name)
	if err != nil {
		return err
	}
	err = g.do(func(r *replica.Replica, now time.Time) error {
		if len(step) > 0 && step[0] != r.Table().Step() {
			return present.MovedOn()
		}
		return r.Play(r.Local(), move, now)
	})
	if err != nil {
		return present.PlayError(err)
	}
	return nil
}

// Log returns a table's log as it would be exported.
func (n *Node) Log(name string) ([]record.Record, error) {
	g, err := n.find(name)
	if err != nil {
		return nil, err
	}
	var log []record.Record
	g.look(func(r *replica.Snapshot) {
		if t := r.Table(); t.Continuation() == nil || t.Step() > 0 || len(t.Arrived()) > 0 {
			log = t.Log()
		}
	})
	if log == nil { // what a continuation is stands in the acceptances
		return nil, control.Fail(control.ReasonNoLog, control.Data{})
	}
	return log, nil
}

func (n *Node) handleStreams(ctx context.Context) {
	n.handle(protocolTable, n.handleTable)
	n.handle(protocolLobby, n.handleLobby)
	n.handle(protocolJoin, func(s network.Stream) { n.handleJoin(ctx, s) })
}

// handle serves the streams of a protocol. Streams that are still served when the
// node ends are waited for, as the host does not.
func (n *Node) handle(id protocol.ID, serve func(network.Stream)) {
	n.host.SetStreamHandler(id, func(s network.Stream) {
		if !n.enter() {
			s.Reset()
			return
		}
		defer n.work.Done()
		serve(s)
	})
}
