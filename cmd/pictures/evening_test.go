package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"

	"fives/engine/rules"
	"fives/p2p/api"
)

// begin: Ana is alone, then the others come, and a table waits for its people.
func (e *evening) begin() {
	e.comes("Ana")
	if e.err != nil {
		return
	}
	for _, p := range []struct {
		room bool
		at   **tab
		size window
	}{{false, &e.page, pageSizes[1]}, {true, &e.room, roomSizes[0]}} {
		address, err := serve(e.ctx, e.fives, "open", fmt.Sprintf("--screen=%t", p.room), "--no-browser", "--home", e.home("Ana"))
		e.try(err)
		if e.err != nil {
			return
		}
		*p.at, err = visit(e.browser, address, p.size)
		e.try(err)
	}
	e.shows(e.page, ".masthead")
	e.keep("lobby-empty")
	for _, name := range guests {
		e.comes(name)
	}
	e.until("everybody is here", func() bool {
		peers, err := e.people["Ana"].Peers(e.ctx)
		return err == nil && len(slices.DeleteFunc(peers, func(p api.Peer) bool { return !p.Connected || p.Name == "" })) >= len(guests)
	})
	i, err := e.people["Ana"].Invite(e.ctx, api.InviteRequest{})
	e.try(err)
	if e.err != nil {
		return
	}
	e.until("the television has the code", func() bool {
		return e.is(e.room, `document.querySelectorAll("#room .faces .face").length > 4 && !!document.querySelector("#room .code")`)
	})
	e.keepRoom("tv-idle")
	e.goes("new")
	e.shows(e.page, "#new-table")
	e.keep("new")
	e.host(api.HostRequest{Game: "five", Seats: 4, Spectators: true, Set: map[string]string{"limit": "60"}}, "Ben", "Cleo")
	e.goes("table/" + e.table)
	e.shows(e.page, ".waiting .chair:nth-child(3) .face:not(.free)")
	e.keep("waiting")
	e.overlaid("[data-deed=invite]", "#inviting", "invite")
	e.invitation = i.URLs[0]
	e.arrives()
}

// arrives shows what a guest sees before the first table.
func (e *evening) arrives() {
	e.visits(e.invitation, "landing", func() { e.shows(e.page, "#naming") })
	e.visits(e.invitation+"#t="+e.table, "naming", func() { e.shows(e.page, "#sitting") })
	e.visits(e.invitation+"#t=abcd1234", "looking", e.givesName) // a table that nobody has
}

// givesName gives a name, after which the page looks for the table.
func (e *evening) givesName() {
	e.shows(e.page, "#naming")
	e.is(e.page, `(document.querySelector("#naming input").value = "Finn", true)`)
	e.taps(e.page, "#naming button")
	e.shows(e.page, ".looking .face")
}

// five: Ana's turn, and what she can do with it.
func (e *evening) five() {
	e.sits("Dan")
	e.goesToTable()
	e.mine()
	e.keep("five-turn")
	e.taps(e.page, "#hand button:last-child")
	e.keep("five-chosen")
	e.taps(e.page, "#unchoose")
	e.taps(e.page, "#hint")
	e.shows(e.page, "#tip:not([hidden])")
	e.keep("five-hint")
	e.mine()
	e.is(e.page, `(document.querySelector("#unchoose:not([hidden])")?.click(), true)`)
	e.is(e.page, `(() => {
		const cards = [...document.querySelectorAll("#hand [data-card]")], b = cards.find(c => c.dataset.card[0] !== cards[0].dataset.card[0])
		cards[0].click()
		b.click()
		return true
	})()`)
	e.until("why", func() bool { return e.is(e.page, `!/Your turn/.test(document.querySelector("#headline").textContent)`) })
	e.keep("five-why")
	e.taps(e.page, "#unchoose")
	e.taps(e.page, "#choices > summary")
	e.keep("moves")
	e.taps(e.page, "#choices > summary")
	e.taps(e.page, "#menu")
	e.shows(e.page, "#sheet .menu")
	e.keep("menu")
	e.overlaid("#sheet [data-deed=handover]", "#hand-over", "seats")
	e.taps(e.page, "#talk")
	e.keep("talk")
	e.taps(e.page, "#side header [data-side]")
	e.keepRoom("tv-five")
	e.play("somebody else's turn", func(v api.Table) bool { return v.Dealt && v.Turn != "" && !v.YourTurn })
	e.caughtUp()
	e.keep("five-wait")
}

// result: a hand ends, on the page and on the television.
func (e *evening) result() {
	had := len(e.view().Hands)
	e.play("the end of a hand", func(v api.Table) bool { return len(v.Hands) > had })
	e.shows(e.room, "#stage .count") // where it stays for some seconds only
	e.keepRoom("tv-result")
	e.shows(e.page, "#sheet[data-result][open] .rank")
	e.keep("result")
	e.overlaid("#sheet [data-sheet*=lesson]", "#sheet .choices, #sheet .taught", "look-back")
	e.is(e.page, closed)
}

// closed closes what lies over the page.
const closed = `(document.querySelector("#sheet[open] [data-close]")?.click(), true)`

// overlaid has the page open a sheet, takes pictures of it and closes it.
func (e *evening) overlaid(opens, shows, screen string) {
	e.taps(e.page, opens)
	e.shows(e.page, shows)
	e.keep(screen)
	e.is(e.page, closed)
}

