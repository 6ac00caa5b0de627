package api

import (
	"encoding/json"
	"testing"

	"fives/engine/card"
	"fives/engine/rules"
)

// TestSheets: a score sheet has every line with its cards and names, and lists are
// never null; who did not play has none.
func TestSheets(t *testing.T) {
	cards, err := card.ParseAll([]string{"7h", "Jk"})
	if err != nil {
		t.Fatal(err)
	}
	got := Sheets([][]rules.Item{
		{{What: "cards left", Points: 7, Cards: cards, Rule: "10"}},
		nil,
		{{What: "a share from", Points: -3, Rule: "8.3", Seats: []int{0}}, {What: "an odd chip from", Points: 1, Rule: "8.3", Seats: []int{1}}},
	}, []string{"ana", "ben", "cleo"})
	const want = `{"ana":[{"what":"cards left","points":7,"cards":["7h","Jk"],"rule":"10","names":[]}],` +
		`"cleo":[{"what":"a share from","points":-3,"cards":[],"rule":"8.3","names":["ana"]},{"what":"an odd chip from","points":1,"cards":[],"rule":"8.3","names":["ben"]}]}`
	if text, err := json.Marshal(got); err != nil || string(text) != want {
		t.Errorf("%v\n%s\n%s", err, text, want)
	}
}
