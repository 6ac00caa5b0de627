package replica_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/replica"
)

// zoe is somebody without a seat, dora somebody else.
var zoe, dora = guest(50, "zoe"), guest(51, "dora")

func guest(i int, name string) record.Player {
	return record.Player{Key: record.KeyOf(tabletest.Key(9, i)), Name: name}
}

// takes is the handover by which somebody without a seat takes one over.
func takes(seat int, p record.Player) replica.Handover {
	return replica.Handover{Seat: seat, Node: p.Key, Player: &p}
}

// keeps is what the node says at whose door the newcomer asks, if its person agrees.
func keeps(h replica.Handover) []replica.OwnHandover {
	return []replica.OwnHandover{{Handover: h, Asks: true}, agrees(h)}
}

func agrees(h replica.Handover) replica.OwnHandover {
	return replica.OwnHandover{Handover: h, Agrees: true}
}

// hosts is the handover by which a computer player of a node takes a seat over, as that node
// says it.
func (w *network) hosts(node, seat int) replica.OwnHandover {
	host := w.node(node)
	key := tabletest.Key(9, 60+node)
	return replica.OwnHandover{Asks: true, Agrees: true, Seed: key.Seed(), Strength: "easy", Handover: replica.Handover{
		Seat: seat, Node: host, Bot: true, Player: &record.Player{Key: record.KeyOf(key), Name: "Ada", Host: &host},
	}}
}

// say has a node say things of handovers, and the others hear it. It agrees to them as they are
// now.
func (w *network) say(node int, own ...replica.OwnHandover) {
	n := w.nodes[node]
	for i, o := range own {
		if o.Agrees && o.Value == (record.Hash{}) {
			own[i] = n.Agree(o)
		}
	}
	n.SetHandovers(own, w.now)
}

// allAgree has node 0 keep the door for a newcomer and host a computer player, and all four agree
// to both.
func (w *network) allAgree(h replica.Handover, bot replica.OwnHandover) {
	w.say(0, append(keeps(h), bot)...)
	for node := 1; node < 4; node++ {
		w.say(node, agrees(h), agrees(bot.Handover))
	}
}

// settled runs until a node has settled so many hands and all have receipted them.
func (w *network) settled(node, hands int) {
	w.t.Helper()
	w.run(func() bool {
		tb := w.nodes[node].Table()
		return len(tb.Results()) >= hands && tb.HandReceipted(tb.Results()[hands-1].Hand)
	})
}

// pause lets time pass.
func (w *network) pause(d time.Duration) {
	w.t.Helper()
	until := w.now.Add(d)
	w.run(func() bool { return !w.now.Before(until) })
}

// due is the table at which a node would have seats change hands, and its ID.
func due(t *testing.T, n *replica.Replica) (id record.Hash, c record.Continuation, ok bool) {
	t.Helper()
	list := n.Due()
	if len(list) == 0 {
		return id, c, false
	}
	c, err := n.AfterHandovers(list)
	if err == nil {
		id, err = record.ContinuationID(c)
	}
	if err != nil {
		t.Fatal(err)
	}
	return id, c, true
}

// What means nothing at a table is passed over, and does no harm.
func TestWordsThatMeanNothing(t *testing.T) {
	w := newNetwork(t, 3, nil)
	w.mesh()
	w.settle(w.until(3))
	n, seat1 := w.nodes[0], w.node(1)
	word := func(change func(*replica.Word)) []replica.Word {
		key := zoe.Key
		v := replica.Word{Seat: 2, Node: zoe.Key, Asks: true, Agrees: &record.Hash{1}, Key: &key, Name: "zoe"}
		if change != nil {
			change(&v)
		}
		return []replica.Word{v}
	}
	hear := func(p replica.Peer, words []replica.Word) int {
		w.now = w.now.Add(time.Second) // a node that says something else is heard twice a second
		n.Receive(p, replica.Message{Have: &replica.Have{Step: n.Table().Step(), Head: n.Table().Head(), Links: 2, Handovers: words}}, w.now)
		return len(n.Handovers())
	}
	if hear("1", word(nil)) != 1 {
		t.Fatal("a good word is not heard")
	}
	ada := record.KeyOf(tabletest.Key(9, 77))
	for name, words := range map[string][]replica.Word{
		"nothing":                       nil,
		"a seat that there is not":      word(func(v *replica.Word) { v.Seat = 3 }),
		"a seat far away":               word(func(v *replica.Word) { v.Seat = 1 << 63 }),
		"somebody who has a seat":       word(func(v *replica.Word) { v.Node, v.Key = seat1, &seat1 }),
		"a computer player of a guest":  word(func(v *replica.Word) { v.Bot, v.Key = true, &ada }),
		"of a host who does not say so": word(func(v *replica.Word) { v.Bot, v.Node, v.Key = true, w.node(2), &ada }),
		"a computer player with a seat": word(func(v *replica.Word) { v.Bot, v.Node, v.Key = true, seat1, &seat1 }),
		"the key of another":            word(func(v *replica.Word) { v.Key = &ada }),
		"no key":                        word(func(v *replica.Word) { v.Key = nil }),
		"no such point":                 word(func(v *replica.Word) { v.Node = record.Key{1: 2, 31: 255}; v.Key = &v.Node }),
		"no name":                       word(func(v *replica.Word) { v.Name = "" }),
		"a name too long":               word(func(v *replica.Word) { v.Name = strings.Repeat("z", 100) }),
		"nobody has asked":              word(func(v *replica.Word) { v.Asks = false }),
		"a seat of another offered":     word(func(v *replica.Word) { v.Asks, v.Offers, v.Key = false, true, nil }),
	} {
		hear("1", word(nil))
		if got := hear("1", words); got != 0 {
			t.Errorf("%s: %d handovers", name, got)
		}
	}
	w.pass()
	w.penalized = make([]int, 3)
	n.Receive("1", replica.Message{Have: &replica.Have{Step: n.Table().Step(), Handovers: slices.Repeat(word(nil), 5)}}, w.now)
	w.pass()
	if len(n.Handovers()) != 0 || w.penalized[1] != 1 {
		t.Errorf("too many words: %d handovers, %d penalties", len(n.Handovers()), w.penalized[1])
	}
	if hear("1", slices.Repeat(word(nil), 4)) != 1 {
		t.Error("one word said often is not one handover")
	}
	hear("1", nil)
	watcher := w.add(-1, false, nil)
	n.Connect("watcher", w.node(watcher), w.now)
	if hear("watcher", word(nil)) != 0 {
		t.Error("an onlooker has a say")
	}
	w.innocent()
}

