package doctor

import (
	"testing"

	"fives/p2p/api"
)

// TestListening: the port of an invitation is none of those that other daemons reach, and a
// machine without a network has no fault that its log would explain.
func TestListening(t *testing.T) {
	for _, tt := range []struct {
		addresses []string
		is        State
		text      string
	}{
		{[]string{"/ip4/10.1.1.1/tcp/45355", "/ip4/10.1.1.1/udp/45355/quic-v1", "/ip4/10.1.1.1/tcp/45356/ws"}, OK,
			"the daemon listens on TCP and UDP port 45355"},
		{[]string{"/ip4/10.1.1.1/tcp/45357", "/ip4/10.1.1.1/tcp/45356/ws"}, OK,
			"the daemon listens on TCP and UDP port 45357, not the usual 45355"},
		{nil, Problem, "no network yet: this machine has no address at which others could reach the daemon"},
	} {
		e, c := &exam{cfg: Config{Port: 45355}, status: api.Status{Addresses: tt.addresses}}, &chart{}
		e.listening(c)
		if len(c.findings) != 1 || c.findings[0].State != tt.is || c.findings[0].Text != tt.text {
			t.Errorf("%q: %+v", tt.addresses, c.findings)
		}
	}
}
