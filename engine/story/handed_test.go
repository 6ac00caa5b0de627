package story_test

import (
	"slices"
	"strings"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/story"
	"fives/engine/tabletest"
)

// A game whose seats change hands is told in the order in which it was played, whatever the
// order of its logs; the first step of each table says who takes whose seat; and the totals
// go on. A log alone does not know from whom a seat comes.
func TestHanded(t *testing.T) {
	rs, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	var logs [][]record.Record
	for _, g := range tabletest.Handed(t, rs, map[string]any{"limit": 80}, 6) {
		logs = append(logs, g.Table().Log())
	}
	stories, err := story.Read([][]record.Record{logs[2], logs[0], logs[3], logs[1]}, games.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	stories = story.InOrder(stories)
	for i, want := range []string{"", "; zoe took the seat of cleo", "; Max took the seat of ben", "; ben took the seat of ana"} {
		s := stories[i]
		if len(s.Log) != len(logs[i]) || !s.Log[0].Same(logs[i][0]) {
			t.Errorf("table %d is told in another place", i+1)
		}
		_, takes, _ := strings.Cut(s.Told(s.Steps[0]).String(), " go on from there")
		if takes != want {
			t.Errorf("table %d: %q, not %q", i+1, takes, want)
		}
		if i > 0 {
			before := stories[i-1].Hands[stories[i-1].Report.Stands-1].Result.Scores
			if from := s.Hands[0].Scores(); !slices.Equal(from, before) {
				t.Errorf("table %d begins with %v behind %v", i+1, from, before)
			}
		}
	}
	last := stories[3]
	if ben := last.Report.Seats[0].Key; stories[0].SeatOf(ben) != 1 || stories[2].SeatOf(ben) != rules.None || last.SeatOf(ben) != 0 {
		t.Error("ben sits elsewhere")
	}
	if alone := read(t, logs[1]); strings.Contains(alone.Told(alone.Steps[0]).String(), "took") {
		t.Error("a log alone says who sat there before")
	}
	twice := story.InOrder([]*story.Story{last, stories[0], stories[0], last})
	if !slices.Equal(twice, []*story.Story{last, stories[0]}) {
		t.Errorf("%d stories", len(twice))
	}
}
