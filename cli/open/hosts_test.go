package open_test

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"fives/p2p/api"
)

// asked finds, in lines of Chromium's log of its network, the requests of pages. What the
// browser asks for itself, as for the time or for updates, has no origin that began it.
var asked = regexp.MustCompile(`(?m)^.*"initiator":"(?:http[^"]*)".*"url":"([a-z]+://[^"]*)".*$`)

// TestAsksNobodyElse: in a whole visit with a phone, from the invitation to a report, and
// the check of a log, and in one of the page that fives open serves, the browser asks the
// laptop and nobody else. The browser's network log says so, with the requests of workers
// and sockets.
func TestAsksNobodyElse(t *testing.T) {
	nodesInPages(t)
	t.Run("a guest", func(t *testing.T) {
		ana := up(t, filepath.Join(folder(t), "ana"), "ana")
		offer := hostTable(t, ana, api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "30"}})
		address := showInvitation(t, ana)
		p := &player{t: t, bad: &complaints{}}
		all := p.logged(address+"#t="+offer.ID, func() {
			p.named("ben")
			p.shows(".table")
			for !p.over() {
				if !moves(t, ana, offer.ID) && !p.turn() {
					time.Sleep(20 * time.Millisecond)
				}
			}
			if !strings.Contains(p.file("report", "html"), `class="check"`) {
				t.Error("the report does not prove itself")
			}
			p.do(chromedp.Navigate(address + "check"))
			p.shows(".check input")
		})
		for _, part := range []string{"/wasm/browser-", "/wasm/verifier-", "/nodes.json", "ws://"} {
			if !strings.Contains(strings.Join(all, "\n"), part) {
				t.Errorf("the log of the network lacks %s", part)
			}
		}
	})
	t.Run("fives open", func(t *testing.T) {
		p := &player{t: t, bad: &complaints{}}
		all := p.logged(p.serve(filepath.Join(folder(t), "ana")), func() {
			p.shows(".masthead")
			p.hosts(0, nil)
		})
		if !strings.Contains(strings.Join(all, "\n"), "/events?") {
			t.Error("the log of the network lacks the stream of events")
		}
	})
}

// logged visits an address, and returns what its pages have asked for meanwhile. The test
// fails if something was on another host.
func (p *player) logged(address string, visit func()) (all []string) {
	p.t.Helper()
	file := filepath.Join(p.t.TempDir(), "net.json")
	p.visit(address, 360, 640, chromedp.Flag("log-net-log", file))
	visit()
	if err := chromedp.Cancel(p.browser); err != nil { // the log is whole when the browser has ended
		p.t.Fatal(err)
	}
	log, err := os.ReadFile(file)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, m := range asked.FindAllStringSubmatch(string(log), -1) {
		all = append(all, m[1])
		u, err := url.Parse(m[1])
		if err != nil || u.Hostname() != "127.0.0.1" && u.Hostname() != "::1" {
			p.t.Errorf("a page asks for %s", m[1])
		}
	}
	p.t.Logf("%d requests of pages", len(all))
	return all
}
