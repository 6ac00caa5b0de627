package shown

import (
	"fmt"
	"strings"

	"fives/cli/words"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
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

// together joins the text of a move with that of a gain. The gain comes first if the move
// before has brought it.
func together(before, move, gained string) string {
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

// Did is what a seat has done last in the running hand, as move writes a move and draw a
// card: the move, and what it gained. latest reports that nobody has moved since.
func Did(t api.Table, s Seat, move func(api.Played) string, draw func(card.Card) string) (did string, latest bool) {
	if t.Phase != api.PhasePlaying {
		return "", false
	}
	before, last, by := "", "", ""
	for i, m := range t.Last {
		if m.Name == s.Name {
			before, last, latest = last, move(m), i == len(t.Last)-1
			by = words.StandIn(m.StandIn)
		}
	}
	return by + together(before, last, gained(t, s, draw)), latest
}

// gained is what a seat has just gained.
func gained(t api.Table, s Seat, draw func(card.Card) string) string {
	if t.View == nil {
		return ""
	}
	for _, m := range t.View.Moments {
		if m.Seat >= 0 && m.Seat < len(t.Seats) && t.Seats[m.Seat].Name == s.Name {
			return Moment(m, draw)
		}
	}
	return ""
}
