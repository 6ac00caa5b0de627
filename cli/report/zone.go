package report

import (
	"slices"

	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/engine/story"
)

// A zone is a place on the table with its cards.
type zone struct {
	Label  string
	Groups []group
}

type group struct {
	Name  string
	Cards []card.Card
	For   []card.Card // what each one stands for
	Marks []rules.Mark
}

// changes lists the zones whose cards lie differently after one moment than after an earlier
// one, as somebody sees it who sees everything.
func changes(s *story.Story, h *story.Hand, from, to int) []zone {
	old := h.View(from, story.Everybody).Zones
	seen := map[place]int{}
	var list []zone
	now := h.View(to, story.Everybody)
	for _, z := range now.Zones {
		at := place{z.Kind, z.Seat}
		before, ok := nth(old, at, seen[at])
		seen[at]++
		if ok && same(before, z) || z.Count == 0 || len(z.Groups) == 0 {
			continue
		}
		list = append(list, newZone(s, z, now.Marks))
	}
	return list
}

// A place identifies a zone of a view; its label may change.
type place struct {
	kind rules.ZoneKind
	seat int
}

func nth(zones []rules.Zone, at place, n int) (rules.Zone, bool) {
	for _, z := range zones {
		if (place{z.Kind, z.Seat}) == at {
			if n == 0 {
				return z, true
			}
			n--
		}
	}
	return rules.Zone{}, false
}

func same(a, b rules.Zone) bool {
	return slices.EqualFunc(a.Groups, b.Groups, func(x, y rules.Group) bool {
		return x.Seat == y.Seat && slices.Equal(x.Cards, y.Cards)
	})
}

func newZone(s *story.Story, z rules.Zone, marks []rules.Mark) zone {
	if z.Marks != nil {
		marks = z.Marks
	}
	v := zone{Label: z.Label}
	switch {
	case z.Kind == rules.HandZone:
		v.Label = s.Name(z.Seat) + " holds"
	case z.Seat >= 0:
		v.Label = s.Name(z.Seat) + ", " + z.Label
	case z.Kind == rules.PileZone:
		return pile(z, marks)
	}
	for _, g := range z.Groups {
		shown := group{Cards: slices.Clone(g.Cards), For: g.For, Marks: marks}
		switch {
		case z.Kind == rules.HandZone:
			shown.Cards = sortCards(shown.Cards)
		case z.Kind == rules.TrickZone && g.Seat >= 0:
			shown.Name = s.Name(g.Seat)
		}
		v.Groups = append(v.Groups, shown)
	}
	return v
}

// pile shows the uppermost cards, the top one first.
func pile(z rules.Zone, marks []rules.Mark) zone {
	cards := shown.Cards(z)
	slices.Reverse(cards)
	return zone{Label: z.Label + " (" + count(z.Count, "card") + ")", Groups: []group{{Cards: cards[:min(len(cards), few)], Marks: marks}}}
}
