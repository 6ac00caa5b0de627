package cli_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// Every place where logs are read says what the others did for a player whose device was away,
// and none says that the player did it.
func TestCoveredInLogs(t *testing.T) {
	file, err := filepath.Abs("../engine/audit/testdata/v4/five-covered.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "page.html")
	for _, c := range []struct {
		args  []string
		wants []string
		not   string
	}{
		{[]string{"verify", "--partial", file}, []string{
			"hand 1: the others acted for ben in 13 steps, with 2 moves\n",
			"and of the others who act for a player: 4 sealing keys, 12 pieces of hand keys, 39 votes\n", "good as far as it goes",
		}, ""},
		{[]string{"verify", "--json", "--partial", file}, []string{
			`"covered":[{"name":"ben","steps":13,"moves":2,"keyless":false,"unsigned":false}]`, `"again":[]`, `"isolated":false`, `"votes":39`,
		}, ""},
		{[]string{"log", file}, []string{
			"the card that the others\n           play for ben: 3♥; for ben the others dropped 3♥ and drew\n",
			"ana, cleo and dan said that ben was away; ana, cleo and dan proved\n", "away; cleo drew 1 card",
			"The others acted for ben in 13 steps",
		}, "\n ben: drop 3h"},
		{[]string{"log", "--all", file}, []string{"said that ben was away\n", "said that ben was away, and gave 1 share for ben\n", "  ben         by the others: drop 3♥ draw\n", "brought a sealing key"}, ""},
		{[]string{"log", "--json", file}, []string{`"name":"ben","kind":"stand-in","text":"drop 3h draw"`}, `"kind":"away"`},
		{[]string{"replay", "--plain", "--partial", file}, []string{
			"ana, cleo and dan said that ben was away, and acted for ben.", "ben plays again.", "the card that the others play for ben: 3♥",
			"for ben the others dropped 3♥ and drew", "signed by ana, ben, cleo and dan\n", "The others acted for ben in 13 steps",
		}, ""},
		{[]string{"export", "--html", "--light", "--from", file, "-o", page}, nil, ""},
	} {
		t.Run(strings.Join(c.args[:2], " "), func(t *testing.T) {
			status, out, said := run(t, c.args...)
			if status != 0 {
				t.Fatalf("status %d: %s%s", status, out, said)
			}
			for _, want := range c.wants {
				if !strings.Contains(out, want) {
					t.Errorf("not in it: %q\n%s", want, out)
				}
			}
			if c.not != "" && strings.Contains(out, c.not) {
				t.Errorf("in it: %q\n%s", c.not, out)
			}
			wantPlain(t, out+said)
		})
	}
	html, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for want, n := range map[string]int{
		`<span class="badge">covered</span>`: 1, "The others acted for ben in 13 steps": 1, `for <bdi class="name">ben</bdi> the others`: 2,
		"The card that the others play": 2, "votes that somebody is away": 1,
	} {
		if got := strings.Count(string(html), want); got != n {
			t.Errorf("%q is on the page %d times, not %d", want, got, n)
		}
	}
}

// Beside the log of the others, the log of a player who was cut off is good, and says which of
// the two counts.
func TestIsolatedLog(t *testing.T) {
	rs, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	g := tabletest.NewCovered(t, rs, 4, map[string]any{"limit": 5}, 3)
	g.Choose = tabletest.Bot(rs.Bots[0])
	g.Until(func(tb *table.Table) bool { return tb.Pending().Why == rules.Show })
	who := g.Turn()
	alone := g.Alone(who)
	g.Back(who)
	g.Play()
	t.Chdir(t.TempDir())
	writeLog(t, "others", g.Table().Log())
	writeLog(t, "alone", alone.Table.Log())
	status, out, said := run(t, "verify", "others", "alone")
	if status != 0 || !strings.Contains(out, "alone: good as far as it goes\n") || !strings.Contains(out, "a player was cut off here: what counts is the file in which the others went on\n") {
		t.Errorf("status %d: %s%s", status, out, said)
	}
	if status, out, _ := run(t, "verify", "--json", "alone", "others"); status != 0 || !strings.Contains(out, `"isolated":true`) {
		t.Errorf("status %d: %s", status, out)
	}
	if status, out, _ := run(t, "verify", "alone"); status != 0 || !strings.Contains(out, "the result is not signed by") {
		t.Errorf("by itself: status %d: %s", status, out)
	}
}

// writeLog writes records to a file.
func writeLog(t *testing.T, name string, log []record.Record) {
	t.Helper()
	f, err := os.Create(name)
	if err == nil {
		err = errors.Join(audit.WriteLog(f, log), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Wherever logs are read, a step whose votes were about players of two devices is told as such,
// and so is who slept through a deal.
func TestOwedAgainInLogs(t *testing.T) {
	rs, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	g := tabletest.NewCovered(t, rs, 5, map[string]any{"limit": 5}, 3)
	g.Choose = tabletest.Bot(rs.Bots[0])
	g.Owed(record.KindSeal)
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 4 }
	g.Step()
	g.Back(g.Players[4])
	g.Owed(record.KindShares)
	step := g.Table().Step()
	g.Apart(g.Players[1], g.Players[2])
	g.Until(func(tb *table.Table) bool { return len(tb.Results()) == 1 && tb.HandNumber() == 2 })
	t.Chdir(t.TempDir())
	writeLog(t, "file.jsonl", g.Table().Log())
	const again = "ben and cleo were both voted away: nobody is covered, both owe it again"
	for _, c := range []struct {
		args  []string
		wants []string
	}{
		{[]string{"verify", "--partial"}, []string{fmt.Sprintf("  step %d: %s\n", step, again), "; eva missed the deal, and the others played the hand\n"}},
		{[]string{"verify", "--partial", "--json"}, []string{fmt.Sprintf(`"again":[{"step":%d,"names":["ben","cleo"]}]`, step), `"keyless":true`}},
		{[]string{"log"}, []string{again, "eva missed the deal", "for eva the others"}},
		{[]string{"log", "--json"}, []string{`"kind":"again","text":"` + again}},
		{[]string{"log", "--all"}, []string{again}},
		{[]string{"replay", "--plain", "--partial"}, []string{again, "eva missed the deal"}},
	} {
		status, out, said := run(t, append(c.args, "file.jsonl")...)
		text := strings.Join(strings.Fields(out), " ")
		for _, want := range c.wants {
			if want = strings.Join(strings.Fields(want), " "); status != 0 || !strings.Contains(text, want) {
				t.Errorf("%q: status %d, %q is not in it: %s%s", c.args, status, want, out, said)
			}
		}
		if n := strings.Count(text, again); n > 1 {
			t.Errorf("%q says it %d times", c.args, n)
		}
	}
	if status, _, said := run(t, "export", "--html", "--light", "--from", "file.jsonl", "-o", "page.html"); status != 0 {
		t.Fatal(said)
	}
	page, err := os.ReadFile("page.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{again, "; eva missed the deal"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("%q is not on the page", want)
		}
	}
}

// Evidence that proves a fault of two names both.
func TestVerifyNamesBoth(t *testing.T) {
	rs, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	g := tabletest.NewCovered(t, rs, 4, nil, 3)
	g.Owed(record.KindKey)
	g.Body = func(p *tabletest.Player, body any) any {
		if k, ok := body.(record.HandKey); ok && p.Seat == 2 { // wrong for two of the holders
			k.Pieces = slices.Concat(k.Pieces[32:64], k.Pieces[:32], k.Pieces[64:])
			return k
		}
		return body
	}
	g.Step()
	g.Step() // everybody signs the lot
	p, tb := g.Players[0], g.Table()
	complaint, ok := seat.Complain(p.Table, 0, 2, p.Key, p.Hand, g.Secret)
	if !ok {
		t.Fatal("there is nothing to complain of")
	}
	var f *table.Fault
	if _, err := tb.Check(complaint); !errors.As(err, &f) {
		t.Fatal(err)
	}
	tb.Accuse(f)
	t.Chdir(t.TempDir())
	named := false
	for _, f := range tb.Faults() {
		if f.Seat != 0 {
			continue
		}
		named = true
		writeLog(t, "fault.jsonl", audit.Evidence(tb, f))
		status, out, said := run(t, "verify", "fault.jsonl")
		if status != 1 || !strings.Contains(said, "cleo is at fault at record") || !strings.Contains(said, "; ana is at fault at record") {
			t.Errorf("status %d: %s%s", status, out, said)
		}
		if _, out, _ := run(t, "verify", "--json", "fault.jsonl"); !strings.Contains(out, `"guilty":["cleo","ana"]`) {
			t.Errorf("it names %s", out)
		}
	}
	if !named {
		t.Error("the one who signed on is not blamed")
	}
}
