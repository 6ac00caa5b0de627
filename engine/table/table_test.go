package table_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"

	"pgregory.net/rapid"
)

// The order in which records of a step arrive, whatever is sent twice, early or
// late, changes no head.
func TestInterleavingsGiveTheSameHeads(t *testing.T) {
	var rigs []*tabletest.Rig
	for i := range 4 {
		g := tabletest.New(t, tabletest.Drill, i+1, map[string]any{"hands": 1}, uint64(i))
		g.Play()
		rigs = append(rigs, g)
	}
	rapid.Check(t, func(rt *rapid.T) {
		g := rapid.SampledFrom(rigs).Draw(rt, "rig")
		log := g.Table().Log()
		seats := len(g.Players)
		fresh, err := table.New(log[0], log[1:1+seats], g.Find)
		if err != nil {
			t.Fatal(err)
		}
		p := tabletest.Player{Table: fresh}
		rest := log[1+seats:]
		seed := rapid.Uint64().Draw(rt, "order")
		r := rand.New(rand.NewPCG(seed, 0))
		// A window that slides over the log, each time in another order.
		for at := 0; at < len(rest); {
			window := slices.Clone(rest[max(0, at-2):min(len(rest), at+6)])
			r.Shuffle(len(window), func(i, j int) { window[i], window[j] = window[j], window[i] })
			for _, x := range window {
				if err := p.Take(x); err != nil && !errors.Is(err, table.ErrKnown) && !errors.Is(err, table.ErrFuture) {
					rt.Fatal(err)
				}
			}
			for at < len(rest) && slices.ContainsFunc(fresh.Log(), rest[at].Same) {
				at++
			}
		}
		if fresh.Head() != g.Table().Head() || !fresh.Over() {
			rt.Fatalf("head %s, not %s", fresh.Head(), g.Table().Head())
		}
		for i := range fresh.Step() {
			a, _ := fresh.HeadAt(i)
			b, _ := g.Table().HeadAt(i)
			if a != b {
				rt.Fatalf("head at step %d", i)
			}
		}
	})
}

// Check changes nothing and may run concurrently (under -race).
func TestCheckIsPure(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 8)
	for _, kind := range kinds {
		g.Owed(kind)
		tb := g.Table()
		before := snapshot(tb)
		var batch []record.Record
		for _, p := range g.Players {
			if p.Owes() {
				r := g.Make(p)
				bad := r
				bad.Signature[0] ^= 1
				batch = append(batch, r, bad, g.Sign(p, record.Empty{}))
			}
		}
		var wg sync.WaitGroup
		for _, r := range batch {
			for range 2 {
				wg.Go(func() { tb.Check(r); tb.Missing(); tb.Log() })
			}
		}
		wg.Wait()
		if after := snapshot(tb); after != before {
			t.Fatalf("%s: Check changed the table:\n%s\n%s", kind, before, after)
		}
		for i := 0; i < len(batch); i += 3 {
			deliver(t, g, batch[i])
		}
		g.Agree()
	}
}

// snapshot is all that can be seen of a table.
func snapshot(t *table.Table) string {
	s := fmt.Sprintln(t.Step(), t.Head(), t.Pending(), t.Missing(), len(t.Log()), t.Public(), t.Hand().Slots(), t.Hand().Played(),
		t.Results(), t.Faults(), t.Stopped(), t.Over(), t.HandNumber())
	if p := t.Position(); p != nil {
		s += fmt.Sprintln(p.Status(), p.Next())
	}
	if t.HandNumber() > 0 {
		for seat := range t.Terms().Seats {
			k := t.Hand().Key(seat)
			s += fmt.Sprintf("%x %v ", k.Encode(), t.SharesOwed(seat))
		}
	}
	return s
}

