package fivecrowns

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// Expand turns "out discard 5h" and "lay discard 5h" into a whole move, with
// the melds that leave the fewest points. Any other text stays as it is.
func (p *position) Expand(seat int, text string, own rules.Observation) (string, error) {
	words := rules.Words(text)
	if len(words) != 3 || (words[0] != "out" && words[0] != "lay") || words[1] != "discard" {
		return text, nil
	}
	c, err := readCard(words[2])
	if err != nil {
		return "", err
	}
	hand, err := p.handToLay(seat, words[0], own)
	if err != nil {
		return "", err
	}
	if !slices.Contains(hand, c) {
		return "", rules.Illegal("%s is not in the hand", c)
	}
	s := p.laying(solve(hand, p.wild()), c)
	if s.verb == "discard" && words[0] == "out" {
		return "", rules.Illegal("with the discard of %s not all other cards can be laid (RULES §5.1)", c)
	}
	return s.write(), nil
}

// handToLay returns the hand of a seat, or why the seat may not use the verb now.
func (p *position) handToLay(seat int, verb string, own rules.Observation) ([]card.Card, error) {
	switch {
	case p.phase != discarding || seat != p.seat:
		return nil, rules.Illegal("melds are laid at the end of one's own turn, after draw or take (RULES §4.3)")
	case verb == "out" && p.last:
		return nil, rules.Illegal("in the last turns the move is lay, not out (RULES §5.4)")
	case verb == "lay" && !p.last:
		return nil, rules.Illegal("melds are laid only to go out or in a last turn (RULES §5.5)")
	case !own.Knows(p.hands[seat]):
		return nil, rules.Illegal("the hand is not known")
	}
	return own.Cards(p.hands[seat]), nil
}
