package node

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/far"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/streams"
	"fives/p2p/waittest"
	"fives/p2p/wire"
)

// A raw is a host without a node: the test determines what it sends.
type raw struct {
	*host.Host
	key      ed25519.PrivateKey
	to       peer.ID
	patience time.Duration // with its own streams
}

// A way returns the address at which a node is dialled, or a link.
type way func(t testing.TB, to *Node) string

// ways has all ways, by what carries the connection. A node in a browser can be as hostile as any other,
// and so can a friend elsewhere.
var ways = map[string]way{
	"TCP or QUIC": func(_ testing.TB, to *Node) string { return addr(to) },
	"WebSocket":   func(t testing.TB, to *Node) string { return invite(t, to) },
	"a link": func(t testing.TB, to *Node) string {
		if to.host.FarOpen() == 0 {
			return letIn(t, to, freePort(t))
		}
		i, err := to.Far(t.Context(), api.FarRequest{})
		if err != nil {
			t.Fatal(err)
		}
		return i.Link
	},
}

// overEach runs a test over each kind of connection.
func overEach(t *testing.T, test func(*testing.T, way)) {
	for name, by := range ways {
		t.Run(name, func(t *testing.T) { test(t, by) })
	}
}

// startRaw connects a raw node to a node. Without a key it gets a new one.
func startRaw(t testing.TB, to *Node, key ed25519.PrivateKey) *raw {
	t.Helper()
	return ways["TCP or QUIC"].startRaw(t, to, key)
}

func (by way) startRaw(t testing.TB, to *Node, key ed25519.PrivateKey) *raw {
	t.Helper()
	r, err := newRaw(by(t, to), key, waittest.Limit(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func newRaw(addr string, key ed25519.PrivateKey, patience time.Duration) (*raw, error) {
	if key == nil {
		var err error
		if _, key, err = ed25519.GenerateKey(rand.Reader); err != nil {
			return nil, err
		}
	}
	h, err := host.New(host.Config{Key: key, Ifaces: []string{"lo"}, DialOnly: strings.Contains(addr, "/ws/"), Version: "raw"})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	to, err := dialled(ctx, h, addr)
	if err != nil {
		h.Close()
		return nil, err
	}
	return &raw{Host: h, key: key, to: to, patience: patience}, nil
}

// dialled connects a host to the node at an address, or to that of a link.
func dialled(ctx context.Context, h *host.Host, addr string) (peer.ID, error) {
	if !far.Is(addr) {
		info, err := streams.ParseAddr(addr)
		if err != nil {
			return "", err
		}
		return info.ID, h.Connect(ctx, info)
	}
	l, err := far.Parse(addr, "")
	if err != nil {
		return "", err
	}
	to := streams.PeerOf(l.Node)
	if err := h.SetLink(host.Link{Node: to, At: []netip.AddrPort{netip.MustParseAddrPort(l.At())}, Secret: l.Secret}); err != nil {
		return "", err
	}
	return to, h.ConnectByLink(ctx, to)
}

func (r *raw) open(id protocol.ID) (network.Stream, error) {
	ctx, cancel := context.WithTimeout(context.Background(), r.patience)
	defer cancel()
	s, err := r.NewStream(network.WithNoDial(ctx, "raw"), r.to, id)
	if err == nil {
		s.SetDeadline(time.Now().Add(r.patience))
	}
	return s, err
}

func (r *raw) mustOpen(t *testing.T, id protocol.ID) network.Stream {
	t.Helper()
	s, err := r.open(id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Reset() })
	return s
}

// hearsNothing expects the other side to end the stream without saying anything.
func hearsNothing(t *testing.T, s network.Stream, what string) {
	t.Helper()
	if b, err := io.ReadAll(s); len(b) > 0 || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("%s: heard %d bytes, %v", what, len(b), err)
	}
}

// lengthOf returns the header of a frame.
func lengthOf(n uint32) []byte { return binary.BigEndian.AppendUint32(nil, n) }

// TestStrangerAtTables: a node without a seat gets nothing of a table's log, however it asks, and nothing that it sends changes
// anything.
func TestStrangerAtTables(t *testing.T) { overEach(t, testStrangerAtTables) }

func testStrangerAtTables(t *testing.T, by way) {
	ctx := context.Background()
	ana := startNode(t, "ana")
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Bots: []string{"easy"}})
	if err != nil {
		t.Fatal(err)
	}
	id := mustID(t, offer.ID)
	eventually(t, "the table begins", func() bool { v, err := ana.Table(""); return err == nil && v.Hand > 0 })
	eve := by.startRaw(t, ana, nil)
	for what, frames := range map[string][][]byte{
		"a header of 1 GiB":         {lengthOf(1 << 30)},
		"more than an opening":      {lengthOf(entry.MaxStrangerFrame + 1)},
		"no CBOR":                   {lengthOf(4), []byte("....")},
		"deep nesting":              {lengthOf(4000), bytes.Repeat([]byte{0x81}, 4000)},
		"two openings in one frame": {lengthOf(80), bytes.Repeat([]byte{0xa0}, 80)},
	} {
		s := eve.mustOpen(t, streams.ProtocolTable)
		for _, f := range frames {
			s.Write(f)
		}
		hearsNothing(t, s, what)
	}
	// A table that ana does not know, and one that eve may not have: ana asks
	// how it began, and believes nothing of what eve makes up.
	g := ana.tables.game(id)
	var genesis replica.Genesis
	g.look(func(r *replica.Snapshot) { genesis = *r.Genesis() })
	for _, table := range []record.Hash{{1, 2, 3}, id} {
		for _, made := range []replica.Message{
			{Genesis: &genesis}, {Genesis: &replica.Genesis{}}, {Genesis: &replica.Genesis{Continuation: &record.Continuation{Parent: id}}},
			{Genesis: &replica.Genesis{Proposal: genesis.Proposal}}, {Have: &replica.Have{Empty: true}},
		} {
			s := eve.mustOpen(t, streams.ProtocolTable)
			s.Write(encode(t, streams.Opening{Table: table}))
			s.Write(encode(t, made))
			if b, err := io.ReadAll(s); err == nil || len(b) > 100 {
				t.Errorf("a made-up table: %d bytes, %v", len(b), err)
			}
		}
	}
	if n := len(ana.tables.running()); n != 1 {
		t.Errorf("ana sits at %d tables", n)
	}
}

