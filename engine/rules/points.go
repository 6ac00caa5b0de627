package rules

import "fmt"

// Points writes points as people say them: "1 point", "4 points".
func Points(n int) string {
	if n == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%d points", n)
}

// Amount writes points of the totals of the game as people say them, which may be chips.
func (rs *RuleSet) Amount(n int) string {
	switch {
	case !rs.Chips:
		return Points(n)
	case n == 1:
		return "1 chip"
	}
	return fmt.Sprintf("%d chips", n)
}
