package lobby

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/peers"
	"fives/p2p/session"
	"fives/p2p/wire"
)

const (
	// LobbyTime is the time for one frame of a lobby's stream.
	LobbyTime = 2 * time.Second
	// Quickly is how long a list of tables waits for nodes that answer slowly. After a list
	// has waited for a node in vain, no list waits for that node until it has answered,
	// because it is asleep.
	Quickly = LobbyTime / 4
	// mostFar is how much longer a list waits at most because a node is elsewhere. What a node
	// has said that is always slower stands in lists as it said it last. Nobody in the room has
	// lists wait for longer: it may be slow on purpose.
	mostFar = time.Second
	// askTime is the time in which a node that is asked must have answered. What comes later
	// than a list waits is kept for the next one.
	askTime = 5 * time.Second
	// maxAnswerRest is the room that an answer has for everything but offers.
	maxAnswerRest = 1 << 10
	// MaxClaims is how many nodes that claim the same table are asked.
	MaxClaims = 8
)

// ServeLobby answers what a node asks about this one's tables.
func (l *Lobby) ServeLobby(s entry.Stream) {
	defer s.Close()
	leave, ok := l.cfg.Strangers.Enter(s.Node(), s.Address())
	if !ok {
		s.Reset()
		return
	}
	defer leave()
	var q entry.Request
	if err := wire.ReadShort(s, LobbyTime, entry.MaxStrangerFrame, &q); err != nil {
		s.Reset()
		return
	}
	l.cfg.Directory.NoteMinor(s.Node(), q.Minor)
	s.SetWriteDeadline(l.cfg.Scheduler.Now().Add(LobbyTime))
	if err := wire.Write(s, l.answer(s.Node())); err != nil {
		s.Reset()
	}
}

// answer returns what a node may know about this node's tables.
func (l *Lobby) answer(to record.Key) entry.Answer {
	a := entry.Answer{Name: l.cfg.Name, Version: l.cfg.Version, Minor: peers.Minor, Screen: l.cfg.Screen()}
	for _, o := range l.offers.list() {
		lo := entry.Offer{ID: o.id, Private: o.terms.Private}
		if s := o.state.Load(); !lo.Private {
			lo.Proposal, lo.Taken, lo.Bots = &s.stored.Proposal, s.taken(), uint64(s.bots())
		}
		a.Offers = append(a.Offers, lo)
	}
	running := l.running(to)
	a.Offers = append(a.Offers, running[:min(len(running), max(MaxOffers-len(a.Offers), 0))]...)
	fitAnswer(a.Offers)
	slices.SortFunc(a.Offers, func(x, y entry.Offer) int { return bytes.Compare(x.ID[:], y.ID[:]) })
	for _, o := range a.Offers {
		if o.Door != nil {
			a.Doors = append(a.Doors, *o.Door)
		}
	}
	return a
}

// running lists the running tables that a node may watch, at which it may ask for a seat,
// or which it has to know to be full. A table that has gone on as another one is not listed:
// nothing happens there any more.
func (l *Lobby) running(to record.Key) []entry.Offer {
	list := append(l.cfg.Tables.Watchable(to), slices.DeleteFunc(l.cfg.Tables.Full(to), func(o entry.Offer) bool { return !o.Full })...)
	list = slices.DeleteFunc(list, func(o entry.Offer) bool { return l.newest(o.ID) != o.ID })
	for _, d := range l.cfg.Tables.Doors(to) {
		i := slices.IndexFunc(list, func(o entry.Offer) bool { return o.ID == d.ID })
		d.Before = nil
		switch {
		case i >= 0:
			list[i].Door = &d
		case d.Private: // only those who have the code see what is behind it
			list = append(list, entry.Offer{ID: d.ID, Private: true, Running: true})
		default:
			list = append(list, entry.Offer{ID: d.ID, Running: true, Full: !d.Spectators, Door: &d})
		}
	}
	for i := range list {
		list[i].Stopped = l.cfg.Tables.Stopped(list[i].ID)
	}
	return list
}

// fitAnswer leaves out doors if an answer with all of them would be too long.
func fitAnswer(offers []entry.Offer) {
	left := entry.MaxAnswer - maxAnswerRest
	for i := range offers {
		size := func() int {
			b, errOffer := record.Marshal(offers[i])
			d, errDoor := record.Marshal(offers[i].Door)
			if errOffer != nil || errDoor != nil {
				return left + 1
			}
			return len(b) + len(d)
		}
		if size() > left {
			offers[i].Door = nil
		}
		left -= size()
	}
}

// Ask asks another node what it offers.
func (l *Lobby) Ask(ctx context.Context, node record.Key) (entry.Answer, error) {
	h, err := l.hearFrom(ctx, node)
	if err != nil {
		return entry.Answer{}, err
	}
	return h.Answer, nil
}