func encode(t testing.TB, v any) []byte {
	t.Helper()
	b, err := wire.Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// ask runs a join of a public table up to the proposal.
func (r *raw) ask(t *testing.T, id record.Hash) (network.Stream, entry.Welcome) {
	t.Helper()
	s := r.mustOpen(t, streams.ProtocolJoin)
	s.Write(encode(t, entry.Hello{Table: id}))
	var w entry.Welcome
	if err := wire.Read(s, waittest.Limit(t), &w); err != nil {
		t.Fatal(err)
	}
	return s, w
}

// TestHostileJoins: only a join that is the joiner's own, well formed and for this table gets a seat.
func TestHostileJoins(t *testing.T) { overEach(t, testHostileJoins) }

func testHostileJoins(t *testing.T, by way) {
	ctx := context.Background()
	ana := startNode(t, "ana")
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 4})
	if err != nil {
		t.Fatal(err)
	}
	id := mustID(t, offer.ID)
	ben, eve := by.startRaw(t, ana, nil), by.startRaw(t, ana, nil)
	sign := func(key ed25519.PrivateKey, id record.Hash, body record.Join) record.Record {
		j, err := entry.SignJoin(key, id, body)
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	bens := sign(ben.key, id, record.Join{Name: "ben"})
	if first := ben.tryJoin(t, id, &bens); len(first.Taken) != 2 {
		t.Fatalf("an honest join: %+v", first)
	}
	forged := [64]byte(ed25519.Sign(eve.key, id[:]))
	_, botKey, _ := ed25519.GenerateKey(rand.Reader)
	flipped := sign(eve.key, id, record.Join{Name: "eve"})
	flipped.Signature[0] ^= 1
	longer := sign(eve.key, id, record.Join{Name: "eve"})
	longer.Payload = append(bytes.Clone(longer.Payload), 0)
	joins := map[string]record.Record{
		"another node's":        bens,
		"of another key":        sign(botKey, id, record.Join{Name: "eve"}),
		"another table":         sign(eve.key, record.Hash{1}, record.Join{Name: "eve"}),
		"a bad signature":       flipped,
		"a trailing byte":       longer,
		"no name":               sign(eve.key, id, record.Join{}),
		"control characters":    sign(eve.key, id, record.Join{Name: "\x1b[2Jeve"}),
		"a line break":          sign(eve.key, id, record.Join{Name: "eve\nana"}),
		"another direction":     sign(eve.key, id, record.Join{Name: "\u202eeve"}),
		"zero width":            sign(eve.key, id, record.Join{Name: "e\u200bve"}),
		"10 kB":                 sign(eve.key, id, record.Join{Name: strings.Repeat("e", 10_000)}),
		"33 characters":         sign(eve.key, id, record.Join{Name: strings.Repeat("e", 33)}),
		"half a character":      sign(eve.key, id, record.Join{Name: "eve\xc3"}),
		"a bot of ana's":        sign(botKey, id, record.Join{Name: "eve", Host: &ana.self, Certificate: &forged}),
		"a bot, not certified":  sign(botKey, id, record.Join{Name: "eve", Host: publicOf(eve.key), Certificate: &forged}),
		"a bot, no certificate": sign(botKey, id, record.Join{Name: "eve", Host: publicOf(eve.key)}),
	}
	for what, join := range joins {
		if answer := eve.tryJoin(t, id, &join); answer.Refused == "" {
			t.Errorf("%s: %+v", what, answer)
		}
	}
	if answer := eve.tryJoin(t, id, nil); answer.Refused == "" {
		t.Errorf("no join at all: %+v", answer)
	}
	if taken := ana.Tables(ctx).Open[0].Taken; len(taken) != 2 || taken[1] != "ben" {
		t.Errorf("at the table: %q", taken)
	}
	// ben comes back: the same join is his old seat, another one no second seat.
	if answer := ben.tryJoin(t, id, &bens); len(answer.Taken) != 2 {
		t.Errorf("ben again: %+v", answer)
	}
	second := sign(ben.key, id, record.Join{Name: "Ben"})
	if answer := ben.tryJoin(t, id, &second); answer.Refused == "" {
		t.Errorf("a second seat: %+v", answer)
	}
}

