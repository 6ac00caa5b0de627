package node

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fives/p2p/host"
)

// protocolRow is a row of the table of PROTOCOL §3.
var protocolRow = regexp.MustCompile("(?m)^\\| `(/fives/[^`]+)` \\|")

// TestKeyStaysHere: a key lives on one device. A node serves only the protocols of PROTOCOL §3, whose frames are in frameKinds, and so
// none by which its key could leave or another key could come: neither on a laptop, whether it invites or not, nor in a page.
func TestKeyStaysHere(t *testing.T) {
	text, err := os.ReadFile("../PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, m := range protocolRow.FindAllStringSubmatch(string(text), -1) {
		want = append(want, m[1])
	}
	slices.Sort(want)
	if len(want) == 0 {
		t.Fatal("PROTOCOL §3 has no table of protocols")
	}
	ana, ben := startNode(t, "ana"), startNode(t, "ben")
	at := invite(t, ana)
	page, _ := startWith(t, t.TempDir(), Config{Name: "zoe", Peers: []string{at}, Host: host.Config{DialOnly: true}})
	for name, n := range map[string]*Node{"a laptop that invites": ana, "a laptop": ben, "a page": page} {
		var got []string
		for _, p := range n.host.Mux().Protocols() {
			if strings.HasPrefix(string(p), "/fives/") {
				got = append(got, string(p))
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s serves %q, and PROTOCOL §3 has %q", name, got, want)
		}
	}
}
