package audit_test

import (
	"bytes"
	"slices"
	"testing"

	"fives/crypto/cores"
	"fives/engine/audit"
	"fives/engine/games"
)

// Somebody who waits for a log that is wrong hears of the records that are judged again.
// A good log is not judged again.
func TestCloser(t *testing.T) {
	good := fullHands(t, 1)
	lines := bytes.SplitAfter(good, []byte("\n"))
	const twice = 20
	wrong := slices.Concat(bytes.Join(lines[:twice], nil), bytes.Join(lines[twice-1:], nil))
	for name, c := range map[string]struct {
		log  []byte
		want []int
	}{"good": {good, nil}, "one is there twice": {wrong, upTo(twice)}} {
		var heard []int
		_, err := audit.VerifyFile(bytes.NewReader(c.log), games.Find, audit.Options{
			Parallel: cores.Parallel, Closer: func(n int) { heard = append(heard, n) },
		})
		if (err == nil) != (c.want == nil) || !slices.Equal(heard, c.want) {
			t.Errorf("%s: heard of %v, want %v (%v)", name, heard, c.want, err)
		}
	}
}

func upTo(n int) (list []int) {
	for i := range n {
		list = append(list, i+1)
	}
	return list
}
