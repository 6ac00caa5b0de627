package replica_test

import (
	"crypto/ed25519"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/replica"
)

// Every record reaches everyone as long as the nodes form a connected graph.
func TestGossip(t *testing.T) {
	for name, links := range map[string][][2]int{
		"line": {{0, 1}, {1, 2}, {2, 3}},
		"star": {{0, 1}, {0, 2}, {0, 3}},
		"ring": {{0, 1}, {1, 2}, {2, 3}, {3, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newNetwork(t, 4, map[string]any{"hands": 1})
			for _, l := range links {
				w.join(l[0], l[1])
			}
			w.run(w.over)
			w.innocent()
		})
	}
}

// A late onlooker catches up in batches: the next one is not sent before the
// last one is answered.
func TestCatchUpInBatches(t *testing.T) {
	w := newNetwork(t, 3, nil)
	w.mesh()
	w.run(w.over)
	w.nodes[0].SetBatch(8 << 10)
	late := w.add(-1, false, nil)
	waits, batches := false, 0
	w.seen = func(from, to int, m replica.Message) {
		switch {
		case to == late && len(m.Records) > 0:
			if waits {
				t.Error("a batch before the last one was answered")
			}
			waits = m.More
			batches++
		case from == late && m.Have != nil:
			waits = false
		}
	}
	w.join(0, late)
	for range 20 { // whatever else happens in the meantime
		w.nodes[0].Tick(w.now)
	}
	w.run(w.over)
	if batches < 4 {
		t.Errorf("all came in %d batches", batches)
	}
	if w.nodes[late].Table().Head() != w.nodes[0].Table().Head() {
		t.Error("another head")
	}
}

// A record that comes before those it builds on is kept, and somebody is asked
// for what is missing before the next heartbeat.
func TestEarlyRecords(t *testing.T) {
	w := newNetwork(t, 2, nil)
	w.join(0, 1)
	w.run(w.until(12))
	full := log(w.nodes[0].Table())
	i := w.add(-1, false, full[:2])
	n := w.nodes[i]
	n.Connect("x", w.node(1), w.now)
	n.Take()
	n.Receive("x", replica.Message{Records: full[4:8]}, w.now)
	w.now = w.now.Add(400 * time.Millisecond)
	n.Tick(w.now)
	if out := n.Take(); len(out.Send) != 1 || out.Send[0].Message.Have == nil || len(out.Penalize) > 0 {
		t.Fatalf("no question for what is missing: %+v", out)
	}
	n.Receive("x", replica.Message{Records: full[2:4]}, w.now)
	if out := n.Take(); len(out.Save.Records) != 6 {
		t.Errorf("%d records are taken in, not 6", len(out.Save.Records))
	}
}

// Records of later steps are bounded, and do not make a node ask again and again.
func TestFutureRecordsAreBounded(t *testing.T) {
	w := newNetwork(t, 2, nil)
	n := w.nodes[0]
	n.Connect("x", w.node(1), w.now)
	n.Take()
	for i := range 200 {
		p, _ := n.Table().Payload(1, record.Empty{})
		p.Step += 1 + uint64(i)
		r := tabletest.Sign(t, w.keys[1], p, record.Empty{})
		n.Receive("x", replica.Message{Records: []record.Record{r}}, w.now)
	}
	asked := 0
	for range 50 {
		w.now = w.now.Add(100 * time.Millisecond)
		n.Tick(w.now)
		for _, e := range n.Take().Send {
			if e.Message.Have != nil {
				asked++
			}
		}
	}
	if asked > 4 {
		t.Errorf("asked %d times in five seconds", asked)
	}
}

// A cheat shows each of two nodes another record. When they meet, at whatever
// steps, both know.
func TestForkShowsItsAuthor(t *testing.T) {
	for _, ahead := range []int{0, 1, 2} {
		w := newNetwork(t, 3, nil)
		w.mesh()
		w.run(w.until(6))
		// Seat 0 goes on from here in two lives; 1 is with one, 2 with the other.
		w.part(1, 2)
		w.part(0, 2)
		twin := w.add(0, false, log(w.nodes[0].Table()))
		w.nodes[twin].Local().Hand = w.nodes[0].Local().Hand
		w.join(twin, 2)
		w.settle(nil)
		w.now = w.now.Add(time.Second)
		for range ahead { // what no honest node would do: its records, by its own hand
			w.nodes[1].Tick(w.now)
			w.settle(nil)
		}
		w.join(1, 2)
		knows := func(i int) bool { return len(w.nodes[i].Table().Faults()) > 0 }
		w.run(func() bool { return knows(1) && knows(2) })
		for _, i := range []int{1, 2} {
			tb := w.nodes[i].Table()
			for _, f := range tb.Faults() {
				if f.Seat != 0 {
					t.Errorf("node %d: %v", i, f)
				}
			}
			if !tb.Stopped() {
				t.Errorf("node %d goes on", i)
			}
			if w.penalized[i] >= 8 {
				t.Errorf("node %d was penalized %d times: it would be cut off", i, w.penalized[i])
			}
		}
	}
}

