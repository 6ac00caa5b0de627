package tabletest

import (
	"errors"
	"slices"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
)

// Alone cuts a player off in the running step: all records of the step reach it, its own
// reaches nobody, and the others vote it away. It returns a copy of the player that has
// gone on as far as it can without the others. The player itself is absent until
// [Rig.Back].
func (g *Rig) Alone(who *Player) (alone *Player) {
	g.TB.Helper()
	one := *who
	one.Table, one.Observation = who.Table.Snapshot(), seat.FaceCache{}
	var made []record.Record
	for _, p := range g.Players {
		if p != who && p.Owes() {
			made = append(made, g.Make(p))
		}
	}
	for _, p := range append(slices.Clone(g.Players), &one) {
		for _, r := range made {
			if p != who {
				g.must(p.Take(r))
			}
		}
	}
	g.Absent = func(p *Player) bool { return p == who }
	for one.Owes() {
		g.must(one.Take(g.Make(&one)))
	}
	g.Step()
	return &one
}

// Apart keeps some players from hearing each other, and all others from hearing them, in
// the running step: all who have a vote on a record that one of them owes say that it is
// away. The votes and the other records reach everybody; a record that one of these players
// owes reaches only itself.
func (g *Rig) Apart(players ...*Player) {
	g.TB.Helper()
	var way []record.Record
	for _, p := range players {
		if !p.Owes() {
			g.TB.Fatalf("%s owes nothing in step %d", p.Name, p.Table.Step())
		}
		for _, voter := range p.Table.Voters(p.Seat) {
			v := g.Players[voter]
			r, err := seat.Away(v.Table, voter, p.Seat, v.Key, v.Hand, g.Secret)
			g.must(err)
			way = append(way, r)
		}
	}
	own := map[*Player]record.Record{}
	for _, p := range g.Players {
		switch apart := slices.Contains(players, p); {
		case p.Owes() && apart:
			own[p] = g.Make(p)
		case p.Owes():
			way = append(way, g.Make(p))
		}
	}
	for _, p := range g.Players {
		list := slices.Clone(way)
		if r, ok := own[p]; ok {
			list = append(list, r)
		}
		g.Rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for _, r := range list {
			if err := p.Take(r); err != nil && !errors.Is(err, table.ErrLate) {
				g.TB.Fatal(err)
			}
		}
	}
	g.Agree()
}

// Back makes an absent player come back, with everything that the others have.
func (g *Rig) Back(who *Player) {
	who.Table, who.Observation, g.Absent = g.Table().Snapshot(), seat.FaceCache{}, nil
}

func (g *Rig) must(err error) {
	g.TB.Helper()
	if err != nil {
		g.TB.Fatal(err)
	}
}

// Naps plays to the end of the game; a player is absent in all steps for which a function
// says so.
func (g *Rig) Naps(who *Player, asleep func(*table.Table) bool) {
	g.TB.Helper()
	g.Until(func(t *table.Table) bool {
		switch away := g.absent(who); {
		case asleep(t) && !away:
			g.Absent = func(p *Player) bool { return p == who }
		case !asleep(t) && away:
			g.Back(who)
		}
		return false
	})
	if !g.Table().Over() {
		g.TB.Fatalf("stuck at step %d: %+v is owed", g.Table().Step(), g.Table().Pending())
	}
}
