package discovery

import (
	"net"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/waittest"

	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"
	"go.uber.org/goleak"
)

// veth makes an interface v0 that is up and has only an IPv6 link-local address, which can be used at once.
const veth = "ip link add v0 type veth peer name v1\n" +
	"ip link set v0 addrgenmode none; ip link set v1 addrgenmode none\n" +
	"ip link set v1 up; ip link set v0 up\n" +
	"ip addr add fe80::1/64 dev v0 nodad"

type node struct {
	*Service
	id    peer.ID
	found chan Peer
}

func start(t *testing.T, n int, name string, ifaces ...string) node {
	t.Helper()
	return startOn(t, "", n, name, ifaces...)
}

// startOn starts a node with a network name.
func startOn(t *testing.T, network string, n int, name string, ifaces ...string) node {
	t.Helper()
	nd := node{id: testID(t, n), found: make(chan Peer, 1024)}
	var err error
	nd.Service, err = Start(Config{
		ID: nd.id, Name: name, Version: 1, Network: network, Ifaces: ifaces,
		Addrs: func() []ma.Multiaddr { return addrList("/ip4/0.0.0.0/tcp/45355", "/ip6/::/udp/45355/quic-v1") },
		Found: func(p Peer) {
			select {
			case nd.found <- p:
			default: // the test has seen enough
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = nd.Close() })
	return nd
}

// await waits for a report that satisfies ok.
func (n node) await(t *testing.T, ok func(Peer) bool) Peer {
	t.Helper()
	end := time.After(waittest.Limit(t))
	for {
		select {
		case p := <-n.found:
			if p.ID == n.id {
				t.Fatal("a node has found itself")
			}
			if ok(p) {
				return p
			}
		case <-end:
			t.Fatalf("not found; %d peers, status %+v", len(n.Peers()), n.Status())
		}
	}
}

func (n node) awaitPeer(t *testing.T, id peer.ID) Peer {
	t.Helper()
	return n.await(t, func(p Peer) bool { return p.ID == id })
}

func (n node) awaitStatus(t *testing.T, ok func(InterfaceStatus) bool) InterfaceStatus {
	t.Helper()
	var found InterfaceStatus
	if !waittest.Try(t, func() bool {
		all := n.Status()
		i := slices.IndexFunc(all, ok)
		if i >= 0 {
			found = all[i]
		}
		return i >= 0
	}) {
		t.Fatalf("status stays %+v", n.Status())
	}
	return found
}

func TestTwoNodesMeet(t *testing.T) {
	if !netnstest.Inside(t, netnstest.MulticastRoute) {
		return
	}
	defer func() {
		time.Sleep(maxTimeout) // for the questions under way at Close
		goleak.VerifyNone(t)
	}()
	begin := time.Now()
	ana, ben := start(t, 1, "ana", "lo"), start(t, 2, "ben\x1b[2J", "lo")
	p := ana.awaitPeer(t, ben.id)
	ben.awaitPeer(t, ana.id)
	t.Logf("both see each other after %v", time.Since(begin).Round(time.Millisecond))
	if p.Name != "ben[2J" || p.Version != 1 || p.Iface != "lo" {
		t.Errorf("found %+v", p)
	}
	if len(p.Addrs) == 0 || p.Addrs[0].String() != "/ip4/127.0.0.1/tcp/45355" {
		t.Errorf("addresses %v", p.Addrs)
	}
	st := ana.awaitStatus(t, func(st InterfaceStatus) bool { return st.Asking })
	if !st.Serving || len(st.Problems) != 0 || st.Name != "lo" {
		t.Errorf("status %+v", st)
	}
	ben.Rename("bea")
	ana.Look(true)
	ana.await(t, func(p Peer) bool { return p.Name == "bea" })
	ana.Look(false)
	if ps := ana.Peers(); len(ps) != 1 || ps[0].ID != ben.id {
		t.Errorf("peers %v", ps)
	}
	for _, n := range []node{ana, ben} {
		begin := time.Now()
		if err := n.Close(); err != nil {
			t.Error(err)
		}
		t.Logf("closed in %v", time.Since(begin).Round(time.Microsecond))
	}
	ana.Look(true) // harmless afterwards
}

// PROTOCOL §1.1: nodes find only those with the same network name.
func TestNetworksAreApart(t *testing.T) {
	if !netnstest.Inside(t, netnstest.MulticastRoute) {
		return
	}
	networks := map[string][]node{}
	for i, network := range []string{"", "club", "club2", "", "club", "club2"} {
		networks[network] = append(networks[network], startOn(t, network, i, "n", "lo"))
	}
	for range 2 { // by the second time all have been asked by all, and have answered
		for _, pair := range networks {
			pair[0].awaitPeer(t, pair[1].id)
			pair[1].awaitPeer(t, pair[0].id)
		}
	}
	for network, pair := range networks {
		for i, n := range pair {
			if ps := n.Peers(); len(ps) != 1 || ps[0].ID != pair[1-i].id {
				t.Errorf("on %q a node sees %+v", network, ps)
			}
		}
	}
}

func TestNetworkNames(t *testing.T) {
	for name, ok := range map[string]bool{"": true, "club7": true, "abcdefghi": true, "abcdefghij": false, "Club": false, "a-b": false, "a.b": false, "ä": false, "a\n": false} {
		if (CheckNetwork(name) == nil) != ok {
			t.Errorf("%q: %v", name, CheckNetwork(name))
		}
	}
	if len(strings.TrimPrefix(strings.TrimSuffix(string(serviceOf("abcdefghi")), "._tcp"), "_")) != 15 {
		t.Error("a service name has 15 characters (RFC 6335 §5.1)")
	}
}

func TestEightNodesMeet(t *testing.T) {
	if !netnstest.Inside(t, netnstest.MulticastRoute) {
		return
	}
	var nodes []node
	begin := time.Now()
	for i := range 8 {
		nodes = append(nodes, start(t, i, "n", "lo"))
	}
	for _, n := range nodes {
		for len(n.Peers()) < len(nodes)-1 {
			n.await(t, func(Peer) bool { return true })
		}
	}
	t.Logf("all see all after %v", time.Since(begin).Round(time.Millisecond))
}

// A cable is pulled and put into another socket: the interface comes back with
// another index and another address, and nobody is restarted.
func TestInterfaceIsReplaced(t *testing.T) {
	if !netnstest.Inside(t) {
		return
	}
	link := func(addr string) string {
		return "ip link add v0 type veth peer name v1 && ip addr add " + addr + "/24 dev v0 && ip link set v1 up && ip link set v0 up"
	}
	ana, ben := start(t, 1, "ana", "v0"), start(t, 2, "ben", "v0")
	if st := ana.Status(); len(st) != 1 || st[0].Serving || len(st[0].Problems) != 1 {
		t.Fatalf("without an interface: %+v", st)
	}
	ana.Look(true)
	for _, addr := range []string{"10.9.9.1", "10.9.9.2"} {
		netnstest.Shell(t, link(addr)+" && ip route add default via 10.9.9.254")
		want := ma.StringCast("/ip4/" + addr + "/tcp/45355")
		ana.await(t, func(p Peer) bool { return p.ID == ben.id && slices.ContainsFunc(p.Addrs, want.Equal) })
		netnstest.Shell(t, "ip link del v0")
	}
}

// With IPv6 alone, the question goes out from a link-local address, and the other address is announced.
func TestIPv6Only(t *testing.T) {
	if !netnstest.Inside(t, veth, "ip addr add fd00:9::1/64 dev v0 nodad") {
		return
	}
	ana, ben := start(t, 1, "ana"), start(t, 2, "ben")
	ana.Look(true)
	p := ana.awaitPeer(t, ben.id)
	if len(p.Addrs) != 1 || p.Addrs[0].String() != "/ip6/fd00:9::1/udp/45355/quic-v1" {
		t.Errorf("addresses %v", p.Addrs)
	}
}

func TestLinkLocalOnly(t *testing.T) {
	if !netnstest.Inside(t, veth) {
		return
	}
	ana := start(t, 1, "ana", "v0")
	ana.awaitStatus(t, func(st InterfaceStatus) bool {
		return !st.Serving && len(st.Problems) > 0 && st.Problems[0].Code == api.WarnLinkLocal
	})
}

// With two LANs, each announcement begins with the addresses of its own LAN, and a peer on both is one entry.
func TestTwoInterfaces(t *testing.T) {
	if !netnstest.Inside(t,
		"ip link add v0 type veth peer name v1", "ip link add w0 type veth peer name w1",
		"ip addr add 10.1.0.1/24 dev v0", "ip addr add 10.2.0.1/24 dev w0",
		"for i in v0 v1 w0 w1; do ip link set $i up; done",
		"ip route add default via 10.1.0.254") {
		return
	}
	ana, ben := start(t, 1, "ana", "v0", "w0"), start(t, 2, "ben", "v0", "w0")
	ana.Look(true)
	ana.await(t, func(p Peer) bool {
		var v0, w0 bool
		for _, a := range p.Addrs {
			v0 = v0 || strings.HasPrefix(a.String(), "/ip4/10.1.0.1/")
			w0 = w0 || strings.HasPrefix(a.String(), "/ip4/10.2.0.1/")
		}
		return p.ID == ben.id && v0 && w0
	})
	if n := len(ana.Peers()); n != 1 {
		t.Errorf("%d peers", n)
	}
}

func TestNoMulticastRoute(t *testing.T) {
	if !netnstest.Inside(t) {
		return
	}
	ana := start(t, 1, "ana", "lo")
	problem := func(st InterfaceStatus) bool {
		return st.Serving && !st.Asking && len(st.Problems) == 1 &&
			st.Problems[0].Code == api.WarnNotAsked && strings.HasPrefix(st.Problems[0].Detail, "IPv4: no multicast route")
	}
	ana.awaitStatus(t, problem)
	netnstest.Shell(t, netnstest.MulticastRoute)
	ana.Look(true)
	ana.awaitStatus(t, func(st InterfaceStatus) bool { return st.Asking && len(st.Problems) == 0 })
}

func TestPortHeldExclusively(t *testing.T) {
	if !netnstest.Inside(t, netnstest.MulticastRoute) {
		return
	}
	hog, err := net.ListenUDP("udp4", &net.UDPAddr{Port: 5353})
	if err != nil {
		t.Fatal(err)
	}
	// The options that the net package sets for multicast alone must be off for a hog.
	raw, err := hog.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	_ = raw.Control(func(fd uintptr) {
		_ = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 0)
	})
	ana, ben := start(t, 1, "ana", "lo"), start(t, 2, "ben", "lo")
	st := ana.awaitStatus(t, func(st InterfaceStatus) bool { return len(st.Problems) == 2 })
	if st.Serving || st.Asking || !strings.Contains(st.Problems[0].Detail, "held exclusively") {
		t.Errorf("status %+v", st)
	}
	if err := hog.Close(); err != nil {
		t.Fatal(err)
	}
	ana.awaitPeer(t, ben.id)
}

// Hostile datagrams: the node neither crashes nor lists them.
func TestHostileAnswers(t *testing.T) {
	if !netnstest.Inside(t, netnstest.MulticastRoute) {
		return
	}
	ana, ben := start(t, 1, "ana", "lo"), start(t, 2, "ben", "lo")
	go spoof(t)
	bad := make(map[peer.ID]bool)
	for i := range spoofs {
		bad[testID(t, spoofBase+i)] = i%spoofKinds >= 2
	}
	ana.Look(true)
	// libp2p has to find out a well-formed lie.
	ana.await(t, func(p Peer) bool { _, lie := bad[p.ID]; return lie })
	ana.awaitPeer(t, ben.id)
	ps := ana.Peers()
	if len(ps) > maxPeers {
		t.Errorf("%d peers", len(ps))
	}
	for _, p := range ps {
		if bad[p.ID] || p.Name != CleanName(p.Name) || len(p.Addrs) > maxAddrs || len(p.Addrs) == 0 {
			t.Errorf("listed %+v", p)
		}
	}
}

func TestStartRefuses(t *testing.T) {
	ok := Config{ID: testID(t, 1), Version: 1, Addrs: func() []ma.Multiaddr { return nil }}
	for what, spoil := range map[string]func(*Config){
		"no peer ID":   func(c *Config) { c.ID = "" },
		"no addresses": func(c *Config) { c.Addrs = nil },
		"bad version":  func(c *Config) { c.Version = 1 << 16 },
	} {
		c := ok
		spoil(&c)
		if s, err := Start(c); err == nil {
			_ = s.Close()
			t.Errorf("%s: started", what)
		}
	}
}

func TestAsleep(t *testing.T) {
	now := time.Now()
	if d := asleep(now, now.Add(time.Hour)); d != 0 {
		t.Errorf("awake for an hour counts as %v of sleep", d)
	}
}

// PROTOCOL §4.7: two nodes with one ID do not find each other as peers, but each is told where the other is announced. A node that is alone
// is told nothing.
func TestTwins(t *testing.T) {
	if !netnstest.Inside(t, netnstest.MulticastRoute) {
		return
	}
	twin := func(port string) (found chan string) {
		found = make(chan string, 1024)
		s, err := Start(Config{
			ID: testID(t, 1), Name: "ana", Version: 1, Ifaces: []string{"lo"},
			Addrs: func() []ma.Multiaddr { return addrList("/ip4/0.0.0.0/tcp/" + port) },
			Found: func(p Peer) { t.Errorf("%s is found as a peer", p.ID) },
			Twin: func(addrs []ma.Multiaddr) {
				for _, a := range addrs {
					found <- a.String()
				}
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return found
	}
	first := twin("45355")
	time.Sleep(2 * time.Second) // it has heard itself by then, and nothing says so
	if len(first) > 0 {
		t.Errorf("alone: %s", <-first)
	}
	second := twin("45356")
	if at := <-first; at != "/ip4/127.0.0.1/tcp/45356" {
		t.Errorf("the first is told of %s", at)
	}
	if at := <-second; at != "/ip4/127.0.0.1/tcp/45355" {
		t.Errorf("the second is told of %s", at)
	}
}
