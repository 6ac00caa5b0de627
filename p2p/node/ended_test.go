package node

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/streams"
	"fives/p2p/waittest"
	"fives/p2p/wire"
)

// gamesEnv says how many games TestManyGames plays.
const gamesEnv = "FIVES_GAMES"

// usage says what two nodes in this process use.
type usage struct {
	goroutines, streams, descriptors, tables int
	memory                                   float64 // MB, of the heap
}

// tableStreams counts the streams of tables that a node has.
func tableStreams(n *Node) (count int) {
	for _, c := range n.host.Network().Conns() {
		for _, s := range c.GetStreams() {
			if s.Protocol() == streams.ProtocolTable {
				count++
			}
		}
	}
	return count
}

// atRest waits until a node has no streams of tables that have ended, and
// measures.
func atRest(t *testing.T, nodes ...*Node) (u usage) {
	t.Helper()
	waittest.Until(t, "no streams, few tables", func() bool {
		u = usage{goroutines: runtime.NumGoroutine(), descriptors: descriptors()}
		for _, n := range nodes {
			u.streams += tableStreams(n)
			u.tables += len(n.tables.running())
		}
		return u.streams == 0 && u.tables <= len(nodes)*session.KeptEnded
	})
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	u.memory = float64(m.HeapAlloc) / 1e6
	return u
}

// quickGame hosts a game that is over with its first hand.
func quickGame(t *testing.T, ana, ben *Node) string {
	t.Helper()
	ctx := context.Background()
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "5"}})
	if err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "ben joins", func() bool {
		_, err := ben.Join(ctx, api.JoinRequest{Table: offer.ID})
		return err == nil
	})
	return offer.ID
}

// overAt reports whether a game is over for a node.
func overAt(n *Node, id string) bool {
	v, err := n.Table(id)
	return err == nil && v.Phase == api.PhaseOver
}

// endHand ends the only hand of a quick game, whosever turn it is.
func endHand(t *testing.T, id string, nodes ...*Node) {
	t.Helper()
	waittest.Until(t, "the game is over", func() bool {
		over := true
		for _, n := range nodes {
			n.Play(context.Background(), id, "end")
			over = over && overAt(n, id)
		}
		return over
	})
}

// again plays a rematch.
func again(t *testing.T, id string, ana, ben *Node) string {
	t.Helper()
	ctx := context.Background()
	s, err := ana.Rematch(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "ben accepts", func() bool {
		b, err := ben.Rematch(ctx, id)
		return err == nil && b.ID == s.ID
	})
	endHand(t, s.ID, ana, ben)
	return s.ID
}

