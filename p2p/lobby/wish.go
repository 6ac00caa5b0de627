package lobby

import (
	"errors"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/entry"
)

var errDoor = errors.New("lobby: the door does not fit what was asked for")

// A wish is a seat at a running table for which this node has asked at its door: an actor.
// It is stored before the door's keeper hears of it, and pursued until this node plays, its
// person takes it back, or the keeper refuses.
type wish struct {
	pursuit
	l    *Lobby
	id   record.Hash // of the table
	want atomic.Pointer[Wish]
	news atomic.Pointer[entry.DoorNews]

	// Of the goroutine that pursues it.
	missing int          // how often a keeper has not let this node in
	moves   int          // how often the table has gone on as another one
	hint    int          // which seat it is there, -1 if nobody has said
	next    int          // of the nodes of the table, which is to be asked when the keeper is not there
	wrong   []record.Key // the nodes that have another code
}

func (l *Lobby) newWish(id record.Hash, want Wish) *wish {
	w := &wish{l: l, id: id, hint: -1}
	w.init(l)
	w.want.Store(&want)
	w.news.Store(&entry.DoorNews{})
	return w
}

// loadWishes takes up what was asked for when the node stopped.
func (l *Lobby) loadWishes() error {
	stored, err := l.cfg.Store.Wishes()
	if err != nil {
		return err
	}
	for _, id := range sortedIDs(stored) {
		l.wishes.add(id, l.newWish(id, stored[id]), math.MaxInt)
	}
	return nil
}

// keepWish makes a wish known, and stores it.
func (l *Lobby) keepWish(w *wish) error {
	if !l.wishes.add(w.id, w, math.MaxInt) {
		return api.Fail(api.ReasonAskedAlready, api.Data{Name: l.wishes.get(w.id).seat().Name})
	}
	if err := l.cfg.Store.PutWish(w.id, *w.want.Load()); err != nil {
		l.wishes.drop(w.id)
		return err
	}
	return nil
}

func (w *wish) seat() entry.DoorSeat {
	want := w.want.Load()
	return want.Door.Seats[want.Seat]
}

// frame is what the keeper of a door is asked for.
func (w *wish) frame() entry.Wish {
	want := w.want.Load()
	return entry.Wish{Seat: uint64(want.Seat), Name: want.Name, Now: want.Now}
}

// view shows the table, with what this node has asked for there.
func (w *wish) view() api.Offer {
	want := w.want.Load()
	o := api.Offer{
		ID: w.id.String(), Host: w.l.cfg.Directory.Name(want.Keeper), Peer: w.l.cfg.Network.PeerID(want.Keeper), Joined: true, Running: true,
		Full: !want.Door.Spectators, Warnings: []api.Warning{}, Handover: w.handover(),
	}
	w.l.describeDoor(&o, &want.Door)
	return o
}

func (w *wish) handover() *api.Handover {
	want, news, seat := w.want.Load(), w.news.Load(), w.seat()
	you := table.Label(want.Door.Names(), want.Name)
	return &api.Handover{
		Seat: seat.Name, SeatBotOf: seat.BotOf, To: you, Fingerprint: record.Fingerprint(w.l.self), Player: you, Namesake: seat.Name == want.Name, You: you,
		Score: seat.Score, Now: want.Now, Asked: true, Agreed: news.Agreed, Waits: news.Waits, Mine: true,
	}
}

// shownNews are the news of another node, fit to be shown.
func shownNews(n entry.DoorNews) *entry.DoorNews {
	n.Agreed, n.Waits = shownNames(n.Agreed), shownNames(n.Waits)
	return &n
}

// waitIn follows how the wish stands until the stream ends.
func (w *wish) waitIn(s entry.Stream) {
	follow(&w.pursuit, s, func(n entry.DoorNews) (more bool) {
		switch {
		case n.Refused != "":
			w.giveUp(api.Event{What: api.Refused, Text: string(entry.Refused(n.Refused))})
		case n.Moved != nil:
			w.move(*n.Moved, n.Seat)
		case n.Begun: // this node plays as soon as it has all that the others have
		case n.Door != nil && !w.adopt(*n.Door):
			w.giveUp(api.Event{What: api.Changed})
		default:
			w.hear(n)
			return true
		}
		return false
	})
}

