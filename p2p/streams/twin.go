package streams

import (
	"cmp"
	"context"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	ma "github.com/multiformats/go-multiaddr"

	"fives/engine/record"
	"fives/p2p/limit"
	"fives/p2p/twin"
	"fives/p2p/wire"
)

// Limits of what is said about twins (PROTOCOL §4.7).
const (
	twinTime  = 3 * time.Second         // for all that is said on a stream
	passTime  = 1500 * time.Millisecond // for the answer of somebody whom a question is passed to
	passMost  = 4                       // connections that a question is passed to
	twinEvery = 500 * time.Millisecond
	twinBurst = 40
	maxWays   = 16 // by which twins are asked again
	maxCalls  = 4  // under way, to addresses that anybody can have announced
	maxCalled = 64
	// aloneAfter is how long a node that looks on stays with the others, so that the one that
	// plays hears of it through them.
	aloneAfter = 3 * time.Second
)

// twins is how this node asks for daemons with its own key: over each new connection, before
// it has a table's stream there; at addresses at which its own ID is announced; and where one
// was found, again and again.
type twins struct {
	guard *twin.Guard
	hails *limit.Rate // of one peer

	mu    sync.Mutex               // guards the rest
	conns map[string]chan struct{} // closed when the peer has answered
	ways  map[way]found
	calls map[string]time.Time // when an address was called last
	under int                  // calls
}

// A found way is one by which a twin was found, and when.
type found struct{ last, asked time.Time }

// A way leads to a twin: through a neighbour of both, or to an address.
type way struct {
	through record.Key
	at      string
}

// A talk is a stream on which two sides speak of twins.
type talk interface {
	wire.Stream
	io.Writer
	CloseWrite() error
}

func newTwins(g *twin.Guard) *twins {
	return &twins{
		guard: g, hails: limit.NewRate(time.Now, twinEvery, twinBurst),
		conns: map[string]chan struct{}{}, ways: map[way]found{}, calls: map[string]time.Time{},
	}
}

// askOver asks a peer over a new connection whether another daemon with this node's key is
// connected to it.
func (n *Network) askOver(c network.Conn) {
	done := make(chan struct{})
	n.twins.mu.Lock()
	n.twins.conns[c.ID()] = done
	n.twins.mu.Unlock()
	n.cfg.Work.Go(func() {
		defer close(done)
		n.askThrough(c)
	})
}

// waitAnswer waits until a peer has said over a connection whether this node has a twin, or
// time is up. What it says about a table is heard only after that.
func (w *twins) waitAnswer(ctx context.Context, c network.Conn) {
	w.mu.Lock()
	done := w.conns[c.ID()]
	w.mu.Unlock()
	if done == nil {
		return // the connection has ended
	}
	select {
	case <-done:
	case <-ctx.Done():
	}
}

func (w *twins) forget(c network.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.conns, c.ID())
}

// askAll asks all who are connected again: this node was asleep, and a twin may have come.
func (n *Network) askAll() {
	for _, c := range n.host.Network().Conns() {
		if !n.host.IsTwin(c.RemotePeer()) {
			n.cfg.Work.Go(func() { n.askThrough(c) })
		}
	}
}

// askThrough asks for twins through a peer.
func (n *Network) askThrough(c network.Conn) {
	ctx, cancel := context.WithTimeout(n.ctx, twinTime)
	defer cancel()
	s, err := n.host.StreamOver(ctx, c, ProtocolTwin)
	if err == nil {
		err = n.twins.converse(s, true, way{through: NodeOf(c.RemotePeer())})
		s.Reset() // all is said, or nothing more is to be
	}
	if err != nil {
		n.cfg.Log.Debug("asking for twins", "peer", c.RemotePeer(), "err", err)
	}
}

// FoundTwin calls a twin at addresses at which this node's own ID was announced, or where its
// user says that it is. Whoever is there, the handshake says whether it has the key.
func (n *Network) FoundTwin(addrs []ma.Multiaddr) {
	for _, a := range addrs {
		if isTCP(a) && n.twins.mayCall(a.String()) {
			n.cfg.Work.Go(func() {
				defer n.twins.endCall()
				n.call(a)
			})
		}
	}
}

