package doctor

import (
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/control"
)

// What to do about a node depends on what is the matter with it: people compare a fingerprint
// only if the key is in doubt.
func TestWarned(t *testing.T) {
	for _, tt := range []struct {
		warning  api.Warning
		text, do string
	}{
		{api.Warning{Code: api.WarnNewKey, Known: "ben", Fingerprint: "1234"}, "ben: a new key, 1234: you know another ben", "compare the fingerprint by voice: 1234"},
		{api.Warning{Code: api.WarnProtocol, Protocol: 2, Ours: 1}, "ben speaks protocol version 2", "update the older one"},
		{api.Warning{Code: api.WarnSlow}, "ben: slow to answer", "restart the daemon there"},
		{api.Warning{Code: api.WarnUnresponsive}, "ben: does not answer as a fives node does", "restart the daemon there"},
	} {
		var c chart
		warn(&c, api.Peer{Name: "ben", Fingerprint: "1234", Warning: tt.warning})
		if len(c.findings) != 1 || !strings.Contains(c.findings[0].Text, tt.text) || !strings.Contains(c.findings[0].Do, tt.do) {
			t.Errorf("%s: %+v", tt.warning.Code, c.findings)
		}
	}
	var c chart
	if warn(&c, api.Peer{Name: "ben"}); len(c.findings) != 0 {
		t.Errorf("nothing is the matter: %+v", c.findings)
	}
}

// A node that is gone, and was connected on a network that this machine is not on, is not
// looked for behind a firewall.
func TestElsewhere(t *testing.T) {
	here := []netip.Prefix{netip.MustParsePrefix("10.9.9.1/24")}
	ana := api.Peer{ID: "a", Name: "ana", Address: "/ip4/192.168.77.1/tcp/45355"}
	ben := api.Peer{ID: "b", Name: "ben", Address: "/ip4/10.9.9.7/tcp/45355"}
	cleo := api.Peer{ID: "c", Name: "cleo"}
	e, c := &exam{peers: []api.Peer{ana, ben, cleo}}, &chart{}
	if ids := e.elsewhere(c, here); !slices.Equal(ids, []string{"a"}) || len(c.findings) != 1 ||
		!strings.HasPrefix(c.findings[0].Text, "you are on 10.9.9.1/24, ana on 192.168.77.1") {
		t.Errorf("%v, %+v", ids, c.findings)
	}
	ben.Connected = true
	e, c = &exam{peers: []api.Peer{ana, ben}}, &chart{}
	if ids := e.elsewhere(c, here); len(ids)+len(c.findings) != 0 {
		t.Errorf("of one who left long ago, while somebody is here: %+v", c.findings)
	}
	// Friends elsewhere are no neighbours who have gone astray, nor is who was reached through them.
	e, c = &exam{}, &chart{}
	e.status.Links = []api.FarLink{{Fingerprint: "x"}}
	e.peers = []api.Peer{{ID: "a", Fingerprint: "x", Address: "/ip4/1.2.3.2/tcp/45354", Seen: time.Now()}, {ID: "c", Fingerprint: "y", Address: "/ip4/1.2.3.4/tcp/62674", Far: true, Seen: time.Now()}, {ID: "b", Address: "/ip4/1.2.3.2/tcp/45354/p2p/12D3/p2p-circuit", Seen: time.Now()}}
	if ids := e.elsewhere(c, here); len(ids)+len(c.findings) != 0 {
		t.Errorf("friends elsewhere: %v, %v", ids, c.findings)
	}
	// Whoever has a link that fails is not sent to the other machine's network.
	e.client = new(control.Client)
	if e.company(c); len(c.findings) != 1 || !strings.HasPrefix(c.findings[0].Do, "what may help is said of each link") {
		t.Errorf("with a link: %+v", c.findings)
	}
}

// A clock is compared with what others announce about theirs.
func TestClocksOfOthers(t *testing.T) {
	for ahead, want := range map[int]string{3600: "ben's clock is 1h0m0s ahead of this one", -3600: "ben's clock is 1h0m0s behind this one", 1: "it agrees with those of others"} {
		e, c := &exam{peers: []api.Peer{{Name: "ben", Ahead: &ahead}, {Name: "zoe"}}}, &chart{}
		if e.clock(c); len(c.findings) != 1 || !strings.Contains(c.findings[0].Text, want) {
			t.Errorf("%+v, want %q", c.findings, want)
		}
	}
}

// If none of the usual firewalls is on, doctor says what came in and what did not; for the port
// of a daemon, what the daemon knows.
func TestTried(t *testing.T) {
	daemon := &control.Client{}
	for text, e := range map[string]*exam{
		"nothing comes in on v0: what was sent to UDP port 5353 did not, and nobody has come in on 45355 either": {client: daemon, shut: []string{"v0"}},
		"something keeps UDP port 5353 shut on v0; 45355 is open":                                                {client: daemon, shut: []string{"v0"}, status: api.Status{LetIn: true}},
		"what comes to port 45355 is let in":                                                                     {client: daemon, let: []string{"v0"}, status: api.Status{LetIn: true}},
		"what was sent to UDP port 5353 came in; nobody has come in on 45355 yet":                                {client: daemon, let: []string{"v0"}},
		"there was nothing to try":                                                                               {client: daemon},
	} {
		c := &chart{}
		e.sayTried(c, 45355)
		if len(c.findings) != 1 || !strings.Contains(c.findings[0].Text, text) || (c.findings[0].State == OK) != (len(e.shut) == 0) {
			t.Errorf("%+v, want %q", c.findings, text)
		}
	}
}
