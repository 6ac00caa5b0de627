package say

import (
	"testing"

	"fives/p2p/api"
)

// TestPeople: all front ends count the same people, and say the same of guests.
func TestPeople(t *testing.T) {
	peers := []api.Peer{{Name: "ana", Connected: true}, {Name: "ben"}, {Name: "cleo", Connected: true, Guest: true}}
	if s := Here(peers); s != "3 here" {
		t.Error(s)
	}
	if s := Here(peers[1:2]); s != "nobody else is here yet" {
		t.Error(s)
	}
	for want, p := range map[string]api.Peer{
		"":                             {Name: "ana"},
		"a guest, in a browser":        {Guest: true},
		"a big screen, in a browser":   {Name: ScreenName, Guest: true, GuestOf: api.Inviter{Name: "ana", Fingerprint: "f"}},
		"your guest":                   {Guest: true, GuestOf: api.Inviter{Name: "me", Fingerprint: "f", Self: true}},
		"a guest of ana":               {Guest: true, GuestOf: api.Inviter{Name: "ana", Fingerprint: "f"}},
		"a guest of 6668-7aad-f862-bd": {Guest: true, GuestOf: api.Inviter{Fingerprint: "6668-7aad-f862-bd"}},
		"through ana, 610 ms":          {Name: "dan", Connected: true, Through: "ana", RoundTrip: 610},
		"300 ms":                       {Name: "ana", Connected: true, RoundTrip: 300},
		"a guest of ana, 140 ms":       {Guest: true, GuestOf: api.Inviter{Name: "ana", Fingerprint: "f"}, Connected: true, RoundTrip: 140},
	} {
		if s := Who(p); s != want {
			t.Errorf("%q, not %q", s, want)
		}
	}
	for _, near := range []api.Peer{{Connected: true, Through: "ana", RoundTrip: 20}, {Connected: true, RoundTrip: 99}, {RoundTrip: 300}} {
		if s := Who(near); s != "" {
			t.Errorf("%q of somebody near, or who is not here", s)
		}
	}
}
