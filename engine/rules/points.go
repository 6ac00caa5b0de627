package rules

import "fmt"

// Points writes points as people say them: "1 point", "4 points".
func Points(n int) string {
	if n == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%d points", n)
}
