//go:build js && wasm

// Command browser is a node with its table in a page: it runs in a Web Worker and answers the
// page's requests there (cli/web/port).
//
// Before that it may ask for a nickname: the worker says {ask: "name"}, with {say} why the
// previous one will not do, and the page answers {name}. The page may give the first one
// unasked. If there are keys from former invitations, the worker first says {ask: "who"}, with
// their names in {former}, and the page answers {as}, the number of one of them, or -1. If the
// node goes on as somebody without asking, the worker says who that is in {known}.
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
// the same browser. Nobody gives it a name.
func nameScreen(why error) (string, error) { return say.ScreenName, why }

func run(ctx context.Context) error {
	server := js.Global().Get("base").String()
	ask, known, pages := askName, sayKnown, web.New
	room := js.Global().Get("room").Truthy()
	if room {
		ask, known, pages = nameScreen, func(string) {}, web.NewScreen
	}
	here, before := places(room)
	n, err := browser.Start(ctx, browser.Config{
		Here: here, Before: before, Again: askWho, Known: known, Server: server, Through: js.Global().Get("through").Truthy(), Ask: ask,
		Cleared: func(err error) { port.Fatal(explain(err)) },
		Version: api.ProgramVersion(), BotDelay: botDelay, Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	if err != nil {
		return err
	}
	client, err := control.NewClient(control.InProcess{To: n.Handler()})
	if err != nil {
		return err
	}
	port.Serve(pages(web.Config{Client: client, Server: server, Verifier: proof()}), n.Wake, n.Hide)
	return nil
}

// places returns where nodes are kept at the invitation of this page, and at former ones.
func places(room bool) (here browser.Place, before []browser.Place) {
	var all []browser.Place
	secrets := js.Global().Get("secrets")
	for i := range secrets.Length() {
		p := web.PlaceOf(secrets.Index(i).String(), room)
		all = append(all, browser.Place{Name: p.Name, Key: p.Key()})
	}
	return all[0], all[1:]
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
		{store.ErrNoIdentity, "Nothing was changed. Clear the data of this site to begin anew, without its tables."},
	} {
		if errors.Is(err, c.is) {
			text += " " + c.hint
		}
	}
	return text
}
