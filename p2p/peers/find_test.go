package peers

import (
	"errors"
	"testing"

	"fives/p2p/api"
)

// The name in an error is as it was typed, also if a package of the program has that name.
func TestFindSaysTheWholeName(t *testing.T) {
	for _, name := range []string{"ben", "host", "table"} {
		_, err := Find([]api.Peer{{Name: name, Warning: api.Warning{Code: api.WarnNewKey}, Fingerprint: "1234"}}, name)
		var e *api.Error
		if !errors.As(err, &e) || e.Name != name || e.Peers[0].Name != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}
