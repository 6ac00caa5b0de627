package table_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// fault checks that an error proves that seat guilty with so many records.
func fault(t *testing.T, err error, seat, records int, why string) *table.Fault {
	t.Helper()
	var f *table.Fault
	if !errors.As(err, &f) {
		t.Fatalf("got %v, want a fault of seat %d (%s)", err, seat, why)
	}
	if f.Seat != seat || len(f.Records) != records || !strings.Contains(f.Reason.Error(), why) {
		t.Fatalf("got seat %d, %d records, %v; want seat %d, %d records, … %s …", f.Seat, len(f.Records), f.Reason, seat, records, why)
	}
	return f
}

// harmless checks that an error blames nobody.
func harmless(t *testing.T, err, want error) {
	t.Helper()
	var f *table.Fault
	if errors.As(err, &f) || !errors.Is(err, want) {
		t.Errorf("got %v, want %v and no fault", err, want)
	}
}

// kinds are all kinds of records that steps owe, in the order of a game.
var kinds = []record.Kind{
	record.KindRoster, record.KindKey, record.KindStack, record.KindProof, record.KindShares, record.KindMove, record.KindReceipt,
}

// Every field of a payload, changed singly: what names no true place in this
// table blames nobody, what does and is wrong blames its author.
func TestEveryFieldOfEveryKind(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 11)
	for _, kind := range kinds {
		g.Owed(kind)
		p := g.Turn()
		good := g.Make(p)
		tb := g.Table()
		pl, err := good.Open()
		if err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			change func(p *record.Payload)
			want   error // nil for a fault
		}{
			"version": {func(p *record.Payload) { p.Version++ }, table.ErrForeign},
			"table":   {func(p *record.Payload) { p.Table[0] ^= 1 }, table.ErrForeign},
			"future":  {func(p *record.Payload) { p.Step++ }, table.ErrFuture},
			"far":     {func(p *record.Payload) { p.Step = 1<<64 - 1 }, table.ErrFuture},
			"head":    {func(p *record.Payload) { p.Head[5] ^= 1 }, table.ErrForeign},
			"seat":    {func(p *record.Payload) { p.Seat++ }, nil},
			"no seat": {func(p *record.Payload) { p.Seat = 1<<64 - 1 }, nil},
			"kind":    {func(p *record.Payload) { p.Kind = "dance" }, nil},
			"other":   {func(p *record.Payload) { p.Kind = record.KindLeave }, nil},
			"null":    {func(p *record.Payload) { p.Body = record.Encoded{0xf6} }, nil},
			"body":    {func(p *record.Payload) { p.Body = record.Encoded{0x80} }, nil},
			"long":    {func(p *record.Payload) { p.Body = record.Encoded{0xa1, 0x61, 'x', 0} }, nil},
		} {
			changed := pl
			c.change(&changed)
			r, err := record.Sign(p.Key, changed)
			if err != nil {
				t.Fatal(err)
			}
			_, err = tb.Check(r)
			t.Log(kind, name, err)
			if c.want != nil {
				harmless(t, err, c.want)
			} else {
				fault(t, err, p.Seat, 1, "")
			}
			_, err = tb.Claim(table.Peek(r))
			if c.want != nil {
				harmless(t, err, c.want)
			} else {
				fault(t, err, p.Seat, 1, "")
			}
			r.Signature[0] ^= 1
			if c.want == nil {
				_, err = tb.Check(r)
				harmless(t, err, table.ErrForeign)
				_, err = tb.Claim(table.Peek(r))
				harmless(t, err, table.ErrForeign)
			}
		}
		bad := good
		bad.Author[0] ^= 1
		_, err = tb.Check(bad)
		harmless(t, err, table.ErrForeign)
		bad = good
		bad.Author = record.KeyOf(g.Players[(p.Seat+1)%3].Key)
		_, err = tb.Check(bad)
		harmless(t, err, table.ErrForeign)
		deliver(t, g, good)
	}
}

