package fivecrowns

import (
	"strings"
	"testing"

	"fives/engine/card"
)

// What the cards of a meld stand for (RULES §3.3): "?" where they are themselves.
func TestStandFor(t *testing.T) {
	for _, c := range []struct {
		wild       card.Rank
		meld, want string
	}{
		{5, "7h 7d 7s", ""},
		{5, "7h 8h 9h", ""},
		{5, "7h 5c Jk", "? 7h 7h"},
		{5, "Jk 7h 9h", "8h ? ?"},
		{5, "7h Jk 8h 5c", "? 9h ? 10h"},
		{5, "Qh Jk Kh", "? Jh ?"},
		{5, "4h 5h 6h", ""},
		{3, "3h 3h 4h", "? 5h ?"},
		{5, "5h 6h Jk", "? ? 7h"},
		{5, "5h 4h Jk 7h", "? ? 6h ?"},
		{5, "5c 5d Jk", "? ? 5c"},
		{5, "Jk Jk Jk", ""},
		{5, "7h Jk 5d", "? 7h 7h"},
	} {
		meld, err := card.ParseAll(strings.Fields(c.meld))
		if err != nil {
			t.Fatal(err)
		}
		if got := card.Join(standFor(meld, c.wild)); got != c.want {
			t.Errorf("%s while %s is wild: %q, want %q", c.meld, c.wild, got, c.want)
		}
	}
}
