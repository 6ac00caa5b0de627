package audit_test

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fives/crypto/cores"
	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// played is a rig after a game of one hand.
func played(t *testing.T, seats int, seed uint64) *tabletest.Rig {
	t.Helper()
	g := tabletest.New(t, tabletest.Drill, seats, map[string]any{"hands": 1}, seed)
	g.Play()
	return g
}

// verify verifies in every way that there is.
func verify(g *tabletest.Rig, records []record.Record) (*audit.Report, error) {
	g.TB.Helper()
	return everyWay(g.TB, records, g.Find)
}

func altered(t *testing.T, err error, n int, why string) {
	t.Helper()
	var a *audit.AlteredError
	if !errors.As(err, &a) || a.Record != n || !strings.Contains(a.Error(), why) {
		t.Errorf("got %v, want: altered at record %d: … %s …", err, n, why)
	}
}

func TestVerify(t *testing.T) {
	g := played(t, 3, 7)
	log := g.Table().Log()
	r, err := verify(g, log)
	if err != nil || !r.OK() || !r.Over {
		t.Fatalf("%v %+v", err, r)
	}
	if r.Head != g.Table().Head() || r.Table != g.Table().ID() || r.Game != "drill" || len(r.Seats) != 3 {
		t.Errorf("%+v", r)
	}
	c := r.Checked
	if c.Records != len(log) || c.Signatures != len(log) || c.Keys != 3 || c.Receipts != 3 || c.Shuffles < 3 || c.Shares == 0 || c.Openings == 0 {
		t.Errorf("counts: %+v", c)
	}
	if len(r.Hands) != 1 || r.Hands[0].Moves != r.Moves || r.Moves == 0 || r.Hands[0].Receipts != 3 || r.Winners == nil {
		t.Errorf("%+v", r)
	}
	if r.Alone || r.Evidence || len(r.Unfinished) > 0 {
		t.Errorf("%+v", r)
	}
}

func TestVerifyOneSeat(t *testing.T) {
	g := played(t, 1, 1)
	if r, err := verify(g, g.Table().Log()); err != nil || !r.Alone || !r.OK() {
		t.Errorf("%v %+v", err, r)
	}
}