// hearFrom asks another node what it offers, and keeps its answer. What it said before holds as
// long as it is only slow.
func (l *Lobby) hearFrom(ctx context.Context, node record.Key) (*heard, error) {
	defer l.noteAsked(node)()
	asked := l.cfg.Scheduler.Now()
	h, err := l.exchange(ctx, node)
	if err != nil {
		var slow interface{ Timeout() bool }
		if !errors.Is(err, context.Canceled) && (!errors.As(err, &slow) || !slow.Timeout()) {
			l.forgetAnswer(node, asked)
		}
		return nil, err
	}
	h.asked = asked
	l.keepAnswer(node, h)
	return h, nil
}

// exchange asks another node, and reads its answer.
func (l *Lobby) exchange(ctx context.Context, node record.Key) (*heard, error) {
	ctx, cancel := within(ctx, l.cfg.Scheduler, askTime)
	defer cancel()
	s, err := l.cfg.Network.OpenLobby(ctx, node)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var h heard
	asked := l.cfg.Scheduler.Now()
	s.SetWriteDeadline(asked.Add(askTime))
	err = wire.Write(s, entry.Request{Minor: peers.Minor})
	if err == nil {
		err = wire.ReadShort(s, askTime, entry.MaxAnswer, &h.Answer)
	}
	if err != nil {
		s.Reset()
		return nil, err
	}
	l.cfg.Directory.NoteRoundTrip(node, l.cfg.Scheduler.Now().Sub(asked))
	l.cfg.Directory.NoteMinor(node, h.Minor)
	l.cfg.Directory.SetScreen(node, h.Screen)
	h.trim()
	return &h, nil
}

// Greet asks a node that has connected who it says it is.
func (l *Lobby) Greet(node record.Key) {
	l.cfg.Directory.Greet(node, func() (name, version string, err error) {
		a, err := l.Ask(l.ctx, node)
		return a.Name, a.Version, err
	})
}

// A HeardOffer is what another node says about a table of its own.
type HeardOffer struct {
	api.Offer
	Table      record.Hash
	Node       record.Key        // that says so
	Credential *entry.Credential // which it gives this node to watch the table

	by *heard // the answer that says so
}

// AskAll asks all connected nodes for their tables. It returns what they have said last, once
// patience is over, and the time to the farthest of them and back, or as soon as all nodes that it
// waits for have answered. An answer that was kept may say that a table is open which has begun. What
// another node says of that hides no offer: anybody can repeat an ID.
func (l *Lobby) AskAll(ctx context.Context, patience time.Duration) []HeardOffer {
	return slices.DeleteFunc(l.askAll(ctx, patience), func(o HeardOffer) bool { return l.cfg.Tables.Has(o.Table) })
}

// Offered lists what somebody who comes now finds at this node and at those that it is connected
// to, without the private tables: those that are open, and the running ones where a seat can be
// asked for.
func (l *Lobby) Offered(ctx context.Context, patience time.Duration) (list []api.Offer) {
	for _, o := range l.Open() {
		if o.Mine {
			list = append(list, o)
		}
	}
	for _, d := range l.cfg.Tables.Doors(record.Key{}) {
		if l.newest(d.ID) == d.ID {
			o := api.Offer{ID: d.ID.String(), Host: l.cfg.Name, Running: true, Stopped: l.cfg.Tables.Stopped(d.ID)}
			l.describeDoor(&o, &d)
			list = append(list, o)
		}
	}
	for _, h := range l.AskAll(ctx, patience) {
		list = append(list, h.Offer)
	}
	return slices.DeleteFunc(list, func(o api.Offer) bool { return o.Private })
}

// askAll is AskAll, with the running tables that this node knows.
func (l *Lobby) askAll(ctx context.Context, patience time.Duration) (all []HeardOffer) {
	type said struct {
		by record.Key
		*heard
	}
	waited, nodes, came := map[record.Key]bool{}, l.cfg.Network.Nodes(), map[record.Key]*heard{}
	l.forgetGone(nodes)
	answers, limit := make(chan said, len(nodes)), patience
	for _, node := range nodes {
		far, wait := l.cfg.Directory.RoundTrip(node), patience
		if l.cfg.Network.Elsewhere(node) {
			wait += min(far, mostFar)
		}
		if patience > Quickly || !l.cfg.Directory.Late(node) && far < wait {
			waited[node], limit = true, max(limit, wait)
		} else if l.isAsked(node) {
			continue // its answer to that is kept
		}
		l.cfg.Scheduler.Go(func() { answers <- said{node, l.askOne(context.WithoutCancel(ctx), node)} })
	}
	over := make(chan struct{})
	defer l.cfg.Scheduler.After(limit, func() { close(over) })()
wait:
	for len(waited) > 0 {
		select {
		case a := <-answers:
			delete(waited, a.by)
			came[a.by] = a.heard
		case <-over:
			for node := range waited {
				l.cfg.Directory.SetLate(node)
			}
			break wait
		}
	}
	var before []HeardOffer // behind the others: at most so many claims to one table are followed up
	for _, node := range nodes {
		if h := came[node]; h != nil {
			all = append(all, l.offersOf(node, h)...)
		} else if h := l.lastOf(node); h != nil {
			before = append(before, l.offersOf(node, h)...)
		}
	}
	return append(all, before...)
}

