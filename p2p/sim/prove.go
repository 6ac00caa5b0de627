package sim

import (
	"fives/engine/record"
	"fives/p2p/replica"
)

// maxMade is how many proofs the cheats remember, to pass them on.
const maxMade = 40

// prove makes proofs of the cheat's own faults: at any step so far, against a
// record that it signed or where it owed none. Some are its friends'.
func (s *cheat) prove(g *game) []replica.Message {
	w := g.n.w
	var ms []replica.Message
	for range w.rand.IntN(4) {
		r, ok := s.proof(g)
		if made := w.made; len(made) > 0 && w.chance(0.3) {
			r, ok = made[w.rand.IntN(len(made))], true
		}
		if ok {
			w.counts.Proofs++
			ms = append(ms, replica.Message{Records: []record.Record{r}})
		}
	}
	return ms
}

func (s *cheat) proof(g *game) (record.Record, bool) {
	w, t := g.n.w, g.table()
	key := g.n.keys[w.rand.IntN(len(g.n.keys))]
	seat := t.Terms().SeatOf(record.KeyOf(key))
	if seat < 0 || t.Step() < t.FirstStep() {
		return record.Record{}, false
	}
	p, err := t.Payload(seat, make([]byte, w.rand.IntN(2000)))
	if err != nil {
		return record.Record{}, false
	}
	p.Step = t.FirstStep() + w.rand.Uint64N(t.Step()-t.FirstStep()+1)
	p.Head, _ = t.HeadAt(p.Step)
	r, err := record.Sign(key, p)
	if err != nil {
		return record.Record{}, false
	}
	if w.made = append(w.made, r); len(w.made) > maxMade {
		w.made = w.made[1:]
	}
	return r, true
}
