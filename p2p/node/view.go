package node

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/libp2p/go-libp2p/core/network"

	"fives/engine/card"
	"fives/engine/nickname"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/replica"
)

func parseID(text string) (record.Hash, error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(record.Hash{}) {
		return record.Hash{}, fmt.Errorf("node: %q is no table ID", text)
	}
	return record.Hash(b), nil
}

func (n *Node) summaries() []control.Summary {
	var list []control.Summary
	for _, g := range n.running() {
		g.look(func(r *replica.Replica) {
			if !r.Declined() {
				s := summary(r)
				s.Warnings = n.warnings(g.terms.Seats)
				list = append(list, s)
			}
		})
	}
	n.mu.Lock()
	for _, a := range n.done {
		if !a.Declined {
			a.Summary.Warnings = n.warnings(a.seats())
			list = append(list, a.Summary)
		}
	}
	n.mu.Unlock()
	slices.SortFunc(list, func(a, b control.Summary) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.ID, b.ID))
	})
	return list
}

func summary(r *replica.Replica) control.Summary {
	t := r.Table()
	names := t.Terms().Names()
	s := control.Summary{
		ID: t.ID().String(), Time: began(t), Game: t.Terms().Rules.Name, Phase: phase(r), Names: names,
		Hand: t.HandNumber(), Winners: named(names, t.Winners()), Step: t.Step(), Head: t.Head().String(), Warnings: []string{},
		Players: players(r, names),
	}
	if o := r.Local(); o != nil {
		s.You = names[o.Seat()]
	}
	if n := len(t.Results()); t.Position() != nil && t.HandNumber() > 0 {
		s.Dealt = t.Slots() > 0 && (n == 0 || t.Results()[n-1].Hand != t.HandNumber())
	}
	if pos := t.Position(); pos != nil {
		s.Scores = pos.Status().Scores
	}
	if p := t.Terms().Parent; p != nil {
		s.Parent = p.Table.String()
	}
	if r.Called() && r.Local() != nil {
		s.Call = onwardText(t.Continuation())
	}
	if d := t.Pending(); d.Kind == record.KindMove {
		s.Turn = names[d.Seats[0]]
	}
	return s
}

func players(r *replica.Replica, names []string) []control.Player {
	terms := r.Table().Terms()
	var list []control.Player
	for i, s := range terms.Seats {
		p := control.Player{Name: names[i], Fingerprint: record.Fingerprint(s.Key), You: r.Local() != nil && r.Local().Seat() == i, Left: r.Table().HasLeft(i)}
		if s.Host != nil {
			p.Bot = "bot of " + hostName(terms, *s.Host, names)
		}
		list = append(list, p)
	}
	return list
}

// began is when a table began, as somebody there claims: its proposer, or at a
// continuation, which has none, the first to receipt a hand. It is 0 before that,
// and where that claims a time after the year 9999.
func began(t *table.Table) uint64 {
	if proposed := t.Terms().Time; proposed != 0 || len(t.Results()) == 0 {
		return proposed
	}
	for _, r := range t.Records(t.Results()[0].Step) {
		if p, err := r.Peek(); err == nil {
			if body, err := record.Decode[record.Receipt](p); err == nil && body.Time <= record.LatestTime {
				return body.Time
			}
		}
	}
	return 0
}

func phase(r *replica.Replica) control.Phase {
	t := r.Table()
	switch {
	case t.Over():
		return control.PhaseOver
	case t.Stopped(), t.Violated() && len(t.Pending().Seats) == 0, len(gone(t)) > 0:
		return control.PhaseStopped
	case t.Position() == nil:
		return control.PhaseSeated
	}
	return control.PhasePlaying
}

// gone lists the seats that have left and are needed for the running hand.
func gone(t *table.Table) []int {
	if t.Position() == nil || t.Winners() != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.Position().Status().Active), func(s int) bool { return !t.HasLeft(s) })
}

// named lists the names of seats; nil stays nil, which JSON writes as null.
func named(names []string, seats []int) []string {
	if seats == nil {
		return nil
	}
	list := make([]string, len(seats))
	for i, s := range seats {
		list[i] = names[s]
	}
	return list
}

