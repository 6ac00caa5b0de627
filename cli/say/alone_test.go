package say_test

import (
	"strings"
	"testing"
	"time"

	"fives/cli/say"
	"fives/p2p/api"
)

// TestAlone: the first reason that applies, in one line.
func TestAlone(t *testing.T) {
	now := time.Date(2026, 11, 21, 23, 0, 0, 0, time.UTC)
	wifi := api.Link{Name: "wlan0", Addresses: []string{"192.168.1.20", "fe80::1"}, Discovery: true}
	lo := api.Link{Name: "lo", Addresses: []string{"127.0.0.1"}, Discovery: true}
	broken := api.Link{Name: "eth0", Addresses: []string{"10.0.0.2"}, Problems: []api.Warning{{Code: api.WarnNotAsked, Detail: "no route"}}}
	starting := api.Link{Name: "eth0", Addresses: []string{"10.0.0.2"}, Problems: []api.Warning{{Code: api.WarnStarting}}}
	ben := api.Peer{Name: "ben", Seen: now.Add(-20 * time.Second)}
	long := api.Peer{Name: "ben", Seen: now.Add(-time.Hour)}
	const print = "6668-7aad-f862-bd77-6c8f"
	guest := api.Status{GuestOf: api.Inviter{Name: "ben", Fingerprint: print}}
	host := func(ago time.Duration) []api.Peer {
		return []api.Peer{long, {Name: "ben", Fingerprint: print, Seen: now.Add(-ago)}}
	}
	for name, c := range map[string]struct {
		status   api.Status
		peers    []api.Peer
		firewall string
		want     string
	}{
		"seen, not reached": {api.Status{Interfaces: []api.Link{wifi}}, []api.Peer{long, ben}, "ufw", "ben was seen a moment ago and is not reached: a firewall"},
		"elsewhere, seen lately": {
			api.Status{Addresses: []string{"x"}, Interfaces: []api.Link{wifi}, Links: []api.FarLink{{Name: "ben", Fingerprint: print, Address: "1.2.3.2:45354", Failed: api.ReasonLinkSilent}}},
			[]api.Peer{{Name: "ben", Fingerprint: print, Seen: now}}, "ufw", "ben at 1.2.3.2:45354: nobody answers",
		},
		"was reached through it": {
			api.Status{Addresses: []string{"x"}, Interfaces: []api.Link{wifi}, Links: []api.FarLink{{Name: "ben", Fingerprint: print, Address: "10.9.9.2:45354", Failed: api.ReasonLinkSilent}}},
			[]api.Peer{{Name: "bob", Fingerprint: "y", Address: "/ip4/10.9.9.2/tcp/45354/p2p/12D3/p2p-circuit", Seen: now}}, "ufw", "ben at 10.9.9.2:45354: nobody answers",
		},
		"came by a link":     {api.Status{Interfaces: []api.Link{wifi}}, []api.Peer{{Name: "dan", Far: true, Seen: now}}, "", "nobody answers on wlan0 (192.168.1.20): are the others on another network?"},
		"a blocker":          {guest, host(6 * time.Second), "", "ben sends this page and is not reached: something in this browser stops the connection, a blocker perhaps"},
		"the laptop sleeps":  {guest, host(11 * time.Second), "", "ben was seen a moment ago and is not reached: a firewall"},
		"another is seen":    {guest, []api.Peer{{Name: "cleo", Fingerprint: "x", Seen: now}}, "", "cleo was seen a moment ago and is not reached: a firewall"},
		"no guest":           {api.Status{}, []api.Peer{{Name: "cleo", Seen: now}}, "", "cleo was seen a moment ago and is not reached: a firewall"},
		"no network":         {api.Status{Interfaces: []api.Link{broken}, Addresses: []string{}}, nil, "ufw", "no network yet"},
		"no interface":       {api.Status{}, nil, "ufw", "no network interface here takes multicast"},
		"no multicast":       {api.Status{Interfaces: []api.Link{broken}}, nil, "ufw", "multicast does not work on eth0: asking: no route"},
		"starting":           {api.Status{Interfaces: []api.Link{starting}}, nil, "ufw", "looking for others on eth0 is only just starting"},
		"a chosen loopback":  {api.Status{Interfaces: []api.Link{lo}}, nil, "ufw", "only this machine is looked at (--iface lo)"},
		"a firewall":         {api.Status{Interfaces: []api.Link{broken, wifi}}, []api.Peer{long}, "ufw", "ufw is on and may keep others out"},
		"another network":    {api.Status{Interfaces: []api.Link{broken, wifi}}, nil, "", "nobody answers on wlan0 (192.168.1.20): are the others on another network?"},
		"a network's name":   {api.Status{Interfaces: []api.Link{wifi}, Network: "club"}, nil, "", "nobody of the network called club answers on wlan0"},
		"lo beside the rest": {api.Status{Interfaces: []api.Link{lo, wifi}}, nil, "", "nobody answers on lo"},
	} {
		if c.status.Addresses == nil { // it says nothing of them
			c.status.Addresses = []string{"/ip4/192.168.1.20/tcp/1"}
		}
		got := say.Alone(c.status, c.peers, c.firewall, now)
		if !strings.HasPrefix(got, c.want) || strings.Contains(got, "\n") {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestOwnAddress: the first one, which is the most useful; without a network there is none.
func TestOwnAddress(t *testing.T) {
	for want, addresses := range map[string][]string{"": nil, "/ip4/192.168.1.20/tcp/1": {"/ip4/192.168.1.20/tcp/1", "/ip4/10.8.0.6/tcp/1"}} {
		if got := say.OwnAddress(api.Status{Addresses: addresses}); got != want {
			t.Errorf("%v: %q, want %q", addresses, got, want)
		}
	}
}
