package report

import (
	"testing"
	"time"
)

// TestDate: local time stands beside UTC, with its day where that is another one.
func TestDate(t *testing.T) {
	noon := uint64(time.Date(2026, 11, 22, 12, 0, 5, 0, time.UTC).Unix())
	for zone, want := range map[*time.Location]string{
		time.UTC:                        "22 November 2026, 12:00:05 UTC",
		time.FixedZone("CET", 3600):     "22 November 2026, 12:00:05 UTC (13:00 CET)",
		time.FixedZone("NZDT", 13*3600): "22 November 2026, 12:00:05 UTC (23 November 2026, 01:00 NZDT)",
		time.FixedZone("-0330", -12600): "22 November 2026, 12:00:05 UTC (08:30 -0330)",
		time.FixedZone("GMT", 0):        "22 November 2026, 12:00:05 UTC",
	} {
		if got := (calendar{zone}).date(noon); got != want {
			t.Errorf("%s: %q, want %q", zone, got, want)
		}
	}
	if (calendar{time.UTC}).date(0) != "" || (calendar{time.UTC}).date(1<<63) != "" {
		t.Error("no time has a date")
	}
}
