package web

import (
	"context"
	"strings"
	"testing"

	"fives/cli/say"
	"fives/p2p/api"
	"fives/p2p/waittest"
)

// A cinema is a daemon with a private table, and a television in the room.
type cinema struct {
	*party
	let, said chan string
}

// Say answers the question, as it does at a node.
func (s cinema) Say(_ context.Context, _, text string) error {
	s.mu.Lock()
	s.table.ScreenAsked = true
	s.mu.Unlock()
	s.said <- text
	return nil
}

func (s cinema) Peers() []api.Peer {
	return []api.Peer{{Name: say.ScreenName, Fingerprint: "6666-7aad-f862-bd77-6c8f", Connected: true, Screen: true}}
}

func (s cinema) Admit(_ context.Context, table, peer string) (api.Admission, error) {
	s.let <- peer
	return api.Admission{Table: table, Peer: s.Peers()[0]}, nil
}

// TestAsksForTheBigScreen: whoever sits at a private table is asked once whether the television shows it, and not
// while it is their turn. A tap lets it in; another page of the same browser does not ask again.
func TestAsksForTheBigScreen(t *testing.T) {
	s := cinema{newParty(t), make(chan string, 1), make(chan string, 1)}
	s.table.Handovers, s.table.Private, s.table.Spectators = nil, true, true
	b := openTab(t, served(t, s)+"#/table/ab", 390, 844)
	waittest.Until(t, "the table", func() bool { return in[bool](b, `!!document.querySelector(".table[data-admits][data-yours]")`) })
	if asked := in[string](b, `document.querySelector("#sheet[open]")?.innerText ?? ""`); asked != "" {
		t.Errorf("asked in the own turn: %s", asked)
	}
	s.mu.Lock()
	s.table.YourTurn, s.table.Turn = false, "ben"
	s.mu.Unlock()
	s.news <- api.Event{Seq: 2, Kind: api.EventTable, Table: "ab"}
	waittest.Until(t, "the question", func() bool {
		text := in[string](b, `document.querySelector("#sheet[open]")?.innerText ?? ""`)
		return strings.Contains(text, "Show this table on the big screen?") && strings.Contains(text, "Each of you who play here can allow it; whoever answers first answers for all.")
	})
	b.taps(`#sheet [data-deed="admit"]`)
	if peer := <-s.let; peer != s.Peers()[0].Fingerprint {
		t.Errorf("%s is let in", peer)
	}
	if asked := in[string](b, `Object.entries(localStorage).filter(([k]) => k.endsWith(" screen")).map(([, v]) => v).join()`); asked != "ab" {
		t.Errorf("it keeps that it has asked at %q", asked)
	}
	if said := <-s.said; said != "📺 on the big screen" {
		t.Errorf("the others hear %q", said)
	}
}

// TestBigScreenAnswered: the question is answered for all who play at the table. It goes when another has
// answered, and is not asked in a browser that has never asked.
func TestBigScreenAnswered(t *testing.T) {
	s := cinema{newParty(t), make(chan string, 1), make(chan string, 1)}
	s.table.Handovers, s.table.Private, s.table.Spectators, s.table.YourTurn, s.table.Turn = nil, true, true, false, "ben"
	address := served(t, s) + "#/table/ab"
	const asks = `document.querySelector("#sheet[open]")?.innerText.includes("Show this table on the big screen?") ?? false`
	b := openTab(t, address, 390, 844)
	waittest.Until(t, "the question", func() bool { return in[bool](b, asks) })
	s.mu.Lock()
	s.table.ScreenAsked = true
	s.mu.Unlock()
	waittest.Until(t, "another has answered", func() bool { return !in[bool](b, asks) })
	s.mu.Lock()
	s.table.ScreenAsked = false
	s.mu.Unlock()
	in[bool](b, `(localStorage.clear(), true)`)
	waittest.Until(t, "the question again", func() bool { return in[bool](b, asks) })
	b.taps(`#sheet [data-deed="say"]`)
	if said := <-s.said; said != "📺 not on the big screen" {
		t.Errorf("the others hear %q", said)
	}
	waittest.Until(t, "the end of it", func() bool { return !in[bool](b, asks) })
}
