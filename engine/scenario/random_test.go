package scenario

import (
	"bytes"
	"testing"

	"fives/engine/games"
	"fives/engine/games/five"
)

// The file of a random game plays to the same lines.
func TestRandomReplays(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			p, err := Random(rs, min(rs.MinSeats+1, rs.MaxSeats), nil, 7, rs.Bots[:1])
			if err != nil {
				t.Fatal(err)
			}
			var file bytes.Buffer
			if err := p.Scenario.Write(&file); err != nil {
				t.Fatal(err)
			}
			if r := run(t, file.String()); written(t, r.Lines) != written(t, p.Lines) {
				t.Error("the file plays otherwise")
			}
			if !p.Finished {
				t.Errorf("the game is not over after %d moves", len(p.Lines)-1)
			}
		})
	}
}

func TestRandomIsRefused(t *testing.T) {
	if _, err := Random(five.Rules, 7, nil, 1, five.Rules.Bots); err == nil {
		t.Error("seven seats play a game for six")
	}
	if _, err := Random(five.Rules, 2, map[string]any{"limit": "1"}, 1, five.Rules.Bots); err == nil {
		t.Error("an ill-typed option is accepted")
	}
	if _, err := Random(five.Rules, 2, nil, 1, nil); err == nil {
		t.Error("a game is played by nobody")
	}
}

// A written scenario is read back unchanged, with its expectations.
func TestWrite(t *testing.T) {
	const text = `{
  "game": "five",
  "options": {"limit":60,"jokers":1,"lap-cap":100},
  "players": ["ana","ben"],
  "decks": [
    ["Jk","7h"],
    []
  ],
  "moves": [
    {"seat":"ana","move":"end","expect":{"ok":true,"settled":{"hand":1.0}}},
    {"seat":"zoe","move":"","cheat":true}
  ],
  "expect": {"faults":[]}
}
`
	s, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	if b.String() != text {
		t.Errorf("written as\n%s", b.String())
	}
}

func TestStrengthIsFair(t *testing.T) {
	standings, err := Strength(five.Rules, 3, map[string]any{"limit": 30}, 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	if standings[0].Seats != 6 || standings[1].Seats != 6 || standings[0].Wins+standings[1].Wins < 4 {
		t.Errorf("%+v", standings)
	}
}
