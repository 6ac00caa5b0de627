package tui

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/contract"
	"fives/cli/draw"
	"fives/cli/screentest"
	"fives/cli/shown"
	"fives/p2p/api"
)

// TestNews: the full screen tells each event in the words and as loud as every other front end,
// and with no command.
func TestNews(t *testing.T) {
	for _, c := range contract.News() {
		what := string(c.Event.Kind) + " " + c.Event.What
		m := blank(80, 24, false)
		m.p = newPalette(false, draw.Dark, false)
		look := map[shown.Tone]func(...string) string{shown.Calm: m.p.weak.Render, shown.Told: m.p.plain.Render, shown.Good: m.p.strong.Render, shown.Bad: m.p.warn.Render}
		c.Event.Time = noon.Add(1)
		next, _ := m.onEvents(eventsMsg{c.Event})
		m = next.(model)
		if m.note != c.Elsewhere && c.Event.Kind != api.EventTurn || c.Elsewhere != "" && m.warning != (c.Tone == shown.Bad) {
			t.Errorf("%s: elsewhere it says %q, want %q", what, m.note, c.Elsewhere)
		}
		entries, story := m.stories[contract.Table].entries, c.Where == contract.Story || c.Where == contract.Shown
		if len(entries) > 1 || (len(entries) == 1) != story {
			t.Errorf("%s: %d lines in the story", what, len(entries))
			continue
		}
		if !story {
			continue
		}
		e := entries[0]
		text := strings.Join(strings.Fields(ansi.Strip(strings.Join(e.draw(m.p, 60), " "))), " ")
		if text = strings.Replace(text, "» ", "", 1); !strings.EqualFold(text, c.Text) { // "You" and "For ben the others" begin a line
			t.Errorf("%s: %q, want %q", what, text, c.Text)
		}
		if e.Who == "" && !strings.HasPrefix(e.draw(m.p, 400)[0], look[c.Tone](text)[:8]) {
			t.Errorf("%s: %q is not as loud as it should be", what, e.draw(m.p, 400))
		}
	}
}

// TestResults: the full screen says of a settled hand what every other front end says, and offers the
// same by a key.
func TestResults(t *testing.T) {
	for _, r := range contract.Results() {
		m := blank(120, 40, false)
		m.screen, m.table = atTable, table{id: r.Table.ID, t: r.Table}
		m.popup = m.result(1)
		text := strings.Join(strings.Fields(strings.ReplaceAll(screenText(m), "│", "")), " ")
		for _, want := range append(r.Says, r.Below, "enter "+r.On) {
			if !strings.Contains(text, want) {
				t.Errorf("%s: it does not say %q:\n%s", r.Name, want, screenText(m))
			}
		}
		var offers []shown.Act
		for i, key := range m.popup.actions {
			if offers = append(offers, m.popup.sheet.Choices[i].Act); !strings.Contains(text, key.Help().Key+" "+key.Help().Desc+" ·") {
				t.Errorf("%s: %q is not named", r.Name, key.Help().Key)
			}
		}
		if !slices.Equal(offers, r.Offers) {
			t.Errorf("%s: %q is offered, want %q", r.Name, offers, r.Offers)
		}
	}
}

// TestChatStays: what was said stays on a screen without the log as long as nothing else is told.
func TestChatStays(t *testing.T) {
	m, _ := asking(t, "five", 7)
	m.feed = &feed{}
	events := eventsMsg{{Kind: api.EventChat, Table: m.table.id, Name: "ben", Text: "well played"}}
	for range 12 {
		for _, kind := range []api.EventKind{api.EventTable, api.EventShuffle, api.EventCards, api.EventTurn, api.EventLobby} {
			events = append(events, api.Event{Kind: kind, Table: m.table.id, Name: "ben"})
		}
	}
	next, _ := m.onEvents(events)
	if got := screenText(next.(model)); !strings.Contains(got, "ben » well played") {
		t.Errorf("it is gone:\n%s", got)
	}
}

