package world

import (
	"crypto/ed25519"
	"fmt"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/sim/disk"
	"fives/p2p/store/memory"
)

// A wish is what somebody without a seat asks for at the door of a table. The door itself
// (p2p/lobby) is not simulated: the node that keeps it hears the wish at once, and again when
// it has started anew.
type wish struct {
	at, seat int
	now      bool
	keeper   *Node
	until    time.Time // then it is taken back
}

// addGuest makes a node without a seat.
func (w *World) addGuest(i int) {
	index := w.Plan.Seats + w.Plan.Onlookers + i
	n := &Node{w: w, Index: index, Who: index, keys: []ed25519.PrivateKey{ed25519.NewKeyFromSeed(w.secret("guest", i))}, guest: true, Disk: disk.New()}
	if w.Plan.Pages[w.Plan.Seats+i] {
		n.Disk.Page = memory.NewRAM()
		w.Counts.Pages++
	}
	w.Nodes = append(w.Nodes, n)
	n.boot()
	n.tick()
}

// Takes lists the seats of a table that have changed hands with it.
func (w *World) Takes(at int) (seats []int) {
	o := w.Tables[at]
	if o.Parent < 0 {
		return nil
	}
	for i, s := range o.terms.Seats {
		if w.Tables[o.Parent].terms.SeatOf(s.Key) < 0 {
			seats = append(seats, i)
		}
	}
	return seats
}

// sits is the game that a node plays with others, nil if there is none.
func (n *Node) sits() *Game {
	for _, g := range n.Playing() {
		if g.t != nil && g.Seated() && g.t.Snapshot().InPlay() && !g.Ended() {
			return g
		}
	}
	return nil
}

// wishes has somebody wish that a seat changes hands, or take back what they have said of it.
func (w troubles) wishes() {
	n := w.anybody()
	if w.chance(0.5) {
		n = w.Nodes[w.Plan.Seats+w.Plan.Onlookers+w.rand.IntN(w.Plan.Guests)]
	}
	if !n.Up() || n.Gone || w.now.Before(n.busy) {
		return
	}
	switch g := n.sits(); {
	case g == nil && n.wish != nil && w.chance(0.1):
		n.withdraw()
	case g == nil && n.wish != nil && w.chance(0.3):
		w.Log("%s falls silent", n.Name())
		w.Counts.Sleep++
		w.lull(n, w.between(30*time.Second, 120*time.Second))
	case g == nil:
		n.asks(nil, 0)
	case w.chance(0.2):
		g.takeBack()
	case w.chance(0.75):
		g.handOver()
	default:
		g.replace()
	}
}

// asks has the person ask at a door for a seat: the one that is offered, or any.
func (n *Node) asks(at *Game, seat int) {
	w := n.w
	if n.wish != nil || n.sits() != nil {
		return
	}
	if at == nil {
		var doors []*Game
		for _, m := range w.Nodes {
			if g := m.sits(); m != n && g != nil && w.may(n, m) && w.Tables[g.At].terms.SeatOf(n.Identity()) < 0 {
				doors = append(doors, g)
			}
		}
		if len(doors) == 0 {
			return
		}
		at = doors[w.rand.IntN(len(doors))]
		seat = w.rand.IntN(len(w.Tables[at.At].terms.Seats))
	}
	w.Counts.Wishes++
	n.wish = &wish{at: at.At, seat: seat, now: w.chance(0.25), keeper: at.Node, until: w.now.Add(w.between(5*time.Second, 3*time.Minute))}
	w.Log("%s asks %s for seat %d of table %d", n.Name(), at.Node.Name(), seat, at.At)
}

