package lobby

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// More frames than this a second, and the waiting room is left for a while.
const (
	waitRate  = 2
	WaitBurst = 40
)

// maxTaken bounds the names of those at a table that are kept.
const maxTaken = 64

// missingTries is how often a host may not know a table before it counts as
// withdrawn.
const missingTries = 20

var (
	errMoved   = errors.New("lobby: the host has proposed the table anew")
	errOther   = errors.New("lobby: the genesis is of another table, or leaves this node out")
	errGivenUp = errors.New("lobby: a table at which this node has given its seat up")
)

// A join is a seat that this node has asked for at another node's table: an actor.
// It is stored before the host hears of it, and pursued until the table begins, is
// withdrawn, or the host refuses.
type join struct {
	pursuit
	l      *Lobby
	id     record.Hash
	want   Reservation // it never changes
	loaded bool        // it comes from the store
	taken  atomic.Pointer[[]string]
	bots   atomic.Uint64 // of the host's, as it says

	// Of the goroutine that pursues it.
	missing int // how often the host did not know the table
	moves   int // how often the table was proposed anew

	// The rest belongs to the join's turns. It is over when the table has begun, or the seat was
	// given up; its stream is the waiting room.
	beginning bool     // the table is being made
	after     []func() // to be done when that has ended
}

func (l *Lobby) newJoin(id record.Hash, want Reservation) *join {
	j := &join{l: l, id: id, want: want}
	j.init(l)
	j.taken.Store(&[]string{})
	return j
}

// view shows the table, as its host has described it.
func (j *join) view() api.Offer {
	host := j.l.cfg.Directory.Name(j.want.Host)
	o := api.Offer{
		ID: j.id.String(), Host: host, Peer: j.l.cfg.Network.PeerID(j.want.Host), Joined: true,
		Taken: slices.Clone(*j.taken.Load()), Warnings: j.l.cfg.Book.Warnings([]table.Seat{{Name: host, Key: j.want.Host}}),
	}
	o.Bots = botsOf(j.bots.Load(), len(o.Taken))
	if _, terms, seats, err := table.OpenProposal(j.want.Proposal, j.l.cfg.Games); err == nil {
		describe(&o, terms, seats)
	}
	return o
}

// loadJoins takes up the seats that were asked for when the node stopped.
func (l *Lobby) loadJoins() error {
	stored, err := l.cfg.Store.Joins()
	if err != nil {
		return err
	}
	for _, id := range sortedIDs(stored) {
		if l.cfg.Tables.Has(id) {
			if err := errors.Join(l.keepCode(id, entry.NewCode(entry.StoredCode{Text: stored[id].Code})), l.cfg.Store.DropJoin(id)); err != nil {
				return err
			}
			continue
		}
		j := l.newJoin(id, stored[id])
		j.loaded = true
		l.joins.add(j.id, j, math.MaxInt)
	}
	return nil
}

// ask takes a seat at the table of another node, with a computer player of that
// strength in it unless it is "".
func (l *Lobby) ask(ctx context.Context, host record.Key, id record.Hash, code, strength string) (*join, error) {
	code = entry.Digits(code)
	var j *join
	s, first, err := asking{l: l, host: host, table: id, code: code}.join(ctx, func(proposal record.Record) (record.Record, error) {
		want, err := l.reserve(proposal, Reservation{Host: host, Code: code}, id, strength)
		if err != nil {
			return record.Record{}, err
		}
		asked := l.newJoin(id, want)
		asked.pursued = true
		if err := l.keep(asked); err != nil {
			return record.Record{}, err
		}
		j = asked // once the join is out, the table may begin at any moment
		return want.Join, nil
	})
	if err != nil {
		if j != nil {
			j.giveUp(api.Event{})
		}
		if j == nil || !l.cfg.Tables.Has(id) {
			return nil, err
		}
		return j, nil // it has begun, and the host had no time for an answer
	}
	names := shownNames(first.Taken)
	j.taken.Store(&names)
	j.bots.Store(first.Bots)
	l.cfg.Scheduler.Go(func() {
		j.waitIn(s)
		j.rest()
	})
	return j, nil
}

