package replica_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/replica"
)

// watcher is the replica of somebody who has no seat, to which the node of a player is
// connected as "peer".
func watcher(t *testing.T, g *tabletest.Rig, from *tabletest.Player) *replica.Replica {
	t.Helper()
	r := replica.New(g.Table().Snapshot(), replica.Config{Rand: g.Secret})
	r.Connect("peer", record.KeyOf(from.Key), time.Unix(1, 0))
	r.Take()
	return r
}

// word is what a replica says of itself.
func word(t *testing.T, r *replica.Replica) replica.Have {
	t.Helper()
	r.SendHave("peer", time.Unix(1, 0))
	for _, e := range r.Take().Send {
		if e.Message.Have != nil {
			return *e.Message.Have
		}
	}
	t.Fatal("it says nothing")
	return replica.Have{}
}

// A node says whose records and notices it has, seat by seat, and counts all that it
// has.
func TestWord(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 4, nil, 1)
	g.Owed(record.KindShares)
	r := watcher(t, g, g.Players[0])
	if h := word(t, r); h.Arrived != 0 || h.Left != 0 || h.Guilty != 0 || h.Stopped {
		t.Errorf("at first: %+v", h)
	}
	extent := r.Extent()
	grown := func(what string) {
		t.Helper()
		if r.Extent() != extent+1 {
			t.Errorf("%s: the extent grows from %d to %d", what, extent, r.Extent())
		}
		extent = r.Extent()
	}
	owing := g.Table().Missing()
	receive(r, g.Make(g.Players[owing[1]]))
	grown("a record")
	if h := word(t, r); h.Arrived != 1<<owing[1] {
		t.Errorf("of seat %d, a record has arrived: %b", owing[1], h.Arrived)
	}
	leaver := g.Players[3]
	n, err := seat.Notice(g.Table(), leaver.Seat, leaver.Key, 0)
	if err != nil {
		t.Fatal(err)
	}
	r.Receive("peer", replica.Message{Notices: []record.Record{n}}, time.Unix(1, 0))
	grown("a notice")
	if h := word(t, r); h.Left != 1<<3 {
		t.Errorf("seat 3 has left: %b", h.Left)
	}
	if r.Withdrawn() || r.Declined() {
		t.Error("a table that was proposed is withdrawn because somebody leaves it")
	}
	cheat := g.Players[owing[2]]
	receive(r, g.Sign(cheat, record.Empty{}))
	grown("a fault")
	if h := word(t, r); h.Guilty != 1<<cheat.Seat || !h.Stopped {
		t.Errorf("seat %d is guilty: %+v", cheat.Seat, h)
	}
}

// A question is passed on as long as its asker puts it.
func TestQuestionEndsWithItsAsker(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 1)
	g.Owed(record.KindKey)
	r := watcher(t, g, g.Players[1])
	at := replica.Have{Step: g.Table().Step(), Head: g.Table().Head()}
	hear := func(asks ...replica.Ask) replica.Have {
		h := at
		h.Asks = asks
		r.Receive("peer", replica.Message{Have: &h}, time.Unix(1, 0))
		return word(t, r)
	}
	one := replica.Ask{Seat: 1, Nonce: 7, Heard: 1 << 1}
	for _, again := range []bool{false, true} {
		if h := hear(one); len(h.Asks) != 1 || !h.Asks[0].Same(one) {
			t.Errorf("again %v: the question is not passed on: %+v", again, h.Asks)
		}
	}
	if h := hear(); len(h.Asks) != 0 {
		t.Errorf("its asker has ended it, and it is passed on: %+v", h.Asks)
	}
}

// A message of a peer that is not connected has no effect.
func TestWordOfNobody(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 1)
	g.Owed(record.KindKey)
	r := watcher(t, g, g.Players[0])
	r.Receive("another", replica.Message{Records: []record.Record{g.Make(g.Players[1])}, Have: &replica.Have{}}, time.Unix(1, 0))
	if out := r.Take(); !out.Save.Empty() || len(out.Send)+len(out.Penalize) > 0 {
		t.Errorf("%+v", out)
	}
	if r.InSync("another") {
		t.Error("a peer that is not connected has the same as this node")
	}
}

