//go:build !js

package host

import (
	"os/exec"
	"strings"
	"testing"
)

// libp2p's root package would link its browser transports, which make up a
// quarter of the program.
func TestBrowserTransportsAreNotLinked(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command to list the imports")
	}
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "libp2p/p2p/net/swarm") {
		t.Fatal("the list of imports is empty")
	}
	for p := range strings.Lines(string(out)) {
		for _, heavy := range []string{"/pion/", "webtransport", "gorilla/websocket"} {
			if strings.Contains(p, heavy) {
				t.Errorf("%s is linked", strings.TrimSpace(p))
			}
		}
	}
}
