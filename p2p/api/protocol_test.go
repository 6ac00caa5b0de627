package api

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// section returns the text of a section of the specification.
func section(t *testing.T, title string) string {
	t.Helper()
	b, err := os.ReadFile("../PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(b), "\n### "+title+"\n")
	if !ok {
		t.Fatalf("there is no %s", title)
	}
	text, _, _ = strings.Cut(text, "\n### ")
	return text
}

var reasonRow = regexp.MustCompile("(?m)^\\| `([a-z0-9-]+)` \\| `([a-z-]+)` \\| (.*) \\|$")

// TestProtocolListsEveryReason: §7.4 has every reason with its code, no other, and no data that does not exist.
func TestProtocolListsEveryReason(t *testing.T) {
	data := keysOf[Data]()
	listed := map[Reason]bool{}
	for _, m := range reasonRow.FindAllStringSubmatch(section(t, "§7.4 Errors"), -1) {
		listed[Reason(m[1])] = true
		if got := Reason(m[1]).code(); got != m[2] {
			t.Errorf("%s: code %q, §7.4 has %q", m[1], got, m[2])
		}
		for _, word := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(m[3], -1) {
			if !data[word[1]] {
				t.Errorf("%s: there is no data %q", m[1], word[1])
			}
		}
	}
	for _, list := range reasons {
		for _, reason := range list {
			if !listed[reason] {
				t.Errorf("%s: not in §7.4", reason)
			}
			delete(listed, reason)
		}
	}
	for reason := range listed {
		t.Errorf("%s: in §7.4, but there is no such reason", reason)
	}
}

// whats has the values of What for each kind of event that has them.
var whats = map[EventKind][]string{
	EventPeer:     {Here, OtherProtocol, Gone},
	EventLobby:    {Taken, NewCode, WrongCode, Smaller, Reopened, Moved, Changed, Withdrawn, Refused, Closed, NeedsCode},
	EventWatch:    {Here, Gone},
	EventFault:    {Guilty, Branch, Stuck},
	EventAway:     {Away, Asleep, Lacks, Back, Twice, Refetched},
	EventTwin:     {Here, Gone},
	EventOnward:   {Rematch, Continue},
	EventCover:    {Covered, Returned, Again, Overtaken},
	EventHandover: {Asked, Offered, Agreed, TakenBack, Dropped, ComeAndGo, PutOff, InVain, Void, ChangedHands, LeftWith},
}

var whatRow = regexp.MustCompile("(?m)^\\| `([a-z]+)` \\| `([a-z-]+)` \\| (.*) \\|$")

// TestProtocolListsEveryWhat: §7.5 has the values of What for each kind, nothing else, and no data that does not exist.
func TestProtocolListsEveryWhat(t *testing.T) {
	data := keysOf[Event]()
	data["rematch"] = true
	listed := map[EventKind][]string{}
	for _, m := range whatRow.FindAllStringSubmatch(section(t, "§7.5 Events"), -1) {
		listed[EventKind(m[1])] = append(listed[EventKind(m[1])], m[2])
		for _, word := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(m[3], -1) {
			if !data[word[1]] {
				t.Errorf("%s, %s: there is no data %q", m[1], m[2], word[1])
			}
		}
	}
	if !reflect.DeepEqual(listed, whats) {
		t.Errorf("§7.5 has %v, events are %v", listed, whats)
	}
}

var warningRow = regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| (?:key|node|daemon|interface) \\| (.*) \\|$")

// TestProtocolListsEveryWarning: §7.6 has every code of a warning, no other, and no data that does not exist.
func TestProtocolListsEveryWarning(t *testing.T) {
	data := keysOf[Warning]()
	var listed []string
	for _, m := range warningRow.FindAllStringSubmatch(section(t, "§7.6 Warnings"), -1) {
		listed = append(listed, m[1])
		for _, word := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(m[2], -1) {
			if !data[word[1]] {
				t.Errorf("%s: there is no data %q", m[1], word[1])
			}
		}
	}
	if codes := constants(t, "warning.go"); !slices.Equal(listed, codes) {
		t.Errorf("§7.6 has %q, warnings are %q", listed, codes)
	}
}

// keysOf returns the keys of a type in JSON.
func keysOf[T any]() map[string]bool {
	keys := map[string]bool{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		keys[key] = true
	}
	return keys
}

// TestEveryWhatIsOfAKind: no constant of what.go is missing in the list.
func TestEveryWhatIsOfAKind(t *testing.T) {
	all := slices.Concat(slices.Collect(maps.Values(whats))...)
	for _, text := range constants(t, "what.go") {
		if !slices.Contains(all, text) {
			t.Errorf("%q is of no kind", text)
		}
	}
}

// constants returns the texts of the constants in a file.
func constants(t *testing.T, name string) (texts []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text)
		}
		return true
	})
	if len(texts) < 10 {
		t.Fatalf("%s has %d constants", name, len(texts))
	}
	return texts
}
