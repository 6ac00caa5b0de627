package say

import (
	"testing"

	"fives/engine/audit"
	"fives/engine/record"
)

// There is one sentence about who has played which hands for each seat that has changed hands,
// and none for the others.
func TestTenures(t *testing.T) {
	key := func(n byte) record.Key { return record.Key{n} }
	ada := audit.Tenure{Key: key(1), Name: "Ada", BotOf: "ana", Strength: "good", From: 1, To: 4}
	zoe := audit.Tenure{Key: key(2), Name: "zoe", From: 5}
	for _, c := range []struct {
		tenures []audit.Tenure
		want    string
	}{
		{[]audit.Tenure{{Key: key(3), Name: "ana", From: 1}}, ""},
		{[]audit.Tenure{ada, zoe}, "hands 1 to 4 Ada (bot of ana, good), from 5 on zoe"},
		{[]audit.Tenure{{Key: key(3), Name: "ana", From: 1, To: 1}, {Key: key(4), Name: "ben", From: 2, To: 3}, {Key: key(1), Name: "Ada", BotOf: "ben", From: 4, To: 4}, zoe},
			"hand 1 ana, 2 to 3 ben, hand 4 Ada (bot of ben), from 5 on zoe"},
		{[]audit.Tenure{{Key: key(3), Name: "zoe", From: 1, To: 4}, zoe},
			"hands 1 to 4 zoe " + record.Fingerprint(key(3)) + ", from 5 on zoe " + record.Fingerprint(key(2))},
		{[]audit.Tenure{{Key: key(3), Name: "nobody", From: 3, To: 4}, zoe}, "hands 3 to 4 \"nobody\", from 5 on zoe"},
	} {
		if got := Tenures([]audit.Seat{{Tenures: c.tenures}})[0]; got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
	// A namesake in another seat counts as well.
	other := audit.Seat{Tenures: []audit.Tenure{{Key: key(9), Name: "zoe", From: 1}}}
	if got, want := Tenures([]audit.Seat{other, {Tenures: []audit.Tenure{ada, zoe}}}), "hands 1 to 4 Ada (bot of ana, good), from 5 on zoe "+record.Fingerprint(key(2)); got[0] != "" || got[1] != want {
		t.Errorf("%q, not %q", got, want)
	}
}