func TestFileIsItsOwnExport(t *testing.T) {
	g := played(t, 2, 1)
	var b bytes.Buffer
	if err := audit.WriteLog(&b, g.Table().Log()); err != nil {
		t.Fatal(err)
	}
	file := b.String()
	records, err := audit.ReadLog(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	b.Reset()
	if audit.WriteLog(&b, records); b.String() != file {
		t.Error("the export of the file is another file")
	}
	if again := g.Replay(records).Log(); !slices.EqualFunc(again, records, equal) {
		t.Error("the export of the table is another log")
	}
}

func equal(a, b record.Record) bool { return a.Same(b) && a.Signature == b.Signature }

// Attack: log tampering. Every record of a log is changed in every way; the
// first bad record is named, and nobody is blamed for it.
func TestAttackLogTampering(t *testing.T) {
	g := played(t, 2, 3)
	log := g.Table().Log()
	foreign := played(t, 2, 4).Table().Log()
	steps := stepsOf(log)
	for i, r := range log {
		n := i + 1
		with := func(changed record.Record) []record.Record {
			l := slices.Clone(log)
			l[i] = changed
			return l
		}
		flip := r
		flip.Payload = slices.Clone(r.Payload)
		flip.Payload[len(flip.Payload)/2] ^= 1
		_, err := verify(g, with(flip))
		altered(t, err, n, "")

		flip = r
		flip.Signature[7] ^= 1
		_, err = verify(g, with(flip))
		altered(t, err, n, "signature")

		flip = r
		flip.Author[7] ^= 1
		_, err = verify(g, with(flip))
		altered(t, err, n, "")

		_, err = verify(g, slices.Insert(slices.Clone(log), n, r))
		switch {
		case i == 0 || i == 1:
			altered(t, err, n+1, "") // a proposal or a join where a join is due
		case i == 2:
			altered(t, err, n+1, "") // a third join where the roster begins
		default:
			altered(t, err, n+1, "twice")
		}

		_, err = verify(g, slices.Insert(slices.Clone(log), i, foreign[i]))
		altered(t, err, max(n, 1)+boolInt(i == 0), "")

		rep, err := verify(g, slices.Delete(slices.Clone(log), i, n))
		switch {
		case i >= len(log)-2: // of the receipts of the last hand one may be missing
			if err != nil || len(rep.Unsigned) == 0 {
				t.Errorf("without record %d: %v", n, err)
			}
		case i == 0:
			altered(t, err, 1, "")
		case i <= 2:
			altered(t, err, 3, "") // joins have no order of their own: the roster does not fit
		default:
			altered(t, err, n, "missing")
		}

		rep, err = verify(g, log[:i])
		if i == 0 {
			altered(t, err, 1, "no record")
		} else if err != nil || len(rep.Unfinished)+len(rep.Unsigned) == 0 {
			t.Errorf("cut before record %d: %v %v", n, err, rep.Unfinished)
		}

		if n < len(log) {
			l := slices.Clone(log)
			l[i], l[n] = l[n], l[i]
			_, err = verify(g, l)
			switch {
			case i == 1:
				altered(t, err, 4, "head") // joins exchanged: the rosters name another head
			case i > 2 && steps[i] == steps[n]:
				altered(t, err, n, "order")
			default:
				altered(t, err, n, "")
			}
		}
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func stepsOf(log []record.Record) []uint64 {
	steps := make([]uint64, len(log))
	for i, r := range log {
		p, _ := r.Peek()
		steps[i] = p.Step
	}
	return steps
}

func TestSecondSignatureInALog(t *testing.T) {
	g := played(t, 2, 3)
	log := g.Table().Log()
	log = slices.Insert(log, 7, tabletest.Resign(g.Players[0].Key, log[5]))
	if log[5].Author != record.KeyOf(g.Players[0].Key) {
		t.Fatal("record 6 is not by seat 0")
	}
	_, err := verify(g, log)
	altered(t, err, 8, "twice")
}

// drawing never calls: so at the end of the hand both seats owe a showing.
func drawing(*tabletest.Player, rules.Observation, *rand.Rand) string { return "draw" }

func TestUnfinished(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, map[string]any{"hands": 1}, 2)
	g.Choose = drawing
	g.Until(func(tb *table.Table) bool { return tb.Pending().Why == rules.Show })
	ben := g.Players[1]
	if err := g.Players[0].Take(g.Make(g.Players[0])); err != nil {
		t.Fatal(err)
	}
	p, err := g.Table().LeavePayload(1, 5)
	if err != nil {
		t.Fatal(err)
	}
	n, err := record.SignNotice(ben.Key, p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Table().Leave(n); err != nil {
		t.Fatal(err)
	}
	log := g.Table().Log()
	r, err := verify(g, log)
	if err != nil || r.OK() || !slices.Equal(r.Unfinished, []string{"ben owes a showing", "ben has left"}) {
		t.Errorf("%v %+v", err, r.Unfinished)
	}
	_, err = verify(g, append(log, n))
	altered(t, err, len(log)+1, "notices")
	_, err = verify(g, append(slices.Clone(log[:len(log)-2]), n, log[len(log)-2]))
	altered(t, err, len(log), "behind a leave notice")
}

// A notice that is not one of this table's, or not of its author's seat, is no part of its
// log, whoever has signed it.
func TestForeignNotices(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 2)
	g.Owed(record.KindMove)
	log := g.Table().Log()
	notice := func(key ed25519.PrivateKey, change func(p *record.Payload)) record.Record {
		p, err := g.Table().LeavePayload(1, 5)
		if err != nil {
			t.Fatal(err)
		}
		change(&p)
		n, err := record.SignNotice(key, p)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	same := func(*record.Payload) {}
	ben := g.Players[1].Key
	if _, err := verify(g, append(slices.Clone(log), notice(ben, same))); err != nil {
		t.Error(err)
	}
	for name, n := range map[string]record.Record{
		"another table": notice(ben, func(p *record.Payload) { p.Table[0]++ }),
		"another seat":  notice(ben, func(p *record.Payload) { p.Seat = 0 }),
		"nobody here":   notice(tabletest.Key(99, 0), same),
		"another body":  notice(ben, func(p *record.Payload) { p.Body = []byte{0xa0} }),
	} {
		r, err := verify(g, append(slices.Clone(log), n))
		altered(t, err, len(log)+1, "")
		if len(r.Left) > 0 {
			t.Errorf("%s: the report says that %v have left", name, r.Left)
		}
	}
}

// A settled last hand is the end of the game, whoever signs it.
func TestSoreLoser(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, map[string]any{"hands": 1}, 2)
	g.Owed(record.KindReceipt)
	tb := g.Table()
	if tb.Winners() == nil || !tb.Over() || len(tb.Missing()) != 3 {
		t.Fatalf("over %v, %v missing", tb.Over(), tb.Missing())
	}
	for _, p := range g.Players[:2] {
		if err := g.Players[0].Take(g.Make(p)); err != nil {
			t.Fatal(err)
		}
	}
	r, err := verify(g, tb.Log())
	if err != nil || !r.OK() || !r.Over || r.Winners == nil || len(r.Unfinished) > 0 || !slices.Equal(r.Unsigned, []int{2}) || r.Hands[0].Receipts != 2 {
		t.Errorf("%v %+v", err, r)
	}
	// Nor does a fault that the loser proves of itself take the result back.
	bad := tb.Receipt()
	bad.Points[0]++
	_, err = tb.Check(g.Sign(g.Players[2], bad))
	var f *table.Fault
	if !errors.As(err, &f) {
		t.Fatal(err)
	}
	tb.Accuse(f)
	if tb.Stopped() || !tb.Over() {
		t.Errorf("stopped %v, over %v", tb.Stopped(), tb.Over())
	}
	if _, err := tb.Rematch(); err != nil {
		t.Error(err)
	}
}

func TestFreeSeats(t *testing.T) {
	g := played(t, 3, 1)
	r, err := verify(g, g.Table().Log()[:2])
	if err != nil || r.OK() || !slices.Equal(r.Unfinished, []string{"2 seats are free"}) || len(r.Seats) != 1 {
		t.Errorf("%v %+v", err, r)
	}
}

// Attack: an illegal move by a modified daemon, visible at once.
func TestAttackVisibleIllegalMove(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 2)
	g.Owed(record.KindMove)
	p := g.Turn()
	r := g.Sign(p, record.Move{Text: "mix"})
	var f *table.Fault
	if _, err := g.Table().Check(r); !errors.As(err, &f) || f.Seat != p.Seat {
		t.Fatal(err)
	}
	evidence(t, g, f, p.Name, "illegal move")
}

// Attack: equivocation, in a file.
func TestAttackEquivocationEvidence(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 2)
	g.Owed(record.KindShares)
	g.Step()
	p := g.Turn()
	a := g.Make(p)
	pl, _ := a.Peek()
	pl.Head[3] ^= 1
	b, err := record.Sign(p.Key, pl)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range g.Players {
		if err := q.Take(a); err != nil {
			t.Fatal(err)
		}
	}
	var f *table.Fault
	if _, err := g.Table().Check(b); !errors.As(err, &f) || len(f.Records) != 2 {
		t.Fatal(err)
	}
	evidence(t, g, f, p.Name, "two different records")
	f.Records[0], f.Records[1] = f.Records[1], f.Records[0]
	evidence(t, g, f, p.Name, "two different records")
	// In the middle of a log it is blame as well.
	log := g.Table().Log()
	at := slices.IndexFunc(log, func(r record.Record) bool { return r.Same(a) })
	var bl *audit.BlameError
	if _, err := verify(g, slices.Insert(log, at+1, b)); !errors.As(err, &bl) || bl.Record != at+2 || bl.Name != p.Name {
		t.Errorf("got %v", err)
	}
}