// A seat that says something else in each message is heard so often, and no more, and what it
// says then when it says it again: to check a new key is much more work than to read it.
func TestAttackWordsThatChange(t *testing.T) {
	w := newNetwork(t, 3, nil)
	w.mesh()
	w.settle(w.until(3))
	n := w.nodes[0]
	says := func(i int) bool {
		p := guest(100+i, "zoe")
		n.Receive("1", replica.Message{Have: &replica.Have{Step: n.Table().Step(), Head: n.Table().Head(), Links: 2, Handovers: []replica.Word{
			{Seat: 2, Node: p.Key, Asks: true, Key: &p.Key, Name: "zoe"},
		}}}, w.now)
		list := n.Handovers()
		return len(list) == 1 && list[0].Node == p.Key
	}
	heard := 0
	for i := range 40 {
		if says(i) {
			heard++
		}
	}
	if heard != 20 {
		t.Errorf("%d of 40 were heard", heard)
	}
	w.now = w.now.Add(time.Second)
	if !says(39) {
		t.Error("it is not heard later")
	}
	w.innocent()
}

// A node says one thing about each seat, and passes on what one newcomer asks: of more, the first
// counts, of others as of this node itself. So a table has to do with few, whatever its nodes say.
func TestAttackManyWords(t *testing.T) {
	w := newNetwork(t, 4, nil)
	w.mesh()
	w.settle(w.until(3))
	n := w.nodes[0]
	var list []replica.OwnHandover
	for i := range 5 {
		w.now = w.now.Add(time.Second)
		p := guest(200+i, "zoe")
		more := []replica.OwnHandover{{Handover: takes(i%4, p), Asks: true}, agrees(takes(i%4, p))}
		if err := n.CheckHandovers(append(list, more...)); (err == nil) != (i == 0) {
			t.Errorf("newcomer %d: %v", i, err)
		}
		if i == 0 {
			list = more
		}
	}
	for node := 1; node < 4; node++ {
		w.now = w.now.Add(time.Second)
		h := replica.Have{Step: n.Table().Step(), Head: n.Table().Head(), Links: 1 << node}
		for i := range 5 {
			p := guest(300+10*node+i, "zoe")
			h.Handovers = append(h.Handovers, replica.Word{Seat: uint64(i % 4), Node: p.Key, Asks: true, Agrees: &record.Hash{1}, Key: &p.Key, Name: "zoe"})
		}
		n.Receive(peer(node), replica.Message{Have: &h}, w.now)
	}
	if got := len(n.Handovers()); got != 3 {
		t.Errorf("three nodes pass on what %d newcomers ask", got)
	}
}

// Who asks how handovers stand while nothing has changed is given the same answer, whatever it
// holds.
func TestHandoversStandAsTheyStood(t *testing.T) {
	w := newNetwork(t, 4, map[string]any{"hands": 4})
	w.mesh()
	w.settle(w.until(3))
	n := w.nodes[3]
	if costs := testing.AllocsPerRun(10, func() { n.Handovers() }); costs != 0 {
		t.Errorf("without any, they cost %v allocations", costs)
	}
	h := takes(1, zoe)
	w.say(0, keeps(h)...)
	w.settle(nil)
	was := n.HandoverMark()
	if costs := testing.AllocsPerRun(10, func() { n.Handovers() }); costs != 0 || len(n.Handovers()) != 1 {
		t.Errorf("%d cost %v allocations", len(n.Handovers()), costs)
	}
	for _, c := range []struct {
		what   string
		change func()
	}{
		{"a word", func() { w.say(2, agrees(h)) }},
		{"a word of this node", func() { w.say(3, agrees(h)) }},
		{"silence", func() { w.asleep[2] = true; w.pause(2 * replica.AwayAfter) }},
		{"the end of a link", func() { w.part(3, 0) }},
	} {
		c.change()
		w.settle(nil)
		if now := n.HandoverMark(); now == was {
			t.Errorf("%s changes nothing", c.what)
		} else {
			was = now
		}
	}
}

// Each person agrees once, also who loses the seat, unless it has been silent for a minute; who
// stays is asked however silent, and who has left or is at fault is not. Words of who falls silent
// count for nothing, nor do those from before somebody left.
func TestWhoMustAgree(t *testing.T) {
	w := newNetwork(t, 4, map[string]any{"hands": 4})
	w.mesh()
	w.settled(0, 1)
	h := takes(1, zoe)
	w.say(0, keeps(h)...)
	state := func(node int) replica.HandoverState {
		t.Helper()
		list := w.nodes[node].Handovers()
		if len(list) != 1 || list[0].Player == nil || list[0].Player.Name != "zoe" {
			t.Fatalf("node %d: %+v", node, list)
		}
		return list[0]
	}
	want := func(node int, agreed, waits []int, own bool) {
		t.Helper()
		st := state(node)
		keys := func(nodes []int) (list []record.Key) {
			for _, i := range nodes {
				list = append(list, w.node(i))
			}
			return list
		}
		if !slices.Equal(st.Agreed, keys(agreed)) || !slices.Equal(st.Waits, keys(waits)) || st.Own != own {
			t.Errorf("node %d: %d have agreed, %d are waited for, own %v", node, len(st.Agreed), len(st.Waits), st.Own)
		}
	}
	w.settle(nil)
	want(0, []int{0}, []int{1, 2, 3}, true)
	want(3, []int{0}, []int{1, 2, 3}, false)
	w.say(2, agrees(h))
	w.settle(nil)
	want(1, []int{0, 2}, []int{1, 3}, false)
	w.say(2)
	w.settle(nil)
	want(1, []int{0}, []int{1, 2, 3}, false)
	w.say(2, agrees(h))
	if err := w.nodes[3].Retire(w.now); err != nil {
		t.Fatal(err)
	}
	w.settle(nil)
	want(0, nil, []int{0, 1, 2}, false)
	w.say(0, keeps(h)...)
	w.say(2, agrees(h))
	w.settle(nil)
	want(0, []int{0, 2}, []int{1}, true)
	w.asleep[1] = true
	w.pause(replica.WithoutAfter - replica.Heartbeat)
	want(0, []int{0, 2}, []int{1}, true)
	w.pause(2 * replica.Heartbeat)
	want(0, []int{0, 2}, nil, true)
	w.asleep[2] = true
	w.pause(2 * replica.WithoutAfter)
	want(0, []int{0}, []int{2}, true)
	w.asleep[0], w.asleep[2] = true, false
	w.pause(2 * replica.AwayAfter)
	if len(w.nodes[2].Handovers()) != 0 {
		t.Error("the word of who is silent counts")
	}
}

