package discovery

import (
	"fmt"
	"net"
	"reflect"
	"syscall"
	"testing"

	"fives/p2p/api"
)

func TestDiff(t *testing.T) {
	a := link{index: 2, name: "eth0", ips: ipList("10.0.0.1")}
	b := link{index: 3, name: "wlan0", ips: ipList("10.1.0.1")}
	replaced := a
	replaced.index = 7
	moved := a
	moved.ips = ipList("10.0.0.2")
	for _, c := range []struct {
		what                  string
		old, new, build, tear []link
	}{
		{"nothing new", []link{a, b}, []link{a, b}, nil, nil},
		{"another order", []link{a, b}, []link{b, a}, nil, nil},
		{"appears", []link{a}, []link{a, b}, []link{b}, nil},
		{"vanishes", []link{a, b}, []link{b}, nil, []link{a}},
		{"new index", []link{a}, []link{replaced}, []link{replaced}, []link{a}},
		{"new address", []link{a, b}, []link{moved, b}, []link{moved}, []link{a}},
	} {
		build, tear := diff(c.old, c.new)
		if !reflect.DeepEqual(build, c.build) || !reflect.DeepEqual(tear, c.tear) {
			t.Errorf("%s: build %v, tear %v", c.what, build, tear)
		}
	}
}

func TestLinks(t *testing.T) {
	found, gone, err := links(nil, usual)
	if err != nil || len(gone) != 0 {
		t.Fatal(gone, err)
	}
	for _, l := range found {
		if l.loopback {
			t.Errorf("%s is a loopback", l.name)
		}
	}
	_, gone, err = links([]string{"nosuch0"}, usual)
	if want := []missing{{"nosuch0", api.WarnNoInterface}}; err != nil || !reflect.DeepEqual(gone, want) {
		t.Errorf("gone %v, %v; want %v", gone, err, want)
	}
}

func TestExplain(t *testing.T) {
	wrap := func(e syscall.Errno) error { return &net.OpError{Op: "listen", Net: "udp4", Err: e} }
	for _, c := range []struct {
		err  error
		want string
	}{
		{wrap(syscall.EADDRINUSE), "IPv4: port 5353 is held exclusively by another program"},
		{wrap(syscall.ENODEV), "IPv4: no multicast route"},
		{wrap(syscall.ENETUNREACH), "IPv4: no multicast route"},
		{fmt.Errorf("odd"), "IPv4: odd"},
	} {
		if got := explain(ipv4, c.err).Error(); len(got) < len(c.want) || got[:len(c.want)] != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
