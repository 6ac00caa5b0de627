package replica_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/p2p/replica"
)

// owes runs until a step of that kind is owed at the first node, for that purpose if it is
// one of shares, by a seat among others.
func (w *network) owes(kind record.Kind, why rules.Why, who int) {
	w.t.Helper()
	w.run(func() bool {
		d := w.nodes[0].Table().Pending()
		return d.Kind == kind && d.Why == why && d.Owes(who)
	})
}

// mover runs until a seat other than the first and these owes a move, which it keeps back
// from the others, and names it.
func (w *network) mover(not ...int) (who int) {
	w.t.Helper()
	w.drop = func(from, _ int, m replica.Message) bool {
		return from > 0 && !slices.Contains(not, from) && slices.ContainsFunc(m.Records, func(r record.Record) bool {
			p, err := r.Peek()
			return err == nil && p.Kind == record.KindMove && r.Author == w.node(from)
		})
	}
	w.run(func() bool {
		d := w.nodes[0].Table().Pending()
		if len(d.Seats) > 0 {
			who = d.Seats[0]
		}
		return d.Kind == record.KindMove && who > 0 && !slices.Contains(not, who)
	})
	w.drop = nil
	return who
}

// made is the record that a seat owes at a table.
func (w *network) made(t *table.Table, of int, change func(body any) any) record.Record {
	w.t.Helper()
	o := w.nodes[of].Local()
	body, _, err := seat.Work(t, of, o.Key, o.Hand, 1_750_000_000, rand.NewChaCha8([32]byte{1, byte(of)}))
	if err != nil {
		w.t.Fatal(err)
	}
	if change != nil {
		body = change(body)
	}
	r, err := seat.Record(t, of, o.Key, body)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// away is a seat's vote at a table that another one is away.
func (w *network) away(t *table.Table, voter, about int) record.Record {
	w.t.Helper()
	o := w.nodes[voter].Local()
	r, err := seat.Away(t, voter, about, o.Key, o.Hand, rand.NewChaCha8([32]byte{2, byte(voter)}))
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// after is the table behind some records.
func after(t *testing.T, at *table.Table, rs ...record.Record) *table.Table {
	t.Helper()
	at = at.Snapshot()
	for _, r := range rs {
		c, err := at.Check(r)
		if err == nil {
			_, err = at.Apply(c)
		}
		if err != nil && !errors.Is(err, table.ErrKnown) {
			t.Fatal(err)
		}
	}
	return at
}

// Attack: a cheat makes one commitment false for one holder, and sees to it that its key
// and its share of the lot come in one burst. The holder complains before it signs anything
// behind the keys, and nobody but the cheat is at fault.
func TestAttackFalsePieceInOneBurst(t *testing.T) {
	w := newCovered(t, 4, map[string]any{"hands": 1})
	w.mesh()
	const cheat = 3
	w.drop = func(from, _ int, m replica.Message) bool { // none of its keys gets out
		return from == cheat && slices.ContainsFunc(m.Records, func(r record.Record) bool {
			p, err := r.Peek()
			return err == nil && p.Kind == record.KindKey
		})
	}
	w.run(func() bool {
		return w.nodes[0].Table().Pending().Kind == record.KindKey && len(w.nodes[0].Table().Missing()) == 1
	})
	w.asleep[cheat] = true
	keys := w.nodes[0].Table().Snapshot()
	key := w.made(keys, cheat, func(body any) any {
		k := body.(record.HandKey)
		k.Pieces = slices.Concat(k.Pieces[32:64], k.Pieces[:32], k.Pieces[64:]) // of seats 0 and 1
		return k
	})
	lot := w.made(after(t, keys, key), cheat, nil)
	step := keys.Step()
	w.drop, w.saved = nil, make([][]record.Record, 4)
	for i := range 3 {
		w.nodes[i].Receive(peer(cheat), replica.Message{Records: []record.Record{key, lot}}, w.now)
	}
	late := w.now.Add(time.Minute)
	w.run(func() bool { return w.now.After(late) })
	for i, n := range w.nodes[:3] {
		fs := n.Table().Faults()
		if len(fs) != 1 || fs[0].Seat != cheat || !errors.Is(fs[0].Reason, table.ErrPiece) {
			t.Errorf("node %d: %v", i, fs)
		}
		for _, r := range w.saved[i] {
			if p, err := r.Peek(); err != nil || i < 2 && r.Author == w.node(i) && p.Step > step {
				t.Errorf("node %d has signed a %s of step %d behind the keys", i, p.Kind, p.Step)
			}
		}
	}
}

// Attack: the same where the holder's own key is the last one. It looks at its pieces before it
// goes on, though nothing more comes from others.
func TestAttackFalsePieceBeforeTheOwnKey(t *testing.T) {
	w := newCovered(t, 4, map[string]any{"hands": 1})
	w.mesh()
	const cheat = 3
	of := func(kind record.Kind, m replica.Message) bool {
		return slices.ContainsFunc(m.Records, func(r record.Record) bool {
			p, err := r.Peek()
			return err == nil && p.Kind == kind && r.Author == w.node(cheat)
		})
	}
	w.drop = func(_, to int, m replica.Message) bool {
		return to == 0 && of(record.KindSeal, m) || of(record.KindKey, m)
	}
	w.run(func() bool {
		return w.nodes[1].Table().Pending().Kind == record.KindKey && slices.Equal(w.nodes[1].Table().Missing(), []int{0, cheat})
	})
	w.asleep[cheat] = true
	keys := w.nodes[1].Table()
	seal := keys.OwnAt(keys.Step()-1, cheat)
	key := w.made(keys, cheat, func(body any) any {
		k := body.(record.HandKey)
		k.Pieces = slices.Concat(k.Pieces[32:64], k.Pieces[:32], k.Pieces[64:]) // of seats 0 and 1
		return k
	})
	n, step := w.nodes[0], keys.Step()
	n.Take()
	n.Receive(peer(1), replica.Message{Records: []record.Record{*seal, *keys.Own(1), *keys.Own(2), key}}, w.now)
	if fs := n.Table().Faults(); len(fs) != 1 || fs[0].Seat != cheat || !errors.Is(fs[0].Reason, table.ErrPiece) || n.Table().Step() != step+1 {
		t.Errorf("at step %d of %d: %v", n.Table().Step(), step+1, fs)
	}
	for _, r := range n.Take().Save.Records {
		if p, err := r.Peek(); err != nil || r.Author == w.node(0) && p.Step > step {
			t.Errorf("it has signed a %s of step %d behind the keys", p.Kind, p.Step)
		}
	}
}

// Attack: a voter whose home was put back is asked for a record that it has voted away. It
// shows nothing before it has heard the others.
func TestAttackRestoredVoterShowsNothing(t *testing.T) {
	w := newCovered(t, 4, map[string]any{"hands": 1})
	w.mesh()
	who := w.mover()
	w.nodes[0].Take()
	voter := 1 + who%3
	hand, at := w.nodes[0].Local().Hand, w.nodes[0].Table().Snapshot()
	w.asleep[1], w.asleep[2], w.asleep[3] = true, true, true
	n := w.restart(0, 1<<20)
	n.Local().Hand = hand
	for i := 1; i < 4; i++ {
		w.join(0, i)
	}
	o := w.nodes[who].Local()
	body, err := seat.Move(at, who, o.Hand, w.nodes[who].Observe(o), at.Position().Moves(who, w.nodes[who].Observe(o))[0], rand.NewChaCha8([32]byte{}))
	if err != nil {
		t.Fatal(err)
	}
	own, err := seat.Record(at, who, o.Key, body)
	if err != nil {
		t.Fatal(err)
	}
	n.Receive(peer(voter), replica.Message{Records: []record.Record{w.away(at, voter, who), own}}, w.now)
	for step := at.FirstStep() + 1; step <= at.Step(); step++ {
		head, _ := at.HeadAt(step)
		h := replica.Have{Step: step, Head: head, Ballots: []replica.Ballot{{About: uint64(who), Away: 1 << voter}}}
		n.Receive(peer(voter), replica.Message{Have: &h}, w.now)
	}
	for range 3 {
		w.now = w.now.Add(time.Second)
		n.Tick(w.now)
	}
	out := n.Take()
	for _, r := range out.Save.Records {
		if p, err := r.Peek(); err != nil || p.Kind == record.KindHere {
			t.Error("it has voted before it has heard anybody")
		}
	}
	for _, e := range out.Send {
		for _, r := range e.Message.Records {
			if p, err := r.Peek(); err != nil || p.Kind == record.KindHere {
				t.Error("it shows the record before it has heard anybody")
			}
		}
	}
}

// Attack: ballots about steps that are complete, in each frame. Whoever asks is answered
// once in 10 s, who only watches as well, and at a table without cover never.
func TestAttackBallotsAboutOldSteps(t *testing.T) {
	for _, cover := range []bool{true, false} {
		w := newNetwork(t, 4, map[string]any{"hands": 1})
		if cover {
			w = newCovered(t, 4, map[string]any{"hands": 1})
		}
		onlooker := w.add(-1, false, nil)
		w.mesh()
		w.run(w.until(12))
		w.settle(nil)
		n, shown := w.nodes[0], 0
		ask := func(from, voter int) {
			for step := uint64(4); step < 12; step++ {
				head, _ := n.Table().HeadAt(step)
				h := replica.Have{Step: step, Head: head}
				for about := range uint64(70) {
					h.Ballots = append(h.Ballots, replica.Ballot{About: about, Away: 1 << voter})
				}
				n.Receive(peer(from), replica.Message{Have: &h}, w.now)
			}
			for _, e := range n.Take().Send {
				if slices.ContainsFunc(e.Message.Records, func(r record.Record) bool {
					p, err := r.Peek()
					return err == nil && p.Kind == record.KindHere
				}) {
					shown++
				}
			}
		}
		ask(1, 2)
		w.part(0, 1)
		w.join(0, 1) // a new stream is no new peer
		ask(1, 1)
		if want := map[bool]int{true: 1, false: 0}[cover]; shown != want {
			t.Errorf("cover %v: answered %d times, want %d", cover, shown, want)
		}
		ask(onlooker, 2)
		w.now = w.now.Add(11 * time.Second)
		ask(1, 1)
		if want := map[bool]int{true: 3, false: 0}[cover]; shown != want {
			t.Errorf("cover %v: an onlooker and 11 s later, answered %d times, want %d", cover, shown, want)
		}
	}
}

// Attack: one node always says that it hears a sleeper. Nobody can vote, but everybody sees
// whose device that is, as soon as nobody who is to move can still be thinking.
func TestAttackHearsASleeper(t *testing.T) {
	w := newCovered(t, 4, map[string]any{"hands": 1})
	w.mesh()
	who := w.mover()
	liar := 1 + who%3
	other := 6 - who - liar
	w.asleep[who] = true
	began := w.now
	w.edit = func(from int, m replica.Message) replica.Message {
		if from == liar && m.Have != nil {
			h := *m.Have
			h.Links |= 1 << who
			m.Have = &h
		}
		return m
	}
	for range 2 {
		w.wait((replica.ThinkFor + 15*time.Second) / 2)
		if by, ok := w.nodes[0].OnlyHeardBy(who); ok {
			t.Errorf("after %v: only seat %d hears it", w.now.Sub(began), by)
		}
	}
	w.wait(25 * time.Second)
	for _, i := range []int{0, other} {
		if by, ok := w.nodes[i].OnlyHeardBy(who); !ok || by != liar {
			t.Errorf("node %d: seat %d, %v", i, by, ok)
		}
		if _, ok := w.nodes[i].OnlyHeardBy(liar); ok {
			t.Error("of one that is here, too")
		}
	}
	if away, _ := w.nodes[0].Table().VotesOf(who); slices.Contains(away, 0) || slices.Contains(away, other) {
		t.Errorf("%v have voted", away)
	}
	for i := range w.nodes[1:] { // node 0 hears nobody for a while, and then the others again: that says nothing yet
		w.part(0, 1+i)
	}
	w.wait(10 * time.Second)
	for i := range w.nodes[1:] {
		w.join(0, 1+i)
	}
	for _, c := range []struct {
		after time.Duration
		ok    bool
	}{{2 * replica.Heartbeat, false}, {25 * time.Second, true}} {
		w.wait(c.after)
		if _, ok := w.nodes[0].OnlyHeardBy(who); ok != c.ok {
			t.Errorf("%v after a silence of all: %v", c.after, ok)
		}
	}
	w.edit = nil
	w.run(func() bool { return w.nodes[0].Table().Over() })
	w.innocent()
}

// Attack: a seat says that another one is away who is here, again and again. It hurries
// nobody any more.
func TestAttackFalseAway(t *testing.T) {
	w := newCovered(t, 4, map[string]any{"hands": 1})
	w.mesh()
	const cheat = 2
	w.owes(record.KindShares, rules.Deal, 3)
	n := w.nodes[0]
	vote := w.away(n.Table(), cheat, 3)
	for _, i := range []int{0, 1, 3} {
		w.nodes[i].Receive(peer(cheat), replica.Message{Records: []record.Record{vote}}, w.now)
	}
	w.run(w.until(n.Table().Step() + 1))
	if got := n.FalseVotes(cheat); got != 1 || n.FalseVotes(3) != 0 {
		t.Errorf("seat %d has %d false votes, seat 3 has %d", cheat, got, n.FalseVotes(3))
	}
	who := w.mover(cheat)
	w.asleep[who] = true
	n.Receive(peer(cheat), replica.Message{Records: []record.Record{w.away(n.Table(), cheat, who)}}, w.now)
	w.asleep[cheat] = true
	w.wait(7 * time.Second)
	w.asleep[cheat] = false
	if at := n.CoverAt(who); at.Sub(w.now) < 10*time.Second {
		t.Errorf("the others act for it in %v", at.Sub(w.now))
	}
	if away, _ := n.Table().VotesOf(who); !slices.Equal(away, []int{cheat}) {
		t.Errorf("it is hurried: %v have voted", away)
	}
	w.run(func() bool { return n.Table().Over() })
	w.innocent()
}

// The secrets of a hand end with it, also where the seat's own receipt was voted away.
func TestSecretsEndWithTheHand(t *testing.T) {
	w := newCovered(t, 4, map[string]any{"hands": 1})
	w.mesh()
	w.owes(record.KindShares, rules.Show, 3)
	hand := w.nodes[3].Local().Hand
	w.drop = func(from, _ int, m replica.Message) bool { // it settles the hand, and its receipt never gets out
		return from == 3 && slices.ContainsFunc(m.Records, func(r record.Record) bool {
			p, err := r.Peek()
			return err == nil && p.Kind == record.KindReceipt
		})
	}
	w.run(func() bool { return w.nodes[3].Table().Pending().Kind == record.KindReceipt })
	w.asleep[3] = true
	w.drop = nil
	w.run(func() bool { return w.nodes[0].Table().Pending().Seats == nil })
	if own := w.nodes[3]; own.Table().Own(3) == nil || own.Local().Hand.Number == 0 {
		t.Error("its secret is gone before the receipts are complete: its log may give way")
	}
	if hand.Number == 0 || !w.nodes[0].Table().Covered(3) {
		t.Fatal("it had no secret, or its receipt was not voted away")
	}
	n := w.restart(3, 1<<20)
	n.Local().Hand = hand
	n.Tick(w.now)
	if n.Local().Hand.Number == 0 {
		t.Error("its secret is gone with the start")
	}
	n.Connect(peer(0), w.node(0), w.now)
	for _, r := range slices.Backward(w.nodes[0].Table().Records(n.Table().Step())) { // the votes on its receipt first
		n.Receive(peer(0), replica.Message{Records: []record.Record{r}}, w.now)
	}
	if n.Table().Head() != w.nodes[0].Table().Head() {
		t.Fatal("it has another log")
	}
	if n.Local().Hand.Number != 0 {
		t.Error("its secret outlives the game")
	}
	if !slices.ContainsFunc(n.Take().Save.Secrets, func(s replica.Secret) bool { return s.Hand.Number == 0 }) {
		t.Error("the store keeps its secret")
	}
}

// A node that is there but lacks the key of the hand, or the sealing key of which it is to be
// made, because its home was put back, is here, and covered at once: it stops nobody.
func TestLacksTheKey(t *testing.T) {
	for _, kind := range []record.Kind{record.KindKey, record.KindProof, record.KindShares, record.KindMove} {
		who, other := 3, 0
		w := newCovered(t, 4, map[string]any{"hands": 1})
		w.mesh()
		w.drop = func(_, to int, m replica.Message) bool { // it does not come to make its hand key
			return kind == record.KindKey && to == who && slices.ContainsFunc(m.Records, func(r record.Record) bool {
				p, err := r.Peek()
				return err == nil && p.Kind == record.KindSeal && r.Author == w.node(1)
			})
		}
		if kind == record.KindMove {
			who = w.mover()
		} else {
			w.run(func() bool { d := w.nodes[0].Table().Pending(); return d.Kind == kind && d.Owes(who) })
		}
		w.drop = nil
		w.restart(who, 1<<20) // without its secrets
		began := w.now
		for i := range w.nodes {
			if i != who {
				w.join(i, who)
			}
		}
		w.run(func() bool { return w.nodes[other].Lacking(who) })
		if online, _ := w.nodes[other].Online(who); !online || w.nodes[other].Lacking(other) || !w.nodes[who].Lacking(who) {
			t.Errorf("%s: online %v, the other lacks %v, it says so itself: %v", kind, online, w.nodes[other].Lacking(other), w.nodes[who].Lacking(who))
		}
		w.run(w.over)
		if d := w.now.Sub(began); d > replica.CoverAfter {
			t.Errorf("%s: the others waited for %v", kind, d)
		}
		w.innocent()
		w.oneHead()
		if w.nodes[other].Lacking(who) {
			t.Error("it lacks a key behind the hand")
		}
	}
}

// Two nodes have all votes about each other, and neither those about itself: each completes
// the step with the other one covered. They come to the step with the votes of both, and both
// can do what they owe there, also where each has settled the hand and receipted it.
func TestCrossedCovers(t *testing.T) {
	for _, why := range []rules.Why{rules.Deal, rules.Show} {
		t.Run(fmt.Sprint(why), func(t *testing.T) { crossedCovers(t, why) })
	}
}

func crossedCovers(t *testing.T, why rules.Why) {
	w := newCovered(t, 4, map[string]any{"hands": 1})
	w.mesh()
	w.edit = func(from int, m replica.Message) replica.Message { // nobody gets what the others owe in that step
		at := w.nodes[from].Table()
		m.Records = slices.DeleteFunc(slices.Clone(m.Records), func(r record.Record) bool {
			p, err := r.Peek()
			return err == nil && p.Step == at.Step() && at.Pending().Kind == record.KindShares && at.Pending().Why == why
		})
		return m
	}
	w.run(func() bool { d := w.nodes[0].Table().Pending(); return d.Kind == record.KindShares && d.Why == why })
	w.settle(nil)
	at, step := w.nodes[0].Table().Snapshot(), w.nodes[0].Table().Step()
	pair := at.Pending().Seats[:2]
	rest := slices.DeleteFunc([]int{0, 1, 2, 3}, func(i int) bool { return slices.Contains(pair, i) })
	w.edit = nil
	for i := range w.nodes {
		for j := range i {
			w.part(i, j)
		}
		w.nodes[i].Take()
		if w.nodes[i].Table().Step() != step {
			t.Fatalf("node %d is at step %d, not %d", i, w.nodes[i].Table().Step(), step)
		}
	}
	var own []record.Record // of the rest
	for _, i := range rest {
		w.asleep[i] = true
		if at.Pending().Owes(i) {
			own = append(own, *w.nodes[i].Table().Own(i))
		}
	}
	for k, me := range pair {
		other := pair[1-k]
		var rs []record.Record
		for _, voter := range append([]int{me}, rest...) {
			rs = append(rs, w.away(at, voter, other))
		}
		n := w.nodes[me]
		n.Connect(peer(rest[0]), w.node(rest[0]), w.now)
		if err := n.Own(rs[0]); err != nil {
			t.Fatal(err)
		}
		n.Receive(peer(rest[0]), replica.Message{Records: append(rs[1:], own...)}, w.now)
		n.Disconnect(peer(rest[0]), w.now)
		if got := n.Table().Coverings(step); !slices.Equal(got, []int{other}) {
			t.Fatalf("node %d covers %v", me, got)
		}
		if settled := n.Table().Over() && n.Table().Own(me) != nil; settled != (why == rules.Show) {
			t.Fatalf("node %d is at a %s", me, n.Table().Pending().Kind)
		}
	}
	a, b := w.nodes[pair[0]], w.nodes[pair[1]]
	w.join(pair[0], pair[1])
	w.run(func() bool {
		return len(a.Table().VotedAway(step)) == 2 && len(b.Table().VotedAway(step)) == 2
	})
	one, _ := a.Table().HeadAt(step + 1)
	two, _ := b.Table().HeadAt(step + 1)
	if one != two || len(a.Table().Coverings(step)) > 0 {
		t.Errorf("heads %s and %s, covered %v", one, two, a.Table().Coverings(step))
	}
	w.run(func() bool { return a.Table().Step() > step+1 })
	for _, i := range rest {
		w.asleep[i] = false
		for j := range w.nodes {
			if j != i && !w.joined[[2]int{i, j}] {
				w.join(i, j)
			}
		}
	}
	w.run(w.over)
	w.innocent()
	w.oneHead()
}

// PROTOCOL §5.8: in the steps of keys a node waits for a minute; for 20 s once another one
// has said away, and for 6 s if its own person does not want to wait.
func TestDealWaitsForAMinute(t *testing.T) {
	for _, kind := range []record.Kind{record.KindSeal, record.KindKey} {
		for _, urged := range []bool{false, true} {
			w := newCovered(t, 5, map[string]any{"hands": 1})
			w.mesh()
			w.run(func() bool { return w.nodes[0].Table().Pending().Kind == record.KindRoster })
			w.drop = func(from, _ int, m replica.Message) bool {
				return from == 3 && slices.ContainsFunc(m.Records, func(r record.Record) bool { p, err := r.Peek(); return err == nil && p.Kind == kind })
			}
			w.run(func() bool {
				d := w.nodes[0].Table().Pending()
				return d.Kind == kind && slices.Equal(w.nodes[0].Table().Missing(), []int{3})
			})
			w.asleep[3], w.drop = true, nil
			began, step := w.now, w.nodes[0].Table().Step()
			w.wait(8 * time.Second)
			if urged {
				if got := w.nodes[0].Cover(w.now); !slices.Equal(got, []int{3}) {
					t.Fatalf("%s: %v may be covered", kind, got)
				}
			}
			w.run(func() bool { return w.nodes[0].Table().Step() > step })
			least, most := replica.DealAfter, replica.DealAfter+5*time.Second
			if urged {
				least, most = replica.CoverAfter, replica.CoverAfter+5*time.Second
			}
			if d := w.now.Sub(began); d < least-2*time.Second || d > most {
				t.Errorf("%s, urged %v: covered after %v", kind, urged, d)
			}
			if w.nodes[0].Table().Hand().Keyed(3) {
				t.Errorf("%s: it has a hand key", kind)
			}
			w.run(func() bool { return w.nodes[0].Table().Over() })
			w.asleep[3] = false
			w.run(w.over)
			w.innocent()
			w.oneHead()
		}
	}
}
