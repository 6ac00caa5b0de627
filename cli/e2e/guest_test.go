//go:build linux

package e2e

import (
	"context"
	"crypto/ed25519"
	"net"
	"strconv"
	"strings"
	"testing"

	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/node"
	"fives/p2p/store"
	"fives/p2p/store/memory"
)

// newGuest runs a node as a page does: it dials the address that it came from, over WebSocket,
// and nothing else.
func newGuest(t *testing.T, address string) *node.Node {
	t.Helper()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	db, err := memory.Open(memory.NewRAM())
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	n, err := node.Start(t.Context(), node.Config{Key: key, Name: "cleo", Store: s, Host: host.Config{DialOnly: true}, Peers: []string{address}, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	return n
}

// TestGuestAndKills: a daemon with a guest is killed, again and again, with kill -9. Once it is
// up, it invites again at the same address, and the guest comes back by itself. If another
// program has taken the port meanwhile, status and doctor say that the guest has no way back.
func TestGuestAndKills(t *testing.T) {
	if outside != "" {
		t.Skip(outside)
	}
	t.Parallel()
	ana := newDaemon(t, t.TempDir(), "ana", "", "lo", 0)
	ana.start()
	ana.run("invite", "--home", ana.home)
	first := *ana.status().Invitation
	guest := newGuest(t, first.Addresses[0])
	ana.run("host", "five", "--seats", "2", "--home", ana.home)
	var offer api.Offer
	eventually(t, "the guest joins", func() bool {
		for _, o := range ana.tables().Open {
			offer = o
		}
		_, err := guest.Join(t.Context(), api.JoinRequest{Table: offer.ID})
		return err == nil
	})
	back := func() {
		t.Helper()
		eventually(t, "the same invitation", func() bool {
			i := ana.status().Invitation
			return i != nil && i.Port == first.Port && strings.Join(i.URLs, " ") == strings.Join(first.URLs, " ")
		})
		eventually(t, "the guest", func() bool {
			v, ok := ask(ana, func(c *control.Client, ctx context.Context) (api.Table, error) { return c.Table(ctx, offer.ID) })
			return ok && len(v.Seats) == 2 && v.Seats[1].Online
		})
	}
	back()
	for range 3 {
		ana.kill()
		ana.start()
		back()
	}

	ana.kill()
	l, err := net.Listen("tcp4", "127.0.0.1:"+strconv.Itoa(first.Port))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ana.start()
	const warning = "has a seat in a browser, and finds no way to this node: port "
	eventually(t, "status says it", func() bool { return strings.Contains(ana.run("status", "--home", ana.home), warning) })
	out, _ := ana.fives("doctor", "--home", ana.home, "--iface", "lo", "--json").Output() // it has found a problem
	if said := string(out); !strings.Contains(said, warning) || strings.Contains(said, "nobody is invited") || !strings.Contains(said, "end the program that has TCP port "+strconv.Itoa(first.Port)) {
		t.Errorf("doctor says\n%s", said)
	}
	l.Close()
	back()
}
