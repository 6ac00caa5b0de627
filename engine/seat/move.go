package seat

import (
	"fmt"
	"io"
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
)

// Move makes the body of a move that the seat wants to play. It refuses every move
// that the others would refuse, and every move that would turn out to be a violation
// when the hand is shown; the error names the rule. The error is [ErrNotDue] while it
// is not the seat's turn.
func Move(t *table.Table, seat int, h HandSecret, own rules.Observation, text string, rand io.Reader) (record.Move, error) {
	m, err := Bind(t, seat, own, text)
	if err != nil {
		return record.Move{}, err
	}
	next, err := t.Try(m, own)
	if err != nil {
		return record.Move{}, fmt.Errorf("seat: %w", err)
	}
	if err := rules.Honest(next, m, own); err != nil {
		return record.Move{}, fmt.Errorf("seat: %w", err)
	}
	return Sign(t, seat, h, m, rand)
}

// Bind reads a move and finds its cards in the seat's hand. The error is [ErrNotDue]
// while it is not the seat's turn.
func Bind(t *table.Table, seat int, own rules.Observation, text string) (rules.Move, error) {
	if d := t.Pending(); d.Kind != record.KindMove || !d.Owes(seat) {
		return rules.Move{}, ErrNotDue
	}
	text, err := rules.Expand(t.Position(), seat, rules.Canonical(record.TypedASCII(text)), own)
	if err != nil {
		return rules.Move{}, fmt.Errorf("seat: %w", err)
	}
	slots, err := rules.Bind(t.Position(), seat, text, own)
	if err != nil {
		return rules.Move{}, fmt.Errorf("seat: %w", err)
	}
	return rules.Move{Seat: seat, At: int(t.Step()), Text: text, Cards: slots}, nil
}

// Sign makes the body of a move, with the shares of the cards that it shows. It does
// not check the rules; players use [Move].
func Sign(t *table.Table, seat int, h HandSecret, m rules.Move, rand io.Reader) (record.Move, error) {
	if d := t.Pending(); d.Kind != record.KindMove || m.Seat != seat || !slices.Contains(t.Missing(), seat) {
		return record.Move{}, ErrNotDue
	}
	shown, err := t.Shown(m)
	if err != nil {
		return record.Move{}, fmt.Errorf("seat: %w", err)
	}
	body := record.Move{Text: m.Text, Cards: make([]uint64, len(m.Cards))}
	for i, x := range m.Cards {
		body.Cards[i] = uint64(x)
	}
	body.Shares, body.Proof, err = open(t, seat, h, t.Hand().Points(shown), rand)
	return body, err
}