// keep makes a seat that is asked for known, and stores it.
func (l *Lobby) keep(j *join) error {
	if !l.joins.add(j.id, j, math.MaxInt) {
		return api.Fail(api.ReasonJoinedAlready, api.Data{})
	}
	if err := l.cfg.Store.PutJoin(j.id, j.want); err != nil {
		l.joins.drop(j.id)
		return err
	}
	return nil
}

// reserve signs the join of a table. r has its host, and its code.
func (l *Lobby) reserve(proposal record.Record, r Reservation, id record.Hash, strength string) (Reservation, error) {
	own, terms, _, err := table.OpenProposal(proposal, l.cfg.Games)
	if err != nil {
		return Reservation{}, err
	}
	if own != id || proposal.Author != r.Host {
		return Reservation{}, errors.New("lobby: the host sent another table's proposal")
	}
	r.Proposal = proposal
	if strength == "" {
		r.Join, err = entry.SignJoin(l.cfg.Key, id, record.Join{Name: l.cfg.Name})
		return r, err
	}
	if _, err := Strength(terms.Rules, strength); err != nil {
		return Reservation{}, err
	}
	r.Bot, r.Join, err = entry.NewBot(l.cfg.Key, id, l.cfg.Name, strength)
	return r, err
}

// waitIn follows the waiting room until it closes.
func (j *join) waitIn(s entry.Stream) {
	follow(&j.pursuit, s, func(m entry.RoomNews) (more bool) {
		switch {
		case m.Begun:
		case m.Withdrawn:
			j.giveUp(api.Event{What: api.Withdrawn})
		case m.Refused != "":
			j.giveUp(api.Event{What: api.Refused, Text: string(entry.Refused(m.Refused))})
		case len(m.Taken) == 0: // to be asked again, in a moment
		default:
			j.hear(m)
			return true
		}
		return false
	})
}

// hear notes who sits at the table, as the host says.
func (j *join) hear(m entry.RoomNews) {
	names := shownNames(m.Taken)
	j.bots.Store(m.Bots)
	if before := j.taken.Swap(&names); !slices.Equal(*before, names) {
		j.l.addEvent(j.id, api.Event{What: api.Taken, Names: names})
	}
	if m.Said != nil {
		j.hearLine(*m.Said, names)
	}
}

// shownNames are names as another node gives them, fit to be shown.
func shownNames(taken []string) []string {
	names := []string{}
	for _, t := range taken[:min(len(taken), maxTaken)] {
		names = append(names, record.CleanName(t))
	}
	return names
}

// tick has the seat pursued, unless it is.
func (j *join) tick() { j.pursuit.tick(j.pursue) }

// Begin makes a table at which this node has asked for a seat, if it is the one
// that was joined.
func (l *Lobby) Begin(id record.Hash, g replica.Genesis) error {
	t, err := g.Table(l.cfg.Games)
	if err != nil {
		return err
	}
	j := l.joins.get(id)
	if j == nil {
		if l.cfg.Tables.Has(id) {
			return nil
		}
		return errGivenUp
	}
	if t.ID() != id || !slices.ContainsFunc(g.Joins, j.want.Join.Same) {
		return errOther
	}
	answer := make(chan error, 1)
	j.Post(func(time.Time) { j.begin(g, func(err error) { answer <- err }) })
	return <-answer
}

// begin makes the table. done is called in a turn.
func (j *join) begin(g replica.Genesis, done func(error)) {
	switch {
	case j.beginning:
		j.after = append(j.after, func() { j.begin(g, done) })
		return
	case j.l.cfg.Tables.Has(j.id):
		done(nil)
		return
	case j.over:
		done(errGivenUp)
		return
	}
	j.beginning = true
	own := session.OwnSeat{Seed: bytes.Clone(j.want.Bot.Seed), Bot: j.want.Bot.Strength}
	j.l.cfg.Tables.Create(g, map[record.Key]session.OwnSeat{j.want.Join.Author: own}, j.loaded, func(err error) {
		j.Post(func(time.Time) {
			if err == nil {
				j.drop()
			}
			done(err)
			j.beginning = false
			after := j.after
			j.after = nil
			for _, do := range after {
				do()
			}
		})
	})
}

