package contract_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fives/cli/contract"
	"fives/cli/shown"
	"fives/p2p/api"
)

// constants returns the texts of the constants in a file of package api: those of a type, or
// without a type for "".
func constants(t *testing.T, file, kind string) (texts []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "../../p2p/api/"+file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		of, _ := spec.Type.(*ast.Ident)
		if (of == nil) != (kind == "") || of != nil && of.Name != kind {
			return true
		}
		for _, v := range spec.Values {
			if lit, ok := v.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				texts = append(texts, text)
			}
		}
		return true
	})
	if len(texts) == 0 {
		t.Fatalf("%s has no constants", file)
	}
	return texts
}

// TestEveryEventIsACase: each kind, and each word for what happened.
func TestEveryEventIsACase(t *testing.T) {
	kinds, words := map[string]bool{}, map[string]bool{}
	for _, c := range contract.News() {
		kinds[string(c.Event.Kind)], words[c.Event.What] = true, true
	}
	for _, kind := range constants(t, "event.go", "EventKind") {
		if !kinds[kind] {
			t.Errorf("no case has an event of the kind %s", kind)
		}
	}
	for _, what := range constants(t, "what.go", "") {
		if !words[what] {
			t.Errorf("no case says %s", what)
		}
	}
}

// idFirst finds what no person calls a table: its ID stands behind what they do, in brackets.
var idFirst = regexp.MustCompile(`[^(][0-9a-f]{8}(\W|$)`)

// TestNews: what is told of each event is decided once.
func TestNews(t *testing.T) {
	for _, c := range contract.News() {
		n := shown.NewsOf(c.Event)
		where := contract.Nowhere
		switch {
		case n.Story && n.Here:
			where = contract.Shown
		case n.Story:
			where = contract.Story
		case n.Passing:
			where = contract.Passing
		case n.Aloud:
			where = contract.Heard
		}
		text := n.Whole().String()
		if n.Talk {
			text = n.Who + " " + n.Line.String()
		}
		if text != c.Text || n.Tone != c.Tone || where != c.Where || n.Elsewhere != c.Elsewhere || n.Command != c.Command || n.Public != c.Room() {
			t.Errorf("%s %s: %+v, want %+v", c.Event.Kind, c.Event.What, n, c)
		}
		if idFirst.MatchString(text + n.Elsewhere) {
			t.Errorf("%s: %q calls a table by its ID", c.Event.Kind, text)
		}
		if of := c.Event.Kind == api.EventAway; of && n.Of != c.Event.Name || !of && n.Of != "" {
			t.Errorf("%s %s: it is about the presence of %q", c.Event.Kind, c.Event.What, n.Of)
		}
		if n.Rings && n.Elsewhere == "" || n.Public && !n.Story || n.Talk != (c.Event.Kind == api.EventChat) {
			t.Errorf("%s %s: %+v", c.Event.Kind, c.Event.What, n)
		}
	}
}

// TestResults: what is said of a settled hand, and what can be done about it, is decided once.
func TestResults(t *testing.T) {
	for _, r := range contract.Results() {
		s := shown.Settled(r.Table, 1, 1)
		said := strings.Join(append(s.Count.Breaches, s.Count.Headline, s.Count.Results[1].Why), "\n")
		for _, want := range r.Says {
			if !strings.Contains(said, want) {
				t.Errorf("%s: %q lacks %q", r.Name, said, want)
			}
		}
		var acts []shown.Act
		for _, d := range s.Choices {
			acts = append(acts, d.Act)
		}
		if s.Count.Under != r.Below || !slices.Equal(acts, r.Offers) || s.No != r.On {
			t.Errorf("%s: %q, %q, %q, want %q, %q, %q", r.Name, s.Count.Under, acts, s.No, r.Below, r.Offers, r.On)
		}
	}
}
