package piece

import (
	"bytes"
	"crypto/rand"
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/crypto/transcript"
)

// contextOf stands for the transcript that the engine has bound to a place.
func contextOf(place string) *transcript.Transcript {
	t := transcript.New("fives/v1/test")
	t.Append("place", []byte(place))
	return t
}

func randomScalar(t testing.TB) ristretto.Scalar {
	t.Helper()
	s, err := ristretto.RandomScalar(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func randomElement(t testing.TB) ristretto.Element { return ristretto.MulBase(randomScalar(t)) }

// divided is a hand key with its pieces: what the owner knows, and all holders.
type divided struct {
	z, x        ristretto.Scalar // secrets of the owner: sealing key, hand key
	key         ristretto.Element
	holders     []ristretto.Scalar // the secrets of their sealing keys
	pieces      []ristretto.Scalar
	commitments []ristretto.Element
}

// place is that of the hand key.
const place = "key"

// divide makes a hand key with n holders.
func divide(t testing.TB, n int) divided {
	t.Helper()
	d := divided{z: randomScalar(t)}
	for k := range n {
		d.holders = append(d.holders, randomScalar(t))
		s := d.way(k).Derive(Shared(d.z, ristretto.MulBase(d.holders[k])))
		d.pieces, d.x = append(d.pieces, s), d.x.Add(s)
	}
	d.key, d.commitments = ristretto.MulBase(d.x), Commit(d.pieces)
	return d
}

// way is that of the piece of holder k.
func (d divided) way(k int) Way {
	return Way{Place: contextOf(place), From: ristretto.MulBase(d.z), To: ristretto.MulBase(d.holders[k])}
}

// complain makes a complaint of holder k, whether it has a reason or not.
func (d divided) complain(t testing.TB, k int) Complaint {
	t.Helper()
	c, err := Complain(contextOf("complaint"), d.way(k), randomElement(t), d.holders[k], rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// judged fails the test unless a complaint of holder k has this outcome.
func (d divided) judged(t *testing.T, what string, k int, c Complaint, upheld bool) {
	t.Helper()
	got, err := c.Judge(contextOf("complaint"), d.way(k), d.commitments[k])
	if err != nil || got != upheld {
		t.Errorf("%s, holder %d: upheld %v, %v", what, k, got, err)
	}
}

// refused fails the test unless a complaint proves nothing.
func refused(t *testing.T, what string, at *transcript.Transcript, c Complaint, w Way, want error) {
	t.Helper()
	for _, commitment := range []ristretto.Element{{}, randomElement(t)} {
		upheld, err := c.Judge(at, w, commitment)
		if upheld || err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: upheld %v, %v, want %v", what, upheld, err, want)
		}
	}
	if sigma.VerifyTogether([]sigma.DLEQClaim{c.Claim(at, w)}) == nil {
		t.Errorf("%s: accepted together with others", what)
	}
}

// SPEC §9.2: owner and holder derive the same piece, and that of the other direction is
// another one.
func TestBothEndsDerive(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		zi, zk := randomScalar(t), randomScalar(t)
		w := Way{Place: contextOf(rapid.String().Draw(r, "place")), From: ristretto.MulBase(zi), To: ristretto.MulBase(zk)}
		owner, holder := w.Derive(Shared(zi, w.To)), w.Derive(Shared(zk, w.From))
		if !owner.Equal(holder) {
			r.Fatal("owner and holder derive two pieces")
		}
		back := Way{Place: w.Place, From: w.To, To: w.From}
		if back.Derive(Shared(zi, w.To)).Equal(owner) {
			r.Fatal("both directions have one piece")
		}
		if !w.Derive(Shared(zi, w.To)).Equal(owner) {
			r.Fatal("to derive a piece changes its place")
		}
	})
}

// SPEC §9.2: a piece depends on its place, both sealing keys and their point, each alone.
func TestPieceDependsOnEverything(t *testing.T) {
	d := divide(t, 1)
	w, shared := d.way(0), Shared(d.z, ristretto.MulBase(d.holders[0]))
	seen := []ristretto.Scalar{w.Derive(shared)}
	for name, change := range map[string]func(w *Way, shared *ristretto.Element){
		"place":  func(w *Way, _ *ristretto.Element) { w.Place = contextOf("another key") },
		"from":   func(w *Way, _ *ristretto.Element) { w.From = randomElement(t) },
		"to":     func(w *Way, _ *ristretto.Element) { w.To = randomElement(t) },
		"shared": func(_ *Way, shared *ristretto.Element) { *shared = randomElement(t) },
		"ends":   func(w *Way, _ *ristretto.Element) { w.From, w.To = w.To, w.From },
		"minus":  func(_ *Way, shared *ristretto.Element) { *shared = shared.Neg() },
	} {
		w, shared := w, shared
		change(&w, &shared)
		s := w.Derive(shared)
		if slices.ContainsFunc(seen, s.Equal) {
			t.Errorf("%s: the piece is one of before", name)
		}
		seen = append(seen, s)
	}
	// Nor does a proof at this place have it as a challenge.
	tr := w.Place.Clone()
	tr.Append("proof", []byte(domain))
	tr.AppendElement(labelFrom, w.From)
	tr.AppendElement(labelTo, w.To)
	tr.AppendElement(labelShared, shared)
	if tr.Challenge(labelPiece).Equal(seen[0]) {
		t.Error("a proof has the piece as its challenge")
	}
}

// SPEC §9.5: the proved shares of all holders add up to that of the owner.
func TestSharesAddUp(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		d := divide(t, rapid.IntRange(1, 13).Draw(r, "holders"))
		if err := Check(d.key, d.commitments); err != nil {
			r.Fatal(err)
		}
		m := mask.Mask{A: randomElement(t), B: randomElement(t)}
		var sum ristretto.Element
		var claims []sigma.DLEQClaim
		for k, s := range d.pieces {
			at := contextOf("share")
			st, p, err := sigma.ProveDLEQ(at.Clone(), d.commitments[k], []ristretto.Element{m.A}, sigma.Witness{X: s}, rand.Reader)
			if err != nil {
				r.Fatal(err)
			}
			claims = append(claims, sigma.DLEQClaim{T: at, DLEQStatement: st, DLEQProof: p})
			sum = sum.Add(st.Pairs[0].D)
		}
		if err := sigma.VerifyTogether(claims); err != nil {
			r.Fatal(err)
		}
		if !sum.Equal(mask.Share(d.x, m)) {
			r.Fatal("the shares do not add up to the owner's")
		}
	})
}

