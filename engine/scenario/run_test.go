package scenario

import (
	"encoding/json"
	"strings"
	"testing"
)

func run(t *testing.T, text string) *Report {
	t.Helper()
	s, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Run(false)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func written(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// FORMAT, "Output": the keys and their order.
func TestLines(t *testing.T) {
	r := run(t, `{"game": "five", "players": ["ana", "ben"],
		"decks": [["Ac", "Kd", "Ad", "Kh", "Ah", "Ks", "As", "Qd", "2c", "Qh", "9h", "7c"], ["Jk"]],
		"options": {"jokers": 1, "limit": 50},
		"moves": [{"seat": "ana", "move": "drop  2c draw"}, {"seat": "ana", "move": "end"}, {"seat": "ben", "move": "end"}]}`)
	want := []string{
		`{"step":0,"state":{"hand":1,"turn":"ana","hands":{"ana":["Ac","Ad","Ah","As","2c"],"ben":["Kd","Kh","Ks","Qd","Qh"]},"stock":42,"scores":{"ana":0,"ben":0},"active":["ana","ben"],"winners":null,"discard":["9h"],"starter":"ana"}}`,
		`{"step":1,"seat":"ana","move":"drop  2c draw","ok":true,"faults":[],"state":{"hand":1,"turn":"ben","hands":{"ana":["Ac","Ad","Ah","As","7c"],"ben":["Kd","Kh","Ks","Qd","Qh"]},"stock":41,"scores":{"ana":0,"ben":0},"active":["ana","ben"],"winners":null,"discard":["9h","2c"],"starter":"ana"}}`,
		`{"step":2,"seat":"ana","move":"end","ok":false,"error":"illegal move: it is the turn of ben","faults":[],"state":{"hand":1,"turn":"ben","hands":{"ana":["Ac","Ad","Ah","As","7c"],"ben":["Kd","Kh","Ks","Qd","Qh"]},"stock":41,"scores":{"ana":0,"ben":0},"active":["ana","ben"],"winners":null,"discard":["9h","2c"],"starter":"ana"}}`,
		`{"step":3,"seat":"ben","move":"end","ok":true,"faults":[],"settled":{"hand":1,"hands":{"ana":["Ac","Ad","Ah","As","7c"],"ben":["Kd","Kh","Ks","Qd","Qh"]},"points":{"ana":0,"ben":50},"scores":{"ana":0,"ben":50}},"state":{"hand":1,"turn":null,"hands":{"ana":["Ac","Ad","Ah","As","7c"],"ben":["Kd","Kh","Ks","Qd","Qh"]},"stock":41,"scores":{"ana":0,"ben":50},"active":["ana"],"winners":["ana"],"discard":["9h","2c"],"starter":"ana"}}`,
	}
	for i, line := range r.Lines {
		if got := written(t, line); got != want[i] {
			t.Errorf("line %d\nwant %s\ngot  %s", i, want[i], got)
		}
	}
}

// FORMAT, "expect".
func TestExpectations(t *testing.T) {
	for _, c := range []struct {
		expect string
		fails  int
	}{
		{`{}`, 0},
		{`{"ok": true, "step": 1}`, 0},
		{`{"step": 1.0}`, 0},
		{`{"step": 10e-1}`, 0},
		{`{"step": true}`, 1},
		{`{"step": "1"}`, 1},
		{`{"ok": 1}`, 1},
		{`{"ok": "true"}`, 1},
		{`{"ok": false, "step": 2}`, 2},
		{`{"faults": []}`, 0},
		{`{"faults": {}}`, 1},
		{`{"faults": [{}]}`, 1},
		{`{"settled": null}`, 1},
		{`{"error": null}`, 1},
		{`{"state": {}}`, 0},
		{`{"state": []}`, 1},
		{`{"state": {"winners": null}}`, 0},
		{`{"state": {"winners": []}}`, 1},
		{`{"state": {"turn": null}}`, 1},
		{`{"state": {"hands": {"ana": ["2d", "3d", "4d", "5d", "7c"]}}}`, 0},
		{`{"state": {"hands": {"ana": ["2d", "3d", "4d", "5d"]}}}`, 1},
		{`{"state": {"hands": {"ana": ["3d", "2d", "4d", "5d", "7c"]}}}`, 2},
		{`{"step": 1e999999999}`, 1},
	} {
		r := run(t, `{"game": "five", "players": ["ana", "ben"],
			"decks": [["Ad", "Kd", "2d", "Kh", "3d", "Ks", "4d", "Qd", "5d", "Qh", "9h", "7c"]],
			"moves": [{"seat": "ana", "move": "drop Ad draw", "expect": `+c.expect+`}], "expect": {"state": {"turn": "ben"}}}`)
		if len(r.Failures) != c.fails {
			t.Errorf("%s: %q", c.expect, r.Failures)
		}
		for _, f := range r.Failures {
			if !strings.HasPrefix(f, "moves[0].expect.") {
				t.Errorf("%s: %q does not say where", c.expect, f)
			}
		}
	}
}

// A top-level expectation is for the last line, which is the opening line if there
// are no moves.
func TestLastLine(t *testing.T) {
	r := run(t, `{"game": "five", "players": ["ana", "ben"], "moves": [], "expect": {"step": 0, "state": {"turn": "ben"}}}`)
	if len(r.Failures) != 1 || r.Failures[0] != `expect.state.turn: expected "ben", got "ana"` {
		t.Errorf("%q", r.Failures)
	}
}

func TestIllegalMoves(t *testing.T) {
	r := run(t, `{"game": "five", "players": ["ana", "ben"], "moves": [
		{"seat": "ana", "move": ""}, {"seat": "ana", "move": " \t"}, {"seat": "zoe", "move": "end"},
		{"seat": "", "move": "end"}, {"seat": "ben", "move": "end"}, {"seat": "ana", "move": "fold"},
		{"seat": "ana", "move": "fold", "cheat": true}, {"seat": "ben", "move": "end", "cheat": true},
		{"seat": "ana", "move": "drop Ks draw", "cheat": true}]}`)
	opening := written(t, r.Lines[0].State)
	for _, l := range r.Lines[1:] {
		if l.OK || l.Error == "" || l.Settled != nil || written(t, l.State) != opening {
			t.Errorf("%s", written(t, l))
		}
	}
}

// FORMAT, "decks": a list may only name what its shuffle holds.
func TestBadDecks(t *testing.T) {
	for _, c := range []struct{ decks, where string }{
		{`[["7h", "7h"]]`, "decks[0][1]"},
		{`[["Jk"]]`, "decks[0][0]"},
		{`[["7"]]`, "decks[0][0]"},
		{`[[], ["5t"]]`, "decks[1][0]"},
	} {
		s, err := Parse([]byte(`{"game": "five", "players": ["ana", "ben"], "decks": ` + c.decks + `,
			"moves": [{"seat": "ana", "move": "end"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		report, err := s.Run(false)
		if err == nil || report != nil || !strings.Contains(err.Error(), c.where) {
			t.Errorf("%s: %v", c.decks, err)
		}
	}
}

// A fault is reported with the move that ends the hand, by the step of the
// illegal move; refused moves count as steps.
func TestFaults(t *testing.T) {
	const head = `{"game": "furious-five", "players": ["ana", "ben"],
		"decks": [["4c", "9d", "5c", "9h", "6c", "2d", "7c", "5d", "8c", "Kd", "3c", "Qc"]], "moves": [
		{"seat": "ana", "move": "drop 4c 5c 6c 7c 8c draw", "cheat": true},
		{"seat": "ben", "move": "drop Kd draw"},
		{"seat": "ben", "move": "drop Kd draw", "cheat": true},
		{"seat": "ana", "move": "call"}]}`
	r := run(t, head)
	if r.Lines[2].OK || !r.Lines[3].OK || len(r.Lines[3].Faults) != 0 {
		t.Errorf("%s", written(t, r.Lines[1:4]))
	}
	faults := r.Lines[4].Faults
	if len(faults) != 1 || faults[0].Seat != "ben" || faults[0].Hand != 1 || faults[0].Move != 3 || faults[0].Rule == "" {
		t.Errorf("%+v", faults)
	}
}