// evidence checks that the file of a fault is accepted alone, through its lines,
// and that without its author's signature it blames nobody.
func evidence(t *testing.T, g *tabletest.Rig, f *table.Fault, name, why string) {
	t.Helper()
	var b bytes.Buffer
	if err := audit.WriteLog(&b, audit.Evidence(g.Table(), f)); err != nil {
		t.Fatal(err)
	}
	records, err := audit.ReadLog(&b)
	if err != nil {
		t.Fatal(err)
	}
	r, err := verify(g, records)
	var bl *audit.BlameError
	if !errors.As(err, &bl) || bl.Name != name || bl.Seat != f.Seat || bl.Record != len(records) || !strings.Contains(err.Error(), why) {
		t.Fatalf("got %v, want: %s is at fault at record %d: %s", err, name, len(records), why)
	}
	if !r.Evidence || r.OK() {
		t.Errorf("%+v", r)
	}
	records[len(records)-1].Signature[0] ^= 1
	if _, err := verify(g, records); errors.As(err, &bl) {
		t.Errorf("blame without a signature: %v", err)
	}
}

// Two joins by one key prove nothing: they may be for a table that never came
// to be in this form.
func TestTwoJoinsAreNoEvidence(t *testing.T) {
	g := played(t, 2, 1)
	log := g.Table().Log()
	for i, name := range []string{"benny", "benno"} {
		log = append(log, tabletest.Join(t, g.Players[1].Key, g.Table().ID(), record.Join{Name: name}))
		_, err := verify(g, log)
		altered(t, err, len(log)-i, "")
	}
	// A pair of a stranger, or of another table.
	for _, key := range []ed25519.PrivateKey{tabletest.Key(9, 9), g.Players[1].Key} {
		log = g.Table().Log()
		for seat := range uint64(2) {
			p := record.Payload{Version: record.Version, Table: record.Hash{7}, Step: 5, Seat: seat, Kind: record.KindKey}
			if key.Equal(tabletest.Key(9, 9)) {
				p.Table = g.Table().ID()
			}
			log = append(log, tabletest.Sign(t, key, p, record.Empty{}))
		}
		_, err := verify(g, log)
		altered(t, err, len(log)-1, "does not belong")
	}
}

