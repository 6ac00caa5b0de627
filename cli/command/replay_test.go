package command

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"fives/cli/draw"
	"fives/cli/shown"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/story"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// Eyes are named by a player of any table of the game. A name that two players go by, perhaps
// one after the other in the same seat, is refused; a fingerprint is not.
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

// storiesOf lets computer players play until a number of hands are settled and a move is owed,
// and reads the log.
func storiesOf(t *testing.T, g *tabletest.Rig, hands int) []*story.Story {
	t.Helper()
	g.Choose = tabletest.Bot(g.Rules.Bots[0])
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() > hands && tb.Pending().Kind == record.KindMove })
	stories, err := story.Read([][]record.Record{g.Table().Log()}, g.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return stories
}

// unmarked removes the signs of marks from a text.
var unmarked = strings.NewReplacer("*", "", "+", "", "^", "", "!", "")

// The text has every move, everybody and the end; an onlooker reads of no
// hidden card.
func TestGamesAsText(t *testing.T) {
	var five []*story.Story
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			stories := storiesOf(t, tabletest.New(t, rs, max(rs.MinSeats, min(3, rs.MaxSeats)), nil, 11), 2)
			if rs.Name == "five" {
				five = stories
			}
			isToldWhole(t, rs, stories)
		})
	}
	if five == nil {
		return // only another game was asked for
	}
	var b bytes.Buffer
	if err := tellGame(&b, five, draw.Style{Width: 100, ASCII: true}, shown.Eyes{}); err != nil || !strings.Contains(b.String(), "was dealt ?? ??") {
		t.Errorf("an onlooker reads of the deal (%v):\n%.600s", err, b.String())
	}
}

func isToldWhole(t *testing.T, rs *rules.RuleSet, stories []*story.Story) {
	t.Helper()
	var b bytes.Buffer
	if err := tellGame(&b, stories, draw.Style{Width: 100, ASCII: true}, shown.Everybody); err != nil {
		t.Fatal(err)
	}
	out := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{rs.Title, "ana", stories[0].Report.Seats[0].Fingerprint, "hand 1", "shuffle", "signed by "} {
		if !strings.Contains(out, want) {
			t.Errorf("the text lacks %q", want)
		}
	}
	if stories[0].Report.Winners == nil && !(strings.Contains(out, "hand 2") && strings.Contains(out, "not finished: ")) {
		t.Error("the text lacks the second hand, or that the game is not finished")
	}
	lines := 0
	for _, h := range stories[0].Hands {
		if h.Result != nil {
			lines += len(slices.Concat(h.Result.Items...))
		}
	}
	if n := strings.Count(out, "(rule "); n != lines || lines == 0 {
		t.Errorf("%d lines of score sheets, and there are %d", n, lines)
	}
	for _, p := range shown.Places(stories) {
		if m := p.What(); m.Kind == story.Moved && !strings.Contains(unmarked.Replace(out), rs.Tell(m.Move).String()) {
			t.Errorf("the text lacks the move %q", rs.Tell(m.Move).String())
		}
	}
}

// Names that could be taken for words of the program are in quotation marks wherever replay and
// log tell them.
func TestNamesAreMarkedInTexts(t *testing.T) {
	names := []string{"ana (you)", "ben: nobody", "cleo has left"}
	stories := storiesOf(t, tabletest.Named(t, games.All()[0], names, nil, 9), 1)
	var told bytes.Buffer
	if err := tellGame(&told, stories, draw.Style{Width: 80}, shown.Everybody); err != nil {
		t.Fatal(err)
	}
	if err := tellSteps(&told, stories[0], draw.Style{Width: 80}); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		all, marked := strings.Count(told.String(), name), strings.Count(told.String(), `"`+name+`"`)
		if all == 0 || all != marked {
			t.Errorf("%s stands there %d times, and %d times as a name:\n%s", name, all, marked, told.String())
		}
	}
}
