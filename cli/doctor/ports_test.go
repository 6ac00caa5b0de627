package doctor

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

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

// Guests are said to find the page at the address of the network that they share with this machine: not
// at that of a bridge for containers, and at a tunnel's only those in it.
func TestWhereGuestsFindThePage(t *testing.T) {
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"files":[]}`)) }))
	defer page.Close()
	i := &api.Invitation{On: true, Port: 45356, URLs: []string{page.URL + "/lan/", page.URL + "/docker/"}, Tunnels: []string{page.URL + "/vpn/"}}
	e, c := &exam{ctx: t.Context(), status: api.Status{Invitation: i}}, &chart{}
	e.guests(c)
	for n, want := range []string{"guests find the page at " + page.URL + "/lan/; if", "it answers at " + page.URL + "/docker/, too, for whatever is on that other network", "it answers at " + page.URL + "/vpn/, too, for whoever is at the other end of that tunnel"} {
		if len(c.findings) != 3 || c.findings[n].State != OK || !strings.HasPrefix(c.findings[n].Text, want) {
			t.Fatalf("%q is not said in %+v", want, c.findings)
		}
	}
}

// TestDoorIsShut: who cannot be let in from outside is said once, with what helps against that, and not
// with what helps a disk.
func TestDoorIsShut(t *testing.T) {
	for _, w := range []api.Warning{{Code: api.WarnFarPort, Port: 45354, Detail: "another program has it"}, {Code: api.WarnFarRouter, Port: 45354, Detail: string(api.ReasonRouterOff)}} {
		e, c := &exam{status: api.Status{Warnings: []api.Warning{w}}}, &chart{}
		e.warned(c)
		e.outside(c)
		if len(c.findings) != 1 || c.findings[0].State != Problem || !strings.HasPrefix(c.findings[0].Do, "fives invite --far tries it again") {
			t.Errorf("%s: %+v", w.Code, c.findings)
		}
	}
}

// TestLinkMoved: whose router has another address is warned that the link has to be sent anew.
func TestLinkMoved(t *testing.T) {
	o := &api.Outside{On: true, Address: "1.2.3.2:45354", Moved: "1.2.3.9:45354", Came: api.Visit{Time: time.Now(), Name: "dan"}}
	e, c := &exam{status: api.Status{Outside: o}}, &chart{}
	e.outside(c)
	if len(c.findings) != 2 || c.findings[1].State != Warning || !strings.Contains(c.findings[1].Text, "1.2.3.9:45354") || !strings.Contains(c.findings[1].Do, "--far") {
		t.Errorf("%+v", c.findings)
	}
}

// TestLinksThatFail: of a link that does not lead there, the doctor says what helps, as connect does.
func TestLinksThatFail(t *testing.T) {
	e, c := &exam{}, &chart{}
	type advice struct {
		state State
		do    string
	}
	var want []advice
	add := func(l api.FarLink, state State, do string) {
		l.Name, l.Address = "ana", "1.2.3.2:45354"
		e.status.Links = append(e.status.Links, l)
		want = append(want, advice{state, do})
	}
	const kept = "the link is kept, and tried again; fives connect --forget ana ends that"
	add(api.FarLink{Connected: true}, OK, "")
	add(api.FarLink{}, Warning, "it is tried soon")
	add(api.FarLink{Failed: api.ReasonLinkSilent}, Warning, "the computer there is off or has another address, the link was taken back, or the router there does not pass the port on: ask ana which it is; "+kept)
	add(api.FarLink{Failed: api.ReasonLinkNoIPv6}, Warning, "ask for a link with an address of IPv4; until then, "+kept)
	add(api.FarLink{Failed: api.ReasonLinkOld}, Warning, "fives connect takes it, once you have it; to do without: fives connect --forget ana")
	add(api.FarLink{Failed: api.ReasonLinkOld, Connected: true}, Warning, "fives connect takes it, once you have it; to do without: fives connect --forget ana")
	e.outside(c)
	var got []advice
	for _, f := range c.findings {
		got = append(got, advice{f.State, f.Do})
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
