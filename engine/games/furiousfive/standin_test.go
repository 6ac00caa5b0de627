package furiousfive

import (
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/rules"
)

// RULES 13.2: the stand-in drops one card from a hand with a combination, and nobody holds
// that against the seat. The same move, signed by the seat, is a violation.
func TestStandInClaimsNothing(t *testing.T) {
	met := 0
	for seed := range uint64(50) {
		g, err := bare.New(Rules, 3, nil, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		m, _, err := g.Fork().StandIn(1)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(rules.Words(m.Text)); n != 3 || !strings.HasPrefix(m.Text, "drop ") || !strings.HasSuffix(m.Text, " draw") {
			t.Errorf("seed %d: it plays %q", seed, m.Text)
		}
		p, full := g.Position().(*position), g.Full()
		combined := p.aces.holds(full.Cards(p.hands[m.Seat]))
		for _, standIn := range []bool{true, false} {
			m.StandIn = standIn
			next, err := p.Play(m, full)
			if err != nil {
				t.Fatal(err)
			}
			if broken := len(next.Violations(full)) > 0; broken != (combined && !standIn) {
				t.Errorf("seed %d: %+v is a violation: %t", seed, m, broken)
			}
		}
		if combined {
			met++
		}
	}
	if met == 0 {
		t.Error("no hand holds a combination")
	}
}
