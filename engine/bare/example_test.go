package bare_test

import (
	"fmt"

	"fives/engine/bare"
	"fives/engine/games"
)

// A hand without cryptography, to look at the rules of a game: whose turn it is, and what
// that seat may do.
func Example() {
	five, err := games.Find("five")
	if err != nil {
		panic(err)
	}
	g, err := bare.New(five, 2, map[string]any{"limit": 1}, bare.Random(7))
	if err != nil {
		panic(err)
	}
	turn := g.Position().Status().Turn
	ended, err := g.Play(turn, "end", 1, false)
	if err != nil {
		panic(err)
	}
	fmt.Println("hands that ended:", len(ended), "over:", g.Over())
	// Output:
	// hands that ended: 1 over: true
}
