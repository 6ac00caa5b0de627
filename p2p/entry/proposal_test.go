package entry

import (
	"crypto/ed25519"
	"testing"

	"fives/engine/record"
)

// TestSameTable: a host's new proposal is followed if it differs in nonce and time, or
// has fewer seats; in nothing else, and no other host's.
func TestSameTable(t *testing.T) {
	sign := func(key byte, change func(*record.Proposal)) record.Record {
		body := record.Proposal{Game: "five", Options: map[string]any{"limit": uint64(30)}, Seats: 4, HouseRules: record.HouseRules{TurnLimit: 60}, Time: 1}
		change(&body)
		b, err := record.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		seed := make([]byte, ed25519.SeedSize)
		seed[0] = key
		r, err := record.Sign(ed25519.NewKeyFromSeed(seed), record.Payload{Version: record.Version, Kind: record.KindProposal, Body: b})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	first := sign(1, func(*record.Proposal) {})
	for name, c := range map[string]struct {
		key    byte
		change func(*record.Proposal)
		same   bool
	}{
		"nonce and time":  {1, func(p *record.Proposal) { p.Nonce[0], p.Time = 1, 2 }, true},
		"fewer seats":     {1, func(p *record.Proposal) { p.Nonce[0], p.Seats = 1, 2 }, true},
		"more seats":      {1, func(p *record.Proposal) { p.Seats = 5 }, false},
		"another host":    {2, func(p *record.Proposal) {}, false},
		"another game":    {1, func(p *record.Proposal) { p.Game = "all-fives" }, false},
		"another option":  {1, func(p *record.Proposal) { p.Options = map[string]any{"limit": uint64(31)} }, false},
		"private":         {1, func(p *record.Proposal) { p.Private = true }, false},
		"spectators":      {1, func(p *record.Proposal) { p.Spectators = true }, false},
		"a turn limit":    {1, func(p *record.Proposal) { p.TurnLimit = 5 }, false},
		"cover":           {1, func(p *record.Proposal) { p.Cover = record.CoverAll }, false},
		"fewer, and more": {1, func(p *record.Proposal) { p.Seats, p.TurnLimit = 2, 5 }, false},
	} {
		if got := SameTable(first, sign(c.key, c.change)); got != c.same {
			t.Errorf("%s: %v", name, got)
		}
	}
	if SameTable(first, record.Record{}) || SameTable(record.Record{}, first) {
		t.Error("what is no proposal is followed")
	}
}
