package scenario

import (
	"strings"
	"testing"
)

// file is a valid scenario with one part replaced.
func file(part, by string) []byte {
	const valid = `{"game": "five", "note": "", "options": {"limit": 100}, "players": ["ana", "ben"],
		"decks": [["7h", "Kd"], []], "moves": [{"seat": "ana", "move": "end", "cheat": false, "expect": {"ok": true}}],
		"expect": {"step": 1}}`
	return []byte(strings.Replace(valid, part, by, 1))
}

func TestParseAccepts(t *testing.T) {
	for _, c := range [][2]string{
		{"", ""},
		{`"decks": [["7h", "Kd"], []],`, ``},
		{`"options": {"limit": 100},`, ``},
		{`"7h"`, `"7♥"`},
		{`"limit": 100`, `"limit": 100, "jokers": 2, "lap-cap": 1`},
		{`[]`, `["Qt"]`}, // no card of this game, in a list that no shuffle reaches
		{`"ana", "move": "end"`, `"nobody", "move": " "`},
		{`{"step": 1}`, `{"error": "", "state": {"legal": [], "discard": [], "starter": "ana", "hands": {"ana": []}, "scores": {}}}`},
		{`{"step": 1}`, `{"faults": [{"seat": "", "hand": 1, "rule": "", "move": 2}], "settled": {"hand": 1, "hands": {}, "points": {"ben": 1}, "scores": {}}}`},
	} {
		if _, err := Parse(file(c[0], c[1])); err != nil {
			t.Errorf("%s → %s: %v", c[0], c[1], err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ part, by, where string }{
		{`{"game"`, `[{"game"`, "JSON"},
		{`"step": 1}}`, `"step": 1}} 7`, "JSON"},
		{`"step": 1}}`, `"step": 1,}}`, "JSON"},
		{`"step": 1}}`, `"step": 1}`, "JSON"},
		{`"note": ""`, "\"note\": \"\xff\"", "UTF-8"},
		{`"note": ""`, `"notes": ""`, `"notes"`},
		{`"note": ""`, `"Game": "five"`, `"Game"`},
		{`"note": ""`, `"game": "five"`, "twice"},
		{`"note": ""`, `"note": 7`, "note"},
		{`"game": "five",`, ``, "game"},
		{`"game": "five"`, `"game": "six"`, "six"},
		{`"game": "five"`, `"game": 5`, "game"},
		{`"limit": 100`, `"limit": "100"`, "limit"},
		{`"limit": 100`, `"limit": 100.0`, "limit"},
		{`"limit": 100`, `"limit": 1e2`, "limit"},
		{`"limit": 100`, `"limit": true`, "limit"},
		{`"limit": 100`, `"limit": null`, "limit"},
		{`"limit": 100`, `"limit": 0`, "limit"},
		{`"limit": 100`, `"limit": 99999999999999999999`, "limit"},
		{`"limit": 100`, `"limit": 100, "limit": 100`, "twice"},
		{`"limit": 100`, `"Limit": 100`, "Limit"},
		{`{"limit": 100}`, `[]`, "options"},
		{`["ana", "ben"]`, `["ana"]`, "seats"},
		{`["ana", "ben"]`, `["a", "b", "c", "d", "e", "f", "g"]`, "seats"},
		{`["ana", "ben"]`, `["ana", ""]`, "players[1]"},
		{`["ana", "ben"]`, `["ana", "ana"]`, "players[1]"},
		{`["ana", "ben"]`, `["ana", 7]`, "players[1]"},
		{`["ana", "ben"]`, `"ana"`, "players"},
		{`"7h"`, `"7x"`, "decks[0][0]"},
		{`"7h"`, `7`, "decks[0][0]"},
		{`[]`, `["07"]`, "decks[1][0]"},
		{`["7h", "Kd"]`, `"7h"`, "decks[0]"},
		{`"seat": "ana", `, ``, "moves[0].seat"},
		{`"seat": "ana"`, `"seat": 0`, "moves[0].seat"},
		{`"move": "end", `, ``, "moves[0].move"},
		{`"cheat": false`, `"cheat": 0`, "moves[0].cheat"},
		{`"cheat": false`, `"note": ""`, "moves[0]"},
		{`{"ok": true}`, `true`, "moves[0].expect"},
		{`{"ok": true}`, `{"okay": true}`, "okay"},
		{`{"ok": true}`, `{"ok": true, "ok": true}`, "twice"},
		{`{"step": 1}`, `[]`, "expect"},
		{`{"step": 1}`, `{"state": {"trun": "ana"}}`, `expect.state: there is no key "trun"`},
		{`{"step": 1}`, `{"state": {"hands": {"anna": []}}}`, `expect.state.hands: there is no key "anna"`},
		{`{"step": 1}`, `{"state": {"turn": {"ana": 1}, "pile": []}}`, "pile"},
		{`{"step": 1}`, `{"state": {"scores": {"ana": {"ben": 1}}}}`, "ben"},
		{`{"step": 1}`, `{"state": {"phase": "play"}}`, "phase"}, // a key of another game
		{`{"ok": true}`, `{"settled": {"pionts": {}}}`, `moves[0].expect.settled: there is no key "pionts"`},
		{`{"ok": true}`, `{"settled": {"laid": {}}}`, "laid"},
		{`{"ok": true}`, `{"faults": [{"seat": "ana"}, {"why": ""}]}`, `moves[0].expect.faults[1]: there is no key "why"`},
		{`{"step": 1}`, strings.Repeat("[", 100) + strings.Repeat("]", 100), "nested"},
	} {
		_, err := Parse(file(c.part, c.by))
		if err == nil || !strings.Contains(err.Error(), c.where) {
			t.Errorf("%s → %s: %v does not name %s", c.part, c.by, err, c.where)
		}
	}
}
