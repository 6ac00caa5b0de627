package say

import (
	"testing"
	"time"
)

// Today has no name, other days have one.
func TestMoment(t *testing.T) {
	now := time.Date(2026, 11, 26, 21, 0, 0, 0, time.FixedZone("", 3600))
	for at, want := range map[time.Time]string{
		now.Add(-46 * time.Minute):       "20:14",
		now.Add(-46 * time.Minute).UTC(): "20:14",
		now.AddDate(0, 0, -1):            "25 November, 21:00",
	} {
		if got := moment(at, now); got != want {
			t.Errorf("%v: %q, want %q", at, got, want)
		}
	}
}
