package rules

import (
	"slices"

	"fives/engine/card"
)

// A Slot is a card's place in the stacks of one hand: the cards are numbered through all
// stacks in the order of their shuffles, each stack from its top. Slots start at 0 in every
// hand.
type Slot int

// None stands for no seat; in an [Opening] it stands for everybody.
const None = -1

// An Observation holds the cards of a hand that one viewer knows: for each slot the card,
// or the zero Card if it is not known. Slots beyond its end are not known.
type Observation []card.Card

// Of returns the card at slot x, the zero Card if it is not known.
func (s Observation) Of(x Slot) card.Card {
	if x < 0 || int(x) >= len(s) {
		return card.Card{}
	}
	return s[x]
}

// Cards returns the cards at the slots, in their order.
func (s Observation) Cards(slots []Slot) []card.Card {
	cards := make([]card.Card, len(slots))
	for i, x := range slots {
		cards[i] = s.Of(x)
	}
	return cards
}

// Knows reports whether every one of the slots is known.
func (s Observation) Knows(slots []Slot) bool {
	for _, x := range slots {
		if !s.Of(x).Known() {
			return false
		}
	}
	return true
}

// Hidden lists the slots among these whose faces are not known, in their order.
func (s Observation) Hidden(slots []Slot) []Slot {
	return slices.DeleteFunc(slices.Clone(slots), func(x Slot) bool { return s.Of(x).Known() })
}

// A Position is the state of a game at one time. The package documentation says which
// observation each method gets.
type Position interface {
	// Next returns the table's next action.
	Next() Action

	// Shuffled takes the stack that a [Shuffle] made, top first.
	Shuffled(stack []Slot) Position
	// Opened is called when an [Open] is done; public has the faces that
	// became public with it.
	Opened(public Observation) Position
	// Play makes a move of the seat whose [Turn] it is. The driver has
	// checked the move with [CheckCards]. Public has the faces of m.Cards,
	// and of the cards that a [Revealer] shows. An error names the rule that
	// forbids the move.
	Play(m Move, public Observation) (Position, error)
	// NextHand begins the hand after a [Settle] that was not the last.
	NextHand() Position

	// Named lists the cards that a move takes out of the mover's hand, in
	// the order of its text. Cards taken from the table are not among them.
	// The error says why the text cannot be read.
	Named(text string) ([]card.Card, error)
	// Moves lists the honest moves of the seat whose turn it is, given its own observation,
	// and none if that lacks cards of its hand. Two moves never differ only in the order of
	// cards.
	Moves(seat int, own Observation) []string
	// StandIn returns the move that is made for a seat whose device is away, at a table
	// that covers it. It sets Seat, Text, Cards and StandIn; At is the driver's. It is
	// called when it is that seat's [Turn]. If the move needs faces that are not public, m
	// is zero, and open lists the slots that the driver opens to everybody before it asks
	// again: slots of the seat's hand that are not public, ascending. Then there is a move.
	//
	// The stand-in is blind. It moves by place: it plays the card that came into the hand
	// last, whether or not its face is public, so that nobody has to open the others. The
	// slot is the move, and the text is written from its face: of cards with equal faces
	// this slot leaves the hand, not the one that [Bind] would find. Only where a game
	// cannot be played so, because what a hand may play depends on what else it holds, more
	// than that slot is opened.
	//
	// Nobody signs this move: everybody works it out. So it depends on nothing but the
	// position and public, and not on a clock or a random number. Play accepts it. No rule
	// about hidden cards binds it, and Violations never lists it. It keeps the game going
	// and does not try to win. Every hand ends, however many of its seats it plays for. The
	// rule page describes it under "The stand-in".
	StandIn(seat int, public Observation) (m Move, open []Slot)
	// Violations lists the moves of the running hand that broke a rule about
	// hidden cards, as far as the observation proves it, ordered by Move.At. A
	// stand-in's are never among them.
	Violations(s Observation) []Violation

	// Status is the public state that all games have.
	Status() Status
	// Keys are the game's own keys of the state in the scenario format
	// ("State keys" of the rule page), with values that encoding/json can
	// write. names[i] is the name of seat i.
	Keys(names []string, s Observation) map[string]any
	// View draws the table for a seat, or for the public with seat None.
	View(seat int, s Observation) View
}

// Status is the part of the state that every game has.
type Status struct {
	Hand    int      // number of the hand, from 1
	Turn    int      // the seat to act, or None
	Hands   [][]Slot // by seat, in the order received; nil in a game without hands
	Stock   int      // cards in the stock
	Scores  []int    // running totals by seat
	Active  []int    // seats still in the game, ascending; at the start of a hand the seats that play it
	Winners []int    // nil while the game runs; ascending, empty if nobody has won
}

// A Move is one decision of a seat, or the move of its stand-in.
type Move struct {
	Seat  int
	At    int    // the driver's number for the move, ascending; a Violation names it
	Text  string // in the game's notation
	Cards []Slot // slots of the cards that Named lists
	// StandIn says that nobody has signed the move: it is made by place, and no rule about
	// the hidden hand binds it. So it says nothing about the hand either.
	StandIn bool
}

// A Violation is a move that broke a rule about hidden cards.
type Violation struct {
	Seat int
	At   int    // Move.At of the move
	Rule string // one sentence that names the rule
}

// An Action is [Shuffle], [Open], [Turn], [Settle] or [Over].
type Action interface{ action() }

// Shuffle makes a new stack of public faces: the whole deck in canonical order if Cards is
// nil, otherwise the faces at those public slots in that order. A shuffle has at least two
// cards.
type Shuffle struct{ Cards []Slot }

// An Opening lets a seat, or everybody (To is [None]), learn the face at a slot. An opening
// to a seat without a key for the hand tells it nothing; a position cannot know that, and
// need not.
type Opening struct {
	Slot Slot
	To   int
}

// Open makes faces known, all in one step.
type Open struct {
	Why   Why
	Cards []Opening
}

// Why is the purpose of an [Open].
type Why string

// Purposes for which cards are opened (SPEC §11) and shares are given.
const (
	Deal   Why = "deal"
	Draw   Why = "draw"
	TurnUp Why = "turn up"
	TakeUp Why = "take up"
	Show   Why = "show"
	Cover  Why = "cover" // what the stand-in of a seat that is away is about to play
	Lot    Why = "lot"   // no cards: the table draws who opens the first hand
)

// Turn waits for a move of a seat.
type Turn struct{ Seat int }

// Settle reports a hand that is over, with all necessary cards shown. If
// Status().Winners is not nil, it is the last action of the game, except Over.
type Settle struct{ Settlement }

// Over is the action of a game that is over.
type Over struct{}

func (Shuffle) action() {}
func (Open) action()    {}
func (Turn) action()    {}
func (Settle) action()  {}
func (Over) action()    {}

// A Settlement is the result of a hand.
type Settlement struct {
	Hand   int
	Hands  [][]Slot        // cards held or shown at its end, by seat; nil in a game without hands
	Laid   [][][]card.Card // melds laid, by seat; nil in a game that lays none
	Items  [][]Item        // score sheets of this hand, by seat; none of a seat that does not play it
	Marks  []Mark          // of its cards, as in the view
	Scores []int           // totals, by seat
	Ending
	Void  bool  // nobody scored because the hand never ended
	Carry Carry // start of the next hand
}

// Points returns the points of the hand, by seat: the sums of the items.
func (s Settlement) Points() []int {
	points := make([]int, len(s.Scores))
	for seat, items := range s.Items {
		points[seat] = Sum(items)
	}
	return points
}
