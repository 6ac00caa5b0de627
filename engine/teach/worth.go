package teach

import (
	"cmp"
	"slices"

	"fives/engine/rules"
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
		mean, _, n := s.spotNow(t).Expect(t.Move, share, s.source(i, question{}, 0))
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
	deciding   = 3            // swings at most
	candidates = 2 * deciding // that good players judge
	swing      = 300          // hundredths of a point that one has at least
)

// swings finds the moments that decided the hand: where what the hand was worth for the seat
// that moved changed most with its move and the cards before it.
func (s *student) swings(then, now map[int]Loss, worths [][]int) []Swing {
	var all []Swing
	for i, t := range s.hand.Turns {
		d := s.change(i, worths)
		if d < swing && -d < swing || !s.hand.came(i) && len(t.moves()) < 2 {
			continue
		}
		loss, ok := now[i]
		if !ok {
			loss = then[i]
		}
		all = append(all, Swing{Turn: i, Points: d, Play: -loss.Points})
	}
	sortSwings(all)
	all = s.measured(all[:min(candidates, len(all))])
	sortSwings(all)
	all = all[:min(deciding, len(all))]
	slices.SortFunc(all, func(a, b Swing) int { return cmp.Compare(a.Turn, b.Turn) })
	return all
}

// sortSwings puts the largest first.
func sortSwings(all []Swing) {
	slices.SortStableFunc(all, func(a, b Swing) int { return cmp.Compare(max(b.Points, -b.Points), max(a.Points, -a.Points)) })
}

// came reports whether a card that no seat had seen came between a turn and the one before it, or at the end.
func (h Hand) came(turn int) bool {
	if turn == 0 {
		return true
	}
	later := []rules.Observation{h.Turns[turn].Open}
	if turn+1 == len(h.Turns) {
		later = append(later, h.Final)
	}
	for _, o := range later {
		for x, c := range o {
			if c.Known() && !h.Turns[turn-1].Open.Of(rules.Slot(x)).Known() {
				return true
			}
		}
	}
	return false
}

// since is the last turn, up to one, before which an unseen card came. Both are played on from the same deals, so that a
// move that good players would have made changes next to nothing.
func (h Hand) since(turn int) int {
	for !h.came(turn) {
		turn--
	}
	return turn
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

// measured lets good players play on before and after moments, as far as the budget goes, and leaves those that
// decide something then, too, by more than chance explains.
func (s *student) measured(moments []Swing) (sure []Swing) {
	worths, errors := make([][]int, len(s.hand.Turns)), make([][]int, len(s.hand.Turns))
	left := s.budget * ofMoments / 100
	for n, m := range moments {
		plays := min(mostWorlds, left/min(deciding, len(moments)-n)/(2*s.cost(max(0, m.Turn-1))))
		if plays < search.Enough {
			continue
		}
		squares := 0
		for _, i := range []int{m.Turn - 1, m.Turn} {
			if i < 0 || i+1 == len(s.hand.Turns) {
				continue
			}
			t := s.hand.Turns[i]
			if worths[i] == nil {
				left -= plays * s.cost(i)
				worths[i], errors[i], _ = played(s.spotNow(t), t).Expect(t.Move, plays, s.source(s.hand.since(i), question{}, 6))
			}
			e := errors[i][s.hand.Turns[m.Turn].Seat]
			squares += e * e
		}
		m.Points = s.change(m.Turn, worths)
		if size := max(m.Points, -m.Points); size >= swing && size*size > 4*squares {
			sure = append(sure, m)
		}
	}
	return sure
}