// askOne asks one node for its tables; nil if it does not answer.
func (l *Lobby) askOne(ctx context.Context, node record.Key) *heard {
	h, err := l.hearFrom(ctx, node)
	if err != nil {
		return nil
	}
	l.cfg.Directory.NoteAnswer(node)
	return h
}

// read checks what a node says about a table of its own. Nobody offers the open tables of
// others.
func (l *Lobby) read(lo entry.Offer, from record.Key) (api.Offer, bool) {
	o := api.Offer{ID: lo.ID.String(), Taken: []string{}, Private: lo.Private, Peer: l.cfg.Network.PeerID(from), Joined: l.Joined(lo.ID), Running: lo.Running, Full: lo.Full, Stopped: lo.Running && lo.Stopped}
	if lo.Full && lo.Door == nil && (lo.Proposal == nil || lo.Private || !lo.Running || lo.Proposal.Author != from) {
		return o, false
	}
	if lo.Running && lo.Private && !l.letIn(lo, from) {
		// Whoever has its code can ask for a seat, and nobody can watch.
		o.Full = true
		return o, lo.Proposal == nil && lo.Door == nil && !lo.Full
	}
	named := 0
	if lo.Proposal != nil {
		id, terms, seats, err := table.OpenProposal(*lo.Proposal, l.cfg.Games)
		if err != nil || id != lo.ID || !lo.Running && lo.Proposal.Author != from {
			return o, false
		}
		describe(&o, terms, seats)
		named = seats
	}
	if lo.Door != nil {
		door := *lo.Door // another list may have it just now
		door.Seats, lo.Door = slices.Clone(door.Seats), &door
		if !lo.Running || lo.Door.ID != lo.ID || lo.Door.Private != lo.Private || l.checkDoor(lo.Door, from) != nil {
			return o, false
		}
		l.describeDoor(&o, lo.Door)
		return o, true
	}
	for _, name := range lo.Taken[:min(len(lo.Taken), named)] {
		o.Taken = append(o.Taken, record.CleanName(name))
	}
	o.Bots = botsOf(lo.Bots, len(o.Taken))
	return o, true
}

// botsOf returns how many computer players a host can have among so many who sit there.
func botsOf(said uint64, taken int) int { return int(min(said, uint64(max(0, taken-1)))) }

// maxDoorSeats is how many seats of a table a newcomer believes in.
const maxDoorSeats = 64

// checkDoor refuses what no node would say that has a seat at a running table where this
// one has none. It makes the names fit to be shown.
func (l *Lobby) checkDoor(d *entry.Door, keeper record.Key) error {
	rs, err := l.cfg.Games(d.Game)
	if err != nil || len(d.Seats) > maxDoorSeats || len(d.Before) > session.MaxBefore || d.Hands < 0 {
		return errDoor
	}
	options, err := rs.Read(len(d.Seats), d.Options)
	if err != nil || d.HouseRules.Check() != nil {
		return errDoor
	}
	d.Options = rs.Written(options)
	if nodes := d.Nodes(); !slices.Contains(nodes, keeper) || slices.Contains(nodes, l.self) {
		return errDoor
	}
	for i := range d.Seats {
		d.Seats[i].Name, d.Seats[i].BotOf = record.CleanName(d.Seats[i].Name), record.CleanName(d.Seats[i].BotOf)
	}
	return nil
}

// describeDoor puts into an offer what a door says of its table.
func (l *Lobby) describeDoor(o *api.Offer, d *entry.Door) {
	o.Game, o.Options, o.Seats = d.Game, d.Options, len(d.Seats)
	if rs, err := l.cfg.Games(d.Game); err == nil {
		if all, err := rs.Read(len(d.Seats), d.Options); err == nil {
			o.Options = all
		}
	}
	describeHouse(o, d.HouseRules)
	o.Taken = []string{}
	for _, s := range d.Seats {
		o.Taken = append(o.Taken, s.Name)
		if !s.Taken {
			o.OpenSeats = append(o.OpenSeats, api.OpenSeat{Name: s.Name, BotOf: s.BotOf, Score: s.Score, Away: s.Away, Left: s.Left, ForYou: s.ForYou})
		}
	}
}

