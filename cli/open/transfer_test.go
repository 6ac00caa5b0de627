package open_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fives/engine/games"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// TestSeatMoves: a guest in the middle of a game goes on at another device, as the same
// player; the old device has nothing any more. The log is that of one game, and verifies.
// Afterwards the seat moves back.
func TestSeatMoves(t *testing.T) {
	nodesInPages(t)
	ana := up(t, folder(t), "ana")
	address := invited(t, ana) + "play"
	o, err := ana.Host(t.Context(), control.HostRequest{Game: "five", Seats: 2, Set: short(games.All()[0])})
	if err != nil {
		t.Fatal(err)
	}
	phone, tablet := newGuest(t, "zoe", address), newGuest(t, "anybody", address)
	phone.shows("form[action$='/join'] button")
	waittest.Until(t, "zoe sits down", func() bool { return phone.tap("form[action$='/join'] button") })
	phone.shows(".table")
	plays := func(p *player, until func() bool) {
		waittest.Until(t, "the game", func() bool { return until() || !moves(t, ana, o.ID) && !p.turn() && until() })
	}
	plays(phone, func() bool {
		v, err := ana.Table(t.Context(), o.ID)
		return err == nil && v.Step >= 12 || phone.over()
	})
	if phone.over() {
		t.Fatal("the game was over before the seat could move")
	}

	along := func(p *player, button string) {
		p.tap("#to-lobby")
		p.taps("#transfer")
		p.shows("#sheet[open] " + button)
	}
	becomes := func(p *player, name string) { // the page loads itself again meanwhile
		waittest.Until(t, name+" is there", func() bool {
			got, err := chromedp.Run(p.tab, chromedp.Evaluate[string](`document.querySelector(".masthead .me bdi")?.textContent ?? ""`))
			return err == nil && got == name
		})
	}
	along(phone, "#offer")
	key := phone.text(`document.querySelector(".masthead .me code").textContent`)
	phone.taps("#offer")
	phone.shows("#sheet[open] .code")
	code := phone.text(`document.querySelector("#sheet .code").textContent`)
	tablet.says(".people", "zoe")
	along(tablet, "form[action='/fetch']")
	eval[bool](tablet, fmt.Sprintf(`(() => {
		const f = document.querySelector("form[action='/fetch']")
		f.from.value = [...f.from.options].find(o => o.textContent.startsWith("zoe")).value
		f.code.value = %q
		return true
	})()`, code))
	tablet.taps("form[action='/fetch'] button")
	becomes(tablet, "zoe")
	if got := tablet.text(`document.querySelector(".masthead .me code").textContent`); got != key {
		t.Errorf("the seat has the key %s, and had %s", got, key)
	}
	phone.says("#banner", "Your seat has moved to the other device")

	eval[bool](tablet, fmt.Sprintf(`(location.hash = "#/table/%s", true)`, o.ID))
	tablet.shows(".table")
	plays(tablet, tablet.over)
	var log string
	waittest.Until(t, "logs that are the same", func() bool {
		var theirs strings.Builder
		err := ana.Log(t.Context(), o.ID, &theirs)
		log = tablet.saved()
		return err == nil && theirs.String() == log
	})
	verified(t, log)

	phone.do(chromedp.Reload())
	phone.says("#naming-say", "Your seat has moved to another device")
	phone.named("yves")
	phone.says(".masthead .me", "yves")
	if got := phone.text(`document.querySelector(".masthead .me code").textContent`); got == key {
		t.Error("the old device has the key")
	}

	// And back, by what the camera reads.
	along(tablet, "#offer")
	tablet.taps("#offer")
	tablet.shows("#sheet[open] .code-square svg")
	code = tablet.text(`document.querySelector("#sheet .code").textContent`)
	peers, err := ana.Peers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	zoe := slices.IndexFunc(peers, func(p control.Peer) bool { return p.Name == "zoe" })
	if zoe < 0 {
		t.Fatalf("zoe is not here: %v", peers)
	}
	phone.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address+"#s="+peers[zoe].ID+"&c="+code))
	phone.taps("#sheet[open] form[action='/fetch'] button")
	becomes(phone, "zoe")
	tablet.says("#banner", "Your seat has moved to the other device")
	for _, p := range []*player{phone, tablet} {
		for _, b := range p.bad.list() {
			t.Error(b)
		}
	}
}
