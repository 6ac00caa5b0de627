package web

import (
	"strings"
	"testing"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// TestStory: lines that the node tells without a screen come with the next one, in their order, and of who
// is away and back the story has the last state of each person.
func TestStory(t *testing.T) {
	s := newParty(t)
	s.table.Handovers = nil
	b := openTab(t, served(t, s)+"#/table/ab", 1440, 900)
	waittest.Until(t, "the table", func() bool { return in[bool](b, `!!document.querySelector(".table[data-round]")`) })
	moved := func(n int) *api.Table {
		t, _ := s.Table("ab")
		for range n {
			t.Last = append(t.Last[:len(t.Last):len(t.Last)], api.Played{Name: "ben", Move: "end"})
		}
		return &t
	}
	for i, e := range []api.Event{
		{Kind: api.EventAway, What: api.Away, Name: "ben"}, {Kind: api.EventAway, What: api.Away, Name: "cleo", View: moved(1)},
		{Kind: api.EventReason, Step: 7, Name: "Ada", Text: "ends", View: moved(2)}, // it waits to be shown
		{Kind: api.EventAway, What: api.Back, Name: "ben"}, {Kind: api.EventTable},
	} {
		e.Seq, e.Table = uint64(i+2), "ab"
		s.news <- e
	}
	const want = "Cleo is away|Ada's last move: ends|Ben is back"
	got := ""
	waittest.Until(t, "the story", func() bool {
		got = in[string](b, `[...document.querySelectorAll("#story li")].map(l => l.innerText.trim()).join("|")`)
		return strings.Contains(got, "is back")
	})
	if got != want {
		t.Errorf("the story is %q, want %q", got, want)
	}
}