// Payload bytes of a peer, signed with its key, never panic and never change
// the table; nor do they blame anybody else.
func FuzzCheck(f *testing.F) {
	var rigs []*tabletest.Rig
	owed := []func(*tabletest.Rig){func(g *tabletest.Rig) {
		g.Until(func(tb *table.Table) bool { return tb.Pending().Why == rules.Lot })
	}}
	for _, kind := range kinds {
		owed = append(owed, func(g *tabletest.Rig) { g.Owed(kind) })
	}
	for i, until := range owed {
		g := tabletest.New(f, tabletest.Drill, 2, nil, 3)
		until(g)
		rigs = append(rigs, g)
		r := g.Make(g.Turn())
		f.Add(uint8(i), r.Payload)
		p, _ := r.Peek()
		f.Add(uint8(i), []byte(p.Body))
	}
	f.Add(uint8(1+slices.Index(kinds, record.KindMove)), []byte("\xa4\x64text\x64call\x65cards\x81\x1b\xff\xff\xff\xff\xff\xff\xff\xff\x65proof\x40\x66shares\x40"))
	f.Fuzz(func(t *testing.T, at uint8, b []byte) {
		g := rigs[int(at)%len(rigs)]
		g.TB = t
		p := g.Turn()
		before := snapshot(g.Table())
		whole := record.Record{Author: record.KeyOf(p.Key), Payload: b}
		check(t, g, p, tabletest.Resign(p.Key, whole))
		if pl, err := g.Table().Payload(p.Seat, record.Empty{}); err == nil && len(b) > 0 {
			pl.Body = b
			if r, err := record.Sign(p.Key, pl); err == nil {
				check(t, g, p, r)
			}
		}
		if snapshot(g.Table()) != before {
			t.Fatal("Check changed the table")
		}
	})
}

func check(t *testing.T, g *tabletest.Rig, p *tabletest.Player, r record.Record) {
	_, err := g.Table().Check(r)
	var f *table.Fault
	if errors.As(err, &f) && f.Seat != p.Seat {
		t.Fatalf("seat %d is blamed for what seat %d signed", f.Seat, p.Seat)
	}
}

// Attack: rogue keys and copied proofs of possession.
func TestAttackCopiedKey(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	g.Owed(record.KindKey)
	a := g.Make(g.Players[0])
	p, _ := a.Peek()
	body, err := record.Decode[record.HandKey](p)
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Table().Check(g.Sign(g.Players[1], body))
	fault(t, err, 1, 1, "")
	for name, change := range map[string]func(b *record.HandKey){
		"identity":      func(b *record.HandKey) { b.Key = make([]byte, 32) },
		"not canonical": func(b *record.HandKey) { b.Key[0] |= 1 },
		"short":         func(b *record.HandKey) { b.Key = b.Key[:31] },
		"long":          func(b *record.HandKey) { b.Key = append(b.Key, 0) },
		"no proof":      func(b *record.HandKey) { b.Proof = nil },
		"long proof":    func(b *record.HandKey) { b.Proof = append(b.Proof, 0) },
	} {
		bad := record.HandKey{Key: slices.Clone(body.Key), Proof: slices.Clone(body.Proof)}
		change(&bad)
		t.Log(name)
		_, err = g.Table().Check(g.Sign(g.Players[0], bad))
		fault(t, err, 0, 1, "")
	}
}

