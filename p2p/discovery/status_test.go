package discovery

import (
	"context"
	"errors"
	"log/slog"
	"syscall"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/discovery/netnstest"
)

// TestStarting: before the first question has an outcome, an interface neither works nor
// fails; it is starting.
func TestStarting(t *testing.T) {
	if !netnstest.Inside(t, netnstest.MulticastRoute) {
		return
	}
	s := &Service{cfg: Config{Ifaces: []string{"lo"}, Log: slog.New(slog.DiscardHandler)}, asked: make(map[outlet]error), table: newPeerList()}
	s.refresh()
	defer s.closeResponders()
	code := func() (codes []api.WarningCode) {
		for _, p := range s.Status()[0].Problems {
			codes = append(codes, p.Code)
		}
		return codes
	}
	if got := code(); len(got) != 1 || got[0] != api.WarnStarting {
		t.Errorf("at the start %v", got)
	}
	link := s.responders[0].link
	for _, f := range link.families() {
		s.take(answer{link: link, fam: f, err: errors.New("no route")})
	}
	if got := code(); len(got) != len(link.families()) || got[0] != api.WarnNotAsked {
		t.Errorf("after an error %v", got)
	}
	s.take(answer{link: link, fam: link.families()[0]})
	if !s.Status()[0].Asking {
		t.Error("an answered question is not seen")
	}
}

// On a link whose IPv6 address waits for a carrier, nothing is wrong: there is IPv4. Without an answer in
// IPv4, it is said.
func TestNoWarningOfWhatNobodyHas(t *testing.T) {
	if !netnstest.Inside(t, "ip link add v0 type veth peer name v1", "ip link set v0 up", "ip addr add 192.168.77.2/24 dev v0", "ip addr add fd00::7/64 dev v0", "ip route add default dev v0") {
		return
	}
	log := slog.New(slog.DiscardHandler)
	s := &Service{cfg: Config{Ifaces: []string{"v0"}, Log: log}, asked: make(map[outlet]error), table: newPeerList()}
	s.refresh()
	defer s.closeResponders()
	link := s.responders[0].link
	_, err := ask(context.Background(), serviceOf(""), link, ipv6, 10*time.Millisecond, log)
	if !errors.Is(err, syscall.EADDRNOTAVAIL) {
		t.Skipf("this system sends from an address that waits: %v", err)
	}
	s.take(answer{link: link, fam: ipv6, err: err})
	s.take(answer{link: link, fam: ipv4, err: syscall.EPERM})
	if st := s.Status()[0]; len(st.Problems) != 2 || st.Problems[1].Code != api.WarnNotAsked || st.Asking {
		t.Errorf("with nothing else: %+v", st)
	}
	s.take(answer{link: link, fam: ipv4})
	if st := s.Status()[0]; len(st.Problems) != 0 || !st.Asking {
		t.Errorf("beside IPv4: %+v", st)
	}
	s.take(answer{link: link, fam: ipv6, err: syscall.EPERM})
	if st := s.Status()[0]; len(st.Problems) != 1 {
		t.Errorf("for another reason: %+v", st)
	}
}
