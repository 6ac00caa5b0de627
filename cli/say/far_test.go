package say_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fives/cli/say"
	"fives/p2p/api"
)

// TestOutside: what is read of those who come from outside.
func TestOutside(t *testing.T) {
	now := time.Date(2025, 11, 13, 21, 0, 0, 0, time.UTC)
	at := func(hour, minute int) time.Time { return time.Date(2025, 11, 13, hour, minute, 0, 0, time.UTC) }
	on := api.Outside{On: true, Address: "1.2.3.2:45354", Since: at(20, 2)}
	came, full, moved := on, on, on
	moved.Moved = "1.2.3.9:45354"
	came.Came = api.Visit{Time: at(20, 14), Name: "dan"}
	came.Old = api.Visit{Time: at(20, 10), Count: 2}
	full.Full, full.In = api.Visit{Time: at(20, 30), Count: 1}, 48
	for _, c := range []struct {
		o    *api.Outside
		want []string
	}{
		{nil, nil},
		{&on, []string{"1.2.3.2:45354 since 20:02, nobody has come yet"}},
		{&came, []string{"1.2.3.2:45354 since 20:02, dan came at 20:14", "somebody came with an old link at 20:10, and did not get in"}},
		{&moved, []string{
			"1.2.3.2:45354 since 20:02, nobody has come yet",
			"your router has another address now: the link that you have sent leads to 1.2.3.9:45354, and here no more; send it anew",
		}},
		{&full, []string{"1.2.3.2:45354 since 20:02, nobody has come yet", "a friend found no room at 20:30; 48 are here from outside"}},
		{
			&api.Outside{Without: api.Visit{Time: at(20, 10), Count: 1, Address: "1.2.3.9"}, Port: 45354, Unknown: api.Visit{Time: at(20, 11), Count: 3}, Left: []string{"dan", "eva"}},
			[]string{"a stranger knocked at TCP port 45354 at 20:11, 3 in all: none got in, and on the internet that is usual", "somebody at 1.2.3.9, who is not on your local network, was not let in at 20:10: from there it takes a link", "dan and eva came by a link that was taken back, and may stay until the game is over"},
		},
	} {
		if got := say.Outside(c.o, now); !slices.Equal(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestFarLinks: each way in which a link can fail has words of its own, in lists and as an error.
func TestFarLinks(t *testing.T) {
	now := time.Date(2025, 11, 13, 21, 0, 0, 0, time.UTC)
	said := map[string]api.Reason{}
	for failed, want := range map[api.Reason]string{
		"":                    "ana at 1.2.3.2:45354: not connected, was there 20:00",
		api.ReasonLinkSilent:  "ana at 1.2.3.2:45354: nobody answers, was there 20:00",
		api.ReasonLinkOther:   "ana at 1.2.3.2:45354: somebody else answers there, was there 20:00",
		api.ReasonLinkHangsUp: "ana at 1.2.3.2:45354: hangs up at once, was there 20:00",
		api.ReasonLinkUnknown: "ana at 1.2.3.2:45354: the link is not known there, was there 20:00",
		api.ReasonLinkNoWay:   "ana at 1.2.3.2:45354: this machine has no way there, was there 20:00",
		api.ReasonLinkNoIPv6:  "ana at 1.2.3.2:45354: this machine has no IPv6, was there 20:00",
		api.ReasonLinkNoName:  "ana at 1.2.3.2:45354: there is no machine of that name, was there 20:00",
		api.ReasonLinkFull:    "ana at 1.2.3.2:45354: no room there just now, was there 20:00",
		api.ReasonLinkAstray:  "ana at 1.2.3.2:45354: that leads to no network but this one, was there 20:00",
		api.ReasonLinkOld:     "ana at 1.2.3.2:45354: the link is no longer good, ask for a new one",
	} {
		l := api.FarLink{Name: "ana", Address: "1.2.3.2:45354", Failed: failed, Came: now.Add(-time.Hour)}
		if got := say.FarLink(l, now); failed == "" && got == want {
			l.Came = time.Time{}
			if got := say.FarLink(l, now); got != "ana at 1.2.3.2:45354: not connected yet" {
				t.Errorf("before it was ever there: %q", got)
			}
		} else if got != want {
			t.Errorf("%s: %q, want %q", failed, got, want)
		}
		if failed == "" {
			continue
		}
		text, hint := say.Error(api.Fail(failed, api.Data{Name: "ana", Address: "1.2.3.2:45354"}))
		if before := said[text]; before != "" || hint == "" {
			t.Errorf("%s says what %q says: %q, %q", failed, before, text, hint)
		}
		said[text] = failed
		if want := "; fives connect --forget ana ends that"; strings.Contains(hint, "kept") != strings.HasSuffix(hint, want) {
			t.Errorf("%s: %q", failed, hint)
		}
		if kept := failed != api.ReasonLinkOld && failed != api.ReasonLinkAstray; strings.Contains(hint, "kept") != kept {
			t.Errorf("%s: %q", failed, hint)
		}
		_, hint = say.Error(api.Fail(failed, api.Data{Name: "ana", Address: "1.2.3.2:45354", Former: true}))
		if former := failed != api.ReasonLinkOld && failed != api.ReasonLinkAstray; strings.Contains(hint, "the link that you had") != former {
			t.Errorf("%s, while the one before is kept: %q", failed, hint)
		}
	}
}

// TestFailingLinks: each way in which a link can fail says what may be, and excludes nothing that is.
func TestFailingLinks(t *testing.T) {
	const kept = "the link is kept, and tried again; fives connect --forget ana ends that"
	for reason, want := range map[api.Reason]string{
		api.ReasonLinkFull:    "ana's node has no room for more friends from outside just now / " + kept,
		api.ReasonLinkHangsUp: "ana's node hangs up on yours at once, as on one that has sent too much / that ends by itself in a minute; " + kept,
		api.ReasonLinkUnknown: "whoever answers at nas.example.org:45354 does not know this link: it is an old one, or somebody else has that address now / ask for a new link; until then, " + kept,
		api.ReasonLinkOther:   "somebody else answers at nas.example.org:45354: the address has changed / ask for a new link; until then, " + kept,
		api.ReasonLinkSilent:  "nobody answers at nas.example.org:45354 / the computer there is off or has another address, the link was taken back, or the router there does not pass the port on: ask ana which it is; " + kept,
		api.ReasonLinkNoWay:   "this machine has no way to nas.example.org:45354: it seems not to be on the internet just now / " + kept,
		api.ReasonLinkNoIPv6:  "nas.example.org:45354 is reached by IPv6 alone, and this machine has none just now / ask for a link with an address of IPv4; until then, " + kept,
		api.ReasonLinkNoName:  "there is no machine of the name in the link, nas.example.org / ask for a new link; until then, " + kept,
	} {
		text, hint := say.Error(api.Fail(reason, api.Data{Name: "ana", Address: "nas.example.org:45354"}))
		if got := text + " / " + hint; got != want {
			t.Errorf("%s: %q, want %q", reason, got, want)
		}
	}
}

// TestLinksInWords: whoever gives a link that is of no use here reads what to do with it.
func TestLinksInWords(t *testing.T) {
	for _, c := range []struct {
		reason api.Reason
		data   api.Data
		want   string
	}{
		{api.ReasonLinkNetwork, api.Data{Name: "attic"}, "the link is of a network with another name than yours, attic / ask for the name, then: fives down; fives up --detach --network NAME"},
		{api.ReasonLinkNetwork, api.Data{}, "the link is of a network with another name than yours, which has no name / ask for the name, then: fives down; fives up --detach --network NAME"},
		{api.ReasonLinkToAll, api.Data{}, "that is a link, and everybody here would get it / send it to the friend for whom it is, and to nobody else"},
		{api.ReasonLinkOwn, api.Data{}, "that is your own link / send it to a friend, who gives it to their own fives"},
		{api.ReasonNoLink, api.Data{Name: "eva"}, `you keep no link to "eva" / you keep none at all; fives connect takes one`},
		{api.ReasonNoLink, api.Data{Name: "eva", Candidates: []string{"ana", "0635-c302"}}, `you keep no link to "eva" / you keep links to ana and 0635-c302`},
	} {
		text, hint := say.Error(api.Fail(c.reason, c.data))
		if got := text + " / " + hint; got != c.want {
			t.Errorf("%s: %q, want %q", c.reason, got, c.want)
		}
	}
}

// TestForgets: what ends a link is the whole line to type, whoever is there.
func TestForgets(t *testing.T) {
	for want, d := range map[string]api.Data{
		"fives connect --forget ana":                 {Name: "ana", Address: "1.2.3.2:45354"},
		"fives connect --forget 'ana maria'":         {Name: "ana maria", Address: "1.2.3.2:45354"},
		"fives connect --forget 1.2.3.2:45354":       {Address: "1.2.3.2:45354"},
		"fives connect --forget '[2001:db8::1]:443'": {Address: "[2001:db8::1]:443"},
	} {
		if _, hint := say.Error(api.Fail(api.ReasonLinkFull, d)); hint != "the link is kept, and tried again; "+want+" ends that" {
			t.Errorf("%q, want %q", hint, want)
		}
	}
}

// TestAddressesInWords: an address that leads nowhere is answered without the words of the network library.
func TestAddressesInWords(t *testing.T) {
	raw := `failed to dial: all dials failed\n  * [/ip4/192.168.1.2/tcp/45355] dial tcp4 connection refused`
	for reason, want := range map[api.Reason]string{
		api.ReasonBadAddress:  `"1.2.3.2" is neither a link nor the whole address of a node / a link begins with far:, and a friend makes it with fives invite --far; an address looks like /ip4/192.168.1.20/tcp/45355/p2p/12D3Koo…, as fives status over there shows it`,
		api.ReasonNobodyThere: "no node is reached at 1.2.3.2 / fives must run there, at the address that fives status over there shows now, and a firewall there must let others in",
	} {
		text, hint := say.Error(api.Fail(reason, api.Data{Address: "1.2.3.2", Detail: raw}))
		if got := text + " / " + hint; got != want {
			t.Errorf("%s: %q, want %q", reason, got, want)
		}
	}
}

// TestRouters: what is read where the router opens no port names the port, the machine, or the address.
func TestRouters(t *testing.T) {
	for reason, want := range map[api.Reason]string{
		api.ReasonRouterOff:   "your router does not answer when it is asked to open a port / forward TCP port 45354 to 192.168.1.2 there, and name its address on the internet: the router's own page shows it, as WAN or Internet address, and sites that show your address do; then: fives invite --far YOUR-ADDRESS",
		api.ReasonRouterNo:    "your router does not open the port / forward TCP port 45354 to 192.168.1.2 there, and name its address on the internet: the router's own page shows it, as WAN or Internet address, and sites that show your address do; then: fives invite --far YOUR-ADDRESS",
		api.ReasonFarPort:     "TCP port 45354 cannot be had: fives itself has it / --port takes another one of this machine, to which the router then has to lead the port in the link: fives invite --far HOST:45354 --port PORT",
		api.ReasonRouterInner: "your router's own address, 100.71.2.9, is shared with others: no port can be opened / use a VPN such as Tailscale, or a rented machine",
	} {
		text, hint := say.Error(api.Fail(reason, api.Data{Port: 45354, Name: "192.168.1.2", Address: "100.71.2.9", Detail: "fives itself has it"}))
		if got := text + " / " + hint; got != want {
			t.Errorf("%s: %q, want %q", reason, got, want)
		}
	}
}

// TestConnectedByLink: who is there, how far, and who else is.
func TestConnectedByLink(t *testing.T) {
	ana := api.Peer{ID: "1", Name: "ana", Connected: true, RoundTrip: 300, Address: "/ip4/10.0.0.1/tcp/1"}
	for want, a := range map[string]api.ConnectAnswer{
		"connected to ana, 300 ms; here: bob, cyd": {Peer: ana, Kept: true, Dialled: true, Here: []string{"bob", "cyd"}},
		"connected to ana, 300 ms":                 {Peer: ana, Kept: true, Dialled: true},
		"connected to ana":                         {Peer: api.Peer{ID: "1", Name: "ana", Connected: true}, Kept: true, Dialled: true},
		"ana is connected already, at /ip4/10.0.0.1/tcp/1; the link is kept for when that ends": {Peer: ana, Kept: true},
	} {
		if got := say.Connected(a); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestLinkIsNotRepeated: whoever types a link in the wrong place, or breaks it, reads nothing of its secret.
func TestLinkIsNotRepeated(t *testing.T) {
	const link = "Far:1.2.3.2:45354/aeaaaaaa/beaa │\n│ aaaa74tpqz3t"
	for _, e := range []*api.Error{
		api.Fail(api.ReasonBadAddress, api.Data{Address: link, Detail: "is no multiaddr: " + strconv.Quote(link)}),
		api.Fail(api.ReasonNobodyThere, api.Data{Address: link, Detail: "x"}),
		api.Fail(api.ReasonNoLink, api.Data{Name: link}),
		api.Fail(api.ReasonNoPeer, api.Data{Name: link}),
		api.Fail(api.ReasonBadHost, api.Data{Address: link}),
		api.Fail(api.ReasonNoTable, api.Data{Table: link}),
	} {
		if text, hint := say.Error(e); strings.Contains(text+hint, "aa") {
			t.Errorf("%s: %q, %q", e.Reason, text, hint)
		}
	}
}

// TestReachedPrivately: a link with an address of a private network is not said to lead here from elsewhere.
func TestReachedPrivately(t *testing.T) {
	o := api.Outside{On: true, Address: "10.1.1.1:45354", Port: 45354, Private: true}
	const want = "others reach you at 10.1.1.1:45354 only where that is an address of their own network, as in a VPN with you: it leads here from nowhere else"
	if got := say.Reached(o); len(got) == 0 || got[0] != want {
		t.Errorf("%q", got)
	}
}

// TestHintsOnScreens: where nobody types commands, a hint is read without them, and what else it says is kept.
func TestHintsOnScreens(t *testing.T) {
	for reason, want := range map[api.Reason]string{
		api.ReasonRouterOff:   "your router does not answer when it is asked to open a port (forward TCP port 45354 to 192.168.1.2 there, and name its address on the internet: the router's own page shows it, as WAN or Internet address, and sites that show your address do)",
		api.ReasonNoRouter:    "there is no router that could be asked (name the address at which others reach this machine: the router's own page shows it, as WAN or Internet address, and sites that show your address do; or use a VPN such as Tailscale, or a rented machine)",
		api.ReasonBadHost:     `"dan" is no address at which others on the internet reach this machine (one looks like 203.0.113.7, or home.example.org:45354; a friend's name is not needed, the link is for whoever has it)`,
		api.ReasonLinkOther:   "somebody else answers at dan: the address has changed (ask for a new link; until then, the link is kept, and tried again)",
		api.ReasonOnlyInvited: "the node at dan lets in its own network, and whom it has invited (ask for a link)",
		api.ReasonLinkOld:     "192.168.1.2's link is no longer good (ask for a new one)",
		api.ReasonNoTables:    "you sit at no table",
	} {
		if got := say.Reason(api.Fail(reason, api.Data{Port: 45354, Name: "192.168.1.2", Address: "dan"})); got != want {
			t.Errorf("%s: %q, want %q", reason, got, want)
		}
	}
}
