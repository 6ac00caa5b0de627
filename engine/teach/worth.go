package teach

import (
	"cmp"
	"slices"

	"fives/engine/search"
)

// worths returns what each seat could expect, by turn and seat, after the turn's move, for
// whoever sees all hands, but not what is still to come, and the most points that the hand could
// bring or cost a seat.
func (s *student) worths() (worths [][]int, most int) {
	const rest = 25 // hundredths of the budget
	worths = make([][]int, len(s.hand.Turns))
	for _, n := range s.hand.Points {
		most = max(most, n, -n)
	}
	share := s.budget * rest / 100 / max(1, len(worths))
	for i, t := range s.hand.Turns {
		mean, n := s.spot(t, t.Open).Expect(t.Move, share, s.source(i, question{}, 0))
		worths[i], most = mean, max(most, n)
	}
	return worths, 100 * most
}

// player sums up a seat's part.
func (s *student) player(seat int, then, now map[int]Loss) Player {
	p := Player{Seat: seat, Points: s.hand.Points[seat], Skipped: map[Skip]int{}}
	for i, t := range s.hand.Turns {
		loss := then[i].Points
		switch {
		case t.Seat != seat:
			p.Gifts += loss / max(1, len(s.hand.Active)-1)
			continue
		case t.Skip() == Judged:
			p.Judged++
		default:
			p.Skipped[t.Skip()]++
		}
		p.Play -= loss
	}
	p.Play = max(p.Play, -s.most) // they can be more, one by one, if the cards make up for some in between
	p.Gifts = min(p.Gifts, s.most)
	p.Then, p.Now = worst(s.of(seat, then)), worst(s.of(seat, now))
	p.Result = s.result(seat)
	p.Luck = p.Result - p.Play - p.Gifts
	return p
}

func (s *student) result(seat int) int {
	return search.Against(s.hand.Rules, s.hand.Active, s.hand.Points, seat)
}

// inOrder lists losses in the order of play.
func (s *student) inOrder(losses map[int]Loss) (all []Loss) {
	for i := range s.hand.Turns {
		if l, ok := losses[i]; ok {
			all = append(all, l)
		}
	}
	return all
}

// of lists the losses of a seat in the order of play.
func (s *student) of(seat int, losses map[int]Loss) []Loss {
	return slices.DeleteFunc(s.inOrder(losses), func(l Loss) bool { return s.hand.Turns[l.Turn].Seat != seat })
}

// worst returns the loss of the most points, the first of equals.
func worst(losses []Loss) *Loss {
	if len(losses) == 0 {
		return nil
	}
	w := slices.MaxFunc(losses, func(a, b Loss) int { return cmp.Compare(a.Worth, b.Worth) })
	return &w
}

const (
	deciding = 3   // swings at most
	swing    = 300 // hundredths of a point that one has at least
)

// swings finds the moments that decided the hand: where what the hand was worth for the seat
// that moved changed most with its move and the cards before it.
func (s *student) swings(then map[int]Loss, worths [][]int) []Swing {
	var all []Swing
	for i, t := range s.hand.Turns {
		before, after := 0, s.result(t.Seat)
		if i > 0 {
			before = worths[i-1][t.Seat]
		}
		if i+1 < len(worths) {
			after = worths[i][t.Seat]
		}
		if d := after - before; d >= swing || -d >= swing {
			all = append(all, Swing{Turn: i, Points: d, Play: -then[i].Points})
		}
	}
	slices.SortStableFunc(all, func(a, b Swing) int { return cmp.Compare(max(b.Points, -b.Points), max(a.Points, -a.Points)) })
	all = all[:min(deciding, len(all))]
	slices.SortFunc(all, func(a, b Swing) int { return cmp.Compare(a.Turn, b.Turn) })
	return all
}
