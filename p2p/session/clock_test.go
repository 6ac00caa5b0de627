package session_test

import (
	"testing"
	"time"
	"unsafe"
)

// since returns a time, in seconds of Unix, that has a monotonic reading, as those of a daemon have.
func since(unix int64) time.Time {
	now := time.Now()
	return now.Add(time.Unix(unix, 0).Sub(now))
}

// slept returns a time as it is read where the monotonic clock stood still for some whole seconds,
// while the device slept. Only the wall clock can tell then.
func slept(t time.Time, d time.Duration) time.Time {
	t = t.Add(-d)
	(*struct { // as package time documents it, in the comment of Time
		wall uint64 // its bits from 30 on count seconds
		_    int64
		_    *time.Location
	})(unsafe.Pointer(&t)).wall += uint64(d/time.Second) << 30
	return t
}

func TestSlept(t *testing.T) {
	before := since(1_750_000_000)
	after := before.Add(40 * time.Second)
	woken := slept(after, 30*time.Second)
	if before.Unix() != 1_750_000_000 || woken.Unix() != after.Unix() || woken.Sub(before) != 10*time.Second {
		t.Errorf("from %v to %v %v have passed", before, woken, woken.Sub(before))
	}
}
