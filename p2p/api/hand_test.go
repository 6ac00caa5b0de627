package api

import (
	"encoding/json"
	"strings"
	"testing"

	"fives/engine/card"
	"fives/engine/rules"
)

// TestSheets: a score sheet has every line with its cards and names, and lists are never null; players who did not play have none.
func TestSheets(t *testing.T) {
	cards, err := card.ParseAll([]string{"7h", "Jk"})
	if err != nil {
		t.Fatal(err)
	}
	got := SheetOf(rules.Settlement{Scores: []int{0, 0, 0}, Items: [][]rules.Item{
		{{What: "cards left", Points: 7, Cards: cards, Rule: "10"}},
		nil,
		{{What: "a share from", Points: -3, Rule: "8.3", Seats: []int{0}}, {What: "an odd chip from", Points: 1, Rule: "8.3", Seats: []int{1}}},
	}}, []string{"ana", "ben", "cleo"}).Items
	const want = `{"ana":[{"what":"cards left","points":7,"cards":["7h","Jk"],"rule":"10","names":[]}],` +
		`"cleo":[{"what":"a share from","points":-3,"cards":[],"rule":"8.3","names":["ana"]},{"what":"an odd chip from","points":1,"cards":[],"rule":"8.3","names":["ben"]}]}`
	if text, err := json.Marshal(got); err != nil || string(text) != want {
		t.Errorf("%v\n%s\n%s", err, text, want)
	}
}

// TestHandOf: a settled hand has its score sheets, the cards that were shown and those that were laid, and their marks; seats that
// have laid none are not in the list, and no list is null.
func TestHandOf(t *testing.T) {
	cards, err := card.ParseAll([]string{"7h", "Jk", "2c"})
	if err != nil {
		t.Fatal(err)
	}
	s := rules.Settlement{
		Hand: 3, Laid: [][][]card.Card{{cards[1:]}, nil}, Items: [][]rules.Item{{{What: "cards left", Points: 7, Cards: cards[:1], Rule: "10"}}, nil},
		Marks: []rules.Mark{{Sign: "^", Name: "trump", Cards: cards[2:]}}, Scores: []int{17, 5},
		Ending: rules.Ending{What: "ended with 7, not the lowest", Seats: []int{0}, Why: []string{"ended with 7", ""}},
	}
	got := HandOf(s, [][]card.Card{cards[:1], nil}, []string{"ana", "ben"})
	const want = `{"number":3,"points":{"ana":7,"ben":0},"scores":{"ana":17,"ben":5},"items":{"ana":[{"what":"cards left","points":7,"cards":["7h"],"rule":"10","names":[]}]},"void":false,` +
		`"what":"ended with 7, not the lowest","who":["ana"],"why":{"ana":"ended with 7"},"cards":{"ana":["7h"],"ben":[]},"laid":{"ana":[["Jk","2c"]]},"marks":MARKS,"violations":[],"receipts":[]}`
	marks, err := json.Marshal(s.Marks)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := json.Marshal(got); err != nil || string(text) != strings.Replace(want, "MARKS", string(marks), 1) {
		t.Errorf("%v\n%s\n%s", err, text, want)
	}
	if got := HandOf(rules.Settlement{Scores: []int{0}}, nil, []string{"ana"}); got.Cards["ana"] == nil || got.Laid == nil {
		t.Errorf("a game without hands: %+v", got)
	}
}