// tendWish has the door know of the person's wish, goes with the table if it goes on without
// the seat changing hands, and forgets the wish once it is fulfilled or cannot be.
func (n *Node) tendWish() {
	w, q := n.w, n.wish
	switch {
	case q == nil:
		return
	case n.sits() != nil || q.keeper.Gone:
		n.wish = nil
		return
	case w.now.After(q.until):
		n.withdraw()
		return
	case !w.may(n, q.keeper):
		return
	}
	g := q.keeper.Game(q.at)
	if g == nil || g.t == nil {
		n.wish = nil
		return
	}
	for _, child := range g.Children() {
		if child.t == nil || !child.t.Snapshot().InPlay() {
			continue
		}
		seat := slices.Index(w.Tables[child.At].c.From, q.seat)
		if seat < 0 || slices.Contains(w.Takes(child.At), seat) {
			n.wish = nil
			return
		}
		q.at, q.seat = child.At, seat
		return
	}
	if !g.Seated() || g.Table().Over() {
		n.wish = nil
		return
	}
	h := n.asked()
	if !slices.ContainsFunc(g.t.Snapshot().Told(), func(o replica.OwnHandover) bool { return o.Same(h) && o.Asks }) {
		g.say(func(own []replica.OwnHandover) []replica.OwnHandover {
			return append(without(own, func(o replica.OwnHandover) bool { return o.Same(h) && o.Asks }), replica.OwnHandover{Handover: h, Asks: true})
		})
	}
}

// asked is the handover for which the person asks.
func (n *Node) asked() replica.Handover {
	return replica.Handover{Seat: n.wish.seat, Node: n.Identity(), Player: &record.Player{Key: n.Identity(), Name: n.Name()}, Now: n.wish.now}
}

// withdraw takes the person's wish back.
func (n *Node) withdraw() {
	q := n.wish
	n.wish = nil
	n.w.Counts.TakenBack++
	n.w.Log("%s does not want seat %d of table %d any more", n.Name(), q.seat, q.at)
	if g := q.keeper.Game(q.at); g != nil && g.t != nil {
		g.say(func(own []replica.OwnHandover) []replica.OwnHandover {
			return without(own, func(o replica.OwnHandover) bool { return o.Node == n.Identity() && !o.Bot && o.Asks })
		})
	}
}

// takes is what a session asks of a call: whether the person has asked for the seat that it
// takes over.
func (l *life) takes(_ record.Key, c record.Continuation) (map[record.Key]session.OwnSeat, bool) {
	n := l.n
	i := slices.IndexFunc(c.Players, func(p record.Player) bool { return p.Key == n.Identity() })
	q := n.wish
	if q == nil || i < 0 || n.w.Tables[q.at].ID != c.Parent || c.From[i] != q.seat || n.w.Tables[q.at].terms.SeatOf(n.Identity()) >= 0 {
		return nil, false
	}
	return map[record.Key]session.OwnSeat{n.Identity(): {}}, true
}

// say changes what the node says of the handovers of a table. A full disk refuses that.
func (g *Game) say(change func(own []replica.OwnHandover) []replica.OwnHandover) {
	g.t.ChangeHandovers(func(r *replica.Replica, own []replica.OwnHandover) ([]replica.OwnHandover, error) {
		if !r.InPlay() {
			return own, nil
		}
		return change(own), nil
	}, nil)
}

func without(own []replica.OwnHandover, drop func(replica.OwnHandover) bool) []replica.OwnHandover {
	return slices.DeleteFunc(own, drop)
}

// takeBack takes all back that the person has said.
func (g *Game) takeBack() {
	mine := func(o replica.OwnHandover) bool { return !o.Asks || o.Bot }
	if slices.ContainsFunc(g.t.Snapshot().Told(), mine) {
		g.Node.w.Counts.TakenBack++
		g.say(func(own []replica.OwnHandover) []replica.OwnHandover { return without(own, mine) })
	}
}

// handOver offers the person's seat, or that of a computer player of theirs: to a guest, who
// asks for it, or to a computer player of somebody else.
func (g *Game) handOver() {
	n, w := g.Node, g.Node.w
	local := g.t.Snapshot().Seats()
	h := replica.Handover{Seat: local[w.rand.IntN(len(local))].Seat(), Now: w.chance(0.2)}
	terms := w.Tables[g.At].terms
	var to *Node
	for _, m := range w.Nodes {
		sits := slices.ContainsFunc(terms.Seats, func(s table.Seat) bool { return s.Node() == m.Identity() })
		if m == n || m.Onlooker || sits && to != nil && w.chance(0.7) || !sits && (!w.may(m, n) || m.wish != nil || m.sits() != nil) || to != nil && !h.Bot && w.chance(0.5) {
			continue
		}
		to, h.Node, h.Bot = m, m.Identity(), sits
	}
	if to == nil {
		return
	}
	if !h.Bot {
		if to.asks(g, h.Seat); to.wish == nil {
			return
		}
		h.Now = to.wish.now
	}
	w.Counts.Wishes++
	w.Log("%s offers seat %d of table %d to %s (a computer player: %v)", n.Name(), h.Seat, g.At, to.Name(), h.Bot)
	g.say(func(own []replica.OwnHandover) []replica.OwnHandover {
		own = without(own, func(o replica.OwnHandover) bool { return o.Seat == h.Seat && !(o.Asks && !o.Bot) })
		return append(own, replica.OwnHandover{Handover: h, Offers: true, Agrees: true})
	})
}

