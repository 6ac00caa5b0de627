package open_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// TestLaptopVanishes: the daemon that has served a guest's page, and sits at the table
// with it, is killed in the middle of a hand. The page says that it looks for it. Once the daemon is
// back, it invites again by itself, the page goes on, and the game ends with one log.
func TestLaptopVanishes(t *testing.T) {
	nodesInPages(t)
	d := newPair(t, "60")
	d.visit("about:blank", 360, 640)
	d.sits()
	before := d.view().Step
	d.plays("a few moves", func() bool { return d.view().Step > before+4 })
	st, err := d.ana.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	i := st.Invitation
	daemon, err := os.FindProcess(st.PID)
	if err == nil {
		err = daemon.Kill()
	}
	if err != nil {
		t.Fatal(err)
	}
	if !waittest.Try(t, func() bool {
		d.turn() // the result of a hand may lie over it
		return strings.Contains(d.text(`document.querySelector("#headline")?.textContent ?? ""`), "Looking for ana's laptop")
	}) {
		t.Fatalf("it does not look for the laptop: %s", d.text(`document.body.innerText`))
	}
	d.back(i)
	d.plays("more moves", func() bool { return !d.is(`!!document.querySelector(".troubles")`) })
	d.ends()
}

// back starts the daemon again, and waits until it invites as before.
func (d *pair) back(i *api.Invitation) {
	d.t.Helper()
	d.ana = up(d.t, d.home, filepath.Base(d.home))
	waittest.Until(d.t, "the invitation", func() bool {
		st, err := d.ana.Status(d.t.Context())
		return err == nil && st.Invitation != nil && slices.Equal(st.Invitation.URLs, i.URLs)
	})
}
