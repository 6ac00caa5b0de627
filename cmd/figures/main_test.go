package main

import (
	"regexp"
	"strings"
	"testing"
)

// table is what is printed for what benchmarks print.
func table(t *testing.T, in string, figures []figure) string {
	t.Helper()
	var b strings.Builder
	if err := run(strings.NewReader(in), &b, figures); err != nil {
		t.Fatal(err)
	}
	table, passed := strings.CutPrefix(b.String(), in)
	if !passed {
		t.Error("what the benchmarks print is not passed on")
	}
	return table
}

func wants(t *testing.T, table string, rows ...string) {
	t.Helper()
	for _, row := range rows {
		if !regexp.MustCompile(row).MatchString(table) {
			t.Errorf("%q is not in\n%s", row, table)
		}
	}
}

func TestTable(t *testing.T) {
	out := table(t, `goos: linux
BenchmarkShuffleProve/N=52-4         	     100	  12 ns/op	       520000 ns/U	        18.80 U/op
BenchmarkVerify/N=52         	     100	  12 ns/op	       5.2 U/op
BenchmarkDeal/seats=14/cards=232-16   1	 600.4 ms-roster-to-hands	 1406 µs/seat/card
BenchmarkCoverDeal-4   1	 30 ms-roster-to-hands	 25 ms-roster-to-hands-without	 1.2 ×
BenchmarkRest-4   1	 6.5 MB-anonymous	 9 MB-referenced
ok  	fives/crypto/shuffle	1.0s
`, figures)
	wants(t, out,
		`later pass +missed: 18.8 +14 +12 +U\n`,
		`one pass of 52 cards +5.2 +5.7 +5 +U\n`,
		`deal beside without +missed: 1.2 +1.15 +1.1 +×\n`,
		`anonymous memory +6.5 +7 +5 +MB\n`,
		`within 20 s +missed: 9 +8 +5 +MB\n`,
		// Its parts are missing, and so are both of the next two figures.
		`232 cards dealt +missed: 600 +- +- +550 +400 +ms\n`,
		`4 daemons +- +- +- +1.8× \(28\) +20 +ms\n`,
		`verifies that deal.* +- +60 +50 +ms\n`,
	)
	if strings.Contains(out, "floor of") {
		t.Errorf("there is a floor:\n%s", out)
	}
}

const parts = `BenchmarkCommit-4  1000  1 ns/op  0.5 ms/op
BenchmarkHop-4  1000  1 ns/op  0.1 ms/op
BenchmarkParts/seats=4/shares=1/make-4  1000  0.3 ms/op
BenchmarkParts/seats=4/shares=1/verify-4  1000  0.5 ms/op
`

func TestRatio(t *testing.T) {
	// Two commits, two hops, a share made, the others' verified: 2 ms.
	wants(t, table(t, parts+"BenchmarkDraw-4  1  4.9 ms-press-to-card\n", figures),
		`draw, .* +4.9 +2 +2.45× +2.5× +2 +ms\n`, `floor of draw, .*: chain 2 ms, work on 4 cores 0.6 ms`)
	wants(t, table(t, parts+"BenchmarkDraw-4  1  6 ms-press-to-card\n", figures), `draw, .* +6 +2 +missed: 3× +2.5× +2 +ms\n`)
	wants(t, table(t, parts, figures), `draw, .* +- +- +- +2.5× +2 +ms\n`)
	without := strings.Replace(parts, "BenchmarkHop", "BenchmarkHope", 1)
	wants(t, table(t, without+"BenchmarkDraw-4  1  6 ms-press-to-card\n", figures), `draw, .* +6 +- +- +2.5× +2 +ms\n`)
}

// On two cores, the four nodes of a draw wait for a core: 3 × 3 ms to make shares and
// 3 × 5 ms to verify them, half of it on each.
func TestDrawOnFewCores(t *testing.T) {
	slow := strings.NewReplacer(" 0.3 ms/op", " 3 ms/op", "verify-4  1000  0.5", "verify-4  1000  5").Replace(parts)
	wants(t, table(t, slow+"BenchmarkDraw-2  1  24 ms-press-to-card\n", figures),
		`draw, .* +24 +12 +2× +2.5× +2 +ms\n`, `floor of draw, .*: chain 9.2 ms, work on 2 cores 12 ms`)
}

// The floor of a verified log is what the cores share and, on one core, all of it. The same
// holds for a log that a node takes in when it comes back.
func TestLogs(t *testing.T) {
	const log = `BenchmarkVerifyLog/part=read-2  1  1 ms/op
BenchmarkVerifyLog/part=proofs-2  1  2 ms/op
BenchmarkVerifyLog/part=signatures-2  1  1 ms/op
BenchmarkVerifyLog/cores-2  1  3.1 ms/hand
BenchmarkVerifyLog/one-2  1  5 ms/hand
BenchmarkComeBack/cores-2  1  11 ms/hand  5600 steps/s
BenchmarkComeBack/one-2  1  6.2 ms/hand  9900 steps/s
`
	wants(t, table(t, log, figures), `full hand of 4 seats +3.1 +2 +missed: 1.55× +1.5× \(6\) +5 +ms/hand\n`, `verify it on one core, .* +5 +4 +1.25× +1.5× +8 +ms/hand\n`,
		`come back to that log, .* +missed: 11 +2 +5.5× +10 +6 +ms/hand\n`, `come back to it on one core +6.2 +4 +missed: 1.55× +1.5× +10 +ms/hand\n`)
}

// A later hand of four seats has a step less than the first, and two shares.
func TestLaterHands(t *testing.T) {
	const hands = parts + `BenchmarkParts/seats=4/cards=52/mask-4  1  1 ms/op
BenchmarkParts/seats=4/cards=52/read-4  1  1 ms/op
BenchmarkParts/seats=4/cards=52/prove-4  1  1 ms/op
BenchmarkParts/seats=4/cards=52/verify-4  1  1 ms/op
BenchmarkParts/seats=4/shares=15/make-4  1  1 ms/op
BenchmarkParts/seats=4/shares=15/verify-4  1  1 ms/op
BenchmarkGame-4  1  40 ms-roster-to-hands  30 ms-settled-to-hands
`
	// 4 + 3 + 1 + 1 + 1 + 1 and 7 steps of 0.6 ms; with the start 0.8 ms and a step more.
	wants(t, table(t, hands, figures), `floor of settlement to dealt hands, .*: chain 15.2 ms`, `floor of roster to dealt hands, .*: chain 16.6 ms`)
}

func TestBrowsers(t *testing.T) {
	wants(t, table(t, "BenchmarkPhone/slow=4-4  1  149 MB-page  1300 ms-deal\nBenchmarkPhone/slow=1-4  1  900 ms-deal\n", browserFigures),
		`2 daemons and 2 pages +missed: 1300 +1200 +1000 +ms\n`, `page at a table +149 +150 +80 +MB\n`)
}
