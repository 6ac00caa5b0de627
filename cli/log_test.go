package cli_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/tabletest"
)

// Whoever signs a text may have signed anything: nothing in a log moves a terminal's cursor, or
// starts a line that fives did not write.
func TestHostileTextInALog(t *testing.T) {
	const hostile = "end\n\x1b[2J\x1b]0;x\x07\u009b2J\u202e\u0085     99  won by ben\r"
	rs, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	g := tabletest.New(t, rs, 2, nil, 2)
	g.Owed(record.KindMove)
	p := g.Turn()
	log := append(g.Table().Log(), g.Sign(p, record.Move{Text: hostile}))
	blanks := "drop" + strings.Repeat(" \n\t\u0085\u00a0", 20)
	moves := g.Table().Position().Moves(p.Seat, p.Own())
	_, cards, _ := strings.Cut(moves[slices.IndexFunc(moves, func(m string) bool { return strings.HasPrefix(m, "drop") })], " ")
	legal := append(g.Table().Log(), g.Sign(p, g.Move(p, blanks+cards)))
	named := append(g.Table().Log()[:1], tabletest.Join(t, tabletest.Key(4, 1), g.Table().ID(), record.Join{Name: hostile}))

	t.Chdir(t.TempDir())
	for name, records := range map[string][]record.Record{"move": log, "blanks": legal, "name": named} {
		f, err := os.Create(name + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		if err := audit.WriteLog(f, records); err != nil {
			t.Fatal(err)
		}
		f.Close()
		for _, args := range [][]string{{"log"}, {"log", "--all"}, {"log", "--json", "--all"}, {"verify"}, {"verify", "--json", "--partial"}, {"replay", "--partial"}} {
			status, out, said := run(t, append(args, name+".jsonl")...)
			if want := 1; name != "blanks" && status != want {
				t.Errorf("%v %s: status %d", args, name, status)
			}
			wantPlain(t, out+said)
			if strings.Contains(out+said, "\u202e") || strings.Contains("\n"+out+said, "\n     99") {
				t.Errorf("%v: %q", args, out+said)
			}
		}
	}
}
