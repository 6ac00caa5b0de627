// Package furiousfive plays Furious Five: drop combinations, draw one card, and
// call with fewer than five points in hand; the chips change hands.
//
// Its nouns are the table drop (what the previous player dropped, and the next
// may draw from), the graveyard (what is left of older drops) and the call.
// RULES.md is the specification. RULES 5.2, a single card only without a
// combination, depends on hidden cards: Play lets it pass, the position keeps a
// claim, and Violations judges the claim as soon as an observation knows the hand.
// A call shows the caller's hand with it ([rules.Revealer]), so RULES 4 is
// enforced by everybody at once.
//
// Somebody who wants to play it wants engine/scenario or engine/table; [Rules]
// is all that this package has to offer.
package furiousfive
