package tui

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/learn"
	"fives/cli/shown"
	"fives/p2p/api"
)

// Whatever a key brings up can be drawn and scrolled in a window that has no room for it by then.
func TestPopupsInANarrowWindow(t *testing.T) {
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"files":[]}`)) }))
	defer page.Close()
	lobby, there := onOwn(t)
	table, here := asking(t, "five", 7)
	there.guests, here.guests = page.URL+"/k7fdo2xn4wqb/", page.URL+"/k7fdo2xn4wqb/"
	settled := newMatch(t, find(t, "five"), 4, 3)
	for len(settled.hands) == 0 {
		settled.bots(1)
	}
	result := at(blank(80, 24, false), settled.until())
	table.table.t.Hands = result.table.t.Hands
	called, wishes := table, wished(wished(table))
	called.table.t.Call = &api.Call{From: 3, Names: []string{"ana", "ben"}}
	away := covered(t, blank(80, 24, false))
	result.call, away.call = table.call, table.call
	desk, err := learn.Sit(find(t, "five"), "ana")
	if err != nil {
		t.Fatal(err)
	}
	replay := newModel(Config{Replay: placesOf(t, "five"), Eyes: shown.Everybody}, caller{ctx: t.Context()}, &feed{})
	lesson := newModel(Config{Lesson: desk}, caller{ctx: t.Context()}, &feed{})
	lesson, _ = answer(t, lesson, lesson.at(learn.Table).table(learn.Table))

	up := map[string]bool{} // the titles of what has come up
	for _, m := range []model{lobby, table, result, called, wishes, away, replay, lesson} {
		for w := range 13 {
			m.w, m.h = w, w%3*10
			shows(m, up)
			m.popup = popup{}
			for _, a := range m.actions() {
				if !a.Enabled() {
					continue
				}
				wide := m
				wide.w, wide.h = 80, 24
				n, cmd := press(wide, a.Keys()[0])
				n.w, n.h = m.w, m.h
				if a.Keys()[0] == "i" {
					n, _ = answer(t, n, cmd)
				}
				shows(n, up)
			}
		}
	}
	for _, title := range []string{"Guests are invited", "Keys at the table", "Keys in the lobby", "Preferences", "Five", "Scores", "Leave", "Begin", "Go on", "Do not wait", "Learn a game", "Hand 1", "On the table", "What has happened", "Seats that are to change hands", "Hand a seat over to"} {
		if !up[title] {
			t.Errorf("nothing with the title %q came up; there was %v", title, up)
		}
	}
}

// shows draws what lies over a screen, and scrolls it.
func shows(m model, up map[string]bool) {
	up[titleOver(m)] = true
	m.draw()
	if m.popup.sheet == nil {
		return
	}
	m.popup.draw(m.p, m.w, m.h)
	for _, msg := range []tea.Msg{keyNamed("down"), tea.KeyPressMsg{Code: tea.KeyPgDown}, tea.MouseWheelMsg{Button: tea.MouseWheelDown}} {
		m.popup.Update(msg, m.p, m.w, m.h)
	}
}

// TestCutTextsAreMarked: a text for which there is no room ends in a mark, at whatever height it is cut.
func TestCutTextsAreMarked(t *testing.T) {
	lobby := lobbyModel(80, 24, false)
	lobby.lobby.status.Outside = &api.Outside{On: true, Address: "203.0.113.7:45354", Since: noon, Came: api.Visit{Time: noon, Count: 1, Name: "dan"}, Left: []string{"cyd", "eve"}}
	people := lobby.lobby.people(lobby.p, 26, 100, noon)
	if all := strings.Join(strings.Fields(ansi.Strip(people.String())), " "); !strings.Contains(all, "from outside: 203.0.113.7:45354 since 23:00, dan came at 23:00") || !strings.Contains(all, "cyd and eve came by a link that was taken back, and may stay until the game is over") {
		t.Errorf("who came from outside, and who may stay: %s", all)
	}
	match := newMatch(t, find(t, "five"), 4, 3)
	match.bots(9)
	table := tableView{at(blank(80, 24, false), match.until()).table, scene{p: blank(80, 24, false).p, w: 80, h: 24}}
	for what, draw := range map[string]func(h int) block{
		"people": func(h int) block { return lobby.lobby.people(lobby.p, 26, h, noon) },
		"seat":   func(h int) block { return table.seat(shown.Opponents(table.t)[0], 9, min(h, tallSeat-1)).fit(0, h) },
	} {
		whole := draw(100).lines
		n := len(whole)
		for n > 0 && strings.TrimSpace(ansi.Strip(whole[n-1])) == "" {
			n--
		}
		if n < 3 {
			t.Fatalf("%s: %q", what, whole)
		}
		for h := 1; h < n+2; h++ {
			lines := draw(h).lines
			last := strings.TrimRight(ansi.Strip(lines[len(lines)-1]), " ")
			if len(lines) != h || strings.HasSuffix(last, "…") != (h < n) {
				t.Errorf("%s, %d of %d lines end in %q", what, h, n, last)
			}
		}
	}
	for _, r := range lobby.lobby.rows() {
		for _, l := range r.draw(lobby.scene(), 24, false) {
			if ansi.StringWidth(l) > 24 { // what is beyond would be cut without a mark
				t.Errorf("%q is too long", l)
			}
		}
	}
	lobby.lobby.tables = api.Tables{Open: []api.Offer{{ID: "c0ffee0008", Game: "five", Seats: 6, Taken: []string{"ben", "cleo", "somebody with a long name", "and a friend of theirs"}, Host: "ben"}}}
	row := strings.Split(strings.TrimRight(ansi.Strip(lobby.lobby.list(lobby.scene(), 40, 9).String()), " \n"), "\n")
	for h := 3; h < len(row); h++ { // below the heading and the name of the game
		lines := lobby.lobby.list(lobby.scene(), 40, h).lines
		if last := strings.TrimRight(ansi.Strip(lines[h-1]), " "); !strings.HasSuffix(last, "…") || len(row) < 4 {
			t.Errorf("a table of the lobby, %d of %d lines end in %q", h, len(row), last)
		}
	}
	table.w, table.h = 40, 16
	table.task = "a task that has more words than two lines of forty columns have room for, and then some more"
	if prompt, drawn := table.promptLines(), ansi.Strip(table.draw().String()); len(prompt) < 3 || !strings.Contains(drawn, strings.TrimRight(ansi.Strip(prompt[1]), " ")+"…") {
		t.Errorf("the prompt of a low screen: %q of %q", drawn, prompt)
	}
	lobby.w, lobby.h = 12, 3
	if lines := lobby.draw().lines; len(lines) != 3 || !strings.HasSuffix(strings.TrimRight(lines[2], " "), "…") {
		t.Errorf("too small: %q", lines)
	}
}
