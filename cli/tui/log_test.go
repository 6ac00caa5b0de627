package tui

import (
	"testing"

	"fives/p2p/control"
)

// A rematch begins with step 0, and its first moves may be on the screen before the
// event that says so: the log has the beginning first all the same, and once.
func TestStoryBeginsAtTheBeginning(t *testing.T) {
	begins := control.Event{Kind: control.EventStarted, Title: "Five", Names: []string{"ana", "ben"}}
	s := story{}.played([]control.Played{{Name: "ana", Move: "end", Step: 7}}).told(begins).told(begins)
	if len(s.entries) != 2 || s.entries[0].kind != control.EventStarted || s.entries[1].step != 7 {
		t.Errorf("%+v", s.entries)
	}
}
