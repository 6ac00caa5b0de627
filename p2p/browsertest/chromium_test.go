package browsertest

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"fives/p2p/waittest"
)

// TestOutlivesWaits: a browser is still there at the end of a wait that begins when half of the time is gone.
func TestOutlivesWaits(t *testing.T) {
	browser := Start(t)
	end, ok := browser.Deadline()
	if !ok {
		t.Fatal("it would outlive the test binary")
	}
	if lasts, late := time.Until(end), waittest.Limit(t)*3/2; lasts < late {
		t.Errorf("the browser lasts %v, but a wait may end in %v", lasts, late)
	}
}

// TestWaitEnds: a wait for a line ends with the page that would write it, and what was written before is found all the same.
func TestWaitEnds(t *testing.T) {
	browser := Start(t)
	address := Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `<!DOCTYPE html><script>console.log("first of all"); if (%t) console.log(%q)</script>`, r.URL.Path == "/ends", exited+"1")
	}))
	for path, want := range map[string]error{"": errGone, "ends": errEnded} {
		p := Open(t, browser, address+path)
		p.Line("first ")
		if want == errGone {
			p.Close()
		}
		if _, err := p.await("second"); !errors.Is(err, want) {
			t.Errorf("%q: %v, wanted: %v", path, err, want)
		}
		if rest := p.Line("first "); rest != "of all" {
			t.Errorf("%q: there is %q", path, rest)
		}
	}
}
