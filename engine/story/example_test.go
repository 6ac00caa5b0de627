package story_test

import (
	"bytes"
	"fmt"
	"os"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/story"
)

// A log is told again, as somebody without a seat saw it.
func Example() {
	file, err := os.ReadFile("../audit/testdata/five.jsonl")
	if err != nil {
		panic(err)
	}
	log, err := audit.ReadLog(bytes.NewReader(file))
	if err != nil {
		panic(err)
	}
	stories, err := story.Read([][]record.Record{log}, games.Find, audit.Options{})
	if err != nil {
		panic(err)
	}
	s := stories[0]
	for i, m := range s.Hands[0].Moments {
		if m.Kind != story.Opened { // cards are words of their own
			fmt.Println(s.Event(s.Hands[0], i, story.Onlooker).Sentence().String())
		}
	}
	// Output:
	// Hand 1 begins.
	// ben was drawn by lot to start the first hand.
	// ana and ben shuffled 52 cards.
	// ben dropped 5h and drew
	// ana dropped Qc and took the top card
	// ben dropped 4h and drew
	// ana ended the hand
	// Hand 1 is counted: ana +50 makes 50, ben +0 makes 0.
}
