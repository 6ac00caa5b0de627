package node

import (
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/story"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/replica"
)

// A reporter turns what happens at one table into events. It remembers what it has told, so that it
// tells each thing once. It is not safe for concurrent use.
type reporter struct {
	// Warnings returns warnings about players who may not be who their names suggest. It is called
	// when the table begins.
	Warnings func() []api.Warning
	// Asleep reports whether the device of an absent seat is asleep.
	Asleep func(seat int) bool
	// Lost reports whether the way is lost that this node has come by, as somebody's guest.
	Lost func() bool
	// Twice reports whether the node of a seat runs twice, and so signs nothing.
	Twice func(seat int) bool
	Now   func() time.Time
	// Name returns the name of a node without a seat. Was returns who had a seat at the table
	// before, if it has changed hands; "" if it has not, or if that is not known.
	Name func(node record.Key) string
	Was  func(seat int) string
	// Gone returns the computer players that have left with their host since the table before.
	Gone func() []goneBot
	// Onward says how the game goes on from this table.
	Onward func() onward

	// Silenced reports whether people are not to read of a handover.
	Silenced func(r tableState, h replica.HandoverState) bool

	late   lateness
	turn   uint64 // the step of the last turn event
	told   int    // the number of hands whose results have been told
	over   bool
	chosen []replica.Chosen // of the running hand, the last of each seat
	// presence and glance are the table as it was looked at last.
	presence presence
	glance   glance
	// handovers are the handovers as people were told of them, and marked is their mark.
	handovers []replica.HandoverState
	marked    replica.HandoverMark
	wishes    *rate.Limiter // of which people are told
	untold    bool          // some have not been told, as it was looked at last
	looked    time.Time     // when that was
	crowded   bool          // more have come
	void      map[int]bool  // seats whose player has voided what the others had agreed to
	left      departures
	unsaid    atomic.Uint64 // their seats, also for the views of the table
	onward    bool          // people know that the game goes on at another table
	events    []api.Event   // of the running call of Events
}

// SkipOver leaves out the event that the game is over, for a game that was over before.
func (p *reporter) SkipOver() { p.over = true }

// Events returns the events for what has happened, without numbers and times.
func (p *reporter) Events(r tableState, notes []replica.Note) []api.Event {
	p.events = nil
	t := r.Table()
	names := t.Terms().Names()
	for _, n := range notes {
		p.note(r, n, names)
	}
	if t.Over() && !p.over {
		p.over = true
		if n := len(t.Results()); n > p.told { // the receipts of the last hand may come later, or never
			p.told = n
			p.addResult(t, t.Results()[n-1], names)
		}
		p.add(overEvent(r, names))
	}
	p.addLeft(r, names)
	p.addTurn(r, names)
	p.addPresence(r, names)
	p.addHandovers(r)
	for i := range p.events {
		p.events[i].Table = t.ID().String()
	}
	return p.events
}

// overEvent returns the event that the game is over: who has won, and whether this node's person has.
func overEvent(r tableState, names []string) api.Event {
	t := r.Table()
	e := api.Event{Kind: api.EventOver, Step: t.Step(), Names: namesOf(names, t.Winners())}
	if e.Yours = slices.ContainsFunc(t.Winners(), func(s int) bool { return own(r, s) }); e.Yours {
		e.Name = names[r.Local().Seat()]
	}
	return e
}

func (p *reporter) add(e api.Event) { p.events = append(p.events, e) }

func (p *reporter) note(r tableState, n replica.Note, names []string) {
	switch {
	case n.Fold != nil:
		p.addFold(r, *n.Fold, names)
	case n.Fault != nil:
		p.add(api.Event{Kind: api.EventFault, Step: n.Fault.Step, Name: names[n.Fault.Seat], What: api.Guilty, Text: plainError(n.Fault.Reason)})
	case n.Branch != nil:
		p.addBranch(r.Table(), *n.Branch, names)
	case n.Left != nil:
		p.left.add(*n.Left, p.Now())
	case n.Said != nil:
		p.addChat(r.Table(), *n.Said, names)
	case n.Chosen != nil:
		p.chosen = slices.DeleteFunc(p.chosen, func(c replica.Chosen) bool { return c.Seat == n.Chosen.Seat })
		p.chosen = append(p.chosen, *n.Chosen)
	case n.PutOff:
		p.addPutOff(r, n.Missed)
	case len(n.Vain) > 0:
		for _, h := range n.Vain {
			shown := showHandover(r, replica.HandoverState{Handover: h}, p.Name)
			p.addHandover(api.InVain, shown.To, shown)
		}
	case n.Void != nil:
		p.addVoid(r, *n.Void)
	case n.Stuck != nil:
		p.add(api.Event{Kind: api.EventFault, What: api.Stuck, Text: plainError(n.Stuck), Yours: true})
	}
}

// addFold adds the events of a complete step.
func (p *reporter) addFold(r tableState, f replica.Fold, names []string) {
	for _, m := range story.Done(r.Table(), f.Step, f.Pending) {
		p.addMoment(r, m, f.Results, names)
	}
}