// deliver gives one record to everybody.
func deliver(t *testing.T, g *tabletest.Rig, r record.Record) {
	t.Helper()
	for _, p := range g.Players {
		if err := p.Take(r); err != nil && !errors.Is(err, table.ErrKnown) {
			t.Fatal(err)
		}
	}
}

func TestRecordsOfTheWrongSeat(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 11)
	g.Owed(record.KindStack) // of one seat at a time
	for _, p := range g.Players {
		if !p.Owes() {
			_, err := g.Table().Check(g.Sign(p, record.Empty{}))
			fault(t, err, p.Seat, 1, "not owed")
		}
	}
}

// A past step in which a seat owed nothing, at its true head.
func TestRecordForAFinishedStep(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 11)
	g.Owed(record.KindStack)
	idle := g.Players[2]
	pl, err := g.Table().Payload(2, record.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	g.Step()
	r, err := record.Sign(idle.Key, pl)
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Table().Check(r)
	fault(t, err, 2, 1, "owed nothing")
}

// Attack: equivocation. Two records for a step name their author, on whichever
// branch; both orders; and an honest seat that built on one is not accused.
func TestAttackEquivocation(t *testing.T) {
	for _, kind := range kinds {
		t.Run(string(kind), func(t *testing.T) {
			g := tabletest.New(t, tabletest.Drill, 3, nil, 12)
			g.Owed(kind)
			cheat := g.Turn()
			var forged record.Record
			g.Route = func(from, to *tabletest.Player, r record.Record) []record.Record {
				if from != cheat || to.Seat != (cheat.Seat+1)%3 {
					return []record.Record{r}
				}
				if forged.Payload == nil {
					forged = other(t, g, cheat, r)
				}
				return []record.Record{forged}
			}
			g.Refused = func(*tabletest.Player, record.Record, error) {}
			g.Step()
			g.Route = nil
			// Each half goes on alone as far as it can, then all is exchanged.
			for _, p := range g.Players {
				if p.Owes() && p != cheat {
					p.Take(g.Make(p))
				}
			}
			all := []record.Record{forged} // in nobody's log if it names no head
			for _, p := range g.Players {
				log := p.Table.Log()
				all = append(all, log[1+len(g.Players):]...)
			}
			for _, p := range g.Players {
				for _, r := range append(all, forged) {
					p.Take(r)
				}
				fs := p.Table.Faults()
				if len(fs) != 1 || fs[0].Seat != cheat.Seat || len(fs[0].Records) != 2 || !p.Table.Stopped() {
					t.Fatalf("seat %d knows the faults %v", p.Seat, fs)
				}
				if p.Table.Pending().Seats != nil || len(p.Table.Missing()) > 0 {
					t.Error("a stopped table asks for records")
				}
			}
		})
	}
}

