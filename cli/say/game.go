package say

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/api"
)

// Goal says which total wins a game, "" for a game that is unknown here.
func Goal(game string) string {
	if rs, err := games.Find(game); err == nil {
		return rs.Goal
	}
	return ""
}

// Title returns the title of a game, given its name.
func Title(game string) string {
	if rs, err := games.Find(game); err == nil {
		return rs.Title
	}
	return game
}

// Move puts a move of a game into words.
func Move(game, move string) card.Sentence {
	if rs, err := games.Find(game); err == nil {
		return rs.Tell(move)
	}
	return card.Spelled(move)
}

// Do says what a move would do: "drop 7h and draw".
func Do(game, move string) card.Sentence { return tell(game, move, infinitive) }

// Done says what a move did: "dropped 7h and drew".
func Done(game, move string) card.Sentence { return tell(game, move, Past) }

// tell puts a move into words, with its verbs in a form.
func tell(game, move string, form func(string) string) (s card.Sentence) {
	rs, err := games.Find(game)
	if err != nil {
		return card.Spelled(move)
	}
	for i, w := range strings.Fields(move) {
		if i > 0 {
			s = s.Text(" ")
		}
		verb, rest, _ := strings.Cut(rs.Verbs[w], " ")
		if verb == "" {
			s = s.With(card.Spelled(w))
			continue
		}
		if i > 0 {
			s = s.Text("and ")
		}
		if s = s.Text(form(verb)); rest != "" {
			s = s.Text(" " + rest)
		}
	}
	return s
}

// Briefly says a move of many cards in a few words, "" if the game has none for it: "go out".
func Briefly(game, move string) string {
	if rs, err := games.Find(game); err == nil && rs.Briefly != nil {
		return rs.Briefly(move)
	}
	return ""
}

// irregular are the past forms that no rule makes.
var irregular = map[string]string{
	"draws": "drew", "takes": "took", "goes": "went", "lays": "laid", "leads": "led", "stands": "stood",
	"gives": "gave", "runs": "ran", "drops": "dropped", "begs": "begged",
}

// Past returns the past form of a verb in the third person, which follows "you", too.
func Past(verb string) string {
	if past, ok := irregular[verb]; ok {
		return past
	}
	return infinitive(verb) + "ed"
}

// infinitive returns the infinitive of a verb in the third person.
func infinitive(verb string) string {
	for _, ending := range []string{"oes", "sses", "shes", "ches"} {
		if strings.HasSuffix(verb, ending) {
			return strings.TrimSuffix(verb, "es")
		}
	}
	return strings.TrimSuffix(verb, "s")
}

// Duty says what the seat does that is drawn by lot for the first hand.
func Duty(game string) string {
	if rs, err := games.Find(game); err == nil && rs.Duty != "" {
		return rs.Duty
	}
	return "open the game"
}

// Options says what is agreed at a table of a game, in the order of its rule page. Options of
// an unknown game, and options that the game does not have, are written as they are typed.
func Options(game string, options map[string]any) (list []string) {
	rest := maps.Clone(options)
	if rs, err := games.Find(game); err == nil {
		for _, o := range rs.Schema {
			v, ok := rest[o.Name]
			delete(rest, o.Name)
			if text := o.Tell(rules.Typed(v)); ok && text != "" {
				list = append(list, text)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rest)) {
		list = append(list, api.Clean(name+"="+rules.Typed(rest[name])))
	}
	return list
}

// Score says how many points a player got in a hand, and the total.
func Score(name string, points, total int) string {
	return fmt.Sprintf("%s %+d, total %d", record.ShowName(name), points, total)
}

// Ending says how far a log goes: who has won, that the game goes on elsewhere, or what is
// missing. winners is nil while the game is not over.
func Ending(winners []string, continued bool, missing []string) string {
	switch {
	case winners != nil:
		return Won(winners, "")
	case continued:
		return "it goes on at another table"
	case len(missing) > 0:
		return "not finished: " + api.Clean(strings.Join(missing, ", "))
	}
	return "not finished"
}

// Won says who has won a game that is over. you is the name of the reader, "" for somebody who
// was not at the table.
func Won(winners []string, you string) string {
	switch {
	case len(winners) == 0:
		return "nobody has won"
	case slices.Contains(winners, you):
		return people(winners, you) + " won"
	}
	return "won by " + people(winners, you)
}

// Over says that a game is over, and who has won it.
func Over(winners []string, you string) string {
	if len(winners) == 0 {
		return "the game is over; nobody has won"
	}
	return "the game is over: " + people(winners, you) + " won"
}

// people lists some players, the reader first.
func people(names []string, you string) string {
	shown := record.ShowNames(names)
	if i := slices.Index(names, you); i >= 0 {
		shown = slices.Insert(slices.Delete(shown, i, i+1), 0, "you")
	}
	return strings.Join(shown, " and ")
}
