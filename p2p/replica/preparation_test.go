package replica

import (
	"errors"
	"testing"

	"fives/engine/record"
	"fives/engine/seat"
)

// Work that was made ahead is taken only for its own seat and head.
func TestAhead(t *testing.T) {
	var a preparation
	head, other := record.Hash{1}, record.Hash{2}
	after := seat.HandSecret{Number: 5}
	done := func(of int, err error) {
		a.Make(of, head, func() (any, seat.HandSecret, error) { return record.Shares{}, after, err })()
	}
	done(1, nil)
	done(2, errors.New("no randomness")) // and a body that nobody may sign
	a.Make(3, head, func() (any, seat.HandSecret, error) { return record.Shares{}, after, nil })
	for name, c := range map[string]struct {
		of   int
		head record.Hash
		ok   bool
	}{
		"made":          {1, head, true},
		"another head":  {1, other, false},
		"another seat":  {0, head, false},
		"an error":      {2, head, false},
		"not yet begun": {3, head, false},
	} {
		body, got, ok := a.Take(c.of, c.head)
		if ok != c.ok || (body != nil) != c.ok || ok && got.Number != 5 {
			t.Errorf("%s: %v, %v, %v", name, body, got, ok)
		}
	}
	if _, _, ok := a.Take(1, head); ok {
		t.Error("what was taken is there still, with the secret of a hand")
	}
	done(1, nil)
	a.Drop(1)
	if a.Has(1, head) {
		t.Error("it is not dropped")
	}
	done(1, nil)
	a.Forget()
	if _, _, ok := a.Take(1, head); ok {
		t.Error("it is not forgotten")
	}
}