// Table shows a table as this node's own seat sees it.
func (n *Node) Table(name string) (control.Table, error) {
	g, err := n.find(name)
	if err != nil {
		return control.Table{}, err
	}
	var t control.Table
	ended := false
	g.look(func(r *replica.Replica) { t, ended = tableView(r), r.Ended() })
	t.Warnings = n.warnings(g.terms.Seats)
	for i, text := range n.doubts(g.terms.Seats) {
		t.Seats[i].Warning = text
	}
	for i := range t.Seats {
		if ended { // there is no stream to tell by
			t.Seats[i].Online, t.Seats[i].Away = g.present(i), nil
		}
	}
	t.Child = n.childOf(g.id)
	return t, nil
}

// present tells whether the node of a seat is connected.
func (g *game) present(seat int) bool {
	key := replica.Node(g.terms.Seats[seat])
	id, err := host.PeerID(key[:])
	return key == g.n.self || err == nil && g.n.host.Network().Connectedness(id) == network.Connected
}

// childOf is the ID of the table at which this node goes on from another one, ""
// if there is none.
func (n *Node) childOf(parent record.Hash) (child string) {
	for _, g := range n.children(parent, (*replica.Replica).Begun) {
		child = g.id.String()
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, a := range n.done {
		if a.Summary.Parent == parent.String() && !a.Declined {
			child = a.Summary.ID
		}
	}
	return child
}

func tableView(r *replica.Replica) control.Table {
	t := r.Table()
	terms := t.Terms()
	names := terms.Names()
	v := control.Table{
		Summary: summary(r), Called: r.Called() && r.Local() != nil, Title: terms.Rules.Title, Options: terms.Options, TurnLimit: int(terms.TurnLimit),
		You: rules.None, Waiting: waitingFor(r, nickname.ShownAll(names)), Last: []control.Played{}, Hands: []control.Hand{}, Faults: []control.Fault{},
	}
	own := r.Local()
	observation := t.Public()
	if own != nil {
		v.You = own.Seat()
		observation = r.Observe(own)
		if d := r.Deadline(); !d.IsZero() {
			v.Deadline = &d
		}
		v.YourTurn = t.Pending().Kind == record.KindMove && t.Pending().Owes(own.Seat()) && !own.Left
	}
	v.Seats = seatViews(r, names)
	if pos := t.Position(); pos != nil && t.HandNumber() > 0 {
		view := pos.View(v.You, observation)
		v.View, v.State = &view, rules.State(pos, names, observation)
	}
	for _, p := range t.Played() {
		v.Last = append(v.Last, control.Played{Name: names[p.Seat], Move: p.Text, Step: p.Step})
	}
	for _, res := range t.Results() {
		v.Hands = append(v.Hands, handView(t, res, names))
	}
	for _, f := range t.Faults() {
		v.Faults = append(v.Faults, control.Fault{Name: names[f.Seat], Step: f.Step, Reason: reason(f)})
	}
	return v
}

func reason(f *table.Fault) string {
	if len(f.Records) == 2 {
		return "signed two different records for one step"
	}
	return plain(f.Reason)
}

func seatViews(r *replica.Replica, names []string) []control.Seat {
	t := r.Table()
	missing := t.Missing()
	var active []int
	if t.Position() != nil {
		active = t.Position().Status().Active
	}
	var seats []control.Seat
	for i, s := range t.Terms().Seats {
		online, since := r.Online(i)
		c := control.Seat{
			Name: names[i], Fingerprint: record.Fingerprint(s.Key), Online: online, Left: t.HasLeft(i),
			Active: slices.Contains(active, i), Owes: slices.Contains(missing, i),
		}
		if o := r.Local(); o != nil {
			c.You = o.Seat() == i
		}
		if !online && !since.IsZero() {
			c.Away = &since
		}
		if s.Host != nil {
			c.Bot = "bot of " + hostName(t.Terms(), *s.Host, names)
		}
		seats = append(seats, c)
	}
	return seats
}

// hostName is the name of a computer player's host, if it sits there too, else
// the fingerprint of its key.
func hostName(terms *table.Terms, host record.Key, names []string) string {
	if i := terms.SeatOf(host); i >= 0 {
		return names[i]
	}
	return record.Fingerprint(host)
}

func handView(t *table.Table, res table.Result, names []string) control.Hand {
	h := control.Hand{Number: res.Hand, Void: res.Void, Cards: map[string][]string{}, Laid: map[string][][]string{}, Points: map[string]int{}, Scores: map[string]int{}, Violations: []control.Violation{}, Receipts: []string{}}
	for i, name := range names {
		h.Points[name], h.Scores[name] = res.Points[i], res.Scores[i]
		h.Cards[name] = []string{}
		if res.Hands != nil {
			for _, c := range res.Observation.Cards(res.Hands[i]) {
				h.Cards[name] = append(h.Cards[name], c.String())
			}
		}
		if res.Laid != nil && len(res.Laid[i]) > 0 {
			h.Laid[name] = meldsView(res.Laid[i])
		}
	}
	for _, b := range res.Violations {
		h.Violations = append(h.Violations, violationView(res, b, names))
	}
	receipts := t.Records(res.Step)
	if t.Step() == res.Step {
		receipts = t.Arrived()
	}
	for _, rec := range receipts {
		h.Receipts = append(h.Receipts, names[t.Terms().SeatOf(rec.Author)])
	}
	return h
}

func meldsView(melds [][]card.Card) [][]string {
	texts := make([][]string, len(melds))
	for i, m := range melds {
		for _, c := range m {
			texts[i] = append(texts[i], c.String())
		}
	}
	return texts
}

func violationView(res table.Result, b rules.Violation, names []string) control.Violation {
	v := control.Violation{Name: names[b.Seat], Rule: b.Rule}
	for _, p := range res.Played {
		if p.Step == uint64(b.At) {
			v.Move = p.Text
		}
	}
	return v
}

// waitingFor says in words what the table waits for.
func waitingFor(r *replica.Replica, names []string) string {
	t := r.Table()
	switch {
	case t.Over():
		return "the game is over"
	case t.Stopped():
		return "stopped: " + strings.Join(named(names, culprits(t)), ", ") + " at fault"
	case len(gone(t)) > 0:
		return strings.Join(named(names, gone(t)), ", ") + " left: this hand cannot go on"
	case t.Violated() && len(t.Pending().Seats) == 0:
		return "stopped: somebody broke a rule, as the hand's cards show"
	case r.Problem() != nil:
		return "this node cannot go on: " + plain(r.Problem())
	case !r.Ready() && len(r.Unheard()) > 0:
		return "hearing from " + strings.Join(named(names, r.Unheard()), ", ") + " after the restart"
	}
	who := strings.Join(named(names, t.Missing()), ", ")
	switch d := t.Pending(); d.Kind {
	case record.KindMove:
		return who + " to play"
	case record.KindRoster:
		return who + " to sign the roster"
	case record.KindAccept:
		return who + " to agree to go on"
	case record.KindKey:
		return who + " to bring a key for the hand"
	case record.KindPass:
		return who + " to shuffle"
	case record.KindShares:
		return who + " to help " + string(d.Why)
	case record.KindReceipt:
		return who + " to sign the result"
	}
	return ""
}

// culprits are the seats whose faults stop the table. Others, of hands that all
// have signed the result of, are mere evidence.
func culprits(t *table.Table) []int {
	var seats []int
	for _, f := range t.Faults() {
		if t.Stops(f) && !slices.Contains(seats, f.Seat) {
			seats = append(seats, f.Seat)
		}
	}
	return seats
}

// Moves lists the legal moves of this node's seat.
func (n *Node) Moves(name string) (control.Moves, error) {
	g, err := n.find(name)
	if err != nil {
		return control.Moves{}, err
	}
	m := control.Moves{Moves: []string{}}
	g.look(func(r *replica.Replica) {
		t, own := r.Table(), r.Local()
		m.Notation = t.Terms().Rules.Notation
		if own == nil || own.Left || t.Pending().Kind != record.KindMove || !t.Pending().Owes(own.Seat()) {
			return
		}
		m.YourTurn = true
		m.Moves = append(m.Moves, t.Position().Moves(own.Seat(), r.Observe(own))...)
	})
	return m, nil
}
