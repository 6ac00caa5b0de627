package scenario_test

import (
	"fmt"

	"fives/engine/scenario"
)

// A file says who plays what; the engine says what comes of it.
func Example() {
	s, err := scenario.Parse([]byte(`{
		"game": "five", "players": ["ana", "ben"], "options": {"limit": 100},
		"moves": [{"seat": "ana", "move": "fly"}]}`))
	if err != nil {
		panic(err)
	}
	report, err := s.Run(false)
	if err != nil {
		panic(err)
	}
	last := report.Lines[len(report.Lines)-1]
	fmt.Printf("%s %q: %v, %s\n", last.Seat, last.Move, last.OK, last.Error)
	// Output: ana "fly": false, illegal move: a move is drop CARDS draw, drop CARDS take, or end
}