// An aye is to what was shown: another name, key or time is another wish, to which nobody has agreed;
// so is any, once somebody has left.
func TestAyeIsToAValue(t *testing.T) {
	w := newNetwork(t, 3, map[string]any{"hands": 4})
	w.mesh()
	w.settled(0, 1)
	h, n := takes(1, zoe), w.nodes[2]
	agreed := func() int {
		w.settle(nil)
		list := n.Handovers()
		if len(list) != 1 {
			t.Fatalf("%+v", list)
		}
		return len(list[0].Agreed)
	}
	all := func(h replica.Handover) {
		w.now = w.now.Add(time.Second)
		for i := range 3 {
			w.say(i, agrees(h))
		}
		w.say(0, keeps(h)...)
		if got := agreed(); got != 3 {
			t.Fatalf("to %+v, %d have agreed", h, got)
		}
	}
	all(h)
	named, keyed, now := h, h, h
	named.Player = &record.Player{Key: zoe.Key, Name: "dan"}
	keyed.Player = &record.Player{Key: dora.Key, Name: "zoe"}
	keyed.Node, now.Now = dora.Key, true
	for what, other := range map[string]replica.Handover{"another name": named, "another key": keyed, "another time": now} {
		all(h)
		own := w.nodes[0].Agree(agrees(h))
		w.now = w.now.Add(time.Second)
		w.say(0, own, replica.OwnHandover{Handover: other, Asks: true})
		if got := agreed(); got != 0 {
			t.Errorf("%s: %d have agreed", what, got)
		}
	}
}

// inMidHand returns four people, who do not move by themselves, at a hand in which one is to move.
func inMidHand(t *testing.T) *network {
	t.Helper()
	w := newNetwork(t, 4, map[string]any{"hands": 4})
	w.mesh()
	for _, n := range w.nodes {
		n.Local().Bot = nil
	}
	w.run(func() bool { return w.nodes[0].Table().Pending().Kind == record.KindMove })
	return w
}

// Attack: somebody asks, takes that back once people have agreed, and asks again when they have
// forgotten it: they have to agree anew. Who is only away for a moment finds all as it was.
func TestAttackSleepingAye(t *testing.T) {
	w := inMidHand(t)
	h := takes(2, zoe)
	asks := replica.OwnHandover{Handover: h, Asks: true}
	agreed := func(when string, want ...int) {
		t.Helper()
		w.say(0, asks)
		w.pause(replica.Heartbeat)
		var keys []record.Key
		for _, i := range want {
			keys = append(keys, w.node(i))
		}
		for i, n := range w.nodes {
			if list := n.Handovers(); len(list) != 1 || !slices.Equal(list[0].Agreed, keys) || list[0].Own != slices.Contains(want, i) {
				t.Errorf("%s: node %d knows of %+v", when, i, list)
			}
		}
	}
	agreed("at first")
	for _, i := range []int{1, 2, 3} {
		w.say(i, agrees(h))
	}
	w.pause(2 * replica.ForgetAfter)
	agreed("as long as somebody asks", 1, 2, 3)
	for range 3 {
		w.say(0)
		w.pause(replica.ForgetAfter - 2*replica.Heartbeat)
		agreed("after a moment", 1, 2, 3)
	}
	w.say(0)
	for _, i := range []int{1, 3} {
		w.nodes[i].Promise(true, nil, w.now)
	}
	w.pause(2 * replica.ForgetAfter)
	agreed("while a continuation may begin", 1, 2, 3)
	w.say(0)
	for _, i := range []int{1, 3} {
		w.nodes[i].Promise(false, nil, w.now)
	}
	w.pause(replica.ForgetAfter + 2*replica.Heartbeat)
	if !slices.Equal(w.said, []int{1, 3}) {
		t.Errorf("what they say is stored by nodes %v", w.said)
	}
	for i, want := range []int{0, 0, 1, 0} { // whoever has the seat gives it still
		if got := len(w.nodes[i].OwnHandovers()); got != want {
			t.Errorf("node %d says %d things of no wish", i, got)
		}
	}
	agreed("much later", 2)
}

