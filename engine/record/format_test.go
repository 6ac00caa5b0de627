package record

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"testing"
)

// The words that stand in records (SPEC §2.3, §2.4, §3). If one changes, every log that
// has been written is worth nothing.
func TestWords(t *testing.T) {
	for i, want := range []Kind{"proposal", "join", "roster", "accept", "key", "stack", "proof", "shares", "move", "receipt", "leave"} {
		got := []Kind{
			KindProposal, KindJoin, KindRoster, KindAccept, KindKey, KindStack, KindProof, KindShares, KindMove, KindReceipt, KindLeave,
		}[i]
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	key, p := testKey(1), payload(t, KindLeave, Leave{})
	record, err := Sign(key, p)
	if err != nil {
		t.Fatal(err)
	}
	notice, err := SignNotice(key, p)
	if err != nil {
		t.Fatal(err)
	}
	table, bot := Hash{1}, KeyOf(testKey(2))
	cert := CertifyBot(key, table, bot)
	for domain, signed := range map[string]struct{ message, sig []byte }{
		"fives/4 record\x00": {record.Payload, record.Signature[:]},
		"fives/4 notice\x00": {notice.Payload, notice.Signature[:]},
		"fives/4 bot\x00":    {slices.Concat(table[:], bot[:]), cert[:]},
	} {
		if !ed25519.Verify(record.Author[:], append([]byte(domain), signed.message...), signed.sig) {
			t.Errorf("%q is not what is signed", domain)
		}
	}
}

// The limits of a decoder (SPEC §1) are where they are for everybody: what one takes in
// and another refuses forks a table.
func TestLimits(t *testing.T) {
	nested := func(deep int) []byte { return append(bytes.Repeat([]byte{0x81}, deep), 0) }
	array := func(n int) []byte { return append([]byte{0x99, byte(n >> 8), byte(n)}, make([]byte, n)...) }
	pairs := func(n int) []byte {
		b := []byte{0xb8, byte(n)}
		for i := range n {
			if i < 24 {
				b = append(b, byte(i), 0)
			} else {
				b = append(b, 0x18, byte(i), 0)
			}
		}
		return b
	}
	for name, c := range map[string]struct {
		b  []byte
		ok bool
	}{
		"8 deep":        {nested(8), true},
		"9 deep":        {nested(9), false},
		"4096 elements": {array(4096), true},
		"4097 elements": {array(4097), false},
		"64 pairs":      {pairs(64), true},
		"65 pairs":      {pairs(65), false},
	} {
		var v any
		if err := Unmarshal(c.b, &v); (err == nil) != c.ok || err != nil && !errors.Is(err, ErrEncoding) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A payload of just as many bytes, and of one more.
	sized := func(n int) Record {
		p := payload(t, KindStack, Stack{})
		empty, err := Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		body, err := Marshal(Stack{Stack: make([]byte, n-len(empty)-4)}) // its length has 4 bytes more
		if err != nil {
			t.Fatal(err)
		}
		p.Body = Encoded(body)
		b, err := Marshal(p)
		if err != nil || len(b) != n {
			t.Fatalf("%d bytes, want %d: %v", len(b), n, err)
		}
		return Record{Author: KeyOf(testKey(1)), Payload: b}
	}
	if _, err := sized(131072).Peek(); err != nil {
		t.Error(err)
	}
	if _, err := sized(131073).Peek(); !errors.Is(err, ErrEncoding) {
		t.Errorf("one byte too many: %v", err)
	}
	for n, ok := range map[int]bool{131072: true, 131073: false} {
		p, err := sized(n).peekAll()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Sign(testKey(1), p); (err == nil) != ok {
			t.Errorf("%d bytes are signed: %v", n, err)
		}
	}
	if MaxLine != 175276 {
		t.Errorf("a line has %d bytes", MaxLine)
	}
}

// peekAll is Peek without a limit.
func (r Record) peekAll() (p Payload, err error) { return p, Unmarshal(r.Payload, &p) }

// A line is read in one spelling only, and none of its parts can be something else.
func TestOtherLines(t *testing.T) {
	r, err := Sign(testKey(1), payload(t, KindLeave, Leave{}))
	if err != nil {
		t.Fatal(err)
	}
	line := string(r.Line())
	enc := base64.StdEncoding.EncodeToString
	for name, bad := range map[string]string{
		"nothing":            "",
		"space":              " " + line,
		"newline":            line + "\n",
		"newline inside":     strings.Replace(line, `","p`, "\n"+`","p`, 1),
		"return inside":      strings.Replace(line, `"}`, "\r"+`"}`, 1),
		"no end":             strings.TrimSuffix(line, "}"),
		"no start":           strings.TrimPrefix(line, "{"),
		"without its end":    strings.TrimSuffix(line, `"}`),
		"without its start":  strings.TrimPrefix(line, `{"author":"`),
		"no payload":         strings.Replace(line, `"payload"`, `"paylaod"`, 1),
		"no signature":       strings.Replace(line, `"signature"`, `"signatuer"`, 1),
		"payload":            strings.Replace(line, `"payload":"`, `"payload":"!`, 1),
		"payload, one more":  strings.Replace(line, `"payload":"`, `"payload":"A`, 1),
		"author":             strings.Replace(line, `"author":"`, `"author":"!`, 1),
		"short author":       strings.Replace(line, enc(r.Author[:]), enc(r.Author[:31]), 1),
		"long author":        strings.Replace(line, enc(r.Author[:]), enc(append(r.Author[:], 0)), 1),
		"signature":          strings.Replace(line, `"signature":"`, `"signature":"!`, 1),
		"short signature":    strings.Replace(line, enc(r.Signature[:]), enc(r.Signature[:63]), 1),
		"long signature":     strings.Replace(line, enc(r.Signature[:]), enc(append(r.Signature[:], 0)), 1),
		"not padded":         strings.Replace(line, `=","p`, `","p`, 1),
		"trailing bits":      strings.Replace(line, enc(r.Author[:]), trailing(enc(r.Author[:])), 1),
		"url alphabet":       strings.Replace(line, enc(r.Author[:]), strings.Repeat("_", 43)+"=", 1),
		"too long, but good": string(Record{Payload: make([]byte, MaxLine)}.Line()),
	} {
		if bad == line {
			t.Fatalf("%s: nothing is changed", name)
		}
		if got, err := ParseLine([]byte(bad)); !errors.Is(err, ErrEncoding) || got.Payload != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// trailing sets a bit behind the last byte of base64 with one sign of padding.
func trailing(s string) string {
	b := []byte(s)
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	b[len(b)-2] = alphabet[strings.IndexByte(alphabet, b[len(b)-2])|1]
	return string(b)
}

// What people type of a fingerprint, and how long one is.
func TestDigits(t *testing.T) {
	for text, want := range map[string]string{
		"6668-7aad-f862-bd77-6c8f": "66687aadf862bd776c8f",
		"66687AAD":                 "66687aad",
		"66 68:7a":                 "66687a",
		"６６68:7A":                  "66687a",
	} {
		if got, ok := Digits(text); !ok || got != want {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "-", "666x", "ana"} {
		if got, ok := Digits(text); ok {
			t.Errorf("%q: %q", text, got)
		}
	}
	if digits, _ := Digits(Fingerprint(Key{})); len(digits) != 20 || FingerprintDigits != 20 {
		t.Errorf("%d digits", len(digits))
	}
}

// What is no body is an error, not an empty one.
func TestMarshalRefuses(t *testing.T) {
	if b, err := Marshal(make(chan int)); err == nil {
		t.Errorf("%x", b)
	}
}

// A payload that is not in its one spelling states nothing, also where the version, which
// comes first, could be read.
func TestPeekIsStrict(t *testing.T) {
	r, err := Sign(testKey(1), payload(t, KindLeave, Leave{}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Peek(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(b []byte) []byte{
		"cut off":       func(b []byte) []byte { return b[:len(b)-1] },
		"trailing":      func(b []byte) []byte { return append(b, 0) },
		"nothing":       func([]byte) []byte { return nil },
		"another field": func(b []byte) []byte { return bytes.Replace(b, []byte("step"), []byte("stop"), 1) },
		"a long number": func(b []byte) []byte { return bytes.Replace(b, []byte("seat\x02"), []byte("seat\x18\x02"), 1) },
	} {
		bad := r
		bad.Payload = change(bytes.Clone(r.Payload))
		if bytes.Equal(bad.Payload, r.Payload) {
			t.Fatalf("%s: nothing is changed", name)
		}
		if _, err := bad.Peek(); !errors.Is(err, ErrEncoding) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Heads and table IDs are hashes of just these bytes (SPEC §4, §5.3).
func TestHashes(t *testing.T) {
	a, b := Record{Author: Key{1}, Payload: []byte("one")}, Record{Author: Key{2}, Payload: []byte("two")}
	one, two := sha256.Sum256(a.Payload), sha256.Sum256(b.Payload)
	head := Hash{9}
	want := sha256.Sum256(slices.Concat([]byte("fives/4 head\x00"), head[:],
		[]byte{0, 0, 0, 0, 0, 0, 1, 2}, []byte{0, 0, 0, 0, 0, 0, 0, 2}, a.Author[:], one[:], b.Author[:], two[:]))
	if got := Fold(head, 0x102, []Record{a, b}); got != want {
		t.Errorf("head %s, want %x", got, want)
	}
	c := Continuation{Game: "five", Players: []Player{{Name: "ana"}}}
	enc, err := Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	want = sha256.Sum256(append([]byte("fives/4 continuation\x00"), enc...))
	if got, err := ContinuationID(c); err != nil || got != want {
		t.Errorf("table %s, want %x: %v", got, want, err)
	}
	if !(Hash{}).IsZero() || head.IsZero() || (Hash{31: 1}).IsZero() {
		t.Error("zero is not only zero")
	}
}
