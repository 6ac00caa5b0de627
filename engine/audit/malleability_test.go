package audit_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"fives/crypto/cores"
	"fives/engine/audit"
	"fives/engine/games"
)

// A changed byte anywhere in a log file is found in its own line, and nobody is
// blamed for it.
func TestEveryByteCounts(t *testing.T) {
	file := read(t, "five.jsonl")
	r := rand.New(rand.NewPCG(5, 3))
	for range 250 {
		i := r.IntN(len(file))
		changed := bytes.Clone(file)
		for changed[i] == file[i] {
			changed[i] = byte(r.IntN(256))
		}
		line := 1 + bytes.Count(file[:i], []byte("\n"))
		records, err := audit.ReadLog(bytes.NewReader(changed))
		if err == nil {
			_, err = audit.Verify(records, games.Find, audit.Options{Parallel: cores.Parallel})
		}
		var a *audit.AlteredError
		if !errors.As(err, &a) || a.Record != line {
			t.Errorf("byte %d of line %d changed to %q: %v", i, line, changed[i], err)
		}
	}
}

// Hostile files never panic, never verify, and are judged in parallel as they are
// record by record.
func FuzzVerify(f *testing.F) {
	file := read(f, "five.jsonl")
	lines := bytes.SplitAfter(file, []byte("\n"))
	f.Add(bytes.Join(lines[:6], nil)) // up to the first hand key: proofs are slow under the fuzzer
	f.Fuzz(func(t *testing.T, b []byte) {
		records, err := audit.ReadLog(bytes.NewReader(b))
		if err != nil {
			return
		}
		if r, err := everyWay(t, records, games.Find); err == nil && r.OK() && !bytes.Equal(b, file) {
			t.Error("another file is a good log")
		}
	})
}
