package cores

import "time"

// stretch is how long a browser's program may do one thing: a tap waits no longer than that
// for its answer.
const stretch = 30 * time.Millisecond

var rested time.Time

// Rest pauses now and then, if it is called again and again. Everything that a browser's
// program does shares one thread, and messages are received only while nothing runs.
func Rest() {
	if time.Since(rested) > stretch {
		time.Sleep(time.Millisecond)
		rested = time.Now()
	}
}
