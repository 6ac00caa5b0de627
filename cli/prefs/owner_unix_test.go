//go:build unix

package prefs

import (
	"errors"
	"os"
	"testing"

	"fives/p2p/api"
)

// TestForeignHome: what is said about somebody else's home is the same whether the preferences
// there are read or written.
func TestForeignHome(t *testing.T) {
	home := t.TempDir()
	if err := os.Chown(home, 1, 1); err != nil {
		t.Skipf("this user can give nothing away: %v", err)
	}
	_, read := At(home).Read()
	_, set := At(home).Set("bell", "off")
	for what, err := range map[string]error{"read": read, "set": set} {
		var e *api.Error
		if !errors.As(err, &e) || e.Reason != api.ReasonHomeOfAnotherUser || e.Home != home {
			t.Errorf("%s: %v", what, err)
		}
	}
}
