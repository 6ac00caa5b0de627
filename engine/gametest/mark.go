package gametest

import (
	"fmt"
	"regexp"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// sign matches the characters that may stand for a mark: those that are not part of
// a card's own name.
var sign = regexp.MustCompile(`^[!-/:-@\[-` + "`" + `{-~]$`)

// markFaults lists faults in the marks of a view. Each mark must be one that can be drawn,
// and exactly the wild cards must be marked as wild. The wild rank is in the state key
// "wild", or it is the number of the pile.
func markFaults(v rules.View, keys map[string]any) (wrong []string) {
	wrong = undrawable(v.Marks)
	for _, z := range v.Zones {
		marks := v.Marks
		if z.Marks != nil {
			marks = z.Marks
			wrong = append(wrong, undrawable(marks)...)
		}
		for _, g := range z.Groups {
			for _, c := range g.Cards {
				if got, want := rules.MarkOf(marks, c).Name == rules.Wild, wildIn(z, keys, c); got != want {
					wrong = append(wrong, fmt.Sprintf("%s in %q is marked as wild: %v, and is wild: %v", c, z.Label, got, want))
				}
			}
			if fault := standInFault(z, g, marks); fault != "" {
				wrong = append(wrong, fault)
			}
		}
	}
	return wrong
}

// checkMarks checks the marks and moments of a view.
func (p *playthrough) checkMarks(v rules.View, pos rules.Position) {
	p.moments(v)
	for _, wrong := range markFaults(v, pos.Keys(p.names(), p.game.Public())) {
		p.Errorf("%d seats, %v, seed %d, move %d: %s", p.seats, p.options, p.seed, p.at, wrong)
	}
}

// moments checks that the moments of a view are complete, and that a trick stays on the
// table until the next lead.
func (p *playthrough) moments(v rules.View) {
	for _, m := range v.Moments {
		if m.Seat < 0 || m.Seat >= p.seats || !phrase.MatchString(m.What) || len(m.Cards) == 0 {
			p.Errorf("%d seats, %v, seed %d, move %d: a moment is incomplete: %+v", p.seats, p.options, p.seed, p.at, m)
		}
	}
	trick := 0
	for _, z := range v.Zones {
		if z.Kind == rules.TrickZone {
			trick += z.Count
		}
	}
	if v.Hand == p.trickOf && p.trick > 0 && trick == 0 && v.Turn != rules.None {
		p.Errorf("%d seats, %v, seed %d, move %d: the last trick has gone before the next lead", p.seats, p.options, p.seed, p.at)
	}
	p.trick, p.trickOf = trick, v.Hand
}

// undrawable lists the marks that cannot be drawn, and cards with two marks.
func undrawable(marks []rules.Mark) (wrong []string) {
	var all []card.Card
	for _, m := range marks {
		if !sign.MatchString(m.Sign) || !phrase.MatchString(m.Name) || len(m.Cards) == 0 || slices.Contains(m.Cards, card.Card{}) {
			wrong = append(wrong, fmt.Sprintf("a mark cannot be drawn: %+v", m))
		}
		for _, c := range m.Cards {
			if slices.Contains(all, c) {
				wrong = append(wrong, fmt.Sprintf("%s has two marks", c))
			}
			all = append(all, c)
		}
	}
	return wrong
}

// numberedPile matches the label of a pile in which its own number is wild.
var numberedPile = regexp.MustCompile(`^pile (\d+)`)

var ranks = map[string]card.Rank{"11": card.Jack, "12": card.Queen, "13": card.King}

// wildIn reports whether a card is wild in a zone.
func wildIn(z rules.Zone, keys map[string]any, c card.Card) bool {
	wild, ok := keys["wild"].(string)
	piles := keys["piles"] != nil
	if m := numberedPile.FindStringSubmatch(z.Label); piles && m != nil {
		wild, ok = m[1], true
		if r := ranks[wild]; r != 0 {
			wild = r.String()
		}
	}
	if !ok && !piles {
		return false
	}
	return c.Rank == card.Joker || c.Known() && c.Rank.String() == wild
}

// standInFault returns a fault in Group.For, "" if there is none: only wild cards may stand
// for others, and with these others in their place the meld must be a natural book or run.
func standInFault(z rules.Zone, g rules.Group, marks []rules.Mark) string {
	if g.For == nil {
		return ""
	}
	if z.Kind != rules.MeldZone || len(g.For) != len(g.Cards) {
		return fmt.Sprintf("what %v in %q stand for: %v", g.Cards, z.Label, g.For)
	}
	read := slices.Clone(g.Cards)
	for i, c := range g.For {
		if !c.Known() {
			continue
		}
		if read[i] = c; rules.MarkOf(marks, g.Cards[i]).Name != rules.Wild {
			return fmt.Sprintf("%s stands for %s, and is not wild", g.Cards[i], c)
		}
	}
	if !book(read) && !run(read) {
		return fmt.Sprintf("%v stand for %v, which is no meld", g.Cards, read)
	}
	return ""
}

func book(cards []card.Card) bool {
	return !slices.ContainsFunc(cards, func(c card.Card) bool { return c.Rank != cards[0].Rank })
}

func run(cards []card.Card) bool {
	cards = slices.SortedFunc(slices.Values(cards), func(a, b card.Card) int { return int(a.Rank) - int(b.Rank) })
	for i, c := range cards {
		if c.Suit != cards[0].Suit || c.Rank != cards[0].Rank+card.Rank(i) {
			return false
		}
	}
	return true
}
