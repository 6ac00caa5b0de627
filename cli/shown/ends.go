package shown

import (
	"cmp"
	"math/bits"
	"slices"

	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
)

// Limit returns the total to which a game runs, 0 if nothing says it.
func Limit(t api.Table) int {
	rs, err := games.Find(t.Game)
	if err != nil || rs.Limit == "" {
		return 0
	}
	v, err := rs.Schema.Parse(rs.Limit, rules.Typed(t.Options[rs.Limit]))
	n, number := v.(int)
	if err != nil || !number {
		return 0
	}
	return n
}

// A Swing is a hand that changed much: how much the winner gained on, or lost to, the player in
// second place.
type Swing struct {
	Hand   int
	Winner api.Seat
	Other  api.Seat
	By     int // less than 0 if the other gained
}

// mostSwings is how many swings of a game are told.
const mostSwings = 2

// Swings returns the hands that decided a game with one winner: those with the largest changes
// between the winner and the player in second place, in order.
func Swings(t api.Table) []Swing {
	ranks := Ranks(t)
	if len(ranks) < 2 || !ranks[0].Won || ranks[1].Won || len(t.Hands) <= mostSwings {
		return nil
	}
	winner, other := ranks[0].Seat, ranks[1].Seat
	sign := 1
	if winner, other := ranks[0].Total, ranks[1].Total; winner < other {
		sign = -1
	}
	var list []Swing
	for _, h := range t.Hands {
		if by := sign * (h.Points[winner.Name] - h.Points[other.Name]); by != 0 {
			list = append(list, Swing{h.Number, winner, other, by})
		}
	}
	slices.SortStableFunc(list, func(a, b Swing) int { return cmp.Compare(max(b.By, -b.By), max(a.By, -a.By)) })
	list = list[:min(len(list), mostSwings)]
	slices.SortFunc(list, func(a, b Swing) int { return cmp.Compare(a.Hand, b.Hand) })
	return list
}

// A Payment is chips that one player owes another.
type Payment struct {
	From, To api.Seat
	Chips    int
}

// Payments settles the chips of a game that is over, in as few payments as possible. There are
// none if the totals are not chips.
func Payments(t api.Table) []Payment {
	rs, err := games.Find(t.Game)
	if err != nil || !rs.Chips || t.Phase != api.PhaseOver || len(t.Seats) > mostSettled {
		return nil
	}
	var list []Payment
	totals := make([]int, len(t.Seats))
	for i, s := range t.Seats {
		totals[i] = s.Score
	}
	for _, p := range settleChips(totals) {
		list = append(list, Payment{t.Seats[p[0]], t.Seats[p[1]], p[2]})
	}
	return list
}

// mostSettled limits the number of players, because settled looks at all groups of them.
const mostSettled = 14

// settleChips returns payments (from, to, chips) after which all totals are 0, if they add up to 0.
// A group of n whose totals add up to 0 needs n - 1 payments; so the more such groups there
// are, the fewer payments it takes.
func settleChips(totals []int) (list [][3]int) {
	for _, group := range apart(totals) {
		list = append(list, within(totals, group)...)
	}
	return list
}

// apart finds as many groups as possible whose totals each add up to 0, as sets of bits.
func apart(totals []int) (groups []int) {
	all := 1<<len(totals) - 1
	sum, most, last := make([]int, all+1), make([]int, all+1), make([]int, all+1)
	for set := 1; set <= all; set++ {
		low := bits.TrailingZeros(uint(set))
		sum[set] = sum[set&(set-1)] + totals[low]
		for i := range totals {
			if without := set &^ (1 << i); without != set && (last[set] == 0 || most[without] > most[set]) {
				most[set], last[set] = most[without], without
			}
		}
		if sum[set] == 0 {
			most[set]++
		}
	}
	if sum[all] != 0 {
		return nil
	}
	// A set grows by one player at a time; each time it adds up to 0, a group is complete.
	group := 0
	for set := all; set != 0; set = last[set] {
		if sum[set] == 0 && group != 0 {
			groups = append(groups, group)
			group = 0
		}
		group |= set &^ last[set]
	}
	return append(groups, group)
}

// within settles a group: whoever owes most pays whoever gets most.
func within(totals []int, group int) (list [][3]int) {
	left := make([]int, len(totals))
	for i, n := range totals {
		if group&(1<<i) != 0 {
			left[i] = n
		}
	}
	for {
		from, to := slices.Index(left, slices.Min(left)), slices.Index(left, slices.Max(left))
		chips := min(-left[from], left[to])
		if chips <= 0 {
			return list
		}
		left[from] += chips
		left[to] -= chips
		list = append(list, [3]int{from, to, chips})
	}
}