// A person's doing is a no: whoever has the seat comes back and does something while somebody asks
// for it, and what the others have agreed to before counts no more, whatever is repeated later.
// Being heard voids nothing, but while it is heard nothing is carried out; and who is heard for less
// than ten seconds does not begin the minute anew.
func TestAPersonsDoingIsANo(t *testing.T) {
	w := inMidHand(t)
	h := takes(2, zoe)
	h.Now = true
	due := func() bool { return len(w.nodes[0].Due())+len(w.nodes[1].Due())+len(w.nodes[3].Due()) > 0 }
	agreeAll := func() {
		w.now = w.now.Add(time.Second)
		w.say(0, keeps(h)...)
		w.say(1, agrees(h))
		w.say(3, agrees(h))
		w.pause(replica.Heartbeat)
	}
	sleeps := func(d time.Duration) { w.asleep[2] = true; w.pause(d) }
	wakes := func(d time.Duration) {
		w.asleep[2] = false
		w.nodes[2].Tick(w.now)
		w.pause(d)
	}
	waits := func(node int) int { return len(w.nodes[node].Handovers()[0].Waits) }
	sleeps(replica.WithoutAfter / 2)
	agreeAll()
	if due() || w.nodes[0].Without(2).Sub(w.now) > replica.WithoutAfter/2 {
		t.Errorf("due %v, and goes without the seat's word in %v", due(), w.nodes[0].Without(2).Sub(w.now))
	}
	wakes(3 * time.Second) // a phone that looks for its mail
	if due() || !w.nodes[0].Without(2).IsZero() || waits(0) != 1 {
		t.Errorf("while it is heard: due %v, %d are waited for", due(), waits(0))
	}
	sleeps(replica.WithoutAfter/2 + 2*replica.AwayAfter)
	if !due() {
		t.Errorf("it has been silent for a minute but three seconds, and nothing is due: %+v", w.nodes[0].Handovers())
	}
	wakes(replica.Heartbeat)
	w.nodes[2].Act()
	w.pause(replica.Heartbeat)
	for _, node := range []int{0, 1, 3} {
		if waits(node) != 4 {
			t.Errorf("its person is here, and at node %d %d of 4 are waited for", node, waits(node))
		}
	}
	sleeps(2 * replica.WithoutAfter)
	if due() || waits(0) != 3 {
		t.Errorf("due %v, %d are waited for", due(), waits(0))
	}
	agreeAll()
	if !due() {
		t.Error("all have agreed anew, and it is not due")
	}
	wakes(replica.Heartbeat) // it says again what it did then
	if waits(0) != 1 {
		t.Errorf("what it did before they agreed is its no: %d are waited for", waits(0))
	}
}

// Who has accepted a continuation that may begin at any moment signs nothing at the table, whatever it
// owes by itself: keys, stacks, proofs, shares and votes. Then it goes on.
func TestAttackWhoHasAcceptedSignsNothing(t *testing.T) {
	w := newCovered(t, 4, map[string]any{"hands": 2})
	w.mesh()
	w.settle(w.until(3))
	n, owed := w.nodes[0], map[record.Kind]bool{}
	signed := func() (count int) {
		for _, r := range w.saved[0] {
			if r.Author == w.node(0) {
				count++
			}
		}
		return count
	}
	promised := func(d time.Duration) {
		t.Helper()
		n.Promise(true, nil, w.now)
		w.pass() // what it has signed before goes out
		before := signed()
		w.pause(d)
		if got := signed(); got != before {
			t.Errorf("at %s it signs %d records", n.Table().Pending().Kind, got-before)
		}
		if slices.Contains(n.Table().Missing(), 0) {
			owed[n.Table().Pending().Kind] = true
		}
		n.Promise(false, nil, w.now)
	}
	for range 300 {
		if n.Table().Over() {
			break
		}
		promised(replica.Heartbeat / 4)
	}
	w = newCovered(t, 4, map[string]any{"hands": 2})
	w.mesh()
	n = w.nodes[0]
	w.run(func() bool { return n.Table().Pending().Kind == record.KindMove })
	w.asleep[1], w.asleep[0] = true, false
	promised(3 * replica.CoverAfter)
	before := signed()
	w.run(func() bool { return signed() > before })
	for _, kind := range []record.Kind{record.KindKey, record.KindStack, record.KindProof, record.KindShares} {
		if !owed[kind] {
			t.Errorf("it was never to sign a record of kind %s", kind)
		}
	}
}

// Whoever agrees to hand over their own seat voids nobody's word by that, also as the last one: what a
// person does, and the aye that they give by it, are told together.
func TestWhoGoesAgreesLast(t *testing.T) {
	w := inMidHand(t)
	h := takes(2, zoe)
	waits := func() (list []int) {
		w.pause(2 * replica.Heartbeat)
		for _, n := range w.nodes {
			list = append(list, len(n.Handovers()[0].Waits))
		}
		return list
	}
	w.say(0, keeps(h)...)
	w.say(1, agrees(h))
	w.say(3, agrees(h))
	if got := waits(); !slices.Equal(got, []int{1, 1, 1, 1}) {
		t.Fatalf("all others have agreed, and %v are waited for", got)
	}
	w.nodes[2].Act()
	w.say(2, agrees(h))
	if got := waits(); !slices.Equal(got, []int{0, 0, 0, 0}) {
		t.Errorf("all have agreed, who goes last, and %v are waited for", got)
	}
	w.nodes[2].Act() // it has agreed, and plays on until then
	if got := waits(); !slices.Equal(got, []int{0, 0, 0, 0}) {
		t.Errorf("it plays on, and %v are waited for", got)
	}
	w.nodes[2].Act()
	w.say(2)
	if got := waits(); !slices.Equal(got, []int{4, 4, 4, 4}) {
		t.Errorf("it takes that back, and %v are waited for", got)
	}
}

// Of two who are away at once, each would have to agree to the other's going: they go together.
func TestTwoAwayAtOnce(t *testing.T) {
	w := inMidHand(t)
	one, other := takes(2, zoe), takes(3, dora)
	one.Now, other.Now = true, true
	w.asleep[2], w.asleep[3] = true, true
	w.say(0, append(keeps(one), agrees(other))...)
	w.say(1, replica.OwnHandover{Handover: other, Asks: true}, agrees(one), agrees(other))
	w.pause(replica.WithoutAfter / 2)
	if len(w.nodes[0].Due()) > 0 {
		t.Error("it is due early")
	}
	w.pause(replica.WithoutAfter)
	if got := w.nodes[0].Due(); len(got) != 2 {
		t.Errorf("%d are due", len(got))
	}
	w.say(1, agrees(one))
	w.settle(nil)
	if got := w.nodes[0].Due(); len(got) != 0 {
		t.Errorf("one of them stays, has not agreed, and %d are due", len(got))
	}
}

