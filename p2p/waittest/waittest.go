// Package waittest lets a test wait for a condition, however busy the machine is: a wait
// ends only with the condition, or shortly before the deadline of the test binary (go test
// -timeout). It is for tests only.
package waittest

import (
	"os"
	"testing"
	"time"
)

// pause is the time between two looks.
const pause = 20 * time.Millisecond

// usual is used if the test binary has no deadline.
const usual = 10 * time.Minute

// Limit returns how long a wait that begins now may take: half of the time that is left, so
// that the tests after one that fails still have a chance.
func Limit(t testing.TB) time.Duration { return left(t) / 2 }

// Rest returns how long something may last for which a test waits: nearly all of the time that is
// left, so that it does not end before the waits that begin late.
func Rest(t testing.TB) time.Duration { return left(t) * 15 / 16 }

// left returns the time that is left to the test binary.
func left(t testing.TB) time.Duration {
	if d, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if end, ok := d.Deadline(); ok {
			return time.Until(end)
		}
	}
	return usual
}

// Until waits until ok holds. If that never happens, the test fails, and says what it
// waited for.
func Until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	if !Try(t, ok) {
		t.Fatalf("%s: not to be seen before the test has to end", what)
	}
}

// Try waits until ok holds, and reports whether it did.
func Try(t testing.TB, ok func() bool) bool {
	t.Helper()
	for end := time.Now().Add(Limit(t)); ; time.Sleep(pause) {
		if ok() {
			return true
		}
		if time.Now().After(end) {
			return false
		}
	}
}

// Browsers skips a test that drives a real browser, unless such tests are asked for: they
// build programs for Wasm, and take too long for every run.
func Browsers(t testing.TB) {
	t.Helper()
	if os.Getenv("FIVES_BROWSERS") == "" {
		t.Skip("it drives a browser: make browsers")
	}
}

// Builds skips a test that compiles the program anew, unless such tests are asked for: they
// take minutes.
func Builds(t testing.TB) {
	t.Helper()
	if os.Getenv("FIVES_BUILDS") == "" {
		t.Skip("it compiles the program anew: make builds")
	}
}

// Closed waits until a channel is closed or gives a value.
func Closed[T any](t testing.TB, what string, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(Limit(t)):
		t.Fatalf("%s: not before the test has to end", what)
	}
	return v
}
