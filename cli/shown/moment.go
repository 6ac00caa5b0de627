package shown

import (
	"fmt"
	"slices"
	"strings"

	"fives/cli/say"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// Moment says what somebody has just done, without the name: "took the trick with 10♣: 10".
func Moment(m rules.Moment) card.Sentence {
	s := card.Text(rules.Past(m.What))
	if len(m.Cards) > 0 {
		s = s.Text(" ").Cards(m.Cards...)
	}
	if m.Points != 0 {
		s = s.Text(fmt.Sprintf(": %d", m.Points))
	}
	return s
}

// together joins a move and a gain. The gain comes first if the move before has brought it.
func together(before, move, gained card.Sentence) card.Sentence {
	if len(gained) == 0 {
		return move
	}
	verb, _, _ := strings.Cut(lead(gained), " ")
	if done, ok := until(move, " and "+verb); ok && lead(gained) == verb {
		return move
	} else if ok {
		return done.Text(", ").With(gained)
	}
	switch {
	case len(move) == 0 || strings.HasPrefix(lead(move), verb):
		return gained
	case strings.HasPrefix(lead(before), verb):
		return gained.Text(", ").With(move)
	}
	return move.Text(", ").With(gained)
}

// lead returns the text that a sentence begins with.
func lead(s card.Sentence) string {
	if len(s) == 0 {
		return ""
	}
	return s[0].Text
}

// until returns the part of a sentence before a text in it.
func until(s card.Sentence, text string) (card.Sentence, bool) {
	for i, w := range slices.Backward(s) {
		if at := strings.LastIndex(w.Text, text); at >= 0 {
			return s[:i:i].Text(w.Text[:at]), true
		}
	}
	return s, false
}

// Did says what a seat has done last in the running hand: the move, and what it gained: "dropped
// 7h, drew 3c". latest reports that nobody has moved since.
func Did(t api.Table, s Seat) (did card.Sentence, latest bool) {
	if t.Phase != api.PhasePlaying {
		return nil, false
	}
	var before, last card.Sentence
	by, late := "", ""
	for i, m := range t.Last {
		if m.Name == s.Name {
			before, last, latest = last, say.Move(t.Game, m.Move), i == len(t.Last)-1
			by, late = "", say.Late(m.Late)
			if m.StandIn {
				by = "the others "
			}
		}
	}
	return card.Text(by).With(together(before, last, gainOf(t, s))).Text(late), latest
}

// MovedSince lists by name who has moved since the player did, in the order of their last moves: several
// may do so before anybody has read what the first one did. If nobody has, it is who moved last; so
// it is for somebody without a seat, who waits for no turn.
func MovedSince(t api.Table) (names []string) {
	if t.Phase != api.PhasePlaying {
		return nil
	}
	for _, m := range slices.Backward(t.Last) {
		if len(names) > 0 && (m.Name == t.Me() || t.Me() == "") {
			break
		}
		if !slices.Contains(names, m.Name) {
			names = append(names, m.Name)
		}
		if m.Name == t.Me() {
			break
		}
	}
	slices.Reverse(names)
	return names
}

// gainOf says what a seat has just gained.
func gainOf(t api.Table, s Seat) card.Sentence {
	if t.View == nil {
		return nil
	}
	for _, m := range t.View.Moments {
		if m.Seat >= 0 && m.Seat < len(t.Seats) && t.Seats[m.Seat].Name == s.Name {
			m.Cards = slices.DeleteFunc(slices.Clone(m.Cards), func(c card.Card) bool { return !c.Known() })
			return Moment(m)
		}
	}
	return nil
}
