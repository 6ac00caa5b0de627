//go:build linux

package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/control"
)

// A lan is a bridge with a namespace for each daemon, which finds the others
// by multicast.
type lan struct {
	t       *testing.T
	daemons []*daemon
}

const port = 45355

// sh runs lines of shell in the tests' own namespace.
func sh(t *testing.T, script string) {
	t.Helper()
	if out, err := exec.Command("sh", "-ec", script).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", script, err, out)
	}
}

// in runs lines of shell in a daemon's namespace.
func (d *daemon) in(script string) {
	d.t.Helper()
	if out, err := exec.Command("ip", "netns", "exec", d.netns, "sh", "-ec", script).CombinedOutput(); err != nil {
		d.t.Fatalf("%s, %s: %v: %s", d.name, script, err, out)
	}
}

func newLAN(t *testing.T, names ...string) *lan {
	t.Helper()
	if outside != "" {
		t.Skip(outside)
	}
	dir := t.TempDir()
	sh(t, `ip link add br0 type bridge mcast_snooping 0; ip link set br0 up`)
	t.Cleanup(func() { sh(t, `ip link del br0`) })
	l := &lan{t: t}
	for i, name := range names {
		sh(t, fmt.Sprintf(`ip netns add %[1]s
ip link add v%[2]d type veth peer name eth0 netns %[1]s
ip link set v%[2]d master br0 up
ip -n %[1]s link set lo up`, name, i))
		// This runs after the daemon has ended. The link goes first: the link of a deleted
		// namespace stays until the kernel has taken the namespace down, and would be in the
		// way of the next test.
		t.Cleanup(func() { sh(t, fmt.Sprintf(`ip link del v%d 2>/dev/null || true; ip netns del %s`, i, name)) })
		d := newDaemon(t, dir, name, name, "eth0", port)
		d.up(i + 1)
		l.daemons = append(l.daemons, d)
	}
	for _, d := range l.daemons {
		d.start()
	}
	return l
}

// up brings a daemon's interface up with an address.
func (d *daemon) up(number int) {
	d.t.Helper()
	d.in(fmt.Sprintf(`ip link set eth0 up; ip addr replace 10.77.0.%d/24 dev eth0; ip route replace default dev eth0`, number))
}

// filter drops whatever a daemon receives that matches a rule of nft, until heal.
func (d *daemon) filter(rule string) {
	d.t.Helper()
	d.in(`nft add table inet bad; nft add chain inet bad in '{ type filter hook input priority 0; }'; nft add rule inet bad in ` + rule + ` drop`)
}

func (d *daemon) heal() {
	d.t.Helper()
	d.in(`nft delete table inet bad`)
}

func (l *lan) filter(rule string) {
	for _, d := range l.daemons {
		d.filter(rule)
	}
}

func (l *lan) heal() {
	for _, d := range l.daemons {
		d.heal()
	}
}

// in makes a test the one that fails.
func (l *lan) in(t *testing.T) {
	l.t = t
	for _, d := range l.daemons {
		d.t = t
	}
}

// meet waits until every daemon sees every other one.
func (l *lan) meet() {
	l.t.Helper()
	for _, d := range l.daemons {
		eventually(l.t, d.name+" sees the others", func() bool { return d.status().Peers >= len(l.daemons)-1 })
	}
}

func needs(t *testing.T, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if tool == "root" && realRoot() {
			continue
		}
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("it needs %s", tool)
		}
	}
}

// realRoot reports whether the tests run as root, and not as the root of a user namespace, who
// cannot become anybody else.
func realRoot() bool {
	users, err := os.ReadFile("/proc/self/uid_map")
	return err == nil && os.Getenv(asInside) == asRoot && slices.Equal(strings.Fields(string(users)), []string{"0", "0", "4294967295"})
}

// lasting is how long a disturbance lasts, in the full and in the short run.
func lasting(long, short time.Duration) time.Duration {
	if full() {
		return long
	}
	return short
}