// tryJoin joins a public table and returns the first word from the waiting
// room, a refusal if there is none.
func (r *raw) tryJoin(t *testing.T, id record.Hash, join *record.Record) (first entry.RoomNews) {
	t.Helper()
	s, w := r.ask(t, id)
	if w.Proposal == nil {
		t.Fatalf("%+v", w)
	}
	s.Write(encodeLong(entry.SeatRequest{Join: join}))
	if err := wire.Read(s, waittest.Limit(t), &first); err != nil {
		first.Refused = err.Error()
	}
	return first
}

func publicOf(k ed25519.PrivateKey) *record.Key {
	key := record.KeyOf(k)
	return &key
}

// encodeLong returns v as a frame, even if it is too long.
func encodeLong(v any) []byte {
	b, err := record.Marshal(v)
	if err != nil {
		return nil
	}
	return append(lengthOf(uint32(len(b))), b...)
}

// A hostile host answers lobby and join streams as the test wants.
func (r *raw) answer(id protocol.ID, answers ...[]byte) {
	r.SetStreamHandler(id, func(s network.Stream) {
		for _, a := range answers {
			var q any
			wire.Read(s, time.Second, &q)
			s.Write(a)
		}
		s.CloseWrite()
	})
}

// TestHostileHost: what another node says of its tables and in its waiting
// room is bounded, clean, and its own.
func TestHostileHost(t *testing.T) { overEach(t, testHostileHost) }

