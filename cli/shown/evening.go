package shown

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"fives/cli/say"
	"fives/p2p/api"
)

// morning is the hour at which an evening is over.
const morning = 6

// evening returns the day on which the evening of a time began.
func evening(t time.Time) string { return t.Add(-morning * time.Hour).Format(time.DateOnly) }

// began returns when a table began, in the time zone of now.
func began(t api.Summary, now time.Time) time.Time {
	return time.Unix(int64(t.Time), 0).In(now.Location())
}

// An Evening is the games of one evening that were played to their end. Each counts as its log
// has it, and everybody who played it has signed its result; so everybody at the tables arrives
// at the same evening. A game with fewer than two people is practice and does not count.
type Evening struct {
	Games []api.Summary // the latest first
	From  []api.Summary // the tables from which these went on, each with its last hand that counts
	Rows  []Standing    // the players, those with the most wins first
	Match Match
	Won   []string // who has won the match, by [identity]
}

// Tonight returns the games of the current evening among tables that this node has to their
// end.
func Tonight(all []api.Summary, m Match, now time.Time) Evening {
	e := Evening{Match: m}
	for _, t := range all {
		if t.Phase == api.PhaseOver && t.Time != 0 && evening(began(t, now)) == evening(now) && people(t) > 1 {
			e.Games = append(e.Games, t)
		}
	}
	slices.SortStableFunc(e.Games, func(a, b api.Summary) int { return cmp.Compare(b.Time, a.Time) })
	last := standing(e.Games, all)
	for _, t := range all {
		if hand, ok := last[t.ID]; ok {
			t = brokenOff(t, all)
			t.Hand = hand
			e.From = append(e.From, t)
		}
	}
	e.Rows = Overall(Tally(e.Games))
	e.Won = m.won(e.Games)
	return e
}

// people counts the people at a table.
func people(t api.Summary) (n int) {
	for _, p := range t.Seats {
		if p.BotOf == "" {
			n++
		}
	}
	return n
}

// Place returns the place of a row, which is the same for all with as many wins.
func (e Evening) Place(row int) int {
	return 1 + slices.IndexFunc(e.Rows, func(st Standing) bool { return st.Wins == e.Rows[row].Wins })
}

// Line writes the wins in a few words: "After 3 games: Cleo 2, Ana 1"; "" before the first
// game.
func (e Evening) Line() string {
	if len(e.Games) == 0 {
		return ""
	}
	var list []string
	for _, st := range e.Rows {
		if st.Wins > 0 {
			list = append(list, fmt.Sprint(st.short(), " ", st.Wins))
		}
	}
	if len(list) == 0 {
		list = []string{"nobody has won"}
	}
	return "After " + say.Count(len(e.Games), "game") + ": " + strings.Join(list, ", ")
}

// Leaders returns the rows of those who lead, or who have won the match.
func (e Evening) Leaders() (rows []int) {
	for i, st := range e.Rows {
		if len(e.Won) > 0 && slices.Contains(e.Won, st.who) || len(e.Won) == 0 && st.Wins > 0 && st.Wins == e.Rows[0].Wins {
			rows = append(rows, i)
		}
	}
	return rows
}

// Headline says who leads, or who has won the match.
func (e Evening) Headline() string {
	first := e.Leaders()
	names := make([]string, len(first))
	for i, row := range first {
		names[i] = e.Rows[row].short()
	}
	one := len(first) == 1
	switch {
	case len(first) == 0:
		return "Nobody has won yet"
	case len(e.Won) > 0:
		return begun(say.List(names, " and ")) + verb(one && !e.Rows[first[0]].You, " wins", " win") + " the evening"
	case one:
		return begun(names[0]) + verb(!e.Rows[first[0]].You, " leads", " lead") + " tonight"
	case len(first) > 3:
		return fmt.Sprint(len(first), " are level tonight")
	}
	return begun(say.List(names, " and ")) + " are level"
}

// begun begins a sentence with names, which keep the spelling of their owners.
func begun(names string) string {
	if rest, you := strings.CutPrefix(names, "you"); you && (rest == "" || strings.HasPrefix(rest, " and ") || strings.HasPrefix(rest, ", ")) {
		return "You" + rest
	}
	return names
}

func verb(he bool, singular, plural string) string {
	if he {
		return singular
	}
	return plural
}

// short names a player in a line about an evening.
func (st Standing) short() string {
	if st.You {
		return "you"
	}
	return say.Name(st.Name)
}

// A Match says when an evening is decided: "best of 3", "first to 3"; "" for never.
type Match string

// Matches are the proposed ones.
var Matches = []Match{"", "best of 3", "best of 5", "best of 7", "first to 2", "first to 3", "first to 5"}

// MatchOf reads a match; anything else is "".
func MatchOf(text string) Match {
	if m := Match(text); slices.Contains(Matches, m) {
		return m
	}
	return ""
}

// limits returns how many games a match is the best of, and how many wins end it; 0 for what it
// does not say.
func (m Match) limits() (bestOf, firstTo int) {
	_, _ = fmt.Sscanf(string(m), "best of %d", &bestOf)
	_, _ = fmt.Sscanf(string(m), "first to %d", &firstTo)
	return bestOf, firstTo
}

// Goal returns the most wins that a match can take, 0 if it has no end.
func (m Match) Goal() int {
	bestOf, firstTo := m.limits()
	return max((bestOf+1)/2, firstTo)
}

// won returns who has won a match, nil if the games, of which the latest comes first, do not
// decide it. "first to 3" is won by whoever has won three games. "best of 3" is won by whoever
// has more wins than anybody else can still reach in the three games; if nobody has after them,
// each further game may decide.
func (m Match) won(games []api.Summary) []string {
	best, first := m.limits()
	wins := map[string]int{}
	for n := 1; n <= len(games) && m != ""; n++ {
		t := games[len(games)-n]
		for _, p := range t.Seats {
			if slices.Contains(t.Winners, p.Name) {
				wins[identity(t, p)]++
			}
		}
		if leaders, lead, second := top(wins); best == 0 && lead >= first || best > 0 && len(leaders) == 1 && lead > second+max(0, best-n) {
			return leaders
		}
	}
	return nil
}

// top returns who has the most wins, how many these are, and the most wins of anybody else.
func top(wins map[string]int) (leaders []string, lead, second int) {
	for who, n := range wins {
		switch {
		case n > lead:
			leaders, lead, second = []string{who}, n, lead
		case n == lead:
			leaders = append(leaders, who)
		default:
			second = max(second, n)
		}
	}
	slices.Sort(leaders)
	return leaders, lead, second
}

// A Month is the games that began in one month, counted for each player.
type Month struct {
	Name string // "2026-11"
	List []Standing
}

// Title writes the month in words.
func (m Month) Title() string {
	t, err := time.Parse("2006-01", m.Name)
	if err != nil {
		return m.Name
	}
	return t.Format("January 2006")
}

// League counts the games that [Finished] picks month by month, the latest first. An evening
// belongs to the month in which it began.
func League(played []api.Summary, now time.Time) (months []Month) {
	by := map[string][]api.Summary{}
	for _, t := range played {
		if t.Time == 0 {
			continue
		}
		name := evening(began(t, now))[:len("2026-11")]
		by[name] = append(by[name], t)
	}
	for name, tables := range by {
		if list := Tally(tables); len(list) > 0 {
			months = append(months, Month{name, list})
		}
	}
	slices.SortFunc(months, func(a, b Month) int { return cmp.Compare(b.Name, a.Name) })
	return months
}
