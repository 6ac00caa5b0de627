package node

import (
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	ma "github.com/multiformats/go-multiaddr"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/p2p/api"
	"fives/p2p/host"
	"fives/p2p/replica"
	"fives/p2p/streams"
	"fives/p2p/twin"
	"fives/p2p/wire"
)

// copied returns a copy of a home whose node has ended.
func copied(t *testing.T, home string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(home)); err != nil {
		t.Fatal(err)
	}
	return to
}

// A pair is ana's table with ben, who then runs twice, with a copy of his home.
type pair struct {
	ana, ben, copy *Node
	id             string
	open           string // a table of ben's that has not begun
	rest           uint64 // the step at which the table rested
	stop, stopCopy func()
}

// twice starts ben's node and one with a copy of his home in the middle of a game, by start,
// and waits until both know.
func twice(t *testing.T, start func(home string, key ed25519.PrivateKey, ana *Node) (*Node, func())) pair {
	t.Helper()
	p := pair{ana: startNode(t, "ana")}
	home := t.TempDir()
	seed := sha256.Sum256([]byte(home))
	key := ed25519.NewKeyFromSeed(seed[:])
	ben, stop := start(home, key, p.ana)
	p.id = tableOfTwo(t, p.ana, "800").ID
	joins(t, ben, p.id)
	eventually(t, "they play", func() bool { return p.step(t) > 20 })
	stop()
	other := copied(t, home)
	p.ben, p.stop = start(home, key, p.ana)
	eventually(t, "they play on", func() bool { before := p.step(t); time.Sleep(50 * time.Millisecond); return p.step(t) > before })
	offer, err := p.ben.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	p.open = offer.ID
	p.copy, p.stopCopy = start(other, key, p.ana)
	for _, n := range []*Node{p.ben, p.copy} {
		w := warnedOf(t, n, api.WarnTwice)
		if w.Address == "127.0.0.1" == n.host.OnlyDials() || time.Since(w.Since) > time.Minute {
			t.Errorf("%+v", w)
		}
		if n.host.IsTwin(n.host.ID()) {
			t.Error("a node is its own twin")
		}
	}
	return p
}

// step returns the step of ana's table.
func (p pair) step(t *testing.T) uint64 {
	t.Helper()
	v, err := p.ana.Table(p.id)
	if err != nil {
		return 0 // it has not begun
	}
	if len(v.Faults) > 0 {
		t.Fatalf("at fault: %+v", v.Faults)
	}
	return v.Step
}

// waits checks that the table rests, that ana is told why, and that no copy does anything.
func (p *pair) waits(t *testing.T) {
	t.Helper()
	eventually(t, "ana reads that ben runs twice", func() bool {
		v, err := p.ana.Table(p.id)
		return err == nil && len(v.Warnings) == 1 && v.Warnings[0] == api.Warning{Code: api.WarnTwice, Name: "ben"} && hasWhat(p.ana, api.EventAway, api.Twice)
	})
	for _, n := range []*Node{p.ben, p.copy} {
		eventually(t, "its own tables say it", func() bool {
			v, err := n.Table(p.id)
			g, unknown := n.tables.find(p.id)
			return err == nil && v.Waiting.What == api.Twice && !v.YourTurn && len(v.Warnings) == 1 && v.Warnings[0].Code == api.WarnTwice &&
				unknown == nil && g.Snapshot().Halted() && !g.Snapshot().Ready()
		})
		n.hasNoTurn(t, p.id)
		for what, err := range map[string]error{
			"play":     n.Play(t.Context(), p.id, "end"),
			"leave":    last2(n.Leave(t.Context(), p.id)),
			"host":     last2(n.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2})),
			"join":     last2(n.Join(t.Context(), api.JoinRequest{})),
			"send":     last2(n.SendAway(t.Context(), api.SendAwayRequest{})),
			"begin":    last2(n.Begin(t.Context(), api.BeginRequest{})),
			"continue": last2(n.Continue(t.Context(), p.id)),
			"rematch":  last2(n.Rematch(t.Context(), p.id)),
			"cover":    last2(n.Cover(t.Context(), p.id)),
			"admit":    last2(n.Admit(t.Context(), p.id, "ana")),
		} {
			var e *api.Error
			if !errors.As(err, &e) || e.Reason != api.ReasonTwice {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	var e *api.Error
	if _, err := p.ben.Table(p.open); !errors.As(err, &e) || e.Reason != api.ReasonNotBegun || e.Warning == nil || e.Warning.Code != api.WarnTwice {
		t.Errorf("a table that has not begun: %v", err)
	}
	p.rest = p.step(t)
	time.Sleep(time.Second)               // nothing else says that nothing happens
	if now := p.step(t); now > p.rest+1 { // a record of ana's own may have completed one
		t.Errorf("the table goes on from step %d to %d", p.rest, now)
	}
}

// takesOver makes a node play that has a twin: when it answers, that is so.
func (n *Node) takesOver(t *testing.T) {
	t.Helper()
	if st, err := n.Here(t.Context()); err != nil || slices.ContainsFunc(st.Warnings, func(w api.Warning) bool { return w.Name == "" }) {
		t.Fatalf("%v, %+v", err, st.Warnings)
	}
	if _, err := n.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2}); err != nil {
		t.Errorf("then: %v", err)
	}
}