// TestNetwork plays whole games, each while something else is wrong with the
// network or a machine.
func TestNetwork(t *testing.T) {
	if os.Getenv("FIVES_E2E") == "" {
		t.Skip("the networks of namespaces take minutes: FIVES_E2E=1 (make e2e)")
	}
	begin := time.Now()
	l := newLAN(t, names...)
	l.meet()
	t.Logf("four daemons have found each other %v after the first was started", time.Since(begin).Round(time.Millisecond))
	for _, c := range disturbances {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			needs(t, c.tools...)
			l.in(t)
			l.meet()
			begin := time.Now()
			id := seat(t, l.daemons, c.limit)
			eventually(t, "the game begins", func() bool { return step(l.daemons, id) > 10 })
			c.disturb(l, id)
			ends(t, l.daemons, id)
			t.Logf("after %v", time.Since(begin).Round(time.Millisecond))
		})
	}
}

var disturbances = []struct {
	name    string
	limit   int
	tools   []string
	disturb func(l *lan, id string)
}{
	{"nothing", 100, nil, func(*lan, string) {}},
	{"5 percent loss", 60, []string{"nft"}, func(l *lan, id string) { l.loss(id, 5) }},
	{"30 percent loss", 40, []string{"nft"}, func(l *lan, id string) { l.loss(id, 30) }},
	{"a narrow link", 40, []string{"tc"}, func(l *lan, id string) {
		d := l.daemons[1]
		d.in(`tc qdisc add dev eth0 root tbf rate 512kbit burst 8kb latency 400ms`)
		l.playOn(id, 60*time.Second)
		d.in(`tc qdisc del dev eth0 root`)
	}},
	{"a partition", 100, []string{"nft"}, func(l *lan, id string) {
		for i, d := range l.daemons { // ana and ben here, cleo and dora there
			other := []string{"10.77.0.3-10.77.0.4", "10.77.0.1-10.77.0.2"}[i/2]
			d.filter("ip saddr " + other)
		}
		time.Sleep(lasting(20*time.Second, 8*time.Second))
		l.heal()
	}},
	{"a node asleep", 100, nil, func(l *lan, id string) {
		d := l.daemons[2]
		d.signal(syscall.SIGSTOP)
		time.Sleep(lasting(30*time.Second, 10*time.Second))
		d.signal(syscall.SIGCONT)
	}},
	{"a killed node", 100, nil, func(l *lan, id string) {
		d := l.daemons[3]
		d.kill()
		time.Sleep(lasting(10*time.Second, 3*time.Second))
		d.start()
	}},
	{"all killed", 100, nil, func(l *lan, id string) {
		for _, d := range l.daemons {
			d.kill()
		}
		for _, d := range l.daemons {
			d.start()
		}
	}},
	{"an interface that goes down", 100, nil, func(l *lan, id string) {
		d := l.daemons[0]
		d.in(`ip link set eth0 down`)
		time.Sleep(lasting(10*time.Second, 4*time.Second))
		d.up(1)
	}},
	{"an interface that is replaced", 100, nil, func(l *lan, id string) {
		d := l.daemons[1]
		sh(l.t, `ip link del v1`)
		time.Sleep(2 * time.Second)
		sh(l.t, `ip link add v1 type veth peer name eth0 netns ben; ip link set v1 master br0 up`)
		d.up(2)
	}},
	{"another address", 100, nil, func(l *lan, id string) {
		d := l.daemons[2]
		d.in(`ip addr flush dev eth0`)
		d.up(33)
		l.playOn(id, 10*time.Second)
		d.in(`ip addr flush dev eth0`)
		d.up(3)
	}},
	{"no IPv6", 60, nil, func(l *lan, id string) {
		for _, d := range l.daemons {
			d.in(`echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6`)
			d.kill()
			d.start()
		}
		l.meet()
	}},
	{"two that see only a third", 60, []string{"nft"}, func(l *lan, id string) {
		l.daemons[1].filter("ip saddr 10.77.0.3")
		l.daemons[2].filter("ip saddr 10.77.0.2")
		for _, i := range []int{1, 2} { // so that nothing from before helps them
			l.daemons[i].kill()
			l.daemons[i].start()
		}
		waitOver(l, id)
		l.daemons[1].heal()
		l.daemons[2].heal()
	}},
	{"a one-way link", 60, []string{"nft"}, func(l *lan, id string) {
		l.daemons[3].filter("ip saddr 10.77.0.1")
		waitOver(l, id)
		l.daemons[3].heal()
	}},
	{"another mDNS responder", 40, []string{"avahi-daemon", "root"}, func(l *lan, id string) {
		d := l.daemons[0]
		stop := avahi(d)
		defer stop()
		d.kill()
		d.start() // this time it comes second to the port
		l.meet()
		waitOver(l, id)
	}},
}

