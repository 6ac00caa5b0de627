package cli_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"fives/cli/say"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// TestLogsSayCover: a reader of a log is told that the others could cover at its table, and
// only then.
func TestLogsSayCover(t *testing.T) {
	t.Chdir(t.TempDir())
	rs := games.All()[0]
	for name, rig := range map[string]*tabletest.Rig{
		"covered": tabletest.NewCovered(t, rs, 4, nil, 5), "plain": tabletest.New(t, rs, 3, nil, 5),
	} {
		rig.Choose = tabletest.Bot(rs.Bots[0])
		rig.Until(func(tb *table.Table) bool { return tb.Pending().Kind == record.KindMove })
		var lines [][]byte
		for _, r := range rig.Table().Log() {
			lines = append(lines, bytes.TrimSuffix(r.Line(), []byte("\n")))
		}
		if err := os.WriteFile(name+".jsonl", file(lines...), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"verify", "--partial"}, {"log"}} {
			status, out, said := run(t, append(args, name+".jsonl")...)
			if status != 0 || strings.Contains(out, say.Cover) != (name == "covered") {
				t.Errorf("%q of a %s table: status %d, %s\n%s", args, name, status, out, said)
			}
		}
		if _, out, _ := run(t, "verify", "--partial", "--json", name+".jsonl"); strings.Contains(out, `"cover":true`) != (name == "covered") {
			t.Errorf("verify --json of a %s table: %s", name, out)
		}
		status, _, said := run(t, "export", "--html", "--light", "--from", name+".jsonl", "-o", name+".html")
		page, err := os.ReadFile(name + ".html")
		if status != 0 || err != nil {
			t.Fatal(said, err)
		}
		for _, text := range []string{say.Cover, "That nobody saw a hidden card"} {
			if strings.Contains(string(page), text) != (name == "covered") {
				t.Errorf("the report of a %s table: %q", name, text)
			}
		}
	}
}
