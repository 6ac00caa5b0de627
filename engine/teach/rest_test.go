package teach_test

import (
	"context"
	"errors"
	"testing"

	"fives/engine/games"
	"fives/engine/teach"
)

// TestStudyEnds: an error of what is called between playouts ends a study in any of its parts, and the
// study returns it: from then on nothing is played.
func TestStudyEnds(t *testing.T) {
	for _, rs := range games.All() {
		h := begin(t, rs, 2, nil, 5).hand(begin(t, rs, 2, nil, 5).good)
		all := 0
		if _, err := teach.Study(h, 4000, func() error { all++; return nil }); err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{0, 1, all / 4, all / 2, all - 1} {
			calls := 0
			_, err := teach.Study(h, 4000, func() error {
				if calls++; calls > n {
					return context.Canceled
				}
				return nil
			})
			if most := n + 10*len(h.Turns) + 10; !errors.Is(err, context.Canceled) || calls > most {
				t.Errorf("%s: ended after %d of %d playouts, it returns %v after %d", rs.Name, n, all, err, calls)
			}
		}
	}
}
