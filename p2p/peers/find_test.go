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

// A name can be typed as a phone's keyboard writes it, with the invisible characters that are
// taken from the names that nodes have.
func TestFindAsTyped(t *testing.T) {
	here := []api.Peer{{Name: "❤ Bob", Fingerprint: "1234"}}
	for _, typed := range []string{"❤ Bob", "\u2764\ufe0f Bob", " ❤  Bob "} {
		if p, err := Find(here, typed); err != nil || p.Fingerprint != "1234" {
			t.Errorf("%q: %+v, %v", typed, p, err)
		}
	}
	if p, err := Find(append(here, api.Peer{}), "\ufe0f"); err == nil {
		t.Errorf("nothing but an invisible character finds %+v", p)
	}
}
