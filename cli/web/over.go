package web

import (
	"fives/cli/shown"
	"fives/cli/words"
)

// A placed person is one with a place in a game.
type placed struct {
	shown.Rank
	Person person
	Label  string
}

// steps is how many places there are on a podium.
const steps = 3

// podium sets the players of a game that is over on it, and lists those who have no place there.
func (p *tablePage) podium() {
	signs := people(p.Seats)
	var list []placed
	for _, r := range shown.Ranks(p.Table) {
		x := placed{r, signs[p.number(r.Seat)], words.Name(r.Name)}
		if r.You {
			x.Label = "You"
		}
		list = append(list, x)
	}
	n := min(len(list), steps)
	p.Podium, p.Others = list[:n], list[n:]
}
