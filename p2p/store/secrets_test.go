package store

import (
	"path/filepath"
	"testing"

	"fives/crypto/ristretto"
	"fives/engine/record"
	"fives/engine/seat"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// TestASeatThatHasLeftKeepsNoSecret: whatever is saved with the leave notice, or after it.
func TestASeatThatHasLeftKeepsNoSecret(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "store"))
	id, who := record.Hash{1}, record.Key{2}
	if err := s.Create(id, replica.Genesis{}, map[record.Key]session.OwnSeat{who: {}}); err != nil {
		t.Fatal(err)
	}
	hand := seat.HandSecret{Number: 3, Secret: ristretto.ScalarFromUint64(5)}
	for _, c := range []struct {
		secret replica.Secret
		kept   bool
	}{
		{replica.Secret{Seat: who, Hand: hand}, true},
		{replica.Secret{Seat: who, Hand: hand, Left: true}, false},
		{replica.Secret{Seat: who, Hand: hand}, false},
	} {
		if err := s.Save(id, replica.Save{Secrets: []replica.Secret{c.secret}}); err != nil {
			t.Fatal(err)
		}
		st, err := s.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		if own := st.Seats[who]; (own.Hand.Number != 0) != c.kept || !c.kept && !own.Left {
			t.Errorf("after %+v the store has %+v", c.secret, own)
		}
	}
}
