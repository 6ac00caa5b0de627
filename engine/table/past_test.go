package table

import (
	"testing"

	"pgregory.net/rapid"

	"fives/engine/record"
)

// TestPast: whatever is folded into copies of a log, each finds its own steps, and no others.
func TestPast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type copied struct {
			past  *past
			heads []record.Hash
		}
		logs := []copied{{}}
		next := byte(0)
		for range rapid.IntRange(1, 60).Draw(t, "rounds") {
			from := rapid.SampledFrom(logs).Draw(t, "from")
			for range rapid.IntRange(0, 9).Draw(t, "steps") {
				next++
				head := record.Hash{next, byte(len(from.heads))}
				from.past = from.past.with(head, []record.Record{{Payload: []byte{next}}})
				from.heads = append(from.heads[:len(from.heads):len(from.heads)], head)
			}
			logs = append(logs, from)
		}
		for _, l := range logs {
			if l.past.at(uint64(len(l.heads))) != nil || len(l.past.steps()) != len(l.heads) {
				t.Fatalf("a log of %d steps has %d, or one more", len(l.heads), len(l.past.steps()))
			}
			for i, head := range l.heads {
				if p := l.past.at(uint64(i)); p.head != head || p.records[0].Payload[0] != head[0] || l.past.steps()[i][0].Payload[0] != head[0] {
					t.Fatalf("step %d of %d is another one", i, len(l.heads))
				}
			}
		}
	})
}

// TestPastIsSoonFound: no step is farther away than a few times the logarithm of the length.
func TestPastIsSoonFound(t *testing.T) {
	const length, most = 1 << 14, 3 * 14
	var p *past
	for range length {
		p = p.with(record.Hash{}, nil)
	}
	for step := range uint64(length) {
		n := 0
		for q := p; q.step != step; n++ {
			if q.jump.step >= step {
				q = q.jump
			} else {
				q = q.before
			}
		}
		if n > most {
			t.Fatalf("step %d of %d is found after %d jumps, want %d at most", step, length, n, most)
		}
	}
}
