package node

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/replica"
)

func parseID(text string) (record.Hash, error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(record.Hash{}) {
		return record.Hash{}, fmt.Errorf("node: %q is not a table ID", text)
	}
	return record.Hash(b), nil
}

func (n *Node) summaries() []api.Summary {
	var list []api.Summary
	for _, g := range n.tables.running() {
		g.look(func(r *replica.Snapshot) {
			if !r.Declined() {
				s := summaryOf(r)
				g.completeSummary(&s)
				n.hideTurn(&s)
				s.Warnings = n.book.Warnings(g.terms.Seats)
				list = append(list, s)
			}
		})
	}
	for _, a := range n.tables.archive() {
		if !a.Declined {
			a.Summary.Warnings = n.book.Warnings(a.seats())
			list = append(list, a.Summary)
		}
	}
	fillChildren(list)
	slices.SortFunc(list, func(a, b api.Summary) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// fillChildren fills in at which table of the list each one goes on.
func fillChildren(list []api.Summary) {
	children := map[string]api.Summary{}
	for _, s := range list {
		if s.Parent != "" && s.Call == nil && s.Phase != api.PhaseSeated {
			children[s.Parent] = s
		}
	}
	for i := range list {
		if child, ok := children[list[i].ID]; ok && list[i].Child == "" {
			wentOn(&list[i], child.ID, child.From)
		}
	}
}

// Table returns a table as this node's own seat sees it.
func (n *Node) Table(name string) (api.Table, error) {
	g, err := n.tables.find(name)
	var e *api.Error
	if own := n.twinWarnings(); len(own) > 0 && errors.As(err, &e) && e.Reason == api.ReasonNotBegun {
		err = api.Fail(api.ReasonNotBegun, api.Data{Warning: &own[0]})
	}
	if err != nil {
		return api.Table{}, err
	}
	return n.view(g, showTable), nil
}

// Public returns a table as somebody without a seat sees it.
func (n *Node) Public(name string) (api.Table, error) {
	g, err := n.tables.find(name)
	if err != nil {
		return api.Table{}, err
	}
	return n.view(g, showPublic), nil
}

// view returns a table as show shows it, completed with what is known of the nodes of its seats.
func (n *Node) view(g *game, show func(tableState) api.Table) (t api.Table) {
	ended := false
	g.look(func(r *replica.Snapshot) {
		t, ended = show(r), r.Ended()
		if since := g.reporter.cutOff(r); !since.IsZero() && !ended {
			t.CutOff = &since
		}
	})
	if g.completeSummary(&t.Summary); t.Phase != api.PhasePlaying {
		t.YourTurn = false
	}
	g.reporter.MarkLate(t.Last)
	t.Warnings = append(n.book.Warnings(g.terms.Seats), g.storeWarnings()...)
	if !ended {
		t.Warnings = append(t.Warnings, n.inviterWarnings(func(of record.Key) bool { return t.CutOff != nil && g.terms.SeatOf(of) != rules.None })...)
		own := n.twinWarnings()
		if t.Warnings = append(append(t.Warnings, own...), n.twinWarningsAt(g)...); len(own) > 0 && t.Seat >= 0 {
			t.YourTurn, t.Waiting = false, api.Waiting{What: api.Twice}
			n.hideTurn(&t.Summary)
		}
	}
	for i, w := range n.book.Doubts(g.terms.Seats) {
		t.Seats[i].Warning = w
	}
	for i := range t.Seats {
		if ended { // the table has no streams that would tell
			t.Seats[i].Online, t.Seats[i].Away = n.online(g, i), nil
		}
		t.Seats[i].Asleep = !t.Seats[i].Online && g.reporter.Asleep(i)
		if node := g.terms.Seats[i].Node(); node != n.self && n.network.Connected(node) {
			t.Seats[i].Through, t.Seats[i].RoundTrip = n.wayTo(node)
		}
	}
	for i := range t.Seats {
		t.Seats[i].Since = g.origin().since[i]
	}
	if t.Handovers = n.handovers(g); t.Seat < 0 {
		t.Handovers = forOnlooker(t.Handovers)
	} else if g.terms.Private {
		t.Code, t.ScreenAsked = n.lobby.Code(g.id), slices.Contains(g.Snapshot().Admitted, n.self)
	}
	if child := n.tables.archivedChild(g.id); t.Child == "" && child.ID != "" {
		wentOn(&t.Summary, child.ID, child.From)
	}
	if t.Phase == api.PhaseOver {
		t.Refused = n.tables.refused(g.id)
	}
	if t.Phase == api.PhaseStopped {
		_, former := g.handedTo()
		t.Waiting = waitingElsewhere(t, former)
	}
	if unsaid := g.reporter.unsaid.Load(); unsaid != 0 {
		hideDepartures(&t, unsaid, g.onward())
	}
	if t.Seat < 0 {
		t.HandedTo = ""
	}
	return t
}

// waitingElsewhere returns what a stopped table waits for, if the game goes on at another one; former is the
// name that this node's person had at the table.
func waitingElsewhere(t api.Table, former string) api.Waiting {
	switch {
	case t.Child != "":
		return api.Waiting{What: api.Onward}
	case t.HandedTo != "" && t.Seat >= 0:
		return api.Waiting{What: api.HandedOver, Names: []string{t.HandedTo}}
	case t.HandedTo != "":
		return api.Waiting{What: api.HandedOver, Names: []string{t.HandedTo}, Detail: former}
	}
	return t.Waiting
}

// hideDepartures says nothing yet of others who have left a table most likely for the one at which the
// game goes on.
func hideDepartures(t *api.Table, unsaid uint64, next onward) {
	for i := range t.Seats {
		t.Seats[i].Left = t.Seats[i].Left && (t.Seats[i].You || unsaid&(1<<i) == 0)
	}
	if t.Waiting.What == api.Left || t.Waiting.What == api.LeftBehind {
		t.Waiting = api.Waiting{What: api.Changing}
		if next.agreed && !next.changes {
			t.Waiting.What = api.Onward
		}
	}
}

// online reports whether the node of a seat is connected.
func (n *Node) online(g *game, seat int) bool {
	key := g.terms.Seats[seat].Node()
	return key == n.self || n.network.Connected(key)
}

// archivedChild returns the archived table at which this node went on from another one, the zero Summary
// if there is none.
func (ts *tables) archivedChild(parent record.Hash) (child api.Summary) {
	for _, a := range ts.archive() {
		if a.Summary.Parent == parent.String() && !a.Declined {
			child = a.Summary
		}
	}
	return child
}

// Moves lists the legal moves of this node's seat.
func (n *Node) Moves(name string) (m api.Moves, err error) {
	g, err := n.tables.find(name)
	if err != nil {
		return api.Moves{}, err
	}
	g.look(func(r *replica.Snapshot) { m = showMoves(r) })
	if m.YourTurn && cmp.Or(n.maySign(), g.mayAct()) != nil {
		m = api.Moves{Moves: []string{}, Notation: m.Notation}
	}
	return m, nil
}