// A peer that brings a record of an earlier step has shown nothing of the running one: what
// the same seat signs there is sent to it.
func TestAnEarlierRecordIsNotThisOne(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 1)
	g.Owed(record.KindKey)
	r, tb := watcher(t, g, g.Players[2]), g.Table()
	r.Connect("author", record.KeyOf(g.Players[1].Key), time.Unix(1, 0))
	r.Receive("peer", replica.Message{Have: &replica.Have{Step: tb.Step(), Head: tb.Head()}}, time.Unix(1, 0))
	r.Receive("peer", replica.Message{Records: tb.Records(tb.Step() - 1)}, time.Unix(1, 0))
	r.Take()
	key := g.Make(g.Players[1])
	r.Receive("author", replica.Message{Records: []record.Record{key}}, time.Unix(1, 0))
	if !slices.ContainsFunc(r.Take().Send, func(e replica.Envelope) bool {
		return e.To == "peer" && slices.ContainsFunc(e.Message.Records, key.Same)
	}) {
		t.Error("it is not sent on")
	}
}

// A lost record is sent again soon; to a peer that cannot store it, at every eighth
// repetition only.
func TestRetries(t *testing.T) {
	if got := replica.Retries(40); !slices.Equal(got, []int{1, 2, 4, 8, 16, 24, 32, 40}) {
		t.Errorf("answered: %v", got)
	}
}

// PROTOCOL §5.2: while somebody thinks, the others repeat themselves. A move that is then lost
// on its way comes with the next repetition all the same.
func TestLostAfterALongThink(t *testing.T) {
	for _, beats := range []int{0, 1, 2, 3, 5, 8, 10} {
		w := newNetwork(t, 3, nil)
		w.mesh()
		n := w.nodes[0]
		owes := func() bool {
			return n.Table().Pending().Kind == record.KindMove && n.Table().Pending().Owes(0)
		}
		n.Local().Bot = nil // a person
		w.run(owes)
		w.settle(nil)
		pass := func(d time.Duration) {
			for end := w.now.Add(d); w.now.Before(end); {
				w.now = w.now.Add(100 * time.Millisecond)
				for _, n := range w.nodes {
					n.Tick(w.now)
				}
				w.settle(nil)
			}
		}
		step, sent := n.Table().Step(), 0
		w.seen = func(from, to int, m replica.Message) { sent += len(m.Records) + len(m.Notices) }
		pass(time.Duration(beats) * replica.Heartbeat)
		if sent > 0 {
			t.Errorf("%d heartbeats: %d records are sent while nothing happens", beats, sent)
		}
		w.drop = func(from, to int, m replica.Message) bool { return len(m.Records) > 0 }
		if err := n.Play(n.Local(), tabletest.Drill.Bots[0].Move(n.Table().Position(), 0, n.Observe(n.Local()), rand.New(rand.NewPCG(1, 2))), w.now); err != nil {
			t.Fatal(err)
		}
		w.settle(nil)
		w.drop = nil
		pass(replica.Heartbeat)
		for i, n := range w.nodes {
			if n.Table().Step() <= step {
				t.Errorf("after %d heartbeats node %d lacks the move", beats, i)
			}
		}
	}
}

