package cpace

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"testing"
	"testing/iotest"

	"fives/crypto/ristretto"
)

// octets is hexadecimal in JSON.
type octets []byte

func (o *octets) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	*o = b
	return err
}

// draftVectors are those of appendix B.3, in the draft's names.
type draftVectors struct {
	PRS, CI, SID, G, ADa, ADb, K octets
	GeneratorString              octets                        `json:"generator_string"`
	SecretA                      octets                        `json:"ya"`
	SecretB                      octets                        `json:"yb"`
	ShareA                       octets                        `json:"Ya"`
	ShareB                       octets                        `json:"Yb"`
	ISK                          octets                        `json:"ISK_IR"`
	TagA                         octets                        `json:"Ta"`
	TagB                         octets                        `json:"Tb"`
	JoinKey                      octets                        `json:"key_join"`
	ScalarMult                   struct{ S, X, Result octets } `json:"scalar_mult"`
	InvalidShares                []octets                      `json:"invalid_shares"`
}

func loadVectors(t *testing.T) (v draftVectors) {
	t.Helper()
	b, err := os.ReadFile("testdata/draft21.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.ISK) != 64 || len(v.TagB) != TagSize || len(v.ScalarMult.Result) != 32 || len(v.InvalidShares) != 2 {
		t.Fatalf("vectors missing: %+v", v)
	}
	return v
}

// fixed is a source of randomness from which the scalar s comes.
func fixed(s []byte) *bytes.Reader {
	return bytes.NewReader(append(bytes.Clone(s), make([]byte, 32)...))
}

// startVectors runs both sides of the draft's example up to their messages.
func startVectors(t *testing.T, v draftVectors) (a, b *Exchange, msgA, msgB []byte) {
	t.Helper()
	a, msgA, err := Start(Config{Role: Initiator, ChannelID: v.CI, SessionID: v.SID, AssociatedData: v.ADa}, v.PRS, fixed(v.SecretA))
	if err != nil {
		t.Fatal(err)
	}
	b, msgB, err = Start(Config{Role: Responder, ChannelID: v.CI, SessionID: v.SID, AssociatedData: v.ADb}, v.PRS, fixed(v.SecretB))
	if err != nil {
		t.Fatal(err)
	}
	return a, b, msgA, msgB
}

func wantBytes(t *testing.T, what string, got, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Errorf("%s = %x, want %x", what, got, want)
	}
}

// Draft B.3.1.
func TestDraftGenerator(t *testing.T) {
	v := loadVectors(t)
	wantBytes(t, "generator string", generatorString(v.PRS, v.CI, v.SID), v.GeneratorString)
	g := generator(v.PRS, v.CI, v.SID).Encode()
	wantBytes(t, "g", g[:], v.G)
}

// Draft B.3.2 to B.3.5, and SPEC §7.4 and §7.5.
func TestDraftExchange(t *testing.T) {
	v := loadVectors(t)
	a, b, msgA, msgB := startVectors(t, v)
	wantBytes(t, "message of A", msgA, append(bytes.Clone(v.ShareA), v.ADa...))
	wantBytes(t, "message of B", msgB, append(bytes.Clone(v.ShareB), v.ADb...))
	ca, err := a.Finish(msgB)
	if err != nil {
		t.Fatal(err)
	}
	cb, err := b.Finish(msgA)
	if err != nil {
		t.Fatal(err)
	}
	wantBytes(t, "ISK of A", ca.isk, v.ISK)
	wantBytes(t, "ISK of B", cb.isk, v.ISK)
	wantBytes(t, "Ta", ca.Tag(), v.TagA)
	wantBytes(t, "Tb", cb.Tag(), v.TagB)
	sa, err := ca.Verify(v.TagB)
	if err != nil {
		t.Fatal(err)
	}
	key := sa.Key("join")
	wantBytes(t, "key", key[:], v.JoinKey)
	wantBytes(t, "data of B", sa.PeerData, v.ADb)
}

