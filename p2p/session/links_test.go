package session_test

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/waittest"
)

// shared makes a table between this node's person and others.
func (h *house) shared(others ...ed25519.PrivateKey) *session.Table {
	h.t.Helper()
	proposal := tabletest.Propose(h.t, tabletest.Drill, 1+len(others), nil, h.key, mrand.NewChaCha8([32]byte{1}))
	id := record.Fold(record.Hash{}, 0, []record.Record{proposal})
	g := replica.Genesis{Proposal: &proposal, Joins: []record.Record{tabletest.Join(h.t, h.key, id, record.Join{Name: "ana"})}}
	for i, key := range others {
		g.Joins = append(g.Joins, tabletest.Join(h.t, key, id, record.Join{Name: []string{"ben", "cleo", "dan"}[i]}))
	}
	return h.create(g, map[record.Key]session.OwnSeat{record.KeyOf(h.key): {}})
}

// A line is a link that keeps what is sent.
type line struct {
	node  record.Key
	since time.Time

	mu     sync.Mutex
	sent   []replica.Message
	closed bool
}

func (l *line) Node() record.Key { return l.node }
func (l *line) Since() time.Time { return l.since }
func (l *line) Finish()          { l.Close() }

func (l *line) Send(m replica.Message) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.sent = append(l.sent, m)
	}
	return !l.closed
}

func (l *line) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
}

// messages are those that were sent.
func (l *line) messages() []replica.Message {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.sent)
}

