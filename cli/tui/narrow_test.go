package tui

import (
	"net/http"
	"net/http/httptest"
	"testing"

	tea "charm.land/bubbletea/v2"

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
