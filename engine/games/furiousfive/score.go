package furiousfive

import (
	"math"
	"slices"

	"fives/engine/card"
)

// value is a card's points. An ace counts 1 even at the top of a straight.
func value(c card.Card) int { return int(c.Rank) }

func total(cards []card.Card) int {
	sum := 0
	for _, c := range cards {
		sum += value(c)
	}
	return sum
}

// clockwise lists the seats after the given one, in their order.
func clockwise(seat, seats int) []int {
	others := make([]int, 0, seats-1)
	for i := 1; i < seats; i++ {
		others = append(others, (seat+i)%seats)
	}
	return others
}

// payments returns what a call pays or costs every seat (RULES 8).
func payments(totals []int, caller int, split bool) []int {
	low := lowestOther(totals, caller)
	if totals[caller] < low {
		return collect(totals, caller)
	}
	return pay(totals, caller, low, payeesOf(totals, caller, low, split))
}

// lowestOther returns the lowest total of the seats that have not called.
func lowestOther(totals []int, caller int) int {
	low := math.MaxInt
	for s, t := range totals {
		if s != caller {
			low = min(low, t)
		}
	}
	return low
}

// payeesOf lists the seats that are paid for a failed call, clockwise from the caller.
func payeesOf(totals []int, caller, low int, split bool) []int {
	payees := slices.DeleteFunc(clockwise(caller, len(totals)), func(s int) bool { return totals[s] != low })
	if !split {
		payees = payees[:1]
	}
	return payees
}

func collect(totals []int, caller int) []int {
	points := make([]int, len(totals))
	for s, t := range totals {
		points[s] -= t - totals[caller]
		points[caller] += t - totals[caller]
	}
	return points
}

// pay makes the caller pay for everybody's distance from the lowest total. The distance of
// the payees is 0, so the sum may include them.
func pay(totals []int, caller, low int, payees []int) []int {
	sum := 0
	for _, t := range totals {
		sum += t - low
	}
	points := make([]int, len(totals))
	points[caller] = -sum
	for i, s := range payees {
		points[s] = sum / len(payees)
		if i < sum%len(payees) {
			points[s]++
		}
	}
	return points
}

// best lists the seats with the highest ledger.
func best(scores []int) []int {
	high := slices.Max(scores)
	var seats []int
	for s, score := range scores {
		if score == high {
			seats = append(seats, s)
		}
	}
	return seats
}