// Attack: somebody agrees to give the running hand up once all others have shown their cards. Who
// has shown any accepts that no more, unless all have; where the table has stopped, it does.
func TestAttackGiveUpAfterTheShowing(t *testing.T) {
	w := newNetwork(t, 3, map[string]any{"hands": 3})
	w.mesh()
	h := takes(1, zoe)
	h.Now = true
	last := -1
	w.edit = func(from int, m replica.Message) replica.Message { // the last to show keeps that to itself
		if last < 0 && w.nodes[0].Ending() {
			last = 2
		}
		if from == last {
			m.Records = nil
		}
		return m
	}
	w.run(func() bool {
		return w.nodes[0].Ending() && w.nodes[1].Ending() && w.nodes[0].Table().Own(0) != nil && w.nodes[0].Table().Own(1) != nil
	})
	w.say(0, keeps(h)...)
	w.say(1, agrees(h))
	w.say(2, agrees(h))
	w.settle(nil)
	_, c, ok := due(t, w.nodes[0])
	if !ok || w.nodes[0].Table().HandNumber() != 1 {
		t.Fatalf("in hand %d, due %v", w.nodes[0].Table().HandNumber(), ok)
	}
	if w.nodes[0].AgreedTo(c) || w.nodes[1].AgreedTo(c) {
		t.Error("a hand is given up by who has shown cards, for one who has seen them and not shown any")
	}
	w.edit = nil
	w.run(w.over)
}

// Attack: of two who are in league, one has bad cards. They ask for a seat at once to which
// somebody has agreed from the next hand on, and that person does not give the running hand up.
func TestAttackNextTakenForNow(t *testing.T) {
	w := inMidHand(t)
	next := takes(2, zoe)
	now := next
	now.Now = true
	w.say(0, keeps(now)...)
	w.say(1, replica.OwnHandover{Handover: next, Asks: true})
	w.say(2, agrees(now))
	w.pause(replica.Heartbeat)
	w.say(3, agrees(next))
	w.pause(replica.Heartbeat)
	c, err := w.nodes[0].AfterHandovers([]replica.Handover{now})
	if err != nil {
		t.Fatal(err)
	}
	if n := w.nodes[3]; len(n.Handovers()) != 2 || !n.Consents(c) || n.AgreedTo(c) {
		t.Errorf("%d are asked for, consents %v; accepts by itself what gives the running hand up: %v", len(n.Handovers()), n.Consents(c), n.AgreedTo(c))
	}
	w.say(3, agrees(now))
	if !w.nodes[3].AgreedTo(c) {
		t.Error("does not accept what its person has agreed to")
	}
}

// When the hand is settled, and not before, seats change hands: all nodes would call for the
// same table, and nobody signs a key for the next hand. After a minute it begins, and that is
// tried again after it.
func TestBetweenTwoHands(t *testing.T) {
	w := newNetwork(t, 4, map[string]any{"hands": 4})
	w.mesh()
	h, bot := takes(1, zoe), w.hosts(0, 3)
	w.allAgree(h, bot)
	w.settle(w.until(4))
	if list := w.nodes[1].Due(); len(w.nodes[1].Handovers()) != 2 || len(list) != 0 {
		t.Fatalf("in the running hand %d are due", len(list))
	}
	for hands := 1; hands < 3; hands++ {
		w.settled(0, hands)
		w.pause(replica.Heartbeat)
		first, c, ok := due(t, w.nodes[0])
		var took []record.Key // a seat that is out of the next hand is not taken over
		for i, p := range c.Players {
			if p.Key != w.node(i) {
				took = append(took, p.Key)
			}
		}
		news := [][]record.Key{{zoe.Key, bot.Player.Key}, {zoe.Key}, {bot.Player.Key}}
		if !ok || len(c.Players) != 4 || !slices.ContainsFunc(news, func(l []record.Key) bool { return slices.Equal(l, took) }) || c.Carry.Hands != hands {
			t.Fatalf("after hand %d: %v, %+v", hands, ok, c.Players)
		}
		for i, n := range w.nodes {
			if id, _, ok := due(t, n); !ok || id != first || !n.AgreedTo(c) || n.Opens(c) != (n.OpenerOf(c) == i) {
				t.Errorf("node %d: due %v, agreed %v, opens %v", i, ok, n.AgreedTo(c), n.Opens(c))
			}
			if len(n.Table().Arrived()) > 0 {
				t.Errorf("node %d has a key for the next hand", i)
			}
		}
		w.pause(replica.HandoverTime - 2*replica.Heartbeat)
		if len(w.putOff) != 4*(hands-1) || len(w.nodes[0].Table().Arrived()) > 0 {
			t.Fatalf("put off too early: %v", w.putOff)
		}
		w.run(func() bool {
			return w.nodes[0].Table().HandNumber() == hands+1 && w.nodes[0].Table().Pending().Kind == record.KindStack
		})
		if len(w.putOff) != 4*hands {
			t.Errorf("noted %v", w.putOff)
		}
		for i, n := range w.nodes {
			if n.AgreedTo(c) {
				t.Errorf("node %d agrees in the next hand", i)
			}
		}
	}
	w.run(w.over)
	w.innocent()
}

// While a node lacks receipts, a call is neither accepted nor too late: it has come early.
func TestEarlyCall(t *testing.T) {
	w := newNetwork(t, 3, map[string]any{"hands": 2})
	w.mesh()
	h := takes(1, zoe)
	w.say(0, keeps(h)...)
	w.say(1, agrees(h))
	w.say(2, agrees(h))
	w.drop = func(_, to int, m replica.Message) bool {
		return to == 2 && len(w.nodes[2].Table().Results()) == 1 && len(m.Records) > 0
	}
	w.settled(0, 1)
	w.pause(replica.Heartbeat)
	_, c, ok := due(t, w.nodes[0])
	if n := w.nodes[2]; !ok || len(n.Table().Results()) != 1 || n.AgreedTo(c) {
		t.Fatalf("due %v; without the receipts: %d hands, agreed %v", ok, len(n.Table().Results()), n.AgreedTo(c))
	}
	w.drop = nil
	w.run(func() bool { return w.nodes[2].AgreedTo(c) })
}

