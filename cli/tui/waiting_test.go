package tui

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"fives/cli/draw"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

// TestTalkBeforeTheTableBegins: those who wait for a table talk, with words or a reaction, once somebody
// else sits there; the lobby shows what is said below the table, also when the table gets another ID,
// and it stays when the table begins.
func TestTalkBeforeTheTableBegins(t *testing.T) {
	m, h := onOwn(t)
	m.feed = newFeed(t.Context(), nil)
	if m, _ = press(m, "t"); m.input.what != noInput {
		t.Fatal("somebody talks who is alone at the table")
	}
	for i := range m.lobby.tables.Open {
		if o := &m.lobby.tables.Open[i]; o.Mine {
			o.Seats, o.Taken = 3, []string{"ana", "ben"}
		}
	}
	golden(t, "lobby-talk", said(m, "c0ffee0006", "ben", "where is cleo?"))
	m, _ = press(m, "t", "h", "o")
	m, cmd := press(m, "enter")
	if m, _ = answer(t, m, cmd); h.count("say ho") != 1 {
		t.Fatalf("%v", h)
	}
	m, _ = press(m, "t", "tab", "tab")
	if text := screenText(m); !strings.Contains(text, "say: 👏") || !strings.Contains(text, "applause") {
		t.Errorf("the second sign is not in the line:\n%s", text)
	}
	m, cmd = press(m, "enter")
	if m, _ = answer(t, m, cmd); h.count("say 👏") != 1 {
		t.Fatalf("%v", h)
	}
	for i := range 6 {
		m = said(m, "c0ffee0006", "ben", strings.Repeat("h", i+1))
	}
	m = said(m, "c0ffee0006", "ben", "🎉")
	text := screenText(m)
	for line, want := range map[string]bool{"ben » hhhhh\n": true, "ben » 🎉": true, "ben » hhh\n": false, "where is cleo?": false} {
		trimmed := strings.Builder{}
		for l := range strings.Lines(text) {
			trimmed.WriteString(strings.TrimRight(strings.Split(l, "│")[0], " \n") + "\n")
		}
		if strings.Contains(trimmed.String(), line) != want {
			t.Errorf("%q is shown: %t\n%s", line, !want, text)
		}
	}
	next, _ := m.onEvents(eventsMsg{{Kind: api.EventLobby, What: api.Smaller, Table: "c0ffee00b1", Was: "c0ffee0006", Seats: 2}})
	m = said(next.(model), "c0ffee00b1", "ana", "let us begin")
	if s := m.stories["c0ffee00b1"].entries; len(s) != 8 || s[0].Line.String() != "h" {
		t.Errorf("%d lines go on at the table under its other ID", len(s))
	}
	next, _ = m.onEvents(eventsMsg{{Kind: api.EventStarted, Table: "c0ffee00b1", Title: "Five", Names: []string{"ana", "ben"}}})
	if s := next.(model).stories["c0ffee00b1"].entries; len(s) != 9 || !slices.ContainsFunc(s, func(e entry) bool { return e.kind == api.EventStarted }) {
		t.Errorf("%d lines stay when it begins", len(s))
	}
}

// said is a model after somebody has said something.
func said(m model, table, who, text string) model {
	next, _ := m.onEvents(eventsMsg{{Kind: api.EventChat, Table: table, Name: who, Text: text, Fingerprint: who}})
	return next.(model)
}

// TestSignsTakeTheWholeLine: a sign does not replace what is typed, and letters say it in words.
func TestSignsTakeTheWholeLine(t *testing.T) {
	m, _ := asking(t, "five", 7)
	m, _ = press(m, "t", "h", "tab")
	if got := m.input.line.Value(); got != "h" {
		t.Errorf("the line is %q", got)
	}
	x := story{}.withEvent(api.Event{Kind: api.EventChat, Name: "ben", Text: "👍"}).entries[0]
	if got := x.draw(newPalette(true, draw.Unknown, false), 40)[0]; !strings.Contains(got, "ben > (thumbs up)") {
		t.Errorf("%q", got)
	}
}

