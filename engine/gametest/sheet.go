package gametest

import (
	"flag"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

var sheetGames = flag.Int("sheets", 2, "random games with each option whose score sheets are held: make sheets")

// longestWhat is how long the text in a line of a score sheet may be, without the names at
// its end.
const longestWhat = 40

// sheets checks the score sheets and marks of games with each option at each of its bounds,
// with every number of seats in turn. The other options are those of a brief game, so that
// hands come to an end.
func (s *suite) sheets(t *testing.T) {
	played, settled := 0, 0
	for _, given := range append(bounds(s.rs.Schema), nil) {
		for n := range *sheetGames {
			seats := s.rs.MinSeats + played%(s.rs.MaxSeats-s.rs.MinSeats+1)
			played++
			if o, err := s.rs.Validate(seats, merged(s.rs.Brief, given)); err == nil { // else the game refuses the combination
				settled += s.sheetsOf(t, seats, o, uint64(n))
			}
		}
	}
	if settled < *sheetGames {
		t.Errorf("only %d hands have come to an end", settled)
	}
}

// merged returns both sets of options; if both have an option, the second set decides.
func merged(options, others map[string]any) map[string]any {
	all := map[string]any{}
	for _, some := range []map[string]any{options, others} {
		for name, v := range some {
			all[name] = v
		}
	}
	return all
}

// sheetsOf checks the score sheets and marks of one game, and returns the number of its
// hands.
func (s *suite) sheetsOf(t *testing.T, seats int, o rules.Options, seed uint64) int {
	p := &playthrough{T: t, suite: s, seats: seats, options: o, seed: seed, scores: make([]int, seats)}
	var err error
	if p.game, err = bare.New(s.rs, seats, o, bare.Random(seed)); err != nil {
		t.Fatal(err)
	}
	bot := s.players()[seed%2] // every other game is played by the weakest computer players
	for p.at = 1; p.at <= fullGame && !p.game.Over(); p.at++ {
		pos := p.game.Position()
		seat := pos.Status().Turn
		p.checkMarks(pos.View(seat, p.game.Observation(seat)), pos)
		ended, err := p.game.Play(seat, p.ask(bot, pos, seat, p.game.Observation(seat)), p.at, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range ended {
			p.hands++
			p.checkMarks(e.Position.View(rules.Onlooker, e.Public), e.Position)
			for _, wrong := range sheetFaults(s.rs, e, p.scores, pos.Status().Active) {
				t.Errorf("%d seats, %v, seed %d, hand %d: %s", seats, o, seed, e.Hand, wrong)
			}
			p.scores = e.Scores
		}
	}
	return p.hands
}

// sheetFaults lists faults in the score sheets of a hand, given the totals before it and
// the seats that played it.
func sheetFaults(rs *rules.RuleSet, e bare.Ended, before, active []int) (wrong []string) {
	if len(e.Items) != len(before) {
		return []string{fmt.Sprintf("score sheets of %d seats, and there are %d", len(e.Items), len(before))}
	}
	for seat, items := range e.Items {
		fault := func(format string, args ...any) {
			wrong = append(wrong, fmt.Sprintf("seat %d %s", seat, fmt.Sprintf(format, args...)))
		}
		if sum := rules.Sum(items); before[seat]+sum != e.Scores[seat] {
			fault("had %d, its score sheet adds up to %d, and it has %d", before[seat], sum, e.Scores[seat])
		}
		if plays := slices.Contains(active, seat); plays != (len(items) > 0) {
			fault("plays the hand: %v, and has %d lines on its score sheet", plays, len(items))
		}
		for _, i := range items {
			if f := lineFault(rs, e, seat, i); f != "" {
				fault("has a line with %s: %+v", f, i)
			}
		}
		for _, c := range missing(cardsAtEnd(e, seat), items) {
			fault("has shown or laid %s, which is not on its score sheet", c)
		}
	}
	return wrong
}

// lineFault returns the first fault in a line of a seat's score sheet, "" if there is
// none.
func lineFault(rs *rules.RuleSet, e bare.Ended, seat int, i rules.Item) string {
	known := slices.Clone([]card.Card(e.Public))
	for _, c := range i.Cards {
		at := slices.Index(known, c)
		if !c.Known() || at < 0 {
			return "a card that is not public: " + c.String()
		}
		known = slices.Delete(known, at, at+1)
	}
	for _, s := range i.Seats {
		if s == seat || s < 0 || s >= len(e.Scores) {
			return "a seat that is not another one"
		}
	}
	switch {
	case e.Void && i.Points != 0:
		return "points, and the hand is void"
	case !phrase.MatchString(i.What) || len(i.What) > longestWhat:
		return "no short phrase"
	case RulesOf(rs.Rules)[i.Rule] == "":
		return "a rule that the page does not have"
	}
	return ""
}

// phrase matches the text of a line: words with one space between them, and no capital
// or full stop.
var phrase = regexp.MustCompile(`^[a-z0-9][a-z0-9,:\x27-]*( [a-z0-9,:\x27-]+)*$`)

// cardsAtEnd returns the cards that a seat had shown or laid at the end of a hand.
func cardsAtEnd(e bare.Ended, seat int) []card.Card {
	var cards []card.Card
	if e.Looks != nil {
		cards = slices.Clone(e.Looks[seat])
	}
	if e.Laid != nil {
		cards = append(cards, slices.Concat(e.Laid[seat]...)...)
	}
	return cards
}

// missing lists the cards that are on no line.
func missing(cards []card.Card, items []rules.Item) []card.Card {
	for _, i := range items {
		for _, c := range i.Cards {
			if at := slices.Index(cards, c); at >= 0 {
				cards = slices.Delete(cards, at, at+1)
			}
		}
	}
	return cards
}
