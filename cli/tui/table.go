package tui

import (
	"fmt"
	"slices"

	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A table is the table on the screen, and what the player does at it.
type table struct {
	id     string
	t      api.Table
	loaded bool
	asked  bool // an answer to ask is on its way

	hand  hand
	moves moveList
	back  int    // how many lines the story is scrolled back
	sent  string // the move that is on its way, until the table after it is shown
	made  uint64 // the step of the last move that was made
	hint  string
	seen  int  // how many hands have had their results shown
	ended bool // the end of the game has been shown, too
}

// An aim is what the player has chosen and aimed at, and at which step.
type aim struct {
	step   uint64
	move   string
	chosen string
}

func (t table) aim() aim { return aim{t.t.Step, t.current(), fmt.Sprint(t.hand.chosen)} }

// take puts a table that has come on the screen, and tells what is new about it.
func (t table) take(m tableMsg) (table, news) {
	if m.table.YourTurn = shown.YourTurn(m.table); !m.table.YourTurn {
		m.moves.Moves = nil
	}
	n := news{
		turn: m.table.YourTurn && (!t.t.YourTurn || t.t.Step != m.table.Step),
	}
	if t.made > 0 && m.table.Step <= t.made || t.loaded && m.table.Step < t.t.Step {
		return t, news{} // it is older than the last move, or than what is shown
	}
	if t.t.Step != m.table.Step {
		if t.sent != "" { // it came before the answer to the move
			t.hand.chosen = nil
		}
		t.moves, t.hint, t.sent = moveList{}, "", ""
	}
	aimed := t.current()
	if !t.loaded {
		t.seen, t.ended = len(m.table.Hands), m.table.Phase == api.PhaseOver
	}
	t.t, t.loaded = m.table, true
	if z, ok := shown.HandOf(t.t, t.t.Seat); ok {
		t.hand = t.hand.take(z, t.t.View.Hand)
	} else {
		t.hand.cards, t.hand.chosen = nil, nil
	}
	t.moves.all = shown.Choices(m.moves.Moves, t.hand.cards)
	return t.aimAt(aimed), n
}

// aimAt aims at a move again after the list of moves has changed. If the move is gone, it
// aims at none: no key may play another one in its place.
func (t table) aimAt(move string) table {
	i := slices.IndexFunc(t.fits(), func(o shown.Choice) bool { return o.Text == move })
	if i < 0 && move != "" && move == t.hint {
		return t.aimAtHint(move)
	}
	t.moves.cursor, t.moves.aimed = max(0, i), i >= 0
	return t
}

// news is what a new table brought.
type news struct{ turn bool }

// fits lists the moves that go with the chosen cards, in the order of the hand. Moves that need
// no card, such as passing or ending the hand, come last, so that pressing a key twice does not
// play them.
func (t table) fits() []shown.Choice {
	all := t.moves.fitting(t.hand.picked())
	offer := ""
	if t.t.View != nil {
		offer = t.t.View.Offer
	}
	shown.SortChoices(all, offer, len(t.hand.chosen) > 0, t.hand.places)
	return all
}

// toggled chooses the card at a place, or puts it back, and then aims at the first move that
// fits.
func (t table) toggled(place int) table {
	t.hand = t.hand.toggled(place, func(c card.Card) bool { return shown.Stays(t.moves.all, c) })
	t.moves.zone = 0
	t.moves.cursor, t.moves.aimed = 0, len(t.hand.chosen) > 0 && len(t.moves.useful()) > 0
	return t
}

// current returns the move that the key would play, "" if the player aims at none.
func (t table) current() string {
	fits := t.fits()
	if !t.moves.aimed || len(fits) == 0 {
		return ""
	}
	return fits[min(t.moves.cursor, len(fits)-1)].Text
}

// aimAtHint aims at the move that the daemon proposes.
func (t table) aimAtHint(move string) table {
	t.hint = move
	t.hand = t.hand.choose(shown.UsedBy(move, t.hand.cards))
	t.moves.aimed, t.moves.cursor = true, 0
	if i := slices.IndexFunc(t.fits(), func(o shown.Choice) bool { return o.Text == move }); i >= 0 {
		t.moves.cursor = i
	} else {
		t.moves.all = append(slices.Clone(t.moves.all), shown.Choice{Text: move, Cards: t.hand.picked()})
		t.moves.cursor = slices.IndexFunc(t.fits(), func(o shown.Choice) bool { return o.Text == move })
	}
	return t
}

// idle reports whether legal moves use cards, but not this one.
func (t table) idle(c card.Card) bool {
	useful := t.useful()
	return c.Known() && useful != nil && len(t.hand.chosen) == 0 && !slices.Contains(useful, c)
}

// marks returns those of the cards of the running hand.
func (t table) marks() []rules.Mark {
	if t.t.View == nil {
		return nil
	}
	return t.t.View.Marks
}

// useful lists the cards to draw as playable, nil if all are drawn alike.
func (t table) useful() []card.Card {
	if !t.t.YourTurn {
		return nil
	}
	return t.moves.useful()
}

// handless reports whether the game has no hands. Then the moves are drawn beside the piles.
func (t table) handless() bool { return shown.Handless(t.t) }
