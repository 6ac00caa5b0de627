package games_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/table/tabletest"
)

// A swindle changes the move that a modified daemon signs; it returns nil where
// there is nothing to gain.
type swindle func(g *tabletest.Rig, p *tabletest.Player, honest record.Move) *record.Move

// hidden plays what only the showing of the hand proves wrong, by any of the
// move texts with one card.
func hidden(pattern string) swindle {
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

// TestHiddenCheats: a single dropped from a pair, a revoke: played on at first,
// named by all replicas and by the log's verifier when the hand is shown.
func TestHiddenCheats(t *testing.T) {
	for game, cheat := range map[string]swindle{"furious-five": hidden("drop %s draw"), "all-fives": hidden("play %s")} {
		t.Run(game, func(t *testing.T) {
			g, culprit := swindled(t, game, 2, cheat, func(*tabletest.Rig, *tabletest.Player) {})
			g.Until(func(t *table.Table) bool { return len(t.Results()) > 0 && len(t.Duty().Seats) == 0 })
			for _, p := range g.Players {
				r := p.Table.Results()[len(p.Table.Results())-1]
				if len(r.Breaches) == 0 || slices.ContainsFunc(r.Breaches, func(b rules.Breach) bool { return b.Seat != culprit.Seat }) {
					t.Errorf("%s finds %+v, and %s cheated", p.Name, r.Breaches, culprit.Name)
				}
			}
			report, err := audit.Verify(g.Table().Log(), games.Find, audit.Options{})
			if err != nil || report.OK() || len(report.Breaches()) == 0 {
				t.Errorf("the verifier: %v, ok %v", err, report.OK())
			}
		})
	}
}

// swindled plays until a seat has cheated in its first hand.
func swindled(t *testing.T, game string, seats int, cheat swindle, hook func(*tabletest.Rig, *tabletest.Player)) (*tabletest.Rig, *tabletest.Player) {
	t.Helper()
	rs, err := games.Find(game)
	if err != nil {
		t.Fatal(err)
	}
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
		g.Until(func(t *table.Table) bool { return culprit != nil || t.HandNumber() > 1 })
		if culprit != nil {
			return g, culprit
		}
	}
	t.Fatal("no seat could cheat")
	return nil, nil
}

// otherCard claims for the first card of a move the face of another.
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

// calls calls with any total.
func calls(g *tabletest.Rig, p *tabletest.Player, _ record.Move) *record.Move {
	body := g.Dishonest(p, "call")
	return &body
}

// TestVisibleCheats: a face that the card does not have, a call with too many
// points: refused at once by every other replica, with the author's own
// signature as proof, which verifies alone.
func TestVisibleCheats(t *testing.T) {
	for name, c := range map[string]struct {
		game  string
		cheat swindle
	}{
		"a face in five":            {"five", otherCard},
		"a face in furious five":    {"furious-five", otherCard},
		"a face in five three five": {"five-three-five", otherCard},
		"a face in all fives":       {"all-fives", otherCard},
		"a face in five crowns":     {"five-crowns", otherCard},
		"a call with too much":      {"furious-five", calls},
	} {
		t.Run(name, func(t *testing.T) {
			accused := 0
			g, culprit := swindled(t, c.game, 3, c.cheat, func(g *tabletest.Rig, p *tabletest.Player) {
				g.Refused = func(at *tabletest.Player, _ record.Record, err error) {
					var f *table.Fault
					if !errors.As(err, &f) || f.Seat != p.Seat {
						t.Errorf("%s: %v", at.Name, err)
						return
					}
					accused++
				}
			})
			if accused != len(g.Players) {
				t.Errorf("%d of %d replicas accuse %s", accused, len(g.Players), culprit.Name)
			}
			tb := g.Table()
			evidence := audit.Evidence(tb, tb.Faults()[0])
			_, err := audit.Verify(evidence, games.Find, audit.Options{})
			var blame *audit.BlameError
			if !errors.As(err, &blame) || blame.Seat != culprit.Seat {
				t.Errorf("the evidence: %v", err)
			}
		})
	}
}
