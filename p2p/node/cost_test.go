package node

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"net/netip"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fives/crypto/cpace"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/streams"
	"fives/p2p/wire"
)

// A costly is a kind of frame that another node may send, and what handling it does here.
type costly struct {
	name   string
	frame  func(i int) any // may differ from one to the next, so that it is news
	into   func() any      // what it is read into
	handle func(i int, frame any)
	undo   func(i int) // not counted; nil if there is nothing to undo, so that the next one is news
}

// BenchmarkFrames measures what frames cost: to read, to handle, the ratio of the two, and what is allocated, sent and
// written to the disk for each. PROTOCOL §3.4 has those that cost more than a hundred readings ("make costs").
func BenchmarkFrames(b *testing.B) {
	w := newWeighed(b)
	var rows []string
	for _, c := range slices.Concat(w.fromTables(b), w.records(b), w.fromStrangers(b)) {
		var row string // of the longest run, which is the last
		b.Run(strings.ReplaceAll(c.name, " ", "-"), func(b *testing.B) { row = w.weigh(b, c) })
		rows = append(rows, row)
	}
	fmt.Println("| frame | bytes | read, µs | handled, µs | times | KiB allocated | KiB sent | KiB written |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- |")
	fmt.Println(strings.Join(rows, "\n"))
}

// A weighed is a node at a table with two others, in the middle of a hand. One of the others is the benchmark.
type weighed struct {
	ana   *Node
	id    record.Hash
	table *session.Table
	seat  *weighedLink // the other's
	watch *weighedLink // of somebody who only watches
	key   ed25519.PrivateKey
	out   atomic.Int64 // bytes that were sent
}

// A weighedLink is a link on which nothing arrives, and which only counts the bytes that are sent.
type weighedLink struct {
	w    *weighed
	node record.Key
}

func (l *weighedLink) Node() record.Key { return l.node }
func (l *weighedLink) Since() time.Time { return time.Now() }
func (l *weighedLink) Finish()          {}
func (l *weighedLink) Close()           {}
func (l *weighedLink) Send(m replica.Message) bool {
	if b, err := wire.Encode(m); err == nil { // a link encodes as this one does
		l.w.out.Add(int64(len(b)))
	}
	return true
}

func newWeighed(b *testing.B) *weighed {
	b.Helper()
	ctx := b.Context()
	w := &weighed{}
	ana := startNode(b, "ana")
	ben, stop := startStoppable(b, b.TempDir(), "ben", addr(ana))
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Spectators: true, Bots: []string{}})
	if err != nil {
		b.Fatal(err)
	}
	eventually(b, "the table is seen", func() bool { return len(ben.Tables(ctx).Open) == 1 })
	if _, err := ben.Join(ctx, api.JoinRequest{}); err != nil {
		b.Fatal(err)
	}
	w.ana, w.id, w.key = ana, mustID(b, offer.ID), ben.cfg.Key
	for moves := 0; moves < 20; { // a log of some length
		for _, n := range []*Node{ana, ben} {
			if v, err := n.Table(offer.ID); err == nil && v.YourTurn {
				if h, err := n.Hint(offer.ID); err == nil && n.Play(ctx, offer.ID, h.Move) == nil {
					moves++
				}
			}
		}
		time.Sleep(time.Millisecond)
	}
	stop()
	w.table = ana.session.Table(w.id)
	w.seat = w.attach(b, record.KeyOf(w.key))
	w.watch = w.attach(b, record.KeyOf(seeded(77)))
	return w
}

func (w *weighed) attach(b *testing.B, node record.Key) *weighedLink {
	b.Helper()
	l := &weighedLink{w, node}
	if err := session.Wait(func(done func(error)) { w.table.Attach(l, false, done) }); err != nil {
		b.Fatal(err)
	}
	return l
}