// TestTimeLimit: what has taken too long is not tried again, and the screen does not say so; the
// lobby is.
func TestTimeLimit(t *testing.T) {
	m, _ := asking(t, "five", 7)
	late, _ := m.onAnswer(doneMsg{deed: shown.Deed{Act: shown.ActRematch}, err: context.DeadlineExceeded})
	if got := screenText(late.(model)); strings.Contains(got, "trying again") || !strings.Contains(got, "did not answer in time") {
		t.Errorf("a call:\n%s", got)
	}
	again, _ := m.onAnswer(statusMsg{err: context.DeadlineExceeded})
	if got := screenText(again.(model)); !strings.Contains(got, "did not answer in time · trying again") {
		t.Errorf("the lobby:\n%s", got)
	}
}

// TestUnheardIsSaid: who speaks reads who does not hear it.
func TestUnheardIsSaid(t *testing.T) {
	m, h := asking(t, "five", 7)
	says := shown.Deed{Act: shown.ActSay, With: shown.With{Table: m.table.id, Text: "hi"}}
	if got, want := m.call.do(says)().(doneMsg), "not heard by ben: there is no connection from here"; got.err != nil || got.Says != want {
		t.Errorf("%+v, want %q", got, want)
	}
	h.heard = true
	if got := m.call.do(says)().(doneMsg); got.err != nil || got.Says != "" {
		t.Errorf("all hear it: %+v", got)
	}
}

// TestNewcomerWithAnotherKey: who may not be who the name says is told as loud as can be, and whole,
// also of a seat that somebody else is asked about.
func TestNewcomerWithAnotherKey(t *testing.T) {
	m, _ := asking(t, "five", 7)
	m.p = newPalette(false, draw.Dark, false)
	warning := api.Warning{Code: api.WarnNewKey, Known: "zoe", Fingerprint: "1111-2222-3333-4444-5555"}
	m.table.t.Handovers = []api.Handover{{Seat: "ben", To: "zoe", Asked: true, Waits: []string{"ben"}, Warning: warning}}
	if got, want := m.draw().String(), m.p.warn.Render(" a new key, 1111-2222-3333-4444-5555: you know another zoe"); !strings.Contains(got, want) {
		t.Errorf("%s", got)
	}
}

// TestLoudness: the colour of trouble is on the screen only where something cannot be undone or somebody
// may be another, and what will pass by itself is no louder than the rest of the table.
func TestLoudness(t *testing.T) {
	uninvited := screentest.Evening(func(t *api.Table) { t.Warnings = []api.Warning{{Code: api.WarnUninvited, Name: "ben"}} })
	for _, c := range append(screentest.States(), screentest.State{Name: "a guest's invitation is over", Table: uninvited}) {
		m := blank(300, 40, false)
		m.p, m.screen, m.table.id, m.now = newPalette(false, draw.Dark, false), atTable, c.Table.ID, time.Now()
		next, _ := m.showTable(tableMsg{id: c.Table.ID, table: c.Table})
		m = next.(model)
		m.popup = popup{}
		drawn := m.draw().String()
		for what, is := range map[string]struct {
			style lipgloss.Style
			want  bool
		}{
			"bad":  {m.p.warn, c.Bad},
			"told": {m.p.alarm, !c.Bad && slices.ContainsFunc(shown.Notes(c.Table, m.now), func(n shown.Note) bool { return n.Tone == shown.Told })},
		} {
			for _, style := range []lipgloss.Style{is.style, is.style.Reverse(true)} {
				begin, _, _ := strings.Cut(style.Render("x"), "x")
				if got := strings.Contains(drawn, begin); got && !is.want {
					t.Errorf("%s: something is as loud as %s\n%s", c.Name, what, ansi.Strip(drawn))
				}
			}
			begin, _, _ := strings.Cut(is.style.Reverse(true).Render("x"), "x")
			if got := strings.Contains(drawn, begin); !got && is.want {
				t.Errorf("%s: nothing is as loud as %s\n%s", c.Name, what, ansi.Strip(drawn))
			}
		}
		if offers := strings.Contains(drawn, "(T: accept the key)"); offers != (len(shown.Trusts(c.Table.Warnings)) > 0) {
			t.Errorf("%s: it offers to accept a key: %t", c.Name, offers)
		}
		waits := slices.ContainsFunc(shown.Notes(c.Table, m.now), func(n shown.Note) bool { return n.Waits })
		_, may := shown.Find(shown.Deeds(c.Table), shown.ActContinue)
		if offers := strings.Contains(drawn, "(g: go on)"); offers != (may && waits) {
			t.Errorf("%s: it offers to go on: %t", c.Name, offers)
		}
	}
}
