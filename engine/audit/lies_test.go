package audit_test

import (
	"cmp"
	"crypto/ed25519"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"fives/crypto/cores"
	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/engine/ahead"
	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// A liar writes a log in which every proof is missing, and nearly everything else is
// in order: whoever assumes its claims sees a game go on.
type liar struct {
	tb    testing.TB
	rules *rules.RuleSet
	keys  []ed25519.PrivateKey
	table *table.Table // which assumes everything
	rand  *rand.Rand
	slips int                 // one share in so many is wrong, 0 for none
	pool  []ristretto.Element // to take masks, shares and keys from

	slots []ristretto.Element // the face that each slot is to show
	sums  []ristretto.Element // of the shares of each slot
	given []int               // how many there are
}

// newLiar seats a table. Its log so far is true.
func newLiar(tb testing.TB, rs *rules.RuleSet, seats int, seed uint64) (*liar, []record.Record) {
	tb.Helper()
	g := tabletest.New(tb, rs, seats, nil, seed)
	g.Owed(record.KindKey)
	l := &liar{tb: tb, rules: rs, table: g.Table(), rand: rand.New(rand.NewPCG(seed, 1))}
	for _, p := range g.Players {
		l.keys = append(l.keys, p.Key)
	}
	for i := range uint64(64) {
		l.pool = append(l.pool, ristretto.MulBase(ristretto.ScalarFromUint64(1000+i)))
	}
	return l, g.Table().Log()
}

func (l *liar) element() ristretto.Element { return l.pool[l.rand.IntN(len(l.pool))] }

// step writes the records of the running step, as long as anything is owed. It
// returns false once the table has noticed that it is lied to.
func (l *liar) step() (records []record.Record, ok bool) {
	for _, s := range l.table.Missing() {
		p, err := l.table.Payload(s, l.body(s))
		if err != nil {
			l.tb.Fatal(err)
		}
		r, err := record.Sign(l.keys[s], p)
		if err != nil {
			l.tb.Fatal(err)
		}
		records = append(records, r)
		c, err := l.table.Claim(table.Read(r))
		if err == nil {
			_, err = l.table.Apply(c.Assume())
		}
		if err != nil {
			return records, false
		}
	}
	return records, len(records) > 0
}

func (l *liar) body(s int) any {
	switch d := l.table.Pending(); d.Kind {
	case record.KindKey:
		l.slots, l.sums, l.given = nil, nil, nil
		enc := l.element().Encode()
		return record.HandKey{Key: enc[:], Proof: []byte("none")}
	case record.KindStack:
		return l.stack(s)
	case record.KindProof:
		return record.Proof{Proof: []byte("none")}
	case record.KindShares:
		return record.Shares{Shares: l.shares(l.table.SharesOwed(s)), Proof: []byte("none")}
	case record.KindMove:
		return l.move(s)
	case record.KindReceipt:
		return l.table.Receipt()
	default:
		l.tb.Fatalf("a %s is owed", d.Kind)
		return nil
	}
}

// stack makes any stack. With the first of a shuffle the liar decides what the slots
// are to show.
func (l *liar) stack(s int) record.Stack {
	_, in := l.table.Hand().ShuffleInput()
	if s == l.table.Position().Status().Active[0] {
		order := l.rand.Perm(len(in))
		for i := range in {
			l.slots, l.sums, l.given = append(l.slots, in[order[i]].B), append(l.sums, ristretto.Element{}), append(l.given, 0)
		}
	}
	out := make([]mask.Mask, len(in))
	for i := range out {
		for out[i] = (mask.Mask{A: l.element(), B: l.element()}); slices.ContainsFunc(in, out[i].Equal); {
			out[i].A = l.element()
		}
	}
	return record.Stack{Stack: mask.EncodeStack(out)}
}

// slot finds the slot whose mask has that point, or −1.
func (l *liar) slot(point ristretto.Element) rules.Slot {
	for x := range l.table.Hand().Slots() {
		if l.table.Hand().Mask(rules.Slot(x)).A.Equal(point) {
			return rules.Slot(x)
		}
	}
	return -1
}

// shares makes any shares of the points, but the last one of each mask so that its slot
// shows what it is to show.
func (l *liar) shares(points []ristretto.Element) (b []byte) {
	for _, point := range points {
		share := l.element()
		x := l.slot(point)
		if x < 0 { // a lot
			b = share.AppendTo(b)
			continue
		}
		m := l.table.Hand().Mask(x)
		last := l.given[x] == len(l.table.Position().Status().Active)-1
		if last && (l.slips == 0 || l.rand.IntN(l.slips) > 0) {
			share = m.B.Sub(l.sums[x]).Sub(l.slots[x])
		}
		l.sums[x], l.given[x] = l.sums[x].Add(share), l.given[x]+1
		b = share.AppendTo(b)
	}
	return b
}

// own is what a seat believes to have.
func (l *liar) own(s int) rules.Observation {
	own := slices.Clone(l.table.Public())
	for x := range own {
		if _, _, ok := l.table.Hand().OpenedTo(s, rules.Slot(x)); ok {
			own[x] = l.table.Hand().Face(l.slots[x])
		}
	}
	return own
}

func (l *liar) move(s int) record.Move {
	own := l.own(s)
	text := l.rules.Bots[0].Move(l.table.Position(), s, own, l.rand)
	m, err := seat.Bind(l.table, s, own, text)
	if err != nil {
		l.tb.Fatal(err)
	}
	shown, err := l.table.Shown(m)
	if err != nil {
		l.tb.Fatal(err)
	}
	body := record.Move{Text: m.Text}
	for _, x := range m.Cards {
		body.Cards = append(body.Cards, uint64(x))
	}
	if body.Shares = l.shares(l.table.Hand().Points(shown)); len(shown) > 0 {
		body.Proof = []byte("none")
	}
	return body
}

// endless is a file without end. Two seats publish hand keys that add up to the
// identity, so that they owe new ones, again and again. From some record on nothing
// is signed or proved.
type endless struct {
	*liar
	good    int // how many records are signed and proved
	records int
	secret  ristretto.Scalar
	lines   []byte // still to be read
	read    int
	line    int // length of the longest line
	size    int // of the smallest hand key
}

func newEndless(tb testing.TB, good int) *endless {
	tb.Helper()
	l, log := newLiar(tb, tabletest.Drill, 2, 1)
	e := &endless{liar: l, good: good, secret: ristretto.ScalarFromUint64(5)}
	for _, r := range log {
		e.append(r)
	}
	return e
}

func (e *endless) append(r record.Record) {
	e.records++
	line := append(r.Line(), '\n')
	e.lines, e.line = append(e.lines, line...), max(e.line, len(line))
}

func (e *endless) Read(p []byte) (int, error) {
	if e.read > 300<<20 {
		return 0, io.EOF
	}
	for len(e.lines) < len(p) {
		for _, s := range e.table.Missing() {
			e.next(s)
		}
	}
	n := copy(p, e.lines)
	e.lines, e.read = e.lines[n:], e.read+n
	return n, nil
}

// next appends a hand key.
func (e *endless) next(s int) {
	x := e.secret
	if s == 1 {
		x = x.Neg()
	}
	st := sigma.SchnorrStatement{X: ristretto.MulBase(x)}
	enc := st.X.Encode()
	body := record.HandKey{Key: enc[:], Proof: []byte("none")}
	if e.records < e.good {
		proof, err := sigma.ProveSchnorr(e.table.Transcript(s), st, sigma.Witness{X: x}, rand.NewChaCha8([32]byte{}))
		if err != nil {
			e.tb.Fatal(err)
		}
		body.Proof = proof.Encode()
	}
	p, err := e.table.Payload(s, body)
	if err != nil {
		e.tb.Fatal(err)
	}
	r, err := record.Sign(e.keys[s], p)
	if err != nil {
		e.tb.Fatal(err)
	}
	if e.records >= e.good {
		r.Signature = [64]byte{}
	}
	c, err := e.table.Claim(table.Read(r))
	if err != nil {
		e.tb.Fatal(err)
	}
	if _, err := e.table.Apply(c.Assume()); err != nil {
		e.tb.Fatal(err)
	}
	e.append(r)
	e.size = min(cmp.Or(e.size, ahead.Size(r)), ahead.Size(r))
}

// Attack: a file without end, in which nothing is signed from its 51st record on. In
// whatever way it is verified, only so much of it is read, and that is said of it: what
// ahead.Batches allows, one record more, three to look at, and what the file's buffer holds.
func TestAttackEndlessFile(t *testing.T) {
	const good = 50
	for name, parallel := range map[string]func(int, func(int)){"record by record": nil, "in parallel": cores.Parallel, "on one core": oneByOne} {
		file := newEndless(t, good)
		find := func(string) (*rules.RuleSet, error) { return tabletest.Drill, nil }
		_, err := audit.VerifyFile(file, find, audit.Options{Parallel: parallel})
		altered(t, err, good+1, "signature")
		records := good + 1 + 3
		if parallel != nil {
			records += ahead.Batches * ahead.Hands / file.size
		}
		if most := records*file.line + record.MaxLine + 1; file.read > most {
			t.Errorf("%s: %d bytes were read, want at most %d", name, file.read, most)
		}
	}
}
