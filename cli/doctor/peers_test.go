package doctor

import (
	"strings"
	"testing"

	"fives/p2p/control"
)

// What to do about a node depends on what is the matter with it: a fingerprint is
// compared only where the key is in doubt.
func TestWarned(t *testing.T) {
	for _, tt := range []struct {
		warning  control.Warning
		text, do string
	}{
		{control.Warning{Code: control.WarnNewKey, Known: "ben", Fingerprint: "1234"}, "ben: a new key, 1234: you know another ben", "compare the fingerprint by voice: 1234"},
		{control.Warning{Code: control.WarnProtocol, Protocol: 2, Ours: 1}, "ben speaks protocol version 2", "update the older one"},
		{control.Warning{Code: control.WarnSlow}, "ben: slow to answer", "restart the daemon there"},
		{control.Warning{Code: control.WarnUnresponsive}, "ben: does not answer as a fives node does", "restart the daemon there"},
	} {
		var c chart
		warned(&c, control.Peer{Name: "ben", Fingerprint: "1234", Warning: tt.warning})
		if len(c.findings) != 1 || !strings.Contains(c.findings[0].Text, tt.text) || !strings.Contains(c.findings[0].Do, tt.do) {
			t.Errorf("%s: %+v", tt.warning.Code, c.findings)
		}
	}
	var c chart
	if warned(&c, control.Peer{Name: "ben"}); len(c.findings) != 0 {
		t.Errorf("nothing is the matter: %+v", c.findings)
	}
}
