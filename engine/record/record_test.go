package record

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"fives/engine/rules"

	"filippo.io/edwards25519"
	"github.com/fxamacker/cbor/v2"
	"pgregory.net/rapid"
)

func testKey(n byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, 32))
}

func payload(t testing.TB, kind Kind, body any) Payload {
	t.Helper()
	b, err := Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return Payload{Version: Version, Table: Hash{1}, Step: 300, Seat: 2, Head: Hash{2}, Kind: kind, Body: b}
}

// bodies has one of every type of body, empty and full.
func bodies() []any {
	host, cert := Key{5}, [64]byte{6}
	return []any{
		Proposal{}, Proposal{Game: "five", Options: map[string]any{"a": uint64(1), "b": true, "c": "x", "d": []any{uint64(1), int64(-2)}}, Seats: 5, HouseRules: HouseRules{Private: true, Spectators: true, TurnLimit: 60, Cover: CoverAll}, Nonce: Hash{3}, Time: 1 << 40},
		Join{}, Join{Name: "ana", Host: &host, Certificate: &cert},
		Continuation{}, Continuation{Parent: Hash{1}, Head: Hash{2}, Players: []Player{{Key: Key{1}, Name: "ana"}, {Key: Key{2}, Name: "bot", Host: &host}}, Game: "five", Options: map[string]any{"a": uint64(1)}, HouseRules: HouseRules{Private: true, Spectators: true, TurnLimit: 1, Cover: CoverAll}, Carry: rules.Carry{Hands: 2, Scores: []int{-3, 400}, Next: 1}, Attempt: 3},
		Empty{},
		HandKey{}, HandKey{Key: []byte{1}, Proof: []byte{2}},
		Stack{}, Stack{Stack: []byte{1}},
		Proof{}, Proof{Proof: []byte{2}},
		Shares{}, Shares{Shares: []byte{1}, Proof: []byte{2}},
		Move{}, Move{Text: "drop 7h", Cards: []uint64{0, 1<<64 - 1}, Shares: []byte{1}, Proof: []byte{2}},
		Receipt{}, Receipt{Hand: 1, Points: []int64{-1, 2}, Scores: []int64{1}, Violations: []Violation{{Seat: 1, Step: 2, Rule: "r"}}, Time: 5},
		Leave{}, Leave{Time: 1},
	}
}

// decode reads a body of the type of the sample.
func decode(sample any, b []byte) (any, error) {
	v := reflect.New(reflect.TypeOf(sample))
	err := Unmarshal(b, v.Interface())
	return v.Elem().Interface(), err
}

func TestBodiesRoundTrip(t *testing.T) {
	for _, body := range bodies() {
		b, err := Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		got, err := decode(body, b)
		if err != nil {
			t.Errorf("%T: %v", body, err)
			continue
		}
		again, err := Marshal(got)
		if err != nil || !bytes.Equal(again, b) {
			t.Errorf("%T: %x is read and written as %x", body, b, again)
		}
	}
}