// PROTOCOL §5.2: what may still be on its way to a peer is not sent again, whoever has sent it: its word
// crosses it. What has not arrived in one and a half round trips is sent again, and so is what the
// peer may have dropped for a question.
func TestSentOnceFromAfar(t *testing.T) {
	const roundTrip = 600 * time.Millisecond
	for _, c := range []struct {
		name  string
		after time.Duration
		asks  []replica.Ask
		again bool
	}{
		{"its word crosses the record", 800 * time.Millisecond, nil, false},
		{"the record is lost", time.Second, nil, true},
		{"it has dropped the record", 800 * time.Millisecond, []replica.Ask{{Seat: 1}}, true},
		{"this node's clock is set back", -time.Hour, nil, true},
	} {
		for _, by := range []string{"this node", "a node that the peer is linked to"} {
			w := newNetwork(t, 3, nil)
			n, to := w.nodes[0], replica.Peer("1")
			n.Connect(to, record.KeyOf(w.keys[1]), w.now)
			n.Connect("2", record.KeyOf(w.keys[2]), w.now)
			n.SetRoundTrip(to, roundTrip)
			have := replica.Have{Step: n.Table().Step(), Head: n.Table().Head(), Links: 0b111}
			if by != "this node" {
				have.Arrived = 0b001
			}
			n.Receive(to, replica.Message{Have: &have}, w.now)
			rec := n.Table().Arrived()
			if by != "this node" {
				w.nodes[2].Tick(w.now)
				rec = w.nodes[2].Table().Arrived()
				n.Receive("2", replica.Message{Records: rec}, w.now)
			}
			if len(rec) != 1 {
				t.Fatalf("%s: %d records", by, len(rec))
			}
			n.Take()
			w.now = w.now.Add(c.after)
			later := have
			later.Asks = append(later.Asks, c.asks...)
			later.Arrived |= 0b010
			n.Receive(to, replica.Message{Have: &later}, w.now)
			again := false
			for _, e := range n.Take().Send {
				again = again || e.To == to && slices.ContainsFunc(e.Message.Records, rec[0].Same)
			}
			if again != c.again {
				t.Errorf("%s, sent by %s: again %v", c.name, by, again)
			}
		}
	}
}

// A peer that takes nothing in is sent what it lacks less and less often, also after a long
// think: only a record that arrives begins that anew.
func TestSentInVain(t *testing.T) {
	w := newNetwork(t, 2, nil)
	other := replica.Peer("1")
	for _, empty := range []bool{false, true} {
		n := w.nodes[0] // which has signed the roster
		if empty {
			n = w.nodes[w.add(-1, false, nil)] // which has nothing but the genesis
		}
		n.Connect(other, record.KeyOf(w.keys[1]), w.now)
		n.Take()
		have := replica.Have{Empty: empty, Step: n.Table().Step(), Head: n.Table().Head(), Links: 0b10}
		var sent []int
		for i := range 33 {
			n.Receive(other, replica.Message{Have: &have}, w.now)
			for _, e := range n.Take().Send {
				if len(e.Message.Records) > 0 || e.Message.Genesis != nil {
					if len(sent) == 0 || sent[len(sent)-1] != i {
						sent = append(sent, i)
					}
				}
			}
			w.now = w.now.Add(replica.Heartbeat)
		}
		if !slices.Equal(sent, []int{0, 1, 2, 4, 8, 16, 24, 32}) {
			t.Errorf("empty %v: sent with %v", empty, sent)
		}
	}
}

// Heads that begin with the last common one show in which step two logs part, wherever
// their list begins. Where all are other ones, an earlier list has that step.
func TestWhereHeadsPart(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 1)
	g.Until(func(tb *table.Table) bool { return tb.Pending().Kind == record.KindMove })
	tb := g.Table()
	last := tb.Step() - 1
	common, _ := tb.HeadAt(last)
	for name, c := range map[string]struct {
		heads replica.Heads
		sent  int
	}{
		"they part at once":   {replica.Heads{From: last, Heads: []record.Hash{common, {1}}}, len(tb.Records(last))},
		"they parted before":  {replica.Heads{From: last, Heads: []record.Hash{{1}, {2}}}, 0},
		"they are the same":   {replica.Heads{From: last, Heads: []record.Hash{common, tb.Head()}}, 0},
		"of steps to come":    {replica.Heads{From: last + 5, Heads: []record.Hash{{1}, {2}}}, 0},
		"the common one only": {replica.Heads{From: last, Heads: []record.Hash{common}}, 0},
	} {
		r := watcher(t, g, g.Players[0])
		r.Receive("peer", replica.Message{Heads: &c.heads}, time.Unix(1, 0))
		var sent []record.Record
		for _, e := range r.Take().Send {
			sent = append(sent, e.Message.Records...)
		}
		if len(sent) != c.sent {
			t.Errorf("%s: %d records are sent, want %d", name, len(sent), c.sent)
		}
	}
}

