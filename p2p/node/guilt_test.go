package node

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/replica"
	"fives/p2p/streams"
	"fives/p2p/wire"
)

// An usurper is a host that can be joined, and begins its table as it likes.
type usurper struct {
	*raw
	proposal record.Record
	id       record.Hash

	mu    sync.Mutex
	joins map[peer.ID]record.Record
	begun chan struct{} // closed when those in the waiting room are told so
}

// usurp offers a table to some nodes.
func usurp(t *testing.T, seats int, to ...*Node) *usurper {
	t.Helper()
	r := startRaw(t, to[0], nil)
	for _, n := range to[1:] {
		info, err := streams.ParseAddr(addr(n))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Connect(t.Context(), info); err != nil {
			t.Fatal(err)
		}
	}
	rs, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	options, err := rs.Validate(seats, nil)
	if err != nil {
		t.Fatal(err)
	}
	body := record.Proposal{Game: "five", Options: options, Seats: uint64(seats), Time: uint64(time.Now().Unix())}
	rand.Read(body.Nonce[:])
	b, err := record.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	u := &usurper{raw: r, joins: map[peer.ID]record.Record{}, begun: make(chan struct{})}
	if u.proposal, err = record.Sign(r.key, record.Payload{Version: record.Version, Kind: record.KindProposal, Body: b}); err != nil {
		t.Fatal(err)
	}
	u.id = record.Fold(record.Hash{}, 0, []record.Record{u.proposal})
	r.answer(streams.ProtocolLobby, encode(t, entry.Answer{Name: "eve", Offers: []entry.Offer{{ID: u.id, Proposal: &u.proposal}}}))
	r.SetStreamHandler(streams.ProtocolJoin, u.welcome)
	return u
}

// welcome takes a join.
func (u *usurper) welcome(s network.Stream) {
	var hello entry.Hello
	var request entry.SeatRequest
	if wire.Read(s, u.patience, &hello) != nil || wire.Write(s, entry.Welcome{Proposal: &u.proposal}) != nil ||
		wire.Read(s, u.patience, &request) != nil || request.Join == nil {
		s.Reset()
		return
	}
	u.mu.Lock()
	u.joins[s.Conn().RemotePeer()] = *request.Join
	u.mu.Unlock()
	wire.Write(s, entry.RoomNews{Taken: []string{"eve"}})
	<-u.begun
	wire.Write(s, entry.RoomNews{Begun: true})
	s.CloseWrite()
}

