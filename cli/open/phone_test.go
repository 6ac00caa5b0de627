package open_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// TestGuestWithAPhone: a guest opens the address of an invitation to a table, gives a
// name, and plays a whole game there with the inviter. The guest's node runs in the page;
// the log verifies.
func TestGuestWithAPhone(t *testing.T) {
	nodesInPages(t)
	answered := 0 // screens, while a log was being verified
	for _, rs := range some() {
		t.Run(rs.Name, func(t *testing.T) {
			home := filepath.Join(folder(t), "ben")
			ben := up(t, home, "ben")
			seats := min(4, rs.MaxSeats) // the more shuffle, the longer it takes to verify the log
			offer := hostTable(t, ben, api.HostRequest{Game: rs.Name, Seats: seats, Bots: slices.Repeat([]string{"easy"}, seats-2), Set: short(rs)})
			p := newGuest(t, "ana", showInvitation(t, ben)+"#t="+offer.ID)
			p.shows(".table")
			for !p.over() {
				if !moves(t, ben, offer.ID) && !p.turn() {
					time.Sleep(20 * time.Millisecond)
				}
			}
			// A short log may be verified before the other screen is asked for.
			if order := p.answered("/table/"+offer.ID+"/replay", "/learn"); order[0] == "/learn" {
				answered++
			}
			if report := p.file("report", "html"); !strings.Contains(report, `class="check"`) {
				t.Error("the report that the page saves does not prove itself")
			}
			p.do(chromedp.Navigate("about:blank"))
			verified(t, exported(t, home, offer.ID))
			for _, b := range p.bad.list() {
				t.Error(b)
			}
		})
	}
	if answered == 0 {
		t.Error("other screens wait until a log has been verified")
	}
}

// answered asks the node in the page for several things at once, and returns them in the
// order in which they are answered.
func (p *player) answered(paths ...string) []string {
	p.t.Helper()
	list, _ := json.Marshal(paths) // texts can be written
	return await[[]string](p, fmt.Sprintf(`new Promise(done => {
		const paths = %s, order = [], worker = self.early.worker
		worker.addEventListener("message", ({ data }) => {
			if (!data.end || data.id >= 0) return
			order.push(paths[-data.id - 1])
			if (order.length === paths.length) done(order)
		})
		paths.forEach((path, i) => worker.postMessage({ id: -i - 1, method: "GET", path, body: "" }))
	})`, list))
}

// TestTwoPhones: two guests with phones, each with the invitation of another daemon, and
// the two daemons play a whole game. The guests cannot reach each other. All have the
// same log, and it verifies.
func TestTwoPhones(t *testing.T) {
	nodesInPages(t)
	for _, rs := range some() {
		t.Run(rs.Name, func(t *testing.T) {
			homes := []string{filepath.Join(folder(t), "ana"), filepath.Join(folder(t), "ben")}
			ana := up(t, homes[0], "ana")
			st, err := ana.Status(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			ben := up(t, homes[1], "ben", "--peer", st.Addresses[0])
			addresses := []string{showInvitation(t, ana), showInvitation(t, ben)}
			seats := min(4, rs.MaxSeats)
			offer := hostTable(t, ana, api.HostRequest{Game: rs.Name, Seats: seats, Set: short(rs)})
			homes = homes[:seats-2] // there is a game that has no seat for ben
			if len(homes) == 2 {
				waittest.Until(t, "ben joins", func() bool {
					_, err := ben.Join(t.Context(), api.JoinRequest{Table: offer.ID})
					return err == nil
				})
			}
			guests := []*player{
				newGuest(t, "cleo", addresses[0]+"#t="+offer.ID),
				newGuest(t, "dora", addresses[1]+"#t="+offer.ID),
			}
			for _, p := range guests {
				p.shows(".table")
			}
			for !guests[0].over() || !guests[1].over() {
				if !moves(t, ana, offer.ID) && !moves(t, ben, offer.ID) && !guests[0].turn() && !guests[1].turn() {
					time.Sleep(20 * time.Millisecond)
				}
			}
			var log string
			waittest.Until(t, "logs that are the same", func() bool {
				log = exported(t, homes[0], offer.ID)
				return log == exported(t, homes[len(homes)-1], offer.ID) && log == guests[0].saved() && log == guests[1].saved()
			})
			verified(t, log)
			t.Logf("%d records", strings.Count(log, "\n"))
			for _, p := range guests {
				for _, b := range p.bad.list() {
					t.Error(b)
				}
			}
		})
	}
}
