package open_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/waittest"
)

// Lines of setup for a network namespace that can hold others, and a bridge to these.
var bridge = []string{
	"ip link add br0 type bridge mcast_snooping 0", "ip addr add 10.77.0.100/24 dev br0", "ip link set br0 up",
	`exec unshare -m sh -ec 'mount -t tmpfs tmpfs /run; exec "$@"' sh "$@"`,
}

// absence is how long the daemon is gone.
const absence = time.Minute

// TestDaemonGone: four guests with phones and two daemons, each with a network namespace
// of its own, are at one table. A daemon's network is down for a minute in the middle of
// a hand; its seat is waited for. Once it is back the game goes on by itself, and it ends
// with the same log on all six, which verifies.
func TestDaemonGone(t *testing.T) {
	nodesInPages(t)
	if !netnstest.Inside(t, bridge...) {
		return
	}
	dir := folder(t)
	homes := []string{filepath.Join(dir, "ana"), filepath.Join(dir, "ben")}
	ana, ben := bridged(t, homes[0], 1), bridged(t, homes[1], 2)
	waittest.Until(t, "ana and ben see each other", func() bool { return peers(ana) > 0 && peers(ben) > 0 })
	addresses := []string{showInvitation(t, ana), showInvitation(t, ben)}
	offer := hostTable(t, ana, api.HostRequest{Game: "five", Seats: 6, Set: map[string]string{"limit": "60"}})
	waittest.Until(t, "ben joins", func() bool {
		_, err := ben.Join(t.Context(), api.JoinRequest{Table: offer.ID})
		return err == nil
	})
	var guests []*player
	for i, name := range []string{"cleo", "dora", "eve", "fay"} {
		guests = append(guests, newGuest(t, name, addresses[i%2]+"#t="+offer.ID))
	}
	for _, p := range guests {
		p.shows("#hand button")
	}
	six := &six{t, offer.ID, []*control.Client{ana, ben}, guests}
	before := six.step(ana)
	six.plays(func() bool { return six.step(ana) > before }, ana, ben)
	before = six.step(ana)
	netnstest.Shell(t, "ip -n ben link set eth0 down")
	back := time.Now().Add(absence)
	six.plays(func() bool { return time.Now().After(back) }, ana)
	if v, err := ana.Table(t.Context(), offer.ID); err != nil || v.Phase == api.PhaseOver || !slices.ContainsFunc(v.Seats, func(s api.Seat) bool { return s.Name == "ben" && s.Away != nil }) {
		t.Fatalf("a minute without ben, and ana sees %+v, %v", v, err)
	}
	t.Logf("gone at step %d, back at step %d", before, six.step(ana))
	address(t, "ben", 2)
	six.plays(six.over, ana, ben)
	log := ""
	waittest.Until(t, "six logs that are the same", func() bool {
		log = exported(t, homes[0], offer.ID)
		return log == exported(t, homes[1], offer.ID) && !slices.ContainsFunc(guests, func(p *player) bool { return p.saved() != log })
	})
	verified(t, log)
	t.Logf("%d steps, %d records", six.step(ana), strings.Count(log, "\n"))
}

// bridged starts a daemon in a namespace of its own, as host number of the bridge.
func bridged(t *testing.T, home string, number int) *control.Client {
	t.Helper()
	space(t, filepath.Base(home), number)
	return run(t, home, spaced(t, home))
}

// space makes a network namespace, as host number of the bridge.
func space(t *testing.T, name string, number int) {
	t.Helper()
	netnstest.Shell(t, fmt.Sprintf(`ip netns add %[1]s
ip link add v%[2]d type veth peer name eth0 netns %[1]s
ip link set v%[2]d master br0 up
ip -n %[1]s link set lo up`, name, number))
	address(t, name, number)
}

// spaced is a daemon in the namespace that has its name.
func spaced(t *testing.T, home string) *exec.Cmd {
	name := filepath.Base(home)
	cmd := exec.CommandContext(t.Context(), "ip", "netns", "exec", name, os.Args[0], "up", "--home", home, "--name", name, "--iface", "eth0", "--bot-delay", "0s")
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

// address brings the network of a namespace up.
func address(t *testing.T, name string, number int) {
	t.Helper()
	netnstest.Shell(t, fmt.Sprintf(`ip -n %[1]s link set eth0 up
ip -n %[1]s addr replace 10.77.0.%[2]d/24 dev eth0
ip -n %[1]s route replace default dev eth0`, name, number))
}

// peers is how many nodes a daemon is connected with.
func peers(c *control.Client) int {
	st, err := c.Status(context.Background())
	if err != nil {
		return 0
	}
	return st.Peers
}

// Six are the people at a table: some with daemons, the others with phones.
type six struct {
	t       *testing.T
	table   string
	daemons []*control.Client
	guests  []*player
}

// step is how far the table is at a daemon.
func (s *six) step(c *control.Client) uint64 {
	s.t.Helper()
	v, err := c.Table(s.t.Context(), s.table)
	if err != nil {
		s.t.Fatal(err)
	}
	return v.Step
}

// plays lets the guests and the people at some daemons play until ok.
func (s *six) plays(ok func() bool, at ...*control.Client) {
	s.t.Helper()
	waittest.Until(s.t, "what the table plays for", func() bool {
		for _, c := range at {
			moves(s.t, c, s.table)
		}
		for _, p := range s.guests {
			p.turn()
		}
		return ok()
	})
}

// over reports whether the game is, for everybody.
func (s *six) over() bool {
	for _, c := range s.daemons {
		if v, err := c.Table(s.t.Context(), s.table); err != nil || v.Phase != api.PhaseOver {
			return false
		}
	}
	return !slices.ContainsFunc(s.guests, func(p *player) bool { return !p.over() })
}
