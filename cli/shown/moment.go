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

// taken says of a move with what it took a trick, without the cards that it names itself.
func taken(move card.Sentence, m rules.Moment) card.Sentence {
	for _, c := range m.Cards {
		if !slices.ContainsFunc(move, func(w card.Word) bool { return w.Text == "" && w.Card == c }) {
			return Moment(m)
		}
	}
	m.What, m.Cards = strings.TrimSuffix(m.What, " with"), nil
	return Moment(m)
}

// NewTaker reports whether a trick was taken by the player's own last move or later, which is news
// to them, and by whom.
func NewTaker(t api.Table) (name string, is bool) {
	if t.View == nil || t.View.Taken == nil {
		return "", false
	}
	m := t.View.Taken
	end := len(t.Last) - 1 - m.Moves // the move that ended the trick
	if m.Seat < 0 || m.Seat >= len(t.Seats) || end < 0 {
		return "", false
	}
	later := t.Last[end+1:]
	return t.Seats[m.Seat].Name, !slices.ContainsFunc(later, func(p api.Played) bool { return p.Name == t.Me() && t.Me() != "" })
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
	did = together(before, last, gainOf(t, s, last))
	if name, is := NewTaker(t); is && name == s.Name {
		did = leads(t, before, did)
	}
	return card.Text(by).With(did).Text(late), latest
}

// leads adds to what the taker of a trick did last that the lead is theirs now: that they lead, or, if
// they have done so, how they came to it.
func leads(t api.Table, before, did card.Sentence) card.Sentence {
	m := *t.View.Taken
	switch {
	case m.Moves > 0:
		m.What, m.Cards = strings.TrimSuffix(m.What, " with"), nil
		s := Moment(m).Text(", ").With(did)
		own := func(p api.Played) bool { return p.Name == t.Seats[m.Seat].Name }
		since := t.Last[len(t.Last)-1-m.Moves:] // first of them is the move that ended the trick
		if own(since[0]) && len(slices.DeleteFunc(slices.Clone(since), func(p api.Played) bool { return !own(p) })) == 2 {
			return before.Text(", ").With(s)
		}
		return s
	case m.Seat != t.Seat && m.Seat == Turn(t): // the headline says it of oneself
		return did.Text(", leads now")
	}
	return did
}

// MovedSince lists by name who has moved since the player did, in the order of their last moves: several
// may do so before anybody has read what the first one did. If nobody has, it is who moved last; so
// it is for somebody without a seat, who waits for no turn. Who has taken a trick meanwhile is named, too.
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
	if name, is := NewTaker(t); is && len(names) > 0 && !slices.Contains(names, name) {
		names = append(names, name)
	}
	return names
}

// gainOf says what a seat has just gained, behind its move.
func gainOf(t api.Table, s Seat, move card.Sentence) card.Sentence {
	if t.View == nil {
		return nil
	}
	for _, m := range t.View.Moments {
		if m.Seat >= 0 && m.Seat < len(t.Seats) && t.Seats[m.Seat].Name == s.Name {
			m.Cards = slices.DeleteFunc(slices.Clone(m.Cards), func(c card.Card) bool { return !c.Known() })
			if strings.HasSuffix(m.What, " with") {
				return taken(move, m)
			}
			return Moment(m)
		}
	}
	return nil
}
