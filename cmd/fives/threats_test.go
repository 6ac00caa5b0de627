package main

import (
	"fmt"
	"go/ast"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

const threatsPage = ".github/THREATS.md"

// TestThreats: each test that the page of threats names is in the package that it names,
// and each row of its tables says what holds and by which test, or what does not.
func TestThreats(t *testing.T) {
	root := os.DirFS("../..")
	sources, err := readTree(root)
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(root, threatsPage)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range threats(string(text), testsOf(sources)) {
		t.Error(c)
	}
}

// testsOf has the tests of each package, as they are named on the page.
func testsOf(sources []source) map[string]bool {
	all := map[string]bool{}
	for _, s := range sources {
		for _, d := range s.syntax.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && testFile(s.path) && f.Recv == nil {
				all[s.dir+" "+f.Name.Name] = true
			}
		}
	}
	return all
}

// inCode is what stands in backticks; a test is named with its package before it.
var (
	inCode   = regexp.MustCompile("`([^`\n]+)`")
	withTest = regexp.MustCompile(`^(?:\S+ )?(?:Test|Fuzz)[A-Z]\w*$`)
)

// threats are the complaints about a page of threats.
func threats(text string, tests map[string]bool) (bad []string) {
	rows := 0
	for n, line := range strings.Split(text, "\n") {
		at := fmt.Sprintf("%s:%d", threatsPage, n+1)
		for _, name := range testsIn(line) {
			if !tests[name] {
				bad = append(bad, at+": there is no "+name)
			}
		}
		cells, ok := threat(line)
		if !ok {
			continue
		}
		rows++
		switch {
		case len(cells) != 3:
			bad = append(bad, at+": a row has three cells")
		case cells[1] != "" && len(testsIn(cells[1])) == 0:
			bad = append(bad, at+": no test holds it")
		case cells[1] == "" && cells[2] == "":
			bad = append(bad, at+": it says nothing")
		}
	}
	if rows == 0 {
		bad = append(bad, threatsPage+" has no table")
	}
	return bad
}

// testsIn are the tests that a text names.
func testsIn(text string) (names []string) {
	for _, m := range inCode.FindAllStringSubmatch(text, -1) {
		if withTest.MatchString(m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}

// threat returns the cells of a row of a table, unless it is the head of one.
func threat(line string) (cells []string, ok bool) {
	inner, ok := strings.CutPrefix(strings.TrimSuffix(line, "|"), "|")
	if !ok || strings.HasPrefix(inner, " want") || strings.HasPrefix(inner, " ---") {
		return nil, false
	}
	for cell := range strings.SplitSeq(inner, "|") {
		cells = append(cells, strings.TrimSpace(cell))
	}
	return cells, true
}

// TestThreatsFail: whatever is wrong on the page is found.
func TestThreatsFail(t *testing.T) {
	const head = "| wants to | what holds | what does not |\n| --- | --- | --- |\n"
	tests := map[string]bool{"p2p/node TestFlood": true, "cli TestScript": true}
	for row, want := range map[string]string{
		"| flood | `p2p/node TestFlood`, `cli TestScript` | |":    "",
		"| flood | as said: `p2p/node TestFlood` | not all |":     "",
		"| steal | | it can |":                                    "",
		"| flood | `p2p/node TestFlod` | |":                       "there is no p2p/node TestFlod",
		"| flood | `p2p/host TestFlood` | |":                      "there is no p2p/host TestFlood",
		"| flood | `TestFlood` | |":                               "there is no TestFlood",
		"| flood | it is kept out | |":                            "no test holds it",
		"| flood | it is kept out | but see `cli TestScript` |":   "no test holds it",
		"| flood | | |":                                           "it says nothing",
		"| flood | `p2p/node TestFlood` |":                        "three cells",
		"| a | | b |\nSee `p2p/node FuzzNothing`, and read `it`.": "there is no p2p/node FuzzNothing",
	} {
		if got := strings.Join(threats(head+row, tests), "\n"); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%q: %q", row, got)
		}
	}
	if got := threats(head, tests); len(got) != 1 {
		t.Errorf("a page without rows: %q", got)
	}
}