func TestCheckRefuses(t *testing.T) {
	d := divide(t, 3)
	none := ristretto.Element{}
	for name, c := range map[string]struct {
		key         ristretto.Element
		commitments []ristretto.Element
		want        error
	}{
		"one holder":           {d.commitments[0], d.commitments[:1], nil},
		"another key":          {randomElement(t), d.commitments, ErrSum},
		"the opposite":         {d.key.Neg(), d.commitments, ErrSum},
		"one less":             {d.key, d.commitments[:2], ErrSum},
		"one twice":            {d.key, append(slices.Clone(d.commitments), d.commitments[0]), ErrSum},
		"one changed":          {d.key, []ristretto.Element{d.commitments[0], randomElement(t), d.commitments[2]}, ErrSum},
		"none":                 {d.key, nil, ErrSum},
		"no key, none":         {none, nil, ErrIdentity},
		"no key, cancelling":   {none, []ristretto.Element{d.key, d.key.Neg()}, ErrIdentity},
		"a commitment to 0":    {d.key, append(slices.Clone(d.commitments), none), ErrIdentity},
		"only one to 0":        {none, []ristretto.Element{none}, ErrIdentity},
		"the key and one to 0": {d.key, []ristretto.Element{d.key, none}, ErrIdentity},
	} {
		if err := Check(c.key, c.commitments); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// SPEC §9.4: the three outcomes of a complaint.
func TestComplaint(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(r, "holders")
		d := divide(t, n)
		k := rapid.IntRange(0, n-1).Draw(r, "holder")
		c, err := DecodeComplaint(d.complain(t, k).Encode())
		if err != nil {
			r.Fatal(err)
		}
		d.judged(t, "a right commitment", k, c, false)
		d.commitments[k] = d.commitments[k].Add(ristretto.Base())
		d.judged(t, "a false commitment", k, c, true)
		if err := sigma.VerifyTogether([]sigma.DLEQClaim{c.Claim(contextOf("complaint"), d.way(k))}); err != nil {
			r.Fatal(err)
		}
		refused(t, "malformed", contextOf("complaint"), Complaint{Shared: c.Shared, Proof: sigma.DLEQProof{T1: c.Proof.T1, T2: c.Proof.T2}}, d.way(k), nil)
	})
}

