package furiousfive

import (
	"fmt"
	"slices"

	"fives/engine/rules"
)

// sheets returns the score sheets of a hand, by seat; caller is [rules.None] if the hand is
// void. Each begins with a line about the seat's own hand. They add up to [payments], which
// computer players use because it is fast.
func sheets(totals []int, caller int, split bool) [][]rules.Item {
	items := make([][]rules.Item, len(totals))
	switch low := lowestOther(totals, caller); {
	case caller == rules.None:
		for s := range items {
			items[s] = []rules.Item{{What: "nobody called", Rule: "7.2"}}
		}
	case totals[caller] < low:
		collectSheets(items, totals, caller)
	default:
		paySheets(items, totals, caller, low, split)
	}
	return items
}

// endingOf says how a hand ended; caller is [rules.None] if it is void.
func endingOf(totals []int, caller int, split bool) rules.Ending {
	o := rules.Ending{Why: make([]string, len(totals))}
	if caller == rules.None {
		o.What = "Nobody called"
		return o
	}
	low, own := lowestOther(totals, caller), totals[caller]
	o.Seats, o.What = []int{caller}, fmt.Sprintf("called with %d, the lowest", own)
	switch {
	case own == low:
		o.What = fmt.Sprintf("called with %d: a tie", own)
	case own > low:
		o.What = fmt.Sprintf("called with %d, not the lowest", own)
	}
	for s, n := range totals {
		switch {
		case s == caller && own >= low:
			o.Why[s] = "pays: not the lowest"
			if own == low {
				o.Why[s] = "pays: a tie"
			}
		case s == caller:
			o.Why[s] = fmt.Sprintf("called with %d", n)
		case own >= low && slices.Contains(payeesOf(totals, caller, low, split), s):
			o.Why[s] = fmt.Sprintf("lowest with %d", n)
		default:
			o.Why[s] = rules.Points(n) + " in hand"
		}
	}
	return o
}

// collectSheets writes the sheets of a successful call (RULES 8.1).
func collectSheets(items [][]rules.Item, totals []int, caller int) {
	items[caller] = []rules.Item{{What: fmt.Sprintf("called with %d, the lowest", totals[caller]), Rule: "8.1"}}
	for _, s := range clockwise(caller, len(totals)) {
		more := totals[s] - totals[caller]
		items[caller] = append(items[caller], rules.Item{What: "the difference from", Points: more, Rule: "8.1", Seats: []int{s}})
		items[s] = []rules.Item{{What: rules.Points(totals[s]) + " in hand, the difference to", Points: -more, Rule: "8.1", Seats: []int{caller}}}
	}
}

// paySheets writes the sheets of a failed call (RULES 8.2 and 8.3).
func paySheets(items [][]rules.Item, totals []int, caller, low int, split bool) {
	what := "called with %d, not the lowest"
	if totals[caller] == low {
		what = "called with %d, which is a tie"
	}
	items[caller] = []rules.Item{{What: fmt.Sprintf(what, totals[caller]), Rule: "8.2"}}
	if own := totals[caller] - low; own > 0 {
		items[caller] = append(items[caller], rules.Item{What: "own distance from the lowest", Points: -own, Rule: "8.2"})
	}
	payees := payeesOf(totals, caller, low, split)
	for _, s := range clockwise(caller, len(totals)) {
		if distance := totals[s] - low; distance > 0 {
			items[caller] = append(items[caller], rules.Item{What: "for the distance of", Points: -distance, Rule: "8.2", Seats: []int{s}})
		}
		if !slices.Contains(payees, s) {
			items[s] = []rules.Item{{What: bystander(totals[s], low), Rule: "8.2"}}
		}
	}
	sum := -rules.Sum(items[caller])
	for i, s := range payees {
		items[s] = payeeSheet(totals[s], sum, i, len(payees), caller)
	}
}

// bystander returns the reason why a seat that has not called gets nothing.
func bystander(own, low int) string {
	if own == low {
		return fmt.Sprintf("lowest with %d, but not the first", own)
	}
	return rules.Points(own) + " in hand, not the lowest"
}

// payeeSheet returns the sheet of payee i of n.
func payeeSheet(own, sum, i, n, caller int) []rules.Item {
	from := []int{caller}
	if n == 1 {
		return []rules.Item{{What: fmt.Sprintf("lowest with %d, paid by", own), Points: sum, Rule: "8.2", Seats: from}}
	}
	items := []rules.Item{{What: fmt.Sprintf("lowest with %d, a share from", own), Points: sum / n, Rule: "8.3", Seats: from}}
	if i < sum%n {
		items = append(items, rules.Item{What: "an odd chip from", Points: 1, Rule: "8.3", Seats: from})
	}
	return items
}
