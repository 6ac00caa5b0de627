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

// A pair says who has asked for a circuit, and to whom it leads. There is one circuit for
// each pair.
type pair struct{ from, to peer.ID }

// A carried circuit leads through this host: it is two streams, and what comes in on one
// goes out on the other.
type carried struct {
	pair
	in network.Stream // of who has asked

	mu    sync.Mutex     // guards the next
	out   network.Stream // to where it leads; nil before it does
	ended bool
}

// lead sets where the circuit leads. It returns false if the circuit has ended meanwhile.
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

// carry carries bytes until both sides have closed the circuit, or nothing has come from
// either for that long. took is told how many bytes there were, and may hold them up.
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

// circuits are the circuits that lead through a relay.
type circuits struct {
	standing func(peer.ID) standing
	all      map[pair]*carried
	of       map[peer.ID]int // to and from each peer
}

func newCircuits(of func(peer.ID) standing) *circuits {
	return &circuits{standing: of, all: map[pair]*carried{}, of: map[peer.ID]int{}}
}

// admit counts a circuit, and returns those that have to end for it: the former one of the
// same pair, whose connection is a new one now, and those that give way. It returns false
// if there is no room and nobody has to give way.
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

// makeWay chooses which circuit ends for a new one: if one of its ends has as many as it
// may, one of that end's; if there are too many in all, any.
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

// first chooses, among some, the circuit that gives way: the one with the lowest standing;
// of equals, that of the peer with the most circuits.
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

// worth returns the standing of a circuit, which is the lower one of its two ends.
func (cs *circuits) worth(p pair) standing { return min(cs.standing(p.from), cs.standing(p.to)) }

// leave removes a circuit, if it is there.
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