// hasNoTurn checks that a node which signs nothing says nowhere that it is its person's turn.
func (n *Node) hasNoTurn(t *testing.T, id string) {
	t.Helper()
	v, err := n.Table(id)
	m, also := n.Moves(id)
	if err != nil || also != nil || v.YourTurn || v.Turn == "ben" || m.YourTurn || len(m.Moves) > 0 {
		t.Errorf("%v, %v, your turn %v, the turn of %q, moves %+v", err, also, v.YourTurn, v.Turn, m)
	}
	for _, s := range n.Mine().Mine {
		if s.Turn == s.Me() && s.Phase == api.PhasePlaying && s.Turn != "" {
			t.Errorf("the turn of %q in a list", s.Turn)
		}
	}
	for turn, want := range map[string]string{v.Me(): "", "ana": "ana"} {
		s := v.Summary
		s.Turn = turn
		if n.hideTurn(&s); s.Turn != want {
			t.Errorf("the turn of %q is said to be that of %q", turn, s.Turn)
		}
	}
	var e *api.Error
	if _, err := n.Hint(id); !errors.As(err, &e) || e.Reason != api.ReasonTwice {
		t.Errorf("a hint: %v", err)
	}
}

// goesOn makes ana and one of ben's nodes play on, and verifies the log. If that node lacks the key of the running hand, because the
// hand began at the other one, they go on from the hand before.
func (p *pair) goesOn(t *testing.T, ben *Node) {
	t.Helper()
	eventually(t, "the game goes on", func() bool {
		v, err := ben.Table(p.id)
		if err != nil || v.Waiting.What != api.Stuck {
			return err == nil && (v.Phase == api.PhaseOver || v.Step > p.rest+30)
		}
		s, err := p.ana.Continue(t.Context(), p.id)
		if err == nil {
			_, err = ben.Continue(t.Context(), p.id)
		}
		if err == nil {
			p.id, p.rest = s.ID, 0
		}
		return false
	})
	log, err := ben.Log(p.id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := audit.Verify(log, games.Find, audit.Options{}); err != nil {
		t.Error(err)
	}
	p.step(t) // nobody is at fault
}

func last2[T any](_ T, err error) error { return err }

// hasWhat reports whether a node has an event of a kind with that What.
func hasWhat(n *Node, kind api.EventKind, what string) bool {
	all, _ := n.events.After(0)
	for _, e := range all {
		if e.Kind == kind && e.What == what {
			return true
		}
	}
	return false
}

// onLAN starts a node that others find, and that finds them.
func onLAN(t *testing.T) func(string, ed25519.PrivateKey, *Node) (*Node, func()) {
	return func(home string, key ed25519.PrivateKey, ana *Node) (*Node, func()) {
		return startWith(t, home, Config{Name: "ben", Key: key, Peers: []string{addr(ana)}})
	}
}

// asPage starts a node that knows of others only through ana.
func asPage(t *testing.T) func(string, ed25519.PrivateKey, *Node) (*Node, func()) {
	at := ""
	return func(home string, key ed25519.PrivateKey, ana *Node) (*Node, func()) {
		if at == "" {
			at = invite(t, ana)
		}
		return startWith(t, home, Config{Name: "ben", Key: key, Peers: []string{at}, Host: host.Config{DialOnly: true}})
	}
}

// TestTwins: a home is copied, and both nodes run. Both sign nothing, and say so, whether they meet at an address or only through a
// neighbour. When one is gone, or has been told to look on because its person plays at the other, the other goes on. Nobody is at
// fault, and the log verifies.
func TestTwins(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*testing.T) func(string, ed25519.PrivateKey, *Node) (*Node, func()){"on a network": onLAN, "through a neighbour": asPage} {
		t.Run(name+", one goes", func(t *testing.T) {
			t.Parallel()
			p := twice(t, start(t))
			p.waits(t)
			p.stopCopy()
			warnedOf(t, p.ben, "")
			eventually(t, "its person is told", func() bool {
				return hasWhat(p.ben, api.EventTwin, api.Here) && hasWhat(p.ben, api.EventTwin, api.Gone)
			})
			p.goesOn(t, p.ben)
		})
		t.Run(name+", one takes over", func(t *testing.T) {
			t.Parallel()
			p := twice(t, start(t))
			p.waits(t)
			p.copy.takesOver(t)
			warnedOf(t, p.ben, api.WarnElsewhere)
			warnedOf(t, p.copy, "")
			p.goesOn(t, p.copy)
			eventually(t, "ana is told that ben plays", func() bool { v, err := p.ana.Table(p.id); return err == nil && len(v.Warnings) == 0 })
			var e *api.Error
			if _, err := p.ben.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2}); !errors.As(err, &e) || e.Reason != api.ReasonElsewhere {
				t.Errorf("who looks on: %v", err)
			}

			// And back again: said at a start, and the first thing that is asked of it waits until that is so.
			p.ben.guard.TakeOver()
			if _, err := p.ben.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2}); err != nil {
				t.Errorf("who has just been started to play: %v", err)
			}
			warnedOf(t, p.copy, api.WarnElsewhere)
			warnedOf(t, p.ben, "")
		})
	}
}

