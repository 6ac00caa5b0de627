package shown

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"fives/cli/say"
	"fives/p2p/api"
)

// Finished picks, out of a node's own tables, the finished ones, those that were broken off,
// and those from which a finished game went on. The Hand of each is its last hand that counts.
func Finished(mine []api.Summary) []api.Summary {
	var played []api.Summary
	last := standing(slices.DeleteFunc(slices.Clone(mine), func(t api.Summary) bool { return t.Me() == "" || t.Phase != api.PhaseOver }), mine)
	for _, sum := range mine {
		hand, went := last[sum.ID]
		stopped := sum.Phase == api.PhaseStopped
		if sum.Phase == api.PhaseOver && !went {
			hand, went = sum.Hand, sum.Me() != ""
		}
		switch {
		case !went && (sum.Me() == "" || !stopped):
			continue
		case !went:
			hand = sum.Before // none of its hands belongs to a finished game
		}
		if stopped {
			sum = brokenOff(sum, mine)
		}
		sum.Hand = hand
		played = append(played, sum)
	}
	return played
}

// standing finds the tables from which finished games went on, and the last hand of each that counts.
func standing(games, mine []api.Summary) map[string]int {
	last := map[string]int{}
	for _, sum := range games {
		for sum.Before > 0 {
			i := slices.IndexFunc(mine, func(p api.Summary) bool { return p.ID == sum.Parent })
			if _, done := last[sum.Parent]; i < 0 || done {
				break
			}
			last[sum.Parent] = sum.Before
			sum = mine[i]
		}
	}
	return last
}

// brokenOff marks the players who broke off the running hand of a stopped table as having left.
// If the game goes on at another table, these are the players who are missing there, except
// those whose seats changed hands, to which the others agreed. Otherwise it is the player who
// left, if there is only one. If several left, this node may be the one that was left out, and
// nobody is to blame.
func brokenOff(t api.Summary, all []api.Summary) api.Summary {
	i := slices.IndexFunc(all, func(c api.Summary) bool {
		return c.Parent == t.ID && c.Call == nil && c.Phase != api.PhaseSeated
	})
	t.Seats = slices.Clone(t.Seats)
	if i < 0 {
		left := slices.DeleteFunc(slices.Clone(t.Seats), func(p api.Seat) bool { return !p.Left })
		t.Dealt = t.Dealt && len(left) == 1
		return t
	}
	for j, p := range t.Seats {
		remains := slices.ContainsFunc(all[i].Seats, func(q api.Seat) bool { return q.Fingerprint == p.Fingerprint })
		t.Seats[j].Left = !remains && !slices.Contains(all[i].From, j)
	}
	return t
}

// A Standing is how one player has done in one game.
type Standing struct {
	Game        string  `json:"game"`
	Name        string  `json:"name"` // the latest one
	Fingerprint string  `json:"fingerprint,omitempty"`
	BotOf       string  `json:"bot_of,omitempty"` // whose computer player it is
	You         bool    `json:"you"`
	Games       int     `json:"games"` // those that this player played to the end
	Hands       int     `json:"hands"` // those in which this player had a seat, in these games and in others
	Wins        int     `json:"wins"`
	Points      int     `json:"points"`
	Quits       int     `json:"quits"`             // hands that this player broke off after the cards were dealt
	Covered     int     `json:"covered,omitempty"` // hands in which the others acted for this player
	Average     float64 `json:"average"`           // points of a game
	Month       string  `json:"month,omitempty"`   // of a league, in which the evenings of the games began
	Last        uint64  `json:"last"`              // when the latest began, seconds since 1970; 0 if unknown

	who string // the same for all games of one player
}

// identity distinguishes players, whatever they call themselves. A computer player has another
// key at every table, so it is known by its name and its host.
func identity(t api.Summary, seat api.Seat) string {
	if seat.BotOf == "" {
		return seat.Fingerprint
	}
	host := seat.BotOf
	for _, other := range t.Seats {
		if other.Name == host && other.BotOf == "" {
			host = other.Fingerprint
		}
	}
	return seat.Name + " of " + host
}

// Tally counts games, the most played ones first.
func Tally(tables []api.Summary) []Standing {
	type place struct{ game, who string }
	count := map[place]*Standing{}
	for _, t := range tables {
		for i, seat := range t.Seats {
			if hands := t.Hand - t.Before; hands <= 0 && t.Phase != api.PhaseOver && !quit(t, seat) {
				continue // it has no end, so it does not count as a game
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

// gamesOf returns how often the busiest player has played each game.
func gamesOf(list []Standing) map[string]int {
	most := map[string]int{}
	for _, st := range list {
		most[st.Game] = max(most[st.Game], st.Games)
	}
	return most
}

// quit reports whether a player broke off the running hand of a stopped table.
func quit(t api.Summary, seat api.Seat) bool {
	return t.Phase == api.PhaseStopped && t.Dealt && seat.Left
}

func (st *Standing) add(t api.Summary, i int) {
	seat := t.Seats[i]
	if st.Name == "" || t.Time >= st.Last {
		st.Name, st.BotOf, st.Last = seat.Name, seat.BotOf, t.Time
	}
	if seat.BotOf == "" {
		st.Fingerprint = seat.Fingerprint
	}
	st.You = st.You || seat.You
	st.Covered += seat.HandsCovered
	st.Hands += t.Hand - t.Before
	if quit(t, seat) {
		st.Quits++
	}
	if t.Phase != api.PhaseOver {
		return
	}
	st.Games++
	st.Points += seat.Score
	if slices.Contains(t.Winners, seat.Name) {
		st.Wins++
	}
}

// Absent says how often a player was not there, because they broke off a hand or were covered
// in one. It is "" for never.
func (st Standing) Absent() string {
	var list []string
	if st.Quits > 0 {
		list = append(list, "broke off "+say.Count(st.Quits, "hand"))
	}
	if st.Covered > 0 {
		list = append(list, "covered in "+say.Count(st.Covered, "hand"))
	}
	return strings.Join(list, ", ")
}

// Label returns a player's name, with what distinguishes it from others of that name.
func (st Standing) Label(namesakes map[string]int) string {
	name := say.Name(st.Name)
	switch {
	case st.BotOf != "":
		name += " (" + say.Bot(st.Name, st.BotOf, "") + ")" // whatever its strength was in each game
	case namesakes[st.Name] > 1:
		name += " " + say.Clean(st.Fingerprint)
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

// Overall adds up each player's games, but not the points, which do not compare between games.
func Overall(list []Standing) []Standing {
	sum := map[string]Standing{}
	for _, st := range list {
		one, ok := sum[st.who]
		if !ok || st.Last >= one.Last {
			one.Name, one.BotOf, one.Last = st.Name, st.BotOf, st.Last
		}
		one.who, one.Fingerprint, one.You = st.who, st.Fingerprint, st.You
		one.Games, one.Hands, one.Wins = one.Games+st.Games, one.Hands+st.Hands, one.Wins+st.Wins
		one.Quits, one.Covered = one.Quits+st.Quits, one.Covered+st.Covered
		sum[st.who] = one
	}
	return slices.SortedFunc(maps.Values(sum), func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name), cmp.Compare(a.who, b.who))
	})
}
