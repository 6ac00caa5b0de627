package node

import (
	"math"
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/replica"
)

// onlooker is a state as one without a seat sees it.
type onlooker struct{ tableState }

func (onlooker) Local() *replica.LocalSeat { return nil }

// showPublic shows a table as one without a seat sees it: this node's own observation is not
// asked for.
func showPublic(r tableState) api.Table { return showTable(onlooker{r}) }

// showTable shows a table as this node's own seat sees it.
func showTable(r tableState) api.Table { return tableFrom(r, 0) }

// tableFrom leaves out so many of the settled hands.
func tableFrom(r tableState, earlier int) api.Table {
	t := r.Table()
	terms := t.Terms()
	names := terms.Names()
	v := api.Table{
		Summary: summaryOf(r), Title: terms.Rules.Title, Options: terms.Options, TurnLimit: int(terms.TurnLimit), Cover: terms.Cover,
		You: rules.None, Waiting: waitingFor(r, names), Last: []api.Played{}, Earlier: earlier, Hands: []api.Hand{}, Faults: []api.Fault{},
	}
	own := r.Local()
	observation := t.Public()
	if own != nil {
		v.You = own.Seat()
		observation = r.Observe(own)
		v.YourTurn = yourTurn(r)
	}
	if d := r.Deadline(); !d.IsZero() {
		v.Deadline = &d
	}
	v.Seats = seatViews(r, names)
	if pos := t.Position(); pos != nil && t.HandNumber() > 0 {
		view := pos.View(v.You, observation)
		v.View, v.State = &view, rules.State(pos, names, observation)
	}
	for _, p := range t.Hand().Played() {
		v.Last = append(v.Last, played(p, names))
	}
	v.NoCover, v.MayCover = noCover(t), namesOf(names, r.MayCover())
	if own != nil {
		v.Missed = missed(t, own.Seat(), math.MaxUint64, names)
	}
	for _, res := range t.Results()[earlier:] {
		v.Hands = append(v.Hands, handView(t, res, names))
	}
	for _, f := range t.Faults() {
		v.Faults = append(v.Faults, api.Fault{Name: names[f.Seat], Step: f.Step, Reason: plainError(f.Reason)})
	}
	return v
}

func seatViews(r tableState, names []string) []api.Seat {
	t := r.Table()
	missing := t.Missing()
	var active []int
	if t.Position() != nil {
		active = t.Position().Status().Active
	}
	var seats []api.Seat
	for i, s := range t.Terms().Seats {
		online, since := r.Online(i)
		c := api.Seat{
			Name: names[i], Fingerprint: record.Fingerprint(s.Key), Online: online, Left: t.HasLeft(i),
			Active: slices.Contains(active, i), Owes: slices.Contains(missing, i),
			Covered: t.Covered(i), Keyless: keyless(t, i), Lacks: r.Lacking(i), GaveUp: gaveUp(t, i, names), Unvoted: unvoted(r, i, names),
			FalseVotes: r.FalseVotes(i),
		}
		if by, is := r.OnlyHeardBy(i); is {
			c.OnlyHeardBy = names[by]
		}
		if at := r.CoverAt(i); !at.IsZero() {
			c.CoverAt = &at
		}
		if o := r.Local(); o != nil {
			c.You = o.Seat() == i
		}
		if !online && !since.IsZero() {
			c.Away = &since
		}
		_, c.Strength = s.Called()
		if s.Host != nil {
			c.BotOf = hostName(t.Terms(), *s.Host, names)
		}
		seats = append(seats, c)
	}
	return seats
}

// yourTurn reports whether this node's seat is to move, and sees its cards.
func yourTurn(r tableState) bool {
	t, own := r.Table(), r.Local()
	return own != nil && !own.Left && t.Pending().Kind == record.KindMove && t.Pending().Owes(own.Seat()) && own.Sees(t)
}

// showMoves shows the legal moves of this node's seat.
func showMoves(r tableState) api.Moves {
	t, own := r.Table(), r.Local()
	m := api.Moves{Moves: []string{}, Notation: t.Terms().Rules.Notation}
	if !yourTurn(r) {
		return m
	}
	m.YourTurn = true
	m.Moves = append(m.Moves, t.Position().Moves(own.Seat(), r.Observe(own))...)
	return m
}