func isTCP(a ma.Multiaddr) bool { return len(a) == 2 && a[1].Code() == ma.P_TCP }

// mayCall reports whether an address may be called now, and counts the call until endCall.
func (w *twins) mayCall(at string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.calls) >= maxCalled {
		clear(w.calls)
	}
	if w.under >= maxCalls || time.Since(w.calls[at]) < twin.Every {
		return false
	}
	w.calls[at] = time.Now()
	w.under++
	return true
}

// endCall ends a call that mayCall has allowed.
func (w *twins) endCall() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.under--
}

func (n *Network) call(a ma.Multiaddr) {
	ctx, cancel := context.WithTimeout(n.ctx, twinTime)
	defer cancel()
	s, err := n.host.CallTwin(ctx, a, ProtocolTwin)
	if err == nil {
		err = n.twins.converse(s, false, way{at: a.String()})
		s.Close()
	}
	if err != nil {
		n.cfg.Log.Debug("calling a twin", "address", a, "err", err)
	}
}

// converse asks on a stream, and answers what is asked back.
func (w *twins) converse(s talk, pass bool, by way) error {
	h := w.guard.Hail(pass)
	if err := wire.Write(s, h); err != nil {
		return err
	}
	var r twin.Reply
	if err := wire.ReadShort(s, twinTime, twin.MaxFrame, &r); err != nil || r.Statement == nil {
		return err
	}
	other, err := w.guard.Take(h.Nonce, *r.Statement)
	if err != nil || !other {
		return err
	}
	w.note(by)
	if r.Nonce == nil {
		return nil
	}
	back, err := w.guard.AnswerBack(*r.Nonce)
	if err != nil {
		return err
	}
	return last(s, back)
}

// last says the last of a talk, and waits until the other side has taken it in.
func last(s talk, r twin.Reply) error {
	if err := wire.Write(s, r); err != nil {
		return err
	}
	if err := cmp.Or(s.CloseWrite(), s.SetReadDeadline(time.Now().Add(twinTime))); err != nil {
		return err
	}
	_, _ = s.Read(make([]byte, 1))
	return nil
}

// handleTwin answers a peer that asks for twins: its own, or one of this node.
func (n *Network) handleTwin(s network.Stream) {
	defer s.Reset() // what was said has been taken in by then
	from := NodeOf(s.Conn().RemotePeer())
	leave, ok := n.cfg.Strangers.Enter(from, addressOf(s.Conn()))
	if !ok {
		return
	}
	defer leave()
	if !n.twins.hails.Allow(from) || s.SetWriteDeadline(time.Now().Add(3*twinTime)) != nil {
		return
	}
	var h twin.Hail
	err := wire.ReadShort(s, twinTime, twin.MaxFrame, &h)
	switch {
	case err != nil:
	case h.Pass:
		err = n.passOn(s, h)
	default:
		err = n.answer(s, h)
	}
	if err != nil {
		n.cfg.Log.Debug("speaking of twins", "peer", s.Conn().RemotePeer(), "err", err)
	}
}

// answer tells who this daemon is, and hears who the other one is, if it has the key too.
func (n *Network) answer(s network.Stream, h twin.Hail) error {
	r, err := n.twins.guard.Answer(h)
	if err != nil {
		return err
	}
	if r.Nonce == nil {
		return last(s, r)
	}
	if err := wire.Write(s, r); err != nil {
		return err
	}
	var back twin.Reply
	if err := wire.ReadShort(s, twinTime, twin.MaxFrame, &back); err != nil || back.Statement == nil {
		return err
	}
	other, err := n.twins.guard.Take(*r.Nonce, *back.Statement)
	if other && err == nil && !n.host.IsTwin(s.Conn().RemotePeer()) {
		n.twins.note(way{through: NodeOf(s.Conn().RemotePeer())})
	}
	return err
}

// An heir is a stream to another daemon with the asker's key, and what it has answered.
type heir struct {
	network.Stream
	reply twin.Reply
}