// roster is a player's signature of a table's roster.
func roster(t *testing.T, tb *session.Table, seat int) record.Record {
	t.Helper()
	p, err := tb.Snapshot().Table().Payload(seat, record.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Sign(tabletest.Key(7, seat), p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// attach makes l a link of a table that this node has opened, and waits until it is one.
func attach(t *session.Table, l session.Link) error { return attached(t, l, true) }

func attached(t *session.Table, l session.Link, mine bool) error {
	return wait(func(done func(error)) { t.Attach(l, mine, done) })
}

// wait waits for an answer.
func wait(f func(done func(error))) error {
	answer := make(chan error, 1)
	f(func(err error) { answer <- err })
	return <-answer
}

// hold keeps a table in one turn until its result is called: what is handed in
// meanwhile waits, and is done in the next turn, all at once.
func hold(t *session.Table) (release func()) {
	begun, end := make(chan struct{}), make(chan struct{})
	t.Do(func(*replica.Replica, time.Time) error {
		close(begun)
		<-end
		return nil
	}, nil)
	<-begun
	return func() { close(end) }
}

// Of two links that were opened from both ends at the same time, one stays. One that
// comes over a newer connection is not such: a node that was started anew need not wait
// until the link that it had before is seen to be dead (PROTOCOL §3.2).
func TestLinkAfterARestart(t *testing.T) {
	h := newHouse(t)
	tb := h.shared(tabletest.Key(7, 1))
	ben := record.KeyOf(tabletest.Key(7, 1))
	self := record.KeyOf(h.key)
	stays := string(self[:]) < string(ben[:])
	before := &line{node: ben}
	if err := attached(tb, before, stays); err != nil {
		t.Fatal(err)
	}
	if err := attached(tb, &line{node: ben}, !stays); !errors.Is(err, session.ErrReplaced) || before.closed {
		t.Errorf("over the same connection: %v", err)
	}
	if err := attached(tb, &line{node: ben, since: time.Now().Add(time.Hour)}, !stays); err != nil || !before.closed {
		t.Errorf("over a newer one: %v, the old link is closed: %v", err, before.closed)
	}
}

// A table at which all have signed the roster asks for links to all of its nodes at
// once: until they are there, records go round by others.
func TestLinksOfANewTable(t *testing.T) {
	h := newHouse(t)
	h.opened = []record.Key{}
	tb := h.shared(tabletest.Key(7, 1), tabletest.Key(7, 2))
	ben := &line{node: record.KeyOf(tabletest.Key(7, 1))}
	if err := attach(tb, ben); err != nil {
		t.Fatal(err)
	}
	for seat := 1; seat < 3; seat++ {
		waittest.Until(t, "its own signature", func() bool {
			h.Session.Table(tb.ID()).Do(func(r *replica.Replica, now time.Time) error { r.Tick(now); return nil }, nil)
			return len(tb.Snapshot().Table().Arrived()) == seat
		})
		if len(h.opened) > 0 {
			t.Errorf("links are asked for when %d have signed", seat)
		}
		m := replica.Message{Records: []record.Record{roster(t, tb, seat)}}
		if err := wait(func(done func(error)) { tb.Receive(ben, m, done) }); err != nil {
			t.Fatal(err)
		}
	}
	if want := []record.Key{record.KeyOf(tabletest.Key(7, 2))}; !slices.Equal(h.opened, want) {
		t.Errorf("links are asked for to %d nodes", len(h.opened))
	}
}

// Messages for a link are not sent on the link that takes its place: a node that comes anew
// gets a Have first.
func TestNewLinkStartsAnew(t *testing.T) {
	h, ben := newHouse(t), tabletest.Key(7, 1)
	tb := h.shared(ben)
	before, after := &line{node: record.KeyOf(ben)}, &line{node: record.KeyOf(ben)}
	if err := attach(tb, before); err != nil {
		t.Fatal(err)
	}
	release := hold(tb)
	tb.Receive(before, replica.Message{Have: &replica.Have{Empty: true}}, func(error) {}) // he asks for the genesis
	attached := make(chan error, 1)
	tb.Attach(after, true, func(err error) { attached <- err })
	release()
	if err := <-attached; err != nil {
		t.Fatal(err)
	}
	if got := after.messages(); len(got) == 0 || got[0].Have == nil {
		t.Errorf("the new link begins with %+v", got)
	}
	for _, m := range after.messages() {
		if m.Genesis != nil {
			t.Error("the new link has the answer to a question on the old one")
		}
	}
}

// An onlooker is announced once, also if a link replaces another one. There is room for a
// number of them, even if more come at once.
func TestSpectatorsLinks(t *testing.T) {
	h := newHouse(t)
	tb := h.shared(tabletest.Key(7, 1))
	o := tb.Observer()
	eve := &line{node: record.Key{1}}
	for _, l := range []*line{eve, {node: eve.node}} {
		if err := attach(tb, l); err != nil {
			t.Fatal(err)
		}
	}
	if got := o.(*observer).watched(); !slices.Equal(got, []bool{true}) {
		t.Errorf("she comes and goes as %v", got)
	}
	release := hold(tb)
	answers := make(chan error, 2*session.MaxOnlookers)
	for i := range cap(answers) {
		tb.Attach(&line{node: record.Key{2, byte(i)}}, true, func(err error) { answers <- err })
	}
	release()
	refused := 0
	for range cap(answers) {
		if err := <-answers; errors.Is(err, session.ErrCrowded) {
			refused++
		} else if err != nil {
			t.Error(err)
		}
	}
	if links := len(tb.Snapshot().Links); links != session.MaxOnlookers || refused != session.MaxOnlookers+1 {
		t.Errorf("%d watch, and %d are refused", links, refused)
	}
}

// A person who agrees to a call at once has agreed also after a restart.
func TestAcceptedAtOnce(t *testing.T) {
	h, ben := newHouse(t), tabletest.Key(7, 1)
	tb := h.shared(ben)
	c, err := tb.Snapshot().Table().Successor(0, []int{0, 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	accepted := make(chan error, 1)
	h.created = func(child *session.Table) { h.Accept(child, func(err error) { accepted <- err }) }
	type answer struct {
		t   *session.Table
		err error
	}
	called := make(chan answer, 1)
	h.TakeCall(record.KeyOf(ben), c, func(t *session.Table, err error) { called <- answer{t, err} })
	a := <-called
	if err := errors.Join(a.err, <-accepted); err != nil {
		t.Fatal(err)
	}
	if call, _ := h.store.Call(a.t.ID()); !call.Accepted || call.Caller != record.KeyOf(ben) {
		t.Errorf("stored: %+v", call)
	}
	h.work.Wait()
	h.open()
	if st := h.Table(a.t.ID()).Snapshot(); st.Called() || st.Caller != record.KeyOf(ben) {
		t.Error("the call waits again")
	}
}

// A node's calls for continuations of one table are counted, also those that come
// at the same time.
func TestCallsAreCounted(t *testing.T) {
	h, ben := newHouse(t), tabletest.Key(7, 1)
	tb := h.shared(ben, tabletest.Key(7, 2), tabletest.Key(7, 3))
	stored := make(chan struct{})
	h.created = func(*session.Table) { <-stored }
	all := [][]int{{0, 1}, {0, 2}, {0, 3}, {0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {0, 1, 2, 3}}
	answers := make(chan error, len(all))
	for _, seats := range all {
		c, err := tb.Snapshot().Table().Successor(0, seats, nil)
		if err != nil {
			t.Fatal(err)
		}
		h.TakeCall(record.KeyOf(ben), c, func(_ *session.Table, err error) { answers <- err })
	}
	waittest.Until(t, "all are judged", func() bool { return len(h.Children(tb.ID()))+len(answers) == len(all) })
	if n := len(h.Children(tb.ID())); n != session.MaxCalls {
		t.Errorf("%d calls are taken", n)
	}
	close(stored)
	for range all {
		<-answers
	}
}

// An archived table that cannot be read does not keep a node from starting.
func TestDamagedParent(t *testing.T) {
	h, ben := newHouse(t), tabletest.Key(7, 1)
	tb := h.shared(ben)
	c, err := tb.Snapshot().Table().Successor(0, []int{0, 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	called := make(chan error, 1)
	h.TakeCall(record.KeyOf(ben), c, func(_ *session.Table, err error) { called <- err })
	if err := <-called; err != nil {
		t.Fatal(err)
	}
	h.work.Wait()
	h.store.tables[tb.ID()], h.store.done[tb.ID()] = &session.Stored{ID: tb.ID()}, session.Done{}
	h.open()
	if len(h.Children(tb.ID())) != 1 {
		t.Error("its continuation is gone")
	}
}

// A table that somebody asks for while it waits to be put away stays.
func TestAskedForInTime(t *testing.T) {
	h := newHouse(t)
	tb := h.table(tabletest.Drill, map[string]any{"hands": 1})
	for !tb.Snapshot().Table().Over() {
		h.Tick(false)
		if mine(tb.Snapshot()) {
			if err := wait(func(done func(error)) { play(tb, done) }); err != nil {
				t.Fatal(err)
			}
		}
	}
	waittest.Until(t, "the game has ended", func() bool {
		h.Tick(true)
		return tb.Snapshot().Ended()
	})
	h.NoteUse(tb)
	h.ahead.Add(int64(2 * time.Minute))
	release := hold(tb)
	h.Tick(true) // it is to be put away
	h.NoteUse(tb)
	release()
	if err := wait(func(done func(error)) { tb.Do(func(*replica.Replica, time.Time) error { return nil }, done) }); err != nil {
		t.Errorf("while somebody uses it: %v", err)
	}
	h.ahead.Add(int64(2 * time.Minute))
	waittest.Until(t, "it is put away", func() bool {
		h.Tick(true)
		return h.Archived(tb.ID())
	})
}

// Records of others that do not complete a step are stored together, with what
// comes next or with the next tick: nothing is sent or shown before that depends on
// them.
func TestRecordsWaitForTheirStep(t *testing.T) {
	h := newHouse(t)
	tb := h.shared(tabletest.Key(7, 1), tabletest.Key(7, 2), tabletest.Key(7, 3))
	ben := &line{node: record.KeyOf(tabletest.Key(7, 1))}
	if err := attach(tb, ben); err != nil {
		t.Fatal(err)
	}
	h.Tick(false)
	waittest.Until(t, "its own signature", func() bool { return len(h.store.records(tb.ID())) == 1 })
	arrives := func(seat, stored int) {
		t.Helper()
		m := replica.Message{Records: []record.Record{roster(t, tb, seat)}}
		if err := wait(func(done func(error)) { tb.Receive(ben, m, done) }); err != nil {
			t.Fatal(err)
		}
		if got := len(h.store.records(tb.ID())); got != stored {
			t.Errorf("%d records are stored after that of seat %d, want %d", got, seat, stored)
		}
	}
	arrives(1, 1)
	if arrived := len(tb.Snapshot().Table().Arrived()); arrived != 2 {
		t.Errorf("%d records show", arrived)
	}
	h.Tick(false)
	waittest.Until(t, "it is stored", func() bool { return len(h.store.records(tb.ID())) == 2 })
	commits := h.store.commits.Load()
	arrives(2, 2)
	arrives(3, 5) // the step is complete, and this node goes on with a key
	if n := h.store.commits.Load() - commits; n != 1 {
		t.Errorf("%d commits for the end of a step", n)
	}
}

// A card is shown as soon as the shares of the others are there: they have stored
// them, and nothing that this node signs depends on them yet. It stores them then.
func TestCardsNeedNoDisk(t *testing.T) {
	for range 100 { // until the lot falls on this node's seat
		if showsCards(t) {
			return
		}
	}
	t.Fatal("the lot always falls on ben")
}

// showsCards plays until this node has the first turn, and holds up its disk meanwhile. It
// returns false if ben has the first turn.
func showsCards(t *testing.T) bool {
	h := newHouse(t)
	rig := tabletest.New(t, tabletest.Drill, 2, nil, 7)
	tb := h.create(replica.Genesis{Proposal: &rig.Records[0], Joins: rig.Records[1:3]}, map[record.Key]session.OwnSeat{record.KeyOf(h.key): {}})
	other := rig.Players[1]
	ben := &line{node: record.KeyOf(other.Key)}
	if err := attach(tb, ben); err != nil {
		t.Fatal(err)
	}
	for read := 0; ; {
		waittest.Until(t, "ben has something to do", func() bool {
			h.Tick(false)
			for _, r := range h.store.records(tb.ID())[read:] {
				if err := other.Take(r); err != nil && !errors.Is(err, table.ErrKnown) {
					t.Fatal(err)
				}
				read++
			}
			return other.Owes()
		})
		if other.Table.Drawn() == other.Seat {
			return false
		}
		kind, r := other.Table.Pending().Kind, rig.Make(other)
		if err := other.Take(r); err != nil {
			t.Fatal(err)
		}
		receive := func(done func(error)) { tb.Receive(ben, replica.Message{Records: []record.Record{r}}, done) }
		if next := other.Table.Pending(); kind != record.KindShares || next.Kind != record.KindMove || !next.Owes(0) {
			if err := wait(receive); err != nil {
				t.Fatal(err)
			}
			continue
		}
		for range 2 { // the last tick, and what it has left over
			turn(t, tb)
		}
		stored, disk := len(h.store.records(tb.ID())), make(chan struct{})
		h.store.delay(tb.ID(), func() { <-disk })
		done := make(chan error, 1)
		receive(func(err error) { done <- err })
		waittest.Until(t, "the cards show", func() bool { return mine(tb.Snapshot()) })
		if n := len(h.store.records(tb.ID())); n != stored {
			t.Errorf("%d records are stored, want %d", n, stored)
		}
		close(disk)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if n := len(h.store.records(tb.ID())); n != stored+1 {
			t.Errorf("%d records are stored in the end, want %d", n, stored+1)
		}
		return true
	}
}

// Two nodes part when both have the same of a table that has ended, and lack the same receipt.
// The other one may get it from somebody, fail to reach this node, and put the table away:
// so this node asks again, less and less often (PROTOCOL §3.2).
func TestAsksAgainForAReceipt(t *testing.T) {
	for name, hands := range map[string]int{"the game is over": 1, "the others have left": 2} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.opened = []record.Key{}
			tb, ben := endedButFor(t, h, hands, 2)
			for _, wait := range []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 4 * time.Minute} {
				part(t, h, tb, ben)
				for _, is := range []struct {
					after time.Duration
					asks  bool
				}{{wait - 10*time.Second, false}, {20 * time.Second, true}} {
					h.ahead.Add(int64(is.after))
					h.opened = []record.Key{}
					reach(t, h, tb)
					if asks := slices.Contains(h.opened, ben); asks != is.asks {
						t.Errorf("of pauses of %v, %v later: asks %v", wait, is.after, asks)
					}
				}
			}
		})
	}
}

// endedButFor plays the first hand of three on a link with the node of seat 1, which it
// returns. The receipt of a seat is missing. If there are more hands, the others leave.
func endedButFor(t *testing.T, h *house, hands, missing int) (*session.Table, record.Key) {
	rig := tabletest.New(t, tabletest.Drill, 3, map[string]any{"hands": hands}, 7)
	tb := h.create(replica.Genesis{Proposal: &rig.Records[0], Joins: rig.Records[1:4]}, map[record.Key]session.OwnSeat{record.KeyOf(h.key): {}})
	ben := &line{node: record.KeyOf(rig.Players[1].Key)}
	if err := attach(tb, ben); err != nil {
		t.Fatal(err)
	}
	take := func(p *tabletest.Player, r record.Record) {
		if err := p.Take(r); err != nil && !errors.Is(err, table.ErrKnown) {
			t.Fatal(err)
		}
	}
	settled := func(tb *table.Table) bool { return len(tb.Results()) > 0 }
	read := 0
	waittest.Until(t, "the hand is settled", func() bool {
		reach(t, h, tb)
		if mine(tb.Snapshot()) {
			if err := wait(func(done func(error)) { play(tb, done) }); err != nil {
				t.Fatal(err)
			}
		}
		records := h.store.records(tb.ID())
		for _, r := range records[read:] {
			take(rig.Players[1], r)
			take(rig.Players[2], r)
		}
		read = len(records)
		for _, p := range rig.Players[1:] {
			if !p.Owes() || p.Seat == missing && settled(p.Table) {
				continue
			}
			r := rig.Make(p)
			take(rig.Players[1], r)
			take(rig.Players[2], r)
			m := replica.Message{Records: []record.Record{r}}
			if err := wait(func(done func(error)) { tb.Receive(ben, m, done) }); err != nil {
				t.Fatal(err)
			}
		}
		st := tb.Snapshot()
		return settled(st.Table()) && slices.Equal(st.Table().Missing(), []int{missing})
	})
	if hands > 1 {
		leave(t, tb, ben, rig.Players[1])
		leave(t, tb, ben, rig.Players[2])
	}
	if !tb.Snapshot().Ended() {
		t.Fatal("the table has not ended")
	}
	tb.Detach(ben, false)
	return tb, ben.node
}

// leave gives a table a player's notice, on a link.
func leave(t *testing.T, tb *session.Table, l *line, p *tabletest.Player) {
	t.Helper()
	payload, err := p.Table.LeavePayload(p.Seat, 1)
	if err != nil {
		t.Fatal(err)
	}
	notice, err := record.SignNotice(p.Key, payload)
	if err != nil {
		t.Fatal(err)
	}
	if err := wait(func(done func(error)) { tb.Receive(l, replica.Message{Notices: []record.Record{notice}}, done) }); err != nil {
		t.Fatal(err)
	}
}

// part has a node come by that has all that this one has, and go again.
func part(t *testing.T, h *house, tb *session.Table, node record.Key) {
	t.Helper()
	l := &line{node: node}
	if err := attach(tb, l); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "both know that they have the same", func() bool {
		for _, m := range l.messages() {
			if m.Have != nil {
				if err := wait(func(done func(error)) { tb.Receive(l, replica.Message{Have: m.Have}, done) }); err != nil {
					t.Fatal(err)
				}
			}
		}
		reach(t, h, tb)
		l.mu.Lock()
		defer l.mu.Unlock()
		return l.closed
	})
	tb.Detach(l, false)
	turn(t, tb)
}

// reach has a table look for its nodes, and waits until it has.
func reach(t *testing.T, h *house, tb *session.Table) {
	t.Helper()
	h.Tick(true)
	turn(t, tb)
}

// turn waits until all is done that waited at a table.
func turn(t testing.TB, tb *session.Table) {
	t.Helper()
	if err := wait(func(done func(error)) {
		tb.Do(func(*replica.Replica, time.Time) error { return nil }, done)
	}); err != nil {
		t.Fatal(err)
	}
}

// A line that is said before a node has a link, or has said anything on it, reaches
// it once it has, also where that link was replaced by the one that the other side has opened
// at the same time; who has a link hears it once.
func TestSaidBeforeTheLink(t *testing.T) {
	h := newHouse(t)
	tb := h.shared(tabletest.Key(7, 1), tabletest.Key(7, 2))
	ben, cleo := &line{node: record.KeyOf(tabletest.Key(7, 1))}, &line{node: record.KeyOf(tabletest.Key(7, 2))}
	heard := func(l *line) (n int) {
		for _, m := range l.messages() {
			if m.Say == "hello" {
				n++
			}
		}
		return n
	}
	speak(t, tb, ben)
	first := &line{node: cleo.node}
	if err := attach(tb, first); err != nil {
		t.Fatal(err)
	}
	if err := wait(func(done func(error)) { tb.Say("hello", done) }); err != nil {
		t.Fatal(err)
	}
	speak(t, tb, cleo)
	waittest.Until(t, "cleo hears it", func() bool { return heard(cleo) == 1 })
	if heard(first) != 0 || heard(ben) != 1 {
		t.Errorf("%d times on the link that was replaced, ben %d times", heard(first), heard(ben))
	}
}

// A line that is said while a link ends is heard on the next one, once, and before what is said
// after it.
func TestSaidAsALinkEnds(t *testing.T) {
	ben := record.KeyOf(tabletest.Key(7, 1))
	for name, ends := range map[string]func(tb *session.Table, before *line, say func(string)){
		"it takes nothing more": func(tb *session.Table, before *line, say func(string)) {
			before.Finish()
			say("one")
			turn(t, tb)
			tb.Detach(before, false)
		},
		"it ends in the same turn": func(tb *session.Table, before *line, say func(string)) {
			release := hold(tb)
			say("one")
			tb.Detach(before, false)
			release()
		},
		"it is replaced in the same turn": func(tb *session.Table, _ *line, say func(string)) {
			release := hold(tb)
			say("one")
			tb.Attach(&line{node: ben}, true, func(error) {}) // which says nothing, and is replaced as well
			release()
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			tb := h.shared(tabletest.Key(7, 1))
			before, after := &line{node: ben}, &line{node: ben}
			speak(t, tb, before)
			ends(tb, before, func(text string) { tb.Say(text, func(error) {}) })
			if err := wait(func(done func(error)) { tb.Say("two", done) }); err != nil {
				t.Fatal(err)
			}
			speak(t, tb, after)
			if err := wait(func(done func(error)) { tb.Say("three", done) }); err != nil {
				t.Fatal(err)
			}
			var heard []string
			for _, l := range []*line{before, after} {
				for _, m := range l.messages() {
					if m.Say != "" {
						heard = append(heard, m.Say)
					}
				}
			}
			if want := []string{"one", "two", "three"}; !slices.Equal(heard, want) {
				t.Errorf("he hears %q, want %q", heard, want)
			}
		})
	}
}

// A line that went out on a link that breaks, or that is replaced, goes out on the next one
// again, with its number, and for half a minute only; one that went out on a link that ended
// properly has been heard.
func TestSaidOnALinkThatBreaks(t *testing.T) {
	ben := record.KeyOf(tabletest.Key(7, 1))
	for name, is := range map[string]struct {
		ends  func(h *house, tb *session.Table, before *line)
		again []string
	}{
		"it breaks": {func(_ *house, tb *session.Table, before *line) {
			tb.Detach(before, true)
		}, []string{"one", "two"}},
		"it is replaced": {func(_ *house, tb *session.Table, _ *line) {
		}, []string{"one", "two"}},
		"it breaks twice": {func(h *house, tb *session.Table, before *line) {
			tb.Detach(before, true)
			next := &line{node: ben}
			speak(h.t, tb, next)
			tb.Detach(next, true)
		}, []string{"one", "two"}},
		"it ends": {func(_ *house, tb *session.Table, before *line) {
			tb.Detach(before, false)
		}, nil},
		"it breaks later": {func(h *house, tb *session.Table, before *line) {
			h.ahead.Add(int64(time.Minute))
			tb.Detach(before, true)
		}, nil},
		"it breaks, and the next one comes later": {func(h *house, tb *session.Table, before *line) {
			tb.Detach(before, true)
			turn(h.t, tb)
			h.ahead.Add(int64(time.Minute))
		}, nil},
		"it breaks soon, and then later": {func(h *house, tb *session.Table, before *line) {
			tb.Detach(before, true)
			h.ahead.Add(int64(20 * time.Second))
			next := &line{node: ben}
			speak(h.t, tb, next)
			h.ahead.Add(int64(20 * time.Second))
			tb.Detach(next, true)
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			tb := h.shared(tabletest.Key(7, 1))
			before, after := &line{node: ben}, &line{node: ben}
			speak(t, tb, before)
			for _, text := range []string{"one", "two"} {
				if err := wait(func(done func(error)) { tb.Say(text, done) }); err != nil {
					t.Fatal(err)
				}
			}
			is.ends(h, tb, before)
			speak(t, tb, after)
			numbers := map[string]uint64{}
			for _, m := range before.messages() {
				if m.Say != "" {
					numbers[m.Say] = m.Line
				}
			}
			if len(numbers) != 2 || numbers["one"] == 0 || numbers["one"] == numbers["two"] {
				t.Errorf("the numbers are %v", numbers)
			}
			var again []string
			for _, m := range after.messages() {
				if m.Say != "" {
					again = append(again, m.Say)
					if m.Line != numbers[m.Say] {
						t.Errorf("%q has the number %d, and had %d", m.Say, m.Line, numbers[m.Say])
					}
				}
			}
			if !slices.Equal(again, is.again) {
				t.Errorf("he hears %q again, want %q", again, is.again)
			}
		})
	}
}

// A line that is said after many, while a link is gone and before another one is heard, waits for
// that as those do: of all of them the last eight are sent, also where the node was not connected
// when they were said.
func TestSaidWhileALinkIsGone(t *testing.T) {
	h := newHouse(t)
	tb := h.shared(tabletest.Key(7, 1))
	ben := record.KeyOf(tabletest.Key(7, 1))
	before, after := &line{node: ben}, &line{node: ben}
	say := func(text string) {
		t.Helper()
		if err := wait(func(done func(error)) { tb.Say(text, done) }); err != nil {
			t.Fatal(err)
		}
	}
	speak(t, tb, before)
	for i := range 8 {
		say(fmt.Sprint(i))
	}
	tb.Detach(before, true)
	say("8")
	if err := attach(tb, after); err != nil {
		t.Fatal(err)
	}
	say("9")
	if err := wait(func(done func(error)) { tb.Receive(after, replica.Message{Have: &replica.Have{Empty: true}}, done) }); err != nil {
		t.Fatal(err)
	}
	var heard []string
	for _, m := range after.messages() {
		if m.Say != "" {
			heard = append(heard, m.Say)
		}
	}
	if want := strings.Split("23456789", ""); !slices.Equal(heard, want) {
		t.Errorf("he hears %q, want %q", heard, want)
	}
}

// speak attaches l, and has its node say something.
func speak(t testing.TB, tb *session.Table, l *line) {
	t.Helper()
	if err := attach(tb, l); err != nil {
		t.Fatal(err)
	}
	if err := wait(func(done func(error)) { tb.Receive(l, replica.Message{Have: &replica.Have{Empty: true}}, done) }); err != nil {
		t.Fatal(err)
	}
}

// A line that comes again, on the same link or another one, is shown once. A line without a
// number, as an earlier program sends it, is shown each time.
func TestHeardOnce(t *testing.T) {
	h := newHouse(t)
	tb := h.shared(tabletest.Key(7, 1))
	ben := record.KeyOf(tabletest.Key(7, 1))
	for range 2 {
		l := &line{node: ben}
		speak(t, tb, l)
		for _, m := range []replica.Message{{Say: "one", Line: 7}, {Say: "two", Line: 8}, {Say: "one", Line: 7}, {Say: "and"}} {
			if err := wait(func(done func(error)) { tb.Receive(l, m, done) }); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got, want := tb.Observer().(*observer).lines(), []string{"one", "two", "and", "and"}; !slices.Equal(got, want) {
		t.Errorf("shown: %q, want %q", got, want)
	}
}
