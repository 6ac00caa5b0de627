package command

import (
	"testing"

	"fives/cli/shown"
	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/story"
)

// Eyes are named by a player of any table of the game. A name that two of them go by, one
// behind the other in a seat perhaps, is refused; a fingerprint is not.
func TestEyesOf(t *testing.T) {
	at := func(seats ...audit.Seat) *story.Story { return &story.Story{Report: &audit.Report{Seats: seats}} }
	seat := func(name string, key byte) audit.Seat {
		return audit.Seat{Name: name, Key: record.Key{key}, Fingerprint: record.Fingerprint(record.Key{key})}
	}
	game := []*story.Story{at(seat("ana", 1), seat("ben", 2)), at(seat("zoe", 3), seat("ben", 2)), at(seat("zoe", 3), seat("ana", 4))}
	for name, want := range map[string]shown.Eyes{
		"": shown.Everybody, "nobody": {}, "ben": shown.EyesAt(game[0], 1), "zoe": shown.EyesAt(game[2], 0),
		seat("ana", 4).Fingerprint: shown.EyesAt(game[2], 1),
	} {
		if got, err := eyesOf(name, game); err != nil || got != want {
			t.Errorf("%q: %v, %v", name, got, err)
		}
	}
	for _, name := range []string{"ana", "dan"} {
		if _, err := eyesOf(name, game); err == nil {
			t.Errorf("%s has eyes", name)
		}
	}
	if here := shown.EyesAt(game[1], 0); here.At(game[0]) != story.Onlooker || here.At(game[2]) != 0 {
		t.Error("zoe sees something else")
	}
}
