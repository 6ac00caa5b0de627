package rules

import (
	"math/rand/v2"

	"fives/engine/card"
)

// An Imaginer is a position that imagines quickly how its hidden cards may lie. It is a gift of
// a game to engine/search, which plays any other game with the game itself.
type Imaginer interface {
	// Imagine returns a world in which the seat to act may be. The faces in own are as they
	// are; all others are drawn at random, so that they fit what the other seats have done.
	// own may know more than the seat does.
	Imagine(seat int, own Observation, r *rand.Rand) World
	// Cost is how many microseconds an ordinary machine takes for a playout from the first
	// turn of a hand, about: budgets are made of it.
	Cost() int
	// Margin is by how much, in hundredths of a point, a move must do better in worlds than another to be
	// better in truth: what the worlds promise too much for it, as engine/teach measures it (TestTrue). told is
	// false if worlds do not tell which of the two is better.
	Margin(seat int, own Observation, move, other string) (hundredths int, told bool)
}

// A World is a position with a face for every card.
type World interface {
	// Try makes a legal move of the seat to act, and plays on to the end of the hand with a
	// simple player in every seat. The same move has the same outcome again: a world does
	// not change.
	Try(move string) Outcome
	// Hand lists the cards that a seat holds in it, in any order. A card without a suit stands for any of its
	// rank.
	Hand(seat int) []card.Card
}

// An Outcome is how a hand ends.
type Outcome struct {
	Points  []int // of the hand, by seat
	Winners []int // nil if the game goes on
}