// At once means in the running hand: with the next one, people are asked again.
func TestAtOnce(t *testing.T) {
	w := newNetwork(t, 3, map[string]any{"hands": 4})
	w.mesh()
	h := takes(1, zoe)
	h.Now = true
	w.settled(0, 1)
	w.run(func() bool { return w.nodes[0].Table().Pending().Kind == record.KindMove })
	w.drop = func(_, _ int, m replica.Message) bool { return len(m.Records) > 0 } // all think
	w.say(0, keeps(h)...)
	w.say(1, agrees(h))
	w.say(2, agrees(h))
	w.settle(nil)
	_, c, ok := due(t, w.nodes[0])
	if !ok || c.Carry.Hands != 1 || w.nodes[0].Table().HandNumber() != 2 {
		t.Fatalf("due %v, from hand %d", ok, c.Carry.Hands)
	}
	w.drop = nil
	w.settled(0, 2)
	w.pause(replica.Heartbeat)
	for i, n := range w.nodes {
		if list := n.Handovers(); len(list) != 1 || len(list[0].Agreed) > 0 || len(n.Due()) > 0 {
			t.Errorf("node %d: what was agreed to for one hand holds in the next: %+v", i, list)
		}
	}
	w.run(w.over)
	if len(w.putOff) != 0 {
		t.Errorf("put off: %v", w.putOff)
	}
}

// A table that does not go on need not wait for the end of the hand.
func TestChangeWhereSomebodyHasLeft(t *testing.T) {
	w := newNetwork(t, 3, map[string]any{"hands": 3})
	w.mesh()
	w.settled(0, 1)
	w.run(func() bool { return w.nodes[0].Table().Pending().Kind == record.KindMove })
	mover := w.nodes[0].Table().Missing()[0]
	stay := slices.DeleteFunc([]int{0, 1, 2}, func(i int) bool { return i == mover })
	h := takes(mover, zoe)
	w.asleep[mover] = true
	w.say(stay[0], keeps(h)...)
	w.say(stay[1], agrees(h))
	w.pause(2 * replica.WithoutAfter)
	if len(w.nodes[stay[0]].Due()) != 0 {
		t.Error("who is away is replaced in the running hand")
	}
	w.asleep[mover] = false
	if err := w.nodes[mover].Retire(w.now); err != nil {
		t.Fatal(err)
	}
	w.pause(2 * replica.Heartbeat)
	if len(w.nodes[stay[0]].Due())+len(w.nodes[stay[1]].Due()) != 0 {
		t.Error("what was agreed to before somebody left still holds: those who begin another table leave, too")
	}
	w.say(stay[0], keeps(h)...)
	w.say(stay[1], agrees(h))
	w.run(func() bool { return len(w.nodes[stay[0]].Due()) == 1 && len(w.nodes[stay[1]].Due()) == 1 })
	if len(w.nodes[mover].Due()) != 0 {
		t.Error("who has left has seats change hands")
	}
}

// A hand that needs a seat which has left cannot end, even while somebody else is to move: what
// all have agreed to is due at once. Where somebody is only away, the hand may still end.
func TestChangeBeforeTheLostSeatIsAsked(t *testing.T) {
	w := newNetwork(t, 4, map[string]any{"hands": 3})
	w.mesh()
	w.settled(0, 1)
	for _, n := range w.nodes { // people, who do not move
		n.Local().Bot = nil
	}
	w.run(func() bool { return w.nodes[0].Table().Pending().Kind == record.KindMove })
	mover := w.nodes[0].Table().Missing()[0]
	others := slices.DeleteFunc(w.nodes[0].Table().Position().Status().Active, func(seat int) bool { return seat == mover })
	leaver, h := others[0], takes(others[1], zoe)
	say := func() {
		for i := range w.nodes {
			switch i {
			case leaver:
			case mover:
				w.say(i, keeps(h)...)
			default:
				w.say(i, agrees(h))
			}
		}
	}
	say()
	w.say(leaver, agrees(h))
	w.pause(2 * replica.Heartbeat)
	w.asleep[leaver] = true
	w.pause(2 * replica.AwayAfter)
	if len(w.nodes[mover].Due()) != 0 {
		t.Error("it is due while somebody is away")
	}
	w.asleep[leaver] = false
	if err := w.nodes[leaver].Retire(w.now); err != nil {
		t.Fatal(err)
	}
	w.pause(2 * replica.Heartbeat)
	say()
	w.run(func() bool { return len(w.nodes[mover].Due()) == 1 && len(w.nodes[others[1]].Due()) == 1 })
}

// lastVote has four nodes with cover come to the end of the first hand: its showing, or its
// receipts. Two say truly that the third is away, and then its record comes in: the step is
// complete with the vote of the fourth alone, which gets to nobody.
func lastVote(t *testing.T, kind record.Kind) *network {
	t.Helper()
	w := newCovered(t, 4, map[string]any{"hands": 3})
	w.mesh()
	w.part(2, 3)
	is := func(r record.Record, kind record.Kind, of int) bool {
		p, err := r.Peek()
		return err == nil && p.Kind == kind && r.Author == w.node(of)
	}
	early := true
	w.edit = func(from int, m replica.Message) replica.Message {
		m.Records = slices.DeleteFunc(slices.Clone(m.Records), func(r record.Record) bool {
			ends := func(of int) bool {
				return early && is(r, kind, of) && (kind == record.KindReceipt || w.nodes[of].Ending())
			}
			return is(r, record.KindAway, 3) || ends(2) || ends(3) && from != 3
		})
		return m
	}
	all := func(ok func(tb *table.Table) bool, nodes ...*replica.Replica) {
		t.Helper()
		w.run(func() bool {
			return !slices.ContainsFunc(nodes, func(n *replica.Replica) bool { return !ok(n.Table()) })
		})
	}
	ends := func(seats ...int) func(tb *table.Table) bool {
		return func(tb *table.Table) bool {
			d := tb.Pending()
			return d.Kind == kind && slices.Equal(tb.Missing(), seats)
		}
	}
	voted := func(tb *table.Table) bool { return len(tb.Votes()) == 2 }
	w.run(func() bool {
		return w.nodes[0].Ending() && w.nodes[2].Ending() && ends(2)(w.nodes[0].Table()) && ends(3)(w.nodes[2].Table())
	})
	w.asleep[2] = true
	all(voted, w.nodes[:2]...)
	w.asleep[2] = false
	all(voted, w.nodes[2])
	early = false
	w.join(2, 3)
	all(func(tb *table.Table) bool { return len(tb.Missing()) == 0 && slices.Equal(tb.Awaited(), []int{3}) }, w.nodes[:3]...)
	return w
}

