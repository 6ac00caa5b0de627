package entry

import (
	"crypto/ed25519"
	"testing"

	"fives/engine/record"
)

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// TestBotKeysWithoutRandomness: from a generator that fails, the computer
// players of each host, table and name still have keys of their own
// (engine/SPEC §7.8).
func TestBotKeysWithoutRandomness(t *testing.T) {
	seen := map[record.Key]bool{record.KeyOf(ed25519.NewKeyFromSeed(make([]byte, 32))): true}
	for host := range byte(2) {
		seed := make([]byte, ed25519.SeedSize)
		seed[0] = host
		for table := range byte(2) {
			for _, name := range []string{"Ada", "Bob"} {
				key, err := botKey(ed25519.NewKeyFromSeed(seed), record.Hash{table}, name, zeros{})
				if err != nil {
					t.Fatal(err)
				}
				seen[record.KeyOf(key)] = true
			}
		}
	}
	if len(seen) != 9 {
		t.Errorf("%d keys of 9", len(seen))
	}
}
