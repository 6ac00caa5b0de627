package replica_test

import (
	"reflect"
	"slices"
	"testing"

	"fives/engine/record"
	"fives/p2p/replica"
	"fives/p2p/wire"
	"fives/p2p/wire/wiretest"
)

// A peer may send any bytes, one after the other and at any time of the game: there is no
// panic, a decoded message is the same when it is encoded and decoded again, nobody is at
// fault, and the answer is bounded.
func FuzzReceive(f *testing.F) {
	var messages [][]byte
	w := newNetwork(&testing.T{}, 2, map[string]any{"hands": 1})
	w.seen = func(_, _ int, m replica.Message) {
		if b, err := record.Marshal(m); err == nil {
			messages = append(messages, b)
		}
	}
	w.join(0, 1)
	w.say(0, append(keeps(takes(1, zoe)), w.hosts(0, 1))...)
	w.say(1, agrees(takes(1, zoe)))
	w.run(w.until(12))
	if c, err := w.nodes[0].AfterHandovers([]replica.Handover{takes(1, zoe)}); err == nil {
		w.seen(0, 1, replica.Message{Genesis: &replica.Genesis{Continuation: &c}})
	}
	full := log(w.nodes[0].Table())
	step, head := w.nodes[0].Table().Step(), w.nodes[0].Table().Head()
	for _, m := range []replica.Message{
		{Have: &replica.Have{Empty: true}}, {Have: &replica.Have{Step: step, Head: head, Arrived: 2, Links: 3}},
		{Have: &replica.Have{Step: step, Head: head, Asks: []replica.Ask{{Seat: 1, Nonce: 7, Heard: 3}, {Seat: 1 << 40, Heard: 1<<64 - 1}}}},
		{Heads: &replica.Heads{From: 1, Heads: make([]record.Hash, 3)}}, {Say: "hello", More: true},
		{Notices: w.genesis.Joins[:1]}, {Records: full[len(full)-3:]}, {Genesis: &w.genesis},
	} {
		w.seen(1, 0, m)
	}
	for i, b := range messages {
		f.Add(messages[max(i-1, 0)], b, uint(i))
		f.Add(wiretest.Grow(b), messages[0], uint(len(full)/2)) // what is said late is said first
	}
	f.Fuzz(func(t *testing.T, before, b []byte, at uint) {
		var m replica.Message
		if wire.Decode(b, &m) != nil {
			return
		}
		again, err := record.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var same replica.Message
		if err := wire.Decode(again, &same); err != nil || !reflect.DeepEqual(same, m) {
			t.Fatalf("%+v becomes %+v: %v", m, same, err)
		}
		n := w.nodes[w.add(0, true, full[:at%uint(len(full)+1)])]
		w.nodes = w.nodes[:2]
		asked := takes(1, zoe)
		n.SetHandovers([]replica.OwnHandover{{Handover: asked, Asks: true}, n.Agree(agrees(asked))}, w.now)
		n.Connect("1", w.node(1), w.now)
		n.Take()
		var earlier replica.Message
		if wire.Decode(before, &earlier) == nil {
			n.Receive("1", earlier, w.now)
		}
		n.Receive("1", m, w.now)
		n.Tick(w.now.Add(replica.Heartbeat))
		size := 0
		for _, e := range n.Take().Send {
			frame, err := wire.Encode(e.Message)
			if err != nil {
				t.Fatal(err)
			}
			size += len(frame)
		}
		if size > 1<<20 {
			t.Errorf("an answer of %d bytes", size)
		}
		known := n.Handovers()
		if len(known) > 4 || len(n.Due()) > 2 {
			t.Errorf("%d handovers, %d of them due", len(known), len(n.Due()))
		}
		for _, h := range known {
			if h.Seat < 0 || h.Seat > 1 || h.Player != nil && n.Table().Terms().SeatOf(h.Player.Key) >= 0 {
				t.Errorf("a handover of seat %d to %v", h.Seat, h.Player)
			}
		}
		if m.Genesis != nil && m.Genesis.Continuation != nil {
			c := *m.Genesis.Continuation
			zoes := slices.ContainsFunc(c.Players, func(p record.Player) bool { return p.Key == zoe.Key })
			if n.OpenerOf(c); (n.AgreedTo(c) || n.Consents(c)) && !zoes {
				t.Error("it agrees to a table without whom it has agreed to")
			}
		}
		if len(n.Table().Faults()) > 0 {
			t.Errorf("a fault: %v", n.Table().Faults())
		}
	})
}
