package draw

import (
	"strings"
	"testing"

	"fives/cli/layout"
	"fives/cli/shown"
	"fives/p2p/api"
)

// A line of a score sheet holds everything if there is room; if there is not, in 30 columns, it
// goes on below. A card that cannot be read is face down.
func TestSheet(t *testing.T) {
	seated := api.Table{Summary: api.Summary{Seats: []api.Seat{{Name: "ana", You: true}, {Name: "ben"}, {Name: "dan"}}}}
	results := shown.Results(seated, api.Hand{Sheet: api.Sheet{
		Points: map[string]int{"ana": 50, "ben": -7}, Scores: map[string]int{"ana": 62, "ben": 0}, Items: map[string][]api.Item{
			"ana": {{What: "ended with 9, not the lowest", Points: 50, Cards: []string{"3d", "As", "Jk", "?"}, Rule: "11"}},
			"ben": {
				{What: "a share from", Points: -8, Rule: "8.3", Names: []string{"ana", "cleo (host)"}},
				{What: "an odd chip from", Points: 1, Rule: "8.3", Names: []string{"ana"}},
			},
		},
	}})
	for columns, want := range map[int]string{80: `
hand 2                                                points  total
ana                                                      +50     62
  ended with 9, not the lowest: 3♦ A♠ Jk ▒▒ (rule 11)    +50
ben                                                       -7      0
  a share from ana, "cleo (host)" (rule 8.3)              -8
  an odd chip from ana (rule 8.3)                         +1
`, 30: `
hand 2           points  total
ana                 +50     62
  ended with 9,     +50
  not the
  lowest: 3♦ A♠
  Jk ▒▒
  (rule 11)
ben                  -7      0
  a share from       -8
  ana, "cleo
  (host)"
  (rule 8.3)
  an odd chip        +1
  from ana
  (rule 8.3)
`} {
		var got strings.Builder
		for _, l := range Sheet("hand 2", results, Style{}, columns) {
			got.WriteString("\n" + strings.TrimRight(l, " "))
			if layout.Width(l) > columns {
				t.Errorf("%d columns: %q", columns, l)
			}
		}
		if got.String()+"\n" != want {
			t.Errorf("in %d columns:%s", columns, got.String())
		}
	}
	long := strings.Repeat("x", 40)
	results[0].Name, results[1].Items[0].Names = "(host) "+long, []string{long}
	for _, l := range Sheet("", results, Style{}, 30) {
		if layout.Width(l) > 30 {
			t.Errorf("long names make a line of %d columns: %q", layout.Width(l), l)
		}
	}
}