// TestManyGames: two people play game after game without a restart, and at the
// end nothing has filled up; after a restart they go on.
func TestManyGames(t *testing.T) {
	games := 70 // more than libp2p grants streams of one protocol to one peer
	if text := os.Getenv(gamesEnv); text != "" {
		games, _ = strconv.Atoi(text)
	}
	homes := []string{t.TempDir(), t.TempDir()}
	ana, stopAna := startStoppable(t, homes[0], "ana")
	ben, stopBen := startStoppable(t, homes[1], "ben", addr(ana))
	begin := time.Now()
	id := quickGame(t, ana, ben)
	endHand(t, id, ana, ben)
	totals := map[string]map[string]int{id: lastTotals(t, ana, id)}
	var tenth usage
	for i := 2; i <= games; i++ {
		id = again(t, id, ana, ben)
		totals[id] = lastTotals(t, ana, id)
		if i == 10 {
			tenth = atRest(t, ana, ben)
		}
	}
	t.Logf("%d games in %v", games, time.Since(begin).Round(time.Millisecond))
	last := atRest(t, ana, ben)
	t.Logf("after 10 games: %+v", tenth)
	t.Logf("after %d games: %+v", games, last)
	if last.goroutines > tenth.goroutines+20 || last.descriptors > tenth.descriptors+10 || last.memory > tenth.memory+float64(games)/50+3 {
		t.Error("something fills up")
	}
	for _, n := range []*Node{ana, ben} {
		if all := n.Mine().Mine; len(all) != games {
			t.Errorf("%s knows %d games", n.name, len(all))
		}
	}
	stopAna()
	stopBen()
	begin = time.Now()
	ana, _ = startStoppable(t, homes[0], "ana")
	t.Logf("starts again in %v", time.Since(begin).Round(time.Millisecond))
	begin = time.Now()
	for _, sum := range ana.Mine().Mine { // all that statistics ask for
		if sum.Phase != api.PhaseOver || len(sum.Seats) != 2 || sum.Seats[0].Fingerprint == "" {
			t.Fatalf("a summary from the archive: %+v", sum)
		}
		for _, s := range sum.Seats {
			if want, ok := totals[sum.ID][s.Name]; !ok || s.Score != want {
				t.Fatalf("%s has %d in the archive, not %d: %+v", s.Name, s.Score, want, sum)
			}
		}
	}
	t.Logf("lists its games in %v with %d tables in memory", time.Since(begin).Round(time.Millisecond), len(ana.tables.running()))
	if n := len(ana.tables.running()); n > session.KeptEnded {
		t.Errorf("%d tables in memory", n)
	}
	ben, _ = startStoppable(t, homes[1], "ben", addr(ana))
	waittest.Until(t, "ben is back", func() bool { return len(ana.host.Network().Peers()) == 1 })
	again(t, id, ana, ben)
}

// TestSilentAfterTheEnd: when a game is over, the two nodes no longer have a stream for it. Still they are not away, and what
// one says is heard.
func TestSilentAfterTheEnd(t *testing.T) {
	t.Parallel()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	id := quickGame(t, ana, ben)
	endHand(t, id, ana, ben)
	atRest(t, ana, ben)
	for _, seat := range mustTable(t, ana, id).Seats {
		if !seat.Online || seat.Away != nil {
			t.Errorf("%s is said to be away", seat.Name)
		}
	}
	for _, n := range []*Node{ana, ben} {
		if hasEvent(n, api.EventAway, api.Away) {
			t.Errorf("%s was told that somebody is away", n.name)
		}
	}
	if err := ben.Say(context.Background(), id, "well played"); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "ana hears ben", func() bool { return hasEvent(ana, api.EventChat, "well played") })
	atRest(t, ana, ben)
}

// TestSaidAsTheStreamEnds: a node that has all of a table ends its side of the stream, and a line is on its way to it just then.
// It still arrives, however late the node reads it, and then the stream ends properly.
func TestSaidAsTheStreamEnds(t *testing.T) {
	overEach(t, testSaidAsTheStreamEnds)
	t.Run("QUIC, far away", func(t *testing.T) { testSaidAsTheStreamEnds(t, farAway) })
}

// aWay is how long packets are under way to who is far away, and back.
const aWay = 150 * time.Millisecond

// farAway returns an address of a node over QUIC from which it is far away.
func farAway(t testing.TB, to *Node) string {
	t.Helper()
	all := to.Status().Addresses
	at := slices.IndexFunc(all, func(a string) bool {
		return strings.Contains(a, "/ip4/127.0.0.1/udp/") && strings.Contains(a, "/quic-v1/p2p/")
	})
	if at < 0 {
		t.Fatalf("no QUIC at %q", all)
	}
	parts := strings.Split(all[at], "/") // /ip4/127.0.0.1/udp/PORT/quic-v1/p2p/ID
	there, err := net.Dial("udp4", "127.0.0.1:"+parts[4])
	if err != nil {
		t.Fatal(err)
	}
	here, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { here.Close(); there.Close() })
	var dialler atomic.Pointer[net.Addr]
	carry := func(read func([]byte) (int, error), write func([]byte)) {
		for b := make([]byte, 1<<16); ; {
			n, err := read(b)
			if err != nil {
				return
			}
			packet := bytes.Clone(b[:n])
			time.AfterFunc(aWay, func() { write(packet) })
		}
	}
	go carry(func(b []byte) (int, error) {
		n, from, err := here.ReadFrom(b)
		dialler.Store(&from)
		return n, err
	}, func(b []byte) { there.Write(b) })
	go carry(there.Read, func(b []byte) { here.WriteTo(b, *dialler.Load()) })
	_, parts[4], _ = net.SplitHostPort(here.LocalAddr().String())
	return strings.Join(parts, "/")
}

