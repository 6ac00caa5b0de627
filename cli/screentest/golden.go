package screentest

import (
	"flag"
	"os"
	"time"

	"fives/p2p/waittest"
)

// Update is the flag with which a test rewrites its golden files.
var Update = flag.Bool("update", false, "write the golden files anew")

// Golden waits until the screen is that of a file. plain, if not nil, replaces what differs
// from one run to the next.
func (x *Terminal) Golden(path string, plain func(screen string) string) {
	x.t.Helper()
	if plain == nil {
		plain = func(screen string) string { return screen }
	}
	if *Update {
		if err := os.WriteFile(path, []byte(plain(x.Still())), 0o644); err != nil {
			x.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		x.t.Fatal(err)
	}
	if !waittest.Try(x.t, func() bool { return plain(x.Screen()) == string(want) }) {
		x.t.Fatalf("%s differs; the terminal shows\n%s\nnot\n%s", path, plain(x.Screen()), want)
	}
}

// Still returns the screen once nothing has moved for a while.
func (x *Terminal) Still() string {
	s := x.Screen()
	for same := 0; same < 50; time.Sleep(10 * time.Millisecond) {
		if now := x.Screen(); now == s {
			same++
		} else {
			s, same = now, 0
		}
	}
	return s
}