// letIn reports whether an offer of a private table has a credential for this
// node, signed by the node that sends it.
func (l *Lobby) letIn(lo entry.Offer, from record.Key) bool {
	return lo.Credential != nil && lo.Credential.Verify(lo.ID, l.self, from) == nil
}

// Join takes a seat at another node's open table, or asks for one at a running table.
func (l *Lobby) Join(ctx context.Context, r api.JoinRequest) (api.Offer, error) {
	if r.Seat != "" {
		return l.joinRunning(ctx, r)
	}
	claims, err := l.find(ctx, r)
	if err != nil {
		return api.Offer{}, err
	}
	var first error
	for _, o := range claims {
		o, err := l.joinAt(ctx, o, r)
		if err == nil {
			return o, nil
		}
		first = cmp.Or(first, err)
	}
	return api.Offer{}, first
}

func (l *Lobby) joinAt(ctx context.Context, h HeardOffer, r api.JoinRequest) (api.Offer, error) {
	j, err := l.ask(ctx, h.Node, h.Table, r.Code, r.Play)
	if err != nil {
		l.forgetAnswer(h.Node, h.by.asked)
		return api.Offer{}, failure(err)
	}
	return j.view(), nil
}

// find finds the open table that a request means. Only the ID of a private table is known,
// and anybody can repeat that: then there are several offers of it, and only its host can
// show the proposal.
func (l *Lobby) find(ctx context.Context, r api.JoinRequest) ([]HeardOffer, error) {
	want := api.TypedID(r.Table)
	unfit := func(o HeardOffer) bool {
		return o.Running || !strings.HasPrefix(o.ID, want) || want == "" && (o.Joined || o.Private && r.Code == "")
	}
	found, heard := patiently(ctx, l.AskAll, unfit)
	if len(found) == 0 {
		if err := allFull(heard, want); err != nil {
			return nil, err
		}
	}
	switch {
	case len(found) == 0 && want == "":
		return nil, api.Fail(api.ReasonNoOpenTable, l.cfg.Directory.Elsewhere(""))
	case len(found) == 0:
		return nil, api.Fail(api.ReasonNoOpenTable, l.cfg.Directory.Elsewhere(r.Table))
	case slices.ContainsFunc(found, func(o HeardOffer) bool { return o.ID != found[0].ID }):
		return nil, api.Ambiguous(found, func(o HeardOffer) string { return o.ID })
	case found[0].Joined:
		return nil, api.Fail(api.ReasonJoinedAlready, api.Data{})
	}
	return found[:min(len(found), MaxClaims)], nil
}

// patiently asks for tables and, if none fits, asks again with more patience, because a
// slow node may have it.
func patiently(ctx context.Context, ask func(context.Context, time.Duration) []HeardOffer, unfit func(HeardOffer) bool) (found, heard []HeardOffer) {
	for _, patience := range []time.Duration{Quickly, LobbyTime} {
		if len(found) == 0 {
			heard = ask(ctx, patience)
			found = slices.DeleteFunc(slices.Clone(heard), unfit)
		}
	}
	return found, heard
}

// allFull returns the error that all tables that a request can mean have begun, nil if
// there are none.
func allFull(heard []HeardOffer, want string) error {
	var d api.Data
	for _, o := range heard {
		if !o.Running || o.Private || !strings.HasPrefix(o.ID, want) || slices.Contains(d.Candidates, o.ID) {
			continue
		}
		d.Table, d.Game, d.Names, d.Candidates = o.ID, o.Game, o.Taken, append(d.Candidates, o.ID)
	}
	switch len(d.Candidates) {
	case 0:
		return nil
	case 1:
		d.Candidates = nil
	default:
		d.Table, d.Game, d.Names = "", "", nil
	}
	return api.Fail(api.ReasonTableFull, d)
}

// failure says why this node has not got a seat.
func failure(err error) error {
	var r entry.Refusal
	switch {
	case errors.Is(err, entry.ErrNeedsCode):
		return api.Fail(api.ReasonNeedsCode, api.Data{})
	case wrongCode(err):
		return api.Fail(api.ReasonWrongCode, api.Data{})
	case errors.Is(err, entry.ErrTooManyCodes):
		return api.Fail(api.ReasonTooManyCodes, api.Data{})
	case errors.Is(err, entry.ErrHasSeat):
		return api.Fail(api.ReasonJoinedAlready, api.Data{})
	case errors.Is(err, entry.ErrFull):
		return api.Fail(api.ReasonTableFull, api.Data{})
	case errors.As(err, &r):
		return api.Fail(api.ReasonHostRefuses, api.Data{Detail: string(r)})
	case errors.Is(err, entry.ErrUnreachable):
		return api.Fail(api.ReasonHostSilent, api.Data{})
	case errors.Is(err, table.ErrTerms):
		return badTerms(err)
	}
	return err
}
