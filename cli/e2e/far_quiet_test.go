//go:build linux

package e2e

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestNobodyFar: while nobody invites from outside, nothing of what a town's nodes say leaves it,
// and nobody asks its router for anything, with games played and guests invited, for as long as
// FIVES_QUIET says. Whoever invites from outside asks it, and nothing else in the program does.
func TestNobodyFar(t *testing.T) {
	s := newTowns(t, cone)
	here := []*daemon{s.ana, s.bob}
	for _, d := range here {
		d.in(`nft 'table inet questions { chain out { type filter hook output priority 0; udp dport { 1900, 5351 } counter; }; }'`)
	}
	s.start(here...)
	eventually(t, "ana sees bob", func() bool { return s.ana.sees("bob") && s.bob.sees("ana") })
	quiet := 15 * time.Second
	if v := os.Getenv("FIVES_QUIET"); v != "" {
		var err error
		if quiet, err = time.ParseDuration(v); err != nil {
			t.Fatal(err)
		}
	}
	begin, games := time.Now(), 0
	run(t, "invite", "--home", s.ana.home)
	for ; time.Since(begin) < quiet; games++ {
		ends(t, here, seat(t, here, 40))
	}
	s.wan.mu.Lock()
	t.Logf("%d games in %v: %d packets on the internet", games, time.Since(begin).Round(time.Second), s.wan.packets)
	if s.wan.packets > 0 {
		t.Errorf("on the internet: %v", s.wan.carried)
	}
	s.wan.mu.Unlock()
	for _, d := range here {
		if n := d.questions(); n != 0 {
			t.Errorf("%s has asked the router %d times", d.name, n)
		}
	}
	out, err := fives("invite", "--far", "--home", s.ana.home).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "forward TCP port") || !strings.Contains(string(out), "192.168.1.2") {
		t.Errorf("ana, whose router opens no ports, reads (%v): %s", err, out)
	}
	if s.ana.questions() == 0 || s.bob.questions() != 0 {
		t.Errorf("the router was asked %d times by ana, %d by bob", s.ana.questions(), s.bob.questions())
	}
}

var packets = regexp.MustCompile(`counter packets (\d+)`)

// questions returns how many packets a daemon's machine has sent to a router's ports.
func (d *daemon) questions() int {
	d.t.Helper()
	out, err := exec.Command("ip", "netns", "exec", d.netns, "nft", "list", "table", "inet", "questions").Output()
	m := packets.FindSubmatch(out)
	if err != nil || m == nil {
		d.t.Fatalf("%v: %s", err, out)
	}
	n, err := strconv.Atoi(string(m[1]))
	if err != nil {
		d.t.Fatal(err)
	}
	return n
}
