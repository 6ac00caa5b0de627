package wire_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/replica"
	"fives/p2p/wire"
	"fives/p2p/wire/wiretest"
)

// messages have every key of a table's stream in one place or another.
func messages() map[string]replica.Message {
	r := record.Record{Author: record.Key{1}, Payload: []byte{1, 2}, Signature: [64]byte{3}}
	return map[string]replica.Message{
		"empty":   {},
		"records": {Records: []record.Record{r, {Payload: []byte{}}}, Notices: []record.Record{r}, Say: "hello", More: true},
		"have": {Have: &replica.Have{Empty: true, Step: 1 << 40, Head: record.Hash{4}, Arrived: 5, Links: 1, Guilty: 2, Past: 1, Left: 4, Stopped: true,
			Asks: []replica.Ask{{Seat: 1, Nonce: 1<<64 - 1, Heard: 3}, {}}}},
		"heads":        {Heads: &replica.Heads{From: 3, Heads: make([]record.Hash, 30)}},
		"joins":        {Genesis: &replica.Genesis{Proposal: &r, Joins: []record.Record{r}}},
		"continuation": {Genesis: &replica.Genesis{Continuation: continuation()}},
	}
}

func continuation() *record.Continuation {
	return &record.Continuation{
		Parent: record.Hash{5}, Players: []record.Player{{Key: record.Key{6}, Name: "ana"}}, From: []int{2}, Game: "five",
		Options: map[string]any{"limit": uint64(30)}, Carry: rules.Carry{Scores: []int{-1}},
	}
}

