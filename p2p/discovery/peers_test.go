package discovery

import (
	"fmt"
	"slices"
	"testing"
	"time"

	ma "github.com/multiformats/go-multiaddr"
)

func at(round int, d time.Duration) mark {
	return mark{round, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(d)}
}

func TestTableMergesAddresses(t *testing.T) {
	tab, id := newPeerList(), testID(t, 1)
	say := func(addr string) announcement {
		return announcement{ID: id, Name: "ana", Version: 1, Addrs: addrList(addr)}
	}
	for _, c := range []struct {
		what string
		a    announcement
		now  mark
		news bool
		want int
	}{
		{"new", say("/ip4/10.0.0.1/tcp/1"), at(1, 0), true, 1},
		{"again in the same round", say("/ip4/10.0.0.1/tcp/1"), at(1, 0), false, 1},
		{"more addresses in the same round", say("/ip4/10.1.0.1/tcp/1"), at(1, 0), true, 2},
		{"next round", say("/ip4/10.0.0.1/tcp/1"), at(2, time.Second), true, 2},
		{"an old address ages", say("/ip4/10.0.0.1/tcp/1"), at(9, time.Minute), true, 1},
	} {
		if got := tab.hear(c.a, "eth0", c.now); got != c.news {
			t.Errorf("%s: news is %t", c.what, got)
		}
		if p := tab.get(id); len(p.Addrs) != c.want || !slices.ContainsFunc(p.Addrs, c.a.Addrs[0].Equal) {
			t.Errorf("%s: addresses %v", c.what, p.Addrs)
		}
	}
}

// False addresses announced for a node, before its own announcement or after it, do not crowd out the true one.
func TestFalseAddressesBesideATrueOne(t *testing.T) {
	id, truth := testID(t, 1), addrList("/ip4/10.0.0.1/tcp/45355")
	lies := func(n int) (addrs []ma.Multiaddr) {
		for i := range maxAddrs {
			addrs = append(addrs, ma.StringCast(fmt.Sprintf("/ip4/10.0.%d.%d/tcp/1", n, i+1)))
		}
		return addrs
	}
	for first := range 3 { // of the lies come before the truth
		tab := newPeerList()
		for i := range 5 {
			if i == first {
				tab.hear(announcement{ID: id, Addrs: truth}, "eth0", at(1, 0))
				if !slices.ContainsFunc(tab.get(id).Addrs, truth[0].Equal) {
					t.Errorf("%d before: not dialled when it is heard", first)
				}
			}
			tab.hear(announcement{ID: id, Addrs: lies(i + 1)}, "eth0", at(1, 0))
		}
		got := tab.get(id).Addrs
		if first == 0 && (len(got) != maxAddrs || !got[0].Equal(truth[0])) {
			t.Errorf("heard first: %v", got)
		}
	}
}

func TestTableExpires(t *testing.T) {
	for _, c := range []struct {
		what string
		now  mark
		want int
	}{
		{"many rounds in a short time", at(20, 20*time.Second), 1},
		{"a long time, few rounds", at(4, time.Hour), 1},
		{"both", at(5, 30*time.Second), 0},
	} {
		tab := newPeerList()
		tab.hear(announcement{ID: testID(t, 1), Addrs: addrList("/ip4/10.0.0.1/tcp/1")}, "eth0", at(1, 0))
		tab.expire(c.now)
		if got := len(tab.all()); got != c.want {
			t.Errorf("%s: %d peers, want %d", c.what, got, c.want)
		}
	}
}

func TestTableIsBounded(t *testing.T) {
	tab := newPeerList()
	for i := range maxPeers + 50 {
		news := tab.hear(announcement{ID: testID(t, i), Addrs: addrList("/ip4/10.0.0.1/tcp/1")}, "eth0", at(i, time.Duration(i)))
		if !news {
			t.Fatalf("peer %d is not reported", i)
		}
	}
	ps := tab.all()
	if len(ps) != maxPeers {
		t.Errorf("%d peers", len(ps))
	}
	for _, p := range ps {
		if p.ID == testID(t, 0) {
			t.Error("the oldest peer is still there")
		}
	}
	for i := range 40 {
		a := []ma.Multiaddr{ma.StringCast(fmt.Sprintf("/ip4/10.0.0.1/tcp/%d", i+1))}
		tab.hear(announcement{ID: testID(t, 1), Addrs: a}, "eth0", at(1000, time.Hour))
	}
	if n := len(tab.get(testID(t, 1)).Addrs); n != maxAddrs {
		t.Errorf("%d addresses", n)
	}
}