// hear notes who has agreed.
func (w *wish) hear(n entry.DoorNews) {
	now := shownNews(n)
	before := w.news.Swap(now)
	for _, list := range []struct {
		what    string
		is, not []string
	}{{api.Agreed, now.Agreed, before.Agreed}, {api.TakenBack, before.Agreed, now.Agreed}} {
		for _, name := range list.is {
			if !slices.Contains(list.not, name) {
				w.l.addEvent(w.id, api.Event{Kind: api.EventHandover, What: list.what, Name: name, Handover: w.handover()})
			}
		}
	}
}

// adopt takes what a door says of the table by now; it refuses other terms, and that somebody
// else has the seat. A keeper that is behind the one before says nothing new.
func (w *wish) adopt(d entry.Door) bool {
	want := *w.want.Load()
	seat := want.find(&d, w.hint)
	switch {
	case w.l.checkDoor(&d, want.Keeper) != nil, d.ID != w.id, !d.SameTerms(&want.Door), seat < 0:
		return false
	case d.ID == want.Door.ID && d.Hands < want.Door.Hands:
		return true
	}
	want.Door, want.Seat = d, seat
	w.keep(want)
	return true
}

// keep stores the wish as it is by now. If that fails, what is stored is only older.
func (w *wish) keep(want Wish) {
	_ = w.Wait(func(time.Time) error {
		if w.over {
			return nil
		}
		w.want.Store(&want)
		if err := w.l.cfg.Store.PutWish(w.id, want); err != nil {
			w.l.cfg.Log.Warn("storing a wish", "err", err)
		}
		return nil
	})
}

// find is the number that the seat has by what a door says, -1 for none: at the same table the
// old one, at one that goes on from it where the hint says, or by who has it.
func (want *Wish) find(d *entry.Door, hint int) int {
	was := want.Door.Seats[want.Seat]
	same := func(s entry.DoorSeat) bool { return s.Node == was.Node && s.BotOf == was.BotOf }
	if d.ID == want.Door.ID {
		hint = want.Seat
	}
	if hint >= 0 && hint < len(d.Seats) && same(d.Seats[hint]) {
		return hint
	}
	if d.ID == want.Door.ID {
		return -1
	}
	return slices.IndexFunc(d.Seats, func(s entry.DoorSeat) bool { return same(s) && s.Name == was.Name })
}

// tick has the wish pursued, unless it is.
func (w *wish) tick() { w.pursuit.tick(w.pursue) }

// pursue asks again after the stream broke or the node was restarted: the node that was asked
// last, or the next one at the table.
func (w *wish) pursue() {
	want := *w.want.Load()
	if !w.l.cfg.Network.Connected(want.Keeper) {
		w.l.cfg.Network.Dial(want.Keeper)
		w.another(want)
		return
	}
	var moved *entry.Door
	s, first, err := asking{l: w.l, host: want.Keeper, table: w.id, code: want.Code}.wish(w.l.ctx, func(d entry.Door) (entry.Wish, error) {
		switch err := w.l.checkDoor(&d, want.Keeper); {
		case err != nil:
			return entry.Wish{}, err
		case d.ID != w.id:
			moved = &d
			return entry.Wish{}, errMoved
		case !w.adopt(d):
			return entry.Wish{}, errDoor
		}
		return w.frame(), nil
	})
	var r entry.Refusal
	switch {
	case err == nil:
		w.missing = 0
		w.hear(first)
		w.waitIn(s)
	case errors.Is(err, errMoved):
		w.move(moved.ID, -1)
	case errors.Is(err, errDoor):
		w.giveUp(api.Event{What: api.Changed})
	case errors.Is(err, entry.ErrNoTable), errors.Is(err, entry.ErrBegun):
		// It is over, or this node is to hear of its seat in a moment.
		w.misses(want, api.Closed)
	case errors.Is(err, entry.ErrNeedsCode):
		w.misses(want, api.NeedsCode)
	case wrongCode(err):
		w.wrongAt(want)
	case elsewhere(err):
		w.another(want)
	case errors.As(err, &r):
		w.giveUp(api.Event{What: api.Refused, Text: string(r)})
	}
}

