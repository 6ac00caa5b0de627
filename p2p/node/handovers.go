package node

import (
	"cmp"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/replica"
)

// openHandovers lists the handovers that can still be carried out: none once the game is over.
func openHandovers(r tableState) []replica.HandoverState {
	if r.Table().Over() {
		return nil
	}
	return r.Handovers()
}

// showHandover returns a handover of a table for people. name returns the name of a node without a
// seat.
func showHandover(r tableState, h replica.HandoverState, name func(record.Key) string) api.Handover {
	t := r.Table()
	names, seat := t.Terms().Names(), t.Terms().Seats[h.Seat]
	called, _ := seat.Called()
	v := api.Handover{
		Seat: names[h.Seat], To: nodeName(t.Terms(), h.Node, names, name), Fingerprint: record.Fingerprint(h.Node), Bot: h.Bot, Now: h.Now,
		Asked: h.Player != nil, Agreed: nodeNames(t.Terms(), h.Agreed, names), Waits: nodeNames(t.Terms(), h.Waits, names),
	}
	if seat.Host != nil {
		v.SeatBotOf = personName(t.Terms(), *seat.Host, names)
	}
	v.Gone, v.NoCover = goneWith(r, h.Seat, names), endsCover(t, h.Handover, r.Handovers())
	if h.Player != nil && h.Bot {
		v.Player = table.Label(names, playerName(h.Player))
	} else if !h.Bot {
		claimed := name(h.Node)
		if h.Player != nil {
			claimed = h.Player.Name
		}
		v.Namesake = claimed == called
		v.To = table.Label(names, cmp.Or(claimed, v.To))
	}
	if at := r.Without(h.Seat); h.Player != nil && !at.IsZero() && slices.Contains(h.Waits, seat.Node()) {
		v.Without = &at
	}
	v.Score = score(t, h.Seat)
	if o := r.Local(); o != nil {
		node := t.Terms().Seats[o.Seat()].Node()
		v.You = personName(t.Terms(), node, names)
		v.Agree = h.Own
		v.Yours = slices.Contains(h.Waits, node) && (h.Player != nil || h.Bot && h.Node == node)
		v.Mine = h.Node == node && h.Player != nil || h.Own && seat.Node() == node
	}
	return v
}

// forOnlooker returns handovers as somebody without a seat sees them.
func forOnlooker(list []api.Handover) []api.Handover {
	for i := range list {
		list[i].Yours, list[i].Agree, list[i].Mine, list[i].You = false, false, false, ""
	}
	return list
}

// nodeName returns the name of a node's person at a table; if the node has no seat there, what name
// returns, or the fingerprint, as a label that nobody at the table has.
func nodeName(terms *table.Terms, node record.Key, names []string, name func(record.Key) string) string {
	if slices.ContainsFunc(terms.Seats, func(s table.Seat) bool { return s.Node() == node }) {
		return personName(terms, node, names)
	}
	return table.Label(names, cmp.Or(name(node), record.Fingerprint(node)))
}

func nodeNames(terms *table.Terms, nodes []record.Key, names []string) []string {
	list := []string{}
	for _, node := range nodes {
		list = append(list, personName(terms, node, names))
	}
	return list
}

// goneWith names the computer players that leave when the seat of their host changes hands: those
// whose own seats do not.
func goneWith(r tableState, host int, names []string) (gone []string) {
	t, handovers := r.Table(), r.Handovers()
	for i, s := range t.Terms().Seats {
		changes := slices.ContainsFunc(handovers, func(h replica.HandoverState) bool { return h.Seat == i && h.Player != nil })
		if s.Host != nil && t.Terms().SeatOf(*s.Host) == host && !t.HasLeft(i) && !changes {
			gone = append(gone, names[i])
		}
	}
	return gone
}

// endsCover returns why a handover, together with the others that all have agreed to, would end
// cover at a table that has it now: [api.FewNodes], or "" if it would not.
func endsCover(t *table.Table, h replica.Handover, all []replica.HandoverState) string {
	terms, now, then := t.Terms(), map[record.Key]bool{}, map[record.Key]bool{h.Node: true}
	changes := map[int]bool{h.Seat: true}
	for _, o := range all {
		if o.Player != nil && len(o.Waits) == 0 && !changes[o.Seat] {
			changes[o.Seat], then[o.Node] = true, true
		}
	}
	for i, s := range terms.Seats {
		if t.HasLeft(i) {
			continue
		}
		now[s.Node()] = true
		if !changes[i] && (s.Host == nil || !changes[terms.SeatOf(*s.Host)]) {
			then[s.Node()] = true
		}
	}
	if terms.Covers() && !t.Over() && len(now) >= minNodes && len(then) < minNodes {
		return api.FewNodes
	}
	return ""
}

