package twin

import (
	"bytes"
	"crypto/ed25519"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"fives/engine/record"
	"fives/p2p/wire"
)

func seeded(seed byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))
}

// A clock is the time of all guards of a test.
type clock struct{ time.Time }

func (c *clock) now() time.Time { return c.Time }

// guard is that of a daemon with the first key.
func (c *clock) guard() *Guard { return c.guardOf(seeded(1), nil) }

func (c *clock) guardOf(key ed25519.PrivateKey, quiet func() bool) *Guard {
	if quiet == nil {
		quiet = func() bool { return true }
	}
	return NewGuard(Config{Key: key, Started: c.Time, Now: c.now, Address: func() netip.Addr { return netip.MustParseAddr("192.168.1.7") }, Quiet: quiet})
}

func newClock() *clock { return &clock{time.Unix(1_790_000_000, 0)} }

// talk has one guard ask another, and be asked back, as streams do.
func talk(t *testing.T, a, b *Guard) {
	t.Helper()
	h := a.Hail(false)
	r, err := b.Answer(h)
	if err != nil {
		t.Fatal(err)
	}
	if r.Statement == nil {
		return
	}
	if _, err := a.Take(h.Nonce, *r.Statement); err != nil {
		t.Fatal(err)
	}
	back, err := a.AnswerBack(*r.Nonce)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Take(*r.Nonce, *back.Statement); err != nil {
		t.Fatal(err)
	}
}

// expect checks who signs: "signs", "waits" or "looks on", one for each guard.
func expect(t *testing.T, when string, guards []*Guard, want ...string) {
	t.Helper()
	for i, g := range guards {
		got := "signs"
		switch st := g.State(); {
		case st.Onlooker:
			got = "looks on"
		case st.Halted:
			got = "waits"
		}
		if got != want[i] || g.Halted() != (got != "signs") {
			t.Errorf("%s: daemon %d %s, want %s", when, i, got, want[i])
		}
	}
}

// PROTOCOL §4.7: two that know of each other wait, until one is gone.
func TestBothWait(t *testing.T) {
	c := newClock()
	both := []*Guard{c.guard(), c.guard()}
	expect(t, "at first", both, "signs", "signs")
	talk(t, both[0], both[1])
	expect(t, "they have met", both, "waits", "waits")
	if st := both[0].State(); st.Twin.Address != "192.168.1.7" || st.Twin.Since != 1_790_000_000 || !st.Live {
		t.Errorf("%+v", st)
	}
	c.Time = c.Add(GoneAfter - time.Second)
	expect(t, "for a while", both, "waits", "waits")
	talk(t, both[1], both[0])
	c.Time = c.Add(GoneAfter - time.Second)
	expect(t, "it was there", both, "waits", "waits")
	c.Time = c.Add(time.Second)
	expect(t, "it is gone", both, "signs", "signs")
	if !both[0].Known() {
		t.Error("it is not asked any more")
	}
	c.Time = c.Add(GoneAfter)
	if both[0].Known() || len(both[0].twins) > 0 {
		t.Error("it is asked for ever")
	}
}

// PROTOCOL §4.7, Taking over: never two sign; the last word counts; three can be.
func TestTakeOver(t *testing.T) {
	c := newClock()
	all := []*Guard{c.guard(), c.guard(), c.guard()}
	meet := func() {
		talk(t, all[0], all[1])
		talk(t, all[1], all[2])
		talk(t, all[2], all[0])
	}
	meet()
	expect(t, "they have met", all, "waits", "waits", "waits")
	all[1].TakeOver()
	expect(t, "the others have not heard of it", all, "waits", "waits", "waits")
	talk(t, all[1], all[0])
	expect(t, "one has", all, "looks on", "waits", "waits")
	meet()
	meet()
	expect(t, "all have", all, "looks on", "signs", "looks on")
	all[2].TakeOver() // within the same second
	expect(t, "another one is to play", all, "looks on", "signs", "waits")
	meet()
	meet()
	expect(t, "all know", all, "looks on", "looks on", "signs")
	if st := all[0].State(); st.Twin.Mark != all[2].mark {
		t.Errorf("it takes %v for the one that plays", st.Twin.Mark)
	}
	c.Time = c.Add(time.Hour)
	expect(t, "who plays is gone", all, "looks on", "looks on", "signs")
	all[0].TakeOver()
	expect(t, "a person wants it back", all, "signs", "looks on", "signs") // they cannot see each other
	talk(t, all[0], all[2])
	expect(t, "now they can", all, "waits", "looks on", "looks on")
	talk(t, all[0], all[2])
	expect(t, "it has said so", all, "signs", "looks on", "looks on")
}

// Whoever takes over last plays, as often as people like, and whatever the clocks say.
func TestTakeOverAgain(t *testing.T) {
	c := newClock()
	both := []*Guard{c.guard(), c.guard()}
	for i := range 16 {
		both[i%2].TakeOver()
		talk(t, both[0], both[1])
		talk(t, both[0], both[1])
		if both[i%2].Halted() || !both[1-i%2].State().Onlooker {
			t.Fatalf("%d: %v and %v", i, both[0].State(), both[1].State())
		}
		c.Time = c.Add(-time.Second)
	}
}

