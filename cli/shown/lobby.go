package shown

import (
	"cmp"
	"slices"

	"fives/p2p/api"
)

// A Group is the tables of a lobby under one heading.
type Group struct {
	Heading string
	Mine    []api.Summary // this node's
	Open    []api.Offer   // those of others, or with free seats
	Over    bool          // they are in the past
}

// Groups returns the tables of a lobby in groups: those that are played here, then the free
// seats, then what can be watched, and at the end what is over, the latest first.
func Groups(tables api.Tables) []Group {
	playing, seats, watched := Group{Heading: "Your tables"}, Group{Heading: "Open seats"}, Group{Heading: "Being played by others"}
	stopped, over := Group{Heading: "Stopped"}, Group{Heading: "Finished", Over: true}
	for _, m := range tables.Mine {
		g := &playing
		switch m.Phase {
		case api.PhaseOver:
			g = &over
		case api.PhaseStopped:
			g = &stopped
		}
		g.Mine = append(g.Mine, m)
	}
	for _, o := range tables.Open {
		g := &seats
		if o.Running {
			g = &watched
		}
		g.Open = append(g.Open, o)
	}
	slices.SortStableFunc(over.Mine, func(a, b api.Summary) int { return cmp.Compare(b.Time, a.Time) })
	return slices.DeleteFunc([]Group{playing, seats, watched, stopped, over}, func(g Group) bool { return len(g.Mine)+len(g.Open) == 0 })
}