// Draft B.3.10.
func TestDraftScalarMult(t *testing.T) {
	v := loadVectors(t).ScalarMult
	s, err := ristretto.DecodeScalar(v.S)
	if err != nil {
		t.Fatal(err)
	}
	x, err := ristretto.Decode(v.X)
	if err != nil {
		t.Fatal(err)
	}
	got := x.Mul(s).Encode()
	wantBytes(t, "s·X", got[:], v.Result)
}

// Draft §9 and B.3.11: invalid shares and the identity abort both roles.
func TestDraftInvalidSharesAbort(t *testing.T) {
	v := loadVectors(t)
	for _, share := range v.InvalidShares {
		a, b, _, _ := startVectors(t, v)
		for _, x := range []*Exchange{a, b} {
			if _, err := x.Finish(share); err != ErrMessage {
				t.Errorf("share %x: %v, want %v", share, err, ErrMessage)
			}
		}
	}
}

func TestMessageLengths(t *testing.T) {
	share := ristretto.Base().Encode()
	for length, want := range map[int]error{
		0: ErrMessage, 31: ErrMessage, 32: nil, 33: nil,
		32 + 1024: nil, 32 + 1024 + 1: ErrMessage, 1 << 20: ErrMessage,
	} {
		x, _ := start(t, honest())
		msg := append(share[:], make([]byte, 1<<20)...)[:length]
		if _, err := x.Finish(msg); err != want {
			t.Errorf("%d bytes: %v, want %v", length, err, want)
		}
	}
}

// party is the input of one side of an exchange.
type party struct {
	Config
	code string
}

func honest() party {
	return party{Config{Role: Initiator, ChannelID: []byte("table 1, keys of ana and ben"), SessionID: []byte("session 1")}, "blue-otter-42"}
}

// peer is the honest other side of p.
func (p party) peer() party {
	p.Role = Initiator + Responder - p.Role
	return p
}