// One who looks on knows who plays, also when it hears of another one who took over before.
func TestTaker(t *testing.T) {
	c := newClock()
	first, second, g := c.guard(), c.guard(), c.guard()
	first.TakeOver()
	c.Time = c.Add(time.Second)
	second.TakeOver()
	for range 2 {
		talk(t, g, second)
		talk(t, g, first)
		if st := g.State(); st.Twin.Mark != second.mark || !st.Live {
			t.Errorf("it takes another one for the one that plays")
		}
	}
}

// Of two who take over in the same second, one does.
func TestBothTakeOver(t *testing.T) {
	c := newClock()
	both := []*Guard{c.guard(), c.guard()}
	both[0].TakeOver()
	both[1].TakeOver()
	higher := 0
	if bytes.Compare(both[0].mark[:], both[1].mark[:]) < 0 {
		higher = 1
	}
	talk(t, both[0], both[1])
	talk(t, both[0], both[1])
	if !both[1-higher].State().Onlooker || both[higher].Halted() {
		t.Errorf("%v and %v, the higher one is %d", both[0].State(), both[1].State(), higher)
	}
}

// A daemon that was asleep, which shows by nobody asking, signs nothing at first.
func TestAsleep(t *testing.T) {
	c := newClock()
	g, woke := c.guard(), 0
	g.cfg.Woke = func() {
		if woke++; !g.mu.TryLock() {
			t.Fatal("the guard cannot be used there")
		}
		g.mu.Unlock()
	}
	for range 100 {
		if ok, halts := g.MaySign(); !ok || halts != 0 {
			t.Fatalf("awake: it may sign: %v, halts %d", ok, halts)
		}
		c.Time = c.Add(sleptFor - time.Millisecond)
	}
	c.Time = c.Add(time.Millisecond)
	for range 3 {
		if ok, halts := g.MaySign(); ok || halts != 1 || woke != 1 || !g.Halted() || g.State().Waits || g.State().Onlooker {
			t.Fatalf("just awake, told %d times: %v", woke, g.State())
		}
		c.Time = c.Add(wakeFor/3 - time.Millisecond)
	}
	c.Time = c.Add(3 * time.Millisecond)
	if ok, halts := g.MaySign(); !ok || halts != 1 || woke != 1 {
		t.Errorf("awake again, told %d times: it may sign: %v, halts %d", woke, ok, halts)
	}
}

// A calendar that is set back just after sleep does not make a daemon wait for longer.
func TestSetBackAfterSleep(t *testing.T) {
	c := newClock()
	g := c.guard()
	g.MaySign()
	c.Time = c.Add(sleptFor)
	g.MaySign()
	c.Time = c.Add(-time.Hour)
	if ok, _ := g.MaySign(); ok {
		t.Error("it does not wait")
	}
	c.Time = c.Add(wakeFor)
	if ok, halts := g.MaySign(); !ok || halts != 1 {
		t.Errorf("it may sign: %v, halts %d", ok, halts)
	}
}

// A page is asleep all the time. It asks for twins then, and plays on.
func TestPageAsleep(t *testing.T) {
	c := newClock()
	woke := 0
	g := NewGuard(Config{Key: seeded(1), Started: c.Time, Now: c.now, Page: true, Woke: func() { woke++ }})
	for i := range 3 {
		if ok, halts := g.MaySign(); !ok || halts != 0 || woke != i {
			t.Fatalf("told %d of %d times: it may sign: %v, halts %d", woke, i, ok, halts)
		}
		c.Time = c.Add(time.Hour)
	}
}

// Each reason to sign nothing is counted, so that nobody misses one that is over: that a twin
// could sign, and that one has taken over. A twin that only looks on is none.
func TestReasonsAreCounted(t *testing.T) {
	c := newClock()
	g, twin := c.guard(), c.guard()
	var last uint64
	counts := func(when string, may, news bool) {
		t.Helper()
		ok, halts := g.MaySign()
		if ok != may || (halts > last) != news {
			t.Errorf("%s: it may sign: %v, halts %d after %d", when, ok, halts, last)
		}
		last = halts
	}
	pass := func(d time.Duration) { // awake
		for ; d > 0; d -= time.Second {
			c.Time = c.Add(time.Second)
			g.MaySign()
		}
	}
	counts("alone", true, false)
	talk(t, g, twin)
	pass(GoneAfter)
	counts("a twin was there", true, true)
	g.TakeOver()
	talk(t, g, twin)
	pass(GoneAfter)
	counts("it was there again", true, true)
	talk(t, g, twin)
	counts("it looks on", true, false)
	c.Time = c.Add(time.Second)
	twin.TakeOver()
	talk(t, g, twin)
	g.TakeOver()
	pass(GoneAfter)
	counts("it had taken over, and is gone", true, true)
}