// A hand of which only the vote is missing of somebody who has left cannot end: what all have
// agreed to is due at once.
func TestChangeWhereTheLastVoterHasLeft(t *testing.T) {
	w := lastVote(t, record.KindReceipt)
	if err := w.nodes[3].Retire(w.now); err != nil {
		t.Fatal(err)
	}
	w.pause(2 * replica.Heartbeat)
	h := takes(2, zoe)
	w.say(0, keeps(h)...)
	w.say(1, agrees(h))
	w.say(2, agrees(h))
	w.run(func() bool { return len(w.nodes[0].Due()) == 1 })
	_, c, _ := due(t, w.nodes[0])
	for i, n := range w.nodes[:3] {
		if !n.Halts() || !n.AgreedTo(c) || len(n.Table().Lost()) != 1 {
			t.Errorf("node %d: halts %v, agreed %v, lost %v", i, n.Halts(), n.AgreedTo(c), n.Table().Lost())
		}
	}
}

// Attack: who knows how a hand ends has shown its cards, keeps back the vote without which it
// does not end, and only then agrees to a change at once, which gives the hand up.
func TestAttackGiveUpForAVote(t *testing.T) {
	w := lastVote(t, record.KindShares)
	h := takes(2, zoe)
	h.Now = true
	w.say(0, keeps(h)...)
	w.say(1, agrees(h))
	w.say(2, agrees(h))
	w.say(3, w.nodes[0].Agree(agrees(h))) // as if its own table were there, too
	w.run(func() bool { return len(w.nodes[0].Due()) == 1 })
	_, c, _ := due(t, w.nodes[0])
	if c.Carry.Hands != 0 {
		t.Fatalf("it gives no hand up: %+v", c.Carry)
	}
	for i, n := range w.nodes[1:3] { // the first has no cards to show
		if n.Table().Own(1+i) == nil || n.Halts() || n.AgreedTo(c) {
			t.Errorf("node %d: halts %v, gives the hand up %v", 1+i, n.Halts(), n.AgreedTo(c))
		}
	}
	w.edit = nil
	w.settled(0, 1)
}

// Handovers that cannot be carried out are not in the way of those that can: two guests want
// one seat, one guest wants two, a computer player's host goes itself.
func TestImpossibleHandovers(t *testing.T) {
	for name, c := range map[string]struct {
		list []replica.OwnHandover // of node 0
		want []record.Key          // of the players then
	}{
		"two guests for one seat": {append(keeps(takes(1, zoe)), keeps(takes(1, dora))...), []record.Key{{}, firstOf(zoe, dora), {}}},
		"one guest for two seats": {append(keeps(takes(1, zoe)), keeps(takes(2, zoe))...), []record.Key{{}, zoe.Key, {}}},
		"the host goes itself":    {keeps(takes(0, zoe)), []record.Key{zoe.Key, {}, {}}},
	} {
		w := newNetwork(t, 3, map[string]any{"hands": 3})
		w.mesh()
		list := c.list
		if name == "the host goes itself" {
			list = append(list, w.hosts(0, 2))
		}
		var say []replica.OwnHandover
		for _, o := range list {
			if o.Asks {
				say = append(say, agrees(o.Handover))
			}
		}
		w.say(0, list...)
		w.say(1, say...)
		w.say(2, say...)
		w.settled(0, 1)
		w.pause(replica.Heartbeat)
		_, got, ok := due(t, w.nodes[1])
		for i := range c.want {
			if c.want[i] == (record.Key{}) {
				c.want[i] = w.node(i)
			}
		}
		var keys []record.Key
		for _, p := range got.Players {
			keys = append(keys, p.Key)
		}
		if !ok || !slices.Equal(keys, c.want) {
			t.Errorf("%s: due %v, %+v", name, ok, got.Players)
		}
	}
}

func firstOf(a, b record.Player) record.Key {
	if string(a.Key[:]) < string(b.Key[:]) {
		return a.Key
	}
	return b.Key
}

// Computer players go with their host, and with a host that hands its seat over; those of
// others who leave are not at the new table.
func TestHostsGo(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	host := record.KeyOf(g.Players[0].Key)
	terms := g.Table().Terms()
	terms.Seats[2].Host = &host // a table of two people
	n := replica.New(g.Table(), replica.Config{Seats: []*replica.LocalSeat{{Key: g.Players[1].Key}}, Rand: rand.NewChaCha8([32]byte{})})
	now := time.Unix(1_750_000_000, 0)
	n.Tick(now)
	n.Connect("0", host, now)
	n.Receive("0", replica.Message{Have: &replica.Have{Step: g.Table().Step(), Head: g.Table().Head()}}, now)
	c, err := n.AfterHandovers([]replica.Handover{takes(0, zoe)})
	if err != nil || len(c.Players) != 2 || c.Players[0].Key != zoe.Key || c.Players[1].Key != terms.Seats[1].Key {
		t.Errorf("%v, %+v", err, c.Players)
	}
	if c, err = n.AfterHandovers([]replica.Handover{takes(1, zoe)}); err != nil || len(c.Players) != 3 {
		t.Errorf("%v, %+v", err, c.Players)
	}
}

