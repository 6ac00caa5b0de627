package node

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"

	"fives/crypto/cpace"
	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/present"
	"fives/p2p/replica"
	"fives/p2p/wire"
)

// Frames of a join stream (PROTOCOL §4.2). The joiner speaks first:
//
//	joiner → host  joinHello     the table, and fresh bytes
//	host → joiner  joinWelcome   the proposal; or first, for a private table, fresh bytes
//	joiner → host  joinProof       and the PAKE: its share,
//	host → joiner  joinWelcome     share and tag,
//	joiner → host  joinProof       tag
//	host → joiner  joinWelcome
//	joiner → host  joinRequest   the signed join
//	host → joiner  waiting       who sits there; and again, with each change
type (
	joinHello struct {
		Table   record.Hash `cbor:"table"`
		Session fresh       `cbor:"session"`
		Minor   uint64      `cbor:"minor,omitempty"`
	}
	joinWelcome struct {
		Refused  string         `cbor:"refused,omitempty"`
		Session  *fresh         `cbor:"session,omitempty"`
		Share    []byte         `cbor:"share,omitempty"`
		Tag      []byte         `cbor:"tag,omitempty"`
		Proposal *record.Record `cbor:"proposal,omitempty"`
	}
	joinProof struct {
		Share []byte `cbor:"share,omitempty"`
		Tag   []byte `cbor:"tag,omitempty"`
	}
	joinRequest struct {
		Join  *record.Record `cbor:"join,omitempty"`
		Leave bool           `cbor:"leave,omitempty"` // gives the seat back
	}
	waiting struct {
		Refused   string   `cbor:"refused,omitempty"`
		Taken     []string `cbor:"taken,omitempty"`
		Begun     bool     `cbor:"begun,omitempty"`
		Withdrawn bool     `cbor:"withdrawn,omitempty"`
	}
)

const (
	joinTime = 10 * time.Second // for each frame before the seat is given
	// handshakeTime is for all of them, with the wait for a code.
	handshakeTime = 5*joinTime + slowest
	joinEvery     = time.Second / 2 // between the joins that a peer tries
	joinBurst     = 20
	idleWait      = 15 * time.Second // without a frame in the waiting room
	waitEvery     = 5 * time.Second  // the host repeats itself
)

// refusal is an error whose text goes to the other side.
type refusal string

func (r refusal) Error() string { return string(r) }

// maxRefusal is the longest refusal that is shown, in bytes.
const maxRefusal = 100

// refused is another side's refusal, fit to be shown.
func refused(text string) refusal {
	return cmp.Or(refusal(present.CleanLine(text[:min(len(text), maxRefusal)])), "the host gives no reason")
}

const (
	noTable   = refusal("there is no such open table here")
	wrongCode = refusal("the code is wrong")
	tooOften  = refusal("too many wrong codes")
	badJoin   = refusal("the join does not fit the table")
)

// handleJoin gives a seat at an open table to another node.
func (n *Node) handleJoin(ctx context.Context, s network.Stream) {
	defer s.Close()
	s.SetWriteDeadline(time.Now().Add(handshakeTime))
	id := s.Conn().RemotePeer()
	leave, ok := n.strangers.Enter(nodeOf(id), addressOf(s.Conn()))
	if !ok {
		s.Reset()
		return
	}
	defer leave()
	if !n.joinLimit.Allow(nodeOf(id)) {
		s.Reset()
		return
	}
	o, w, err := n.hearJoin(ctx, s, id)
	leave()
	if err != nil {
		var r refusal
		if errors.As(err, &r) {
			wire.Write(s, waiting{Refused: string(r)})
			return
		}
		n.log.Debug("join", "peer", id, "err", err)
		s.Reset()
		return
	}
	n.attend(ctx, s, o, w)
}

// hearJoin runs the protocol up to the seat.
func (n *Node) hearJoin(ctx context.Context, s network.Stream, id peer.ID) (*offer, *waiter, error) {
	key, err := host.PublicKey(id)
	if err != nil {
		return nil, nil, err
	}
	var hello joinHello
	if err := wire.ReadShort(s, joinTime, strangerFrame, &hello); err != nil {
		return nil, nil, err
	}
	n.directory.NoteMinor(nodeOf(id), hello.Minor)
	n.mu.Lock()
	o := n.offers[hello.Table]
	if o == nil {
		o = n.movedTo(hello.Table, record.Key(key))
	}
	private := o != nil && o.code != nil
	n.mu.Unlock()
	if o == nil {
		return nil, nil, noTable
	}
	if private && !n.hasSeat(o, record.Key(key)) {
		if err := n.checkCode(ctx, s, o, record.Key(key), hello.Session); err != nil {
			return nil, nil, err
		}
	}
	if err := wire.Write(s, joinWelcome{Proposal: &o.Proposal}); err != nil {
		return nil, nil, err
	}
	var q joinRequest
	if err := wire.ReadShort(s, joinTime, strangerFrame, &q); err != nil {
		return nil, nil, err
	}
	if q.Join == nil {
		return nil, nil, badJoin
	}
	w, err := n.take(o, *q.Join, record.Key(key))
	return o, w, err
}