func testHostileHost(t *testing.T, by way) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	anas := proposalOf(t, ana)
	ben := startNode(t, "ben", addr(ana))
	eve := by.startRaw(t, ben, nil)
	eventually(t, "ben sees ana's table", func() bool { return len(ben.Tables(ctx).Open) == 1 })

	huge := strings.Repeat("\x1b[31m", 10_000)
	many := entry.Answer{Name: "\x1b[2Jeve\u202e", Version: huge[:2000]}
	for i := range 400 {
		many.Offers = append(many.Offers, entry.Offer{ID: record.Hash{byte(i), byte(i >> 8), 1}, Private: true})
	}
	eve.answer(streams.ProtocolLobby, encode(t, many))
	open := ben.Tables(ctx).Open
	if len(open) > 1+lobby.MaxOffers {
		t.Errorf("%d tables are listed", len(open))
	}
	for _, o := range open {
		if strings.ContainsAny(o.Host, "\x1b\u202e") {
			t.Errorf("the host is called %q", o.Host)
		}
	}
	for what, a := range map[string][]byte{
		"ana's table as one's own": encode(t, entry.Answer{Name: "eve", Offers: []entry.Offer{{ID: mustID(t, offer.ID), Proposal: &anas, Taken: []string{"eve"}}}}),
		"a proposal of another ID": encode(t, entry.Answer{Name: "eve", Offers: []entry.Offer{{ID: record.Hash{1}, Proposal: &anas}}}),
		"huge strings":             encode(t, entry.Answer{Name: huge, Version: huge}),
		"1 GiB":                    lengthOf(1 << 30),
		"nothing":                  {},
		"no CBOR":                  append(lengthOf(3), "..."...),
	} {
		eve.answer(streams.ProtocolLobby, a)
		eventually(t, what+": ana's table is listed", func() bool { // she may be slow to answer, too
			open := ben.Tables(ctx).Open
			if slices.ContainsFunc(open, func(o api.Offer) bool { return o.Peer != ana.host.ID().String() }) {
				t.Fatalf("%s: %+v", what, open)
			}
			return len(open) == 1
		})
	}

	eve.SetStreamHandler(streams.ProtocolLobby, func(s network.Stream) { // a byte now and then, until ben has enough
		s.Write(lengthOf(entry.MaxStrangerFrame))
		for t.Context().Err() == nil {
			time.Sleep(200 * time.Millisecond)
			if _, err := s.Write([]byte{0}); err != nil {
				return
			}
		}
	})
	listed := make(chan struct{})
	go func() {
		defer close(listed)
		ben.Tables(ctx)
	}()
	waittest.Closed(t, "the list beside an answer that never ends", listed)

	id := record.Hash{5}
	eve.answer(streams.ProtocolLobby, encode(t, entry.Answer{Name: "eve", Offers: []entry.Offer{{ID: id, Private: true}}}))
	for what, w := range map[string]entry.Welcome{
		"another table's proposal": {Proposal: &anas},
		"nothing":                  {},
		"a refusal in colour":      {Refused: "\x1b[31mno" + huge[:1000]},
	} {
		eve.answer(streams.ProtocolJoin, encode(t, w), encode(t, entry.RoomNews{Taken: []string{"eve"}}))
		_, err := ben.Join(ctx, api.JoinRequest{Table: id.String(), Code: "123456"})
		if err == nil || strings.ContainsAny(err.Error(), "\x1b\u202e") || len(err.Error()) > 300 {
			t.Errorf("%s: %q", what, err)
		}
		if ben.lobby.Joined(id) {
			t.Errorf("%s: ben keeps the seat", what)
		}
	}
	eve.SetStreamHandler(streams.ProtocolJoin, func(network.Stream) { <-t.Context().Done() })
	joined := make(chan error, 1)
	go func() {
		_, err := ben.Join(ctx, api.JoinRequest{Table: id.String(), Code: "123456"})
		joined <- err
	}()
	refusedWith(t, waittest.Closed(t, "the end of waiting for a host that never answers", joined), api.CodeUnreachable)
}