func testSaidAsTheStreamEnds(t *testing.T, by way) {
	t.Parallel()
	ana := startNode(t, "ana")
	honest, stop := startStoppable(t, t.TempDir(), "ben", addr(ana))
	id := quickGame(t, ana, honest)
	endHand(t, id, ana, honest)
	stop()
	ben := by.startRaw(t, ana, honest.cfg.Key)
	s := ben.mustOpen(t, streams.ProtocolTable)
	var m replica.Message
	if err := errors.Join(wire.Write(s, streams.Opening{Table: mustID(t, id)}), wire.Read(s, waittest.Limit(t), &m)); err != nil || m.Have == nil {
		t.Fatalf("%+v, %v", m, err)
	}
	if err := ana.Say(t.Context(), id, "well played"); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(wire.Write(s, replica.Message{Have: m.Have}), s.CloseWrite()); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "ana has no stream", func() bool { return tableStreams(ana) == 0 })
	time.Sleep(2 * aWay) // what was under way is there
	var said []string
	for {
		var m replica.Message
		if err := wire.Read(s, waittest.Limit(t), &m); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("after %q: %v", said, err)
		}
		if m.Say != "" {
			said = append(said, m.Say)
		}
	}
	if want := []string{"well played"}; !slices.Equal(said, want) {
		t.Errorf("ben hears %q", said)
	}
}

// lastTotals returns the totals after the last hand of a table.
func lastTotals(t *testing.T, n *Node, id string) map[string]int {
	t.Helper()
	hands := mustTable(t, n, id).Hands
	if len(hands) == 0 {
		t.Fatalf("no hand of %s is settled", id)
	}
	return hands[len(hands)-1].Scores
}

func mustTable(t *testing.T, n *Node, id string) api.Table {
	t.Helper()
	v, err := n.Table(id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestSpectatorAfterTheEnd: a node that has watched a game keeps no stream for it.
func TestSpectatorAfterTheEnd(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	dan := startNode(t, "dan", addr(ana), addr(ben))
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Spectators: true, Set: map[string]string{"limit": "5"}})
	if err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "ben joins", func() bool {
		_, err := ben.Join(ctx, api.JoinRequest{Table: offer.ID})
		return err == nil
	})
	waittest.Until(t, "dan watches", func() bool { _, err := dan.Watch(ctx, offer.ID); return err == nil })
	endHand(t, offer.ID, ana, ben)
	waittest.Until(t, "dan sees the end", func() bool { return overAt(dan, offer.ID) })
	atRest(t, ana, ben, dan)
	if !overAt(dan, offer.ID) {
		t.Error("dan cannot look at the end any more")
	}
}

