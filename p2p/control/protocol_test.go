package control

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"fives/p2p/api"
)

// specification returns the document that says what both sides do.
func specification(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("../PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var row = regexp.MustCompile("(?m)^\\| `([A-Z]+ /v1/[^`]*)` \\|([^|]*)\\|(.*)\\|$")

// TestProtocolListsEveryCall: §7.3 of the specification has every call with its method, its parameters, its request and its answer,
// and no other call.
func TestProtocolListsEveryCall(t *testing.T) {
	listed := map[string][]string{}
	for _, m := range row.FindAllStringSubmatch(specification(t), -1) {
		listed[m[1]] = m[2:]
	}
	if len(listed) == 0 {
		t.Fatal("§7.3 has no calls")
	}
	for _, rt := range routes {
		call := describe(rt)
		cells, ok := listed[call]
		delete(listed, call)
		if !ok {
			t.Errorf("`%s`: not in §7.3", call)
			continue
		}
		in, out := rt.types()
		for _, want := range requestWords(in) {
			if !strings.Contains(cells[0], want) {
				t.Errorf("`%s`: its request %s does not name %s", call, cells[0], want)
			}
		}
		if want := answerWord(out); !strings.Contains(cells[1], want) {
			t.Errorf("`%s`: its answer %s does not name %s", call, cells[1], want)
		}
	}
	for call := range listed {
		t.Errorf("`%s`: in §7.3, but there is no such call", call)
	}
}

// describe returns a call as §7.3 writes it.
func describe(rt route) string {
	method, path := rt.pattern()
	in, _ := rt.types()
	text, sep := method+" "+prefix+path, "?"
	for _, f := range params(in) {
		text += sep + f.Tag.Get("query") + "="
		sep = "&"
	}
	return text
}

// requestWords returns what a row has to say about a body: its keys, or its type if the request is described elsewhere.
func requestWords(in reflect.Type) []string {
	if len(keys(in)) > 2 {
		return []string{"`" + in.Name() + "`"}
	}
	var words []string
	for _, f := range reflect.VisibleFields(in) {
		if !f.Anonymous && f.Tag.Get("query") == "" {
			key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			words = append(words, fmt.Sprintf("%q: ", key))
		}
	}
	return words
}

// answerWord returns what a row has to say about an answer.
func answerWord(out reflect.Type) string {
	switch out {
	case reflect.TypeFor[records](), reflect.TypeFor[events]():
		return "`" + linesType + "`"
	case reflect.TypeFor[api.None]():
		return "`{}`"
	}
	if out.Kind() == reflect.Slice {
		out = out.Elem()
	}
	return "`" + out.Name() + "`"
}

// TestProtocolListsEveryCode: §7.4 has every code with its status.
func TestProtocolListsEveryCode(t *testing.T) {
	text := specification(t)
	for code, status := range statuses {
		if !strings.Contains(text, fmt.Sprintf("| `%s` | %d |", code, status)) {
			t.Errorf("%s, %d: not in §7.4", code, status)
		}
	}
}
