package shown

import (
	"fmt"
	"strings"

	"fives/engine/card"
	"fives/engine/rules"
)

// Moment says what somebody has just done, behind the name: "takes the trick with
// 10♣: 10", with each card as draw has it.
func Moment(m rules.Moment, draw func(card.Card) string) string {
	words := []string{m.What}
	for _, c := range m.Cards {
		words = append(words, draw(c))
	}
	text := strings.Join(words, " ")
	if m.Points != 0 {
		text += fmt.Sprintf(": %d", m.Points)
	}
	return text
}

// Together tells of a move, and of the one before, with what was gained by one of them,
// in the order in which it was.
func Together(before, move, gained string) string {
	verb, _, _ := strings.Cut(gained, " ")
	if gained == "" {
		return move
	}
	if i := strings.LastIndex(move, " and "+verb); i >= 0 {
		return move[:i] + ", " + gained
	}
	switch {
	case move == "" || strings.HasPrefix(move, verb):
		return gained
	case strings.HasPrefix(before, verb):
		return gained + ", " + move
	}
	return move + ", " + gained
}
