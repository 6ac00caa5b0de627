package shown

import (
	"fives/cli/say"
	"fives/engine/card"
	"fives/p2p/api"
)

// Headline says in a few words what matters to the player, whose turn it is.
func Headline(t api.Table) string {
	if t.View == nil || t.View.Headline == "" {
		return "Your turn"
	}
	return t.View.Headline
}

// Prompt says what the player may do, or what the table waits for, without a capital and a full
// stop; yours reports that it is the player's turn.
func Prompt(t api.Table) (says card.Sentence, yours bool) {
	switch {
	case t.Phase == api.PhaseOver:
		return card.Text(say.Over(t.Winners, t.Me())), false
	case t.YourTurn && t.View != nil:
		return card.Spelled(t.View.Prompt), true
	}
	return card.Text(say.Waiting(t.Waiting)), false
}