// TestTwinsStartTogether: a home and its copy are started at the same moment, again and again, at a table that would go on at once. A
// neighbour tells each about the other before what it says lets either sign.
func TestTwinsStartTogether(t *testing.T) {
	t.Parallel()
	p := pair{ana: startNode(t, "ana")}
	home := t.TempDir()
	seed := sha256.Sum256([]byte(home))
	key := ed25519.NewKeyFromSeed(seed[:])
	start := asPage(t)
	ben, stop := start(home, key, p.ana)
	p.id = tableOfTwo(t, p.ana, "1000").ID
	joins(t, ben, p.id)
	eventually(t, "they play", func() bool { return p.step(t) > 20 })
	stop()
	homes := []string{home, copied(t, home)}
	for range 5 {
		nodes, stops := make([]*Node, 2), make([]func(), 2)
		var both sync.WaitGroup
		for i, at := range homes {
			both.Go(func() { nodes[i], stops[i] = start(at, key, p.ana) })
		}
		both.Wait()
		for _, n := range nodes {
			warnedOf(t, n, api.WarnTwice)
		}
		p.step(t) // nobody is at fault
		for _, stop := range stops {
			stop()
		}
	}
}

// tableOfTwo opens a table at which an easy computer player has the node's own seat.
func tableOfTwo(t *testing.T, n *Node, limit string) api.Offer {
	t.Helper()
	offer, err := n.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": limit}, Play: "easy"})
	if err != nil {
		t.Fatal(err)
	}
	return offer
}

