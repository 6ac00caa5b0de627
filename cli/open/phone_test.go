package open_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"fives/cli/wasm"
	"fives/engine/games"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// TestGuestWithAPhone: a guest opens the address of an invitation to a table, gives a
// name, and plays a whole game there with the inviter. The guest's node runs in the page;
// the log verifies.
func TestGuestWithAPhone(t *testing.T) {
	waittest.Browsers(t)
	if _, err := wasm.Find("browser"); err != nil {
		t.Skip("the node for browsers is not built (make wasm)")
	}
	all := games.All()
	if os.Getenv("FIVES_E2E") == "" {
		all = all[:1]
	}
	for _, rs := range all {
		t.Run(rs.Name, func(t *testing.T) {
			path, err := exec.LookPath("chromium")
			if err != nil {
				t.Skip("there is no chromium on this machine (Debian package chromium)")
			}
			dir, err := os.MkdirTemp("", "fives")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.RemoveAll(dir) })
			p := &player{t: t, bad: &complaints{}}
			home := filepath.Join(dir, "ben")
			p.up(home)
			set := map[string]string{}
			for name, v := range brief(rs) {
				set[name] = strings.Trim(strings.ReplaceAll(fmt.Sprint(v), " ", ","), "[]")
			}
			offer, err := p.client.Host(t.Context(), control.HostRequest{Game: rs.Name, Seats: 2, Set: set})
			if err != nil {
				t.Fatal(err)
			}
			invitation, err := p.client.Invite(t.Context(), control.InviteRequest{})
			if err != nil {
				t.Fatal(err)
			}
			p.visit(path, dir, invitation.URLs[0]+"play#t="+offer.ID, 360, 640)
			p.shows("#naming")
			eval[bool](p, `(document.querySelector("#naming input").value = "ana", true)`)
			p.tap("#naming button")
			p.shows(".table")
			for eval[bool](p, `!document.querySelector(".table[data-over]")`) {
				if !p.hosts(offer.ID) && !p.turn() {
					time.Sleep(20 * time.Millisecond)
				}
			}
			p.do(chromedp.Navigate("about:blank"))
			log := filepath.Join(dir, "game.log")
			if out, err := fives(t.Context(), "export", offer.ID, "--home", home, "-o", log).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if out, err := fives(t.Context(), "verify", log).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
			for _, b := range p.bad.list() {
				t.Error(b)
			}
		})
	}
}

// up starts the inviter's daemon.
func (p *player) up(home string) {
	p.t.Helper()
	cmd := fives(p.t.Context(), "up", "--home", home, "--name", "ben", "--iface", "lo", "--port", "0", "--bot-delay", "0s")
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() {
		_ = fives(context.Background(), "down", "--home", home).Run()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	waittest.Until(p.t, "the daemon", func() bool {
		var err error
		p.client, err = control.Dial(home)
		return err == nil
	})
	p.t.Cleanup(p.client.Close)
}

// hosts plays the inviter's move, if it is due.
func (p *player) hosts(table string) bool {
	p.t.Helper()
	ctx := p.t.Context()
	if moves, err := p.client.Moves(ctx, table); err != nil || !moves.YourTurn {
		return false
	}
	hint, err := p.client.Hint(ctx, table)
	return err == nil && p.client.Play(ctx, table, hint.Move) == nil
}
