package shown

import (
	"fmt"
	"slices"
	"testing"

	"fives/p2p/api"
)

// counted is a table of Five at which two hands are counted; ana, at this node, is behind.
func counted(change func(t *api.Table)) api.Table {
	t := api.Table{Summary: api.Summary{ID: "ab", Game: "five", Phase: api.PhasePlaying, Seats: []api.Seat{{Name: "ana", Fingerprint: "1", You: true}, {Name: "ben", Fingerprint: "2"}, {Name: "cleo", Fingerprint: "3"}}}, Options: map[string]any{"limit": 200.0}}
	for n := 1; n <= 2; n++ {
		h := api.Hand{Sheet: api.Sheet{Number: n + 4, Points: map[string]int{"ana": 5 * n}, Scores: map[string]int{"ana": 50 * n, "ben": 20, "cleo": 20}, Items: map[string][]api.Item{"ana": {{Points: 5 * n}}}, What: "ended with 4, the lowest", Who: []string{"ben"}}}
		t.Hands = append(t.Hands, h)
	}
	change(&t)
	return t
}

// TestSettled: the sheet of a result says how the hand ended, what matters next, and what can be done about it:
// at the end of a game nobody leads any more, a void hand teaches nothing, and only the result before the next hand
// leads to it.
func TestSettled(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(*api.Table)
		n, seen int
		want    string
	}{
		"the last":                 {func(*api.Table) {}, 2, 2, "Hand 6 | Ben ended with 4, the lowest | It is level at the top, with 20. You are 80 behind. | lesson | next hand | []"},
		"an old one":               {func(*api.Table) {}, 1, 1, "Hand 5 | Ben ended with 4, the lowest | It is level at the top, with 20. You are 30 behind. | lesson | go on | []"},
		"void":                     {func(t *api.Table) { t.Hands[1].Void, t.Hands[1].What, t.Hands[1].Who = true, "void", nil }, 2, 2, "Hand 6 | Void | Nobody scores. It is level at the top, with 20. You are 80 behind. |  | next hand | []"},
		"over":                     {func(t *api.Table) { t.Phase, t.Winners = api.PhaseOver, []string{"ben"} }, 2, 2, "The game is over | Ben ended with 4, the lowest | The game is over: ben won. | rematch lesson | to the table | []"},
		"before it":                {func(t *api.Table) { t.Phase, t.Winners = api.PhaseOver, []string{"ben"} }, 1, 1, "Hand 5 | Ben ended with 4, the lowest | It is level at the top, with 20. You are 30 behind. | lesson | go on | []"},
		"away":                     {func(t *api.Table) { t.Turn = "ben" }, 2, 0, "While you were away | Ben ended with 4, the lowest | It is level at the top, with 20. You are 80 behind. | lesson | go on | [2 hands ended: +15 for you, and you have 100. Now it is ben's turn.]"},
		"an onlooker who was away": {func(t *api.Table) { t.Seat, t.Seats[0].You = -1, false }, 2, 0, "Hand 6 | Ben ended with 4, the lowest | It is level at the top, with 20. | lesson | next hand | []"},
		"a lesson":                 {func(t *api.Table) { t.ID, t.Phase = "lesson", api.PhaseOver }, 2, 2, "Hand 6 | Ben ended with 4, the lowest | It is level at the top, with 20. You are 80 behind. |  | go on | []"},
	} {
		s := Settled(counted(c.change), c.n, c.seen)
		var acts string
		for _, d := range s.Choices {
			if acts += string(d.Act); d.Act == ActRematch {
				acts += " "
			}
			if d.Act == ActLookBack && (d.With.Hand != c.n+4 || d.Label != "what should I have played?" && name != "an onlooker who was away") {
				t.Errorf("%s: %q at hand %d", name, d.Label, d.With.Hand)
			}
		}
		if got := fmt.Sprintf("%s | %s | %s | %s | %s | %v", s.Title, s.Count.Headline, s.Count.Under, acts, s.No, s.Says); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", name, got, c.want)
		}
	}
}

// TestLookBackOfOthers: who looks on, and who is out of the game, is not told of moves of their own.
func TestLookBackOfOthers(t *testing.T) {
	for name, change := range map[string]func(*api.Table){
		"an onlooker":     func(t *api.Table) { t.Seat = -1 },
		"out of the game": func(t *api.Table) { delete(t.Hands[1].Items, "ana") },
	} {
		s := Settled(counted(change), 2, 2)
		if d, ok := Find(s.Choices, ActLookBack); !ok || d.Label != "what should have been played?" {
			t.Errorf("%s: %q", name, d.Label)
		}
	}
}

// TestRanked: the best comes first, whether the highest or the lowest total is, equal totals share a place, and bars run
// to the limit or to the largest total; where somebody is below 0 there are none.
func TestRanked(t *testing.T) {
	for name, c := range map[string]struct {
		game   string
		limit  int
		totals []int
		want   string
	}{
		"low wins":     {"five", 200, []int{50, 40, 210}, "[1:1 20 0:2 25 2:3 100] of 200"},
		"no limit":     {"five", 0, []int{50, 25, 25}, "[1:1 50 2:1 50 0:3 100] of 50"},
		"high wins":    {"all-fives", 15, []int{3, 9, 3}, "[1:1 60 0:2 20 2:2 20] of 15"},
		"below 0":      {"furious-five", 0, []int{-40, 60, -20}, "[1:1 -1 2:2 -1 0:3 -1] of 0"},
		"all at 0":     {"five", 0, []int{0, 0}, "[0:1 -1 1:1 -1] of 0"},
		"nobody":       {"five", 0, nil, "[] of 0"},
		"none of ours": {"newer", 0, []int{2, 1}, "[1:1 50 0:2 100] of 2"},
	} {
		x := Count{Game: c.game}
		for _, n := range c.totals {
			x.Results = append(x.Results, Result{Total: n, Seat: api.Seat{Name: fmt.Sprint(len(x.Results))}})
		}
		x.rank(c.limit)
		list := []string{}
		for _, s := range x.Ranked {
			list = append(list, fmt.Sprintf("%s:%d %d", s.Name, s.Place, s.Bar))
		}
		if got := fmt.Sprint(list, " of ", x.Full); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		if !slices.IsSortedFunc(x.Results, func(a, b Result) int { return int(a.Name[0]) - int(b.Name[0]) }) {
			t.Errorf("%s: the results are not clockwise any more", name)
		}
	}
}

// TestLessonSheet: what a hand teaches has a choice for each player who could have played better, as long as the log is
// at hand.
func TestLessonSheet(t *testing.T) {
	l := Lesson{Title: "Five, hand 3", Hand: 3, By: "fives 1", Parts: []LessonPart{{Title: "ana", Again: 4}, {Title: "ben"}, {Title: "What decided the hand"}}}
	s := l.Sheet("ab")
	if len(s.Choices) != 1 || s.Choices[0].With.Table != "ab" || s.Choices[0].Label != "play it again as ana, from that turn" || s.Says[0] != "By fives 1." || len(s.Parts) != 3 {
		t.Errorf("%+v", s)
	}
	if s := l.Sheet(""); len(s.Choices) != 0 || s.Title != "Five, hand 3" {
		t.Errorf("without a table: %+v", s)
	}
	if q := s.Choices[0].With.Form(); q.Encode() != "hand=3&move=4" || WithForm("ab", q).Move != 4 {
		t.Errorf("as a form: %s", q.Encode())
	}
}