// proposalOf returns the proposal of the table that a node has opened.
func proposalOf(t *testing.T, n *Node) record.Record {
	t.Helper()
	stored, err := n.cfg.Store.Offers()
	if err != nil || len(stored) != 1 {
		t.Fatalf("%d open tables, %v", len(stored), err)
	}
	return slices.Collect(maps.Values(stored))[0].Proposal
}

// TestWaitingRoomFlood: a host that cannot stop talking fills nobody's memory
// and event list.
func TestWaitingRoomFlood(t *testing.T) { overEach(t, testWaitingRoomFlood) }

func testWaitingRoomFlood(t *testing.T, by way) {
	ctx := context.Background()
	ana := startNode(t, "ana")
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	proposal := proposalOf(t, ana)
	// eve is ana without a program: the table is hers.
	key := ana.cfg.Key
	ana.end()
	ben := startNode(t, "ben")
	eve := by.startRaw(t, ben, key)
	sent := make(chan int, 1)
	eve.answer(streams.ProtocolLobby, encode(t, entry.Answer{Name: "eve", Offers: []entry.Offer{{ID: mustID(t, offer.ID), Proposal: &proposal}}}))
	eve.SetStreamHandler(streams.ProtocolJoin, func(s network.Stream) {
		var q any
		wire.Read(s, time.Second, &q)
		s.Write(encodeLong(entry.Welcome{Proposal: &proposal}))
		wire.Read(s, time.Second, &q)
		n := 0
		for ; n < 100_000; n++ {
			s.SetWriteDeadline(time.Now().Add(time.Second))
			if _, err := s.Write(encodeLong(entry.RoomNews{Taken: []string{"eve", fmt.Sprint("\x1b[2J", n)}})); err != nil {
				break
			}
		}
		select {
		case sent <- n:
		default:
		}
	})
	before := ben.events.Last()
	eventually(t, "ben joins", func() bool {
		_, err := ben.Join(ctx, api.JoinRequest{})
		return err == nil
	})
	if n := <-sent; n == 100_000 {
		t.Error("all hundred thousand messages are taken")
	}
	if n := ben.events.Last() - before; n > 3*lobby.WaitBurst {
		t.Errorf("%d events", n)
	}
}

