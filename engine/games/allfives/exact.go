package allfives

import (
	"math/bits"

	"fives/engine/card"
)

// exactly is the number of cards in each hand with which two seats begin to play perfectly.
// With more cards they play by [world.simple].
const exactly = 6

// decides is the value of reaching the target, apart from the points.
const decides = 40

// A fan is a set of cards: bit 16·suit + height.
type fan uint64

func place(c card.Card) int { return int(c.Suit-card.Clubs)*16 + height(c) }

func fanOf(cards []card.Card) fan {
	var f fan
	for _, c := range cards {
		f |= 1 << place(c)
	}
	return f
}

// suit returns all places of a place's suit.
func suit(at int) fan { return 0xffff << (at &^ 15) }

// A solver finds the result of perfect play between two seats that see each other's
// cards. It remembers positions between tricks.
type solver struct {
	trump  fan // all trumps of the pack
	worth  [64]int8
	strict bool
	need   [2]int // points to the target, by side; side 0 is the seat that imagines
	near   bool   // the target may be reached in this hand
	known  []memory
	world  uint32 // number of the world; memories of other worlds do not count
}

// A memory is the value of a position between tricks, for the side that leads.
type memory struct {
	lead, other fan
	got         [2]int8
	side        int8
	value       int8
	world       uint32
}

const memories = 1 << 12

func newSolver(trump card.Suit, strict bool) *solver {
	s := &solver{strict: strict, known: make([]memory, memories)}
	for _, c := range card.French() {
		if c.Suit == trump {
			s.trump |= 1 << place(c)
			s.worth[place(c)] = int8(worth[c.Rank])
		}
	}
	return s
}

// begin starts another world, in which the sides need these points to win.
func (s *solver) begin(needs [2]int) {
	s.world++
	s.need = needs
	s.near = min(needs[0], needs[1]) <= allPoints
}

// lead returns the best lead in points, from here on, that the side about to lead can get
// over the other. got holds the points of both sides so far, which matter only near the
// target.
func (s *solver) lead(lead, other fan, side int, got [2]int8) int {
	if lead == 0 {
		return 0
	}
	m := &s.known[(uint64(lead)*0x9e3779b97f4a7c15^uint64(other)*0xc2b2ae3d27d4eb4f)>>(64-12)]
	if m.lead == lead && m.other == other && m.got == got && m.side == int8(side) && m.world == s.world {
		return int(m.value)
	}
	best := -1 << 30
	for f := s.different(lead, lead|other); f != 0; f &= f - 1 {
		best = max(best, s.reply(bits.TrailingZeros64(uint64(f)), lead, other, side, got, best))
	}
	*m = memory{lead, other, got, int8(side), int8(best), s.world}
	return best
}

// reply returns the value, for the side that has led a card, of the other's best reply. It
// stops searching once the value is at most enough.
func (s *solver) reply(led int, lead, other fan, side int, got [2]int8, enough int) int {
	least := 1 << 30
	for f := s.different(s.allowed(led, other), lead|other); f != 0 && least > enough; f &= f - 1 {
		d := bits.TrailingZeros64(uint64(f))
		least = min(least, s.trick(led, d, lead&^(1<<led), other&^(1<<d), side, got))
	}
	return least
}

// trick returns the value, for the side that has led, of a trick and the play after it.
func (s *solver) trick(led, d int, lead, other fan, side int, got [2]int8) int {
	points := s.worth[led] + s.worth[d]
	winner := side
	if s.takes(d, led) {
		winner = 1 - side
	}
	gain := int(points)
	over := lead == 0
	if s.near {
		got[winner] += points
		if int(got[winner]) >= s.need[winner] {
			gain += decides
			over = true
		}
	}
	switch {
	case winner == side && over:
		return gain
	case winner == side:
		return gain + s.lead(lead, other, winner, got)
	case over:
		return -gain
	}
	return -gain - s.lead(other, lead, winner, got)
}

// takes reports whether a reply takes the trick.
func (s *solver) takes(d, led int) bool {
	if d>>4 == led>>4 {
		return d > led
	}
	return s.trump&(1<<d) != 0
}

// allowed returns the cards that may follow the card led (RULES 6).
func (s *solver) allowed(led int, hand fan) fan {
	follow := hand & suit(led)
	fit := follow | hand&s.trump // any trump takes a card of another suit
	if follow != 0 || s.strict && fit != 0 {
		return fit
	}
	return hand
}

// different leaves out cards that are as good as a higher one in the same hand, because
// nobody holds a card between the two and neither scores.
func (s *solver) different(f, all fan) fan {
	left := f
	for g := f; g != 0; g &= g - 1 {
		i := bits.TrailingZeros64(uint64(g))
		above := all & suit(i) &^ (2<<i - 1)
		if above == 0 || s.worth[i] > 0 {
			continue
		}
		if j := bits.TrailingZeros64(uint64(above)); f&(1<<j) != 0 && s.worth[j] == 0 {
			left &^= 1 << i
		}
	}
	return left
}

// exact plays a world of two seats to the end and returns its seat's lead over the
// other.
func (w *world) exact(s *solver) int {
	for len(w.trick) == 0 && len(w.hands[0]) > exactly || len(w.trick) > 0 && len(w.hands[w.turn]) > exactly {
		w.play(w.simple())
	}
	other := 1 - w.seat
	got := [2]int8{int8(w.won[w.seat]), int8(w.won[other])}
	gain := w.won[w.seat] - w.won[other]
	for side, sign := range []int{1, -1} {
		if s.near && int(got[side]) >= s.need[side] {
			return gain + sign*decides
		}
	}
	if !s.near {
		got = [2]int8{}
	}
	side := 0 // that leads, or has led
	leader := w.turn
	if len(w.trick) > 0 {
		leader = w.trick[0].seat
	}
	if leader != w.seat {
		side = 1
	}
	lead, reply := fanOf(w.hands[leader]), fanOf(w.hands[1-leader])
	var more int
	if len(w.trick) > 0 {
		led := place(w.trick[0].card)
		more = s.reply(led, lead|1<<led, reply, side, got, -1<<30)
	} else {
		more = s.lead(lead, reply, side, got)
	}
	if side == 1 {
		more = -more
	}
	return gain + more
}
