package cli_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fives/cli/screentest"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/story"
	"fives/engine/tabletest"
	"fives/p2p/api"
	"fives/p2p/control"
)

// handed copies lasting logs into the working folder: those of two games whose seats change
// hands three times, the second one with cover; of one whose seats change hands twice in one
// hand; and of one that split (SPEC §11).
func handed(t *testing.T) (files [4][]string) {
	t.Helper()
	from, err := filepath.Abs("../engine/audit/testdata/v4")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for i, name := range []string{"handed", "handed-covered", "at-once", "split"} {
		logs, err := filepath.Glob(filepath.Join(from, name+"-?.jsonl"))
		if err != nil || len(logs) == 0 {
			t.Fatalf("%s: %v", name, err)
		}
		for _, path := range logs {
			log, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Base(path)
			if err := os.WriteFile(file, log, 0o600); err != nil {
				t.Fatal(err)
			}
			files[i] = append(files[i], file)
		}
	}
	return files
}

// What each command tells about a game whose seats change hands. With -update the files are
// written anew.
func TestHanded(t *testing.T) {
	golden, err := filepath.Abs("testdata/handed")
	if err != nil {
		t.Fatal(err)
	}
	files := handed(t)
	plain, cover, atOnce := files[0], files[1], files[2]
	for name, args := range map[string][]string{
		"verify":         append([]string{"verify"}, plain...),
		"verify-covered": append([]string{"verify", "--partial"}, cover...),
		"verify-alone":   {"verify", "--partial", plain[2]},
		"verify-last":    {"verify", "--partial", plain[2], plain[3]},
		"verify-at-once": append([]string{"verify", "--partial"}, atOnce...),
		"replay-at-once": append([]string{"replay", "--ascii", "--partial"}, atOnce...),
		"verify-json":    {"verify", "--json", plain[0], plain[3], plain[1], plain[2]},
		"replay":         append([]string{"replay", "--ascii", "--partial"}, plain...),
		"replay-zoe":     append([]string{"replay", "--ascii", "--partial", "--seat", "zoe"}, cover...),
		"replay-alone":   {"replay", "--ascii", "--partial", plain[3]},
		"log":            {"log", "--ascii", plain[1]},
	} {
		t.Run(name, func(t *testing.T) {
			_, out, said := run(t, args...)
			out = strings.Join([]string{"$ fives " + strings.Join(args, " "), out + said}, "\n")
			file := filepath.Join(golden, name+".txt")
			if *screentest.Update {
				if err := os.WriteFile(file, []byte(out), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(file); err != nil || out != string(want) {
				t.Errorf("%s (%v) differs; now it is\n%s", file, err, out)
			}
		})
	}
}

// The page and JSON also say who had a seat for no hand that stands.
func TestHandedAtOnce(t *testing.T) {
	files := handed(t)[2]
	args := []string{"export", "--html", "--light", "-o", "page.html"}
	for _, file := range files {
		args = append(args, "--from", file)
	}
	if status, _, said := run(t, args...); status != 0 {
		t.Fatal(said)
	}
	page, err := os.ReadFile("page.html")
	if err != nil || strings.Count(string(page), `<p class="bot">no hand that stands</p>`) != 2 || strings.Count(string(page), `<p class="bot">from hand 2 on</p>`) != 1 {
		t.Errorf("%v: %s", err, regexp.MustCompile(`<p class="bot">.*?</p>`).FindAllString(string(page), -1))
	}
	_, out, _ := run(t, append([]string{"verify", "--json"}, files...)...)
	if got := regexp.MustCompile(`"from":\d+,"undone":true`).FindAllString(out, -1); !slices.Equal(got, []string{`"from":2,"undone":true`, `"from":2,"undone":true`}) {
		t.Error(got)
	}
}

// Whatever the order of the files, each gets the same verdict, and the story is told in the
// order in which the game was played.
func TestHandedInAnyOrder(t *testing.T) {
	files := handed(t)[0]
	verdicts := func(files []string) []string {
		t.Helper()
		_, out, _ := run(t, append([]string{"verify"}, files...)...)
		list := strings.Split(strings.TrimSuffix(out, "\n"), "\n\n")
		slices.Sort(list)
		return list
	}
	want := verdicts(files)
	if len(want) != 4 {
		t.Fatalf("%d verdicts: %q", len(want), want)
	}
	_, story, _ := run(t, append([]string{"replay", "--ascii", "--partial"}, files...)...)
	permutations(files, func(order []string) {
		if got := verdicts(order); !slices.Equal(got, want) {
			t.Errorf("%v:\n%s", order, strings.Join(got, "\n\n"))
		}
	})
	slices.Reverse(files)
	if _, got, _ := run(t, append([]string{"replay", "--ascii", "--partial"}, files...)...); got != story || got == "" {
		t.Errorf("in reverse order the story is\n%s\nnot\n%s", got, story)
	}
}

// permutations calls f with each order of a list.
func permutations(list []string, f func([]string)) {
	var next func(head, rest []string)
	next = func(head, rest []string) {
		if len(rest) == 0 {
			f(head)
		}
		for i := range rest {
			next(append(slices.Clone(head), rest[i]), slices.Delete(slices.Clone(rest), i, i+1))
		}
	}
	next(nil, list)
}

// A player's eyes move along from seat to seat; at a table where somebody else has the seat,
// they see what an onlooker sees.
func TestEyesOfANewcomer(t *testing.T) {
	rs, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	args := []string{"replay", "--ascii", "--seat", "ben"}
	for i, g := range tabletest.Handed(t, rs, map[string]any{"limit": 80}, 6) {
		file := fmt.Sprintf("%d.jsonl", i+1)
		if err := os.WriteFile(file, fileOf(t, g.Table().Log()), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	_, out, said := run(t, args...)
	if said != "" || !strings.Contains(out, "\nwon by zoe\n") || !strings.Contains(out, "hand 1 cleo (bot of ana), from 2 on zoe\n") {
		t.Errorf("%s%s", out, said)
	}
	text := strings.Join(strings.Fields(out), " ")
	deals := regexp.MustCompile(`(\w+) was dealt ((?:[?0-9AJQKcdhs]+[;\d ]*){5})`).FindAllStringSubmatch(text, -1)
	if len(deals) < 5*3 {
		t.Fatalf("%d deals: %v", len(deals), deals)
	}
	for i, d := range deals[:5*3] { // later, seats may be out
		if hidden := strings.Contains(d[2], "?"); hidden == (d[1] == "ben") {
			t.Errorf("hand %d: %s", i/3+1, d[0])
		}
	}
}

// fileOf writes records as fives does.
func fileOf(t *testing.T, records []record.Record) []byte {
	t.Helper()
	var lines [][]byte
	for _, r := range records {
		lines = append(lines, r.Line())
	}
	return file(lines...)
}

// An archive is a daemon with the logs of a game.
type archive struct {
	control.Daemon
	logs   map[string][]record.Record // by table
	before map[string]api.Before
	last   string
}

func (a *archive) Before(table string) (api.Before, error) { return a.before[table], nil }

func (a *archive) Log(table string) ([]record.Record, error) {
	if log, ok := a.logs[table]; ok {
		return log, nil
	}
	return nil, api.Fail(api.ReasonNoTable, api.Data{Name: table})
}

func (a *archive) Hello() api.Hello { return api.Hello{} }

func (a *archive) Table(string) (api.Table, error) {
	return api.Table{Summary: api.Summary{ID: a.last}}, nil
}

func (a *archive) Tables(context.Context) api.Tables { return api.Tables{} }

// The tables of a node are told with the tables before them: log says who sat there, the page
// has all tables, and export writes a file for each. If the node came late, that is said.
func TestHandedOfANode(t *testing.T) {
	files := handed(t)[0]
	a := &archive{logs: map[string][]record.Record{}}
	var ids []string
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		log, err := audit.ReadLog(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		stories, _ := story.Read([][]record.Record{log}, games.Find, audit.Options{})
		a.last = stories[0].Report.Table.String()
		a.logs[a.last], ids = log, append(ids, a.last)
	}
	home := serve(t, a)
	const held = "    hand 1 Ada (bot of ana, good), from 2 on zoe\n"
	status, out, said := run(t, "log", "--home", home, a.last)
	if status != 0 || !strings.Contains(out, held) || strings.Count(out, "Five, table ") != 1 || strings.Contains(out, "is in its log") {
		t.Errorf("%d %s%s", status, out, said)
	}
	status, out, said = run(t, "export", "--home", home, "--html", "--light", a.last)
	if status != 0 || strings.Count(out, "Table 4 of 4, from hand 4 on") != 1 || !strings.Contains(out, "hand 1 Ada (bot of ana, good), from 2 on zoe") {
		t.Errorf("%d %.3000s%s", status, out, said)
	}
	status, _, said = run(t, "export", "--home", home, "-o", "one.jsonl", a.last)
	if status != 0 || !strings.Contains(said, "its game goes on from another table ("+ids[2][:8]+")") || !strings.Contains(said, "--whole writes all that are here") {
		t.Errorf("%d %s", status, said)
	}
	status, _, said = run(t, "export", "--home", home, "--whole", "-o", "all.jsonl", a.last)
	if status != 0 || !strings.Contains(said, "in all-4.jsonl") || strings.Contains(said, "not known here") {
		t.Errorf("%d %s", status, said)
	}
	for i, file := range files {
		was, _ := os.ReadFile(file) // it is there
		if now, err := os.ReadFile(fmt.Sprintf("all-%d.jsonl", i+1)); err != nil || string(now) != string(was) {
			t.Errorf("all-%d.jsonl is another file than %s (%v)", i+1, file, err)
		}
	}
	if status, _, said = run(t, "export", "--home", home, "--whole", a.last); status != 2 || !strings.Contains(said, "a file for each table") {
		t.Errorf("%d %s", status, said)
	}
	first := a.logs[ids[0]]
	delete(a.logs, ids[0])
	if _, out, _ = run(t, "log", "--home", home, ids[1]); strings.Contains(out, held) || !strings.Contains(out, "from hand 2 on; who sat there before is in its log\n") {
		t.Error(out)
	}
	a.before = map[string]api.Before{ids[1]: {Tables: []string{ids[0]}, Ask: []string{"ana", "cleo"}}}
	whole := func(file string, want ...string) {
		t.Helper()
		status, out, said := run(t, "export", "--home", home, "--whole", "-o", file, a.last)
		for _, text := range want {
			if !strings.Contains(said, text+"\n") {
				t.Errorf("%q is not in %q", text, said)
			}
		}
		if status != 0 || out != "" || strings.Count(said, "missing") != strings.Count(strings.Join(want, ""), "missing") {
			t.Errorf("%d %s%s", status, out, said)
		}
	}
	const partial = "what goes on from a table that is missing verifies as far as it goes, with fives verify --partial"
	whole("late.jsonl", "table "+ids[0][:8]+", before late-1.jsonl, is missing: this node has no log of it; ask who sat there, maybe ana or cleo: fives export "+ids[0][:8]+" -o FILE", partial)
	if _, err := os.Stat("late-3.jsonl"); err != nil {
		t.Error(err)
	}
	if status, out, _ := run(t, "export", "--home", home, "--whole", "--json", "-o", "late.jsonl", a.last); status != 0 || strings.Count(out, `"records":`) != 3 ||
		!strings.HasSuffix(out, `"missing":[{"before":"late-1.jsonl","tables":["`+ids[0]+`"],"ask":["ana","cleo"]}]}`+"\n") {
		t.Errorf("%d %s", status, out)
	}
	if status, _, said := run(t, "export", "--home", home, "--json", "-o", "late.jsonl", a.last); status != 2 || !strings.Contains(said, "--json goes with --whole") {
		t.Errorf("%d %s", status, said)
	}
	// This node was there at first, and again at the end.
	a.logs[ids[0]] = first
	a.before[a.last] = api.Before{Tables: []string{ids[2], ids[1], ids[0]}, Ask: []string{"zoe"}}
	delete(a.logs, ids[2])
	whole("back.jsonl", "table "+ids[2][:8]+", between back-2.jsonl and back-3.jsonl, is missing: this node has no log of it; ask who sat there, maybe zoe: fives export "+ids[2][:8]+" -o FILE", partial)
	delete(a.logs, ids[1])
	whole("back.jsonl", "tables "+ids[1][:8]+" and "+ids[2][:8]+", between back-1.jsonl and back-2.jsonl, are missing: this node has no logs of them; ask who sat there, maybe zoe: fives export "+ids[1][:8]+" or "+ids[2][:8]+" -o FILE", partial)
	for i, file := range map[int]string{1: files[0], 2: files[3]} {
		was, _ := os.ReadFile(file)
		if now, err := os.ReadFile(fmt.Sprintf("back-%d.jsonl", i)); err != nil || string(now) != string(was) {
			t.Errorf("back-%d.jsonl is another file than %s (%v)", i, file, err)
		}
	}
	if status, out, said := run(t, "verify", "--partial", "back-1.jsonl", "back-2.jsonl"); status != 0 || said != "" ||
		!strings.Contains(out, "\n  table "+ids[2][:8]+", from which it goes on, is not among the files: the scores it begins with are claims, and who sat there in hands 1 to 3 is in its log\n") {
		t.Errorf("%d %s%s", status, out, said)
	}
	if status, out, _ := run(t, "export", "--home", home, "--html", "--light", a.last); status != 0 || strings.Contains(out, "Table 1 of") {
		t.Error("the page has tables from both sides of a gap") // what is before the gap does not end
	}
}