// A daemon does not say that it looks on before all that it has signed is out.
func TestQuietFirst(t *testing.T) {
	c := newClock()
	quiet := false
	a, b := c.guard(), c.guardOf(seeded(1), func() bool { return quiet })
	both := []*Guard{a, b}
	a.TakeOver()
	talk(t, a, b)
	talk(t, a, b)
	expect(t, "it has something on its way", both, "waits", "looks on")
	quiet = true
	talk(t, a, b)
	expect(t, "it has not", both, "signs", "looks on")
}

// PROTOCOL §4.7, Proof: what proves nothing.
func TestNoProof(t *testing.T) {
	c := newClock()
	g, twin, stranger := c.guard(), c.guard(), c.guardOf(seeded(2), nil)
	h := g.Hail(true)
	answer := func(of *Guard, h Hail) Statement {
		r, err := of.Answer(h)
		if err != nil || r.Statement == nil {
			t.Fatalf("%+v, %v", r, err)
		}
		return *r.Statement
	}
	good := answer(twin, h)
	changed := func(f func(s *Statement)) Statement { s := good; f(&s); return s }
	for what, s := range map[string]Statement{
		"of a stranger":         answer(stranger, h),
		"for an earlier nonce":  answer(twin, g.Hail(true)),
		"with another mark":     changed(func(s *Statement) { s.Mark[3]++ }),
		"with another time":     changed(func(s *Statement) { s.Since++ }),
		"that takes over":       changed(func(s *Statement) { s.Takes = 1 }),
		"that does not play":    changed(func(s *Statement) { s.Onlooker = true }),
		"from somewhere else":   changed(func(s *Statement) { s.Address = "192.168.1.8" }),
		"without a signature":   changed(func(s *Statement) { s.Signature = [64]byte{} }),
		"own words, other mark": {Mark: Nonce{9}},
	} {
		if other, err := g.Take(h.Nonce, s); other || err == nil {
			t.Errorf("a statement %s is believed: %v, %v", what, other, err)
		}
	}
	if st := g.State(); st != (State{}) || len(g.twins) > 0 {
		t.Errorf("%v", st)
	}

	// Its own, led back: it makes none for itself, and takes in none.
	if r, err := g.Answer(g.Hail(false)); err != nil || r.Statement != nil || r.Nonce != nil {
		t.Errorf("it answers itself: %+v, %v", r, err)
	}
	asked, err := g.Answer(Hail{Nonce: h.Nonce, Mark: Nonce{7}}) // under another mark
	if err != nil {
		t.Fatal(err)
	}
	if other, err := g.Take(h.Nonce, *asked.Statement); other || err != nil || g.Halted() {
		t.Errorf("it takes itself for another one: %v, %v", other, err)
	}

	if other, err := g.Take(h.Nonce, good); !other || err != nil || !g.Halted() {
		t.Errorf("the true one is not believed: %v, %v", other, err)
	}
}

// A twin itself can send nonsense, which is refused, and there can be no more than a few.
func TestTwinIsBounded(t *testing.T) {
	c := newClock()
	g := c.guard()
	for what, s := range map[string]Statement{
		"a time after all calendars":  {Mark: Nonce{1}, Since: latest + 1},
		"to take over after all":      {Mark: Nonce{1}, Takes: latest + 1},
		"a name for an address":       {Mark: Nonce{1}, Address: "ben's laptop"},
		"an address in another way":   {Mark: Nonce{1}, Address: "2001:db8:0:0::1"},
		"an address of one interface": {Mark: Nonce{1}, Address: "fe80::1%eth0"},
	} {
		nonce := newNonce()
		signed, err := s.sign(seeded(1), nonce)
		if err != nil {
			t.Fatal(err)
		}
		if other, err := g.Take(nonce, *signed); other || err == nil {
			t.Errorf("%s is taken", what)
		}
	}
	for i := range 3 * maxTwins {
		c.Time = c.Add(time.Millisecond)
		talk(t, g, c.guard())
		if len(g.twins) != min(i+1, maxTwins) {
			t.Fatalf("%d twins are known of %d", len(g.twins), i+1)
		}
	}
}

// FuzzReply: whatever comes is refused, or says the same when it is written again, and stops
// nobody: the fuzzer does not have the key.
func FuzzReply(f *testing.F) {
	c := newClock()
	g, twin := c.guard(), c.guard()
	h := g.Hail(true)
	old, err := twin.Answer(g.Hail(true))
	if err != nil {
		f.Fatal(err)
	}
	for _, v := range []any{h, Reply{}, old, Hail{Nonce: Nonce{1}}} {
		b, err := record.Marshal(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		again[Hail](t, b)
		if r, ok := again[Reply](t, b); ok && r.Statement != nil {
			if other, _ := g.Take(h.Nonce, *r.Statement); other || g.Halted() {
				t.Errorf("%x stops a daemon", b)
			}
		}
	})
}

// again reports whether bytes are a frame, and checks that it says the same when it is written
// again.
func again[T any](t *testing.T, b []byte) (v T, ok bool) {
	if wire.Decode(b, &v) != nil {
		return v, false
	}
	w, err := record.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var same T
	if err := wire.Decode(w, &same); err != nil || !reflect.DeepEqual(same, v) {
		t.Errorf("%x is read as %+v and then as %+v: %v", b, v, same, err)
	}
	return v, true
}
