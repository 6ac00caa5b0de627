package shown

import (
	"fmt"
	"slices"

	"fives/cli/say"
	"fives/engine/games"
	"fives/p2p/api"
)

// HighWins reports whether the larger total is better in a game.
func HighWins(game string) bool {
	rs, err := games.Find(game)
	return err == nil && rs.HighWins
}

// Leader says who leads after a hand, and how far behind the player at this node is.
func Leader(t api.Table, h api.Hand) string {
	list := Results(t, h)
	if len(list) == 0 {
		return ""
	}
	sign := 1
	if HighWins(t.Game) {
		sign = -1
	}
	slices.SortStableFunc(list, func(a, b Result) int { return sign * (a.Total - b.Total) })
	first := list[0]
	lead := fmt.Sprintf("%s leads with %d.", say.Name(first.Name), first.Total)
	switch {
	case len(list) > 1 && list[1].Total == first.Total:
		lead = fmt.Sprintf("It is level at the top, with %d.", first.Total)
	case first.You:
		lead = fmt.Sprintf("You lead with %d.", first.Total)
	}
	i := slices.IndexFunc(list, func(r Result) bool { return r.You })
	if i < 0 || list[i].Total == first.Total {
		return lead
	}
	behind := max(first.Total-list[i].Total, list[i].Total-first.Total)
	return fmt.Sprintf("%s You are %d behind.", lead, behind)
}
