package sim

import (
	"crypto/ed25519"
	"fmt"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/store/memory"
)

// A wish is what somebody without a seat asks for at the door of a table. The door itself (p2p/lobby) is not
// simulated: the node that keeps it hears the wish at once, and again after a restart.
type wish struct {
	at, seat int
	now      bool
	keeper   *node
	until    time.Time // when it is taken back
}

// addGuest adds a node without a seat.
func (w *world) addGuest(i int) {
	index := w.plan.Seats + w.plan.Onlookers + i
	n := &node{w: w, index: index, who: index, keys: []ed25519.PrivateKey{ed25519.NewKeyFromSeed(w.secret("guest", i))}, guest: true, disk: newDisk()}
	if w.plan.Pages[w.plan.Seats+i] {
		n.disk.page = memory.NewRAM()
		w.counts.Pages++
	}
	w.nodes = append(w.nodes, n)
	n.boot()
	n.tick()
}

// takes lists the seats that changed hands when a table began.
func (w *world) takes(at int) (seats []int) {
	o := w.tables[at]
	if o.parent < 0 {
		return nil
	}
	for i, s := range o.terms.Seats {
		if w.tables[o.parent].terms.SeatOf(s.Key) < 0 {
			seats = append(seats, i)
		}
	}
	return seats
}

// sits returns the game at which a node is playing, nil if there is none.
func (n *node) sits() *game {
	for _, g := range n.playing() {
		if g.t != nil && g.seated() && g.t.Snapshot().InPlay() && !g.ended() {
			return g
		}
	}
	return nil
}

// makeWish makes somebody wish that a seat changes hands, or take back such a wish.
func (w troubles) makeWish() {
	n := w.anybody()
	if w.chance(0.5) {
		n = w.nodes[w.plan.Seats+w.plan.Onlookers+w.rand.IntN(w.plan.Guests)]
	}
	if !n.up() || n.gone || w.now.Before(n.busy) {
		return
	}
	switch g := n.sits(); {
	case g == nil && n.wish != nil && w.chance(0.1):
		n.withdraw()
	case g == nil && n.wish != nil && w.chance(0.3):
		w.log("%s falls silent", n.name())
		w.counts.Sleep++
		w.lull(n, w.between(30*time.Second, 120*time.Second))
	case g == nil:
		n.askAtDoor(nil, 0)
	case w.chance(0.2):
		g.takeBack()
	case w.chance(0.75):
		g.handOver()
	default:
		g.replace()
	}
}

// askAtDoor makes the person ask at a door for a seat: the given one, or any if at is nil.
func (n *node) askAtDoor(at *game, seat int) {
	w := n.w
	if n.wish != nil || n.sits() != nil {
		return
	}
	if at == nil {
		var doors []*game
		for _, m := range w.nodes {
			if g := m.sits(); m != n && g != nil && w.may(n, m) && w.tables[g.at].terms.SeatOf(n.identity()) < 0 {
				doors = append(doors, g)
			}
		}
		if len(doors) == 0 {
			return
		}
		at = doors[w.rand.IntN(len(doors))]
		seat = w.rand.IntN(len(w.tables[at.at].terms.Seats))
	}
	w.counts.Wishes++
	n.wish = &wish{at: at.at, seat: seat, now: w.chance(0.25), keeper: at.node, until: w.now.Add(w.between(5*time.Second, 3*time.Minute))}
	w.log("%s asks %s for seat %d of table %d", n.name(), at.node.name(), seat, at.at)
}

// tendWish tells the door of the person's wish, follows the table if it goes on without the seat changing
// hands, and forgets the wish once it is fulfilled or cannot be.
func (n *node) tendWish() {
	w, q := n.w, n.wish
	switch {
	case q == nil:
		return
	case n.sits() != nil || q.keeper.gone:
		n.wish = nil
		return
	case w.now.After(q.until):
		n.withdraw()
		return
	case !w.may(n, q.keeper):
		return
	}
	g := q.keeper.game(q.at)
	if g == nil || g.t == nil {
		n.wish = nil
		return
	}
	for _, child := range g.children() {
		if child.t == nil || !child.t.Snapshot().InPlay() {
			continue
		}
		seat := slices.Index(w.tables[child.at].c.From, q.seat)
		if seat < 0 || slices.Contains(w.takes(child.at), seat) {
			n.wish = nil
			return
		}
		q.at, q.seat = child.at, seat
		return
	}
	if !g.seated() || g.table().Over() {
		n.wish = nil
		return
	}
	h := n.askedHandover()
	if !slices.ContainsFunc(g.t.Snapshot().OwnHandovers(), func(o replica.OwnHandover) bool { return o.Same(h) && o.Asks }) {
		g.say(func(own []replica.OwnHandover) []replica.OwnHandover {
			return append(without(own, func(o replica.OwnHandover) bool { return o.Same(h) && o.Asks }), replica.OwnHandover{Handover: h, Asks: true})
		})
	}
}