// other is a second record of a player for the same step, as good as the first
// where that can be.
func other(t *testing.T, g *tabletest.Rig, p *tabletest.Player, r record.Record) record.Record {
	t.Helper()
	pl, err := r.Peek()
	if err != nil {
		t.Fatal(err)
	}
	switch pl.Kind {
	case record.KindRoster, record.KindMove:
		pl.Head[0] ^= 1
	case record.KindReceipt:
		body, err := record.Decode[record.Receipt](pl)
		if err != nil {
			t.Fatal(err)
		}
		body.Time++
		pl.Body = tabletest.Encode(t, body)
	default:
		own := p.Hand // that of the record that is there
		pl.Body = tabletest.Encode(t, g.Honest(p))
		p.Hand = own
	}
	s, err := record.Sign(p.Key, pl)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Attack: two valid signatures on one payload are one record.
func TestAttackTwoSignatures(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	g.Owed(record.KindKey)
	a := g.Make(g.Players[0])
	b := tabletest.Resign(g.Players[0].Key, a)
	if _, err := b.Open(); err != nil || a.Signature == b.Signature {
		t.Fatalf("the second signature: %v", err)
	}
	for i, r := range []record.Record{a, b} {
		if err := g.Players[i].Take(r); err != nil {
			t.Fatal(err)
		}
	}
	_, err := g.Table().Check(b)
	harmless(t, err, table.ErrKnown)
	deliver(t, g, g.Make(g.Players[1]))
	g.Agree()
	_, err = g.Table().Check(b)
	harmless(t, err, table.ErrKnown)
	g.Play()
}

func TestDuplicates(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	g.Play()
	for _, r := range g.Table().Log()[3:] {
		_, err := g.Table().Check(r)
		harmless(t, err, table.ErrKnown)
	}
	for _, r := range g.Table().Log()[:3] {
		if _, err := g.Table().Check(r); err == nil {
			t.Error("a proposal or join is taken in")
		} else if f := (*table.Fault)(nil); errors.As(err, &f) {
			t.Error(err)
		}
	}
}

// Another join or proposal by a seat is no fault: it may be for another table
// that never came to be.
func TestSecondJoinIsNoFault(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	_, err := g.Table().Check(tabletest.Join(t, g.Players[1].Key, g.Table().ID(), record.Join{Name: "benny"}))
	harmless(t, err, table.ErrForeign)
}

// Attack: a record of another hand, step, seat or table, re-signed so that only
// its proof is out of place.
func TestAttackReplay(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 5)
	twin := tabletest.New(t, tabletest.Drill, 3, nil, 6)
	bodies := map[record.Kind][]record.Payload{}
	for _, r := range append(played(twin), played(g)...) {
		p, err := r.Peek()
		if err != nil {
			t.Fatal(err)
		}
		bodies[p.Kind] = append(bodies[p.Kind], p)
	}
	h := tabletest.New(t, tabletest.Drill, 3, nil, 5)
	tried := map[record.Kind]int{}
	for h.Table().HandNumber() < 2 || h.Table().Pending().Kind != record.KindMove {
		kind := h.Table().Pending().Kind
		p := h.Turn()
		for _, old := range bodies[kind] {
			if kind == record.KindRoster || kind == record.KindStack || kind == record.KindReceipt || kind == record.KindMove && !shows(old) {
				continue
			}
			pl, err := h.Table().Payload(p.Seat, record.Empty{})
			if err != nil {
				t.Fatal(err)
			}
			pl.Body = old.Body
			if old.Table == h.Table().ID() && old.Step == pl.Step && old.Seat == pl.Seat && old.Head == pl.Head {
				continue
			}
			r, err := record.Sign(p.Key, pl)
			if err != nil {
				t.Fatal(err)
			}
			_, err = h.Table().Check(r)
			fault(t, err, p.Seat, 1, "")
			tried[kind]++
		}
		h.Step()
		h.Agree()
	}
	for _, k := range []record.Kind{record.KindKey, record.KindProof, record.KindShares, record.KindMove} {
		if tried[k] == 0 {
			t.Errorf("no %s was replayed", k)
		}
	}
}

func played(g *tabletest.Rig) []record.Record {
	g.Play()
	return g.Table().Log()[1+len(g.Players):]
}

func shows(p record.Payload) bool {
	m, err := record.Decode[record.Move](p)
	return err == nil && len(m.Shares) > 0
}

// Replay with the same keys and stacks: every item of the transcript matters.
func TestTranscriptBindsThePlace(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 5)
	g.Owed(record.KindKey)
	seen := map[string]string{}
	note := func(name string, tb *table.Table, seat int) {
		c := string(tb.Transcript(seat).ChallengeBytes("c", 32))
		if old, ok := seen[c]; ok {
			t.Errorf("%s has the transcript of %s", name, old)
		}
		seen[c] = name
	}
	note("seat 0", g.Table(), 0)
	note("seat 1", g.Table(), 1)
	g.Step()
	note("the next step", g.Table(), 0)
	h := tabletest.New(t, tabletest.Drill, 3, nil, 6)
	h.Owed(record.KindKey)
	note("another table", h.Table(), 0)
	// The joins in another order: one table ID and step, two heads.
	log := g.Table().Log()
	for name, joins := range map[string][]record.Record{
		"the roster":         {log[1], log[2], log[3]},
		"the roster, turned": {log[2], log[1], log[3]},
	} {
		tb, err := table.New(log[0], joins, g.Find)
		if err != nil {
			t.Fatal(err)
		}
		note(name, tb, 0)
	}
}

