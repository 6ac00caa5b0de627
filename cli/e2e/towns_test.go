//go:build linux

package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/far"
)

// Towns are networks behind routers of their own, far from each other: ana and bob in the first,
// whose router passes the port for friends from outside on to ana, cyd in the second and dan in the
// third. meet is on the internet itself. Addresses: 192.168.N.2 and on behind 1.2.3.N+1, meet 1.2.3.1.
type towns struct {
	t                  *testing.T
	wan                *wan
	ana, bob, cyd, dan *daemon
	all                []*daemon
	link               string // ana's
}

// anaOutside is the address of ana's town on the internet.
const anaOutside = "1.2.3.2"

// A nat is how a router writes what goes out.
type nat string

const (
	cone      nat = "masquerade"                     // one port outside for one inside
	symmetric nat = "masquerade random,fully-random" // another for each one who is spoken to
)

// A distance is how far towns are from each other, and what their routers and lines are like.
type distance struct {
	name      string
	nat       nat
	roundTrip time.Duration
	loss      float64
}

var distances = []distance{
	{"next door", cone, 0, 0},
	{"300 ms", cone, 300 * time.Millisecond, 0.02},
	{"300 ms, symmetric", symmetric, 300 * time.Millisecond, 0.02},
	{"600 ms, symmetric", symmetric, 600 * time.Millisecond, 0.02},
}

// apart makes towns that are so far from each other.
func (d distance) apart(t *testing.T) *towns {
	t.Helper()
	s := newTowns(t, d.nat)
	s.wan.is(d.roundTrip, d.loss)
	return s
}

// needsTowns skips a test that needs towns, unless it is asked for and the system has what they take.
func needsTowns(t *testing.T) {
	t.Helper()
	if os.Getenv("FIVES_FAR") == "" {
		t.Skip("towns that are far from each other take minutes: FIVES_FAR=1 (make far)")
	}
	if outside != "" {
		t.Skip(outside)
	}
	needs(t, "nft")
}

// newTowns makes the towns, with nobody in them whose program runs.
func newTowns(t *testing.T, n nat) *towns {
	t.Helper()
	needsTowns(t)
	s := &towns{t: t, wan: newWAN(t, "t0", "t1", "t2", "t3")}
	t.Cleanup(s.remove)
	s.space("meet")
	s.public("meet", 0)
	dir := t.TempDir()
	for i, people := range [][]string{{"ana", "bob"}, {"cyd"}, {"dan"}} {
		town, router := i+1, fmt.Sprintf("r%d", i+1)
		s.space(router)
		s.public(router, town)
		sh(t, fmt.Sprintf(`ip -n %[1]s link add l0 type bridge mcast_snooping 0
ip -n %[1]s link set l0 up
ip -n %[1]s addr add 192.168.%[2]d.1/24 dev l0
ip netns exec %[1]s sh -c 'echo 1 > /proc/sys/net/ipv4/ip_forward'`, router, town))
		for k, who := range people {
			s.space(who)
			sh(t, fmt.Sprintf(`ip link add v%[1]s netns %[2]s type veth peer name e0 netns %[1]s
ip -n %[2]s link set v%[1]s master l0 up
ip -n %[1]s link set e0 up
ip -n %[1]s addr add 192.168.%[3]d.%[4]d/24 dev e0
ip -n %[1]s route add default via 192.168.%[3]d.1`, who, router, town, k+2))
			s.all = append(s.all, newDaemon(t, dir, who, who, "e0", port))
		}
		routes(t, router, town, n)
	}
	s.ana, s.bob, s.cyd, s.dan = s.all[0], s.all[1], s.all[2], s.all[3]
	return s
}

// routes sets what a home's router lets through: it lets nothing in that nobody in it has begun. The first
// town's passes the port for friends on to ana, for those in the town who use the address outside,
// too: it then writes its own address in place of theirs.
func routes(t *testing.T, router string, town int, n nat) {
	t.Helper()
	forward, through, hairpin := "", "", ""
	if town == 1 {
		to := fmt.Sprintf("ip daddr %s tcp dport %d dnat to 192.168.1.2", anaOutside, far.DefaultPort)
		forward = "chain pre { type nat hook prerouting priority -100; " + to + "; };"
		through = "ct status dnat accept;"
		hairpin = "ip saddr 192.168.1.0/24 oifname l0 ct status dnat masquerade;"
	}
	table := fmt.Sprintf(`table ip home { %s
chain out { type nat hook postrouting priority 100; oifname e0 %s; %s };
chain in { type filter hook input priority 0; iifname e0 ct state established,related accept; iifname e0 drop; };
chain through { type filter hook forward priority 0; iifname e0 ct state established,related accept; %s iifname e0 drop; };
chain count { type filter hook forward priority 10; oifname e0 counter; }; }`, forward, n, hairpin, through)
	if out, err := exec.Command("ip", "netns", "exec", router, "nft", table).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", table, err, out)
	}
}

func (s *towns) space(name string) {
	s.t.Helper()
	sh(s.t, fmt.Sprintf("ip netns add %[1]s; ip -n %[1]s link set lo up", name))
}

// public puts a namespace on the internet.
func (s *towns) public(name string, n int) {
	s.t.Helper()
	sh(s.t, fmt.Sprintf(`ip link set t%[1]d netns %[2]s
ip -n %[2]s link set t%[1]d name e0
ip -n %[2]s link set e0 up
ip -n %[2]s addr add 1.2.3.%[3]d/24 dev e0`, n, name, n+1))
}

// remove runs after the daemons have ended.
func (s *towns) remove() {
	for _, name := range []string{"meet", "r1", "r2", "r3", "ana", "bob", "cyd", "dan"} {
		_ = exec.Command("ip", "netns", "del", name).Run() // it may not have been made
	}
}

// start starts the daemons of people.
func (s *towns) start(people ...*daemon) {
	s.t.Helper()
	for _, d := range people {
		d.start()
	}
}

// invites has ana invite from outside, and keeps the link.
func (s *towns) invites(r api.FarRequest) {
	s.t.Helper()
	i, ok := ask(s.ana, func(c *control.Client, ctx context.Context) (api.FarInvitation, error) { return c.Far(ctx, r) })
	if !ok || !strings.HasPrefix(i.Link, "far:") {
		s.t.Fatalf("ana invites: %+v", i)
	}
	s.link = i.Link
}

// connects has somebody use ana's link, and returns what they read.
func (s *towns) connects(d *daemon) (a api.ConnectAnswer, err error) {
	s.t.Helper()
	_, _ = ask(d, func(c *control.Client, ctx context.Context) (any, error) {
		a, err = c.Connect(ctx, s.link)
		return nil, err
	})
	return a, err
}

// sees reports whether a daemon is connected to one of that name.
func (d *daemon) sees(name string) bool {
	return slices.ContainsFunc(d.peersOf(), func(p api.Peer) bool { return p.Name == name && p.Connected })
}

func (d *daemon) peersOf() []api.Peer {
	all, _ := ask(d, func(c *control.Client, ctx context.Context) ([]api.Peer, error) { return c.Peers(ctx) })
	return all
}