// impostor returns a table of three people with a raw node that has the key of one of them, and takes its place: a seat that says
// what it likes.
func impostor(t *testing.T, by way) (ana, cleo *Node, id record.Hash, ben *raw) {
	t.Helper()
	ctx := context.Background()
	ana = startNode(t, "ana")
	honest, stop := startStoppable(t, t.TempDir(), "ben", addr(ana))
	cleo = startNode(t, "cleo", addr(ana))
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []*Node{honest, cleo} {
		eventually(t, "the table is seen", func() bool { return len(n.Tables(ctx).Open) == 1 })
		if _, err := n.Join(ctx, api.JoinRequest{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range []*Node{ana, cleo, honest} {
		eventually(t, "the cards are dealt", func() bool {
			v, err := n.Table("")
			return err == nil && len(v.Last) == 0 && v.View != nil && v.Waiting.What == string(record.KindMove)
		})
	}
	stop()
	return ana, cleo, mustID(t, offer.ID), by.startRaw(t, ana, honest.cfg.Key)
}

// sit opens the table's stream of an impostor.
func (r *raw) sit(t *testing.T, id record.Hash) network.Stream {
	t.Helper()
	s := r.mustOpen(t, streams.ProtocolTable)
	s.Write(encode(t, streams.Opening{Table: id}))
	var m replica.Message
	if err := wire.Read(s, waittest.Limit(t), &m); err != nil || m.Have == nil {
		t.Fatalf("%+v, %v", m, err)
	}
	return s
}

// TestSeatSendsGarbage: a seat that sends what no honest node sends loses its stream, and gets no other one for a while. Its
// connection stays, nobody is accused, and nothing changes.
func TestSeatSendsGarbage(t *testing.T) { overEach(t, testSeatSendsGarbage) }

func testSeatSendsGarbage(t *testing.T, by way) {
	t.Parallel()
	ana, cleo, id, ben := impostor(t, by)
	head := func() string { v, _ := ana.Table(""); return fmt.Sprint(v.Head, v.Step, v.Faults) }
	before := head()
	var anas record.Record
	ana.tables.game(id).look(func(r *replica.Snapshot) { anas = r.Table().Records(2)[0] })
	p, err := anas.Peek()
	if err != nil {
		t.Fatal(err)
	}
	p.Step, p.Seat = 40, 2 // as far as the log does not go
	future, _ := record.Sign(ben.key, p)
	_, nobody, _ := ed25519.GenerateKey(rand.Reader)
	foreign, _ := record.Sign(nobody, p)
	forged := anas
	forged.Payload = bytes.Replace(anas.Payload, id[:4], []byte{1, 2, 3, 4}, 1)
	unsigned := anas
	unsigned.Author = *publicOf(ben.key)
	heads := make([]record.Hash, 2048)
	harmless := []replica.Message{
		{Have: &replica.Have{Step: 1 << 63, Head: record.Hash{1}, Arrived: 1<<64 - 1, Links: 1<<64 - 1}},
		{Have: &replica.Have{Step: 1<<64 - 1}},
		{Have: &replica.Have{Step: 2, Head: record.Hash{9}}},
		{Heads: &replica.Heads{From: 1<<64 - 5, Heads: heads[:100]}},
		{Heads: &replica.Heads{From: 3, Heads: heads}},
		{Heads: &replica.Heads{}},
		{Genesis: &replica.Genesis{}},
		{Records: []record.Record{future, future, anas}, More: true},
		{Say: "\x1b[2J\u202ehello\n\n"},
	}
	s := ben.sit(t, id)
	for _, m := range harmless {
		if _, err := s.Write(encode(t, m)); err != nil {
			t.Fatalf("%+v: %v", m, err)
		}
	}
	for i, b := range [][]byte{
		encode(t, replica.Message{Records: []record.Record{foreign}}),
		encode(t, replica.Message{Records: []record.Record{forged}}),
		encode(t, replica.Message{Records: []record.Record{unsigned}}),
		encode(t, replica.Message{Notices: []record.Record{anas}}),
		encodeLong(replica.Message{Records: make([]record.Record, 600)}),
		append(lengthOf(3), "..."...),
		lengthOf(wire.MaxFrame + 1),
		append(lengthOf(4000), bytes.Repeat([]byte{0x81}, 4000)...),
		append(lengthOf(2), 0xa0, 0),
		append(lengthOf(3), "..."...),
	} {
		if i < session.MaxCharges-1 && ana.tables.game(id).Resting(streams.NodeOf(ben.ID())) {
			t.Fatalf("cut off after %d pieces of garbage", i)
		}
		s := ben.sitOr(t, id)
		if s == nil {
			break
		}
		s.Write(b)
		time.Sleep(30 * time.Millisecond)
		s.Reset()
	}
	eventually(t, "ben is cut off", func() bool {
		s := ben.sitOr(t, id)
		if s == nil {
			return false
		}
		defer s.Reset()
		s.SetReadDeadline(time.Now().Add(time.Second))
		var m replica.Message
		if err := wire.Read(s, time.Second, &m); err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			return ana.tables.game(id).Resting(streams.NodeOf(ben.ID()))
		}
		s.Write(append(lengthOf(3), "..."...)) // some of it was lost with its stream
		s.SetReadDeadline(time.Now().Add(waittest.Limit(t)))
		io.Copy(io.Discard, s) // until ana has read it, and ends the stream
		return ana.tables.game(id).Resting(streams.NodeOf(ben.ID()))
	})
	if ana.host.Blocked(ben.ID()) {
		t.Error("ben, who has a seat, is kept out")
	}
	if now := head(); now != before {
		t.Errorf("the table was %s and is %s", before, now)
	}
	evs, _ := ana.events.After(0)
	for _, ev := range evs {
		if ev.Kind == api.EventFault {
			t.Errorf("somebody is accused: %s", ev.Text)
		}
		if strings.ContainsAny(ev.Text+ev.Name, "\x1b\u202e\n") {
			t.Errorf("in an event: %q %q", ev.Name, ev.Text)
		}
	}
	if !slices.Contains(ana.tables.game(id).Snapshot().Links, cleo.self) {
		t.Error("cleo is cut off too")
	}
}

// sitOr is sit for somebody who may be kept out: then it returns nil.
func (r *raw) sitOr(t *testing.T, id record.Hash) network.Stream {
	t.Helper()
	s, err := r.open(streams.ProtocolTable)
	if err != nil {
		return nil
	}
	if _, err := s.Write(encode(t, streams.Opening{Table: id})); err != nil {
		return nil
	}
	return s
}

// TestSeatContradictsItself: two different statements of one seat for one step
// name it, and nobody else.
func TestSeatContradictsItself(t *testing.T) { overEach(t, testSeatContradictsItself) }

func testSeatContradictsItself(t *testing.T, by way) {
	ana, cleo, id, ben := impostor(t, by)
	var said record.Record
	ana.tables.game(id).look(func(r *replica.Snapshot) {
		for _, rec := range r.Table().Records(3) {
			if rec.Author == *publicOf(ben.key) {
				said = rec
			}
		}
	})
	p, err := said.Peek()
	if err != nil {
		t.Fatal(err)
	}
	p.Head[0] ^= 1
	other, err := record.Sign(ben.key, p)
	if err != nil {
		t.Fatal(err)
	}
	ben.sit(t, id).Write(encode(t, replica.Message{Records: []record.Record{other}}))
	for _, n := range []*Node{ana, cleo} {
		eventually(t, "ben is named", func() bool {
			v, err := n.Table("")
			return err == nil && len(v.Faults) == 1 && v.Faults[0].Name == "ben"
		})
	}
}

// TestTwoClaimOneTable: somebody else announces the ID of a private table; a joiner with the code still gets in at the real host.
func TestTwoClaimOneTable(t *testing.T) { overEach(t, testTwoClaimOneTable) }

func testTwoClaimOneTable(t *testing.T, by way) {
	ctx := context.Background()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	eve := by.startRaw(t, ben, nil)
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3, Private: true})
	if err != nil {
		t.Fatal(err)
	}
	eve.answer(streams.ProtocolLobby, encode(t, entry.Answer{Name: "ana", Offers: []entry.Offer{{ID: mustID(t, offer.ID), Private: true}}}))
	eve.answer(streams.ProtocolJoin, encode(t, entry.Welcome{Refused: "no"}))
	eventually(t, "both are seen", func() bool { return len(ben.Tables(ctx).Open) == 2 })
	if _, err := ben.Join(ctx, api.JoinRequest{Table: offer.ID[:8], Code: offer.Code}); err != nil {
		t.Error(err)
	}
}

// TestGenesisLate: the genesis of a table that begins is accepted even after much that its other nodes have sent meanwhile, as
// they do at a large table; but a node does not listen for long to a peer that never sends it.
func TestGenesisLate(t *testing.T) {
	ben, eve := beginAtUsurper(t)
	g := eve.genesis(t, ben)
	endless := eve.mustOpen(t, streams.ProtocolTable)
	endless.Write(encode(t, streams.Opening{Table: eve.id}))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for err := error(nil); err == nil; time.Sleep(time.Millisecond) {
			_, err = endless.Write(encode(t, replica.Message{Have: &replica.Have{Step: 1}}))
		}
	}()
	s := eve.mustOpen(t, streams.ProtocolTable)
	s.Write(encode(t, streams.Opening{Table: eve.id}))
	for n := range uint64(50) {
		s.Write(encode(t, replica.Message{Have: &replica.Have{Step: 2, Links: n}}))
	}
	s.Write(encode(t, replica.Message{Genesis: &g}))
	eventually(t, "the table begins", func() bool {
		_, err := ben.Table(eve.id.String())
		return err == nil
	})
	select {
	case <-ended:
	case <-time.After(waittest.Limit(t)):
		t.Error("a peer that sends no genesis is listened to without end")
	}
}
