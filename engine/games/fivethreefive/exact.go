package fivethreefive

// exactly is how many cards two seats may hold together, with no packet left, for imagined hands to be played out
// perfectly: with more, who sees all hands plans too much for what nobody sees at a table.
const exactly = 10

// exact reports whether imagined hands are played out perfectly.
func (p *position) exact() bool {
	return p.seats == 2 && len(p.packets[0])+len(p.packets[1]) == 0 && len(p.hands[0])+len(p.hands[1]) <= exactly
}

// A solver knows what worlds of two seats without packets come to if both play perfectly.
type solver map[state]int

// A state is as much of a world as matters then.
type state struct {
	hands    [2]tally
	trick    shape
	turn, by int8
	passed   uint8
}

// ahead is by how many points seat 0 is ahead at the end.
func (s solver) ahead(w *world) int {
	at := state{[2]tally(w.hands[:2]), w.trick, int8(w.turn), int8(w.by), w.passed}
	best, known := s[at]
	if known {
		return best
	}
	try := func(l lay) {
		n := s.after(w, l)
		if !known || w.turn == 0 && n > best || w.turn == 1 && n < best {
			best, known = n, true
		}
	}
	w.lays(try)
	if w.trick.size > 0 {
		try(lay{})
	}
	s[at] = best
	return best
}

// after is by how many points seat 0 is ahead at the end after a move.
func (s solver) after(w *world, l lay) int {
	v := *w
	if v.apply(l) {
		return v.cost(1) - v.cost(0)
	}
	return s.ahead(&v)
}