// Attack: a peer whose word changes with each message has this node make a table anew
// for its branch. That is done rarely.
func TestAttackBranchesWithoutEnd(t *testing.T) {
	w := forked(t)
	looks := 0
	w.seen = func(from, to int, m replica.Message) {
		if from == 0 && to == 1 && m.Have != nil && m.Have.Branch {
			looks++
		}
	}
	w.drop = func(from, to int, m replica.Message) bool { // it gets nothing of the branch
		return from == 1 && looks > 0 && len(m.Records) > 0
	}
	w.join(0, 1)
	w.run(func() bool { return looks > 0 })
	n, there := w.nodes[0], w.nodes[1].Table()
	for i := range 20 {
		h := replica.Have{Step: there.Step(), Head: there.Head()}
		if i%2 == 0 {
			h = replica.Have{Step: 3, Head: record.Hash{9}} // on no branch at all
		}
		n.Receive(peer(1), replica.Message{Have: &h}, w.now)
	}
	began := 0
	for _, e := range n.Take().Send {
		if e.Message.Have != nil && e.Message.Have.Branch {
			began++
		}
	}
	if began > 1 {
		t.Errorf("it looks at %d branches at once", began)
	}
}

// The seat that brings the first hand key begins a continuation; the others wait for it.
func TestFirstSeatBegins(t *testing.T) {
	w := newNetwork(t, 2, nil)
	w.join(0, 1)
	w.run(w.until(9))
	_, c := onward(t, w.nodes[0])
	x := &network{t: t, joined: map[[2]int]bool{}, now: w.now, keys: w.keys, genesis: replica.Genesis{Continuation: &c}}
	for i, k := range w.keys {
		tb, err := x.genesis.Table(find)
		if err != nil {
			t.Fatal(err)
		}
		x.nodes = append(x.nodes, replica.New(tb, replica.Config{Seats: []*replica.LocalSeat{{Key: k}}, Held: true, Rand: rand.NewChaCha8([32]byte{byte(i)})}))
		x.saved, x.penalized = append(x.saved, nil), append(x.penalized, 0)
	}
	x.join(0, 1)
	first, second := x.nodes[0], x.nodes[1]
	for _, n := range x.nodes {
		n.Accept(x.now)
	}
	x.settle(nil)
	if p := first.Table().Pending(); p.Kind != record.KindKey || p.Seats[0] != 0 {
		t.Fatalf("owed: %+v", p)
	}
	if !first.AwaitsRelease() || second.AwaitsRelease() {
		t.Errorf("the first begins: %v, the second: %v", first.AwaitsRelease(), second.AwaitsRelease())
	}
	first.Release(x.now)
	x.settle(nil)
	if len(second.Table().Arrived()) != 1 || !second.AwaitsRelease() {
		t.Errorf("%d keys are there, and the second begins: %v", len(second.Table().Arrived()), second.AwaitsRelease())
	}
	// One that a fault has stopped owes no key, of whatever seat.
	second.Table().Accuse(&table.Fault{Seat: 0, Step: 0, Records: make([]record.Record, 1), Reason: table.ErrTwo})
	if p := second.Table().Pending(); len(p.Seats) > 0 || !second.AwaitsRelease() {
		t.Errorf("stopped: %+v is owed, begins: %v", p, second.AwaitsRelease())
	}
}

