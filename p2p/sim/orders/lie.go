package orders

import (
	"slices"
	"time"

	"fives/p2p/replica"
)

// A Lie is the result of a seat's false claim that it hears the seat that is away.
type Lie struct {
	Covered bool // the others act for that seat all the same
	Named   int  // the number of others that say who alone hears it
	Ends    bool // once the liar stops, the hand ends for them
}

// Liar plays a scene without the seat that may be away. For the time long, the liar says that it hears that seat, while the
// others do not.
func Liar(s *Scene, liar int, long time.Duration) (l Lie) {
	var rs []*replica.Replica
	var others []*replica.Replica
	lies := -1
	for who, n := range s.start {
		if who == s.Away {
			continue
		}
		r := wake(n.table, who, n.hand, s.keys, 0, false)
		if rs = append(rs, r); who == liar {
			lies = len(rs) - 1
		} else {
			others = append(others, r)
		}
	}
	d := newDialogue(rs)
	d.says = func(i int, m *replica.Message) {
		if i == lies && m.Have != nil && d.now.Sub(epoch) <= long {
			h := *m.Have
			h.Links |= 1 << s.Away
			m.Have = &h
		}
	}
	for d.run(); d.now.Sub(epoch) < long; d.run() {
		d.tick(ticks)
	}
	for _, r := range others {
		l.Covered = l.Covered || r.Table().Step() > s.step
		if by, ok := r.OnlyHeardBy(s.Away); ok && by == liar {
			l.Named++
		}
	}
	for range 4 * patience {
		if d.run(); settled(rs) {
			break
		}
		d.tick(ticks)
	}
	l.Ends = settled(rs) && d.alike() && !slices.ContainsFunc(rs, func(r *replica.Replica) bool { return len(r.Table().Faults()) > 0 })
	return l
}