func TestEvidenceOnAContinuation(t *testing.T) {
	g := played(t, 2, 1)
	c, err := g.Table().Rematch()
	if err != nil {
		t.Fatal(err)
	}
	h := tabletest.Continue(t, tabletest.Drill, c, []ed25519.PrivateKey{tabletest.Key(1, 1), tabletest.Key(1, 0)}, 2)
	if err := h.Players[0].Take(h.Make(h.Players[0])); err != nil {
		t.Fatal(err)
	}
	bad := h.Sign(h.Players[1], record.Empty{})
	var f *table.Fault
	if _, err := h.Table().Check(bad); !errors.As(err, &f) {
		t.Fatal(err)
	}
	evidence(t, h, f, "ana", "accept")
	good := h.Make(h.Players[1])
	if err := h.Players[0].Take(good); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Table().Check(bad); !errors.As(err, &f) || len(f.Records) != 2 {
		t.Fatal(err)
	}
	evidence(t, h, f, "ana", "two different records")
}

// Attack: an illegal move that only hidden cards show. The rest is checked too.
func TestAttackHiddenIllegalMove(t *testing.T) {
	g, cheat := tabletest.Cheat(t, 3, nil)
	log := g.Table().Log()
	r, err := verify(g, log)
	if err != nil || r.OK() || len(r.Unfinished) > 0 {
		t.Fatalf("%v %+v", err, r)
	}
	b := r.Violations()
	if len(b) != 1 || b[0].Seat != cheat.Seat || b[0].Name != cheat.Name || !strings.Contains(b[0].String(), "lowest card") {
		t.Fatalf("%+v", b)
	}
	p, _ := log[b[0].Record-1].Peek()
	if body, err := record.Decode[record.Move](p); err != nil || !strings.HasPrefix(body.Text, "drop") {
		t.Errorf("record %d is %s %v", b[0].Record, p.Kind, err)
	}
	flip := slices.Clone(log)
	flip[len(flip)-1].Signature[0] ^= 1
	_, err = verify(g, flip)
	altered(t, err, len(log), "signature")

	// No hand follows, so nobody owes anything: who leaves now leaves nothing unfinished.
	n, err := seat.Notice(g.Table(), 0, g.Players[0].Key, 7)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := verify(g, append(slices.Clone(log), n)); err != nil || len(r.Unfinished) > 0 || len(r.Left) != 1 {
		t.Errorf("%v %+v", err, r)
	}
}