// passOn asks the other connections of a peer's key what the peer wants to know, and hands
// on what the two say to each other. What it is, they judge themselves.
func (n *Network) passOn(s network.Stream, h twin.Hail) error {
	other, ok := n.firstOther(s.Conn(), h)
	if !ok {
		return last(s, twin.Reply{})
	}
	defer other.Reset()
	if err := wire.Write(s, other.reply); err != nil {
		return err
	}
	var back twin.Reply
	if err := wire.ReadShort(s, twinTime, twin.MaxFrame, &back); err != nil {
		return err
	}
	if err := other.SetWriteDeadline(time.Now().Add(twinTime)); err != nil {
		return err
	}
	return last(other, back)
}

// firstOther is the first of the other connections of a peer over which another daemon
// answers than the one that asks.
func (n *Network) firstOther(c network.Conn, h twin.Hail) (o heir, ok bool) {
	conns := slices.DeleteFunc(slices.Clone(n.host.Network().ConnsToPeer(c.RemotePeer())), func(d network.Conn) bool { return d.ID() == c.ID() })
	slices.SortFunc(conns, func(a, b network.Conn) int { return b.Stat().Opened.Compare(a.Stat().Opened) })
	conns = conns[:min(len(conns), passMost)]
	ctx, cancel := context.WithTimeout(n.ctx, passTime+n.far(NodeOf(c.RemotePeer())))
	defer cancel()
	answers := make(chan heir)
	for _, d := range conns {
		n.cfg.Work.Go(func() {
			a := n.passOver(ctx, d, twin.Hail{Nonce: h.Nonce, Mark: h.Mark})
			select {
			case answers <- a:
			case <-ctx.Done():
				a.drop()
			}
		})
	}
	for range conns {
		select {
		case a := <-answers:
			if a.Stream != nil && a.reply.Statement != nil && a.reply.Statement.Mark != h.Mark {
				return a, true
			}
			a.drop()
		case <-ctx.Done():
			return heir{}, false
		}
	}
	return heir{}, false
}

func (a heir) drop() {
	if a.Stream != nil {
		_ = a.Reset()
	}
}

// passOver passes a question on over one connection.
func (n *Network) passOver(ctx context.Context, c network.Conn, h twin.Hail) (a heir) {
	s, err := n.host.StreamOver(ctx, c, ProtocolTwin)
	if err != nil {
		return heir{}
	}
	end, _ := ctx.Deadline()
	a.Stream = s
	if s.SetWriteDeadline(end) != nil || wire.Write(s, h) != nil || wire.ReadShort(s, time.Until(end), twin.MaxFrame, &a.reply) != nil {
		a.drop()
		return heir{}
	}
	return a
}

// note notes by which way a twin was found.
func (w *twins) note(by way) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, known := w.ways[by]; !known && len(w.ways) >= maxWays {
		clear(w.ways) // they will be found again
	}
	w.ways[by] = found{last: time.Now(), asked: time.Now()}
}

// due lists the ways by which a twin is to be asked for again.
func (w *twins) due(pause time.Duration) (list []way) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for by, f := range w.ways {
		switch {
		case time.Since(f.last) > 4*twin.GoneAfter:
			delete(w.ways, by)
		case time.Since(f.asked) >= pause:
			f.asked = time.Now()
			w.ways[by] = f
			list = append(list, by)
		}
	}
	return list
}

// TickTwins asks again for the twins that are known, and keeps to them while this node only
// looks on: whoever looks for it is to find the other one.
func (n *Network) TickTwins() {
	st := n.cfg.Guard.State()
	n.host.KeepToTwin(st.Onlooker && time.Since(st.Yielded) >= aloneAfter)
	if !n.cfg.Guard.Known() {
		return
	}
	pause := twin.Every
	if st.Waits && st.Takes {
		pause = 0 // the other one is to say that it looks on
	}
	for _, by := range n.twins.due(pause) {
		n.cfg.Work.Go(func() { n.askAgain(by) })
	}
}

func (n *Network) askAgain(by way) {
	if by.at != "" {
		n.call(ma.StringCast(by.at))
		return
	}
	if conns := n.host.Network().ConnsToPeer(PeerOf(by.through)); len(conns) > 0 {
		n.askThrough(conns[len(conns)-1])
	}
}
