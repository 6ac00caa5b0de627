package fivecrowns

import (
	"fives/engine/card"
	"fives/engine/rules"
)

// wildSign marks wild cards. Jokers are always wild.
const wildSign = "*"

// marks returns the marks while a rank is wild.
func marks(wild card.Rank) []rules.Mark {
	return []rules.Mark{rules.Marked(wildSign, rules.Wild, pack(), func(c card.Card) bool { return isWild(c, wild) })}
}

// jokers marks the cards that are wild in every pile of the solitaire.
var jokers = rules.Mark{Sign: wildSign, Name: rules.Wild, Cards: card.Jokers(1)}
