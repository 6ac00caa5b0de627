package audit_test

import (
	"bytes"
	"testing"

	"fives/crypto/cores"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/table"
	"fives/engine/table/tabletest"
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
	g.Choose = tabletest.Bot(rs.Bots[0])
	g.Until(func(t *table.Table) bool { return len(t.Results()) == hands && t.HandNumber() > hands })
	var b bytes.Buffer
	if err := audit.WriteLog(&b, g.Table().Log()); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// BenchmarkVerifyLog is what verify needs for each full hand of four seats, on all
// cores and on one. Target: 6 ms.
func BenchmarkVerifyLog(b *testing.B) {
	const hands = 8
	file := fullHands(b, hands)
	for name, o := range map[string]audit.Options{"cores": {Parallel: cores.Parallel}, "alone": {}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := audit.VerifyFile(bytes.NewReader(file), games.Find, o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N*hands), "ms/hand")
		})
	}
}