// over: a game ends, its picture, and who leads tonight.
func (e *evening) over() {
	e.play("the end of the game", func(v api.Table) bool { return v.Phase == api.PhaseOver })
	e.until("the page shows the end", func() bool {
		return e.is(e.page, `(document.querySelector("#sheet[open] [data-close]")?.click(), new Promise(done => setTimeout(() => done(!!document.querySelector(".table[data-over]") && !document.querySelector("#sheet[open]")), 4000)))`) // the result of the last hand comes after its last moves
	})
	e.keep("over")
	e.is(e.page, `(() => { self.made = new Promise(done => { URL.createObjectURL = b => { const r = new FileReader(); r.onload = () => done(r.result); r.readAsDataURL(b); return "#" } }); return true })()`)
	e.taps(e.page, "#picture")
	e.data(`self.made`, "share.png")
	e.keepRoom("tv-over")
	e.overlaid("[data-sheet$=replay]", "#r-at", "replay")
	e.goes("standings")
	e.shows(e.page, ".rank")
	e.keep("standings")
	file := filepath.Join(e.homes, "report.html")
	if e.err == nil {
		e.try(exec.CommandContext(e.ctx, e.fives, "export", "--home", e.home("Ana"), "--html", "--light", "-o", file, e.table).Run())
	}
	e.visits("file://"+file, "report", func() { e.shows(e.page, "h1") })
	e.host(api.HostRequest{Game: "all-fives", Seats: 3, Bots: []string{"good", "good"}})
	e.mine()
	e.visits(e.invitation+"#t="+e.table, "late", func() { e.shows(e.page, "#sitting") })
	e.host(api.HostRequest{Game: "five-crowns", Seats: 4, Spectators: true}, "Ben")
	e.goes("")
	e.shows(e.page, ".table-row.urgent")
	e.keep("lobby")
	_, err := e.people["Ana"].Leave(e.ctx, e.table)
	e.try(err)
}

// learns: the list of lessons, the first step of one, and what a person can change.
func (e *evening) learns() {
	e.goes("learn")
	e.shows(e.page, "#learn-five")
	e.keep("learn")
	e.taps(e.page, "#learn-five")
	e.shows(e.page, "#lesson .task")
	e.keep("lesson")
	e.goes("learn")
	e.overlaid("#taste", "#sheet[open]", "you")
}

// crowns: six at a table with melds, and a hand of many cards.
func (e *evening) crowns() {
	e.host(api.HostRequest{Game: "five-crowns", Seats: 6, Spectators: true}, guests...)
	e.play("melds", func(v api.Table) bool { return v.YourTurn && melds(v) > 1 })
	e.caughtUp()
	e.keep("crowns")
	e.keepRoom("tv-play")
	e.host(api.HostRequest{Game: "five-crowns", Seats: 3, Bots: []string{"easy", "easy"}})
	e.play("thirteen cards", func(v api.Table) bool { return v.YourTurn && v.View != nil && v.View.Hand > 10 })
	e.caughtUp()
	e.keep("crowns-13")
}

// melds counts the melds of a table.
func melds(v api.Table) (n int) {
	if v.View != nil {
		for _, z := range v.View.Zones {
			if z.Kind == rules.MeldZone {
				n++
			}
		}
	}
	return n
}

// others: the games with tricks, and Furious Five.
func (e *evening) others() {
	for _, g := range []struct {
		name, screen string
		seats        int
	}{{"all-fives", "allfives", 3}, {"five-three-five", "fft", 4}, {"furious-five", "furious", 4}} {
		e.err = nil
		e.host(api.HostRequest{Game: g.name, Seats: g.seats, Spectators: true}, guests[:g.seats-1]...)
		for n := range 3 {
			if e.mine(); n < 2 {
				step := e.view().Step
				e.play("a move", func(v api.Table) bool { return v.Step > step })
			}
		}
		e.keep(g.screen)
		e.keepRoom("tv-" + g.screen)
	}
}

// fourteen is as many as there can be.
func (e *evening) fourteen() {
	bots := slices.Repeat([]string{"easy"}, 13-len(guests))
	e.host(api.HostRequest{Game: "five-crowns", Seats: 14, Bots: bots, Spectators: true}, guests...)
	e.mine()
	e.keep("crowns-14")
	e.keepRoom("tv-14-play")
	e.play("the end of a hand", func(v api.Table) bool { return len(v.Hands) > 0 })
	e.shows(e.room, "#stage .count")
	e.keepRoom("tv-14")
}

// troubles: a phone sleeps while a hand ends; then nobody else can be reached.
func (e *evening) troubles() {
	e.host(api.HostRequest{Game: "five", Seats: 4, Spectators: true}, guests[:3]...)
	e.mine()
	e.is(e.page, `(Object.defineProperty(document, "hidden", { value: true, configurable: true }), document.dispatchEvent(new Event("visibilitychange")), true)`)
	e.play("two hands", func(v api.Table) bool { return len(v.Hands) > 1 && v.YourTurn })
	step := fmt.Sprint(e.view().Step)
	e.until("the page has heard of it", func() bool { return e.is(e.page, `document.querySelector(".table").dataset.step === "`+step+`"`) })
	e.is(e.page, `(delete document.hidden, document.dispatchEvent(new Event("visibilitychange")), true)`)
	e.shows(e.page, "#sheet[open] .rank")
	e.keep("slept")
	e.taps(e.page, "#sheet [data-close]")
	for _, name := range guests {
		if e.err == nil {
			e.try(e.people[name].Shutdown(e.ctx))
		}
	}
	e.shows(e.page, ".banner")
	e.keep("offline")
	e.keepRoom("tv-offline")
}
