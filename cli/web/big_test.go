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
	let chan string
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
	s := cinema{newParty(t), make(chan string, 1)}
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
		return strings.Contains(text, "Show this table on the big screen?") && strings.Contains(text, "Each of you who play here can allow it.")
	})
	b.taps(`#sheet [data-deed="admit"]`)
	if peer := <-s.let; peer != s.Peers()[0].Fingerprint {
		t.Errorf("%s is let in", peer)
	}
	if asked := in[string](b, `Object.entries(localStorage).filter(([k]) => k.endsWith(" screen")).map(([, v]) => v).join()`); asked != "ab" {
		t.Errorf("it keeps that it has asked at %q", asked)
	}
}
