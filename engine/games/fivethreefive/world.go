package fivethreefive

// A world is one way in which the cards may lie, as the good player imagines it. It is
// played to the end of the hand by a simple policy for every seat.
type world struct {
	options *options
	seats   int
	hands   [maxSeats]tally
	packets [maxSeats]tally // not taken up yet
	held    [maxSeats]int   // cards in the hand
	waiting [maxSeats]int   // cards in the packet
	turn    int
	by      int // who played last into the trick
	trick   shape
	passed  uint8 // bit s stands for seat s
	dice    uint64
}

const maxSeats = 6

// A tally is [counts] in less memory.
type tally [len(counts{})]int8

// A shape is a meld: a run or not, its lowest number and its size. The zero shape is no
// meld.
type shape struct {
	run  bool
	low  int8
	size int8
}

func shapeOf(m meld) shape {
	if !m.exists() {
		return shape{}
	}
	return shape{m.kind == run, int8(m.low()), int8(len(m.ranks))}
}

// top is the highest number of a run.
func (s shape) top() int8 { return s.low + s.size - 1 }

// full is [meld.full].
func (s shape) full(copies int) bool {
	return !s.run && int(s.size) == copies || s.run && s.size == 5
}

// A lay is a move as the trick after it, and the number of new cards in the trick. The
// zero lay is a pass.
type lay struct {
	how  how
	then shape
	n    int8
}

// how a lay is played.
type how uint8

const (
	leading how = iota
	covering
	adding
)

// in reports whether a run contains a number.
func (s shape) in(r int8) bool { return s.size > 0 && s.low <= r && r <= s.top() }

// beats is [meld.beats].
func (s shape) beats(trick shape, big bool) bool {
	if big && trick.size < longest && s.size > trick.size {
		return true
	}
	if s.run != trick.run || s.size != trick.size {
		return false
	}
	if s.run {
		return s.low < trick.low
	}
	return s.low > trick.low
}

// lays calls f with all legal moves of the seat to act but a pass: the moves of
// [position.choices].
func (w *world) lays(f func(lay)) {
	n := &w.hands[w.turn]
	how := covering
	if w.trick.size == 0 {
		how = leading
	}
	try := func(s shape) {
		if how == leading || s.beats(w.trick, w.options.big) {
			f(lay{how, s, s.size})
		}
	}
	for _, rank := range numbers {
		r := int8(rank)
		if n[r] == 0 {
			continue
		}
		for k := int8(1); k <= min(n[r], longest); k++ {
			try(shape{false, r, k})
		}
		for k := int8(2); k <= longest && n[r+k-1] > 0; k++ {
			try(shape{true, r, k})
		}
	}
	if how == covering {
		w.adds(n, f)
	}
}

func (w *world) adds(n *tally, f func(lay)) {
	t := w.trick
	if !t.run {
		for k := int8(1); k <= min(n[t.low], longest); k++ {
			f(lay{adding, shape{false, t.low, t.size + k}, k})
		}
		if t.size > 1 {
			return
		}
	}
	for below := int8(0); below <= longest && (below == 0 || n[t.low-below] > 0); below++ {
		for above := int8(0); above+below <= longest && (above == 0 || n[t.top()+above] > 0); above++ {
			if above+below > 0 {
				f(lay{adding, shape{true, t.low - below, t.size + below + above}, below + above})
			}
		}
	}
}

// each calls f with the number of every card that the lay plays.
func (w *world) each(l lay, f func(r int8)) {
	if !l.then.run {
		for range l.n {
			f(l.then.low)
		}
		return
	}
	for r := l.then.low; r <= l.then.top(); r++ {
		if l.how != adding || !w.trick.in(r) {
			f(r)
		}
	}
}

// apply makes a move of the seat to act, and reports whether it ends the hand.
func (w *world) apply(l lay) bool {
	if l.n == 0 {
		w.passed |= 1 << w.turn
		w.pass()
		return false
	}
	n, eights := &w.hands[w.turn], false
	w.each(l, func(r int8) {
		n[r]--
		eights = eights || l.how != leading && r == int8(eight)
	})
	w.held[w.turn] -= int(l.n)
	w.trick, w.by = l.then, w.turn
	if w.held[w.turn] == 0 {
		if w.waiting[w.turn] == 0 {
			return true
		}
		w.hands[w.turn], w.held[w.turn] = w.packets[w.turn], w.waiting[w.turn]
		w.packets[w.turn], w.waiting[w.turn] = tally{}, 0
	}
	if eights || w.trick.full(copies(w.seats)) {
		w.clear()
	} else {
		w.following()
	}
	return false
}

func (w *world) pass() {
	for s := range w.seats {
		if s != w.by && w.passed&(1<<s) == 0 {
			w.following()
			return
		}
	}
	w.clear()
}

func (w *world) clear() { w.trick, w.passed, w.turn = shape{}, 0, w.by }

func (w *world) following() {
	w.turn = (w.turn + 1) % w.seats
	for w.passed&(1<<w.turn) != 0 {
		w.turn = (w.turn + 1) % w.seats
	}
}

// playOut ends the hand with quick moves of everybody.
func (w *world) playOut() {
	for !w.apply(w.quick()) {
	}
}

// roll is a small random number.
func (w *world) roll() int {
	w.dice ^= w.dice << 13
	w.dice ^= w.dice >> 7
	w.dice ^= w.dice << 17
	return int(w.dice >> 33 & 15)
}

// quick is the move of a seat in an imagined hand, partly random. It prefers to shed
// many cards, not to break sets, and to keep eights while the hand is large.
func (w *world) quick() lay {
	best, score := lay{}, -1<<30
	if w.trick.size > 0 {
		score = w.roll()
	}
	w.lays(func(l lay) {
		if s := w.worth(l) + w.roll(); s > score {
			best, score = l, s
		}
	})
	return best
}

func (w *world) worth(l lay) int {
	n := &w.hands[w.turn]
	s := 20 * int(l.n)
	w.each(l, func(r int8) {
		s -= 4 * int(n[r])
		switch {
		case r == int8(eight) && l.how == leading:
			s -= 20
		case r == int8(eight) && w.held[w.turn] > 8:
			s -= 15
		}
	})
	return s
}

// cost is the points of the cards that a seat has left.
func (w *world) cost(seat int) int {
	sum := 0
	for i, r := range numbers {
		sum += int(w.hands[seat][r]+w.packets[seat][r]) * w.options.points[i]
	}
	return sum
}

// lay turns a choice into a move of this world.
func (w *world) lay(c choice) lay {
	n := int8(len(c.ranks))
	switch c.verb {
	case pass:
		return lay{}
	case add:
		low := int8(c.ranks[0])
		return lay{adding, shape{low != w.trick.low, min(w.trick.low, low), w.trick.size + n}, n}
	}
	m, _ := meldOf(c.ranks)
	if c.verb == lead {
		return lay{leading, shapeOf(m), n}
	}
	return lay{covering, shapeOf(m), n}
}
