package node

import (
	"math"
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/story"
	"fives/p2p/api"
	"fives/p2p/replica"
)

// onlooker is a table's state as somebody without a seat sees it.
type onlooker struct{ tableState }

func (onlooker) Local() *replica.LocalSeat { return nil }

// showPublic returns a table as somebody without a seat sees it. It does not use this node's own
// observation.
func showPublic(r tableState) api.Table { return showTable(onlooker{r}) }

// showTable returns a table as this node's own seat sees it.
func showTable(r tableState) api.Table { return tableFrom(r, 0) }

// tableFrom is showTable without the first settled hands, of which it leaves out earlier.
func tableFrom(r tableState, earlier int) api.Table {
	t := r.Table()
	terms := t.Terms()
	names := terms.Names()
	v := api.Table{
		Summary: summaryOf(r), Title: terms.Rules.Title, Options: terms.Options, TurnLimit: int(terms.TurnLimit), Private: terms.Private, Spectators: terms.Spectators,
		Waiting: waitingFor(r, names), Last: []api.Played{}, Earlier: earlier, Hands: []api.Hand{}, Faults: []api.Fault{},
	}
	own := r.Local()
	observation := t.Public()
	if own != nil {
		observation = r.Observe(own)
		v.YourTurn = yourTurn(r)
	}
	if d := r.Deadline(); !d.IsZero() {
		v.Deadline = &d
	}
	for i := range v.Seats {
		addStanding(r, i, names, &v.Seats[i])
	}
	if pos := t.Position(); pos != nil && t.HandNumber() > 0 {
		view := pos.View(v.Seat, observation)
		v.View, v.State = &view, rules.State(pos, names, observation)
	}
	v.Last = append(v.Last, showMoved(t.Hand().Played(), names)...)
	v.MayCover = namesOf(names, r.MayCover())
	if v.NoCover == "" && len(missedSecond(r)) > 0 {
		v.NoCover = api.OneADeal
	}
	if own != nil {
		v.Missed = showMoved(story.Missed(t, own.Seat(), math.MaxUint64), names)
	}
	for _, res := range t.Results()[earlier:] {
		v.Hands = append(v.Hands, handView(t, res, names))
	}
	for _, f := range t.Faults() {
		v.Faults = append(v.Faults, api.Fault{Name: names[f.Seat], Step: f.Step, Reason: plainError(f.Reason)})
	}
	return v
}

// addStanding fills in the fields of a seat that say how it stands at this moment.
func addStanding(r tableState, i int, names []string, s *api.Seat) {
	t := r.Table()
	online, _ := r.Online(i)
	s.Online, s.Owes = online, slices.Contains(t.Awaited(), i)
	s.Active = t.Position() != nil && slices.Contains(t.Position().Status().Active, i)
	s.Covered, s.Keyless, s.Lacks = t.Covered(i), keyless(t, i), r.Lacking(i)
	s.GaveUp, s.Unvoted, s.FalseVotes = whoGaveUp(t, i, names), whoHasNotVoted(r, i, names), r.FalseVotes(i)
	if by, is := r.OnlyHeardBy(i); is {
		s.OnlyHeardBy = names[by]
	}
	if at := r.CoverAt(i); !at.IsZero() {
		s.CoverAt = &at
	}
	if since := awaySince(r, i); !since.IsZero() {
		s.Away = &since
	}
}

// yourTurn reports whether this node's seat is to move, sees its cards, and need not hear from
// others before.
func yourTurn(r tableState) bool {
	own := r.Local()
	return own != nil && !own.Left && toMove(r) == own.Seat() && own.Sees(r.Table()) && !mustHear(r)
}

// toMove returns the seat that is to move, [rules.None] if there is none: at a table that has stopped,
// nobody moves any more.
func toMove(r tableState) int {
	if d := r.Table().Pending(); d.Kind == record.KindMove && phaseOf(r) == api.PhasePlaying {
		return d.Seats[0]
	}
	return rules.None
}

// showMoves returns the legal moves of this node's seat.
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