// begin begins the table with these joins for a node, signs its roster, and leaves.
func (u *usurper) begin(t *testing.T, n *Node, joins []record.Record) {
	t.Helper()
	s, err := u.NewStream(t.Context(), n.host.ID(), streams.ProtocolTable)
	if err != nil {
		t.Fatal(err)
	}
	s.SetDeadline(time.Now().Add(u.patience))
	go io.Copy(io.Discard, s)
	head := record.Fold(u.id, 1, joins)
	body, err := record.Marshal(record.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	roster, err := record.Sign(u.key, record.Payload{Version: record.Version, Table: u.id, Step: 2, Head: head, Kind: record.KindRoster, Body: body})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{
		streams.Opening{Table: u.id},
		replica.Message{Genesis: &replica.Genesis{Proposal: &u.proposal, Joins: joins}},
		replica.Message{Records: []record.Record{roster}},
	} {
		s.Write(encode(t, v))
	}
	eventually(t, "the host's roster is in", func() bool {
		g := n.tables.game(u.id)
		in := false
		if g != nil {
			g.look(func(r *replica.Snapshot) { in = len(r.Table().Arrived()) > 1 || r.Table().Stopped() })
		}
		return in
	})
	s.Reset()
}

// A table may begin before the host's answer to the last join arrives. Still the joiner signs its roster: its store has not lost
// the table.
func TestBegunBeforeTheJoinIsAnswered(t *testing.T) {
	ben := startNode(t, "ben")
	eve := usurp(t, 3, ben)
	asked := make(chan record.Record)
	eve.SetStreamHandler(streams.ProtocolJoin, func(s network.Stream) {
		var hello entry.Hello
		var request entry.SeatRequest
		if wire.Read(s, eve.patience, &hello) == nil && wire.Write(s, entry.Welcome{Proposal: &eve.proposal}) == nil &&
			wire.Read(s, eve.patience, &request) == nil && request.Join != nil {
			asked <- *request.Join
			<-eve.begun
		}
		s.Reset() // no word from the waiting room
	})
	eventually(t, "the table is seen", func() bool { return len(ben.Tables(t.Context()).Open) == 1 })
	joined := make(chan error, 1)
	go func() {
		_, err := ben.Join(t.Context(), api.JoinRequest{})
		joined <- err
	}()
	hosts, err := entry.SignJoin(eve.key, eve.id, record.Join{Name: "eve"})
	if err != nil {
		t.Fatal(err)
	}
	_, key, _ := ed25519.GenerateKey(rand.Reader)
	third, err := entry.SignJoin(key, eve.id, record.Join{Name: "cleo"})
	if err != nil {
		t.Fatal(err)
	}
	eve.begin(t, ben, []record.Record{hosts, <-asked, third}) // waits for ben's roster
	close(eve.begun)
	if err := <-joined; err != nil {
		t.Error(err)
	}
	if ben.lobby.Joined(eve.id) {
		t.Error("the seat is still asked for")
	}
}

// apart reports whether two nodes have different people at a table.
func apart(t *testing.T, id record.Hash, a, b *Node) bool {
	t.Helper()
	seats := func(n *Node) []table.Seat { return n.tables.game(id).terms.Seats }
	return !slices.EqualFunc(seats(a), seats(b), func(x, y table.Seat) bool { return x.Key == y.Key })
}

// TestHostBeginsTwice: a host begins one table for each of those who joined, each time with other people, and is gone. They prove
// its fault by its rosters; their own table is not affected, and they stay connected.
func TestHostBeginsTwice(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ben := startNode(t, "ben")
	cleo := startNode(t, "cleo", addr(ben))
	own := together(t, ben, cleo)
	tableStreams := func() (ids []string) {
		for _, c := range ben.host.Network().ConnsToPeer(cleo.host.ID()) {
			for _, s := range c.GetStreams() {
				if s.Protocol() == streams.ProtocolTable {
					ids = append(ids, s.ID())
				}
			}
		}
		return ids
	}
	var eve *usurper
	var before []string
	for twice := false; !twice; twice = apart(t, eve.id, ben, cleo) { // else ben has told cleo of his before she was told of hers
		eve = usurp(t, 4, ben, cleo)
		for _, n := range []*Node{ben, cleo} {
			eventually(t, "the table is seen", func() bool {
				return slices.ContainsFunc(n.Tables(ctx).Open, func(o api.Offer) bool { return o.ID == eve.id.String() })
			})
			if _, err := n.Join(ctx, api.JoinRequest{Table: eve.id.String()}); err != nil {
				t.Fatal(err)
			}
		}
		before = tableStreams()
		hosts, err := entry.SignJoin(eve.key, eve.id, record.Join{Name: "eve"})
		if err != nil {
			t.Fatal(err)
		}
		close(eve.begun)
		for _, n := range []*Node{ben, cleo} {
			_, key, _ := ed25519.GenerateKey(rand.Reader)
			friend, err := entry.SignJoin(key, eve.id, record.Join{Name: "friend of eve's"})
			if err != nil {
				t.Fatal(err)
			}
			eve.begin(t, n, []record.Record{hosts, eve.joins[ben.host.ID()], eve.joins[cleo.host.ID()], friend})
		}
		eve.Close()
	}
	for _, n := range []*Node{ben, cleo} {
		eventually(t, n.name+" names the host", func() bool {
			v, err := n.Table(eve.id.String())
			return err == nil && len(v.Faults) == 1 && v.Faults[0].Name == "eve"
		})
	}
	for _, pair := range [][2]*Node{{ben, cleo}, {cleo, ben}} {
		g, id := pair[0].tables.game(eve.id), pair[1].host.ID()
		if pair[0].host.Blocked(id) || g.Charges(streams.NodeOf(id)) > 0 {
			t.Errorf("%s charges %s", pair[0].name, pair[1].name)
		}
	}
	if !slices.ContainsFunc(tableStreams(), func(id string) bool { return slices.Contains(before, id) }) {
		t.Error("their other table has lost its stream")
	}
	moves := 0
	eventually(t, "their own table plays on", func() bool {
		for _, n := range []*Node{ben, cleo} {
			if move, err := n.Hint(own.String()); err == nil && n.Play(ctx, own.String(), move.Move) == nil {
				moves++
			}
		}
		return moves > 4
	})
}

// proofs returns faults of a seat of the raw node, one for each step so far, as long as possible, and different for each number.
func (r *raw) proofs(t *testing.T, n *Node, id record.Hash, number byte) (recs []record.Record) {
	t.Helper()
	n.tables.game(id).look(func(rep *replica.Snapshot) {
		tb := rep.Table()
		seat := tb.Terms().SeatOf(*publicOf(r.key))
		for step := tb.FirstStep(); step <= tb.Step(); step++ {
			p, err := tb.Payload(seat, record.Empty{})
			if err != nil {
				t.Fatal(err)
			}
			long := make([]byte, record.MaxSize-1000)
			long[0] = number
			p.Step = step
			p.Head, _ = tb.HeadAt(step)
			if p.Body, err = record.Marshal(long); err != nil {
				t.Fatal(err)
			}
			rec, err := record.Sign(r.key, p)
			if err != nil {
				t.Fatal(err)
			}
			recs = append(recs, rec)
		}
	})
	return recs
}

// TestAttackProofsWithoutEnd: a seat sends proofs of its own faults at every step, as long as records may be, without end. One is
// kept, shown and stored; memory and store stay bounded, and a node that was asleep learns of the fault.
func TestAttackProofsWithoutEnd(t *testing.T) {
	lasts := floodTime(t)
	ana, cleo, id, ben := impostor(t, ways["TCP or QUIC"])
	var frames [][]byte
	for i := range 8 {
		for _, rec := range ben.proofs(t, ana, id, byte(i)) {
			frames = append(frames, encode(t, replica.Message{Records: []record.Record{rec}}))
		}
	}
	stored := func(n *Node) int64 {
		r, _ := runs.Load(n)
		info, err := os.Stat(filepath.Join(r.(run).home, storeFile))
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	sizes, memory := []int64{stored(ana), stored(cleo)}, heap()
	// On a slow machine it takes longer until ben has to wait, and later he has to no more.
	sent, rests := 0, false
	for begun := time.Now(); time.Since(begun) < lasts || !rests && time.Since(begun) < time.Minute; {
		s := ben.sitOr(t, id)
		if s == nil {
			continue
		}
		go io.Copy(io.Discard, s)
		s.SetWriteDeadline(time.Now().Add(lasts))
		for _, f := range frames {
			if _, err := s.Write(f); err != nil {
				break
			}
			sent++
		}
		s.Reset()
		rests = rests || ana.tables.game(id).Resting(streams.NodeOf(ben.ID()))
	}
	t.Logf("%d messages of %d bytes", sent, len(frames[0]))
	if sent == 0 {
		t.Error("nothing was sent")
	}
	for i, n := range []*Node{ana, cleo} {
		eventually(t, n.name+" names ben", func() bool {
			v, err := n.Table("")
			return err == nil && len(v.Faults) == 1 && v.Faults[0].Name == "ben"
		})
		if grown := stored(n) - sizes[i]; grown > 4<<20 {
			t.Errorf("the store of %s has grown by %d bytes", n.name, grown)
		}
		n.tables.game(id).look(func(r *replica.Snapshot) {
			if fs := r.Table().Faults(); len(fs) != 1 {
				t.Errorf("%s keeps %d faults", n.name, len(fs))
			}
		})
	}
	if now := heap(); now > memory+32<<20 {
		t.Errorf("the heap has grown from %d to %d bytes", memory, now)
	}
	if cleo.host.Blocked(ana.host.ID()) || ana.host.Blocked(cleo.host.ID()) || !slices.Contains(ana.tables.game(id).Snapshot().Links, cleo.self) {
		t.Error("somebody is kept out")
	}
	if !rests {
		t.Error("ben goes on sending")
	}
}

// TestStrangerIsKeptOut: an onlooker that sends what no honest node sends is blocked; TestSeatSendsGarbage checks that a seat is
// not.
func TestStrangerIsKeptOut(t *testing.T) {
	ctx := context.Background()
	ana := startNode(t, "ana")
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Bots: []string{"easy"}, Spectators: true})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table begins", func() bool { v, err := ana.Table(""); return err == nil && v.Hand > 0 })
	eve := startRaw(t, ana, nil)
	eventually(t, "eve is kept out", func() bool {
		s := eve.sitOr(t, mustID(t, offer.ID))
		if s != nil {
			s.Write(append(lengthOf(3), "..."...))
			if _, err := io.Copy(io.Discard, s); errors.Is(err, os.ErrDeadlineExceeded) { // until ana has read it
				t.Error("the stream stays open")
			}
		}
		return ana.host.Blocked(eve.ID())
	})
}