// TestAsksFirst: a node does not sign on a neighbour's word before the neighbour has said whether there is a twin. One that never says
// so does not delay the node for long.
func TestAsksFirst(t *testing.T) {
	t.Parallel()
	ana, home := startNode(t, "ana"), t.TempDir()
	ben, stop := startStoppable(t, home, "ben", addr(ana))
	offer := tableOfTwo(t, ana, "1000")
	joins(t, ben, offer.ID)
	eventually(t, "they play", func() bool { v, err := ana.Table(offer.ID); return err == nil && v.Step > 20 })
	stop()
	asked := make(chan time.Time, 8)
	ana.host.SetStreamHandler(streams.ProtocolTwin, func(network.Stream) { asked <- time.Now() }) // and no answer
	ben, _ = startStoppable(t, home, "ben", addr(ana))
	at := <-asked
	eventually(t, "ben is ready", func() bool {
		g, err := ben.tables.find(offer.ID)
		return err == nil && g.Snapshot().Ready()
	})
	if d := time.Since(at); d < time.Second {
		t.Errorf("after %v", d)
	}
}

// TestPlaysAtOnce: who joins a table or moves in the first moment after a start is not refused because the node has yet to find the
// others, and to hear from them.
func TestPlaysAtOnce(t *testing.T) {
	t.Parallel()
	ana, home := startNode(t, "ana"), t.TempDir()
	ben, stop := startStoppable(t, home, "ben", addr(ana))
	offer := tableOfTwo(t, ana, "1000")
	soon := func(err error) bool { // nothing is refused for that
		t.Helper()
		if d := time.Since(ben.started); err != nil && d < replica.AwayAfter {
			t.Fatalf("after %v: %v", d, err)
		}
		return err == nil
	}
	eventually(t, "ben joins", func() bool { _, err := ben.Join(t.Context(), api.JoinRequest{Table: offer.ID}); return soon(err) })
	eventually(t, "the start did not take long", func() bool {
		eventually(t, "ben is to move", func() bool { v, err := ben.Table(offer.ID); return err == nil && v.YourTurn })
		stop()
		ben, stop = startStoppable(t, home, "ben", addr(ana))
		hint, err := ben.Hint(offer.ID)
		if err == nil {
			err = ben.Play(t.Context(), offer.ID, hint.Move)
		}
		return soon(err)
	})
}

