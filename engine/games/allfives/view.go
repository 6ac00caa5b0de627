package allfives

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fives/engine/card"
	"fives/engine/rules"
)

// Keys returns the state keys of the rule page.
func (p *position) Keys(names []string, s rules.Observation) map[string]any {
	cut := make([][]map[string]any, len(p.cut))
	for i, round := range p.cut {
		cut[i] = named(round, names)
	}
	tricks := make(map[string]int, p.seats)
	for seat, n := range p.tricks {
		tricks[names[seat]] = n
	}
	keys := map[string]any{
		"dealer": nil, "phase": p.phase.key(), "trump": nil, "upcard": nil,
		"aside": s.Cards(p.aside), "trick": named(p.trick, names), "tricks": tricks, "cut": cut,
	}
	if p.dealer != rules.None {
		keys["dealer"] = names[p.dealer]
	}
	if p.trump != card.Plain {
		keys["trump"] = p.trump.Letter()
	}
	if p.upcard != noCard {
		keys["upcard"] = s.Of(p.upcard)
	}
	return keys
}

func named(plays []play, names []string) []map[string]any {
	list := make([]map[string]any, len(plays))
	for i, l := range plays {
		list[i] = map[string]any{"seat": names[l.seat], "card": l.card}
	}
	return list
}

// key returns the name of the phase in the rule page, nil when nobody is to move.
func (f phase) key() any {
	switch f {
	case begging:
		return "beg"
	case answering:
		return "gift"
	case playing:
		return "play"
	}
	return nil
}

// View draws the table.
func (p *position) View(seat int, s rules.Observation) rules.View {
	st := p.Status()
	v := rules.View{Hand: p.hand, Turn: st.Turn, Scores: st.Scores, Facts: p.facts(), Notes: p.notes(), Marks: marks(cmp.Or(p.trump, p.offered))}
	p.words(&v, seat, s)
	for i := range p.hands {
		v.Zones = append(v.Zones, p.handZone(i, seat, s))
	}
	v.Zones = append(v.Zones, rules.Zone{Kind: rules.StockZone, Label: "stock", Seat: rules.None, Count: len(p.stock)})
	if p.upcard != noCard {
		v.Zones = append(v.Zones, cardZone(rules.PileZone, p.turnedUp(), []card.Card{s.Of(p.upcard)}))
	}
	if len(p.aside) > 0 {
		v.Zones = append(v.Zones, cardZone(rules.AsideZone, "aside", s.Cards(p.aside)))
	}
	if p.dealer == rules.None {
		return p.withCut(v)
	}
	if len(p.last) > 0 {
		m := taking(p.last, p.trump)
		if m.Moves = len(p.trick); m.Moves == 0 {
			v.Moments = []rules.Moment{m}
		}
		v.Taken = &m
	}
	if len(p.trick) == 0 && len(p.last) > 0 {
		v.Zones = append(v.Zones, playZone("last trick", p.last))
		return v
	}
	v.Zones = append(v.Zones, playZone("trick", p.trick))
	return v
}

// taking returns the moment for the last trick: the winner, the winning card and the
// points.
func taking(last []play, trump card.Suit) rules.Moment {
	won := leading(last, trump)
	return rules.Moment{Seat: won.seat, What: "takes the trick with", Cards: []card.Card{won.card}, Points: stake(last, trump)}
}

// withCut shows the rounds of a cut that is not decided yet.
func (p *position) withCut(v rules.View) rules.View {
	for i, round := range p.cut {
		v.Zones = append(v.Zones, playZone(fmt.Sprintf("cut %d", i+1), round))
	}
	return v
}

func cardZone(kind rules.ZoneKind, label string, cards []card.Card) rules.Zone {
	return rules.Zone{
		Kind: kind, Label: label, Seat: rules.None, Count: len(cards),
		Groups: []rules.Group{{Seat: rules.None, Cards: cards}},
	}
}

func playZone(label string, plays []play) rules.Zone {
	z := rules.Zone{Kind: rules.TrickZone, Label: label, Seat: rules.None, Count: len(plays)}
	for _, l := range plays {
		z.Groups = append(z.Groups, rules.Group{Seat: l.seat, Cards: []card.Card{l.card}})
	}
	return z
}

func (p *position) handZone(owner, onlooker int, s rules.Observation) rules.Zone {
	cards := s.Cards(p.hands[owner])
	z := rules.Zone{Kind: rules.HandZone, Label: "hand", Seat: owner, Count: len(cards)}
	if len(cards) > 0 {
		z.Groups = []rules.Group{{Seat: owner, Cards: cards}}
	}
	if owner == onlooker {
		z.Orders = p.orders(cards)
	}
	return z
}

// orders sorts a hand as received, by suit with trumps first, and by rank.
func (p *position) orders(cards []card.Card) []rules.Order {
	const ranks = 16
	by := func(name string, place func(c card.Card) int) rules.Sorting {
		return rules.Sorting{Name: name, Compare: func(a, b card.Card) int { return place(a) - place(b) }}
	}
	return rules.Orders(cards,
		by("by suit", func(c card.Card) int {
			if c.Suit == p.trump {
				return -height(c)
			}
			return int(c.Suit)*ranks - height(c)
		}),
		by("by rank", func(c card.Card) int { return -height(c)*ranks + int(c.Suit) }))
}

