package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"fives/engine/games"
	"fives/engine/rules"
)

// TestReadme checks README.md against the tree: it names every dependency that is imported, its
// links lead somewhere, the packages in its drawings exist, and what it says about games is
// true.
func TestReadme(t *testing.T) {
	root := os.DirFS("../..")
	sources, err := readTree(root)
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(root, "README.md")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := fs.ReadFile(root, "go.mod")
	if err != nil {
		t.Fatal(err)
	}
	names := imported(sources, modules(string(mod)))
	if len(names) < 10 {
		t.Fatalf("only %q to look for", names)
	}
	for _, c := range append(readme(root, string(text), names), gameRows(string(text), games.All())...) {
		t.Error(c)
	}
	for _, c := range unproved(root, string(text)) {
		t.Error(c)
	}
	for layer, page := range map[string]string{
		"crypto": engineering, "engine": engineering, "p2p": "p2p/doc.go", "cli": "cli/doc.go", "cmd": engineering,
	} {
		text, err := fs.ReadFile(root, page)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range unlisted(sources, layer, page, string(text)) {
			t.Error(c)
		}
	}
}

// engineering is the page for those who read the code.
const engineering = ".github/ENGINEERING.md"

var word = regexp.MustCompile(`[a-z0-9]+`)

// unlisted returns the packages of a layer that a page does not name.
func unlisted(sources []source, layer, page, text string) (bad []string) {
	words := word.FindAllString(text, -1)
	for _, s := range sources {
		top, name, _ := strings.Cut(s.dir, "/")
		if c := page + " does not name " + s.dir; top == layer && name != "" && !strings.Contains(name, "/") && !slices.Contains(words, name) && !slices.Contains(bad, c) {
			bad = append(bad, c)
		}
	}
	return bad
}

// row is what the table of games says of one.
var row = regexp.MustCompile("(?m)^\\| ([^|]+), `([a-z0-9-]+)` \\| ([^|]+) \\| .+ \\|$")

// gameRows returns what is wrong in the table of games. A game need not be in it.
func gameRows(text string, all []*rules.RuleSet) (bad []string) {
	rows := row.FindAllStringSubmatch(text, -1)
	if len(rows) == 0 {
		return []string{"README.md lists no game"}
	}
	for _, m := range rows {
		i := slices.IndexFunc(all, func(rs *rules.RuleSet) bool { return rs.Name == m[2] })
		if i < 0 {
			bad = append(bad, "README.md lists a game that is not there: "+m[2])
		} else if rs := all[i]; m[1] != rs.Title || m[3] != seatSpan(rs.MinSeats, rs.MaxSeats) {
			bad = append(bad, fmt.Sprintf("README.md says %q of %s, %s", m[0], rs.Title, seatSpan(rs.MinSeats, rs.MaxSeats)))
		}
	}
	return bad
}

// unproved returns the games of that table without a log in the tree that verifies forever. A
// game that is listed is played, and its rules no longer change.
func unproved(root fs.FS, text string) (bad []string) {
	for _, m := range row.FindAllStringSubmatch(text, -1) {
		if logs, err := fs.Glob(root, "engine/audit/testdata/v*/"+m[2]+"-1.jsonl"); err != nil || len(logs) == 0 {
			bad = append(bad, "README.md lists a game that has no lasting log (go test ./engine/audit -run TestLastingLogs -update): "+m[2])
		}
	}
	return bad
}

func seatSpan(from, to int) string {
	switch to - from {
	case 0:
		return strconv.Itoa(from)
	case 1:
		return fmt.Sprintf("%d or %d", from, to)
	}
	return fmt.Sprintf("%d to %d", from, to)
}

func TestUnproved(t *testing.T) {
	root := fstest.MapFS{"engine/audit/testdata/v1/nines-1.jsonl": {}}
	if got := unproved(root, "| Nines, `nines` | 2 | x |\n| Tens, `tens` | 2 | x |"); len(got) != 1 || !strings.HasSuffix(got[0], ": tens") {
		t.Errorf("%q", got)
	}
}