// replace has the person want a computer player in the place of somebody.
func (g *Game) replace() {
	n, w := g.Node, g.Node.w
	seat := w.rand.IntN(len(w.Tables[g.At].terms.Seats))
	if o := g.t.Snapshot().Local(); seat == o.Seat() {
		return
	}
	w.Counts.Wishes++
	g.agree(replica.Handover{Seat: seat, Node: n.Identity(), Bot: true, Now: w.chance(0.2)})
}

// consider has the person think about the handovers for which their word is missing. Now and
// then they do not agree.
func (g *Game) consider() {
	n, w := g.Node, g.Node.w
	if g.t == nil || w.Plan.Change == 0 || !g.Seated() || g.Table().Over() {
		return
	}
	for _, h := range g.t.Snapshot().Handovers() {
		about := fmt.Sprint(g.At, h.Seat, h.Node, h.Bot, h.Now)
		if !slices.Contains(h.Waits, n.Identity()) || n.decided[about] {
			continue
		}
		if n.decided == nil {
			n.decided = map[string]bool{}
		}
		n.decided[about] = true
		if w.chance(0.85) {
			w.after(w.between(0, 2*w.Plan.Think), func() {
				if g.free() && g.Seated() {
					g.agree(h.Handover)
				}
			})
		}
	}
}

// agree has the person agree to a handover. If the newcomer is a computer player of theirs, it
// is made.
func (g *Game) agree(h replica.Handover) {
	n, w := g.Node, g.Node.w
	o := replica.OwnHandover{Handover: h, Agrees: true}
	if o.Player = nil; h.Bot && h.Node == n.Identity() {
		key := ed25519.NewKeyFromSeed(w.secret("made", n.Index*1000+len(n.made)))
		n.made = append(n.made, key)
		host := n.Identity()
		o.Player = &record.Player{Key: record.KeyOf(key), Name: fmt.Sprint("computer ", len(n.made), " of ", n.Name()), Host: &host}
		o.Asks, o.Seed, o.Strength = true, key.Seed(), w.Plan.Game.Bots[0].Name
	}
	w.Log("%s agrees that seat %d of table %d changes hands", n.Name(), h.Seat, g.At)
	g.say(func(own []replica.OwnHandover) []replica.OwnHandover {
		return append(without(own, func(p replica.OwnHandover) bool { return p.Seat == h.Seat && !(p.Asks && !p.Bot) }), o)
	})
}

// tally counts the seats that change hands with a table that begins at a first node.
func (g *Game) tally() {
	w := g.Node.w
	o, c := w.Tables[g.At], &w.Counts
	for _, i := range w.Takes(g.At) {
		was, is := w.Tables[o.Parent].terms.Seats[o.c.From[i]], o.terms.Seats[i]
		c.Changed++
		switch {
		case is.Host != nil:
			c.ToBot++
		case was.Host != nil:
			c.BotToPerson++
		default:
			c.PersonToPerson++
		}
		if before := g.Node.Game(o.Parent); before != nil {
			t := before.Table()
			if online, _ := before.online(o.c.From[i]); !online || t.HasLeft(o.c.From[i]) {
				c.Replaced++
			}
			if kind := t.Pending().Kind; kind == record.KindMove || kind == record.KindShares || kind == record.KindStack {
				c.AtOnce++
			}
		}
		for at := o.Parent; at >= 0; at = w.Tables[at].Parent {
			if w.Tables[at].terms.SeatOf(is.Key) >= 0 {
				c.CameBack++
				break
			}
		}
	}
}

// online reports whether a node is there, as this one knows.
func (g *Game) online(seat int) (bool, time.Time) {
	if g.t == nil {
		return true, time.Time{}
	}
	return g.t.Snapshot().Online(seat)
}
