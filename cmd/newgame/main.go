// Command newgame lays out the folder of a new game and registers it. The game is the small one
// in the folder template, under another name. It can be played and passes all tests, and is to
// be changed step by step into the game that you mean.
//
//	go run ./cmd/newgame NAME
//
// make game runs it at the root of the module.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: make game NAME=name-of-the-game")
		os.Exit(2)
	}
	g, err := newGame(os.Args[1])
	if err == nil {
		err = g.layOut(".")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
	fmt.Printf(advice, g.title, g.folder(), g.name)
}

// advice says what to change.
const advice = `%[1]s lies in %[2]s and can be played. To make it yours, change
  RULES.md         the rules, numbered; all else follows them
  rules.go         seats, options, deck and phases
  moves.go         the notation, and which moves are legal
  standin.go       the move for a seat whose device is away
  score.go         the count of a hand and the end of the game
  view.go          what is drawn
  bots.go          the computer players
  HOWTO.md         how to play, in half a page, for who has never seen it
  lesson.json      a first hand that fives learn plays with a newcomer; what it
                   says in digits, a lesson_test.go of yours works out
  testdata/*.json  a scenario for each rule
and try it with
  go test ./engine/games -run TestSuite/%[3]s -update   (writes testdata/*.txt anew)
  go run ./cmd/fives demo --game %[3]s
`