// wrongAt notes that a node of the table has another code. Each try counts there as a wrong guess, so
// it is not asked again; if there is a node that has not said so, that one is waited for.
func (w *wish) wrongAt(want Wish) {
	w.wrong = append(w.wrong, want.Keeper)
	i := slices.IndexFunc(want.Door.Nodes(), func(node record.Key) bool { return !slices.Contains(w.wrong, node) })
	if i < 0 {
		w.giveUp(api.Event{What: api.NeedsCode})
		return
	}
	want.Keeper = want.Door.Nodes()[i]
	w.keep(want)
}

// misses counts that a node of the table would not let this one in, which others may.
func (w *wish) misses(want Wish, why string) {
	if w.missing++; w.missing == missingTries {
		if len(w.wrong) > 0 {
			why = api.NeedsCode // another code may be what it takes
		}
		w.giveUp(api.Event{What: why})
		return
	}
	w.another(want)
}

// another asks the next node of the table from now on, if there is one that is connected and may have
// the code.
func (w *wish) another(want Wish) {
	nodes := want.Door.Nodes()
	for range nodes {
		w.next++
		if node := nodes[w.next%len(nodes)]; node != want.Keeper && !slices.Contains(w.wrong, node) && w.l.cfg.Network.Connected(node) {
			want.Keeper = node
			w.keep(want)
			return
		}
	}
}

// move follows the table to the one as which it goes on, where the seat has that number, or
// one that is to be found.
func (w *wish) move(id record.Hash, hint int) {
	if w.moves == maxMoves || id == w.id {
		w.giveUp(api.Event{What: api.Changed})
		return
	}
	next := w.l.newWish(id, *w.want.Load())
	next.moves, next.hint = w.moves+1, hint
	_ = w.Wait(func(time.Time) error {
		if w.over || !w.l.wishes.add(id, next, math.MaxInt) {
			return nil
		}
		w.over = true
		w.l.wishes.drop(w.id)
		if err := w.l.cfg.Store.MoveWish(w.id, id, *next.want.Load()); err != nil {
			w.l.cfg.Log.Warn("storing a wish", "err", err)
		}
		w.l.addEvent(w.id, api.Event{Table: id.String(), What: api.Moved, Was: w.id.String(), Handover: next.handover()})
		return nil
	})
	w.l.cfg.Hasten()
}

// forgetFulfilled forgets a wish, because this node plays.
func (w *wish) forgetFulfilled() {
	w.Post(func(time.Time) { w.forget() })
}

// forget ends the wish, and reports whether it was there still.
func (w *wish) forget() bool {
	if w.over {
		return false
	}
	w.over = true
	w.l.wishes.drop(w.id)
	if err := w.l.cfg.Store.DropWish(w.id); err != nil {
		w.l.cfg.Log.Warn("dropping a wish", "err", err)
	}
	return true
}

// giveUp takes the wish back for good, and waits until it is. People are told why, if there
// is anything to tell.
func (w *wish) giveUp(why api.Event) {
	_ = w.Wait(func(time.Time) error {
		if w.forget() && why.What != "" {
			why.Handover = w.handover()
			w.l.addEvent(w.id, why)
		}
		return nil
	})
}

// takeBack tells the keeper, if it can be reached, and forgets the wish.
func (w *wish) takeBack() {
	s := w.giveBack()
	w.giveUp(api.Event{})
	if s != nil {
		s.Close()
	}
}

// HolderOfWish returns who has the seat that this node has asked for at a running table, ""
// if it has asked for none.
func (l *Lobby) HolderOfWish(table record.Hash) string {
	w := l.wishes.get(table)
	if w == nil {
		return ""
	}
	return w.seat().Name
}