// A table has ended for everybody when one node is left at it, and not before.
func TestEndedWhenOneIsLeft(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 1)
	g.Owed(record.KindKey)
	r := watcher(t, g, g.Players[0])
	for i, ended := range []bool{false, true} {
		n, err := seat.Notice(g.Table(), i, g.Players[i].Key, 0)
		if err != nil {
			t.Fatal(err)
		}
		if r.Ended() {
			t.Errorf("ended, and %d of 3 have left", i)
		}
		r.Receive("peer", replica.Message{Notices: []record.Record{n}}, time.Unix(1, 0))
		if r.Ended() != ended {
			t.Errorf("%d of 3 have left, ended: %v", i+1, r.Ended())
		}
	}
}

// Why a computer player has moved is noted, and nothing of that kind where it moves for a
// person who lets the time run out.
func TestChosen(t *testing.T) {
	for _, bot := range []bool{false, true} {
		g := tabletest.New(t, tabletest.Drill, 2, nil, 1)
		g.Owed(record.KindMove)
		p := g.Turn()
		own := &replica.LocalSeat{Key: p.Key, Hand: p.Hand}
		if bot {
			own.Bot = &tabletest.Drill.Bots[0]
		}
		r := replica.New(limited(g, p), replica.Config{Seats: []*replica.LocalSeat{own}, Rand: g.Secret})
		r.Tick(time.Unix(1, 0))
		r.Tick(time.Unix(1000, 0))
		chosen := 0
		out := r.Take()
		for _, n := range out.Notes {
			if n.Chosen != nil {
				if chosen++; n.Chosen.Seat != p.Seat || n.Chosen.Step != g.Table().Step() || n.Chosen.Why == "" {
					t.Errorf("%+v", n.Chosen)
				}
			}
		}
		if len(out.Save.Records) == 0 || (chosen > 0) != bot {
			t.Errorf("bot %v: %d records, %d notes", bot, len(out.Save.Records), chosen)
		}
	}
}

// limited is a player's table with a turn limit of a second.
func limited(g *tabletest.Rig, p *tabletest.Player) *table.Table {
	t := p.Table.Snapshot()
	t.Terms().TurnLimit = 1
	return t
}

// Before a seat has signed the roster, only its own node's connection says that it is
// there: who proposed the table may have seated somebody who does not want to play.
func TestOnlineBeforeTheRoster(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 1)
	g.Owed(record.KindRoster)
	r := watcher(t, g, g.Players[1])
	h := replica.Have{Step: g.Table().Step(), Head: g.Table().Head(), Links: 1<<1 | 1<<2}
	r.Receive("peer", replica.Message{Have: &h}, time.Unix(1, 0))
	for seat, want := range []bool{false, true, false} {
		if online, _ := r.Online(seat); online != want {
			t.Errorf("seat %d is online: %v", seat, online)
		}
	}
	receive(r, g.Make(g.Players[2]))
	if online, _ := r.Online(2); !online {
		t.Error("seat 2 has signed the roster, its neighbour is connected to it, and it is not online")
	}
}

// A message holds as much as PROTOCOL §5 says; who sends more is penalized.
func TestLimitsOfAMessage(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 1)
	g.Owed(record.KindKey)
	known := g.Table().Records(g.Table().FirstStep())[0]
	for name, c := range map[string]struct {
		message func(n int) replica.Message
		most    int
	}{
		"a line of chat": {func(n int) replica.Message { return replica.Message{Say: strings.Repeat("a", n)} }, 500},
		"records":        {func(n int) replica.Message { return replica.Message{Records: slices.Repeat([]record.Record{known}, n)} }, 512},
		"heads": {func(n int) replica.Message {
			return replica.Message{Heads: &replica.Heads{Heads: make([]record.Hash, n)}}
		}, 2048},
	} {
		for n, penalties := range map[int]int{c.most: 0, c.most + 1: 1} {
			r := watcher(t, g, g.Players[0])
			r.Receive("peer", c.message(n), time.Unix(1, 0))
			if out := r.Take(); len(out.Penalize) != penalties {
				t.Errorf("%d %s: %d penalties, want %d", n, name, len(out.Penalize), penalties)
			}
		}
	}
}