// loss drops some of the packets that everybody receives, while the table is
// played to its end.
func (l *lan) loss(id string, percent int) {
	l.filter(fmt.Sprintf("numgen random mod 100 '<' %d", percent))
	begin := time.Now()
	from := step(l.daemons, id)
	l.playOn(id, 60*time.Second)
	l.t.Logf("%d steps in %v with %d %% of all packets lost", step(l.daemons, id)-from, time.Since(begin).Round(time.Millisecond), percent)
	l.heal()
}

// playOn lets a table be played for a while, or to its end.
func (l *lan) playOn(id string, most time.Duration) {
	for end := time.Now().Add(most); time.Now().Before(end) && !over(l.daemons, id); {
		time.Sleep(100 * time.Millisecond)
	}
}

func waitOver(l *lan, id string) {
	l.t.Helper()
	eventually(l.t, "the game is over", func() bool { return over(l.daemons, id) })
}

// avahi runs a second mDNS responder in a daemon's namespace.
func avahi(d *daemon) (stop func()) {
	d.t.Helper()
	conf := filepath.Join(filepath.Dir(d.home), "avahi.conf")
	text := "[server]\nuse-ipv4=yes\nuse-ipv6=no\nallow-interfaces=eth0\nenable-dbus=no\n[wide-area]\n[publish]\n[reflector]\n[rlimits]\n"
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, "ip", "netns", "exec", d.netns, "avahi-daemon", "-f", conf,
		"--no-drop-root", "--no-chroot", "--no-rlimits", "--no-proc-title")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	log, err := os.Create(conf + ".log")
	if err != nil {
		d.t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	eventually(d.t, "avahi serves", func() bool {
		b, _ := os.ReadFile(conf + ".log")
		return strings.Contains(string(b), "Server startup complete")
	})
	return func() {
		cancel()
		_ = cmd.Wait()
		log.Close()
	}
}

// TestDiscovery: how long four daemons need to find each other, and that one that is gone is
// not listed as connected.
func TestDiscovery(t *testing.T) {
	if os.Getenv("FIVES_E2E") == "" {
		t.Skip("it needs namespaces with a bridge: FIVES_E2E=1 (make e2e)")
	}
	if outside != "" {
		t.Skip(outside)
	}
	l := &lan{t: t}
	dir := t.TempDir()
	for _, name := range names {
		l.daemons = append(l.daemons, newDaemon(t, dir, name, "", "lo", 0))
	}
	begin := time.Now()
	for _, d := range l.daemons {
		d.launch()
	}
	for _, d := range l.daemons {
		eventually(t, d.name+" sees the others", func() bool { return d.status().Peers >= 3 })
	}
	t.Logf("four daemons on one loopback have found each other after %v", time.Since(begin).Round(time.Millisecond))
	l.daemons[0].kill()
	for _, d := range l.daemons[1:] {
		eventually(t, d.name+" misses ana", func() bool {
			peers, ok := ask(d, func(c *control.Client, ctx context.Context) ([]api.Peer, error) { return c.Peers(ctx) })
			if !ok {
				return false
			}
			for _, p := range peers {
				if p.Name == "ana" && p.Connected {
					return false
				}
			}
			return true
		})
	}
}