func body(t testing.TB, v any) []byte {
	t.Helper()
	b, err := record.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestUnknownKeys: a frame means the same with keys of a later version in it.
func TestUnknownKeys(t *testing.T) {
	for name, m := range messages() {
		plain := body(t, m)
		var want, got replica.Message
		if err := wire.Decode(plain, &want); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		grown := wiretest.Grow(plain)
		if len(grown) <= len(plain) {
			t.Fatalf("%s: nothing was added", name)
		}
		if err := wire.Decode(grown, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v becomes %+v: %v", name, want, got, err)
		}
	}
}

// TestSignedIsWhole: nothing is dropped from what is signed.
func TestSignedIsWhole(t *testing.T) {
	var v map[string]map[string]map[string]any
	if err := cbor.Unmarshal(body(t, messages()["continuation"]), &v); err != nil {
		t.Fatal(err)
	}
	c := v["genesis"]["continuation"]
	c["a-new-key"] = uint64(1)
	var m replica.Message
	if err := wire.Decode(body(t, v), &m); !errors.Is(err, record.ErrEncoding) {
		t.Errorf("a continuation with one more key: %v", err)
	}
	delete(c, "a-new-key")
	c["options"].(map[any]any)["another-option"] = true
	if err := wire.Decode(body(t, v), &m); err != nil || len(m.Genesis.Continuation.Options) != 2 {
		t.Errorf("an option that only rules know: %+v, %v", m.Genesis, err)
	}
}

// inUnknown puts a value, in hexadecimal, under a key that no version knows.
func inUnknown(t *testing.T, value string) []byte {
	t.Helper()
	b, err := hex.DecodeString("a161" + hex.EncodeToString([]byte("x")) + strings.ReplaceAll(value, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestUnknownValues: what an unknown key holds is passed over, but it keeps the
// limits and the encoding that all of a frame keeps.
func TestUnknownValues(t *testing.T) {
	for name, c := range map[string]struct {
		value string
		ok    bool
	}{
		"a number":            {"05", true},
		"2^64 - 1":            {"1b ffffffffffffffff", true},
		"-2^63":               {"3b 7fffffffffffffff", true},
		"-2^63 - 1":           {"3b 8000000000000000", false},
		"bytes":               {"43 0102ff", true},
		"text":                {"61 61", true},
		"no UTF-8":            {"61 ff", false},
		"true":                {"f5", true},
		"null":                {"f6", false},
		"undefined":           {"f7", false},
		"a simple value":      {"f8 ff", false},
		"a float":             {"fb 3ff0000000000000", false},
		"a tag":               {"c2 41 01", false},
		"a long number":       {"18 05", false},
		"a longer number":     {"1b 00000000 ffffffff", false},
		"a long length":       {"58 01 00", false},
		"an endless list":     {"9f 01 ff", false},
		"an endless map":      {"bf ff", false},
		"endless bytes":       {"5f 41 00 ff", false},
		"reserved":            {"1c", false},
		"a break":             {"ff", false},
		"nothing":             {"", false},
		"half a number":       {"19 01", false},
		"too few bytes":       {"43 0102", false},
		"too few elements":    {"82 01", false},
		"too few pairs":       {"a2 6161 01", false},
		"trailing bytes":      {"01 01", false},
		"2^63 bytes":          {"5b 8000000000000000", false},
		"2^63 elements":       {"9b 8000000000000000", false},
		"2^63 pairs":          {"bb 8000000000000000", false},
		"a map":               {"a2 6161 01 6162 02", true},
		"a key twice":         {"a2 6161 01 6161 01", false},
		"keys out of order":   {"a2 6162 01 6161 01", false},
		"a number for a key":  {"a1 01 01", false},
		"bytes for a key":     {"a1 41 61 01", false},
		"a long key":          {"a1 7801 61 01", false},
		"a key too long":      {"a1 6361 01", false},
		"no UTF-8 for a key":  {"a1 61 ff 01", false},
		"4096 elements":       {"99 1000" + strings.Repeat("00", 4096), true},
		"4097 elements":       {"99 1001" + strings.Repeat("00", 4097), false},
		"64 pairs":            {pairs(64), true},
		"65 pairs":            {pairs(65), false},
		"8 containers":        {strings.Repeat("81", 7) + "00", true},
		"9 containers":        {strings.Repeat("81", 8) + "00", false},
		"half a million deep": {strings.Repeat("81", 500_000), false},
	} {
		var m replica.Message
		err := wire.Decode(inUnknown(t, c.value), &m)
		if (err == nil) != c.ok || err != nil && !errors.Is(err, record.ErrEncoding) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// pairs is a map of n pairs.
func pairs(n byte) string {
	var b bytes.Buffer
	b.Write([]byte{0xb8, n})
	for i := range n {
		b.Write([]byte{0x61, i, 0x01})
	}
	return hex.EncodeToString(b.Bytes())
}

// TestKnownStaysStrict: keys that are known are all there, once, and hold what
// they must, however many unknown ones stand beside them.
func TestKnownStaysStrict(t *testing.T) {
	say := func(value string) string { return "63" + hex.EncodeToString([]byte("say")) + value }
	have := func(pairs string) string { return "64" + hex.EncodeToString([]byte("have")) + pairs }
	for name, c := range map[string]struct {
		frame string
		ok    bool
	}{
		"one known, two unknown":   {"a3 6161 01" + say("6178") + "66 616161616161 01", true},
		"another case":             {"a1 63536179 6178", true},
		"twice":                    {"a2" + say("6178") + say("6178"), false},
		"twice, with one between":  {"a3" + say("6178") + "63736178 01" + say("6178"), false},
		"behind a later one":       {"a2 66 616161616161 01" + say("6178"), false},
		"another type":             {"a1" + say("01"), false},
		"empty, which is left out": {"a1" + say("60"), false},
		"null":                     {"a1" + say("f6"), false},
		"not all that is needed":   {"a1" + have("a1 6161 01"), false},
		"a list for a map":         {"a1" + have("80"), false},
		"no map at all":            {"80", false},
	} {
		b, err := hex.DecodeString(strings.ReplaceAll(c.frame, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		var m replica.Message
		if err := wire.Decode(b, &m); (err == nil) != c.ok || err != nil && !errors.Is(err, record.ErrEncoding) {
			t.Errorf("%s: %v", name, err)
		}
	}
	short := body(t, replica.Message{Heads: &replica.Heads{Heads: []record.Hash{{}}}})
	at := bytes.Index(short, []byte{0x58, 0x20})
	for _, length := range []byte{0x1f, 0x21} { // of a hash
		b := bytes.Clone(short)
		b[at+1] = length
		b = append(b[:at+2], append(make([]byte, length), b[at+34:]...)...)
		var m replica.Message
		if err := wire.Decode(b, &m); !errors.Is(err, record.ErrEncoding) {
			t.Errorf("a hash of %d bytes: %v", length, err)
		}
	}
}

// TestUnknownCosts: a length that is only claimed costs nothing, and a frame of
// unknown keys no more than a few times its size.
func TestUnknownCosts(t *testing.T) {
	list := "9b 0000000000001000"
	deep := "a1" + "6162" + strings.Repeat("81", 6) + "5a 00070000" + strings.Repeat("00", 7<<16)
	for name, c := range map[string]struct {
		value string
		limit uint64
	}{
		"claimed": {list, 4 << 10},
		"deep":    {deep, 2 * 7 << 16},
	} {
		b := inUnknown(t, c.value)
		var m replica.Message
		wire.Decode(b, &m) // what is made once
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range 10 {
			wire.Decode(b, &m)
		}
		runtime.ReadMemStats(&after)
		if each := (after.TotalAlloc - before.TotalAlloc) / 10; each > c.limit {
			t.Errorf("%s: %d bytes are taken for %d", name, each, len(b))
		}
	}
}

// within reports whether the value that small encodes is in the one that big
// does, and big says nothing else under the keys of a message.
func within(t *testing.T, small, big []byte) bool {
	t.Helper()
	var s, b any
	for body, v := range map[*any][]byte{&s: small, &b: big} {
		if err := record.Unmarshal(v, body); err != nil {
			t.Errorf("%x has another spelling: %v", v, err)
			return false
		}
	}
	kept, ok := s.(map[any]any)
	said, alsoOK := b.(map[any]any)
	if !ok || !alsoOK {
		return false
	}
	for _, key := range []string{"genesis", "records", "notices", "heads", "have", "say", "more"} {
		if _, there := said[key]; there != (kept[key] != nil) {
			return false
		}
	}
	return inside(s, b)
}

func inside(small, big any) bool {
	switch s := small.(type) {
	case map[any]any:
		b, ok := big.(map[any]any)
		for key := range s {
			ok = ok && inside(s[key], b[key])
		}
		return ok
	case []any:
		b, ok := big.([]any)
		ok = ok && len(b) == len(s)
		for i := range s {
			ok = ok && inside(s[i], b[i])
		}
		return ok
	}
	return reflect.DeepEqual(small, big)
}

// FuzzDecode: the rules for values that are read hold for skipped ones, too, and no others.
func FuzzDecode(f *testing.F) {
	for _, m := range messages() {
		f.Add(body(f, m))
		f.Add(wiretest.Grow(body(f, m)))
	}
	for _, b := range garbage {
		f.Add(b[:min(len(b), 4096)])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var nothing struct{}
		var all map[string]any
		err, strict := wire.Decode(b, &nothing), record.Unmarshal(b, &all)
		if (err == nil) != (strict == nil && plain(all)) {
			t.Errorf("%x: passed over: %v; read: %v", b, err, strict)
		}
	})
}

// plain reports whether a value has none of what the generic decoder knows
// besides: floats, null, other simple values, and keys that are no text.
func plain(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, value := range v {
			if !plain(value) {
				return false
			}
		}
		return v != nil
	case map[any]any:
		for key, value := range v {
			if _, text := key.(string); !text || !plain(value) {
				return false
			}
		}
		return true
	case []any:
		for _, value := range v {
			if !plain(value) {
				return false
			}
		}
		return true
	case bool, uint64, int64, string, []byte:
		return true
	}
	return false
}
