// Package search finds out what moves are worth in the middle of a hand, in any game.
//
// A [Spot] is a seat's turn with the cards that somebody knows. Best and [Spot.Versus] draw
// worlds: faces for all cards that are not known, which fit what the seats have done. In
// each world they make the moves in question, and a simple player plays on for every seat to
// the end of the hand: a playout. The worth of a move is the mean over the worlds of the
// seat's points against those of the others ([Against]), in hundredths of a point.
//
// A game that is a [rules.Imaginer] draws its worlds and plays them by itself, which is fast.
// For any other game the worlds are drawn here, so that they violate no rule about hidden
// cards, and its weakest computer player plays on.
//
// With [Spot.Public], the game's good computer players play on from these hands, which takes
// longer, and is nearer to what people do.
//
// Worlds promise too much for some moves, and of some they tell nothing: [Spot.Margin] is by how
// much a move must be worth more than another, and [Duel.Surely] whether it is, in enough worlds.
//
// A budget is a number of playouts. For the same spot, budget and source of randomness the
// answer is the same on every machine: there is no clock, and no floating point.
//
//	s := search.Spot{Rules: rs, Options: o, Position: p, Seat: seat, Own: own}
//	ranked := s.Best(p.Moves(seat, own), 3000, r)
//
// [Strong] computer players look for their moves in this way ([Levels], [Searcher]).
//
// It is a package of its own because it serves whoever wants to know what a move is worth, and
// knows nothing of lessons.
//
// What a move was worth is a guess at how the others play on. For one sentence about a hand
// that is over, take engine/teach.
package search
