package open_test

import (
	"encoding/json"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"fives/engine/games"
	"fives/p2p/api"
	"fives/p2p/browsertest"
	"fives/p2p/waittest"
)

// A fox is a page in Firefox.
type fox struct {
	t *testing.T
	f *browsertest.Firefox
}

func (x fox) is(script string) bool {
	x.t.Helper()
	return x.f.Eval(x.t, script) == "true"
}

func (x fox) text(script string) string {
	x.t.Helper()
	return x.f.Eval(x.t, script)
}

// tap clicks, as with a mouse.
func (x fox) tap(selector string) bool {
	x.t.Helper()
	var at []float64
	if err := json.Unmarshal([]byte(x.f.Eval(x.t, "JSON.stringify("+spot(selector)+")")), &at); err != nil {
		x.t.Fatal(err)
	}
	if len(at) != 2 {
		return false
	}
	x.f.Click(x.t, at[0], at[1])
	return true
}

// taps clicks once there is something to click.
func (x fox) taps(selector string) {
	x.t.Helper()
	waittest.Until(x.t, selector, func() bool { return x.tap(selector) })
}

// TestFirefox: the page works in Firefox, by clicks.
func TestFirefox(t *testing.T) {
	t.Run("open", foxOpens)
	t.Run("guest", foxIsGuest)
	t.Run("screen", foxWatches)
}

// foxWatches looks at a game on the screen of fives open --screen.
func foxWatches(t *testing.T) {
	x := fox{t, browsertest.StartFirefox(t)}
	p := &player{t: t}
	x.f.Open(t, p.serveScreen(filepath.Join(folder(t), "ana")))
	waittest.Until(t, "the room", func() bool { return x.is(`!!document.querySelector("#room .lounge")`) })
	if _, err := p.client.Host(t.Context(), api.HostRequest{Game: "five", Seats: 3, Bots: []string{"good", "good"}, Play: "good", Set: map[string]string{"limit": "30"}}); err != nil {
		t.Fatal(err)
	}
	for _, selector := range []string{"#stage", `#stage[data-phase="over"] .count`} {
		waittest.Until(t, selector, func() bool { return x.is(`!!document.querySelector(` + "`" + selector + "`" + `)`) })
		if bad := x.text("JSON.stringify(" + illegible + ")"); bad != "[]" {
			t.Errorf("%s: %s", selector, bad)
		}
	}
	x.sound()
}

// foxOpens plays a hand on the page of fives open, and reads its settlement.
func foxOpens(t *testing.T) {
	x := fox{t, browsertest.StartFirefox(t, `"ui.primaryPointerCapabilities", 1`, `"dom.screenwakelock.enabled", false`)} // a phone, without https
	p := &player{t: t}
	x.f.Open(t, p.serve(filepath.Join(folder(t), "ana")))
	x.taps("#new")
	x.taps("#new-table button.main")
	waittest.Until(t, "a card to tap", func() bool { // the computer may end hands at once
		return x.tap("#hand button") || x.tap("dialog#sheet[open] [data-close]") && false
	})
	waittest.Until(t, "the video that keeps a phone awake", func() bool { return x.is(awake) })
	waittest.Until(t, "the settlement", func() bool {
		return x.is(`!!document.querySelector("dialog#sheet[open] .rank")`) || turn(t, x) && false
	})
	x.taps("dialog#sheet[open] [data-close]")
	x.sound()
}

// foxIsGuest plays a whole game as a guest whose node is in the page.
func foxIsGuest(t *testing.T) {
	nodesInPages(t)
	x := fox{t, browsertest.StartFirefox(t)}
	home := filepath.Join(folder(t), "ben")
	ben := up(t, home, "ben")
	rs := games.All()[0]
	offer := hostTable(t, ben, api.HostRequest{Game: rs.Name, Seats: 2, Set: short(rs)})
	x.f.Open(t, showInvitation(t, ben)+"#t="+offer.ID)
	waittest.Until(t, "the question for a name", func() bool { return x.is(`!!document.querySelector("#naming input")`) })
	x.f.Eval(t, `document.querySelector("#naming input").value = "ana"`)
	x.taps("#naming button")
	waittest.Until(t, "the end of the game", func() bool {
		_ = moves(t, ben, offer.ID) || turn(t, x)
		return x.is(`!!document.querySelector(".table[data-over]")`)
	})
	x.f.Eval(t, `location.href = "about:blank"`)
	log := exported(t, home, offer.ID)
	verified(t, log)
	t.Logf("%d records", strings.Count(log, "\n"))
	x.sound()
}

// sound holds that nothing went wrong in the page, and that it asked nothing but this
// machine.
func (x fox) sound() {
	x.t.Helper()
	for _, text := range x.f.Errors() {
		x.t.Error(text)
	}
	asked := x.f.Requests()
	if len(asked) == 0 {
		x.t.Error("it is not known what the page has asked")
	}
	for _, address := range asked {
		u, err := url.Parse(address)
		if err != nil {
			x.t.Fatal(err)
		}
		if ip := net.ParseIP(u.Hostname()); u.Host != "" && (ip == nil || !ip.IsLoopback()) {
			x.t.Errorf("it asked %s", address)
		}
	}
}
