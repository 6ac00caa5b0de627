package far

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"fives/engine/record"
)

var links = []Link{
	{Host: "1.2.3.2", Port: 45354, Node: record.Key{0: 1, 31: 7}, Secret: Secret{0: 9, 15: 255}},
	{Host: "2001:db8::1", Port: 1, Node: record.Key{5: 200}, Secret: Secret{3: 17}},
	{Host: "ana.example.org", Port: 65535, Node: record.Key{31: 255}},
}

// TestLinkForm holds the bytes of links, because nodes of other builds read them.
func TestLinkForm(t *testing.T) {
	for i, want := range []string{
		"far:1.2.3.2:45354/aeaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaadq/beaaaaaaaaaaaaaaaaaaaaaa74tpqz3t",
		"far:[2001:db8::1]:1/aaaaaaaazaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/aaaaaeiaaaaaaaaaaaaaaaaaaatlzguv",
		"far:ana.example.org:65535/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaad7q/aaaaaaaaaaaaaaaaaaaaaaaaaate3e6l",
	} {
		if got := links[i].String(""); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestPasted: however somebody has copied a link, it is the same one.
func TestPasted(t *testing.T) {
	l := links[0]
	text := l.String("attic")
	for _, pasted := range []string{
		text, " " + text + "\n", `"` + text + `"`, "'" + text + "'", "<" + text + ">", "„" + text + "“", "(" + text + ").",
		strings.ToUpper(text), "Far" + text[3:], text[:40] + "\n  " + text[40:], text[:50] + "\u200b" + text[50:], "\ufeff" + text,
		"fives connect " + l.String("attic"), "$ " + "fives connect " + l.String("attic"), "`fives connect " + l.String("attic") + "`", "fives  connect '" + text + "'", "fives peers add " + text,
		"│ fives connect " + text[:50] + " │\n│ " + text[50:] + "       │", "| fives connect " + text[:50] + " |\n| " + text[50:] + " |\n", "here is mine: " + text, "> fives connect " + text[:50] + "\n> " + text[50:] + "\n", "Far: " + text[4:],
		"**" + text + "**", "far://" + text[4:], strings.NewReplacer(":", "%3A", "/", "%2F").Replace(text), "ana says:" + text,
	} {
		if got, err := Parse(pasted, "attic"); err != nil || got != l {
			t.Errorf("%q: %+v, %v", pasted, got, err)
		}
		if !Is(pasted) {
			t.Errorf("%q is no link", pasted)
		}
	}
}

// TestNoLink: what people type for other things is no link, though it may have its letters.
func TestNoLink(t *testing.T) {
	for _, text := range []string{"", "far", "far:", "so far: good", "so far: 1/2", "afar:1", "./far:1/game.jsonl", "safar:2", "3f2a", "http://far.example:1/", "/mnt/far:1/two/three.jsonl",
		"/mnt/nas.example:1/abcdefghijklmnopqrstuvw"} {
		if Is(text) {
			t.Errorf("%q is a link", text)
		}
	}
}

// TestHolds: a link is found wherever it stands in what somebody says, and no other words are one.
func TestHolds(t *testing.T) {
	for _, l := range links {
		link := l.String("attic")
		for _, text := range []string{link, link[:len(link)-30], "try:" + link + "!", "far: " + link[4:], "so far:(", link[:45] + " " + link[45:], "as far: " + strings.ToUpper(link)} {
			if Holds(text) != (text != "so far:(") {
				t.Errorf("%q: %t", text, Holds(text))
			}
		}
	}
	for _, text := range []string{"", "far:away", "so far: e.g. hearts and/or spades come here more often", "far:1.2.3.2:45354", "far:1.2.3.2:45354/", "far:a.b:1/two", "/far:1.2.3.2/aaaaaaaaaaaaaaaaaaaaaaa"} {
		if Holds(text) {
			t.Errorf("%q has a link", text)
		}
	}
}

// TestBadLinks: what is no whole link of this network is refused with the reason.
func TestBadLinks(t *testing.T) {
	for _, l := range links {
		text := l.String("attic")
		for cut := len(scheme); cut < len(text); cut++ {
			if _, err := Parse(text[:cut], "attic"); !errors.Is(err, ErrCutOff) {
				t.Errorf("%q: %v", text[:cut], err)
			}
		}
		for at := len(scheme); at < len(text); at++ {
			for _, other := range []string{"a", "7", "0", "é", "/"} {
				mistyped := text[:at] + other + text[at+1:]
				if _, err := Parse(mistyped, "attic"); mistyped != text && err == nil {
					t.Errorf("%q is taken for %q", mistyped, text)
				}
			}
		}
	}
	whole := links[0].String("")
	for text, want := range map[string]error{
		"":                                       ErrNoLink,
		"1.2.3.2:45354":                          ErrNoLink,
		"/ip4/1.2.3.2/tcp/45355/p2p/12D3Koo":     ErrNoLink,
		"http://192.168.1.7:45356/k7fdo2xn4wqb/": ErrPage,
		"<HTTPS://example.org>":                  ErrPage,
		"far:":                                   ErrCutOff,
		whole + "a":                              ErrMangled,
		whole + whole:                            ErrMangled,
		strings.Replace(whole, "1.2", "2.1", 1):  ErrMangled,
		links[0].String("attic"):                 ErrNetwork,
	} {
		if got, err := Parse(text, ""); !errors.Is(err, want) || got != (Link{}) {
			t.Errorf("%q: %+v, %v, want %v", text, got, err, want)
		}
	}
	if _, err := Parse(whole, "attic"); !errors.Is(err, ErrNetwork) {
		t.Errorf("of the network without a name: %v", err)
	}
	for _, l := range []Link{{Host: "a b", Port: 1}, {Host: "1.2.3", Port: 1}, {Host: "-a.org", Port: 1}, {Host: "1.2.3.2"}, {Host: "::ffff:1.2.3.2", Port: 1}, {Host: "fe80::1%eth0", Port: 1}} {
		if got, err := Parse(l.String(""), ""); err == nil {
			t.Errorf("%q is read as %+v", l.String(""), got)
		}
	}
}

// TestHostPort: what people type for an address.
func TestHostPort(t *testing.T) {
	for text, want := range map[string]string{
		"1.2.3.2": "1.2.3.2 45354", "1.2.3.2:80": "1.2.3.2 80", " Ana.Example.org ": "ana.example.org 45354", "ana.example.org:1": "ana.example.org 1",
		"2001:db8::1": "2001:db8::1 45354", "[2001:DB8::1]": "2001:db8::1 45354", "[2001:db8:0::1]:443": "2001:db8::1 443", "nas.home.example": "nas.home.example 45354",
		"::ffff:1.2.3.2": "1.2.3.2 45354", "ana.example.org.": "ana.example.org 45354", "ana.example.org.:80": "ana.example.org 80",
	} {
		host, port, err := ParseHostPort(text)
		if at := strings.Fields(want); err != nil || host != at[0] || port != number(t, at[1]) {
			t.Errorf("%q: %s %d, %v, want %s", text, host, port, err, want)
		}
	}
	for _, text := range []string{"", ":", ":80", "1.2.3", "1.2.3.2:0", "1.2.3.2:65536", "1.2.3.2:x", "a b", "http://1.2.3.2", "1.2.3.2/24", "fe80::1%eth0", "a_b.org", "a..b", "nas", "nas.", ".", "1.2.3.2.", "a.b..", "nas:80", "localhost", "localhost:45354", "ana.localhost", "nas.local", strings.Repeat("a.", 127) + "b.c"} {
		if host, port, err := ParseHostPort(text); err == nil {
			t.Errorf("%q: %s %d", text, host, port)
		}
	}
}

// FuzzParse: whatever is read is written as the same link, and reading never panics.
func FuzzParse(f *testing.F) {
	for _, l := range links {
		f.Add(l.String(""), "")
		f.Add("fives connect "+l.String("attic"), "attic")
		f.Add(l.String("")[:60], "")
	}
	f.Fuzz(func(t *testing.T, text, network string) {
		l, err := Parse(text, network)
		if err != nil {
			if l != (Link{}) {
				t.Errorf("%q: %+v with %v", text, l, err)
			}
			return
		}
		again, err := Parse(l.String(network), network)
		if err != nil || again != l || !strings.Contains(bare(text), l.String(network)) {
			t.Errorf("%q is read as %+v, written as %q: %+v, %v", text, l, l.String(network), again, err)
		}
	})
}

func number(t *testing.T, text string) uint16 {
	t.Helper()
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		t.Fatal(err)
	}
	return uint16(n)
}

// TestFormer: a door knows the last 16 secrets that it had.
func TestFormer(t *testing.T) {
	var knocks []Knock
	for i := range byte(20) {
		knocks = Secret{i}.Former(knocks)
	}
	if len(knocks) != 16 || knocks[0] != (Secret{19}).Knock() || knocks[15] != (Secret{4}).Knock() {
		t.Errorf("%d knocks", len(knocks))
	}
}
