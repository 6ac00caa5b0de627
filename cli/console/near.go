package console

import (
	"slices"
	"strings"
)

// nearest returns the word that the user probably meant, "" if none is close: a word is close
// if it begins with what was typed, or if only a few letters are wrong.
func nearest(typed string, words []string) string {
	slices.Sort(words)
	best, least := "", (1+len([]rune(typed)))/3
	for _, w := range words {
		n := distance(typed, w)
		if len(typed) > 1 && strings.HasPrefix(w, typed) {
			n = 0
		}
		if n < least || best == "" && n == least {
			best, least = w, n
		}
	}
	return best
}

// distance returns how many letters have to be added, removed, changed or swapped with the next
// one to turn one word into the other.
func distance(a, b string) int {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	rows := [3][]int{make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		before, above, row := rows[(i+1)%3], rows[(i+2)%3], rows[i%3]
		row[0] = i
		for j := 1; j <= len(y); j++ {
			change := above[j-1]
			if x[i-1] != y[j-1] {
				change++
			}
			row[j] = min(above[j]+1, row[j-1]+1, change)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return rows[len(x)%3][len(y)]
}