// Attack: a log made up from self-made keys with friends' names.
func TestAttackSelfMadeKeys(t *testing.T) {
	g := played(t, 2, 3)
	r, err := verify(g, g.Table().Log())
	if err != nil {
		t.Fatal(err)
	}
	real, fake := record.Fingerprint(record.KeyOf(tabletest.Key(3, 1))), record.Fingerprint(record.KeyOf(tabletest.Key(4, 1)))
	for _, spelling := range []string{real, strings.ToUpper(real), strings.ReplaceAll(real, "-", " ")} {
		if err := r.Pin("ben", spelling); err != nil {
			t.Error(err)
		}
	}
	if err := r.Pin("ben", fake); err == nil {
		t.Error("another key is ben")
	}
	if err := r.Pin("cleo", real); err == nil {
		t.Error("nobody is cleo")
	}
	for _, part := range []string{real[:19], real[:9], "", "-"} { // 16 digits were a fingerprint once
		if err := r.Pin("ben", part); err == nil {
			t.Errorf("%q pins a key", part)
		}
	}
}

func TestEachSeesEveryRecord(t *testing.T) {
	g := played(t, 2, 3)
	var ns []int
	_, err := audit.Verify(g.Table().Log(), g.Find, audit.Options{Each: func(n int, r record.Record, tb *table.Table) { ns = append(ns, n) }})
	if err != nil || len(ns) != len(g.Table().Log()) || !slices.IsSorted(ns) {
		t.Errorf("%v %v", err, ns)
	}
}

// TestRest: whoever verifies a log can do something else before each record of a seated
// table, in parallel or on one core, each time that the log is gone through, and ends it by an error.
func TestRest(t *testing.T) {
	g := played(t, 2, 3)
	for name, o := range map[string]audit.Options{"in parallel": {Parallel: cores.Parallel}, "on one core": {Parallel: oneByOne}, "record by record": {}} {
		for times, each := range map[int]func(int, record.Record, *table.Table){1: nil, 2: func(int, record.Record, *table.Table) {}} {
			if o.Parallel == nil {
				times = 1
			}
			calls := 0
			o.Each, o.Rest = each, func() error { calls++; return nil }
			r, err := audit.Verify(g.Table().Log(), g.Find, o)
			if seating := len(g.Table().Log()) - calls/times; err != nil || r.Err != nil || calls%times != 0 || seating <= 0 || seating > 4 {
				t.Errorf("%s: %d calls for %d records, %v", name, calls, len(g.Table().Log()), err)
			}
			enough := errors.New("enough")
			calls, o.Rest = 0, func() error {
				if calls++; calls > 5 {
					return enough
				}
				return nil
			}
			if _, err := audit.Verify(g.Table().Log(), g.Find, o); !errors.Is(err, enough) || calls > 10 {
				t.Errorf("%s: after what ends it, %d calls, %v", name, calls, err)
			}
		}
	}
}
