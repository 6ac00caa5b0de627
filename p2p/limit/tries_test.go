package limit

import (
	"testing"
	"time"

	"fives/engine/record"
)

// A node that goes on refusing is asked less and less often, and at once when it
// has answered.
func TestTries(t *testing.T) {
	var tr Tries
	ben, now, count := record.Key{1}, time.Unix(1_750_000_000, 0), 0
	for d := time.Duration(0); d < 10*time.Minute; d += 100 * time.Millisecond {
		if tr.Next(ben, now.Add(d)) {
			count++
		}
	}
	if count < 20 || count > 50 {
		t.Errorf("%d attempts in ten minutes", count)
	}
	tr.NoteAnswer(ben)
	if !tr.Answered(ben) || !tr.Next(ben, now.Add(10*time.Minute+tryEvery)) {
		t.Error("no attempt after an answer")
	}
	if !tr.Next(ben, now) {
		t.Error("a clock that was set back delays the attempts")
	}
}