// hasSeat tells whether a node has a seat at an open table already, or had one
// before a restart.
func (n *Node) hasSeat(o *offer, key record.Key) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, j := range o.Joins {
		if hostOf(o.id, j) == key {
			return true
		}
	}
	return o.keeps(key)
}

// checkCode runs CPace as the responder. From the joiner's share on, the run
// counts as a wrong guess until the joiner has shown that it has the code.
func (n *Node) checkCode(ctx context.Context, s network.Stream, o *offer, joiner record.Key, session fresh) error {
	says, err := newFresh()
	if err != nil {
		return err
	}
	if err := wire.Write(s, joinWelcome{Session: &says}); err != nil {
		return err
	}
	var proof joinProof
	if err := wire.ReadShort(s, joinTime, strangerFrame, &proof); err != nil {
		return err
	}
	id, addr := string(s.Conn().RemotePeer()), sourceOf(s.Conn())
	c, wait, err := n.tryCode(o, id, addr)
	if err != nil {
		return err
	}
	defer n.tendCode(o)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(wait):
	}
	d := door{table: o.id, joiner: joiner, host: n.self, asks: session, says: says}
	if err := respond(s, d, c.text, proof.Share); err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	c.succeed(id, addr)
	return nil
}

// respond is the host's side of CPace, from the joiner's share on.
func respond(s network.Stream, d door, text string, theirs []byte) error {
	x, share, err := cpace.Start(d.config(cpace.Responder), []byte(text), rand.Reader)
	if err != nil {
		return err
	}
	conf, err := x.Finish(theirs)
	if err != nil {
		return wrongCode
	}
	if err := wire.Write(s, joinWelcome{Share: share, Tag: conf.Tag()}); err != nil {
		return err
	}
	var proof joinProof
	if err := wire.ReadShort(s, joinTime, strangerFrame, &proof); err != nil {
		return err
	}
	if _, err := conf.Verify(proof.Tag); err != nil {
		return wrongCode
	}
	return nil
}

// tryCode begins a run at the code of now. The check and the count are one step:
// so many runs at once get no more guesses than one after the other.
func (n *Node) tryCode(o *offer, id, addr string) (*code, time.Duration, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.renewCode(o)
	wait, ok := o.code.try(id, addr)
	if !ok {
		return nil, 0, tooOften
	}
	return o.code, wait, nil
}

// tendCode draws a new code at the end of a run, so that people hear of it.
func (n *Node) tendCode(o *offer) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.renewCode(o)
}

// renewCode draws a new code when the old one has been guessed at too often;
// n.mu is held.
func (n *Node) renewCode(o *offer) {
	if n.offers[o.id] != o || !o.code.exhausted() {
		return
	}
	o.code = o.code.renewed()
	o.Code = o.code.text
	if err := n.store.PutOffer(o.id, o.Offer); err != nil {
		n.log.Warn("storing an offer", "err", err)
	}
	n.events.add(control.Event{Kind: control.EventLobby, Table: o.id.String(),
		Text: "somebody has been guessing the code; the new one is " + o.Code})
}

// take checks a join and gives it a seat, the old one if it had one.
func (n *Node) take(o *offer, join record.Record, key record.Key) (*waiter, error) {
	seat, err := table.OpenJoin(join, o.id)
	if err != nil || replica.Node(seat) != key {
		return nil, badJoin
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.offers[o.id] != o {
		return nil, noTable
	}
	known := false
	for _, j := range o.Joins {
		if j.Same(join) {
			known = true
		} else if hostOf(o.id, j) == key {
			return nil, refusal("this node has a seat there already")
		}
	}
	if !known {
		if err := n.seat(o, join); err != nil {
			return nil, err
		}
	}
	if old := o.wait[key]; old != nil {
		old.finish(waiting{})
	}
	w := newWaiter(key)
	o.wait[key] = w
	delete(o.gone, key)
	n.lobbyChanged(o)
	n.beginFull(o)
	return w, nil
}
