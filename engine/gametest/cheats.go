package gametest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// A cheatMove returns the dishonest move that a modified daemon signs in place of
// an honest one, or nil where it cannot cheat.
type cheatMove func(g *tabletest.Rig, p *tabletest.Player, honest record.Move) *record.Move

// HiddenCheat makes a seat break a rule about hidden cards: drop a single from a pair, or
// revoke. The pattern is the text of such a move with %s for a card. The replicas accept
// the move at first; once the hand is shown, all of them and the log's verifier blame the
// seat.
func HiddenCheat(t *testing.T, rs *rules.RuleSet, pattern string) {
	t.Helper()
	g, culprit := playCheat(t, rs, seatsOf(rs, 2), breakingHiddenRule(pattern), func(*tabletest.Rig, *tabletest.Player) {})
	if culprit == nil {
		t.Fatal("no seat could cheat")
	}
	g.Until(func(t *table.Table) bool { return len(t.Results()) > 0 && len(t.Pending().Seats) == 0 })
	for _, p := range g.Players {
		r := p.Table.Results()[len(p.Table.Results())-1]
		if len(r.Violations) == 0 || slices.ContainsFunc(r.Violations, func(b rules.Violation) bool { return b.Seat != culprit.Seat }) {
			t.Errorf("%s finds %+v, and %s cheated", p.Name, r.Violations, culprit.Name)
		}
	}
	report, err := audit.Verify(g.Table().Log(), g.Find, audit.Options{})
	if err != nil || report.OK() || len(report.Violations()) == 0 {
		t.Errorf("the verifier: %v, ok %v", err, report.OK())
	}
}

// breakingHiddenRule plays the first card of the hand with which the pattern is
// a move against a rule about hidden cards.
func breakingHiddenRule(pattern string) cheatMove {
	return func(g *tabletest.Rig, p *tabletest.Player, _ record.Move) *record.Move {
		own := p.Own()
		for _, c := range own.Cards(p.Table.Position().Status().Hands[p.Seat]) {
			m, err := seat.Bind(p.Table, p.Seat, own, fmt.Sprintf(pattern, c))
			if err != nil {
				continue
			}
			next, err := p.Table.Try(m, own)
			if err == nil && rules.Honest(next, m, own) != nil {
				body := g.Dishonest(p, m.Text)
				return &body
			}
		}
		return nil
	}
}

// VisibleCheat makes the first seat to act play an illegal move that everybody can
// recognise. Every replica refuses it at once. The signed record is proof against its
// author, and verifies without the rest of the game.
func VisibleCheat(t *testing.T, rs *rules.RuleSet, text string) {
	t.Helper()
	cheat := func(g *tabletest.Rig, p *tabletest.Player, _ record.Move) *record.Move {
		body := g.Dishonest(p, text)
		return &body
	}
	if !refused(t, rs, cheat) {
		t.Error("no seat could cheat")
	}
}

// falseFaces makes a seat claim a false face for a card, if the game has moves that name
// cards of a hand.
func (s *suite) falseFaces(t *testing.T) {
	if s.rs.MaxSeats < 2 {
		t.Skip("alone there is nobody to cheat")
	}
	tempted := false
	cheat := func(g *tabletest.Rig, p *tabletest.Player, m record.Move) *record.Move {
		hands := p.Table.Position().Status().Hands
		tempted = tempted || len(m.Cards) > 0 && len(m.Cards) < len(hands[p.Seat])
		return otherCard(g, p, m)
	}
	if !refused(t, s.rs, cheat) && tempted {
		t.Error("no seat could cheat")
	}
}

// otherCard claims the face of another card for the first card of a move.
func otherCard(g *tabletest.Rig, p *tabletest.Player, m record.Move) *record.Move {
	own := p.Own()
	if len(m.Cards) == 0 {
		return nil
	}
	for _, x := range p.Table.Position().Status().Hands[p.Seat] {
		if own.Of(x) == own.Of(rules.Slot(m.Cards[0])) || slices.Contains(m.Cards, uint64(x)) {
			continue
		}
		cards := []rules.Slot{x}
		for _, c := range m.Cards[1:] {
			cards = append(cards, rules.Slot(c))
		}
		body, err := seat.Sign(p.Table, p.Seat, p.Hand, rules.Move{Seat: p.Seat, At: int(p.Table.Step()), Text: m.Text, Cards: cards}, g.Secret)
		if err != nil {
			g.TB.Fatal(err)
		}
		return &body
	}
	return nil
}

// refused checks that every replica refuses a cheat's move and accuses the cheat.
// It returns false if no seat could cheat.
func refused(t *testing.T, rs *rules.RuleSet, cheat cheatMove) bool {
	t.Helper()
	accused := 0
	g, culprit := playCheat(t, rs, seatsOf(rs, 3), cheat, func(g *tabletest.Rig, p *tabletest.Player) {
		g.Refused = func(at *tabletest.Player, _ record.Record, err error) {
			var f *table.Fault
			if !errors.As(err, &f) || f.Seat != p.Seat {
				t.Errorf("%s: %v", at.Name, err)
				return
			}
			accused++
		}
	})
	if culprit == nil {
		return false
	}
	if accused != len(g.Players) {
		t.Errorf("%d of %d replicas accuse %s", accused, len(g.Players), culprit.Name)
	}
	tb := g.Table()
	evidence := audit.Evidence(tb, tb.Faults()[0])
	_, err := audit.Verify(evidence, g.Find, audit.Options{})
	var blame *audit.BlameError
	if !errors.As(err, &blame) || blame.Seat != culprit.Seat {
		t.Errorf("the evidence: %v", err)
	}
	return true
}

// seatsOf returns the number of seats nearest to n that the game allows.
func seatsOf(rs *rules.RuleSet, n int) int { return max(rs.MinSeats, min(n, rs.MaxSeats)) }

// playCheat plays until a seat has cheated in the first hand of a game; the
// culprit is nil if no seat could.
func playCheat(t *testing.T, rs *rules.RuleSet, seats int, cheat cheatMove, hook func(*tabletest.Rig, *tabletest.Player)) (*tabletest.Rig, *tabletest.Player) {
	t.Helper()
	for seed := range uint64(40) {
		g := tabletest.New(t, rs, seats, nil, seed)
		var culprit *tabletest.Player
		g.Body = func(p *tabletest.Player, body any) any {
			m, ok := body.(record.Move)
			if !ok || culprit != nil {
				return body
			}
			if c := cheat(g, p, m); c != nil {
				culprit = p
				hook(g, p)
				return *c
			}
			return body
		}
		g.Until(func(t *table.Table) bool { return culprit != nil || t.HandNumber() > 1 || t.Over() })
		if culprit != nil {
			return g, culprit
		}
	}
	return nil, nil
}