// drop forgets the reservation of a table that has begun.
func (j *join) drop() {
	j.over = true
	j.l.joins.drop(j.id)
	if err := errors.Join(j.l.keepCode(j.id, entry.NewCode(entry.StoredCode{Text: j.want.Code})), j.l.cfg.Store.DropJoin(j.id)); err != nil {
		j.l.cfg.Log.Warn("dropping a join", "err", err)
	}
}

// giveUp gives the seat up, for good, and waits until it has: the host cannot
// begin the table with the join that it still has. If it just has, nothing is
// given up. People are told why, if there is anything to tell.
func (j *join) giveUp(why api.Event) {
	given := make(chan struct{})
	j.Post(func(time.Time) { j.end(why, func() { close(given) }) })
	<-given
}

// end does what giveUp says.
func (j *join) end(why api.Event, done func()) {
	if j.beginning {
		j.after = append(j.after, func() { j.end(why, done) })
		return
	}
	defer done()
	if j.over || j.l.cfg.Tables.Has(j.id) {
		return
	}
	j.over = true
	j.l.joins.drop(j.id)
	if err := j.l.cfg.Store.GiveUp(j.id); err != nil {
		j.l.cfg.Log.Warn("giving a seat up", "err", err)
	}
	if why.What != "" {
		j.l.addEvent(j.id, why)
	}
}

// giveBack tells the host, if it can be reached, and forgets the seat.
func (j *join) giveBack() {
	s := j.pursuit.giveBack()
	j.giveUp(api.Event{})
	if s != nil {
		s.Close()
	}
}

// pursue goes back into the waiting room after the connection broke or the node
// was restarted.
func (j *join) pursue() {
	if !j.l.cfg.Network.Connected(j.want.Host) {
		j.l.cfg.Network.Dial(j.want.Host)
		return
	}
	var moved record.Record
	s, _, err := asking{l: j.l, host: j.want.Host, table: j.id, code: j.want.Code}.join(j.l.ctx, func(proposal record.Record) (record.Record, error) {
		if proposal.Same(j.want.Proposal) {
			return j.want.Join, nil
		}
		moved = proposal
		return record.Record{}, errMoved
	})
	var r entry.Refusal
	switch {
	case errors.Is(err, errMoved):
		j.move(moved)
	case errors.Is(err, entry.ErrBegun): // its stream is on the way
	case errors.Is(err, entry.ErrNoTable):
		// It was withdrawn, as far as the host knows.
		if j.missing++; j.missing == missingTries {
			j.giveUp(api.Event{What: api.Closed})
		}
	case errors.As(err, &r):
		j.giveUp(api.Event{What: api.Refused, Text: string(r)})
	case errors.Is(err, entry.ErrNeedsCode), errors.Is(err, entry.ErrCode):
		// Each try counts as a wrong guess at the host.
		j.giveUp(api.Event{What: api.NeedsCode})
	case err == nil:
		j.waitIn(s)
	}
}

// move follows a table that its host has proposed anew, perhaps with fewer seats.
func (j *join) move(proposal record.Record) {
	id := tableID(proposal)
	if j.moves == maxMoves || !entry.SameTable(j.want.Proposal, proposal) {
		j.giveUp(api.Event{What: api.Changed})
		return
	}
	if !j.l.Joined(id) {
		want, err := j.l.reserve(proposal, Reservation{Host: j.want.Host, Code: j.want.Code}, id, j.want.Bot.Strength)
		next := j.l.newJoin(id, want)
		next.moves = j.moves + 1
		if err == nil {
			err = j.l.keep(next)
		}
		if err != nil {
			j.l.cfg.Log.Warn("following a table", "table", id.Short(), "err", err)
			return
		}
	}
	j.l.noteMoved(j.id, id)
	why := api.Event{Table: id.String(), What: api.Moved, Was: j.id.String()}
	if seats := entry.SeatsOf(proposal); seats != entry.SeatsOf(j.want.Proposal) {
		why.What, why.Seats = api.Smaller, seats
	}
	j.giveUp(why)
	j.l.cfg.Hasten()
}
