package audit_test

import (
	"bytes"
	"runtime"
	"testing"
	"time"

	"fives/crypto/cores"
	"fives/crypto/signature"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// fullHands is the file of some hands of furious-five with four seats, and how many
// they are. In a hand of that game every seat plays.
func fullHands(tb testing.TB, hands int) []byte {
	tb.Helper()
	rs, err := games.Find("furious-five")
	if err != nil {
		tb.Fatal(err)
	}
	g := tabletest.New(tb, rs, 4, nil, 1)
	g.Hands(hands, rs.Bots[0])
	var b bytes.Buffer
	if err := audit.WriteLog(&b, g.Table().Log()); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// benchHands is how many full hands the log of a benchmark has.
const benchHands = 8

// BenchmarkVerifyLog is what verify needs for each full hand of four seats: on all cores, on
// one, and record by record, as a log is judged with which something is wrong. Beside that
// it is what the floor of cmd/figures is made of, on one core: to read all records, and to
// verify all their proofs, and all their signatures, in one sum each. Target: 1.5 times the
// floor, on all cores and on one.
func BenchmarkVerifyLog(b *testing.B) {
	file := fullHands(b, benchHands)
	verify := func(o audit.Options) {
		if _, err := audit.VerifyFile(bytes.NewReader(file), games.Find, o); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("cores", func(b *testing.B) {
		perHand(b, "ms/hand", func() { verify(audit.Options{Parallel: cores.Parallel}) })
	})
	b.Run("one", func(b *testing.B) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		perHand(b, "ms/hand", func() { verify(audit.Options{Parallel: cores.Parallel}) })
	})
	b.Run("alone", func(b *testing.B) { perHand(b, "ms/hand", func() { verify(audit.Options{}) }) })
	records, err := audit.ReadLog(bytes.NewReader(file))
	if err != nil {
		b.Fatal(err)
	}
	claims := claimed(b, records)
	for name, part := range map[string]func() bool{
		"read": func() bool {
			for _, r := range records {
				table.Read(r)
			}
			return true
		},
		"proofs":     func() bool { return table.Proved(claims) },
		"signatures": func() bool { return table.Signed(claims, new(signature.Keys)) },
	} {
		b.Run("part="+name, func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			perHand(b, "ms/op", func() {
				if !part() {
					b.Fatal("a good log is false")
				}
			})
		})
	}
}

// perHand runs f and reports the least time that it took, for each hand: what else a machine
// does only adds.
func perHand(b *testing.B, unit string, f func()) {
	var least time.Duration
	for b.Loop() {
		start := time.Now()
		f()
		if took := time.Since(start); least == 0 || took < least {
			least = took
		}
	}
	b.ReportMetric(float64(least.Microseconds())/1000/benchHands, unit)
}

// claimed are the claims of the records of a log behind those that seat the table.
func claimed(tb testing.TB, records []record.Record) (claims []table.Claim) {
	tb.Helper()
	const seats = 4
	t, err := table.New(records[0], records[1:1+seats], games.Find)
	for _, r := range records[1+seats:] {
		var c table.Claim
		if err == nil {
			c, err = t.Claim(table.Read(r))
		}
		if err == nil {
			_, err = t.Apply(c.Assume())
		}
		claims = append(claims, c)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return claims
}