// TestLeftBehind: when the others have gone on without a node that was away, it
// learns of it when it is back, and after that nobody keeps a stream for the old
// table.
func TestLeftBehind(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	homes := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	nodes := playing(t, homes, "1000")
	ana, ben, cleo := nodes[0], nodes[1], nodes[2]
	first := ana.summaries()[0].ID
	ben.end()
	waittest.Until(t, "ben is missed", func() bool { return nearly(ana, "ben") && nearly(cleo, "ben") })
	s, err := ana.Continue(ctx, first)
	if err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "cleo agrees", func() bool { _, err := cleo.Continue(ctx, s.ID); return err == nil })
	streamsOf := func(n *Node) int {
		g := n.tables.game(mustID(t, first))
		if g == nil {
			return 0
		}
		return len(g.Snapshot().Links)
	}
	waittest.Until(t, "ana and cleo have no stream for the old table", func() bool {
		return ana.tables.game(mustID(t, s.ID)).begun() && cleo.tables.game(mustID(t, s.ID)) != nil && streamsOf(ana)+streamsOf(cleo) == 0
	})
	for _, n := range []*Node{ana, cleo} { // as if a minute had passed
		n.goAhead(2 * time.Minute)
		waittest.Until(t, "the old table is put away", func() bool { return n.tables.game(mustID(t, first)) == nil })
	}
	if child := mustTable(t, ana, first).Child; child != s.ID {
		t.Errorf("goes on at %q", child)
	}
	ben, _ = startStoppable(t, homes[1], "ben", addr(ana), addr(cleo))
	waittest.Until(t, "ben learns of it", func() bool {
		v, err := ben.Table(first)
		return err == nil && v.Phase == api.PhaseStopped && v.Waiting.What == api.LeftBehind
	})
	waittest.Until(t, "nobody has a stream for the old table", func() bool { return streamsOf(ana)+streamsOf(ben)+streamsOf(cleo) == 0 })
}

// TestReceiptsAfterRestarts: a game is over, and both nodes stop before either
// has the other's receipt, or has signed its own. When they are back they find
// each other, and the log is whole.
func TestReceiptsAfterRestarts(t *testing.T) {
	t.Parallel()
	for name, signed := range map[string]bool{"signed": true, "not signed": false} {
		t.Run(name, func(t *testing.T) {
			homes := []string{t.TempDir(), t.TempDir()}
			ana, stopAna := startStoppable(t, homes[0], "ana")
			ben, stopBen := startStoppable(t, homes[1], "ben", addr(ana))
			id := quickGame(t, ana, ben)
			endHand(t, id, ana, ben)
			agree(t, id, ana, ben)
			waittest.Until(t, "both receipts", func() bool { return owes(ana, id)+owes(ben, id) == 0 })
			stopAna()
			stopBen()
			for i, n := range []*Node{ana, ben} {
				loseReceipts(t, homes[i], mustID(t, id), func(r record.Record) bool { return signed && r.Author == n.self })
			}
			ana, _ = startStoppable(t, homes[0], "ana")
			if left := owes(ana, id); left == 0 || !overAt(ana, id) {
				t.Fatalf("over: %v, receipts owed: %d", overAt(ana, id), left)
			}
			ben, _ = startStoppable(t, homes[1], "ben")
			waittest.Until(t, "both receipts again", func() bool { return owes(ana, id)+owes(ben, id) == 0 })
			agree(t, id, ana, ben)
			atRest(t, ana, ben)
		})
	}
}

// owes counts the seats whose receipts a node lacks.
func owes(n *Node, id string) (count int) {
	t, err := parseID(id)
	if err != nil {
		return -1
	}
	if g := n.tables.gameOrArchived(t); g != nil {
		g.look(func(r *replica.Snapshot) { count = len(r.MissingReceipts()) })
	}
	return count
}

// loseReceipts removes some of a table's receipts from the store of a home.
func loseReceipts(t *testing.T, home string, id record.Hash, keep func(record.Record) bool) {
	t.Helper()
	path := filepath.Join(home, storeFile)
	old, err := openStore(path)
	if err != nil {
		t.Fatal(err)
	}
	tb, err := old.Load(id)
	owner, _, ownerErr := old.Owner()
	if err = errors.Join(err, ownerErr, old.Close(), removeStore(home)); err != nil {
		t.Fatal(err)
	}
	fresh, err := openStore(path)
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	records := slices.DeleteFunc(tb.Records, func(r record.Record) bool {
		p, err := r.Peek()
		return err == nil && p.Kind == record.KindReceipt && !keep(r)
	})
	err = errors.Join(fresh.SetOwner(owner), fresh.Create(id, tb.Genesis, tb.Seats), fresh.Save(id, replica.Save{Records: records}))
	if err != nil {
		t.Fatal(err)
	}
}