func TestGameRowsFail(t *testing.T) {
	all := []*rules.RuleSet{{Name: "nines", Title: "Nines", MinSeats: 2, MaxSeats: 3}, {Name: "tens", Title: "Tens", MinSeats: 2, MaxSeats: 2}}
	for text, want := range map[string]string{
		"| Nines, `nines` | 2 or 3 | x |\n| Tens, `tens` | 2 | x |": "",
		"| Nines, `nines` | 2 or 3 | x |":                           "",
		"| Nines, `nines` | 2 to 4 | x |":                           "of Nines, 2 or 3",
		"| Nine, `nines` | 2 or 3 | x |":                            "of Nines, 2 or 3",
		"| Six, `six` | 2 or 3 | x |":                               "not there: six",
		"none":                                                      "lists no game",
	} {
		if got := strings.Join(gameRows(text, all), "\n"); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

var link = regexp.MustCompile(`(?:\]\(|src=")([^)#:"]+)[)#"]`)

// pkg is a file or folder of a layer, without what is below it.
var pkg = regexp.MustCompile(`(?:^|[^\w/.])((?:` + strings.Join(order, "|") + `)/\w+(?:\.\w+)?)`)

// readme returns what a README lacks, and what it names or links to that does not exist.
func readme(root fs.FS, text string, names []string) (bad []string) {
	for _, name := range names {
		if !strings.Contains(text, name) {
			bad = append(bad, "README.md does not mention "+name)
		}
	}
	return append(append(bad, absent(root, "README.md", text)...), deadLinks(root, "README.md", text)...)
}

// absent returns the packages and files that a page names and that do not exist.
func absent(root fs.FS, page, text string) (bad []string) {
	for _, m := range pkg.FindAllStringSubmatch(text, -1) {
		if _, err := fs.Stat(root, m[1]); err != nil {
			bad = append(bad, page+" names what is not there: "+m[1])
		}
	}
	return bad
}

// deadLinks returns the links of a page to files that do not exist.
func deadLinks(root fs.FS, page, text string) (bad []string) {
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		if _, err := fs.Stat(root, path.Join(path.Dir(page), m[1])); err != nil {
			bad = append(bad, page+" links to nothing: "+m[1])
		}
	}
	return bad
}

// TestPages checks that the links of the other pages lead somewhere, and that the files
// which they name are there.
func TestPages(t *testing.T) {
	root := os.DirFS("../..")
	pages, err := fs.Glob(root, ".github/*.md")
	pages = append(pages, "cli/GUIDE.md", "cli/JSON.md", "engine/VERSIONS.md")
	if err != nil || len(pages) < 6 {
		t.Fatalf("pages: %q (%v)", pages, err)
	}
	for _, page := range pages {
		text, err := fs.ReadFile(root, page)
		if err != nil {
			t.Fatal(err)
		}
		bad := deadLinks(root, page, string(text))
		if page != ".github/CHANGELOG.md" { // it names what was once there
			bad = append(bad, absent(root, page, string(text))...)
		}
		for _, c := range bad {
			t.Error(c)
		}
	}
}

var requirement = regexp.MustCompile(`(?m)^\s*(?:require )?([a-z0-9.-]+\.[a-z]+(?:/\S+)?) v\S+`)

// modules are those that go.mod requires.
func modules(mod string) (paths []string) {
	for _, m := range requirement.FindAllStringSubmatch(mod, -1) {
		paths = append(paths, m[1])
	}
	return paths
}

// imported returns the modules of which some file imports a package.
func imported(sources []source, modules []string) (used []string) {
	imports := map[string]bool{}
	for _, s := range sources {
		for _, i := range s.imports {
			imports[i] = true
		}
	}
	for _, m := range modules {
		for i := range imports {
			if within(i, m) {
				used = append(used, m)
				break
			}
		}
	}
	return used
}

func TestReadmeFails(t *testing.T) {
	root := goodTree()
	const text = "See [the design](cli/a.go), [the end](no/such.md), [a site](https://example.org): nines, example.org/a, p2p/node/a.go, p2p/nobody"
	mods := modules("module fives\n\nrequire example.org/a v1.0.0\n\nrequire (\n\texample.org/b/v2 v2.1.0 // indirect\n\texample.org/c v0.1.0\n)\n")
	if strings.Join(mods, " ") != "example.org/a example.org/b/v2 example.org/c" {
		t.Errorf("modules: %q", mods)
	}
	used := imported([]source{{imports: []string{"example.org/a", "example.org/b/v2/sub", "example.org/cc"}}}, mods)
	got := readme(root, text, append(used, "nines"))
	want := []string{"README.md does not mention example.org/b/v2", "README.md names what is not there: p2p/nobody", "README.md links to nothing: no/such.md"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
	dirs := []source{{dir: "cli"}, {dir: "cli/words"}, {dir: "cli/draw"}, {dir: "cli/draw"}, {dir: "cli/web/port"}, {dir: "p2p/wire"}}
	if got := unlisted(dirs, "cli", "cli/doc.go", "swords, and words"); len(got) != 1 || got[0] != "cli/doc.go does not name cli/draw" {
		t.Errorf("%q", got)
	}
}
