//go:build !js

package host

import (
	"cmp"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
)

// A pair is who has asked for a circuit, and to whom it leads. There is one for each.
type pair struct{ from, to peer.ID }

// A carried circuit is one that leads through this host: two streams, and what comes on one
// goes out on the other.
type carried struct {
	pair
	in network.Stream // of who has asked

	mu    sync.Mutex     // guards the next
	out   network.Stream // to where it leads; nil before it does
	ended bool
}

// lead says to where the circuit leads. It returns false if it has ended meanwhile.
func (c *carried) lead(out network.Stream) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out = out
	return !c.ended
}

// drop ends the half that this host has opened, if there is one.
func (c *carried) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended = true; c.out != nil {
		_ = c.out.Reset()
	}
}

// end ends the circuit, wherever it is.
func (c *carried) end() {
	c.drop()
	_ = c.in.Reset()
}

// carry carries what comes until both sides have closed it, or nothing has come for so long,
// from either. took is told of the bytes, and may hold them up.
func (c *carried) carry(idle time.Duration, took func(n int) error) {
	quiet := time.AfterFunc(idle, c.end)
	defer quiet.Stop()
	heard := func(n int) error {
		quiet.Reset(idle)
		return took(n)
	}
	var wg sync.WaitGroup
	wg.Go(func() { c.pass(c.in, c.out, heard) })
	wg.Go(func() { c.pass(c.out, c.in, heard) })
	wg.Wait()
	_, _ = c.in.Close(), c.out.Close()
}

// pass carries in one direction.
func (c *carried) pass(from, to network.Stream, heard func(n int) error) {
	buf := make([]byte, circuitBuffer)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			_, sent := to.Write(buf[:n])
			err = cmp.Or(sent, heard(n), err)
		}
		if errors.Is(err, io.EOF) {
			err = to.CloseWrite()
			if err == nil {
				return
			}
		}
		if err != nil {
			c.end()
			return
		}
	}
}

// circuits are those that lead through a relay.
type circuits struct {
	standing func(peer.ID) standing
	all      map[pair]*carried
	of       map[peer.ID]int // to and from each peer
}

func newCircuits(of func(peer.ID) standing) *circuits {
	return &circuits{standing: of, all: map[pair]*carried{}, of: map[peer.ID]int{}}
}

// admit counts a circuit, and returns those that have to end for it: the last one of the same
// two, whose connection is a new one now, and those of who gives way. It returns false if
// nobody has to.
func (cs *circuits) admit(c *carried) (out []*carried, ok bool) {
	if last := cs.all[c.pair]; last != nil {
		out = []*carried{last}
	} else if out, ok = cs.makeWay(c); !ok {
		return nil, false
	}
	for _, o := range out {
		cs.leave(o)
	}
	cs.all[c.pair] = c
	cs.of[c.from]++
	cs.of[c.to]++
	return out, true
}

// makeWay chooses what ends for a new circuit: where one of its ends has as many as one may,
// one of that end's; where there are too many of all, any.
func (cs *circuits) makeWay(c *carried) (out []*carried, ok bool) {
	for _, end := range []peer.ID{c.from, c.to} {
		if cs.of[end] < circuitsPeer {
			continue
		}
		o := cs.first(c, func(o *carried) bool { return o.from == end || o.to == end })
		if o == nil {
			return nil, false
		}
		out = append(out, o)
	}
	if len(out) == 0 && len(cs.all) >= circuitsAll {
		o := cs.first(c, func(*carried) bool { return true })
		if o == nil {
			return nil, false
		}
		out = append(out, o)
	}
	return out, true
}

// first chooses, among some, the circuit that gives way: that of the lowest standing; then of
// the peer with the most circuits.
func (cs *circuits) first(c *carried, among func(*carried) bool) (out *carried) {
	wants, would := cs.worth(c.pair), max(cs.of[c.from], cs.of[c.to])+1
	var lowest standing
	most := 0
	for p, o := range cs.all {
		has, holds := cs.worth(p), max(cs.of[p.from], cs.of[p.to])
		if among(o) && givesWay(has, holds, wants, would) && (out == nil || has < lowest || has == lowest && holds > most) {
			out, lowest, most = o, has, holds
		}
	}
	return out
}

// worth is the standing of a circuit: that of whichever end has less to show.
func (cs *circuits) worth(p pair) standing { return min(cs.standing(p.from), cs.standing(p.to)) }

// leave takes a circuit out, if it is there.
func (cs *circuits) leave(c *carried) {
	if cs.all[c.pair] != c {
		return
	}
	delete(cs.all, c.pair)
	for _, end := range []peer.ID{c.from, c.to} {
		if cs.of[end]--; cs.of[end] == 0 {
			delete(cs.of, end)
		}
	}
}