// addMoment adds the events of what a step has brought; settled is the number of hands that were settled by
// then.
func (p *reporter) addMoment(r tableState, m story.Moment, settled int, names []string) {
	t := r.Table()
	e, yours := api.Event{Step: m.Step}, m.Seat != rules.None && own(r, m.Seat)
	if m.Seat != rules.None {
		e.Name = names[m.Seat]
	}
	switch game := t.Terms().Rules.Name; m.Kind {
	case story.Started:
		e.Kind, e.Title, e.Names = api.EventStarted, t.Terms().Rules.Title, names
	case story.Stacked:
		e.Kind = api.EventShuffle
	case story.Drawn:
		e.Kind, e.Game = api.EventLot, game
	case story.Opened:
		e.Kind, e.What, e.Yours = api.EventCards, string(m.Why), yours
	case story.Moved:
		e.Kind, e.Game, e.Move, e.StandIn, e.Yours = api.EventMove, game, m.Move, m.StandIn, yours
		e.Late = !m.StandIn && p.late.noteMove(m.Step, p.Now())
	case story.Covered:
		e.Kind, e.What, e.Yours = api.EventCover, api.Covered, yours
	case story.Back:
		e.Kind, e.What, e.Game, e.Missed, e.Yours = api.EventCover, api.Returned, game, showMoved(m.Missed, names), yours
	case story.Again:
		e.Kind, e.What, e.Names = api.EventCover, api.Again, namesOf(names, m.Seats)
		e.Yours = slices.ContainsFunc(m.Seats, func(s int) bool { return own(r, s) })
	case story.Signed:
		if settled > p.told {
			p.told = settled
			p.addResult(t, t.Results()[settled-1], names)
		}
	}
	if e.Kind != "" && (m.Kind != story.Stacked || m.Seat != rules.None) {
		p.add(e)
	}
	if m.Kind == story.Started {
		p.addNewcomers(r, names)
		for _, w := range p.Warnings() {
			p.add(api.Event{Kind: api.EventWarning, Step: m.Step, Warning: w})
		}
	}
}

// addBranch adds an event for a log that goes over to another branch, with those who have forked it,
// and the results of hands on the new branch.
func (p *reporter) addBranch(t *table.Table, from uint64, names []string) {
	var forkers []int
	for _, f := range t.Faults() {
		if len(f.Records) == 2 {
			forkers = append(forkers, f.Seat)
		}
	}
	if len(forkers) > 0 {
		p.add(api.Event{Kind: api.EventFault, Step: from, What: api.Branch, Names: namesOf(names, forkers)})
	} else { // the others have covered for this node
		p.add(api.Event{Kind: api.EventCover, Step: from, What: api.Overtaken, Yours: true})
	}
	p.turn, p.over = 0, false
	for i, r := range t.Results() {
		if r.Step > from {
			p.told = i + 1
			p.addResult(t, r, names)
		}
	}
}

func (p *reporter) addChat(t *table.Table, s replica.Said, names []string) {
	fingerprint := record.Fingerprint(s.Node)
	who := fingerprint
	for i, seat := range slices.Backward(t.Terms().Seats) {
		if seat.Node() == s.Node {
			who = names[i]
		}
	}
	if text := api.Printable(s.Text); text != "" {
		p.add(api.Event{Kind: api.EventChat, Name: who, Fingerprint: fingerprint, Text: text})
	}
}

// own reports whether a seat is the own seat of this node's person.
func own(r tableState, seat int) bool { return r.Local() != nil && r.Local().Seat() == seat }

func (p *reporter) addResult(t *table.Table, r *table.Result, names []string) {
	hand := handView(t, r, names)
	p.add(api.Event{Kind: api.EventSettled, Step: r.Step, Names: names, Hand: &hand})
	p.addReasons(r.Void, names)
	for _, b := range r.Violations {
		p.add(api.Event{Kind: api.EventFault, Step: uint64(b.At), Name: names[b.Seat], What: api.Guilty, Text: b.Rule})
	}
}

// addReasons adds events that say why this node's computer players made their last moves of a
// settled hand. It adds none for a void hand, whose cards stay hidden.
func (p *reporter) addReasons(void bool, names []string) {
	for _, c := range p.chosen {
		if !void {
			p.add(api.Event{Kind: api.EventReason, Step: c.Step, Name: names[c.Seat], Move: c.Move, Text: c.Why})
		}
	}
	p.chosen = nil
}

// addTurn adds an event for whose turn it is, once a turn.
func (p *reporter) addTurn(r tableState, names []string) {
	step, turn := r.Table().Step(), toMove(r)
	if turn < 0 || p.turn == step {
		return
	}
	p.turn = step
	p.late.noteTurn(r)
	p.add(api.Event{Kind: api.EventTurn, Step: step, Name: names[turn], Yours: own(r, turn) && !r.Local().Left})
}

// personSeats lists the first seat of each node at a table: the person's, if a person plays there.
func personSeats(terms *table.Terms) (seats []int) {
	known := map[record.Key]bool{}
	for i, s := range terms.Seats {
		if node := s.Node(); !known[node] {
			known[node], seats = true, append(seats, i)
		}
	}
	return seats
}