// askedHandover returns the handover that the person asks for.
func (n *node) askedHandover() replica.Handover {
	return replica.Handover{Seat: n.wish.seat, Node: n.identity(), Player: &record.Player{Key: n.identity(), Name: n.name()}, Now: n.wish.now}
}

// withdraw takes back the person's wish.
func (n *node) withdraw() {
	q := n.wish
	n.wish = nil
	n.w.counts.TakenBack++
	n.w.log("%s does not want seat %d of table %d any more", n.name(), q.seat, q.at)
	if g := q.keeper.game(q.at); g != nil && g.t != nil {
		g.say(func(own []replica.OwnHandover) []replica.OwnHandover {
			return without(own, func(o replica.OwnHandover) bool { return o.Node == n.identity() && !o.Bot && o.Asks })
		})
	}
}

// takes tells the session, for a call for a continuation, whether the person has asked for the seat that the
// node's key takes over there, and with which own seats.
func (l *life) takes(_ record.Key, c record.Continuation) (map[record.Key]session.OwnSeat, bool) {
	n := l.n
	i := slices.IndexFunc(c.Players, func(p record.Player) bool { return p.Key == n.identity() })
	q := n.wish
	if q == nil || i < 0 || n.w.tables[q.at].id != c.Parent || c.From[i] != q.seat || n.w.tables[q.at].terms.SeatOf(n.identity()) >= 0 {
		return nil, false
	}
	return map[record.Key]session.OwnSeat{n.identity(): {}}, true
}

// say changes what the node says about the handovers of a table. A full disk refuses that.
func (g *game) say(change func(own []replica.OwnHandover) []replica.OwnHandover) {
	g.t.ChangeHandovers(func(r *replica.Replica, own []replica.OwnHandover) ([]replica.OwnHandover, error) {
		if !r.InPlay() {
			return own, nil
		}
		own = change(own)
		for i, o := range own {
			if o.Agrees && o.Value == (record.Hash{}) {
				own[i] = r.Agree(o)
			}
		}
		return own, nil
	}, nil)
}

func without(own []replica.OwnHandover, drop func(replica.OwnHandover) bool) []replica.OwnHandover {
	return slices.DeleteFunc(own, drop)
}

// takeBack takes back all that the person has said about handovers.
func (g *game) takeBack() {
	mine := func(o replica.OwnHandover) bool { return !o.Asks || o.Bot }
	if slices.ContainsFunc(g.t.Snapshot().OwnHandovers(), mine) {
		g.node.w.counts.TakenBack++
		g.say(func(own []replica.OwnHandover) []replica.OwnHandover { return without(own, mine) })
	}
}

// handOver offers the person's seat, or that of one of their computer players, to a guest, who then asks for
// it, or to a computer player of somebody else.
func (g *game) handOver() {
	n, w := g.node, g.node.w
	local := g.t.Snapshot().Seats()
	h := replica.Handover{Seat: local[w.rand.IntN(len(local))].Seat(), Now: w.chance(0.2)}
	terms := w.tables[g.at].terms
	var to *node
	for _, m := range w.nodes {
		sits := slices.ContainsFunc(terms.Seats, func(s table.Seat) bool { return s.Node() == m.identity() })
		if m == n || m.onlooker || sits && to != nil && w.chance(0.7) || !sits && (!w.may(m, n) || m.wish != nil || m.sits() != nil) || to != nil && !h.Bot && w.chance(0.5) {
			continue
		}
		to, h.Node, h.Bot = m, m.identity(), sits
	}
	if to == nil {
		return
	}
	if !h.Bot {
		if to.askAtDoor(g, h.Seat); to.wish == nil {
			return
		}
		h.Now = to.wish.now
	}
	w.counts.Wishes++
	w.log("%s offers seat %d of table %d to %s (a computer player: %v)", n.name(), h.Seat, g.at, to.name(), h.Bot)
	g.say(func(own []replica.OwnHandover) []replica.OwnHandover {
		own = without(own, func(o replica.OwnHandover) bool { return o.Seat == h.Seat && !(o.Asks && !o.Bot) })
		return append(own, replica.OwnHandover{Handover: h, Offers: true})
	})
}