// weigh runs one kind of frame, and returns its row.
func (w *weighed) weigh(b *testing.B, c costly) string {
	bodies, frames := make([][]byte, b.N), make([]any, b.N)
	size := 0
	for i := range bodies {
		bodies[i] = encode(b, c.frame(i))
		size = max(size, len(bodies[i]))
	}
	read := median(b.N, func(i int) {
		frames[i] = c.into()
		if err := wire.Read(&incoming{Reader: bytes.NewReader(bodies[i])}, time.Minute, frames[i]); err != nil {
			b.Fatal(err)
		}
	}, nil)
	used := w.spent()
	handled := median(b.N, func(i int) { c.handle(i, frames[i]) }, func(i int) {
		if c.undo != nil {
			before := w.spent()
			c.undo(i)
			used = used.plus(w.spent().minus(before))
		}
	})
	used = w.spent().minus(used)
	kib := func(n int64) float64 { return float64(n) / float64(b.N) / 1024 }
	times := float64(handled) / float64(read)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(times, "times")
	return fmt.Sprintf("| %s | %d | %.1f | %.0f | %.1f | %.0f | %.1f | %.1f |",
		c.name, size, read.Seconds()*1e6, handled.Seconds()*1e6, times, kib(used.allocated), kib(used.sent), kib(used.written))
}

// spent says what this process has used so far, in bytes.
type spent struct{ allocated, sent, written int64 }

func (w *weighed) spent() spent {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return spent{int64(m.TotalAlloc), w.out.Load(), written()}
}

func (u spent) minus(v spent) spent {
	return spent{u.allocated - v.allocated, u.sent - v.sent, u.written - v.written}
}

func (u spent) plus(v spent) spent {
	return spent{u.allocated + v.allocated, u.sent + v.sent, u.written + v.written}
}

// median calls do n times, and returns the median of the times that it takes, on which other work of the machine has little
// effect. after, if not nil, is called after each time, and does not count.
func median(n int, do, after func(i int)) time.Duration {
	took := make([]time.Duration, n)
	for i := range took {
		begin := time.Now()
		do(i)
		took[i] = time.Since(begin)
		if after != nil {
			after(i)
		}
	}
	slices.Sort(took)
	return took[n/2]
}

// written returns how many bytes this process has had written to the disk; 0 if the system does not say.
func written() (n int64) {
	text, _ := os.ReadFile("/proc/self/io")
	for line := range strings.Lines(string(text)) {
		if _, err := fmt.Sscanf(line, "write_bytes: %d", &n); err == nil {
			return n
		}
	}
	return 0
}

// incoming is a stream on which everything has arrived.
type incoming struct {
	io.Reader
	w    *weighed
	node record.Key
}

func (*incoming) SetReadDeadline(time.Time) error  { return nil }
func (*incoming) SetWriteDeadline(time.Time) error { return nil }
func (*incoming) CloseRead() error                 { return nil }
func (*incoming) Close() error                     { return nil }
func (*incoming) Reset() error                     { return nil }
func (s *incoming) Node() record.Key               { return s.node }
func (*incoming) Address() netip.Addr              { return netip.MustParseAddr("10.0.0.9") }
func (c *incoming) Source() netip.Addr             { return c.Address() }
func (s *incoming) Write(b []byte) (int, error) {
	s.w.out.Add(int64(len(b)))
	return len(b), nil
}

