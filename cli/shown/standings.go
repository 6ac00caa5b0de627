package shown

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"fives/cli/phrase"
	"fives/cli/words"
	"fives/p2p/control"
)

// Finished picks the finished tables, and those that were broken off, out of a node's own.
func Finished(mine []control.Summary) []control.Summary {
	var played []control.Summary
	for _, sum := range mine {
		switch {
		case sum.You == "":
		case sum.Phase == control.PhaseOver:
			played = append(played, sum)
		case sum.Phase == control.PhaseStopped:
			played = append(played, brokenOff(sum, mine))
		}
	}
	return played
}

// brokenOff marks the players who broke off the running hand of a stopped table as having
// left. If the table goes on elsewhere, they are the ones who are not there. Otherwise it
// is the player who left, if there is only one; if several did, this node may be the one
// that was left out, and nobody is to blame.
func brokenOff(t control.Summary, all []control.Summary) control.Summary {
	i := slices.IndexFunc(all, func(c control.Summary) bool {
		return c.Parent == t.ID && c.Call == nil && c.Phase != control.PhaseSeated
	})
	t.Players = slices.Clone(t.Players)
	if i < 0 {
		left := slices.DeleteFunc(slices.Clone(t.Players), func(p control.Player) bool { return !p.Left })
		t.Dealt = t.Dealt && len(left) == 1
		return t
	}
	for j, p := range t.Players {
		t.Players[j].Left = !slices.ContainsFunc(all[i].Players, func(q control.Player) bool { return q.Fingerprint == p.Fingerprint })
	}
	return t
}

// A Standing is what one player has done in one game.
type Standing struct {
	Game        string  `json:"game"`
	Name        string  `json:"name"` // the latest
	Fingerprint string  `json:"fingerprint,omitempty"`
	BotOf       string  `json:"bot_of,omitempty"` // whose computer player it is
	You         bool    `json:"you"`
	Games       int     `json:"games"`
	Wins        int     `json:"wins"`
	Points      int     `json:"points"`
	Quits       int     `json:"quits"`             // hands that this player broke off after the cards were dealt
	Covered     int     `json:"covered,omitempty"` // hands in which the others acted for this player
	Average     float64 `json:"average"`           // points of a game
	Last        uint64  `json:"last"`              // when the latest began, seconds since 1970; 0 if unknown

	who string // the same for all games of one player
}

// identity tells players apart, whatever they call themselves. A computer
// player has a key for every table, so that it goes by its name and its host.
func identity(t control.Summary, seat control.Player) string {
	if seat.BotOf == "" {
		return seat.Fingerprint
	}
	host := seat.BotOf
	for _, other := range t.Players {
		if other.Name == host && other.BotOf == "" {
			host = other.Fingerprint
		}
	}
	return seat.Name + " of " + host
}

// Tally counts games, those most played first.
func Tally(tables []control.Summary) []Standing {
	type place struct{ game, who string }
	count := map[place]*Standing{}
	for _, t := range tables {
		if len(t.Scores) != len(t.Players) {
			continue
		}
		for i, seat := range t.Players {
			if t.Phase == control.PhaseStopped && !(t.Dealt && seat.Left) {
				continue // it has no end, and is no game that counts
			}
			at := place{t.Game, identity(t, seat)}
			if count[at] == nil {
				count[at] = &Standing{Game: t.Game, who: at.who}
			}
			count[at].add(t, i)
		}
	}
	var list []Standing
	for _, st := range count {
		st.Average = float64(st.Points) / float64(max(1, st.Games))
		list = append(list, *st)
	}
	played := gamesOf(list)
	slices.SortFunc(list, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(played[b.Game], played[a.Game]), cmp.Compare(a.Game, b.Game),
			cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name), cmp.Compare(a.who, b.who))
	})
	return list
}

// gamesOf is how often the busiest player has played each game.
func gamesOf(list []Standing) map[string]int {
	most := map[string]int{}
	for _, st := range list {
		most[st.Game] = max(most[st.Game], st.Games)
	}
	return most
}

func (st *Standing) add(t control.Summary, i int) {
	seat := t.Players[i]
	if st.Name == "" || t.Time >= st.Last {
		st.Name, st.BotOf, st.Last = seat.Name, seat.BotOf, t.Time
	}
	if seat.BotOf == "" {
		st.Fingerprint = seat.Fingerprint
	}
	st.You = st.You || seat.You
	st.Covered += seat.Covered
	if t.Phase == control.PhaseStopped {
		st.Quits++
		return
	}
	st.Games++
	st.Points += t.Scores[i]
	if slices.Contains(t.Winners, seat.Name) {
		st.Wins++
	}
}

// Absent says how often a player was not there: broke a hand off, or was covered by the
// others in one. It is "" for never.
func (st Standing) Absent() string {
	var list []string
	if st.Quits > 0 {
		list = append(list, "broke off "+phrase.Count(st.Quits, "hand"))
	}
	if st.Covered > 0 {
		list = append(list, "covered in "+phrase.Count(st.Covered, "hand"))
	}
	return strings.Join(list, ", ")
}

// Label is a player's name, with what tells it from others of that name.
func (st Standing) Label(namesakes map[string]int) string {
	name := words.Name(st.Name)
	switch {
	case st.BotOf != "":
		name += " (" + phrase.Bot(st.BotOf, "") + ")" // of whatever strength it was in each game
	case namesakes[st.Name] > 1:
		name += " " + words.Clean(st.Fingerprint)
	}
	if st.You {
		name += " (you)"
	}
	return name
}

// Namesakes counts the keys that go by each name.
func Namesakes(list []Standing) map[string]int {
	n, seen := map[string]int{}, map[string]bool{}
	for _, st := range list {
		if id := st.Name + " " + st.who; st.BotOf == "" && !seen[id] {
			seen[id] = true
			n[st.Name]++
		}
	}
	return n
}

// Overall adds the games of each player up; points of different games do not
// compare.
func Overall(list []Standing) []Standing {
	sum := map[string]Standing{}
	for _, st := range list {
		one, ok := sum[st.who]
		if !ok || st.Last >= one.Last {
			one.Name, one.BotOf, one.Last = st.Name, st.BotOf, st.Last
		}
		one.who, one.Fingerprint, one.You = st.who, st.Fingerprint, st.You
		one.Games, one.Wins, one.Quits, one.Covered = one.Games+st.Games, one.Wins+st.Wins, one.Quits+st.Quits, one.Covered+st.Covered
		sum[st.who] = one
	}
	return slices.SortedFunc(maps.Values(sum), func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name), cmp.Compare(a.who, b.who))
	})
}