// TestNobodyStopsANode: without a node's key, nobody can make it believe that it runs twice: not by announcing its ID, not by sending
// its own words back to it, not by saying so, and not with what a true twin has said before.
func TestNobodyStopsANode(t *testing.T) {
	t.Parallel()
	ana, mallory := startNode(t, "ana"), startNode(t, "mallory")
	key := ana.cfg.Key
	old := twin.NewGuard(twin.Config{Key: key, Started: time.Now(), Now: time.Now, Address: func() netip.Addr { return netip.Addr{} }, Quiet: func() bool { return true }})
	said, err := old.Answer(twin.Hail{}) // when it lived
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan string, 64)
	mallory.host.SetStreamHandler(streams.ProtocolTwin, func(s network.Stream) {
		defer s.Close()
		var h twin.Hail
		if wire.ReadShort(s, time.Second, twin.MaxFrame, &h) != nil {
			return
		}
		forged := *said.Statement // as if it had just been made
		for name, st := range map[string]*twin.Statement{"replayed": said.Statement, "forged": &forged} {
			_ = wire.Write(s, twin.Reply{Statement: st, Nonce: &h.Nonce})
			asked <- name
		}
	})
	if _, err := mallory.Connect(t.Context(), addr(ana)); err != nil {
		t.Fatal(err)
	}
	<-asked

	// Her own words to ana: that somebody with ana's key asks.
	s, err := mallory.host.NewStream(t.Context(), ana.host.ID(), streams.ProtocolTwin)
	if err != nil {
		t.Fatal(err)
	}
	if err := wire.Write(s, twin.Hail{Nonce: twin.Nonce{1}, Mark: twin.Nonce{2}}); err != nil {
		t.Fatal(err)
	}
	var r twin.Reply
	if err := wire.ReadShort(s, time.Second, twin.MaxFrame, &r); err != nil || r.Statement == nil {
		t.Fatalf("ana does not answer: %v", err)
	}
	if err := wire.Write(s, twin.Reply{Statement: said.Statement}); err != nil { // which has another nonce
		t.Fatal(err)
	}
	// Ana's own statement, for her own nonce, with another mark.
	led := *r.Statement
	led.Mark[0]++
	for _, st := range []*twin.Statement{&led, r.Statement} {
		s, err := mallory.host.NewStream(t.Context(), ana.host.ID(), streams.ProtocolTwin)
		if err != nil {
			t.Fatal(err)
		}
		_ = wire.Write(s, twin.Hail{Nonce: twin.Nonce{3}, Mark: twin.Nonce{4}})
		if err := wire.ReadShort(s, time.Second, twin.MaxFrame, &r); err != nil {
			t.Fatal(err)
		}
		_ = wire.Write(s, twin.Reply{Statement: st})
	}

	// Ana's ID announced at mallory's address, and at one that leads to ana herself.
	direct := only(t, addr(ana))
	back := netip.MustParseAddrPort(newPipe(t, direct.String()).at)
	for _, at := range []netip.AddrPort{only(t, addr(mallory)), back} {
		ana.FoundTwin([]ma.Multiaddr{ma.StringCast("/ip4/" + at.Addr().String() + "/tcp/" + strings.Split(at.String(), ":")[1])})
	}
	time.Sleep(2 * time.Second) // nothing else says that nothing comes of it
	if st := ana.guard.State(); st != (twin.State{}) || ana.guard.Known() {
		t.Errorf("ana believes it: %v", st)
	}

	// The same with the key: so she had no other reason not to believe it.
	home := t.TempDir()
	ben, _ := startWith(t, home, Config{Name: "ana", Key: key})
	warnedOf(t, ana, api.WarnTwice)
	warnedOf(t, ben, api.WarnTwice)
}

// TestAwake: a node that was asleep signs nothing before it has asked for a twin and heard
// the others; then it plays on.
func TestAwake(t *testing.T) {
	t.Parallel()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	offer := tableOfTwo(t, ana, "200")
	joins(t, ben, offer.ID)
	ready := func() (halted, ready bool) {
		if g, err := ben.tables.find(offer.ID); err == nil {
			halted, ready = g.Snapshot().Halted(), g.Snapshot().Ready()
		}
		return halted, ready
	}
	eventually(t, "they play", func() bool { v, err := ben.Table(offer.ID); return err == nil && v.Step > 10 })
	ben.goAhead(4 * time.Second)
	eventually(t, "ben waits", func() bool { halted, _ := ready(); return halted })
	if w := ben.Status().Warnings; len(w) > 0 {
		t.Errorf("ben is warned of %+v", w)
	}
	eventually(t, "ben goes on", func() bool { halted, ready := ready(); return !halted && ready })
	goesOn(t, offer.ID, ana, ben)
}

// A readClock counts how often it is read, and can be stopped: then it is only put ahead.
type readClock struct {
	fastClock
	reads   atomic.Int64
	stopped atomic.Pointer[time.Time]
}

func (c *readClock) Now() time.Time {
	c.reads.Add(1)
	if at := c.stopped.Load(); at != nil {
		return at.Add(time.Duration(c.ahead.Load()))
	}
	return c.fastClock.Now()
}

// stop stops a clock: however slow this machine is, no time passes by itself.
func (c *readClock) stop() {
	now := time.Now()
	c.stopped.Store(&now)
}

// pass puts a clock ahead, and waits until the guard has seen it.
func (c *readClock) pass(t *testing.T, d time.Duration) {
	t.Helper()
	c.ahead.Add(int64(d))
	before := c.reads.Load()
	eventually(t, "the guard is asked", func() bool { return c.reads.Load() >= before+4 }) // which reads it twice
}