// A value has one encoding: null for an empty array, map or string, another
// length, an indefinite length, a longer integer, a float, a tag, another order
// of keys, a missing, doubled or unknown key, and trailing bytes are refused.
func TestOtherSpellings(t *testing.T) {
	h := func(s string) []byte {
		b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	text := func(s string) string { return hex.EncodeToString(append([]byte{0x60 + byte(len(s))}, s...)) }
	leave := text("time")
	shares, proof := text("shares"), text("proof")
	for name, c := range map[string]struct {
		body any
		b    []byte
		ok   bool
	}{
		"leave":              {Leave{}, h("a1" + leave + "05"), true},
		"null":               {Leave{}, h("f6"), false},
		"undefined":          {Leave{}, h("f7"), false},
		"nothing":            {Leave{}, nil, false},
		"an array":           {Leave{}, h("8105"), false},
		"no field":           {Leave{}, h("a0"), false},
		"long integer":       {Leave{}, h("a1" + leave + "1805"), false},
		"longer integer":     {Leave{}, h("a1" + leave + "1b0000000000000005"), false},
		"float":              {Leave{}, h("a1" + leave + "f94500"), false},
		"negative":           {Leave{}, h("a1" + leave + "20"), false},
		"tag":                {Leave{}, h("a1" + leave + "c105"), false},
		"big number":         {Leave{}, h("a1" + leave + "c24105"), false},
		"text":               {Leave{}, h("a1" + leave + "6135"), false},
		"null field":         {Leave{}, h("a1" + leave + "f6"), false},
		"trailing":           {Leave{}, h("a1" + leave + "05 00"), false},
		"indefinite map":     {Leave{}, h("bf" + leave + "05 ff"), false},
		"doubled field":      {Leave{}, h("a2" + leave + "05" + leave + "05"), false},
		"unknown field":      {Leave{}, h("a2" + "6178 00" + leave + "05"), false},
		"other case":         {Leave{}, h("a1" + text("Time") + "05"), false},
		"number for a key":   {Leave{}, h("a2 01 02" + leave + "05"), false},
		"bytes for a key":    {Leave{}, h("a1 44 74696d65 05"), false},
		"long map head":      {Leave{}, h("b801" + leave + "05"), false},
		"shares":             {Shares{}, h("a2" + proof + "40" + shares + "40"), true},
		"null bytes":         {Shares{}, h("a2" + proof + "f6" + shares + "40"), false},
		"order":              {Shares{}, h("a2" + shares + "40" + proof + "40"), false},
		"array for bytes":    {Shares{}, h("a2" + proof + "80" + shares + "40"), false},
		"text for bytes":     {Shares{}, h("a2" + proof + "60" + shares + "40"), false},
		"chunked bytes":      {Shares{}, h("a2" + proof + "5f40ff" + shares + "40"), false},
		"numbers for bytes":  {Shares{}, h("a2" + proof + "8101" + shares + "40"), false},
		"length beyond data": {Shares{}, h("a2" + proof + "5b7fffffffffffffff" + shares + "40"), false},
		"bad utf-8":          {Join{}, h("a1" + text("name") + "61ff"), false},
		"null host":          {Join{}, h("a2" + text("host") + "f6" + text("name") + "6161"), false},
		"short host":         {Join{}, append(append(h("a2"+text("host")+"581f"), make([]byte, 31)...), h(text("name")+"6161")...), false},
		"long host":          {Join{}, append(append(h("a2"+text("host")+"5821"), make([]byte, 33)...), h(text("name")+"6161")...), false},
		"right host":         {Join{}, append(append(h("a2"+text("host")+"5820"), make([]byte, 32)...), h(text("name")+"6161")...), true},
		"host of numbers":    {Join{}, append(append(h("a2"+text("host")+"9820"), make([]byte, 32)...), h(text("name")+"6161")...), false},
		"huge array":         {Move{}, h("a1" + text("cards") + "9b7fffffffffffffff"), false},
	} {
		_, err := decode(c.body, c.b)
		if (err == nil) != c.ok || err != nil && !errors.Is(err, ErrEncoding) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNoCover: where nothing is said of cover, no key is there; an empty one is refused.
func TestNoCover(t *testing.T) {
	b, err := Marshal(Proposal{})
	if err != nil {
		t.Fatal(err)
	}
	var keys map[string]any
	if err := Unmarshal(b, &keys); err != nil {
		t.Fatal(err)
	}
	if _, there := keys["cover"]; there {
		t.Errorf("%x has the key", b)
	}
	for text, want := range map[string]error{CoverAll: nil, "": ErrEncoding} {
		keys["cover"] = text
		b, err := Marshal(keys)
		if err != nil {
			t.Fatal(err)
		}
		var body Proposal
		if err := Unmarshal(b, &body); !errors.Is(err, want) || want == nil && body.Cover != CoverAll {
			t.Errorf("%q: %+v, %v", text, body, err)
		}
	}
}

func TestSize(t *testing.T) {
	p := payload(t, KindStack, Stack{Stack: make([]byte, MaxSize)})
	if _, err := Sign(testKey(1), p); !errors.Is(err, ErrEncoding) {
		t.Errorf("signed %v", err)
	}
	r, err := Sign(testKey(1), payload(t, KindStack, Stack{Stack: make([]byte, MaxSize-500)}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Open(); err != nil {
		t.Error(err)
	}
	if len(r.Line()) > MaxLine {
		t.Errorf("a line of %d bytes", len(r.Line()))
	}
	if _, err := ParseLine(r.Line()); err != nil {
		t.Error(err)
	}
	big := Record{Author: r.Author, Payload: make([]byte, MaxSize+1)}
	if _, err := big.Open(); !errors.Is(err, ErrEncoding) {
		t.Errorf("opened %v", err)
	}
	// An array that is longer than its bytes, or deeply nested, or large.
	for _, b := range [][]byte{
		append([]byte{0x9a, 0x00, 0x01, 0x00, 0x00}, make([]byte, 65536)...),
		bytes.Repeat([]byte{0x81}, 1000),
	} {
		var v any
		if err := Unmarshal(b, &v); !errors.Is(err, ErrEncoding) {
			t.Errorf("%d bytes: %v", len(b), err)
		}
	}
	if n := testing.AllocsPerRun(10, func() {
		var m Move
		Unmarshal([]byte("\xa1\x65cards\x9b\x00\x00\x00\x01\x00\x00\x00\x00"), &m)
	}); n > 50 {
		t.Errorf("%v allocations for a short body", n)
	}
}

func TestVersion(t *testing.T) {
	p := payload(t, KindLeave, Leave{})
	p.Version++
	r, err := Sign(testKey(1), p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Open(); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("version %d", Version+1)) {
		t.Errorf("got %v", err)
	}
}

// A record, a notice and a certificate are worth nothing as one another.
func TestDomainSeparation(t *testing.T) {
	k := testKey(1)
	p := payload(t, KindLeave, Leave{})
	r, err := Sign(k, p)
	if err != nil {
		t.Fatal(err)
	}
	n, err := SignNotice(k, p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Open(); err != nil {
		t.Error(err)
	}
	if _, err := n.OpenNotice(); err != nil {
		t.Error(err)
	}
	if _, err := r.OpenNotice(); !errors.Is(err, ErrSignature) {
		t.Errorf("a record as a notice: %v", err)
	}
	if _, err := n.Open(); !errors.Is(err, ErrSignature) {
		t.Errorf("a notice as a record: %v", err)
	}
	raw := r
	raw.Signature = [64]byte(ed25519.Sign(k, r.Payload))
	if _, err := raw.Open(); !errors.Is(err, ErrSignature) {
		t.Errorf("without a domain: %v", err)
	}
	table, bot := Hash{1}, KeyOf(testKey(2))
	cert := CertifyBot(k, table, bot)
	if err := VerifyBot(KeyOf(k), table, bot, cert); err != nil {
		t.Error(err)
	}
	for name, err := range map[string]error{
		"host":  VerifyBot(KeyOf(testKey(3)), table, bot, cert),
		"table": VerifyBot(KeyOf(k), Hash{2}, bot, cert),
		"bot":   VerifyBot(KeyOf(k), table, KeyOf(testKey(3)), cert),
		"cert":  VerifyBot(KeyOf(k), table, bot, r.Signature),
	} {
		if !errors.Is(err, ErrSignature) {
			t.Errorf("a certificate with another %s: %v", name, err)
		}
	}
}

// S + ℓ is the classic second signature; Go refuses it, and so must others.
func TestSignatureIsStrict(t *testing.T) {
	r, err := Sign(testKey(1), payload(t, KindLeave, Leave{}))
	if err != nil {
		t.Fatal(err)
	}
	order, _ := hex.DecodeString("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
	carry := 0
	for i, o := range order {
		carry += int(r.Signature[32+i]) + int(o)
		r.Signature[32+i] = byte(carry)
		carry >>= 8
	}
	if _, err := r.Open(); !errors.Is(err, ErrSignature) {
		t.Errorf("got %v", err)
	}
}

func TestKeyCheck(t *testing.T) {
	if err := KeyOf(testKey(1)).Check(); err != nil {
		t.Error(err)
	}
	bad := map[string]string{
		"identity":               "0100000000000000000000000000000000000000000000000000000000000000",
		"zero":                   "0000000000000000000000000000000000000000000000000000000000000000",
		"order 2":                "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"order 8":                "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
		"order 8, negative":      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
		"identity, not reduced":  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"identity, signed":       "0100000000000000000000000000000000000000000000000000000000000080",
		"y = p + 3, not reduced": "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"no point":               "0200000000000000000000000000000000000000000000000000000000000000",
	}
	for name, s := range bad {
		b, _ := hex.DecodeString(s)
		if err := Key(b).Check(); !errors.Is(err, ErrEncoding) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// All encodings that are not canonical: y from p on, with either sign, and the two y
	// for which x is 0, with a sign.
	for _, sign := range []byte{0, 0x80} {
		for low := 0xed; low <= 0xff; low++ {
			k := Key(bytes.Repeat([]byte{0xff}, 32))
			k[0], k[31] = byte(low), 0x7f|sign
			if err := k.Check(); !errors.Is(err, ErrEncoding) {
				t.Errorf("%x: %v", k, err)
			}
		}
	}
	for _, k := range []Key{{0: 1, 31: 0x80}, Key(append([]byte{0xec}, bytes.Repeat([]byte{0xff}, 31)...))} {
		if err := k.Check(); !errors.Is(err, ErrEncoding) {
			t.Errorf("%x: %v", k, err)
		}
	}
	// Under a key with a part of small order, verifiers that multiply by the
	// cofactor and those that do not could disagree.
	p, _ := new(edwards25519.Point).SetBytes(testKey(1).Public().(ed25519.PublicKey))
	b, _ := hex.DecodeString(bad["order 8"])
	q, _ := new(edwards25519.Point).SetBytes(b)
	if err := Key(p.Add(p, q).Bytes()).Check(); !errors.Is(err, ErrEncoding) {
		t.Errorf("mixed order: %v", err)
	}
}

// Heads depend on authors, payloads, step and number, not on signatures.
func TestFold(t *testing.T) {
	a, err := Sign(testKey(1), payload(t, KindLeave, Leave{}))
	if err != nil {
		t.Fatal(err)
	}
	b, err := Sign(testKey(2), payload(t, KindLeave, Leave{Time: 2}))
	if err != nil {
		t.Fatal(err)
	}
	head := Fold(Hash{9}, 4, []Record{a, b})
	resigned := a
	resigned.Signature[0] ^= 1
	if Fold(Hash{9}, 4, []Record{resigned, b}) != head {
		t.Error("the head depends on a signature")
	}
	other := a
	other.Author = b.Author
	seen := map[Hash]string{head: "itself"}
	for name, h := range map[string]Hash{
		"head":    Fold(Hash{8}, 4, []Record{a, b}),
		"step":    Fold(Hash{9}, 5, []Record{a, b}),
		"order":   Fold(Hash{9}, 4, []Record{b, a}),
		"one":     Fold(Hash{9}, 4, []Record{a}),
		"none":    Fold(Hash{9}, 4, nil),
		"author":  Fold(Hash{9}, 4, []Record{other, b}),
		"payload": Fold(Hash{9}, 4, []Record{{Author: a.Author, Payload: b.Payload}, b}),
	} {
		if was, ok := seen[h]; ok {
			t.Errorf("%s gives the head of %s", name, was)
		}
		seen[h] = name
	}
}

func TestContinuationID(t *testing.T) {
	c := Continuation{Options: map[string]any{"b": 1, "a": []int{2}, "ccc": true}, Players: []Player{{Name: "x"}}, Carry: rules.Carry{Scores: []int{1}}}
	id, err := ContinuationID(c)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var again Continuation
	if err := Unmarshal(b, &again); err != nil {
		t.Fatal(err)
	}
	if got, err := ContinuationID(again); err != nil || got != id {
		t.Errorf("as received it has the ID %s, not %s (%v)", got, id, err)
	}
}

func TestFingerprint(t *testing.T) {
	if got := Fingerprint(Key{}); got != "6668-7aad-f862-bd77-6c8f" {
		t.Error(got)
	}
}

func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Record{Payload: rapid.SliceOf(rapid.Byte()).Draw(t, "payload")}
		copy(r.Author[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "author"))
		copy(r.Signature[:], rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(t, "signature"))
		got, err := ParseLine(r.Line())
		if err != nil || !got.Same(r) || got.Signature != r.Signature {
			t.Fatalf("%s: %v", r.Line(), err)
		}
	})
}

// What decodes re-encodes to the same bytes.
func FuzzPayload(f *testing.F) {
	for _, body := range bodies() {
		b, err := Marshal(payload(f, KindLeave, body))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		if b, err = Marshal(body); err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var p Payload
		if Unmarshal(b, &p) == nil {
			again, err := Marshal(p)
			if err != nil || !bytes.Equal(again, b) {
				t.Fatalf("%x is written as %x", b, again)
			}
			if cbor.Wellformed(p.Body) != nil {
				t.Fatalf("body %x", p.Body)
			}
			b = p.Body
		}
		for _, sample := range bodies() {
			body, err := decode(sample, b)
			if err != nil {
				continue
			}
			if again, err := Marshal(body); err != nil || !bytes.Equal(again, b) {
				t.Fatalf("%T: %x is written as %x", body, b, again)
			}
		}
	})
}

func FuzzParseLine(f *testing.F) {
	r, err := Sign(testKey(1), payload(f, KindLeave, Leave{}))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(r.Line())
	f.Fuzz(func(t *testing.T, b []byte) {
		if r, err := ParseLine(b); err == nil && !bytes.Equal(r.Line(), b) {
			t.Fatalf("%q is written as %q", b, r.Line())
		}
	})
}
