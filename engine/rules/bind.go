package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fives/engine/card"
)

// ErrIllegal is wrapped by every error that says a move is not allowed.
var ErrIllegal = errors.New("illegal move")

// Illegal makes an error that names a rule; games use it for all refusals.
func Illegal(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrIllegal, fmt.Sprintf(format, args...))
}

// Bind finds in the seat's hand the slots of the cards that a text names, as far as the
// observation knows the hand. Of equal cards it takes the one that was received first.
func Bind(p Position, seat int, text string, own Observation) ([]Slot, error) {
	named, err := p.Named(text)
	if err != nil {
		return nil, err
	}
	st := p.Status()
	if len(named) == 0 {
		return nil, nil
	}
	if seat >= len(st.Hands) {
		return nil, Illegal("this game is played without a hand")
	}
	return match(st.Hands[seat], named, own)
}

func match(hand []Slot, named []card.Card, own Observation) ([]Slot, error) {
	var bound []Slot
	for _, c := range named {
		i := slices.IndexFunc(hand, func(x Slot) bool {
			return own.Of(x) == c && !slices.Contains(bound, x)
		})
		if i < 0 {
			return nil, Illegal("%s is not in the hand (or is named more often than it is held)", c)
		}
		bound = append(bound, hand[i])
	}
	return bound, nil
}

// A Revealer is a position with moves that show more cards than their text names, such as a
// call that lays the caller's hand on the table. Play has these cards in its public
// observation, so it refuses for everybody what they do not allow.
type Revealer interface {
	// Shows lists the slots, besides those of the named cards, that the
	// seat's move opens to everybody, in the order of the hand; cards that
	// are public already may be among them. It is empty for a text that
	// shows nothing more, or cannot be read.
	Shows(seat int, text string) []Slot
}

// Shown lists all slots of the mover's hand that a move makes public: those of the named
// cards, then those that a [Revealer] shows in addition.
func Shown(p Position, m Move) []Slot {
	shown := slices.Clone(m.Cards)
	if s, ok := p.(Revealer); ok {
		shown = append(shown, s.Shows(m.Seat, m.Text)...)
	}
	return shown
}

// CheckCards checks, before a driver calls [Position].Play, that the slots are different
// cards of the seat's hand, with the faces that the text names.
func CheckCards(p Position, m Move, public Observation) error {
	named, err := p.Named(m.Text)
	if err != nil {
		return err
	}
	if len(named) != len(m.Cards) {
		return Illegal("the text names %d cards of the hand, the move %d", len(named), len(m.Cards))
	}
	st := p.Status()
	for i, x := range m.Cards {
		switch {
		case m.Seat >= len(st.Hands) || !slices.Contains(st.Hands[m.Seat], x):
			return Illegal("slot %d is not in the hand", x)
		case slices.Contains(m.Cards[:i], x):
			return Illegal("slot %d is named twice", x)
		case public.Of(x) != named[i]:
			return Illegal("the card named %s is %s", named[i], public.Of(x))
		}
	}
	return nil
}

// Honest refuses a move m, which has led to next, if the observation proves that it breaks
// a rule about hidden cards. A player's own daemon asks before it signs.
func Honest(next Position, m Move, own Observation) error {
	for _, b := range next.Violations(own) {
		if b.Seat == m.Seat && b.At == m.At {
			return Illegal("%s", b.Rule)
		}
	}
	return nil
}

// Words splits a move into its words at white space.
func Words(text string) []string { return strings.Fields(text) }

// Canonical writes a move with one space between words and its cards in the
// printed form; other words stay as they are. People may type moves otherwise, but
// a record has only this spelling (SPEC §7.6).
func Canonical(text string) string {
	words := Words(text)
	for i, w := range words {
		if c, err := card.Parse(w); err == nil {
			words[i] = c.String()
		}
	}
	return strings.Join(words, " ")
}

// An Expander is a position that knows shorter spellings of moves, for people to type; they
// are never in the log.
type Expander interface {
	// Expand writes out a move of the seat in full, given its observation.
	Expand(seat int, text string, own Observation) (string, error)
}

// Expand writes out a move if the game knows shorter spellings.
func Expand(p Position, seat int, text string, own Observation) (string, error) {
	if e, ok := p.(Expander); ok {
		return e.Expand(seat, text, own)
	}
	return text, nil
}