func TestReceiptOfAnotherResult(t *testing.T) {
	for name, change := range map[string]func(r *record.Receipt){
		"hand":       func(r *record.Receipt) { r.Hand++ },
		"points":     func(r *record.Receipt) { r.Points[0]-- },
		"scores":     func(r *record.Receipt) { r.Scores = r.Scores[:1] },
		"violations": func(r *record.Receipt) { r.Violations = []record.Violation{{Seat: 1, Step: 9, Rule: "x"}} },
	} {
		g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
		g.Owed(record.KindReceipt)
		p := g.Turn()
		body := g.Honest(p).(record.Receipt)
		change(&body)
		_, err := g.Table().Check(g.Sign(p, body))
		t.Log(name)
		fault(t, err, p.Seat, 1, "another result")
		body = g.Table().Receipt()
		body.Time = 1<<64 - 1 // claimed; nobody can check it
		deliver(t, g, g.Sign(p, body))
	}
}

// A fault of a step that the receipts cover is evidence only; one in the step of
// the receipts itself stops the table until the next hand is receipted, since
// two receipts are two heads.
func TestEvidenceOnly(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	g.Owed(record.KindMove)
	p := g.Turn()
	old := other(t, g, p, g.Make(p)) // names another head: no fault yet
	g = again(t, g)
	g.Owed(record.KindReceipt)
	a := g.Make(g.Players[0])
	second := other(t, g, g.Players[0], a)
	deliver(t, g, a)
	_, err := g.Table().Check(old)
	tb := g.Table()
	tb.Accuse(fault(t, err, p.Seat, 2, "two different"))
	if !tb.Stopped() {
		t.Fatal("the hand has one receipt only, and the table goes on")
	}
	// The last receipt may have been signed before its author heard of it.
	last := g.Make(g.Players[1])
	deliver(t, g, last)
	if tb.Stopped() || tb.Pending().Kind != record.KindKey || len(tb.Faults()) != 1 {
		t.Fatalf("all have receipted, and the table is stopped: %+v", tb.Pending())
	}
	_, err = tb.Check(second)
	tb.Accuse(fault(t, err, 0, 2, "two different"))
	if !tb.Stopped() {
		t.Fatal("two receipts are two heads, and the table goes on")
	}
}

// again replays what a rig has folded in a rig of the same seed, so that moves
// that were made and never delivered are as if they had not been.
func again(t *testing.T, g *tabletest.Rig) *tabletest.Rig {
	t.Helper()
	h := tabletest.New(t, tabletest.Drill, len(g.Players), nil, 3)
	for h.Table().Step() < g.Table().Step() {
		h.Step()
	}
	h.Agree()
	if h.Table().Head() != g.Table().Head() {
		t.Fatal("the same seed gives another game")
	}
	return h
}

func TestStoppedTable(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	g.Owed(record.KindShares)
	first, second := g.Players[0], g.Players[1]
	a, b := g.Make(first), g.Make(second)
	tb := g.Table()
	checked, err := tb.Check(a)
	if err != nil {
		t.Fatal(err)
	}
	good := g.Make(g.Players[2])
	_, err = tb.Check(g.Sign(g.Players[2], record.Empty{}))
	f := fault(t, err, 2, 1, "")
	tb.Accuse(f)
	tb.Accuse(f)
	if !tb.Stopped() || len(tb.Faults()) != 1 {
		t.Fatalf("faults: %v", tb.Faults())
	}
	// What was signed before is taken in, whether it was checked already or not,
	// and also of the seat at fault: others may have built on it.
	if _, err := tb.Apply(checked); err != nil {
		t.Fatal(err)
	}
	step := tb.Step()
	for _, r := range []record.Record{b, good} {
		if err := first.Take(r); err != nil {
			t.Fatal(err)
		}
	}
	if tb.Step() != step+1 || !tb.Stopped() || tb.Pending().Kind != "" || tb.Missing() != nil {
		t.Errorf("step %d of %d, stopped %v, owed %+v", tb.Step(), step, tb.Stopped(), tb.Pending())
	}
	// Faults are still found.
	earlier := g.Table().Records(2)[1]
	_, err = tb.Check(other(t, g, second, earlier))
	fault(t, err, 1, 2, "two different")
}