// A turn has a deadline where there is a limit; nothing else that is owed has one.
func TestDeadline(t *testing.T) {
	for _, limit := range []uint64{0, 60} {
		g := tabletest.New(t, tabletest.Drill, 2, map[string]any{"hands": 1}, 1)
		g.Owed(record.KindKey)
		r, tb := watcher(t, g, g.Players[0]), g.Table()
		r.Table().Terms().TurnLimit = limit
		turns := 0
		for !tb.Over() {
			step := tb.Step()
			g.Step()
			receive(r, tb.Records(step)...)
			turn := r.Table().Pending().Kind == record.KindMove
			if turn {
				turns++
			}
			want := time.Time{}
			if turn && limit > 0 {
				want = time.Unix(61, 0)
			}
			if got := r.Deadline(); !got.Equal(want) {
				t.Errorf("limit %d, a %s is owed: %v, want %v", limit, r.Table().Pending().Kind, got, want)
			}
		}
		if turns == 0 {
			t.Error("there is no turn")
		}
	}
}

// Attack: who has forked the log shows another branch of it. A node looks at those of
// others only.
func TestAttackBranchOfTheCheat(t *testing.T) {
	g, cheat, _, stray := tabletest.Fork(t)
	tb := g.Table()
	parted := uint64(0)
	for s := range stray.Step() + 1 {
		one, _ := tb.HeadAt(s)
		if other, _ := stray.HeadAt(s); one == other {
			parted = s
		}
	}
	for _, from := range g.Players {
		r := replica.New(stray.Snapshot(), replica.Config{Rand: g.Secret})
		r.Connect("peer", record.KeyOf(from.Key), time.Unix(1, 0))
		r.Take()
		var heads []record.Hash
		for s := range tb.Step() + 1 {
			head, _ := tb.HeadAt(s)
			heads = append(heads, head)
		}
		looks := false
		for _, m := range []replica.Message{
			{Have: &replica.Have{Step: tb.Step(), Head: tb.Head()}}, {Heads: &replica.Heads{Heads: heads}},
			{Records: tb.Records(parted)}, {Have: &replica.Have{Step: tb.Step(), Head: tb.Head(), Links: 1}},
		} {
			r.Receive("peer", m, time.Unix(1, 0))
			for _, e := range r.Take().Send {
				looks = looks || e.Message.Have != nil && e.Message.Have.Branch
			}
		}
		if len(r.Table().Faults()) != 1 || looks == (from == cheat) {
			t.Errorf("seat %d: faults %v, looks %v", from.Seat, r.Table().Faults(), looks)
		}
	}
}

// A computer player takes its time where people watch it, and none among its like.
func TestBotDelay(t *testing.T) {
	for _, people := range []bool{false, true} {
		g := tabletest.New(t, tabletest.Drill, 2, nil, 1)
		g.Owed(record.KindMove)
		p := g.Turn()
		tb := p.Table.Snapshot()
		if host := record.KeyOf(p.Key); !people {
			for i := range tb.Terms().Seats {
				tb.Terms().Seats[i].Host = &host
			}
		}
		r := replica.New(tb, replica.Config{
			Seats:    []*replica.LocalSeat{{Key: p.Key, Hand: p.Hand, Bot: &tabletest.Drill.Bots[0]}},
			BotDelay: time.Second, Rand: g.Secret,
		})
		r.Tick(time.Unix(1, 0))
		if moved := len(r.Take().Save.Records) > 0; moved == people {
			t.Errorf("people %v: moved at once: %v", people, moved)
		}
		r.Tick(time.Unix(2, 0))
		if moved := len(r.Take().Save.Records) > 0; moved != people {
			t.Errorf("people %v: moved after a second: %v", people, moved)
		}
	}
}
