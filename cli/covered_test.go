package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/table/tabletest"
)

// What the others have done for a player whose device was away is said in every place where
// logs are read, and nowhere as what the player has done.
func TestCoveredInLogs(t *testing.T) {
	file, err := filepath.Abs("../engine/audit/testdata/v2/all-fives-covered.jsonl")
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
			"hand 1: the others acted for ben in 8 steps, with 3 moves by the stand-in; ben has not signed the result\n",
			"and of the others who act for a player: 3 sealing keys, 6 pieces of hand keys, 16 votes\n", "good as far as it goes",
		}, ""},
		{[]string{"verify", "--json", "--partial", file}, []string{
			`"covered":[{"name":"ben","steps":8,"moves":3,"keyless":false,"unsigned":true}]`, `"isolated":false`, `"votes":16`,
		}, ""},
		{[]string{"log", file}, []string{
			"ana and cleo say that ben is away; the stand-in for ben plays 3♦\n", "ana and cleo prove their shuffles", "away; ana is dealt 6 cards;",
			"The others acted for ben in 8 steps", "the cards of ben are laid open:",
		}, "\n ben: play 2s"},
		{[]string{"log", "--all", file}, []string{"says that ben is away\n", "says that ben is away, and gives ", "stand-in    plays for ben: play 2♠\n", "brings a sealing key"}, ""},
		{[]string{"log", "--json", file}, []string{`"name":"ben","kind":"stand-in","text":"play 2s"`}, `"kind":"away"`},
		{[]string{"replay", "--plain", "--partial", file}, []string{
			"ana and cleo say that ben is away, and act for ben.", "ben is back.", "the stand-in for ben plays 2", "signed by ana and cleo\n",
			"The others acted for ben in 8 steps",
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
		`<span class="badge">covered</span>`: 1, "The others acted for ben in 8 steps": 1, `the stand-in plays for <bdi class="name">ben</bdi>`: 3,
		"Laid open for the stand-in": 1, "votes that somebody is away": 1,
	} {
		if got := strings.Count(string(html), want); got != n {
			t.Errorf("%q is on the page %d times, not %d", want, got, n)
		}
	}
}

// The log of a player who was cut off is good beside that of the others, and says which of
// them counts.
func TestIsolatedLog(t *testing.T) {
	rs, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	g := tabletest.NewCovered(t, rs, 3, map[string]any{"limit": 5}, 3)
	g.Choose = tabletest.Bot(rs.Bots[0])
	g.Until(func(tb *table.Table) bool { return tb.Pending().Why == rules.Show })
	who := g.Turn()
	alone := g.Alone(who)
	g.Back(who)
	g.Play()
	t.Chdir(t.TempDir())
	for name, log := range map[string][]record.Record{"others": g.Table().Log(), "alone": alone.Table.Log()} {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := audit.WriteLog(f, log); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
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