// A proof that was lost on its way is sent again.
func TestEvidenceIsSentAgain(t *testing.T) {
	w := newNetwork(t, 3, nil)
	w.mesh()
	w.run(w.until(8))
	w.part(0, 2)
	w.part(0, 1)
	p, err := w.nodes[1].Table().Payload(0, record.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	bad, err := record.Sign(w.keys[0], p)
	if err != nil {
		t.Fatal(err)
	}
	lost := 0
	w.drop = func(from, to int, m replica.Message) bool {
		if from == 1 && len(m.Records) > 0 && lost < 3 {
			lost++
			return true
		}
		return false
	}
	w.nodes[1].Connect("cheat", w.node(0), w.now)
	w.nodes[1].Receive("cheat", replica.Message{Records: []record.Record{bad}}, w.now)
	w.run(func() bool { return len(w.nodes[2].Table().Faults()) == 1 })
	if f := w.nodes[2].Table().Faults()[0]; f.Seat != 0 || lost != 3 {
		t.Errorf("%v, %d messages lost", f, lost)
	}
}

// A leave notice reaches everybody, however often it is lost.
func TestLeaveReachesAll(t *testing.T) {
	w := newNetwork(t, 3, nil)
	w.join(0, 1)
	w.join(1, 2)
	w.run(w.until(6))
	lost := 0
	w.drop = func(from, to int, m replica.Message) bool {
		if len(m.Notices) > 0 && lost < 5 {
			lost++
			return true
		}
		return false
	}
	own := w.nodes[0].Local()
	if err := w.nodes[0].Leave(own, w.now); err != nil {
		t.Fatal(err)
	}
	w.run(func() bool { return w.nodes[2].Table().HasLeft(0) })
	if err := w.nodes[0].Play(own, "call", w.now); !errors.Is(err, replica.ErrLeft) {
		t.Errorf("a seat that left plays: %v", err)
	}
}

// A node that delivers invalid records is penalized. These prove nothing: their author is
// not accused.
func TestInvalidIsPenalized(t *testing.T) {
	w := newNetwork(t, 3, nil)
	w.mesh()
	w.run(w.until(6))
	tb := w.nodes[0].Table()
	p, err := tb.Payload(1, record.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	signed := func(key ed25519.PrivateKey, change func(p *record.Payload)) record.Record {
		q := p
		change(&q)
		r, err := record.Sign(key, q)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	stranger := tabletest.Key(7, 7)
	stolen := signed(stranger, func(*record.Payload) {})
	stolen.Author = w.node(1)
	past := log(tb)[0]
	past.Signature[0] ^= 1
	for name, c := range map[string]struct {
		m    replica.Message
		want int
	}{
		"stolen name":    {replica.Message{Records: []record.Record{stolen}}, 1},
		"stranger":       {replica.Message{Records: []record.Record{signed(stranger, func(*record.Payload) {})}}, 0}, // who may have a seat where the table began otherwise
		"another head":   {replica.Message{Records: []record.Record{signed(w.keys[1], func(p *record.Payload) { p.Head[0] ^= 1 })}}, 0},
		"another table":  {replica.Message{Records: []record.Record{signed(w.keys[1], func(p *record.Payload) { p.Table[0] ^= 1 })}}, 1},
		"no payload":     {replica.Message{Records: []record.Record{{Author: w.node(1)}}}, 1},
		"known already":  {replica.Message{Records: []record.Record{past}}, 0},
		"false notice":   {replica.Message{Notices: []record.Record{stolen}}, 1},
		"many notices":   {replica.Message{Notices: slices.Repeat([]record.Record{stolen}, 4)}, 1},
		"many records":   {replica.Message{Records: slices.Repeat([]record.Record{stolen}, 600)}, 1},
		"much invalid":   {replica.Message{Records: slices.Repeat([]record.Record{stolen}, 500)}, 8},
		"many heads":     {replica.Message{Heads: &replica.Heads{Heads: make([]record.Hash, 3000)}}, 1},
		"asks of nobody": {replica.Message{Have: &replica.Have{Asks: []replica.Ask{{Seat: 99}}}}, 1},
		"long line":      {replica.Message{Say: string(make([]byte, 10_000))}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			n := w.nodes[0]
			n.Take()
			n.Receive(peer(1), c.m, w.now)
			if out := n.Take(); len(out.Penalize) != c.want {
				t.Errorf("penalized %d times, want %d", len(out.Penalize), c.want)
			}
			w.innocent()
		})
	}
}

// A node that lies about its records gets the records that it asks for, and nothing worse
// happens.
func TestFalseHave(t *testing.T) {
	w := newNetwork(t, 3, nil)
	w.mesh()
	w.run(w.until(10))
	for _, h := range []replica.Have{
		{Step: 1 << 63}, {Step: 3}, {Step: 10, Head: record.Hash{1}}, {Empty: true},
		{Step: 1<<64 - 1, Arrived: 1<<64 - 1, Links: 1<<64 - 1, Guilty: 1<<64 - 1, Left: 1<<64 - 1},
	} {
		w.nodes[0].Receive(peer(1), replica.Message{Have: &h}, w.now)
		w.nodes[0].Receive(peer(1), replica.Message{Heads: &replica.Heads{From: h.Step, Heads: make([]record.Hash, 5)}}, w.now)
	}
	w.run(w.over)
	w.innocent()
}

// Belief is mended: a node that was sent something that it never got says so.
func TestLostRecordsComeAgain(t *testing.T) {
	w := newNetwork(t, 3, map[string]any{"hands": 1})
	w.mesh()
	dice := rand.New(rand.NewPCG(1, 2))
	w.drop = func(from, to int, m replica.Message) bool { return dice.IntN(2) == 0 }
	w.run(w.over)
	w.innocent()
}

// A silent connection does not count as one: what its node sends comes by way
// of a third.
func TestOneWayLink(t *testing.T) {
	w := newNetwork(t, 3, map[string]any{"hands": 1})
	w.mesh()
	w.drop = func(from, to int, m replica.Message) bool { return from == 0 && to == 2 }
	start := w.now
	w.run(w.over)
	w.innocent()
	if took := w.now.Sub(start); took > time.Minute {
		t.Errorf("it took %v", took)
	}
	if ok, _ := w.nodes[2].Online(0); !ok {
		t.Error("a node that is heard by a third one counts as away")
	}
}

func TestErrorsOfPlay(t *testing.T) {
	w := newNetwork(t, 2, nil)
	if err := w.nodes[0].Play(nil, "draw", w.now); !errors.Is(err, replica.ErrNoSeat) {
		t.Errorf("%v", err)
	}
	i := w.add(0, true, nil)
	if err := w.nodes[i].Play(w.nodes[i].Local(), "draw", w.now); !errors.Is(err, replica.ErrUnheard) {
		t.Errorf("%v", err)
	}
	w.nodes[0].Table().Accuse(&table.Fault{Seat: 1, Step: 5, Records: make([]record.Record, 1)})
	if err := w.nodes[0].Play(w.nodes[0].Local(), "draw", w.now); !errors.Is(err, replica.ErrStopped) {
		t.Errorf("%v", err)
	}
}

// A move is sent when it is played, not at the next tick.
func TestMoveGoesOutAtOnce(t *testing.T) {
	w := newNetwork(t, 2, nil)
	tb, err := w.genesis.Table(find)
	if err != nil {
		t.Fatal(err)
	}
	n := replica.New(tb, replica.Config{Seats: []*replica.LocalSeat{{Key: w.keys[0]}}, Rand: rand.NewChaCha8([32]byte{1})})
	w.nodes[0] = n
	w.join(0, 1)
	w.run(func() bool { return tb.Pending().Kind == record.KindMove && tb.Pending().Owes(0) })
	w.settle(nil)
	if err := n.Play(n.Local(), tb.Position().Moves(0, n.Observe(n.Local()))[0], w.now); err != nil {
		t.Fatal(err)
	}
	out := n.Take()
	if len(out.Save.Records) == 0 || !slices.ContainsFunc(out.Send, func(e replica.Envelope) bool {
		return slices.ContainsFunc(e.Message.Records, out.Save.Records[0].Same)
	}) {
		t.Errorf("%d records are stored, and %d messages sent without the first", len(out.Save.Records), len(out.Send))
	}
}

// A broken source of randomness gives nothing until it is mended.
type broken struct {
	io.Reader
	mended bool
}

func (b *broken) Read(p []byte) (int, error) {
	if !b.mended {
		return 0, errors.New("it gives nothing")
	}
	return b.Reader.Read(p)
}

// A problem with making records is over once a node has made one.
func TestProblemEnds(t *testing.T) {
	w := newNetwork(t, 2, nil)
	b := &broken{Reader: rand.NewChaCha8([32]byte{1})}
	tb, err := w.genesis.Table(find)
	if err != nil {
		t.Fatal(err)
	}
	w.nodes[0] = replica.New(tb, replica.Config{Seats: []*replica.LocalSeat{{Key: w.keys[0]}}, Rand: b})
	w.join(0, 1)
	w.run(func() bool { return w.nodes[0].Problem() != nil })
	b.mended = true
	w.run(func() bool { return w.nodes[0].Table().Pending().Kind == record.KindMove })
	w.settle(nil)
	if err := w.nodes[0].Problem(); err != nil {
		t.Errorf("it still has the problem: %v", err)
	}
}

// A seat that was restored from an older copy may lack the secret of the running hand. It
// does not see its cards, and nothing is played for it, by a computer player neither.
func TestSeatWithoutItsSecret(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 1)
	g.Owed(record.KindMove)
	p := g.Turn()
	for _, bot := range []*rules.Bot{nil, &tabletest.Drill.Bots[0]} {
		r := replica.New(p.Table.Snapshot(), replica.Config{Seats: []*replica.LocalSeat{{Key: p.Key, Bot: bot}}, Rand: g.Secret})
		r.Tick(time.Unix(1, 0))
		if out := r.Take(); len(out.Save.Records) > 0 || !errors.Is(r.Problem(), seat.ErrNoKey) {
			t.Errorf("computer player %v: %d records, and the problem is %v", bot != nil, len(out.Save.Records), r.Problem())
		}
		if err := r.Play(r.Local(), "draw", time.Unix(1, 0)); !errors.Is(err, seat.ErrNoKey) {
			t.Errorf("computer player %v: %v", bot != nil, err)
		}
	}
}

// A move out of turn is no fault of the rules and changes nothing: not while somebody
// else is to play, and not while a hand is counted, when the seat's secret is gone
// already.
func TestMoveOutOfTurn(t *testing.T) {
	w := newNetwork(t, 2, map[string]any{"hands": 2})
	w.withholdReceipts(1)
	w.join(0, 1)
	n := w.nodes[0]
	refused := map[record.Kind]bool{}
	w.run(func() bool {
		d := n.Table().Pending()
		if d.Kind != record.KindMove || !d.Owes(0) {
			if err := n.Play(n.Local(), "draw", w.now); !errors.Is(err, seat.ErrNotDue) || n.Problem() != nil {
				t.Fatalf("while a %s is owed: %v, %v", d.Kind, err, n.Problem())
			}
			refused[d.Kind] = true
		}
		return d.Kind == record.KindReceipt && slices.Equal(n.Table().Missing(), []int{1})
	})
	for _, kind := range []record.Kind{record.KindMove, record.KindReceipt} {
		if !refused[kind] {
			t.Errorf("no move was tried while a %s was owed: %v", kind, refused)
		}
	}
}

// A sore loser signs no receipt: for the others the game is over as soon as its
// last hand is settled, and they have nothing more to do when they have signed.
func TestSoreLoser(t *testing.T) {
	w := newNetwork(t, 2, map[string]any{"hands": 1})
	w.withholdReceipts(1)
	w.join(0, 1)
	n := w.nodes[0]
	w.run(func() bool { return n.Done() })
	if tb := n.Table(); !tb.Over() || tb.Winners() == nil || !slices.Equal(tb.Missing(), []int{1}) {
		t.Errorf("over %v, %v missing", tb.Over(), tb.Missing())
	}
	if _, err := n.Table().Rematch(); err != nil {
		t.Error(err)
	}
}
