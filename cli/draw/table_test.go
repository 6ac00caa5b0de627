package draw

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"fives/cli/layout"
	"fives/cli/screentest"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// read loads a table as the daemon sends it.
func read(t *testing.T, file string) api.Table {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var tab api.Table
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields() // an old key would be drawn as nothing
	if err := d.Decode(&tab); err != nil {
		t.Fatal(err)
	}
	return tab
}

func TestTable(t *testing.T) {
	Now = func() time.Time { return time.Date(2026, 1, 2, 23, 0, 30, 0, time.UTC) }
	t.Cleanup(func() { Now = time.Now })
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tables in testdata: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			plain := Table(read(t, file), Style{Width: 80}, "")
			compare(t, strings.TrimSuffix(file, "json")+"text", plain)
			if coloured := Table(read(t, file), Style{Width: 80, Colour: true}, ""); ansi.Strip(coloured) != plain || coloured == plain {
				t.Errorf("colours change more than colours:\n%s", coloured)
			}
		})
	}
	compare(t, "testdata/fault.colour", Table(read(t, "testdata/fault.json"), Style{Width: 80, Colour: true, Ground: Dark}, ""))
	compare(t, "testdata/tricks.ascii", Table(read(t, "testdata/tricks.json"), Style{Width: 80, ASCII: true}, ""))
}

func compare(t *testing.T, golden, got string) {
	t.Helper()
	for i, line := range strings.Split(got, "\n") {
		if layout.Width(line) > 80 {
			t.Errorf("line %d has %d columns: %q", i+1, layout.Width(line), line)
		}
	}
	if *screentest.Update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s(go test -update writes it anew)", got, want)
	}
}

// Marked cards have their signs wherever they are drawn, with what the wild ones of a meld
// stand for; a zone may have marks of its own. The meaning of the signs is explained.
func TestMarks(t *testing.T) {
	cards := func(text string) []card.Card {
		list, err := card.ParseAll(strings.Fields(text))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	wild := func(text string) []rules.Mark { return []rules.Mark{{Sign: "*", Name: "wild", Cards: cards(text)}} }
	tab := read(t, "testdata/turn.json")
	tab.Last = []api.Played{{Name: "ana", Move: "drop 7h"}}
	tab.View.Moments = []rules.Moment{{Seat: 1, What: "takes the trick with", Cards: cards("7h"), Points: 10}, {Seat: 0, What: "draws", Cards: []card.Card{{}}}}
	tab.Hands = []api.Hand{{Marks: wild("2c"), Sheet: api.Sheet{Number: 1, Points: map[string]int{"ana": 2}, Items: map[string][]api.Item{"ana": {{What: "left", Points: 2, Cards: []string{"2c", "7h"}, Rule: "1"}}}}}}
	tab.View.Marks = wild("7h Jk")
	tab.View.Zones = append(tab.View.Zones,
		rules.Zone{Kind: rules.MeldZone, Label: "melds", Seat: 0, Count: 3, Groups: []rules.Group{{Cards: cards("5s Jk 7h"), For: append([]card.Card{{}}, cards("6s 7s")...)}}},
		rules.Zone{Kind: rules.PileZone, Label: "pile 3", Seat: rules.None, Count: 2, Groups: []rules.Group{{Cards: cards("7h 3c")}}, Marks: wild("3c")})
	got := Table(tab, Style{Width: 80}, "")
	for _, want := range []string{"\n* wild", "  7♥*", "5♠ Jk*=6♠ 7♥*=7♠", "[3♣*] 7♥\n", "drop 7♥*", "ben took the trick with 7♥*: 10\n  You drew ▒▒\n", "left: 2♣* 7♥ (rule 1)"} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q in\n%s", want, got)
		}
	}
}

func TestASCIIHasNothingElse(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.json")
	for _, file := range files {
		tab := read(t, file)
		for i := range tab.Seats {
			tab.Seats[i].Name = "x"
		}
		for _, r := range Table(tab, Style{Width: 80, ASCII: true}, "") {
			if r > '~' {
				t.Errorf("%s: %q in ASCII", file, r)
			}
		}
	}
}

func TestSort(t *testing.T) {
	tab := read(t, "testdata/turn.json")
	for by, want := range map[Sort]string{"received": "7♥  K♣  7♠  2♥  J♦", "rank": "2♥  7♥  7♠  J♦  K♣", "suit": "K♣  J♦  2♥  7♥  7♠"} {
		if got := Table(tab, Style{Width: 80}, by); !strings.Contains(got, want) {
			t.Errorf("sorted by %s there is no %q in\n%s", by, want, got)
		}
	}
}

func TestHostileTexts(t *testing.T) {
	tab := read(t, "testdata/turn.json")
	evil := "\x1b[2J\x1b]0;x\a\u202egnp\r\n\u200b\ufeff\u0085"
	tab.Title, tab.ID = evil, "\x1b\x1b\x1b\x1b"
	tab.Seats[1].Name, tab.Seats[1].BotOf = evil, evil
	tab.View.Prompt, tab.View.Facts[0].Value, tab.View.Zones[0].Label = evil, evil, evil
	tab.Last[0].Name, tab.Last[0].Move = evil, evil
	for i, line := range strings.Split(Table(api.CleanAll(tab), Style{Width: 80}, ""), "\n") { // as the client brings it
		if strings.ContainsAny(line, "\x1b\a\r\u202e\u200b\ufeff\u0085") {
			t.Errorf("line %d: %q", i+1, line)
		}
	}
}

func TestWidth(t *testing.T) {
	for text, want := range map[string]int{"": 0, "ana": 3, "日本": 4, "e\u0301": 1, "\x1b[31m7♥\x1b[0m": 2} {
		if got := layout.Width(text); got != want {
			t.Errorf("layout.Width(%q) = %d, want %d", text, got, want)
		}
	}
	if got := layout.Fit("日本語", 4); layout.Width(got) > 4 {
		t.Errorf("Fit gives %q", got)
	}
}

// TestGoal: the lines below the totals say which of them wins; for an unknown game they say
// nothing.
func TestGoal(t *testing.T) {
	for game, want := range map[string]bool{"five-crowns": true, "bridge": false} {
		tab := api.Table{Hands: []api.Hand{{Sheet: api.Sheet{Number: 1, Points: map[string]int{"ana": 2}, Items: map[string][]api.Item{"ana": {{What: "left", Points: 2, Rule: "1"}}}}}}}
		tab.Game, tab.Seats = game, []api.Seat{{Name: "ana"}}
		if text := Table(tab, Style{Width: 40}, ""); strings.Contains(text, "\n  the lowest total wins\n") != want {
			t.Errorf("%s:\n%s", game, text)
		}
	}
}