// A node that hears of a fault when the others are ahead comes to the same
// settled hand as they, and to the receipts that end the stop.
func TestStoppedTableCatchesUp(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	g.Owed(record.KindMove)
	at := g.Table().Step()
	p := g.Turn()
	first := g.Make(p)
	second := other(t, g, p, first)
	deliver(t, g, first)
	behind := g.Replay(g.Table().Log())
	g.Owed(record.KindReceipt)
	slow := tabletest.Player{Table: behind}
	fault(t, slow.Take(second), p.Seat, 2, "two different")
	log := g.Table().Log()
	stopped := func(when string) {
		t.Helper()
		if !behind.Stopped() || behind.Pending().Kind != "" || behind.Missing() != nil {
			t.Fatalf("%s: stopped %v, owed %+v", when, behind.Stopped(), behind.Pending())
		}
	}
	stopped("behind")
	for _, r := range log[1+len(g.Players):] {
		if err := slow.Take(r); err != nil && !errors.Is(err, table.ErrKnown) {
			t.Fatal(err)
		}
		stopped("catching up")
	}
	tb := g.Table()
	if behind.Step() <= at+1 || behind.Head() != tb.Head() || len(behind.Results()) != 1 {
		t.Fatalf("step %d, not %d; %d hands settled", behind.Step(), tb.Step(), len(behind.Results()))
	}
	if a, b := successor(t, behind), successor(t, tb); a != b {
		t.Error("they go on in two tables")
	}
	g.Step()
	for _, r := range g.Table().Records(behind.Step()) {
		stopped("some have receipted")
		if err := slow.Take(r); err != nil {
			t.Fatal(err)
		}
	}
	if behind.Stopped() || behind.Pending().Kind != record.KindKey {
		t.Errorf("all have receipted: stopped %v, owed %+v", behind.Stopped(), behind.Pending())
	}
}