// TestAsksForTheBigScreen: whoever sits at a private table is asked once whether the television shows it,
// not in the own turn and not over anything else. One key lets it in.
func TestAsksForTheBigScreen(t *testing.T) {
	m, h := asking(t, "five", 7)
	m.notice.takes = 0
	m.table.t.Private, m.table.t.Spectators = true, true
	tv := statusMsg{peers: []api.Peer{{Name: say.ScreenName, Fingerprint: "6666-7aad-f862-bd77-6c8f", Connected: true, Screen: true}}}
	look := func(m model) model {
		next, _ := m.onLobby(tv)
		return next.(model)
	}
	if m = look(m); m.popup.sheet != nil {
		t.Fatal("asked in the own turn")
	}
	m.table.t.YourTurn = false
	typing, _ := press(m, "t")
	if typing = look(typing); typing.popup.sheet != nil {
		t.Error("asked while the player is typing")
	}
	m = look(m)
	if text := screenText(m); !strings.Contains(text, "Show this table on the big screen?") || !strings.Contains(text, "Each of you who play here can allow it; whoever answers") || !strings.Contains(text, "y show it on the television") {
		t.Fatalf("%s", text)
	}
	no, cmd := press(m, "n")
	if no, _ = answer(t, no, cmd); h.count("say 📺 not on the big screen") != 1 {
		t.Errorf("%v", h)
	}
	if no = look(no); no.popup.sheet != nil || h.count("admit "+m.table.id+" 6666-7aad-f862-bd77-6c8f") != 0 {
		t.Error("asked twice")
	}
	heard := func(text string) model {
		next, _ := m.onEvents(eventsMsg{{Kind: api.EventChat, Table: m.table.id, Name: "ben", Text: text}})
		return next.(model)
	}
	if heard("not now").popup.sheet == nil || heard("📺 not on the big screen").popup.sheet != nil {
		t.Error("it asks on though another has answered, or does not because of other talk")
	}
	asked := m
	asked.screened, asked.popup, asked.table.t.ScreenAsked = "", popup{}, true
	if asked = look(asked); asked.popup.sheet != nil {
		t.Error("after a restart it asks what has been answered")
	}
	m, cmd = press(m, "y")
	if m, _ = answer(t, m, cmd); h.count("admit "+m.table.id+" 6666-7aad-f862-bd77-6c8f") != 1 || h.count("say 📺 on the big screen") != 1 || !strings.Contains(screenText(m), "may watch the table") {
		t.Errorf("%v", h)
	}
}

// TestStoryComesWithTheTable: the story tells a move when the table shows it, in the order of the log,
// also where the node has told several at once or tells something with no table; only talk does not
// wait.
func TestStoryComesWithTheTable(t *testing.T) {
	m, h := asking(t, "five", 7)
	m.feed, m.pace.rest, m.screen = &feed{}, time.Second, atTable
	m.table.t.YourTurn = false
	before := len(m.stories[m.table.id].entries)
	step, table := m.table.t.Step, m.table.t
	happen := func(what string, shown bool) api.Event { // what only the event tells, and not the table
		step++
		table.Step, table.Last = step, append(slices.Clone(table.Last), api.Played{Name: what, Move: "end", Step: step})
		e := api.Event{Kind: api.EventReason, Table: m.table.id, Name: what, Step: step, Text: "!"}
		if shown {
			view := table
			e.View = &view
		}
		return e
	}
	come := func(events ...api.Event) {
		t.Helper()
		next, _ := m.onEvents(events)
		m = next.(model)
	}
	told := func(want string) {
		t.Helper()
		var names []string
		for _, e := range m.stories[m.table.id].entries[before:] {
			if e.kind != api.EventMove {
				names = append(names, strings.Split(e.Who+e.Line.String(), "'")[0])
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("told: %s, want %s", got, want)
		}
	}
	rest := func(msg tea.Msg) {
		next, _ := m.Update(msg)
		m = next.(model)
	}
	come(happen("one", true))
	told("one")
	come(happen("two", true))
	come(happen("three", false), happen("four", true))
	told("one")
	come(api.Event{Kind: api.EventChat, Table: m.table.id, Name: "zoe", Text: "!"})
	told("one zoe!")
	same := table
	come(api.Event{Kind: api.EventAway, Table: m.table.id, What: api.Away, Name: "cleo", View: &same})
	rest(paceMsg{m.table.id})
	told("one zoe! two")
	rest(paceMsg{m.table.id})
	told("one zoe! two three four cleo is away")
	come(api.Event{Kind: api.EventAway, Table: m.table.id, What: api.Back, Name: "ben"})
	told("one zoe! two three four cleo is away")
	rest(tickMsg(m.now.Add(time.Second)))
	told("one zoe! two three four cleo is away ben is back")
	for _, who := range []string{"a", "b", "c", "d", "e", "f"} { // more than a round: the oldest are told with the next
		come(happen(who, true))
	}
	told("one zoe! two three four cleo is away ben is back")
	rest(paceMsg{m.table.id})
	told("one zoe! two three four cleo is away ben is back a b c d")
	next, _ := m.sit("c0ffee0003")
	left := next
	left.table.id = m.table.id
	m = left
	told("one zoe! two three four cleo is away ben is back a b c d e f")
	if n := shown.Round(h.match.table()); n != 3 {
		t.Errorf("a round of two is %d", n)
	}
}
