//go:build !js

package host

import (
	"net"
	"net/netip"
	"time"

	"fives/p2p/near"
)

// A stage is how far somebody has come at the door.
type stage int

const (
	outside stage = iota // before the knock
	waiting              // at the point of knocking
	knocked              // whose knock was good
	inside               // whose handshake is over
	leaving              // who has given way
)

// advance counts a caller at the next stage. Before a friend is in, newcomers always find a
// place: if all are taken, somebody of the network with the most of them gives way, chosen at
// random, because then nobody who tries again and again is kept out for certain. It returns
// who that is. d.mu must be held.
func (d *door) advance(k *caller, to stage) (gone *caller) {
	most := farOutside
	if to == knocked {
		most = farKnocked
	}
	var there []*caller
	for o := range d.callers {
		if o != k && o.at.place() == to.place() {
			there = append(there, o)
		}
	}
	if len(there) >= most {
		gone = d.first(there)
		gone.told = gone.at == outside || gone.at == waiting && !gone.heard || gone.at == knocked && !gone.sent
		gone.at = leaving
	}
	k.at = to
	return gone
}

// place joins the stages whose places are the same.
func (s stage) place() stage {
	if s == waiting {
		return outside
	}
	return s
}

// first chooses who gives way.
func (d *door) first(there []*caller) *caller {
	from, most := map[netip.Prefix]int{}, 0
	for _, o := range there {
		n := network64(o.ip())
		from[n]++
		most = max(most, from[n])
	}
	var any []*caller
	for _, o := range there {
		if from[network64(o.ip())] == most {
			any = append(any, o)
		}
	}
	return any[d.pick(len(any))]
}

func (k *caller) ip() netip.Addr { return ipOf(k.RemoteMultiaddr()) }

// network64 is the address of a machine, or the IPv6 network of a home, all of which anybody
// there can use.
func network64(ip netip.Addr) netip.Prefix { return prefix(ip, 64) }

func prefix(ip netip.Addr, bits int) netip.Prefix {
	if ip.Is4() {
		bits = 32
	}
	p, _ := ip.Prefix(bits)
	return p
}

// listens notes that a caller may knock now, and understands an answer.
func (d *door) listens(k *caller) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if k.at == outside {
		k.at = waiting
	}
}

// leave ends the connection of a caller who has given way, nil for nobody. Who has had no answer
// to a knock is told why, before the greeting too.
func (k *caller) leave() {
	if k == nil {
		return
	}
	if k.told {
		tellFull(k)
	}
	_ = k.Close()
}

// tellFull says that there is no room.
func tellFull(c net.Conn) {
	_ = c.SetWriteDeadline(time.Now().Add(time.Second)) // one byte finds room
	_, _ = c.Write([]byte{answerFull})
}

// answers reports whether a caller is to have the answer to a good knock: who has given way meanwhile
// is told that.
func (k *caller) answers() bool {
	k.door.mu.Lock()
	defer k.door.mu.Unlock()
	k.sent = k.at != leaving
	return k.sent
}

// hasRoom reports whether one more friend may be in. Whoever has the link can take all
// places, but not from one address, nor from one network; what a router writes in place of
// an address says nothing of that. d.mu must be held.
func (d *door) hasRoom(k *caller) bool {
	var all, same64, same48 int
	at := k.ip()
	for o := range d.callers {
		if o.at != inside {
			continue
		}
		all++
		if prefix(o.ip(), 64) == prefix(at, 64) {
			same64++
		}
		if prefix(o.ip(), 48) == prefix(at, 48) {
			same48++
		}
	}
	switch {
	case all >= farInside:
		return false
	case near.Local(at):
		return true
	case at.Is4():
		return same64 < farInsideIP4
	default:
		return same64 < farInside64 && same48 < farInside48
	}
}
