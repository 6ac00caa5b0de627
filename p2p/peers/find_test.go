package peers

import (
	"errors"
	"testing"

	"fives/p2p/control"
)

// The name in an error is as it was typed, also if a package of the program has that name.
func TestFindSaysTheWholeName(t *testing.T) {
	for _, name := range []string{"ben", "host", "table"} {
		_, err := Find([]control.Peer{{Name: name, Warning: control.Warning{Code: control.WarnNewKey}, Fingerprint: "1234"}}, name)
		var e *control.Error
		if !errors.As(err, &e) || e.Name != name || e.Peers[0].Name != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}