// The transcript of a complaint goes on from all of it, for its maker as for a verifier.
func TestComplainAdvances(t *testing.T) {
	d := divide(t, 1)
	maker, verifier := contextOf("complaint"), contextOf("complaint")
	c, err := Complain(maker, d.way(0), randomElement(t), d.holders[0], rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	cl := c.Claim(verifier, d.way(0))
	if err := sigma.VerifyDLEQ(verifier, cl.DLEQStatement, cl.DLEQProof); err != nil {
		t.Fatal(err)
	}
	if !maker.Challenge("next").Equal(verifier.Challenge("next")) {
		t.Error("transcripts differ after the complaint")
	}
}

func TestComplainRefuses(t *testing.T) {
	d := divide(t, 2)
	w, wrong, z := d.way(0), randomElement(t), d.holders[0]
	noOwner, noHolder := w, w
	noOwner.From, noHolder.To = ristretto.Element{}, ristretto.Element{}
	for name, c := range map[string]struct {
		w          Way
		commitment ristretto.Element
		z          ristretto.Scalar
		want       error
	}{
		"a right commitment": {w, d.commitments[0], z, ErrFits},
		"another's secret":   {w, wrong, d.holders[1], sigma.ErrWitness},
		"no secret":          {w, wrong, ristretto.Scalar{}, sigma.ErrWitness},
		"no owner":           {noOwner, wrong, z, sigma.ErrIdentity},
		"no holder":          {noHolder, wrong, ristretto.Scalar{}, sigma.ErrIdentity},
	} {
		if _, err := Complain(contextOf("complaint"), c.w, c.commitment, c.z, rand.Reader); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if _, err := Complain(contextOf("complaint"), w, wrong, z, bytes.NewReader(nil)); err == nil {
		t.Error("no randomness: accepted")
	}
}

// Attack: the owner publishes one false commitment, and makes the key or another
// commitment fit it, so that the sum is right. Each holder of a false one is in the right.
func TestAttackFalseCommitmentsWithARightSum(t *testing.T) {
	for name, lie := range map[string]struct {
		holders []int
		spoil   func(d *divided)
	}{
		"one, and another key": {[]int{1}, func(d *divided) {
			delta := randomScalar(t)
			d.commitments[1] = d.commitments[1].Add(ristretto.MulBase(delta))
			d.key = ristretto.MulBase(d.x.Add(delta))
		}},
		"two that cancel": {[]int{0, 2}, func(d *divided) {
			delta := randomElement(t)
			d.commitments[0], d.commitments[2] = d.commitments[0].Add(delta), d.commitments[2].Sub(delta)
		}},
		"two exchanged": {[]int{1, 2}, func(d *divided) {
			d.commitments[1], d.commitments[2] = d.commitments[2], d.commitments[1]
		}},
	} {
		d := divide(t, 3)
		lie.spoil(&d)
		if err := Check(d.key, d.commitments); err != nil {
			t.Fatalf("%s: the sum is wrong: %v", name, err)
		}
		for k := range d.holders {
			c, err := Complain(contextOf("complaint"), d.way(k), d.commitments[k], d.holders[k], rand.Reader)
			if !slices.Contains(lie.holders, k) {
				if !errors.Is(err, ErrFits) {
					t.Errorf("%s: holder %d: %v", name, k, err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			d.judged(t, name, k, c, true)
		}
	}
}

// Attack: a holder complains of a right commitment, with the only point that it can prove.
func TestAttackFalseComplaint(t *testing.T) {
	d := divide(t, 3)
	for k := range d.holders {
		d.judged(t, "a false complaint", k, d.complain(t, k), false)
	}
}

// Attack: a point that is not the one of the two ends, or a proof of something else. The
// piece that follows from it would not fit, and the owner would be blamed.
func TestAttackAnotherPoint(t *testing.T) {
	d := divide(t, 3)
	c, other, at := d.complain(t, 0), d.complain(t, 1), contextOf("complaint")
	for name, bad := range map[string]Complaint{
		"random":           {Shared: randomElement(t), Proof: c.Proof},
		"opposite":         {Shared: c.Shared.Neg(), Proof: c.Proof},
		"of another pair":  {Shared: other.Shared, Proof: c.Proof},
		"proof of another": {Shared: c.Shared, Proof: other.Proof},
		"all of another":   other,
	} {
		refused(t, name, at, bad, d.way(0), nil)
	}
	// An honest answer for a false point, as from the holder itself.
	w, shared := d.way(0), randomElement(t)
	tr := at.Clone()
	tr.Append("proof", []byte("fives/v1/dleq"))
	tr.AppendElement("X", w.To)
	tr.AppendUint64("k", 1)
	tr.AppendElement("A", w.From)
	tr.AppendElement("D", shared)
	weight, kappa := tr.Challenge("w"), randomScalar(t)
	p := sigma.DLEQProof{T1: ristretto.MulBase(kappa), T2: w.From.Mul(weight.Mul(kappa))}
	tr.AppendElement("T1", p.T1)
	tr.AppendElement("T2", p.T2)
	p.S = kappa.Add(tr.Challenge("c").Mul(d.holders[0]))
	refused(t, "answered", at, Complaint{Shared: shared, Proof: p}, w, sigma.ErrShareEquation)
}

// Attack: each part of what a complaint says is changed alone.
func TestAttackEveryFieldChanged(t *testing.T) {
	d := divide(t, 2)
	c := d.complain(t, 0)
	changes := map[string]func(c *Complaint, w *Way){
		"from": func(_ *Complaint, w *Way) { w.From = randomElement(t) },
		"to":   func(_ *Complaint, w *Way) { w.To = randomElement(t) },
		"ends": func(_ *Complaint, w *Way) { w.From, w.To = w.To, w.From },
		"D":    func(c *Complaint, _ *Way) { c.Shared = c.Shared.Add(ristretto.Base()) },
		"T1":   func(c *Complaint, _ *Way) { c.Proof.T1 = c.Proof.T1.Add(ristretto.Base()) },
		"T2":   func(c *Complaint, _ *Way) { c.Proof.T2 = c.Proof.T2.Add(ristretto.Base()) },
		"s":    func(c *Complaint, _ *Way) { c.Proof.S = c.Proof.S.Add(ristretto.ScalarFromUint64(1)) },
	}
	for name, change := range changes {
		bad, w := c, d.way(0)
		change(&bad, &w)
		refused(t, name, contextOf("complaint"), bad, w, nil)
	}
	refused(t, "another place", contextOf("elsewhere"), c, d.way(0), nil)
}

// A complaint is judged by the piece of the place at which the key was published.
func TestJudgeAtThePlaceOfTheKey(t *testing.T) {
	d := divide(t, 2)
	c, w := d.complain(t, 0), d.way(0)
	w.Place = contextOf("another key")
	if upheld, err := c.Judge(contextOf("complaint"), w, d.commitments[0]); err != nil || !upheld {
		t.Errorf("the piece of another place fits: upheld %v, %v", upheld, err)
	}
}

// Attack: the identity as a key or a point, with which every piece would be known.
func TestAttackIdentity(t *testing.T) {
	d := divide(t, 1)
	c, none, at := d.complain(t, 0), ristretto.Element{}, contextOf("complaint")
	for name, change := range map[string]func(c *Complaint, w *Way){
		"from":          func(_ *Complaint, w *Way) { w.From = none },
		"to":            func(_ *Complaint, w *Way) { w.To = none },
		"D":             func(c *Complaint, _ *Way) { c.Shared = none },
		"from and D":    func(c *Complaint, w *Way) { w.From, c.Shared = none, none },
		"to, and all D": func(c *Complaint, w *Way) { w.To, c.Shared, c.Proof = none, none, sigma.DLEQProof{} },
		"T1":            func(c *Complaint, _ *Way) { c.Proof.T1 = none },
		"T2":            func(c *Complaint, _ *Way) { c.Proof.T2 = none },
	} {
		bad, w := c, d.way(0)
		change(&bad, &w)
		refused(t, name, at, bad, w, sigma.ErrIdentity)
		if name != "from" && name != "to" {
			if _, err := DecodeComplaint(bad.Encode()); !errors.Is(err, ErrIdentity) && !errors.Is(err, sigma.ErrIdentity) {
				t.Errorf("%s: decoded, %v", name, err)
			}
		}
	}
	if _, err := DecodeCommitments(EncodeCommitments([]ristretto.Element{d.key, none}), 2); !errors.Is(err, ErrIdentity) {
		t.Errorf("a commitment to 0: %v", err)
	}
}

// Attack: without proofs of possession a holder could repeat the sealing key of another;
// both would have one piece. SPEC §9.1 has the proof for that.
func TestRepeatedSealingKeyHasTheSamePiece(t *testing.T) {
	d := divide(t, 2)
	d.holders[1] = d.holders[0]
	shared := Shared(d.z, ristretto.MulBase(d.holders[0]))
	if !d.way(0).Derive(shared).Equal(d.way(1).Derive(shared)) {
		t.Error("the text of SPEC §9.6 on possession is not true")
	}
}

func TestAttackLengthGames(t *testing.T) {
	d := divide(t, 3)
	b := EncodeCommitments(d.commitments)
	got, err := DecodeCommitments(b, 3)
	if err != nil || !slices.EqualFunc(got, d.commitments, ristretto.Element.Equal) {
		t.Errorf("%v", err)
	}
	if got, err := DecodeCommitments(nil, 0); err != nil || len(got) != 0 {
		t.Errorf("no commitments: %d, %v", len(got), err)
	}
	for _, wrong := range []struct {
		b []byte
		n int
	}{
		{b, 2}, {b, 4}, {b, -1}, {b, 0}, {b[:95], 3}, {append(slices.Clone(b), 0), 3}, {b[:64], 3}, {nil, 1},
		{nil, -1}, {nil, math.MaxInt}, {nil, math.MinInt}, {nil, 1 << 59}, {make([]byte, 1<<20), 3},
	} {
		if _, err := DecodeCommitments(wrong.b, wrong.n); err == nil {
			t.Errorf("%d bytes decoded as %d commitments", len(wrong.b), wrong.n)
		}
	}
	c := d.complain(t, 0).Encode()
	if len(c) != ComplaintSize {
		t.Errorf("a complaint of %d bytes", len(c))
	}
	for _, wrong := range [][]byte{nil, c[:32], c[:96], c[:127], append(slices.Clone(c), 0), make([]byte, 1<<20)} {
		if _, err := DecodeComplaint(wrong); err == nil {
			t.Errorf("%d bytes decoded as a complaint", len(wrong))
		}
	}
}

// What is decoded is refused if any part of it is no encoding.
func TestDecodeRefusesEachPart(t *testing.T) {
	d := divide(t, 4)
	commitments, complaint := EncodeCommitments(d.commitments), d.complain(t, 0).Encode()
	for name, no := range map[string][]byte{
		"≥ 2^255 − 19": bytes.Repeat([]byte{0xff}, 32),
		"negative":     append([]byte{1}, make([]byte, 31)...),
		"p":            append(append([]byte{0xed}, bytes.Repeat([]byte{0xff}, 30)...), 0x7f),
	} {
		for part := range 4 {
			b := slices.Clone(commitments)
			copy(b[32*part:], no)
			if _, err := DecodeCommitments(b, 4); err == nil {
				t.Errorf("commitment %d is %s: accepted", part, name)
			}
			b = slices.Clone(complaint)
			copy(b[32*part:], no)
			if _, err := DecodeComplaint(b); err == nil && (part < 3 || name != "negative") { // 1 is a scalar
				t.Errorf("part %d of a complaint is %s: accepted", part, name)
			}
		}
	}
}

// Attack: every bit of a complaint counts.
func TestAttackEveryByteFlipped(t *testing.T) {
	d := divide(t, 1)
	b := d.complain(t, 0).Encode()
	for i := range b {
		for bit := 1; bit < 256; bit <<= 1 {
			b[i] ^= byte(bit)
			if c, err := DecodeComplaint(b); err == nil {
				if upheld, err := c.Judge(contextOf("complaint"), d.way(0), d.commitments[0]); err == nil || upheld {
					t.Errorf("byte %d ^ %#x: upheld %v", i, bit, upheld)
				}
			}
			b[i] ^= byte(bit)
		}
	}
}

func FuzzDecodeCommitments(f *testing.F) {
	for _, n := range []int{1, 3} {
		f.Add(EncodeCommitments(divide(f, n).commitments), n)
	}
	f.Add([]byte{}, 0)
	f.Add(make([]byte, 2*Size), math.MaxInt)
	f.Fuzz(func(t *testing.T, b []byte, n int) {
		es, err := DecodeCommitments(b, n)
		if err == nil && (len(es) != n || !bytes.Equal(EncodeCommitments(es), b)) {
			t.Errorf("%x decodes as %d and re-encodes to %x", b, n, EncodeCommitments(es))
		}
	})
}

func FuzzDecodeComplaint(f *testing.F) {
	f.Add(divide(f, 1).complain(f, 0).Encode())
	f.Add(make([]byte, ComplaintSize))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := DecodeComplaint(b)
		if err == nil && !bytes.Equal(c.Encode(), b) {
			t.Errorf("%x decodes and re-encodes to %x", b, c.Encode())
		}
	})
}

// BenchmarkDivide is what an owner does for each holder.
func BenchmarkDivide(b *testing.B) {
	d := divide(b, 1)
	w := d.way(0)
	for b.Loop() {
		Commit([]ristretto.Scalar{w.Derive(Shared(d.z, w.To))})
	}
}

// BenchmarkCheck is what everybody does with a key of 13 holders.
func BenchmarkCheck(b *testing.B) {
	d := divide(b, 13)
	encoded := EncodeCommitments(d.commitments)
	for b.Loop() {
		commitments, err := DecodeCommitments(encoded, 13)
		if err != nil || Check(d.key, commitments) != nil {
			b.Fatal("refused")
		}
	}
}

func BenchmarkJudge(b *testing.B) {
	d := divide(b, 1)
	c := d.complain(b, 0)
	for b.Loop() {
		if _, err := c.Judge(contextOf("complaint"), d.way(0), d.commitments[0]); err != nil {
			b.Fatal(err)
		}
	}
}