// fromTables returns the messages on a table's stream, from a seat and from an onlooker.
func (w *weighed) fromTables(b *testing.B) (all []costly) {
	var step uint64
	var heads []record.Hash
	var mine, known []record.Record
	w.ana.tables.game(w.id).look(func(r *replica.Snapshot) {
		t := r.Table()
		step = t.Step()
		for s := range step + 1 {
			h, _ := t.HeadAt(s)
			heads = append(heads, h)
		}
		known = t.Log()[3:]
		for _, rec := range known {
			if rec.Author == record.KeyOf(w.key) {
				mine = append(mine, rec)
			}
		}
	})
	have := func(s uint64) replica.Have { return replica.Have{Step: s, Head: heads[s], Links: 3} }
	last, err := mine[len(mine)-1].Peek()
	if err != nil {
		b.Fatal(err)
	}
	signed := func(p record.Payload) record.Record {
		r, err := record.Sign(w.key, p)
		if err != nil {
			b.Fatal(err)
		}
		return r
	}
	early := func(i int) record.Record {
		p := last
		p.Step = step + 1 + uint64(i)
		return signed(p)
	}
	late := func(i int) record.Record {
		p := last
		p.Head[i%32] ^= byte(1 + i/32)
		return signed(p)
	}
	bad := mine[len(mine)-1]
	bad.Signature[0] ^= 1
	other := slices.Repeat([]record.Hash{{9}}, 2048)
	copy(other, heads[2:4])
	long := slices.Repeat(known, 512/len(known)+1)
	for len(long) > 512 || size(long) > 192<<10 {
		long = long[:len(long)-1]
	}
	newcomers := make([]record.Key, 512)
	for i := range newcomers {
		newcomers[i] = record.KeyOf(numbered(i))
	}
	wishes := func(i int) (words []replica.Word) { // each time of others
		for j := range 4 {
			key := newcomers[(i*4+j)%len(newcomers)]
			words = append(words, replica.Word{Seat: uint64(j % 3), Node: key, Asks: j == 0, Agrees: &record.Hash{1}, Key: &key, Name: "a newcomer " + strconv.Itoa(i)})
		}
		return words
	}
	for _, m := range []struct {
		name string
		of   func(i int) replica.Message
	}{
		{"nothing", func(int) replica.Message { return replica.Message{} }},
		{"more", func(int) replica.Message { return replica.Message{More: true} }},
		{"chat", func(int) replica.Message { return replica.Message{Say: strings.Repeat("x", 500)} }},
		{"have, the same again", func(int) replica.Message { h := have(step); return replica.Message{Have: &h} }},
		{"have, lacks the log", func(i int) replica.Message {
			h := have(2 + uint64(i%2))
			return replica.Message{Have: &h}
		}},
		{"have, empty", func(i int) replica.Message { return replica.Message{Have: &replica.Have{Empty: true, Left: uint64(i)}} }},
		{"have, another head", func(i int) replica.Message {
			return replica.Message{Have: &replica.Have{Step: 3, Head: record.Hash{byte(i)}}}
		}},
		{"have, a branch", func(i int) replica.Message {
			h := have(2 + uint64(i%2))
			h.Branch = true
			return replica.Message{Have: &h}
		}},
		{"have, guilty", func(i int) replica.Message {
			h := have(step)
			h.Guilty, h.Left = 3, uint64(i%2)<<1
			return replica.Message{Have: &h}
		}},
		{"have, questions", func(i int) replica.Message {
			h := have(step)
			for j := range uint64(8) {
				h.Asks = append(h.Asks, replica.Ask{Seat: j % 2, Nonce: uint64(i)*8 + j, Heard: 3})
			}
			return replica.Message{Have: &h}
		}},
		{"have, handovers", func(i int) replica.Message {
			h := have(step)
			h.Handovers = wishes(i)
			return replica.Message{Have: &h}
		}},
		{"have, no handovers", func(i int) replica.Message {
			h := have(step)
			h.Handovers = wishes(0)[:i%2]
			return replica.Message{Have: &h}
		}},
		{"heads, the same", func(int) replica.Message { return replica.Message{Heads: &replica.Heads{From: 2, Heads: heads[2:]}} }},
		{"heads, others", func(int) replica.Message { return replica.Message{Heads: &replica.Heads{From: 2, Heads: other}} }},
		{"records, known", func(int) replica.Message { return replica.Message{Records: long} }},
		{"record, bad signature", func(int) replica.Message { return replica.Message{Records: []record.Record{bad}} }},
		{"record, early", func(i int) replica.Message { return replica.Message{Records: []record.Record{early(i)}} }},
		{"notice, bad signature", func(int) replica.Message { return replica.Message{Notices: []record.Record{bad}} }},
		{"record, against another", func(i int) replica.Message { return replica.Message{Records: []record.Record{late(i)}} }},
	} {
		for _, from := range []struct {
			who  string
			link *weighedLink
		}{{"seat", w.seat}, {"watching", w.watch}} {
			all = append(all, costly{
				name: from.who + ": " + m.name, frame: func(i int) any { return m.of(i) }, into: func() any { return &replica.Message{} },
				handle: func(_ int, f any) {
					_ = session.Wait(func(done func(error)) { w.table.Receive(from.link, *f.(*replica.Message), done) })
				},
			})
		}
	}
	return all
}