// addHandovers adds events for handovers that have changed. It adds none while somebody may have
// left for the table at which they are carried out.
func (p *reporter) addHandovers(r tableState) {
	m := r.HandoverMark()
	if p.onward || len(p.left.seats) > 0 || m == p.marked && (!p.untold || p.Now().Sub(p.looked) < time.Second) {
		return
	}
	p.looked = p.Now()
	now, told := r.Handovers(), []replica.HandoverState(nil)
	for _, h := range now {
		i := slices.IndexFunc(p.handovers, func(was replica.HandoverState) bool { return becomes(was.Handover, h.Handover) })
		if i < 0 && !p.mayTell(r, h) {
			continue
		}
		told = append(told, h)
		shown := showHandover(r, h, p.Name)
		switch {
		case i < 0 && h.Player == nil:
			p.addHandover(api.Offered, r.Table().Terms().Names()[h.Seat], shown)
		case i < 0 || p.handovers[i].Player == nil && h.Player != nil:
			p.addHandover(api.Asked, shown.To, shown)
		default:
			p.addWords(r, p.handovers[i], h, shown)
		}
	}
	for _, was := range p.handovers {
		if !slices.ContainsFunc(now, func(h replica.HandoverState) bool { return becomes(was.Handover, h.Handover) }) && len(r.Table().Notices()) == 0 {
			shown := showHandover(r, was, p.Name)
			who := shown.To
			if was.Player == nil {
				who = shown.Seat
			}
			p.addHandover(api.Dropped, who, shown)
		}
	}
	p.handovers, p.marked, p.untold = told, m, len(told) < len(now) // what has not been told is looked at again
}

// becomes reports whether a handover is the one that was there, or what became of an offer.
func becomes(was, is replica.Handover) bool { return was.Same(is) || was.Player == nil && was.Like(is) }

// addWords adds events for those who have agreed to a handover, and for those who no longer do.
func (p *reporter) addWords(r tableState, was, is replica.HandoverState, shown api.Handover) {
	terms := r.Table().Terms()
	for _, node := range is.Agreed {
		if !slices.Contains(was.Agreed, node) && slices.Contains(was.Waits, node) {
			p.addHandover(api.Agreed, nodeName(terms, node, terms.Names(), p.Name), shown)
			delete(p.void, is.Seat)
		}
	}
	for _, node := range is.Waits {
		if slices.Contains(was.Agreed, node) && !p.void[is.Seat] { // that of the others is void, too
			p.addHandover(api.TakenBack, nodeName(terms, node, terms.Names(), p.Name), shown)
		}
	}
}

func (p *reporter) addHandover(what, name string, h api.Handover) {
	p.add(api.Event{Kind: api.EventHandover, What: what, Name: name, Handover: &h, Yours: h.Yours})
}

// addPutOff adds events for the seats that do not change hands before the next hand, because those
// with the keys missed have not signed.
func (p *reporter) addPutOff(r tableState, missed []record.Key) {
	terms, names := r.Table().Terms(), r.Table().Terms().Names()
	var who []string
	for i, s := range terms.Seats {
		if slices.Contains(missed, s.Key) {
			who = append(who, names[i])
		}
	}
	for _, h := range r.Handovers() {
		if h.Player != nil && slices.Contains(missed, h.Player.Key) {
			shown := showHandover(r, h, p.Name)
			who = append(who, cmp.Or(shown.Player, shown.To))
		}
	}
	for _, h := range r.Handovers() {
		if h.Player != nil && len(h.Waits) == 0 {
			shown := showHandover(r, h, p.Name)
			p.addHandover(api.PutOff, shown.To, shown)
			p.events[len(p.events)-1].Names = who
		}
	}
}

// addVoid adds an event for a player whose seat somebody asks for, and who has done something.
func (p *reporter) addVoid(r tableState, h replica.Handover) {
	shown := showHandover(r, replica.HandoverState{Handover: h}, p.Name)
	if p.void == nil {
		p.void = map[int]bool{}
	}
	p.void[h.Seat] = true
	p.addHandover(api.Void, shown.Seat, shown)
}

// addNewcomers adds events for the seats that changed hands when the table began.
func (p *reporter) addNewcomers(r tableState, names []string) {
	parent := r.Table().Terms().Parent
	if parent == nil {
		return
	}
	for seat, name := range names {
		if was := p.Was(seat); was != "" {
			p.add(api.Event{Kind: api.EventHandover, What: api.ChangedHands, Name: name, Was: was, From: parent.Carry.Hands + 1, Yours: own(r, seat)})
		}
	}
	for _, g := range p.Gone() {
		p.add(api.Event{Kind: api.EventHandover, What: api.LeftWith, Name: g.Name, Was: g.With})
	}
}
