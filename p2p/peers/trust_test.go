package peers

import (
	"testing"

	"fives/engine/record"
	"fives/engine/table"
)

// TestClaimsOfComputerPlayers: a person's own computer player goes by the person's
// name, however well it plays; those that a host adds go by nobody's.
func TestClaimsOfComputerPlayers(t *testing.T) {
	host := record.Key{1}
	claims := SeatClaims([]table.Seat{
		{Key: record.Key{2}, Name: "ana (good)", Host: &host}, {Key: record.Key{3}, Name: "Ada (easy)", Host: &host}, {Key: record.Key{4}, Name: "Ada", Host: &host},
	})
	want := []Claim{{"ana", "ana", host}, {"", "Ada", host}, {"", "Ada~2", host}}
	for i, c := range claims {
		if c != want[i] {
			t.Errorf("%+v, not %+v", c, want[i])
		}
	}
}
