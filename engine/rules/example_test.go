package rules_test

import (
	"fmt"

	"fives/engine/games"
)

// A move is typed in the game's notation, and read as a sentence.
func ExampleRuleSet_Tell() {
	five, err := games.Find("five")
	if err != nil {
		panic(err)
	}
	fmt.Println("ana", five.Tell("drop 7h 7s draw"))
	// Output: ana dropped 7h 7s and drew
}

// What a host chooses is checked against the schema of the game, which also says what is
// not chosen.
func ExampleRuleSet_Validate() {
	five, err := games.Find("five")
	if err != nil {
		panic(err)
	}
	options, err := five.Validate(4, map[string]any{"limit": 50})
	fmt.Println("limit:", options.Int("limit"), err)
	_, err = five.Validate(9, nil)
	fmt.Println("nine seats are refused:", err != nil)
	// Output:
	// limit: 50 <nil>
	// nine seats are refused: true
}
