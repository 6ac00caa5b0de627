package shown

import (
	"cmp"
	"slices"
	"time"

	"fives/engine/games"
	"fives/p2p/api"
)

// CoverHelps reports whether the hand waits for a single device, and would not wait at a table
// with cover, which takes four or more players.
func CoverHelps(t api.Table) bool {
	if t.Cover || t.Phase != api.PhasePlaying {
		return false
	}
	devices, away, waits := map[string]bool{}, map[string]bool{}, false
	for _, s := range t.Seats {
		if s.Left {
			return false // the hand is over for good
		}
		if !s.Active {
			continue
		}
		device := device(t, s)
		devices[device] = true
		if Away(t, s) {
			away[device] = true
			waits = waits || s.Owes
		}
	}
	return len(devices) >= 4 && len(away) == 1 && waits
}

// device returns the name of the player whose device plays a seat: of a computer player its host,
// or where the host has no seat, the first that the host's device plays.
func device(t api.Table, s api.Seat) string {
	if s.BotOf == "" || slices.ContainsFunc(t.Seats, func(of api.Seat) bool { return of.Name == s.BotOf }) {
		return cmp.Or(s.BotOf, s.Name)
	}
	return t.Seats[slices.IndexFunc(t.Seats, func(of api.Seat) bool { return of.BotOf == s.BotOf })].Name
}

// awayAtOnce names those whose devices are away, if there are at least two and a hand with
// cover waits because of that: the others can play for one only.
func awayAtOnce(t api.Table) (away []string) {
	waits := false
	for _, s := range t.Seats {
		if !s.Active || !Away(t, s) {
			continue
		}
		if !slices.Contains(away, device(t, s)) {
			away = append(away, device(t, s))
		}
		waits = waits || s.Owes && s.CoverAt == nil
	}
	if len(away) < 2 || !waits || !t.Cover || t.NoCover != "" || t.Phase != api.PhasePlaying {
		return nil
	}
	return away
}

// Leave lists who may be left out when a table goes on from the last settled hand: those who
// are away, and those who hold it up. A second choice, if there is one, also leaves out those
// for whom it is held up. There is none with which too few would go on.
func Leave(t api.Table) (choices [][]string) {
	var away, holding, held []string
	for _, s := range t.Seats {
		if missing(s) {
			away = append(away, s.Name)
		}
		switch {
		case !s.Owes:
		case s.OnlyHeardBy != "":
			holding, held = append(holding, s.OnlyHeardBy), append(held, s.Name)
		case unvoted(s, time.Now()):
			holding = append(holding, s.Unvoted...)
		}
	}
	without := slices.Concat(away, except(holding, away))
	choices = append(choices, without)
	if both := except(held, without); len(both) > 0 {
		choices = append(choices, slices.Concat(without, both))
	}
	return slices.DeleteFunc(choices, func(without []string) bool { return !enough(t.Summary, without) })
}

// enough reports whether those who are left can go on without some.
func enough(m api.Summary, without []string) bool {
	least := max(1, min(2, len(m.Seats)))
	if rs, err := games.Find(m.Game); err == nil {
		least = max(least, rs.MinSeats)
	}
	remain := slices.DeleteFunc(slices.Clone(m.Seats), func(s api.Seat) bool { return s.Left || slices.Contains(without, s.Name) })
	return len(remain) >= least
}

// except returns the distinct names in one list that are not in another.
func except(names, from []string) (list []string) {
	for _, n := range names {
		if !slices.Contains(from, n) && !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}

// unvoted reports whether votes about a seat have been missing for so long that the others may
// leave out those who owe them.
func unvoted(s api.Seat, now time.Time) bool {
	return len(s.Unvoted) > 0 && s.CoverAt != nil && now.Sub(*s.CoverAt) >= unvotedAfter
}

// unvotedAfter is how long a vote may be missing before people are told.
const unvotedAfter = 20 * time.Second
