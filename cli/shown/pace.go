package shown

import (
	"slices"

	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
)

// Limits for what counts as the pace of people, in seconds a move, and as a game played in one
// sitting.
const (
	fastest = 3
	slowest = 60
	longest = 6 * 3600
)

// Pace returns how many seconds a move took in the games that people alone played here in one
// sitting. Before the first such game it returns [rules.Pace] and false. A summary has only the
// number of hands; how many moves these took is estimated from the measured lengths.
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

// Beat counts what is shown one after the other, so that an eye can follow: the hands, the moves, and
// the turn of the person at this node. Whatever else changes at a table is shown at once. A line of the
// story comes with the first screen after it, so that story and table show the same moment and the
// lines keep the order of the log; only talk is told when it comes.
func Beat(t api.Table) (b [3]int) {
	b = [3]int{len(t.Hands), len(t.Last), 0}
	if t.YourTurn {
		b[2] = 1
	}
	return b
}

// Round is how many beats wait at most: a round of the table, so that each move since one's own last
// turn is seen, and nobody sees the table later than that. The lines of an older one are told with the
// next.
func Round(t api.Table) int { return max(3, len(t.Seats)) }
