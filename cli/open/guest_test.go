package open_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"fives/cli/wasm"
	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// folder is one with a short name, as a socket's path is short.
func folder(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "fives")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// up starts a daemon on loopback.
func up(t testing.TB, home, name string, args ...string) *control.Client {
	t.Helper()
	return run(t, home, fives(t.Context(), append([]string{"up", "--home", home, "--name", name, "--iface", "lo", "--port", "0", "--bot-delay", "0s"}, args...)...))
}

// run starts a daemon by a command, and dials it.
func run(t testing.TB, home string, cmd *exec.Cmd) *control.Client {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = fives(context.Background(), "down", "--home", home).Run()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	var c *control.Client
	waittest.Until(t, "the daemon", func() bool {
		var err error
		c, err = control.Dial(home)
		return err == nil
	})
	t.Cleanup(c.Close)
	return c
}

// showInvitation is the address of a daemon's invitation.
func showInvitation(t testing.TB, c *control.Client) string {
	t.Helper()
	i, err := c.Invite(t.Context(), api.InviteRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return i.URLs[0]
}

// short are options with which a game is soon over.
func short(rs *rules.RuleSet) map[string]string {
	set := map[string]string{}
	for name, v := range brief(rs) {
		set[name] = strings.Trim(strings.ReplaceAll(fmt.Sprint(v), " ", ","), "[]")
	}
	return set
}

// hostTable opens a table at a daemon, and returns its offer.
func hostTable(t testing.TB, c *control.Client, r api.HostRequest) api.Offer {
	t.Helper()
	offer, err := c.Host(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return offer
}

// moves plays the move of a daemon's hint, if one is due.
func moves(t testing.TB, c *control.Client, table string) bool {
	t.Helper()
	if m, err := c.Moves(t.Context(), table); err != nil || !m.YourTurn {
		return false
	}
	hint, err := c.Hint(t.Context(), table)
	return err == nil && c.Play(t.Context(), table, hint.Move) == nil
}

// exported is the log that a daemon has of a table.
func exported(t testing.TB, home, table string) string {
	t.Helper()
	out, err := fives(t.Context(), "export", table, "--home", home).Output()
	if err != nil {
		t.Fatalf("fives export: %v", err)
	}
	return string(out)
}

// verified holds that a log proves itself.
func verified(t testing.TB, log string) {
	t.Helper()
	cmd := fives(t.Context(), "verify", "-")
	cmd.Stdin = strings.NewReader(log)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// nodesInPages skips a test of nodes in pages where there is no browser or no node for one.
func nodesInPages(t testing.TB) {
	t.Helper()
	waittest.Browsers(t)
	switch _, err := wasm.Find("browser"); {
	case errors.Is(err, wasm.ErrNotBuilt):
		t.Skip("the node for browsers is not built (make wasm)")
	case err != nil:
		t.Fatal(err)
	}
}

// newGuest opens an address of an invitation on a phone of its own, and gives a name.
func newGuest(t testing.TB, name, address string) *player {
	t.Helper()
	p := &player{t: t, bad: &complaints{}}
	p.visit(address, 360, 640)
	p.named(name)
	return p
}

// named gives the name that a page asks for.
func (p *player) named(name string) {
	p.t.Helper()
	p.shows("#naming")
	eval[bool](p, fmt.Sprintf(`(document.querySelector("#naming input").value = %q, true)`, name))
	p.taps("#naming button")
}

// over reports whether the game on the screen is.
func (p *player) over() bool {
	p.t.Helper()
	return eval[bool](p, `!!document.querySelector(".table[data-over]")`)
}

// saved is the log that the page hands out, by taps.
func (p *player) saved() string {
	p.t.Helper()
	return p.file("log", "jsonl")
}

// file is what the page hands out under a name, by taps.
func (p *player) file(name, ending string) string {
	p.t.Helper()
	dir := p.t.TempDir()
	if _, err := chromedp.CallBrowser(p.tab, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
	}); err != nil {
		p.t.Fatal(err)
	}
	asked, file := false, ""
	waittest.Until(p.t, "the "+name, func() bool {
		if asked {
			found, err := filepath.Glob(filepath.Join(dir, "*."+ending))
			if err == nil && len(found) > 0 {
				file = found[0]
			}
			return file != ""
		}
		asked = p.tap(`#sheet[open] [data-file$="/` + name + `"]`)
		_ = asked || p.tap("#ask[open] #no") || p.tap("#sheet[open] [data-close]") || p.tap("#menu")
		return false
	})
	p.tap("#sheet[open] [data-close]")
	log, err := os.ReadFile(file)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(log)
}