// TestSlowStartIsNoSleep: a node with tables that takes long to start has not been asleep.
func TestSlowStartIsNoSleep(t *testing.T) {
	t.Parallel()
	clock, home := &readClock{}, t.TempDir()
	ana, stop := startStoppable(t, home, "ana")
	if _, err := ana.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2, Bots: []string{"easy"}}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a table", func() bool { return len(ana.session.Tables()) == 1 })
	stop()
	clock.stop()
	slow := host.Config{Prepare: func(*host.Host) {
		for range 6 {
			clock.pass(t, time.Second)
		}
	}}
	ana, _ = startWorking(t, home, Config{Name: "ana", Store: storeIn(t, home), Host: slow}, clock)
	if ok, halts := ana.guard.MaySign(); !ok || halts > 0 || len(ana.session.Tables()) != 1 {
		t.Errorf("%d tables; it may sign: %v, halts %d", len(ana.session.Tables()), ok, halts)
	}
}

// TestSlowTurnIsNoSleep: while a busy disk holds up all tables, and what the node does between
// their turns, that is no sleep: nobody is asked afterwards, and play goes on at once. Sleep is
// noticed all the same, and the others are asked for twins meanwhile.
func TestSlowTurnIsNoSleep(t *testing.T) {
	t.Parallel()
	clock, home := &readClock{}, t.TempDir()
	ana, _ := startWorking(t, home, Config{Name: "ana", Store: storeIn(t, home)}, clock)
	ben := startNode(t, "ben")
	var hails atomic.Int64
	ben.host.SetStreamHandler(streams.ProtocolTwin, func(s network.Stream) {
		hails.Add(1)
		s.Reset()
	})
	if _, err := ben.Connect(t.Context(), addr(ana)); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ana hails ben", func() bool { return hails.Load() > 0 })
	if _, err := ana.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2, Bots: []string{"easy"}}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a table", func() bool { return len(ana.session.Tables()) == 1 })
	begun, end := make(chan struct{}), make(chan struct{})
	ana.session.Tables()[0].Do(func(*replica.Replica, time.Time) error {
		close(begun)
		<-end
		return nil
	}, nil)
	<-begun
	ana.inviter.mu.Lock() // as while it stores
	release := sync.OnceFunc(func() {
		ana.inviter.mu.Unlock()
		close(end)
	})
	t.Cleanup(release) // before the node ends
	clock.stop()
	for range 6 {
		clock.pass(t, time.Second)
	}
	if ok, halts := ana.guard.MaySign(); !ok || halts > 0 {
		t.Errorf("a slow turn: it may sign: %v, halts %d", ok, halts)
	}
	before := hails.Load()
	clock.pass(t, 4*time.Second)
	if _, halts := ana.guard.MaySign(); halts != 1 {
		t.Errorf("asleep: halts %d", halts)
	}
	eventually(t, "ana hails ben again", func() bool { return hails.Load() > before })
	release()
}

// TestHailsAreFew: a peer that asks again and again gets few answers, each of which costs a
// signature.
func TestHailsAreFew(t *testing.T) {
	t.Parallel()
	ana := startNode(t, "ana")
	mallory := startNode(t, "mallory", addr(ana))
	eventually(t, "they meet", func() bool { return len(ana.network.Nodes()) > 0 })
	begin, answers := time.Now(), 0
	for range 200 {
		s, err := mallory.host.NewStream(t.Context(), ana.host.ID(), streams.ProtocolTwin)
		if err != nil {
			break
		}
		var r twin.Reply
		if wire.Write(s, twin.Hail{Mark: twin.Nonce{1}}) == nil && wire.ReadShort(s, 5*time.Second, twin.MaxFrame, &r) == nil {
			answers++
		}
		s.Reset()
	}
	if most := 40 + 2*int(time.Since(begin).Seconds()+1); answers == 0 || answers > most {
		t.Errorf("%d answers in %v", answers, time.Since(begin))
	}
	if ana.guard.Known() {
		t.Error("she is taken for a twin")
	}
}
