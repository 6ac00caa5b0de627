// Package furiousfive plays Furious Five: drop combinations, draw one card, and
// call with fewer than five points in hand; the chips change hands.
//
// Its nouns are the table drop (the cards dropped by the previous player, of which the next
// may take one), the graveyard (the rest of older drops) and the call. RULES.md is the
// specification. RULES 5.2 (a single card may be dropped only without a combination)
// depends on hidden cards: Play accepts the drop, the position keeps a claim, and
// Violations judges the claim as soon as an observation knows the hand. A call shows the
// caller's hand ([rules.Revealer]), so everybody enforces RULES 4 at once.
//
// [Rules] is the whole interface. To play the game, use engine/scenario or
// engine/table.
package furiousfive
