package fivecrowns

import (
	"fives/engine/card"
	"fives/engine/rules"
)

// wildSign marks wild cards, and jokers, which always are.
const wildSign = "*"

// marks are those of the cards while a rank is wild.
func marks(wild card.Rank) []rules.Mark {
	return []rules.Mark{rules.Marked(wildSign, rules.Wild, pack(), func(c card.Card) bool { return isWild(c, wild) })}
}

// jokers are all that is wild in every pile of the solitaire.
var jokers = rules.Mark{Sign: wildSign, Name: rules.Wild, Cards: card.Jokers(1)}