// Attack: length games and changed bytes in the vectors of bodies.
func TestAttackLengths(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	resize := func(b []byte) [][]byte {
		return [][]byte{nil, b[:len(b)-1], append(slices.Clone(b), 0), b[:len(b)-32], append(slices.Clone(b), b[:32]...),
			make([]byte, len(b)), append([]byte{b[0] ^ 1}, b[1:]...), make([]byte, 100_000)}
	}
	refuse := func(body any) {
		t.Helper()
		p := g.Turn()
		_, err := g.Table().Check(g.Sign(p, body))
		fault(t, err, p.Seat, 1, "")
	}
	g.Owed(record.KindStack)
	stack := g.Honest(g.Turn()).(record.Stack).Stack
	for _, b := range resize(stack) {
		refuse(record.Stack{Stack: b})
	}
	g.Owed(record.KindProof)
	proof := g.Honest(g.Turn()).(record.Proof).Proof
	for _, b := range resize(proof) {
		refuse(record.Proof{Proof: b})
	}
	g.Owed(record.KindShares)
	sh := g.Honest(g.Turn()).(record.Shares)
	for _, b := range resize(sh.Shares) {
		refuse(record.Shares{Shares: b, Proof: sh.Proof})
	}
	for _, b := range resize(sh.Proof) {
		refuse(record.Shares{Shares: sh.Shares, Proof: b})
	}
	g.Owed(record.KindMove)
	for _, cards := range [][]uint64{{1 << 63}, {1<<64 - 1}, {16}, {0, 0}, make([]uint64, 4096)} {
		refuse(record.Move{Text: "call", Cards: cards})
	}
	refuse(record.Move{Text: strings.Repeat("x", 1025)})
	refuse(record.Move{Text: "drop ?"})
	refuse(record.Move{})
}

// Attack: false showing. The face comes from the openings, not from the text.
func TestAttackFalseShowing(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	g.Owed(record.KindMove)
	p := g.Turn()
	own := p.Own()
	hand := g.Table().Position().Status().Hands[p.Seat]
	low := hand[0]
	if own.Of(hand[1]).Rank < own.Of(low).Rank {
		low = hand[1]
	}
	good := g.Move(p, "drop "+own.Of(low).String())
	bad := good
	bad.Text = "drop 8h"
	if own.Of(low).String() == "8h" {
		bad.Text = "drop 8c"
	}
	_, err := g.Table().Check(g.Sign(p, bad))
	fault(t, err, p.Seat, 1, "the card named")
	// Another seat's card, a card of the stock, the other card's slot.
	for _, x := range []rules.Slot{g.Table().Position().Status().Hands[1-p.Seat][0], 15, hand[0] + hand[1] - low} {
		bad = good
		bad.Cards = []uint64{uint64(x)}
		_, err = g.Table().Check(g.Sign(p, bad))
		fault(t, err, p.Seat, 1, "")
	}
	// Shares for fewer or for more than the move shows.
	call := g.Move(p, "call")
	call.Shares, call.Proof = good.Shares, good.Proof
	_, err = g.Table().Check(g.Sign(p, call))
	fault(t, err, p.Seat, 1, "shares")
}