// replace makes the person want one of their computer players in somebody's place.
func (g *game) replace() {
	n, w := g.node, g.node.w
	seat := w.rand.IntN(len(w.tables[g.at].terms.Seats))
	if o := g.t.Snapshot().Local(); seat == o.Seat() {
		return
	}
	w.counts.Wishes++
	g.agree(replica.Handover{Seat: seat, Node: n.identity(), Bot: true, Now: w.chance(0.2)})
}

// consider makes the person think about the handovers that wait for their consent. Sometimes they do not
// agree.
func (g *game) consider() {
	n, w := g.node, g.node.w
	if g.t == nil || w.plan.Change == 0 || !g.seated() || g.table().Over() {
		return
	}
	for _, h := range g.t.Snapshot().Handovers() {
		about := fmt.Sprint(g.at, g.t.Snapshot().Value(h.Handover), len(h.Waits))
		if h.Player == nil && !(h.Bot && h.Node == n.identity()) || !slices.Contains(h.Waits, n.identity()) || n.decided[about] {
			continue
		}
		if n.decided == nil {
			n.decided = map[string]bool{}
		}
		n.decided[about] = true
		if w.chance(0.85) {
			w.after(w.between(0, 2*w.plan.Think), func() {
				if g.free() && g.seated() {
					g.agree(h.Handover)
				}
			})
		}
	}
}

// agree makes the person agree to a handover. If the newcomer is to be one of their computer players, agree
// makes it.
func (g *game) agree(h replica.Handover) {
	n, w := g.node, g.node.w
	o := replica.OwnHandover{Handover: h, Agrees: true}
	if h.Bot && h.Node == n.identity() && h.Player == nil {
		key := ed25519.NewKeyFromSeed(w.secret("made", n.index*1000+len(n.made)))
		n.made = append(n.made, key)
		host := n.identity()
		o.Player = &record.Player{Key: record.KeyOf(key), Name: fmt.Sprint("computer ", len(n.made), " of ", n.name()), Host: &host}
		o.Asks, o.Seed, o.Strength = true, key.Seed(), w.plan.Game.Bots[0].Name
	}
	w.log("%s agrees that seat %d of table %d changes hands", n.name(), h.Seat, g.at)
	g.say(func(own []replica.OwnHandover) []replica.OwnHandover {
		return append(without(own, func(p replica.OwnHandover) bool { return p.Seat == h.Seat && !(p.Asks && !p.Bot) }), o)
	})
}

// tally counts the seats that change hands at a table, when the first node begins it.
func (g *game) tally() {
	w := g.node.w
	o, c := w.tables[g.at], &w.counts
	for _, i := range w.takes(g.at) {
		was, is := w.tables[o.parent].terms.Seats[o.c.From[i]], o.terms.Seats[i]
		c.Changed++
		switch {
		case is.Host != nil:
			c.ToBot++
		case was.Host != nil:
			c.BotToPerson++
		default:
			c.PersonToPerson++
		}
		if before := g.node.game(o.parent); before != nil {
			t := before.table()
			if online, _ := before.online(o.c.From[i]); !online || t.HasLeft(o.c.From[i]) {
				c.Replaced++
			}
			if kind := t.Pending().Kind; kind == record.KindMove || kind == record.KindShares || kind == record.KindStack {
				c.AtOnce++
			}
		}
		for at := o.parent; at >= 0; at = w.tables[at].parent {
			if w.tables[at].terms.SeatOf(is.Key) >= 0 {
				c.CameBack++
				break
			}
		}
	}
}

// online reports whether the node of a seat is online, and since when, as far as this node knows.
func (g *game) online(seat int) (bool, time.Time) {
	if g.t == nil {
		return true, time.Time{}
	}
	return g.t.Snapshot().Online(seat)
}
