package api_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"fives/p2p/api"
)

// What JSON writes can be shown on a terminal, whatever the texts in it are, and means the same
// to a parser.
func TestJSONCanBeShown(t *testing.T) {
	var all strings.Builder
	for r := range rune(unicode.MaxRune + 1) {
		if r < 0xd800 || r > 0xdfff {
			all.WriteRune(r)
		}
	}
	for _, text := range []string{all.String(), "\x1b[2J\u009b2J\u007f", "a\u202eb\u2066\u200b\ufeff", "bad \xff text", "<&>", "🂡 ü"} {
		line, err := api.JSON(map[string]any{text: []any{text, json.RawMessage(`"` + "\u202e" + `"`)}})
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsFunc(string(line), func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%.200q", line)
		}
		text = strings.ToValidUTF8(text, "\ufffd")
		var back map[string][]string
		if err := json.Unmarshal(line, &back); err != nil || len(back[text]) != 2 || back[text][0] != text || back[text][1] != "\u202e" {
			t.Errorf("%.60q comes back as another value: %v", text, err)
		}
	}
	var b strings.Builder
	if err := api.WriteJSON(&b, []int{1}); err != nil || b.String() != "[1]\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}