// successor is the ID of the table that goes on without seat 0.
func successor(t *testing.T, tb *table.Table) record.Hash {
	t.Helper()
	c, err := tb.Successor(len(tb.Results()), []int{1, 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	id, err := record.ContinuationID(c)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// Two that stopped on two branches both complete the step of the fault, each
// with what it has. What was settled before, they share; nothing of the other
// branch is taken in, and nobody honest is blamed for it.
func TestStoppedBranches(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	g.Until(func(tb *table.Table) bool { return tb.Pending().Why == rules.Show })
	cheat := g.Turn()
	first := g.Make(cheat)
	second := other(t, g, cheat, first)
	left, right := g.Players[(cheat.Seat+1)%3], g.Players[(cheat.Seat+2)%3]
	g.Refused = func(*tabletest.Player, record.Record, error) {}
	var rest []record.Record
	for _, p := range []*tabletest.Player{left, right} {
		if p.Owes() {
			rest = append(rest, g.Make(p))
		}
	}
	left.Take(first)
	right.Take(second)
	left.Take(second)
	right.Take(first)
	for _, r := range rest {
		for _, p := range []*tabletest.Player{left, right} {
			if err := p.Take(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	a, b := left.Table, right.Table
	if a.Step() != b.Step() || a.Head() == b.Head() || len(a.Results()) != 1 || len(b.Results()) != 1 {
		t.Fatalf("steps %d and %d, %d and %d hands settled", a.Step(), b.Step(), len(a.Results()), len(b.Results()))
	}
	if successor(t, a) == successor(t, b) {
		t.Fatal("one table goes on from two branches")
	}
	for _, r := range a.Log()[1+len(g.Players):] {
		right.Take(r)
	}
	for _, tb := range []*table.Table{a, b} {
		if fs := tb.Faults(); len(fs) != 1 || fs[0].Seat != cheat.Seat || !tb.Stopped() {
			t.Errorf("faults %v, stopped %v", fs, tb.Stopped())
		}
	}
}

// A game that is over does not stop: what was won stays won.
func TestFaultAfterTheEnd(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	g.Play()
	tb := g.Table()
	log := tb.Log()
	last := log[len(log)-1]
	seat := tb.Terms().SeatOf(last.Author)
	_, err := tb.Check(other(t, g, g.Players[seat], last))
	tb.Accuse(fault(t, err, seat, 2, "two different"))
	if tb.Stopped() || !tb.Over() || tb.Winners() == nil || len(tb.Faults()) != 1 {
		t.Errorf("stopped %v, over %v", tb.Stopped(), tb.Over())
	}
}

func TestStaleChecked(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	g.Owed(record.KindShares)
	p := g.Turn()
	a := g.Make(p)
	tb := g.Table()
	one, err := tb.Check(a)
	if err != nil {
		t.Fatal(err)
	}
	two, err := tb.Check(other(t, g, p, a)) // other nonces: another payload
	if err != nil {
		t.Fatal(err)
	}
	another := tabletest.New(t, tabletest.Drill, 3, nil, 4)
	another.Owed(record.KindShares)
	if _, err := another.Table().Apply(one); !errors.Is(err, table.ErrStale) {
		t.Errorf("applied at another table: %v", err)
	}
	log := tb.Log()
	if _, err := g.Replay(log[:len(log)-1]).Apply(one); !errors.Is(err, table.ErrStale) {
		t.Errorf("applied where a record before it is missing: %v", err)
	}
	shuffler := *g.Players[2]
	shuffler.Table = g.Replay(log[:len(log)-1])
	if err := shuffler.Take(g.Make(&shuffler)); err != nil || shuffler.Table.Step() != tb.Step() {
		t.Fatal(err)
	}
	if _, err := shuffler.Table.Apply(one); !errors.Is(err, table.ErrStale) || len(shuffler.Table.Arrived()) > 0 {
		t.Errorf("applied on another branch: %v", err)
	}
	if _, err := g.Players[1].Table.Snapshot().Apply(one); err != nil {
		t.Errorf("applied at another replica: %v", err)
	}
	if _, err := tb.Apply(table.Checked{}); !errors.Is(err, table.ErrStale) {
		t.Errorf("applied the zero value: %v", err)
	}
	if _, err := tb.Apply(one); err != nil {
		t.Fatal(err)
	}
	_, err = tb.Apply(one)
	harmless(t, err, table.ErrKnown)
	_, err = tb.Apply(two)
	fault(t, err, p.Seat, 2, "two different")
	g.Refused = func(*tabletest.Player, record.Record, error) {}
	deliver(t, g, a)
	for _, q := range g.Players {
		if q.Owes() {
			deliver(t, g, g.Make(q))
		}
	}
	_, err = tb.Apply(one)
	harmless(t, err, table.ErrKnown)
	_, err = tb.Apply(two)
	fault(t, err, p.Seat, 2, "two different")
}

// Violations stand in the result that all sign, and no further hand starts.
func TestViolationesStopFurtherHands(t *testing.T) {
	g, cheat := tabletest.Cheat(t, 2, nil)
	tb := g.Table()
	if !tb.Violated() || tb.Over() || tb.Stopped() || tb.Pending().Kind != "" || tb.Winners() != nil {
		t.Fatalf("violated %v, over %v, owed %+v", tb.Violated(), tb.Over(), tb.Pending())
	}
	b := tb.Results()[0].Violations
	if len(b) != 1 || b[0].Seat != cheat.Seat {
		t.Fatalf("%+v", b)
	}
	log := tb.Log()
	p, _ := log[len(log)-1].Peek()
	body, err := record.Decode[record.Receipt](p)
	if err != nil || len(body.Violations) != 1 || body.Violations[0].Step != uint64(b[0].At) {
		t.Errorf("%+v %v", body, err)
	}
	if _, err := tb.Successor(1, []int{0, 1}, nil); err != nil {
		t.Errorf("the others cannot go on: %v", err)
	}
}

func TestLeaveNotices(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	g.Owed(record.KindMove)
	tb := g.Table()
	notice := func(key int, change func(p *record.Payload), sign func(p record.Payload) (record.Record, error)) record.Record {
		p, err := tb.LeavePayload(key, 7)
		if err != nil {
			t.Fatal(err)
		}
		change(&p)
		r, err := sign(p)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	as := func(seat int) func(p record.Payload) (record.Record, error) {
		return func(p record.Payload) (record.Record, error) { return record.SignNotice(g.Players[seat].Key, p) }
	}
	same := func(*record.Payload) {}
	for name, r := range map[string]record.Record{
		"as a record":  notice(1, same, func(p record.Payload) (record.Record, error) { return record.Sign(g.Players[1].Key, p) }),
		"of another":   notice(1, same, as(2)),
		"other table":  notice(1, func(p *record.Payload) { p.Table[0]++ }, as(1)),
		"other kind":   notice(1, func(p *record.Payload) { p.Kind = record.KindMove }, as(1)),
		"another body": notice(1, func(p *record.Payload) { p.Body = record.Encoded{0xa0} }, as(1)),
	} {
		if ok, err := tb.Leave(r); ok || !errors.Is(err, table.ErrForeign) {
			t.Errorf("%s: %v %v", name, ok, err)
		}
	}
	head := tb.Head()
	for _, seat := range []int{2, 1} {
		r := notice(seat, same, as(seat))
		if ok, err := tb.Leave(r); !ok || err != nil || !tb.HasLeft(seat) {
			t.Error(ok, err)
		}
		if ok, err := tb.Leave(notice(seat, func(p *record.Payload) { p.Step = 3 }, as(seat))); ok || err != nil {
			t.Error(ok, err)
		}
	}
	log := tb.Log()
	if tb.Head() != head || log[len(log)-2].Author != record.KeyOf(g.Players[1].Key) || tb.HasLeft(0) {
		t.Error("notices are not in seat order, or change the head")
	}
	for _, first := range []bool{true, false} {
		if ok, err := tb.Leave(notice(0, same, as(0))); ok != first || err != nil || len(tb.Notices()) != 3 {
			t.Errorf("seat 0, the first time %v: %v %v", first, ok, err)
		}
	}
}

// An honest seat whose records name the branch of a cheater's fork, or come
// late, early or twice, is never accused.
func TestHonestSeatIsNeverAccused(t *testing.T) {
	for seed := range uint64(6) {
		g := tabletest.New(t, tabletest.Drill, 3, nil, seed)
		cheat, at := g.Players[2], 4+3*seed
		g.Refused = func(*tabletest.Player, record.Record, error) {}
		g.Route = func(from, to *tabletest.Player, r record.Record) []record.Record {
			if from == cheat && to.Seat == 1 && from.Table.Step() == at {
				return []record.Record{other(t, g, cheat, r)}
			}
			return []record.Record{r}
		}
		for range 40 {
			g.Step()
		}
		var all []record.Record
		for _, p := range g.Players {
			all = append(all, p.Table.Log()...)
		}
		all = append(all, g.Records...)
		for _, p := range g.Players {
			for range 2 {
				g.Rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
				for _, r := range all {
					p.Take(r)
				}
			}
			if slices.ContainsFunc(p.Table.Faults(), func(f *table.Fault) bool { return f.Seat != cheat.Seat }) {
				t.Fatalf("seed %d: seat %d accuses %v", seed, p.Seat, p.Table.Faults())
			}
		}
	}
}