// marks marks the trumps that score, and the other trumps (RULES 2.2).
func marks(trump card.Suit) []rules.Mark {
	if trump == card.Plain {
		return nil
	}
	return []rules.Mark{
		rules.Marked("+", "trump that scores", card.French(), func(c card.Card) bool { return points(c, trump) > 0 }),
		rules.Marked("^", "trump", card.French(), func(c card.Card) bool { return c.Suit == trump && points(c, trump) == 0 }),
	}
}

// turnedUp is what the last card is called that was turned up: it proposes a suit, or has made it
// trumps.
func (p *position) turnedUp() string {
	if p.trump == card.Plain {
		return "turned up"
	}
	return "trump"
}

var suitNames = map[card.Suit]string{
	card.Clubs: "clubs", card.Diamonds: "diamonds", card.Hearts: "hearts", card.Spades: "spades",
}

func (p *position) facts() []rules.Fact {
	facts := []rules.Fact{{Label: "target", Value: fmt.Sprint(p.target), Fixed: true}}
	switch {
	case p.trump != card.Plain:
		facts = append(facts, rules.Fact{Label: "trump", Value: suitNames[p.trump]})
	case p.offered != card.Plain:
		facts = append(facts, rules.Fact{Label: "proposed", Value: suitNames[p.offered]})
	}
	return facts
}

// notes names the dealer, and the tricks of each seat in this hand; its points count at once, so the
// total says them.
func (p *position) notes() [][]string {
	notes := rules.NoNotes(p.seats)
	if p.dealer != rules.None {
		notes[p.dealer] = append(notes[p.dealer], "dealer")
	}
	for seat := range notes {
		if p.tricks[seat] > 0 {
			notes[seat] = append(notes[seat], count(p.tricks[seat], "trick"))
		}
	}
	return notes
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// words sets what was led and what takes the trick. Only the seat to act is told what it lacks.
func (p *position) words(v *rules.View, seat int, s rules.Observation) {
	trump := suitNames[cmp.Or(p.trump, p.offered)]
	switch {
	case p.phase == begging:
		v.Headline, v.Prompt = capital(trump)+" are proposed", "Stand: they are trumps; beg: a point or another suit."
	case p.phase == answering:
		v.Headline, v.Prompt = "Your left neighbour begs", "Give a point, and "+trump+" are trumps; or run: three more cards each, another suit."
	case p.phase == playing && len(p.trick) == 0:
		v.Headline, v.Prompt = "You lead", "Choose any card; "+trump+" are trumps."
		if len(p.last) == 0 { // for the first trick, what the hand is for
			v.Prompt = "Choose any card; " + trump + " are trumps, and only they score, above all 10 and 5."
		}
	case p.phase == playing:
		d := obligationOf(p.trick, p.trump, p.strict)
		if len(p.trick) == p.seats-1 && seat == p.turn && s.Knows(p.hands[seat]) {
			for _, c := range d.allowed(s.Cards(p.hands[seat])) {
				if beats(c, d.best, p.trump) {
					v.Takes = append(v.Takes, write(c))
				}
			}
		}
		v.Headline = capital(suitNames[d.led]) + " were led"
		v.Prompt = d.beating(seat == p.turn && s.Knows(p.hands[seat]), s.Cards(p.hands[p.turn]))
	}
	if only := p.Moves(seat, s); len(only) == 1 {
		v.Prompt = "You can only " + only[0] + "."
	}
}

// beating says which card takes the trick, and what else may be played. A player who holds no
// card of the suit led is told so.
func (d obligation) beating(own bool, hand []card.Card) string {
	led, trump := "a "+singular(d.led), "a "+singular(d.trump)
	if d.best.Suit == d.trump {
		trump += " above " + d.best.String()
	}
	void := own && !slices.ContainsFunc(hand, func(c card.Card) bool { return c.Suit == d.led })
	switch {
	case void && d.led == d.trump:
		return "You have no " + singular(d.led) + ": any card may go."
	case void && d.bound(hand):
		return "You have no " + singular(d.led) + ": play " + trump + "."
	case void:
		return "You have no " + singular(d.led) + ": any card may go, and " + trump + " takes it."
	case d.best.Suit == d.trump:
		return capital(trump) + " takes it; else follow suit."
	}
	return fmt.Sprintf("%s above %s takes it, or %s; else follow suit.", capital(led), d.best, trump)
}

func singular(s card.Suit) string { return strings.TrimSuffix(suitNames[s], "s") }

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// ending says who has scored most in a hand, or has reached the target.
func (p *position) ending() rules.Ending {
	o := rules.Ending{What: "Nobody took a point", Why: make([]string, p.seats)}
	most := 0
	for seat, n := range p.tricks {
		if o.Why[seat] = count(n, "trick"); n == 0 {
			o.Why[seat] = "no trick"
		}
		switch points := rules.Sum(p.items[seat]); {
		case points > most:
			most, o.Seats = points, []int{seat}
		case points == most && most > 0:
			o.Seats = append(o.Seats, seat)
		}
	}
	if len(o.Seats) > 0 {
		if o.What = "took " + rules.Points(most); len(o.Seats) > 1 {
			o.What += " each"
		}
	}
	if p.winner != rules.None {
		o.What, o.Seats = fmt.Sprintf("reached %d", p.target), []int{p.winner}
	}
	return o
}
