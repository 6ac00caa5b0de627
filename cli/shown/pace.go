package shown

import (
	"slices"

	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
)

// Limits of what is taken for the pace of people, in seconds a move, and of a game that was
// played at one go.
const (
	fastest = 3
	slowest = 60
	longest = 6 * 3600
)

// Pace is how many seconds people took for a move in the games that were played here, of people
// alone and at one go; it is false, and [rules.Pace], before the first of them. A summary has
// its hands: how many moves these were is taken from what was measured.
func Pace(all []api.Summary) (seconds int, here bool) {
	moves, took := 0, 0
	for _, t := range all {
		if bot := func(s api.Seat) bool { return s.BotOf != "" }; t.Before > 0 || t.Time == 0 || t.Ended <= t.Time || t.Ended-t.Time > longest || slices.ContainsFunc(t.Seats, bot) {
			continue
		}
		rs, err := games.Find(t.Game)
		if err != nil || len(rs.Usual()) == 0 {
			continue
		}
		if l, ok := rs.Lasting(rs.Usual()[0].Value, len(t.Seats)); ok && l.Hands > 0 {
			moves += t.Hand * l.Moves / l.Hands
			took += int(t.Ended - t.Time)
		}
	}
	if moves == 0 {
		return rules.Pace, false
	}
	return max(fastest, min(took/moves, slowest)), true
}