func start(t testing.TB, p party) (*Exchange, []byte) {
	t.Helper()
	x, msg, err := Start(p.Config, []byte(p.code), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return x, msg
}

// run plays both sides to the end and returns the session and error of each.
func run(t *testing.T, a, b party) (sa, sb *Session, errA, errB error) {
	t.Helper()
	xa, msgA := start(t, a)
	xb, msgB := start(t, b)
	ca, err := xa.Finish(msgB)
	if err != nil {
		t.Fatal(err)
	}
	cb, err := xb.Finish(msgA)
	if err != nil {
		t.Fatal(err)
	}
	sa, errA = ca.Verify(cb.Tag())
	sb, errB = cb.Verify(ca.Tag())
	return sa, sb, errA, errB
}

func TestSameCodeAgrees(t *testing.T) {
	a := honest()
	b := a.peer()
	a.AssociatedData, b.AssociatedData = []byte("from a"), []byte("from b")
	sa, sb, errA, errB := run(t, a, b)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if sa.Key("x") != sb.Key("x") {
		t.Error("the keys differ")
	}
	if sa.Key("x") == sa.Key("y") {
		t.Error("two purposes, one key")
	}
	wantBytes(t, "data of b", sa.PeerData, b.AssociatedData)
	wantBytes(t, "data of a", sb.PeerData, a.AssociatedData)
	again, _, _, _ := run(t, a, b)
	if again.Key("x") == sa.Key("x") {
		t.Error("two runs, one key")
	}
}

// A difference in anything that the run is bound to fails on both sides.
func TestDifferencesFail(t *testing.T) {
	for name, change := range map[string]func(p *party){
		"code":              func(p *party) { p.code = "blue-otter-43" },
		"empty code":        func(p *party) { p.code = "" },
		"longer code":       func(p *party) { p.code += "\x00" },
		"table":             func(p *party) { p.ChannelID = []byte("table 2, keys of ana and ben") },
		"key":               func(p *party) { p.ChannelID = []byte("table 1, keys of eve and ben") },
		"session":           func(p *party) { p.SessionID = []byte("session 2") },
		"no session":        func(p *party) { p.SessionID = nil },
		"role":              func(p *party) { p.Role = Initiator },
		"channel ∥ session": func(p *party) { p.ChannelID, p.SessionID = append(p.ChannelID, 's'), []byte("ession 1") },
	} {
		b := honest().peer()
		change(&b)
		_, _, errA, errB := run(t, honest(), b)
		if errA != ErrConfirmation || errB != ErrConfirmation {
			t.Errorf("another %s: %v and %v, want %v", name, errA, errB, ErrConfirmation)
		}
	}
}

// Associated data changed on the way fails on both sides.
func TestTamperedDataFails(t *testing.T) {
	a := honest()
	a.AssociatedData = []byte("peer ID of a")
	xa, msgA := start(t, a)
	xb, msgB := start(t, honest().peer())
	msgA[len(msgA)-1] ^= 1
	ca, errA := xa.Finish(msgB)
	cb, errB := xb.Finish(msgA)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if _, err := ca.Verify(cb.Tag()); err != ErrConfirmation {
		t.Errorf("a: %v", err)
	}
	if _, err := cb.Verify(ca.Tag()); err != ErrConfirmation {
		t.Errorf("b: %v", err)
	}
}

// An attacker without the code sends our own message back.
func TestReflectionRefused(t *testing.T) {
	p := honest()
	p.AssociatedData = []byte("data")
	x, msg := start(t, p)
	if _, err := x.Finish(msg); err != ErrReflected {
		t.Errorf("own message: %v, want %v", err, ErrReflected)
	}
	x, msg = start(t, p)
	if _, err := x.Finish(append(msg, "more"...)); err != ErrReflected {
		t.Errorf("own share with other data: %v, want %v", err, ErrReflected)
	}
}

func TestReflectedTagRefused(t *testing.T) {
	xa, _ := start(t, honest())
	_, msgB := start(t, honest().peer())
	ca, err := xa.Finish(msgB)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ca.Verify(ca.Tag()); err != ErrConfirmation {
		t.Errorf("own tag: %v, want %v", err, ErrConfirmation)
	}
}

func TestEveryFlippedTagBitIsRefused(t *testing.T) {
	v := loadVectors(t)
	for bit := range TagSize * 8 {
		a, _, _, msgB := startVectors(t, v)
		c, err := a.Finish(msgB)
		if err != nil {
			t.Fatal(err)
		}
		forged := bytes.Clone(v.TagB)
		forged[bit/8] ^= 1 << (bit % 8)
		if _, err := c.Verify(forged); err != ErrConfirmation {
			t.Fatalf("bit %d: %v", bit, err)
		}
	}
	for _, length := range []int{0, TagSize - 1, TagSize + 1} {
		a, _, _, msgB := startVectors(t, v)
		c, err := a.Finish(msgB)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Verify(append(bytes.Clone(v.TagB), 0)[:length]); err != ErrConfirmation {
			t.Errorf("tag of %d bytes: %v", length, err)
		}
	}
}

// One run is one guess: neither step can be tried again.
func TestOneGuessForEachRun(t *testing.T) {
	xa, _ := start(t, honest())
	xb, msgB := start(t, honest().peer())
	if _, err := xa.Finish(nil); err != ErrMessage {
		t.Fatal(err)
	}
	if _, err := xa.Finish(msgB); err != ErrUsed {
		t.Errorf("second Finish: %v, want %v", err, ErrUsed)
	}
	xa, msgA := start(t, honest())
	ca, err := xa.Finish(msgB)
	if err != nil {
		t.Fatal(err)
	}
	cb, err := xb.Finish(msgA)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ca.Verify(make([]byte, TagSize)); err != ErrConfirmation {
		t.Fatal(err)
	}
	if ca.isk != nil || !xa.secret.IsZero() {
		t.Error("the key of a guess that failed is kept")
	}
	if _, err := ca.Verify(cb.Tag()); err != ErrUsed {
		t.Errorf("second Verify: %v, want %v", err, ErrUsed)
	}
}

func TestStartFails(t *testing.T) {
	broken := errors.New("broken")
	if _, _, err := Start(honest().Config, nil, iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("broken randomness: %v", err)
	}
	if _, _, err := Start(honest().Config, nil, bytes.NewReader(make([]byte, 64))); err == nil {
		t.Error("a zero secret is used")
	}
	if _, _, err := Start(Config{}, nil, rand.Reader); err == nil {
		t.Error("a run without a role starts")
	}
	if _, _, err := Start(Config{Role: Initiator, AssociatedData: make([]byte, MaxAssociatedData+1)}, nil, rand.Reader); err == nil {
		t.Error("a run with too much associated data starts")
	}
	if _, _, err := Start(Config{Role: Initiator, AssociatedData: make([]byte, 1024)}, nil, rand.Reader); err != nil {
		t.Errorf("with as much associated data as there may be: %v", err)
	}
}

// Draft §6.3: LEB128 lengths.
func TestLengthPrefix(t *testing.T) {
	wantBytes(t, "lv_cat()", lvCat(), nil)
	wantBytes(t, "lv_cat(empty)", lvCat(nil), []byte{0})
	wantBytes(t, "lv_cat(1234, 5)", lvCat([]byte("1234"), []byte("5")), []byte("\x041234\x015"))
	wantBytes(t, "length 127", lvCat(make([]byte, 127))[:2], []byte{0x7f, 0})
	wantBytes(t, "length 128", lvCat(make([]byte, 128))[:3], []byte{0x80, 1, 0})
}

// For a code that fits the first block, the number of bytes hashed does not
// depend on the length of the code (draft §8.1).
func TestGeneratorStringHidesCodeLength(t *testing.T) {
	want := len(generatorString(nil, []byte("ci"), []byte("sid")))
	for n := range 109 {
		if got := len(generatorString(make([]byte, n), []byte("ci"), []byte("sid"))); got != want {
			t.Fatalf("code of %d bytes: %d bytes to hash, want %d", n, got, want)
		}
	}
}

// A message from the network never panics, and never leads to a session.
func FuzzFinish(f *testing.F) {
	base := ristretto.Base().Encode()
	f.Add(base[:], make([]byte, TagSize))
	f.Add(append(base[:], "data"...), []byte{})
	f.Add(make([]byte, 32), make([]byte, 1))
	f.Add([]byte{}, []byte{})
	_, msg := start(f, honest().peer())
	f.Add(msg, make([]byte, TagSize))
	f.Fuzz(func(t *testing.T, peerMessage, peerTag []byte) {
		x, _ := start(t, honest())
		c, err := x.Finish(peerMessage)
		if err != nil {
			if !errors.Is(err, ErrMessage) && !errors.Is(err, ErrReflected) {
				t.Fatalf("unexpected error %v", err)
			}
			return
		}
		if _, err := ristretto.Decode(peerMessage[:ShareSize]); err != nil {
			t.Fatalf("accepted a share that does not decode: %x", peerMessage)
		}
		if _, err := c.Verify(peerTag); err != ErrConfirmation {
			t.Fatalf("confirmed by %x", peerTag)
		}
	})
}

func BenchmarkExchange(b *testing.B) {
	for b.Loop() {
		xa, msgA := start(b, honest())
		xb, msgB := start(b, honest().peer())
		ca, _ := xa.Finish(msgB)
		cb, _ := xb.Finish(msgA)
		if _, err := ca.Verify(cb.Tag()); err != nil {
			b.Fatal(err)
		}
	}
}
