package furiousfive

import (
	"strings"
	"testing"

	"fives/engine/card"
)

// RULES 13.2 to 13.4: which combination the stand-in drops.
func TestStandInDrops(t *testing.T) {
	for _, c := range []struct{ aceHigh, hand, want string }{
		{"no", "9c 7d 9d 7c 7h", "7d 7c"},      // the lowest rank, as received
		{"no", "Kd As Ks 2h Ad", "As Ad"},      // an ace is the lowest
		{"no", "4c 3c 2c 4d Kc", "4c 4d"},      // a pair before a straight
		{"no", "5h 3d 6s 4c 7c", "3d 4c 5h"},   // three of five
		{"no", "Qd Kc As 9c Jh", "Jh Qd Kc"},   // no high ace
		{"no", "Qd Kc As 9c 5h", ""},           // so no combination
		{"both", "Qd Kc As 2c 3h", "As 2c 3h"}, // a low one before a high one
		{"both", "Jd Qd Kc As 2h", "Jd Qd Kc"}, // the lowest
		{"both", "Qd Kc As 9c 5h", "Qd Kc As"}, // and the highest
		{"only", "2c As 3h Kc Qd", "Qd Kc As"}, // an ace is high in straights
		{"only", "2c As 3h 9c Ad", "As Ad"},    // and low in pairs
		{"only", "2c As 3h 9c 7d", ""},         // no low ace
		{"no", "9c", ""},                       // nothing to drop with it
	} {
		hand, err := card.ParseAll(strings.Fields(c.hand))
		if err != nil {
			t.Fatal(err)
		}
		if got := card.Join(acesOf[c.aceHigh].least(hand)); got != c.want {
			t.Errorf("ace-high %s, %s: drops %q, not %q", c.aceHigh, c.hand, got, c.want)
		}
	}
}
