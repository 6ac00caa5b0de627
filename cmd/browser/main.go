//go:build js && wasm

// Command browser is a node with its table in a page: it runs in a Web Worker and answers the
// page's requests there (cli/web/port).
//
// Before that it may ask for a nickname: the worker says {ask: "name"}, with {say} why the
// previous one will not do, and the page answers {name}. The page may give the first one
// unasked. {aside} are keys that were put aside; the page may answer {as}, the number of one of
// them. About a key that lies in the browser the worker may say {ask: "was"}, with what the
// laptop says of it in {played}, and the page answers {was}, true or false. If the node goes on as
// somebody without asking, the worker says who that is in {known}. In the end it says which
// number its own key has in {settled}, and which others have played in {aside}.
package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"syscall/js"
	"time"

	"fives/cli/say"
	"fives/cli/web"
	"fives/cli/web/port"
	"fives/p2p/api"
	"fives/p2p/browser"
	"fives/p2p/control"
	"fives/p2p/store"
)

// botDelay is how long computer players seem to think, as with fives up.
const botDelay = 700 * time.Millisecond

func main() {
	port.Say("Looking for what this browser keeps of your games…")
	if err := run(context.Background()); err != nil {
		port.Fatal(explain(err))
	}
	select {} // the page's messages are answered until the worker ends
}

// A screen is a node of its own, so that it can run beside the node of somebody who plays in
// the same browser. It keeps nothing, and nobody gives it a name.
func nameScreen(browser.Naming) (browser.Answer, error) {
	return browser.Answer{Name: say.ScreenName}, nil
}

func run(ctx context.Context) error {
	server := js.Global().Get("base").String()
	cfg, pages := browser.Config{
		Places: places(), At: js.Global().Get("place").Int(), Name: askName, Was: askWas, Known: sayKnown, Settled: saySettled,
		Server: server, Through: js.Global().Get("through").Truthy(),
		Cleared: func(err error) { port.Fatal(explain(err)) },
		Version: api.ProgramVersion(), BotDelay: botDelay, Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
	}, web.New
	if js.Global().Get("room").Truthy() {
		cfg.Places, cfg.Name, pages = nil, nameScreen, web.NewScreen
	}
	n, err := browser.Start(ctx, cfg)
	if err != nil {
		return err
	}
	port.Serve(pages(web.Config{Client: control.Within(n), Server: server, Verifier: proof()}), n.Wake, n.Hide)
	return nil
}

// places returns where nodes are kept at the invitation of this page.
func places() (all []browser.Place) {
	p := web.PlaceOf(js.Global().Get("secret").String())
	for n := range web.NodePlaces {
		name, key := p.Database(n)
		all = append(all, browser.Place{Name: name, Key: key})
	}
	return all
}

// explain says why there is no node, and what to do.
func explain(err error) string {
	text := say.Sentence(api.Plain(err.Error()))
	for _, c := range []struct {
		is   error
		hint string
	}{
		{store.ErrInUse, "Go on there, or close it and load this page again."},
		{store.ErrDamaged, "Nothing was changed. Clear the data of this site to begin anew, without its tables."},
		{store.ErrOlder, "Nothing was changed. Clear the data of this site to begin anew, without its tables."},
		{store.ErrNewer, "Nothing was changed. Ask for an invitation to the newer fives."},
		{store.ErrForeign, "Nothing was changed. Clear the data of this site to begin anew, without its tables."},
		{browser.ErrNone, "Let it keep what this page needs, or open the page in an ordinary window or another browser."},
		{browser.ErrFull, "Make room on this device, and load this page again."},
		{browser.ErrCleared, "Load this page again to begin anew, without its tables."},
		{browser.ErrClearing, "Load this page again."},
		{browser.ErrSilent, "Load this page again."},
		{browser.ErrNoPlace, "Load this page again and go on with one of them, or open it in another browser."},
		{store.ErrNoIdentity, "Nothing was changed. Clear the data of this site to begin anew, without its tables."},
	} {
		if errors.Is(err, c.is) {
			text += " " + c.hint
		}
	}
	return text
}
