package streams

import (
	"encoding/binary"
	"testing"

	"fives/engine/record"
	"fives/p2p/replica"
)

// TestPaceOverStreams: what a node has used up at a table, it has used up on its next stream,
// too; at another table, or with a seat, it has a pace besides.
func TestPaceOverStreams(t *testing.T) {
	var p paces
	one := paceOf{table: record.Hash{1}, node: record.Key{1}}
	if err := p.get(one).wait(t.Context(), byteBurst); err != nil {
		t.Fatal(err)
	}
	used := p.get(one)
	if n := used.bytes.Tokens(); n > byteBurst/2 {
		t.Errorf("%.0f bytes are left at once", n)
	}
	if n := used.frames.Tokens(); n >= watchBurst {
		t.Errorf("%.0f frames are left at once", n)
	}
	for _, of := range []paceOf{{table: record.Hash{2}, node: one.node}, {table: one.table, node: record.Key{2}}, {table: one.table, node: one.node, seated: true}} {
		if p.get(of) == used {
			t.Errorf("%v has the same pace", of)
		}
	}
	if f := p.get(paceOf{seated: true}).frames; f.Limit() != frameRate || f.Burst() != frameBurst {
		t.Errorf("a seat has %v frames a second", f.Limit())
	}
	for i := range 3 * maxPaces {
		of := paceOf{}
		binary.BigEndian.PutUint64(of.node[:], uint64(i))
		if p.get(of); len(p.of) > maxPaces {
			t.Fatalf("%d are remembered", len(p.of))
		}
	}
}

// TestAnswersCount: what a frame makes this node send counts as what was read, until the next
// one.
func TestAnswersCount(t *testing.T) {
	c := &conn{n: New(Config{}), seated: true, queue: make(chan []byte, queueLength)}
	c.Send(replica.Message{Say: "good luck"})
	c.Send(replica.Message{Say: "good luck"})
	sent := len(<-c.queue) + len(<-c.queue)
	if n := c.answers(); n != sent || sent == 0 {
		t.Errorf("%d bytes count of %d", n, sent)
	}
	if n := c.answers(); n != 0 {
		t.Errorf("%d bytes count a second time", n)
	}
	p := c.n.paces.get(paceOf{})
	before := p.bytes.Tokens()
	if err := p.wait(t.Context(), byteBurst/2); err != nil || before-p.bytes.Tokens() < byteBurst/4 {
		t.Errorf("what is waited for does not count: %v", err)
	}
}
