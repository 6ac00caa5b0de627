// Package allfives plays All Fives: a trick game in which only the trick that
// contains a scoring trump counts, and 61 points win at once.
//
// Its nouns are the cut (for the first deal), the upcard whose suit is proposed, the gift
// (one point, by which the dealer buys off a beg), the run (three more cards each and a new
// upcard), the trick, and the obligation: the cards that a trick demands of the next seat.
// RULES.md is the specification. Whether an obligation was met depends on hidden cards
// (RULES 6): Play accepts every card of the hand, the position keeps a claim, and
// Violations judges the claim as soon as an observation knows the hand.
//
// [Rules] is the whole interface. To play the game, use engine/scenario or
// engine/table.
package allfives