// records returns the records of a log, each kind as it is verified when it arrives. It does not measure what is stored
// then, which is the record itself.
func (w *weighed) records(b *testing.B) (all []costly) {
	var log []record.Record
	var t *table.Table
	w.ana.tables.game(w.id).look(func(r *replica.Snapshot) {
		var err error
		if t, err = replica.GenesisOf(r.Table()).Table(games.Find); err != nil {
			b.Fatal(err)
		}
		log = r.Table().Log()[3:]
	})
	known := map[record.Kind]bool{}
	for _, rec := range log {
		p, err := rec.Peek()
		if err != nil {
			b.Fatal(err)
		}
		if then := t.Snapshot(); !known[p.Kind] {
			known[p.Kind] = true
			all = append(all, costly{
				name: "seat: record, " + string(p.Kind), frame: func(int) any { return replica.Message{Records: []record.Record{rec}} },
				into: func() any { return &replica.Message{} },
				handle: func(_ int, f any) {
					if _, err := then.Check(f.(*replica.Message).Records[0]); err != nil {
						b.Fatal(err)
					}
				},
			})
		}
		c, err := t.Check(rec)
		if err == nil {
			_, err = t.Apply(c)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	return all
}

// numbered returns the key of the ith stranger.
func numbered(i int) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(binary.BigEndian.AppendUint64(make([]byte, 24), uint64(i)))
}

func size(recs []record.Record) (n int) {
	for _, r := range recs {
		n += len(r.Payload) + 128
	}
	return n
}

// fromStrangers returns the frames that anybody may send.
func (w *weighed) fromStrangers(b *testing.B) []costly {
	proposal, joins, id := seating(b)
	private, err := w.ana.Host(b.Context(), api.HostRequest{Game: "five", Seats: 2, Private: true})
	if err != nil {
		b.Fatal(err)
	}
	closed := mustID(b, private.ID)
	public, err := w.ana.Host(b.Context(), api.HostRequest{Game: "five", Seats: 3})
	if err != nil {
		b.Fatal(err)
	}
	open := mustID(b, public.ID)
	who := func(i int) (k record.Key) { // a key costs a stranger nothing
		binary.BigEndian.PutUint64(k[:], uint64(i))
		return k
	}
	stream := func(i int, frames ...any) *incoming {
		var all []byte
		for _, f := range frames {
			all = append(all, encode(b, f)...)
		}
		return &incoming{Reader: bytes.NewReader(all), w: w, node: who(i)}
	}
	letIn, err := entry.Admission{Table: w.id, Spectator: who(0), Seat: 1}.Sign(w.key)
	if err != nil {
		b.Fatal(err)
	}
	h := entry.Handshake{Table: closed, Joiner: who(0), Host: w.ana.self}
	_, share, err := cpace.Start(h.Config(cpace.Initiator), []byte("000000"), rand.Reader)
	if err != nil {
		b.Fatal(err)
	}
	return []costly{
		{"stranger: question of the lobby", func(int) any { return entry.Request{} }, func() any { return &entry.Request{} },
			func(i int, f any) { w.ana.lobby.ServeLobby(stream(i, f)) }, nil},
		{"stranger: hello, no such table", func(int) any { return entry.Hello{Table: id} }, func() any { return &entry.Hello{} },
			func(i int, f any) { w.ana.lobby.ServeJoin(stream(i, f)) }, nil},
		{"stranger: hello, private table", func(int) any { return entry.Hello{Table: closed} }, func() any { return &entry.Hello{} },
			func(i int, f any) { w.ana.lobby.ServeJoin(stream(i, f)) }, nil},
		{"stranger: share of a code", func(int) any { return entry.Proof{Share: share} }, func() any { return &entry.Proof{} },
			func(i int, f any) { _ = h.Respond(stream(i), "123456", f.(*entry.Proof).Share) }, nil},
		{"stranger: request of a seat", func(i int) any {
			j, err := entry.SignJoin(numbered(i), open, record.Join{Name: "eve"})
			if err != nil {
				b.Fatal(err)
			}
			return entry.SeatRequest{Join: &j}
		}, func() any { return &entry.SeatRequest{} }, func(i int, f any) {
			s := stream(i, entry.Hello{Table: open}, f, entry.SeatRequest{Leave: true}) // so that there is a seat for the next
			s.node = record.KeyOf(numbered(i))
			w.ana.lobby.ServeJoin(s)
		}, nil},
		{"stranger: opening with a credential", func(int) any { return streams.Opening{Table: w.id, Credential: letIn} }, func() any { return &streams.Opening{} },
			func(_ int, f any) { f.(*streams.Opening).Credential.Admits(w.id, w.table.Terms(), who(0)) }, nil},
		{"stranger: genesis", func(int) any { return replica.Message{Genesis: &replica.Genesis{Proposal: &proposal, Joins: joins}} }, func() any { return &replica.Message{} },
			func(i int, f any) {
				_, _ = session.WaitTable(func(done func(*session.Table, error)) {
					w.ana.session.Restore(who(i), *f.(*replica.Message).Genesis, done)
				})
			}, nil},
		{"stranger: hello, at a door", func(int) any { return entry.Hello{Table: w.id, Seat: true} }, func() any { return &entry.Hello{} },
			func(i int, f any) { w.ana.lobby.ServeJoin(stream(i, f)) }, nil},
		{"stranger: wish at a door", func(i int) any {
			return entry.SeatRequest{Wish: &entry.Wish{Seat: uint64(i % 2), Name: "eve"}}
		}, func() any { return &entry.SeatRequest{} }, func(i int, f any) {
			s := stream(i, entry.Hello{Table: w.id, Seat: true}, f, entry.SeatRequest{Leave: true}) // so that the next can ask for it
			s.node = record.KeyOf(numbered(i))
			w.ana.lobby.ServeJoin(s)
		}, nil},
		w.call(b),
	}
}

// call returns the frame with which the other seat calls for a continuation in which a newcomer, each time another one, takes its
// seat over. A node takes in only four of them at a time (session.MaxCalls), so each is undone.
func (w *weighed) call(b *testing.B) costly {
	var t *table.Table
	w.ana.tables.game(w.id).look(func(r *replica.Snapshot) { t = r.Table() })
	seat := t.Terms().SeatOf(record.KeyOf(w.key))
	called, last := 0, record.Hash{}
	return costly{
		name: "seat elsewhere: genesis, with a newcomer", into: func() any { return &replica.Message{} },
		frame: func(int) any {
			called++
			c, err := t.Successor(len(t.Results()), []int{0, 1}, map[int]record.Player{seat: {Key: record.KeyOf(numbered(called)), Name: "eve"}})
			if err != nil {
				b.Fatal(err)
			}
			return replica.Message{Genesis: &replica.Genesis{Continuation: &c}}
		},
		handle: func(_ int, f any) {
			child, err := session.WaitTable(func(done func(*session.Table, error)) {
				w.ana.session.TakeCall(record.KeyOf(w.key), *f.(*replica.Message).Genesis.Continuation, done)
			})
			if err != nil {
				b.Fatal(err)
			}
			last = child.ID()
		},
		undo: func(int) {
			_, err := w.ana.Leave(b.Context(), last.String())
			if err == nil {
				err = w.ana.Forget(b.Context(), last.String(), true)
			}
			if err != nil {
				b.Fatal(err)
			}
		},
	}
}