// Whose person has left has handed nothing over, though its computer player is still there, is offered,
// and everybody else hands over: the simulation once ended a daemon in this state.
func TestLeftIsNotHandedOver(t *testing.T) {
	g := tabletest.NewHosted(t, tabletest.Drill, []int{0, 1, 0}, nil, 3)
	g.Owed(record.KindMove)
	seats := []*replica.LocalSeat{{Key: g.Players[0].Key}, {Key: g.Players[2].Key}}
	n := replica.New(g.Table(), replica.Config{Seats: seats, Rand: rand.NewChaCha8([32]byte{})})
	now := time.Unix(1_750_000_000, 0)
	n.Tick(now)
	n.Connect("1", record.KeyOf(g.Players[1].Key), now)
	n.SetHandovers([]replica.OwnHandover{{Handover: replica.Handover{Seat: 2, Node: dora.Key}, Offers: true}}, now)
	if err := n.Leave(n.Seats()[0], now); err != nil {
		t.Fatal(err)
	}
	offered := []replica.Word{{Seat: 1, Node: zoe.Key, Offers: true}}
	n.Receive("1", replica.Message{Have: &replica.Have{Step: g.Table().Step(), Head: g.Table().Head(), Links: 1, Handovers: offered}}, now)
	if n.HandedOver() {
		t.Error("who has left is said to have handed a seat over")
	}
	if _, changed := n.Gives(n.HandedOver()); changed {
		t.Error("it gives what it does not have")
	}
}

// Nobody agrees by himself to a table that is otherwise than he has agreed: each change is
// refused.
func TestAgreesToNothingElse(t *testing.T) {
	w := newNetwork(t, 4, map[string]any{"hands": 4})
	w.mesh()
	h, bot := takes(1, zoe), w.hosts(0, 2)
	w.allAgree(h, bot)
	w.settled(0, 1)
	w.pause(replica.Heartbeat)
	_, good, ok := due(t, w.nodes[0])
	if !ok || !w.nodes[0].AgreedTo(good) || good.Players[1].Key != zoe.Key || good.Players[2].Key != bot.Player.Key {
		t.Fatal("nothing is due")
	}
	for name, change := range map[string]func(c *record.Continuation){
		"other scores":     func(c *record.Continuation) { c.Carry.Scores[0]++ },
		"other hand":       func(c *record.Continuation) { c.Carry.Hands = 0 },
		"other head":       func(c *record.Continuation) { c.Head[0] ^= 1 },
		"other seat":       func(c *record.Continuation) { c.From[1], c.From[2] = c.From[2], c.From[1] },
		"other guest":      func(c *record.Continuation) { c.Players[1] = dora },
		"other name":       func(c *record.Continuation) { c.Players[1].Name = "dan" },
		"name of a player": func(c *record.Continuation) { c.Players[1].Name = "seat 0" },
		"other strength":   func(c *record.Continuation) { c.Players[2].Name = "Ada (strong)" },
		"other computer":   func(c *record.Continuation) { c.Players[2].Key = dora.Key },
		"one seat less":    func(c *record.Continuation) { c.Players, c.From = c.Players[:3], c.From[:3] },
		"other turn limit": func(c *record.Continuation) { c.TurnLimit = 5 },
		"nobody changes": func(c *record.Continuation) {
			c.Players[1], c.Players[2] = record.Player(w.seat(1)), record.Player(w.seat(2))
		},
		"one more is replaced": func(c *record.Continuation) { c.Players[0] = dora },
	} {
		c := good
		c.Players, c.From, c.Carry.Scores = slices.Clone(c.Players), slices.Clone(c.From), slices.Clone(c.Carry.Scores)
		change(&c)
		if w.nodes[0].AgreedTo(c) {
			t.Errorf("%s: agreed", name)
		}
	}
	w.say(0, bot)
	if w.nodes[0].AgreedTo(good) || w.nodes[0].Consents(good) || !w.nodes[2].Consents(good) {
		t.Error("what was taken back is agreed to")
	}
}

func (w *network) seat(i int) table.Seat { return w.nodes[0].Table().Terms().Seats[i] }

// Whoever begins a table at which seats change hands remains: it leaves the old one with that,
// and so cannot go on in both. A newcomer has nothing to leave, and waits for another one.
func TestNewcomersBeginNothing(t *testing.T) {
	w := newNetwork(t, 3, map[string]any{"hands": 3})
	w.mesh()
	h := takes(0, zoe)
	w.say(1, keeps(h)...)
	w.say(0, agrees(h))
	w.say(2, agrees(h))
	w.settled(0, 1)
	w.pause(replica.Heartbeat)
	_, c, ok := due(t, w.nodes[1])
	if !ok {
		t.Fatal("nothing is due")
	}
	x := &network{t: t, joined: map[[2]int]bool{}, asleep: map[int]bool{}, now: w.now, genesis: replica.Genesis{Continuation: &c}}
	x.keys = append(x.keys, tabletest.Key(9, 50), w.keys[1], w.keys[2])
	for i, k := range x.keys {
		tb, err := x.genesis.Table(find)
		if err != nil {
			t.Fatal(err)
		}
		x.nodes = append(x.nodes, replica.New(tb, replica.Config{Seats: []*replica.LocalSeat{{Key: k}}, Held: true, Rand: rand.NewChaCha8([32]byte{byte(i)})}))
		x.nodes[i].SetNewcomers([]int{0})
		x.saved, x.penalized = append(x.saved, nil), append(x.penalized, 0)
	}
	x.mesh()
	for _, n := range x.nodes {
		n.Accept(x.now)
	}
	x.settle(nil)
	begins := func() (list []int) {
		for i, n := range x.nodes {
			if n.AwaitsRelease() {
				list = append(list, i)
			}
		}
		return list
	}
	open := slices.Index([]bool{false, slices.Contains(x.nodes[0].Table().Pending().Seats, 1), true}, true)
	if got := begins(); !slices.Equal(got, []int{open}) || x.nodes[1].Opener() != open {
		t.Fatalf("nodes %v begin, and not node %d", got, open)
	}
	x.nodes[open].Release(x.now)
	x.settle(nil)
	if got := begins(); len(got) != 2 {
		t.Errorf("then nodes %v follow", got)
	}
	if x.nodes[2].Retire(x.now); x.nodes[0].Withdrawn() {
		t.Error("it has begun and counts as withdrawn")
	}
}
