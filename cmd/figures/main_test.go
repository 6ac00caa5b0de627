package main

import (
	"regexp"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	in := `goos: linux
BenchmarkShuffleProve/N=52-4         	     100	  12 ns/op	       520000 ns/U	        18.80 U/op
BenchmarkVerify/N=52         	     100	  12 ns/op	       5.2 U/op
BenchmarkDeal/seats=14/cards=232-16   1	 2900.4 ms-roster-to-hands	 1406 µs/seat/card
ok  	fives/crypto/shuffle	1.0s
`
	var b strings.Builder
	if err := run(strings.NewReader(in), &b, figures); err != nil {
		t.Fatal(err)
	}
	out := b.String()
	if !strings.HasPrefix(out, in) {
		t.Error("what the benchmarks print is not passed on")
	}
	for _, want := range []string{
		`later pass +missed: 18.8 +14 +12 +U`,
		`one pass of 52 cards +5.2 +5.7 +5 +U`,
		`232 cards dealt +2900 +3000 +2000 +ms`,
		`daemon at rest +- +32 +25 +MB`,
	} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}

func TestBrowsers(t *testing.T) {
	in := "BenchmarkPhone/slow=4-4  1  149 MB-page  3100 ms-deal\nBenchmarkPhone/slow=1-4  1  900 ms-deal\n"
	var b strings.Builder
	if err := run(strings.NewReader(in), &b, browserFigures); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`2 daemons and 2 pages +missed: 3100 +3000 +1000 +ms`, `page at a table +149 +150 +80 +MB`} {
		if !regexp.MustCompile(want).MatchString(b.String()) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}
