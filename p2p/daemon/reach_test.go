package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"fives/p2p/api"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/waittest"
)

// What other people's devices are told follows the network, at once and on an open invitation
// too: nothing before there is one, what neighbours reach before what only a tunnel does, and
// never the address of before.
func TestAddressesFollowTheNetwork(t *testing.T) {
	if !netnstest.Inside(t) {
		return
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	d, err := start(ctx, Config{Home: t.TempDir(), Name: "ana", Log: slog.New(slog.DiscardHandler)}, cancel)
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	i, err := d.Invite(api.InviteRequest{})
	if err != nil || !i.On {
		t.Fatal(i, err)
	}
	if here, err := d.Here(ctx); err != nil || here.PID != os.Getpid() || here.Home == "" {
		t.Errorf("up --here answers %+v, %v", here, err)
	}
	told := func(what string, near, tunnels []string) {
		t.Helper()
		i := d.Invitation()
		if got, want := hostsOf(i.URLs), near; !slices.Equal(got, want) {
			t.Errorf("%s: guests are sent to %v, want %v", what, got, want)
		}
		if got := hostsOf(i.Tunnels); !slices.Equal(got, tunnels) {
			t.Errorf("%s: through tunnels to %v, want %v", what, got, tunnels)
		}
		for n, ip := range append(slices.Clone(near), tunnels...) {
			if all := d.Status().Addresses; len(all) < 3*n+3 || !strings.HasPrefix(all[3*n], "/ip4/"+ip+"/tcp/") {
				t.Errorf("%s: status has %v", what, all)
			}
		}
		if len(near)+len(tunnels) == 0 && len(d.Status().Addresses) > 0 {
			t.Errorf("%s: status has %v", what, d.Status().Addresses)
		}
	}
	told("without a network", nil, nil)
	if own := nodesAt(t, fmt.Sprintf("http://127.0.0.1:%d%s", i.Port, pathOf(t, d))); !slices.Equal(own, []string{fmt.Sprintf("/ip4/127.0.0.1/tcp/%d/ws", i.Port)}) {
		t.Errorf("a page on this machine is told %v", own)
	}
	netnstest.Shell(t, "sysctl -qw net.ipv6.conf.default.disable_ipv6=1; ip link add v0 type veth peer name v1; ip link set v0 up; ip link set v1 up; ip addr add 192.168.77.2/24 dev v0")
	defer netnstest.Shell(t, "ip link del v0")
	told("with a network", []string{"192.168.77.2"}, nil)
	netnstest.Shell(t, "ip addr del 192.168.77.2/24 dev v0; ip addr add 10.9.9.1/24 dev v0")
	told("with another one", []string{"10.9.9.1"}, nil)
	if own := nodesAt(t, d.Invitation().URLs[0]); !slices.Equal(own, []string{fmt.Sprintf("/ip4/10.9.9.1/tcp/%d/ws", i.Port)}) {
		t.Errorf("a page is told %v", own)
	}
	waittest.Until(t, "identify tells the same", func() bool {
		return len(d.Libp2p().Host.Addrs()) == 3 && strings.HasPrefix(d.Libp2p().Host.Addrs()[0].String(), "/ip4/10.9.9.1/")
	})
	netnstest.Shell(t, "ip tuntap add dev tun0 mode tun; ip link set tun0 up; ip addr add 10.8.0.6/24 dev tun0; ip route add 0.0.0.0/1 dev tun0")
	defer netnstest.Shell(t, "ip link del tun0")
	told("with a tunnel", []string{"10.9.9.1"}, []string{"10.8.0.6"})
	netnstest.Shell(t, "ip addr del 10.9.9.1/24 dev v0")
	told("with nothing else", nil, []string{"10.8.0.6"})
}

// hostsOf are the IP addresses of pages.
func hostsOf(urls []string) (hosts []string) {
	for _, u := range urls {
		host, _, _ := strings.Cut(strings.TrimPrefix(u, "http://"), ":")
		hosts = append(hosts, host)
	}
	return hosts
}

// pathOf is the secret part of the invitation's address.
func pathOf(t *testing.T, d *Daemon) string {
	t.Helper()
	_, path, ok := strings.Cut(strings.TrimPrefix(d.Invitation().ByName, "http://"), "/")
	if !ok {
		t.Fatalf("by name: %s", d.Invitation().ByName)
	}
	return "/" + path
}

// nodesAt lists where a page there is told that its server is.
func nodesAt(t *testing.T, page string) (at []string) {
	t.Helper()
	resp, err := http.Get(page + "nodes.json")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var list struct {
		Nodes []struct{ Addresses []string }
	}
	if err := json.NewDecoder(resp.Body).Decode(&list); err != nil || len(list.Nodes) != 1 {
		t.Fatal(list, err)
	}
	for _, a := range list.Nodes[0].Addresses {
		address, _, _ := strings.Cut(a, "/p2p/")
		at = append(at, address)
	}
	return at
}
