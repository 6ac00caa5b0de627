package report

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/story"
)

// The chart of a game of several tables follows each seat from table to table: the third table
// of the lasting game has one seat fewer, so the seats have other numbers there.
func TestCourse(t *testing.T) {
	var logs [][]record.Record
	for n := range 4 {
		f, err := os.Open(fmt.Sprintf("../../engine/audit/testdata/v4/handed-%d.jsonl", n+1))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		log, err := audit.ReadLog(f)
		if err != nil {
			t.Fatal(err)
		}
		logs = append(logs, log)
	}
	stories, err := story.Read(logs, games.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	totals, hands := wholeCourse(stories)
	want := [][]int{{0, 0, 0}, {0, 41, 50}, {50, 41, 79}, {88, 41, 122}, {129, 41, 172}}
	if !slices.EqualFunc(totals, want, slices.Equal) || !slices.Equal(hands, []string{"start", "1", "2", "3", "4"}) {
		t.Errorf("%v behind %v, not %v", totals, hands, want)
	}
	if totals, hands = wholeCourse(stories[2:]); !slices.EqualFunc(totals, want[2:], slices.Equal) || !slices.Equal(hands, []string{"start", "3", "4"}) {
		t.Errorf("%v behind %v", totals, hands)
	}
	if wholeChart(stories[3:], nil) != nil {
		t.Error("one table has two charts")
	}
}
