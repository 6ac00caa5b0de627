package bare

import (
	"errors"
	"fmt"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// An Order decides the outcome of a shuffle: given the cards in canonical order, it
// returns their indices in the new order, top first. n counts the shuffles of the
// game from 0.
type Order func(n int, cards []card.Card) ([]int, error)

// ErrBroken is wrapped by errors caused by a bug in the rule set.
var ErrBroken = errors.New("bare: the rule set breaks its contract")

// maxActions bounds the actions between two turns. Our games need a few dozen, for a deal
// with several cuts.
const maxActions = 10_000

// A Game is a running game. Use [New].
type Game struct {
	pos      rules.Position
	deck     []card.Card
	order    Order
	shuffles int // shuffles done in this game

	faces  rules.Observation   // by slot: every face of the hand
	gone   []bool              // by slot: shuffled into a later stack
	public rules.Observation   // known to everybody
	own    []rules.Observation // by seat: known to it, public faces too
}

// An Ended is a hand that was settled.
type Ended struct {
	rules.Settlement
	Looks      [][]card.Card     // the cards of Settlement.Hands; nil in a game without hands
	Violations []rules.Violation // proved by the public cards
	Position   rules.Position    // at the settlement
	Faces      rules.Observation // every face of the hand
	Public     rules.Observation // the public cards in play
}

// New starts a game with the given options and runs it to the first turn.
func New(rs *rules.RuleSet, seats int, given map[string]any, order Order) (*Game, error) {
	return Resume(rs, seats, given, nil, order)
}

// Resume is [New] for a game that continues from a carry-over, unless that is nil.
func Resume(rs *rules.RuleSet, seats int, given map[string]any, from *rules.Carry, order Order) (*Game, error) {
	o, err := rs.Validate(seats, given)
	if err != nil {
		return nil, err
	}
	g := &Game{
		pos:   rs.Start(seats, o, from),
		deck:  rs.Deck(seats, o).Cards,
		order: order,
		own:   make([]rules.Observation, seats),
	}
	if _, err := g.run(); err != nil {
		return nil, err
	}
	return g, nil
}

// Position is the game as everybody knows it.
func (g *Game) Position() rules.Position { return g.pos }

// Public is the public observation.
func (g *Game) Public() rules.Observation { return slices.Clone(g.public) }

// Full is the observation of the referee.
func (g *Game) Full() rules.Observation { return slices.Clone(g.faces) }

// Observation is the observation of a seat.
func (g *Game) Observation(seat int) rules.Observation { return slices.Clone(g.own[seat]) }

// Gone lists the slots of the hand whose cards were shuffled into a later stack.
func (g *Game) Gone() (gone []rules.Slot) {
	for x, is := range g.gone {
		if is {
			gone = append(gone, rules.Slot(x))
		}
	}
	return gone
}

// Over reports whether the game is over.
func (g *Game) Over() bool { return g.pos.Status().Winners != nil }

// Fork returns an independent copy with the same [Order].
func (g *Game) Fork() *Game {
	f := *g
	f.own = slices.Clone(g.own)
	return &f
}

// Play makes a move in the game's notation and runs on to the next turn. It
// returns the hands that ended. The number at becomes [rules.Move].At. A cheat may
// break the rules about hidden cards.
//
// An error that wraps [rules.ErrIllegal] refuses the move. Any other comes from
// the [Order] or wraps [ErrBroken]. After an error the game is as before.
func (g *Game) Play(seat int, text string, at int, cheat bool) ([]Ended, error) {
	if g.Over() {
		return nil, rules.Illegal("the game is over")
	}
	if seat != g.pos.Status().Turn {
		return nil, rules.Illegal("it is another seat's turn")
	}
	return g.turn(func(next *Game) error { return refusal(next.move(seat, text, at, cheat)) })
}

// StandIn makes the stand-in's move for the seat whose turn it is, as a table that covers
// the seat does: the cards that the stand-in asks for are opened to everybody first.
// Besides the move, it returns what [Game.Play] returns.
func (g *Game) StandIn(at int) (m rules.Move, ended []Ended, err error) {
	if g.Over() {
		return m, nil, rules.Illegal("the game is over")
	}
	ended, err = g.turn(func(next *Game) (err error) {
		m, err = next.standIn(at)
		return err
	})
	return m, ended, err
}

// turn makes a move and runs on to the next turn, or changes nothing.
func (g *Game) turn(move func(next *Game) error) ([]Ended, error) {
	next := g.Fork()
	if err := move(next); err != nil {
		return nil, err
	}
	ended, err := next.run()
	if err != nil {
		return nil, err
	}
	*g = *next
	return ended, nil
}

func (g *Game) move(seat int, text string, at int, cheat bool) error {
	own := g.own[seat]
	cards, err := rules.Bind(g.pos, seat, text, own)
	if err != nil {
		return err
	}
	m := rules.Move{Seat: seat, At: at, Text: text, Cards: cards}
	g.learn(rules.None, rules.Shown(g.pos, m))
	if err := g.play(m); err != nil || cheat {
		return err
	}
	return rules.Honest(g.pos, m, own)
}

func (g *Game) play(m rules.Move) (err error) {
	if err := rules.CheckCards(g.pos, m, g.public); err != nil {
		return err
	}
	g.pos, err = g.pos.Play(m, g.public)
	return err
}

func refusal(err error) error {
	if err == nil || errors.Is(err, rules.ErrIllegal) {
		return err
	}
	return broken("a move is refused with %q, which is not an illegal move", err)
}

func broken(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrBroken, fmt.Sprintf(format, args...))
}
