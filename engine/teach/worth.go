package teach

import (
	"cmp"
	"slices"

	"fives/engine/search"
)

// worths returns what each seat could expect, by turn and seat, after the turn's move, for
// whoever sees all hands, but not what is still to come, and the most that the hand could
// bring or cost a seat, in hundredths of a point against those of the others.
func (s *student) worths() (worths [][]int, most int) {
	worths = make([][]int, len(s.hand.Turns))
	for _, seat := range s.hand.Active {
		most = max(most, s.result(seat), -s.result(seat))
	}
	share := s.budget * ofWorths / 100 / max(1, len(worths))
	for i, t := range s.hand.Turns {
		mean, n := s.spotNow(t).Expect(t.Move, share, s.source(i, question{}, 0))
		worths[i], most = mean, max(most, n)
	}
	return worths, most
}

// player sums up a seat's part.
func (s *student) player(seat int, then, now map[int]Loss, doubts map[int]bool, most int) Player {
	p := Player{Seat: seat, Points: s.hand.Points[seat], Skipped: map[Skip]int{}, Clear: true}
	for i, t := range s.hand.Turns {
		loss := then[i].Points
		most = max(most, loss)
		switch {
		case t.Seat != seat:
			p.Gifts += loss / max(1, len(s.hand.Active)-1)
			continue
		case t.Skip() == Judged:
			p.Judged++
			p.Clear = p.Clear && !doubts[i]
		default:
			p.Skipped[t.Skip()]++
		}
		p.Play -= loss
	}
	p.Capped = -p.Play > most // they can be more, one by one, if the cards make up for some in between
	p.Play = max(p.Play, -most)
	p.Gifts = min(p.Gifts, most)
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
	for i := range s.hand.Turns {
		if d := s.change(i, worths); d >= swing || -d >= swing {
			all = append(all, Swing{Turn: i, Points: d, Play: -then[i].Points})
		}
	}
	slices.SortStableFunc(all, func(a, b Swing) int { return cmp.Compare(max(b.Points, -b.Points), max(a.Points, -a.Points)) })
	all = s.measured(all[:min(deciding, len(all))], worths)
	slices.SortFunc(all, func(a, b Swing) int { return cmp.Compare(a.Turn, b.Turn) })
	return all
}

// change is by how much the hand was worth more to the seat of a turn after it than after the turn before.
func (s *student) change(turn int, worths [][]int) int {
	seat := s.hand.Turns[turn].Seat
	before, after := 0, s.result(seat)
	if turn > 0 {
		before = worths[turn-1][seat]
	}
	if turn+1 < len(worths) {
		after = worths[turn][seat]
	}
	return after - before
}

// measured lets good players play on from moments, as far as the budget goes, and leaves those that decide
// something then, too.
func (s *student) measured(moments []Swing, worths [][]int) []Swing {
	worths = slices.Clone(worths)
	left, done := s.budget*ofMoments/100, map[int]bool{}
	for n, m := range moments {
		plays := min(mostWorlds, left/(len(moments)-n)/(2*s.cost(max(0, m.Turn-1))))
		if plays < search.Enough/2 {
			continue
		}
		for _, i := range []int{m.Turn - 1, m.Turn} {
			if i < 0 || i+1 == len(s.hand.Turns) || done[i] {
				continue
			}
			t := s.hand.Turns[i]
			left -= plays * s.cost(i)
			worths[i], _ = played(s.spotNow(t), t).Expect(t.Move, plays, s.source(i, question{}, 6))
			done[i] = true
		}
		moments[n].Points = s.change(m.Turn, worths) // the others keep what simple players brought, before and after
	}
	return slices.DeleteFunc(moments, func(m Swing) bool { return m.Points < swing && -m.Points < swing })
}
