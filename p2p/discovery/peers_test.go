package discovery

import (
	"fmt"
	"testing"
	"time"

	ma "github.com/multiformats/go-multiaddr"
)

func at(round int, d time.Duration) mark {
	return mark{round, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(d)}
}

func TestTableMergesAddresses(t *testing.T) {
	tab, id := newTable(), testID(t, 1)
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
		if p := tab.get(id); len(p.Addrs) != c.want || !p.Addrs[0].Equal(c.a.Addrs[0]) {
			t.Errorf("%s: addresses %v", c.what, p.Addrs)
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
		tab := newTable()
		tab.hear(announcement{ID: testID(t, 1), Addrs: addrList("/ip4/10.0.0.1/tcp/1")}, "eth0", at(1, 0))
		tab.expire(c.now)
		if got := len(tab.all()); got != c.want {
			t.Errorf("%s: %d peers, want %d", c.what, got, c.want)
		}
	}
}

func TestTableIsBounded(t *testing.T) {
	tab := newTable()
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
