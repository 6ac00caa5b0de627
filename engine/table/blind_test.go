package table_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
)

var blindHands = flag.Int("hands", 4, "hands of each game in TestTheStandInIsBlind")

// SPEC §10.4: no face of a hand is public before it is played or shown, whoever is away and
// when, in every game of which a table can be covered. The stand-in opens the one card that it
// plays, and in the step in which it plays it.
func TestTheStandInIsBlind(t *testing.T) {
	for _, rs := range append(games.All(), tabletest.Drill) {
		if rs.MaxSeats < 4 {
			continue
		}
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			var n blind
			for seed := range uint64(*blindHands) {
				n.play(t, rs, seed)
			}
			t.Logf("%+v", n)
			if n.Covered == 0 || n.Moves == 0 || n.Opened == 0 || n.Keyless == 0 {
				t.Errorf("%+v", n)
			}
		})
	}
}

// blind counts what has happened in the hands that were looked at.
type blind struct {
	Covered, Keyless int // records voted away, and in how many hands somebody had no key
	Moves, Opened    int // of stand-ins, and the cards opened for them
}

// play plays a hand in which one seat after the other is away, and looks at it step by step.
func (n *blind) play(t *testing.T, rs *rules.RuleSet, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 11))
	g := oneReplica(tabletest.NewCovered(t, rs, min(rs.MaxSeats, 4+int(seed)%2), nil, seed))
	if rs != tabletest.Drill {
		g.Choose = tabletest.Bot(rs.Bots[0])
	}
	gone := -1
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == gone }
	tb := g.Table()
	for len(tb.Results()) == 0 {
		if tb.HandNumber() == 1 && r.IntN(6) == 0 || tb.Pending().Kind == record.KindSeal && seed%2 == 0 {
			gone = r.IntN(len(g.Players)+1) - 1
		}
		if gone >= 0 && tb.Pending().Owes(gone) && !tb.Covering(gone) { // the others wait for it
			gone = -1
		}
		d, before, played := tb.Pending(), tb.Public(), len(tb.Hand().Played())
		hands := tb.Position()
		if !g.Step() {
			t.Fatalf("seed %d: stuck in step %d: %+v", seed, tb.Step(), tb.Pending())
		}
		n.Covered += len(tb.Coverings(tb.Step() - 1))
		if tb.HandNumber() == 0 || hands == nil {
			continue
		}
		n.look(t, tb, d, hands.Status().Hands, before, tb.Hand().Played()[played:])
	}
	if len(keyless(tb)) > 0 {
		n.Keyless++
	}
}

// look looks at the cards that have become public in a step, before which there were these
// hands and public cards, and in which these moves were made.
func (n *blind) look(t *testing.T, tb *table.Table, d table.Pending, hands [][]rules.Slot, before rules.Observation, played []table.PlayedMove) {
	t.Helper()
	var news []rules.Slot
	for x, c := range tb.Public() {
		if c.Known() && !before.Of(rules.Slot(x)).Known() {
			news = append(news, rules.Slot(x))
		}
	}
	standIn := false
	for _, m := range played {
		if m.StandIn {
			n.Moves++
			standIn = true
		}
	}
	now := tb.Position().Status().Hands
	in := func(hands [][]rules.Slot) (held []rules.Slot) {
		for _, x := range news {
			if slices.ContainsFunc(hands, func(h []rules.Slot) bool { return slices.Contains(h, x) }) {
				held = append(held, x)
			}
		}
		return held
	}
	switch {
	case d.Why == rules.Cover:
		n.Opened += len(news)
		if len(news) != 1 || len(in(hands)) != 1 || !standIn || len(in(now)) > 0 {
			t.Errorf("%s, step %d: slots %v are opened, the moves are %+v", tb.Terms().Rules.Name, tb.Step()-1, news, played)
		}
	case d.Kind == record.KindMove && len(news) > 0: // of the hand of who has signed it
		if len(played) == 0 || played[0].StandIn || !slices.Equal(in([][]rules.Slot{hands[played[0].Seat]}), news) {
			t.Errorf("%s, step %d: slots %v are opened, the moves are %+v", tb.Terms().Rules.Name, tb.Step()-1, news, played)
		}
	case d.Kind == record.KindMove || d.Why == rules.Show:
	case len(in(now)) > 0:
		t.Errorf("%s, step %d: slots %v of hands are public, by a %s", tb.Terms().Rules.Name, tb.Step()-1, in(now), d.Why)
	}
}

// oneReplica has all players of a rig look at one replica, so that everything is verified once.
func oneReplica(g *tabletest.Rig) *tabletest.Rig {
	for _, p := range g.Players {
		p.Table = g.Players[0].Table
	}
	g.Route = func(_, to *tabletest.Player, r record.Record) []record.Record {
		if first := slices.IndexFunc(g.Players, func(p *tabletest.Player) bool { return !g.Absent(p) }); to.Seat != first {
			return nil
		}
		return []record.Record{r}
	}
	return g
}
