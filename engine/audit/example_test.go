package audit_test

import (
	"bytes"
	"fmt"
	"os"

	"fives/engine/audit"
	"fives/engine/games"
)

// A log is checked from its file alone.
func ExampleVerify() {
	file, err := os.ReadFile("testdata/five.jsonl")
	if err != nil {
		panic(err)
	}
	records, err := audit.ReadLog(bytes.NewReader(file))
	if err != nil {
		panic(err)
	}
	report, err := audit.Verify(records, games.Find, audit.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(report.Game, "is good:", report.OK())
	for _, s := range report.Seats {
		fmt.Println(s.Name, s.Fingerprint)
	}
	for _, h := range report.Hands {
		fmt.Println("hand", h.Hand, "points", h.Points(), "scores", h.Scores)
	}
	fmt.Println("won by seats", report.Winners)
	// Output:
	// five is good: true
	// ana 91ad-6833-2483-5426-0963
	// ben 672c-fcd2-ce5f-30ee-1a67
	// hand 1 points [50 0] scores [50 0]
	// won by seats [1]
}
