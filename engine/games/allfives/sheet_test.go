package allfives

import (
	"fmt"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// RULES 2.2, 4.3, 4.4 and 7.1: the lines of the score sheets of a whole hand, and of
// one that ends in its middle.
func TestSheets(t *testing.T) {
	for _, c := range []struct {
		target int
		answer string
		want   []string
	}{
		{61, "take-one", []string{"begged, and the dealer gave a point 1 (4.3)", "trumps in trick "}},
		{61, "run", []string{"begged, and the dealer ran the cards 0 (4.4)", "trumps in trick "}},
		{1, "take-one", []string{"begged, and the dealer gave a point 1 (4.3)", "cards still held "}},
	} {
		g, err := bare.New(Rules, 2, map[string]any{"target": c.target}, bare.Random(2))
		if err != nil {
			t.Fatal(err)
		}
		var ended []bare.Ended
		for at := 1; len(ended) == 0; at++ {
			seat := g.Position().Status().Turn
			text := g.Position().Moves(seat, g.Observation(seat))[0]
			switch at {
			case 1:
				text = "beg"
			case 2:
				text = c.answer
			}
			if ended, err = g.Play(seat, text, at, false); err != nil {
				t.Fatal(err)
			}
		}
		got := ""
		for _, items := range ended[0].Items {
			for _, i := range items {
				got += strings.Join(strings.Fields(fmt.Sprintf("%s %s %d (%s)", i.What, card.Join(i.Cards), i.Points, i.Rule)), " ") + "\n"
				sum := 0
				for _, x := range i.Cards {
					sum += points(x, ended[0].Position.(*position).trump)
				}
				if i.Rule == "2.2" && sum != i.Points {
					t.Errorf("%s: %d points for %s", i.What, i.Points, card.Join(i.Cards))
				}
			}
		}
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("target %d, %s: there is no %q in\n%s", c.target, c.answer, want, got)
			}
		}
	}
}

// A seat that has nothing to count says so.
func TestEmptySheet(t *testing.T) {
	p := &position{hands: [][]rules.Slot{nil, nil}, items: [][]rules.Item{{{What: "trumps in trick 1", Points: 4}}, nil}}
	p.finish(nil)
	if len(p.items[0]) != 1 || len(p.items[1]) != 1 || p.items[1][0].Points != 0 || p.items[1][0].Rule != "2.2" {
		t.Errorf("%+v", p.items)
	}
}
