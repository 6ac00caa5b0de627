package peers

import (
	"errors"
	"strings"
	"testing"

	"fives/p2p/control"
)

// Names of packages are taken from errors before people read them
// ([control.Plain]); somebody who is called like one keeps the name.
func TestFindSaysTheWholeName(t *testing.T) {
	for _, name := range []string{"ben", "host", "table"} {
		_, err := Find([]control.Peer{{Name: name, Warning: "has another key", Fingerprint: "1234"}}, name)
		var e *control.Error
		if !errors.As(err, &e) || !strings.Contains(control.Plain(e.Message), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