// Every option and number of seats that a proposal or join can get wrong.
func TestProposalsAndJoins(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	log := g.Table().Log()
	key := tabletest.Key(3, 0)
	pl, _ := log[0].Peek()
	good, err := record.Decode[record.Proposal](pl)
	if err != nil {
		t.Fatal(err)
	}
	id := g.Table().ID()
	if again, _, _, _ := table.OpenProposal(log[0], g.Find); again != id {
		t.Error("the table ID is not that of its proposal")
	}
	for name, change := range map[string]func(p *record.Payload, b *record.Proposal){
		"step":         func(p *record.Payload, b *record.Proposal) { p.Step = 1 },
		"seat":         func(p *record.Payload, b *record.Proposal) { p.Seat = 1 },
		"table":        func(p *record.Payload, b *record.Proposal) { p.Table[1] = 1 },
		"head":         func(p *record.Payload, b *record.Proposal) { p.Head[1] = 1 },
		"kind":         func(p *record.Payload, b *record.Proposal) { p.Kind = record.KindJoin },
		"game":         func(p *record.Payload, b *record.Proposal) { b.Game = "whist" },
		"no seat":      func(p *record.Payload, b *record.Proposal) { b.Seats = 0 },
		"six seats":    func(p *record.Payload, b *record.Proposal) { b.Seats = 6 },
		"many seats":   func(p *record.Payload, b *record.Proposal) { b.Seats = 1<<64 - 1 },
		"no options":   func(p *record.Payload, b *record.Proposal) { b.Options = nil },
		"few options":  func(p *record.Payload, b *record.Proposal) { b.Options = map[string]any{"hands": 2} },
		"more options": func(p *record.Payload, b *record.Proposal) { b.Options["x"] = 1 },
		"range":        func(p *record.Payload, b *record.Proposal) { b.Options["hands"] = 9 },
		"negative":     func(p *record.Payload, b *record.Proposal) { b.Options["hands"] = -1 },
		"huge":         func(p *record.Payload, b *record.Proposal) { b.Options["hands"] = uint64(1<<64 - 1) },
		"float":        func(p *record.Payload, b *record.Proposal) { b.Options["hands"] = 2.0 },
		"text":         func(p *record.Payload, b *record.Proposal) { b.Options["hands"] = "2" },
		"null":         func(p *record.Payload, b *record.Proposal) { b.Options["hands"] = nil },
		"turn limit":   func(p *record.Payload, b *record.Proposal) { b.TurnLimit = 86401 },
		"cover":        func(p *record.Payload, b *record.Proposal) { b.Cover = "most" },
		"year 10000":   func(p *record.Payload, b *record.Proposal) { b.Time = 253402300800 },
		"far future":   func(p *record.Payload, b *record.Proposal) { b.Time = 1 << 62 },
	} {
		p, b := record.Payload{Version: record.Version, Kind: record.KindProposal}, good
		b.Options = map[string]any{"hands": 2, "polite": false}
		change(&p, &b)
		if _, _, _, err := table.OpenProposal(tabletest.Sign(t, key, p, b), g.Find); !errors.Is(err, table.ErrTerms) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Another spelling of the same body, with the length of its map in a byte more.
	respelled := func(r record.Record) record.Record {
		p, err := r.Peek()
		if err != nil {
			t.Fatal(err)
		}
		p.Body = append([]byte{0xb8, p.Body[0] & 0x1f}, p.Body[1:]...)
		if r, err = record.Sign(key, p); err != nil {
			t.Fatal(err)
		}
		return r
	}
	if _, _, _, err := table.OpenProposal(respelled(log[0]), g.Find); !errors.Is(err, record.ErrEncoding) {
		t.Errorf("a proposal in another spelling: %v", err)
	}
	if _, err := table.OpenJoin(respelled(log[1]), id); !errors.Is(err, record.ErrEncoding) {
		t.Errorf("a join in another spelling: %v", err)
	}
	// What one program refuses and another takes forks a table, also at the very limit.
	most := good
	most.Time, most.TurnLimit = 253402300799, 86400
	if _, _, _, err := table.OpenProposal(tabletest.Sign(t, key, record.Payload{Version: record.Version, Kind: record.KindProposal}, most), g.Find); err != nil {
		t.Errorf("the last second of the year 9999, and a turn limit of a day: %v", err)
	}
	unsigned := log[0]
	unsigned.Signature[9] ^= 1
	if _, terms, _, err := table.OpenProposal(unsigned, g.Find); !errors.Is(err, table.ErrTerms) || terms != nil {
		t.Errorf("an unsigned proposal: %v", err)
	}
	small := record.Key{}
	bot := tabletest.Key(3, 9)
	cert := record.CertifyBot(key, id, record.KeyOf(bot))
	host, self := record.KeyOf(key), record.KeyOf(bot)
	for name, c := range map[string]struct {
		body record.Join
		ok   bool
	}{
		"a bot":         {record.Join{Name: "bot", Host: &host, Certificate: &cert}, true},
		"no host":       {record.Join{Name: "bot", Certificate: &cert}, false},
		"no cert":       {record.Join{Name: "bot", Host: &host}, false},
		"its own":       {record.Join{Name: "bot", Host: &self, Certificate: &cert}, false},
		"small host":    {record.Join{Name: "bot", Host: &small, Certificate: &cert}, false},
		"zero cert":     {record.Join{Name: "bot", Host: &host, Certificate: new([64]byte)}, false},
		"nobody":        {record.Join{}, false},
		"spaces":        {record.Join{Name: " ana"}, false},
		"control":       {record.Join{Name: "ana\x1b[2J"}, false},
		"right to left": {record.Join{Name: "ana\u202e"}, false},
		"long":          {record.Join{Name: strings.Repeat("a", 33)}, false},
		"32 characters": {record.Join{Name: strings.Repeat("é", 32)}, true},
	} {
		_, err := table.OpenJoin(tabletest.Join(t, bot, id, c.body), id)
		if (err == nil) != c.ok || err != nil && !errors.Is(err, table.ErrTerms) {
			t.Errorf("join, %s: %v", name, err)
		}
	}
	for name, change := range map[string]func(p *record.Payload){
		"kind":  func(p *record.Payload) { p.Kind = record.KindRoster },
		"step":  func(p *record.Payload) { p.Step = 2 },
		"seat":  func(p *record.Payload) { p.Seat = 1 },
		"table": func(p *record.Payload) { p.Table[0] ^= 1 },
		"head":  func(p *record.Payload) { p.Head[0] ^= 1 },
	} {
		p := record.Payload{Version: record.Version, Table: id, Step: 1, Head: id, Kind: record.KindJoin}
		change(&p)
		if _, err := table.OpenJoin(tabletest.Sign(t, bot, p, record.Join{Name: "zoe"}), id); !errors.Is(err, table.ErrTerms) {
			t.Errorf("join, another %s: %v", name, err)
		}
	}
	other := record.CertifyBot(key, record.Hash{1}, record.KeyOf(bot))
	if _, err := table.OpenJoin(tabletest.Join(t, bot, id, record.Join{Name: "bot", Host: &host, Certificate: &other}), id); err == nil {
		t.Error("a certificate for another table")
	}
	if _, err := table.New(log[0], []record.Record{log[1], log[1]}, g.Find); !errors.Is(err, table.ErrTerms) {
		t.Errorf("one key twice: %v", err)
	}
	if _, err := table.New(log[0], log[1:2], g.Find); !errors.Is(err, table.ErrTerms) {
		t.Errorf("one join for two seats: %v", err)
	}
}

// A label is meant in either case, unless it is another one that is typed exactly.
func TestCalled(t *testing.T) {
	labels := []string{"Ada", "ben", "ada", "ben~2"}
	for typed, want := range map[string]int{"Ada": 0, "ada": 2, "ADA": 0, " ben ": 1, "BEN~2": 3, "cleo": -1, "": -1} {
		if got := table.Called(labels, typed); got != want {
			t.Errorf("%q is %d, not %d", typed, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	terms := &table.Terms{Seats: []table.Seat{{Name: "ana"}, {Name: "ana"}, {Name: "ana~2"}, {Name: "ana"}}}
	if got := terms.Names(); !slices.Equal(got, []string{"ana", "ana~2", "ana~2~2", "ana~3"}) {
		t.Errorf("%q", got)
	}
	bot, person := table.Seat{Name: "Ada (good)", Host: new(record.Key)}, table.Seat{Name: "Ada (good)"}
	if name, strength := bot.Called(); name != "Ada" || strength != "good" {
		t.Errorf("a computer player: %q, %q", name, strength)
	}
	if name, strength := person.Called(); name != "Ada (good)" || strength != "" {
		t.Errorf("a person: %q, %q", name, strength)
	}
	terms.Seats = []table.Seat{{Name: "Ada"}, bot, person}
	if got := terms.Names(); !slices.Equal(got, []string{"Ada", "Ada~2", "Ada (good)"}) {
		t.Errorf("%q", got)
	}
}

func TestContinueRefuses(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 5)
	g.Until(func(tb *table.Table) bool { return len(tb.Results()) == 1 })
	good, err := g.Table().Successor(1, []int{0, 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(c *record.Continuation){
		"game":        func(c *record.Continuation) { c.Game = "whist" },
		"options":     func(c *record.Continuation) { c.Options = nil },
		"no seats":    func(c *record.Continuation) { c.Players, c.From = nil, nil },
		"many seats":  func(c *record.Continuation) { c.Players = make([]record.Player, 2000) },
		"small key":   func(c *record.Continuation) { c.Players[0].Key = record.Key{} },
		"small host":  func(c *record.Continuation) { c.Players[0].Host = new(record.Key) },
		"twice":       func(c *record.Continuation) { c.Players[0] = c.Players[1] },
		"name":        func(c *record.Continuation) { c.Players[0].Name = "" },
		"scores":      func(c *record.Continuation) { c.Carry.Scores = c.Carry.Scores[:1] },
		"next":        func(c *record.Continuation) { c.Carry.Next = 2 },
		"hands":       func(c *record.Continuation) { c.Carry.Hands = -1 },
		"many hands":  func(c *record.Continuation) { c.Carry.Hands = 1<<30 + 1 },
		"many points": func(c *record.Continuation) { c.Carry.Scores[0] = -1<<30 - 1 },
		"from":        func(c *record.Continuation) { c.From = c.From[:1] },
		"from more":   func(c *record.Continuation) { c.From = []int{0, 1, 2} },
		"from twice":  func(c *record.Continuation) { c.From = []int{1, 1} },
		"from -1":     func(c *record.Continuation) { c.From = []int{-1, 1} },
		"from 64":     func(c *record.Continuation) { c.From = []int{0, 64} },
		"head start":  func(c *record.Continuation) { c.Carry.Hands = 0; c.Carry.Scores[0] = 1 },
		"turn limit":  func(c *record.Continuation) { c.TurnLimit = 1 << 60 },
		"cover":       func(c *record.Continuation) { c.Cover = "All" },
		"attempt 16":  func(c *record.Continuation) { c.Attempt = record.MaxAttempt + 1 },
		"decided":     func(c *record.Continuation) { c.Carry.Hands = 2 },
	} {
		c := good
		c.Players, c.Carry.Scores = slices.Clone(good.Players), slices.Clone(good.Carry.Scores)
		change(&c)
		if _, err := table.Continue(c, g.Find); !errors.Is(err, table.ErrTerms) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// drawing never calls: so at the end of the hand both seats owe a showing.
func drawing(*tabletest.Player, rules.Observation, *rand.Rand) string { return "draw" }

// Withholding: whoever refuses to show has won nothing.
func TestAttackWithholding(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, map[string]any{"hands": 1}, 2)
	g.Choose = drawing
	g.Until(func(tb *table.Table) bool { return tb.Pending().Why == rules.Show })
	tb := g.Table()
	deliver(t, g, g.Make(g.Players[0]))
	if tb.Winners() != nil || tb.Over() || len(tb.Results()) != 0 || !slices.Equal(tb.Missing(), []int{1}) {
		t.Errorf("winners %v, missing %v", tb.Winners(), tb.Missing())
	}
	c, err := tb.Successor(0, []int{0, 1}, nil)
	if err != nil || c.Carry.Hands != 0 {
		t.Error(c, err)
	}
}

// What a seat may open follows from the table alone.
func TestOwnAndShares(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 2)
	tb := g.Table()
	if tb.SharesOwed(0) != nil || tb.Hand().Slots() != 0 || tb.Public() != nil || tb.Hand().Played() != nil {
		t.Error("before the first hand")
	}
	g.Owed(record.KindMove)
	for seat, hand := range tb.Position().Status().Hands {
		for x := range rules.Slot(tb.Hand().Slots() + 2) {
			_, _, ok := tb.Hand().OpenedTo(seat, x)
			if ok != slices.Contains(hand, x) {
				t.Errorf("seat %d, slot %d: %v", seat, x, ok)
			}
		}
		if tb.SharesOwed(seat) != nil {
			t.Error("shares are owed while a move is")
		}
	}
}
