package tui

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"fives/cli/draw"
	"fives/cli/qr"
	"fives/cli/say"
	"fives/p2p/api"
)

// In the lobby and at a table, i invites: to the player's own open table, or to the one that is
// played. The code is on the screen, in whatever the terminal can draw, and o ends it
// after a question.
func TestInviteByKey(t *testing.T) {
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"files":[]}`)) }))
	defer page.Close()
	lobby, there := onOwn(t)
	table, here := asking(t, "five", 1)
	for what, c := range map[string]struct {
		m   model
		h   *house
		url string
	}{
		"lobby": {lobby, there, "#t=c0ffee00&c=otter-7"},
		"table": {table, here, "#t=" + tableID[:8]},
	} {
		c.h.guests = page.URL + "/"
		next, _ := c.m.Update(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
		m := next.(model)
		m.w, m.h = 80, 24
		m, cmd := press(m, "i")
		m, _ = answer(t, m, cmd)
		code, err := qr.New(page.URL+"/"+c.url, qr.Narrow)
		if err != nil {
			t.Fatal(err)
		}
		screen := m.draw().String()
		for _, line := range code.Lines(draw.Style{Colour: true}) {
			if plain := strings.TrimSuffix(strings.TrimPrefix(line, "\x1b[38;5;16;48;5;231m"), "\x1b[0m"); !strings.Contains(screenText(m), plain) {
				t.Fatalf("%s: the code is not whole:\n%s", what, screen)
			}
		}
		for _, text := range []string{page.URL + "/", c.url, "df64-b131-05e6-cd59-7c3e", "Guests are invited", "o ends it"} {
			if !strings.Contains(screenText(m), text) {
				t.Errorf("%s: the screen lacks %q:\n%s", what, text, screenText(m))
			}
		}
		m, cmd = press(m, "o")
		if text := screenText(m); cmd != nil || !strings.Contains(text, "Invite nobody any more?") || !strings.Contains(text, "Guests who are here stay.") || !strings.Contains(text, "y invite nobody") {
			t.Errorf("%s: nobody asks before it is ended:\n%s", what, text)
		}
		m, cmd = press(m, "y")
		m, _ = answer(t, m, cmd)
		if c.h.count("invite nobody") != 1 || !strings.Contains(screenText(m), "nobody is invited any more") {
			t.Errorf("%s: o does not end it: %v", what, c.h.asked)
		}
	}
}

// An invitation on the screen has the addresses of the current network: when that changes, the
// box shows the new ones, and it does not come back once it is closed. Nobody is invited anew
// for that.
func TestInvitationFollowsTheNetwork(t *testing.T) {
	var asked atomic.Int64
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Write([]byte(`{"files":[]}`))
	}))
	defer page.Close()
	m, h := onOwn(t)
	m.w, m.h = 80, 24
	h.guests = page.URL + "/before/"
	m, cmd := press(m, "i")
	m, _ = answer(t, m, cmd)
	status := func() statusMsg {
		msg := statusMsg{status: m.lobby.status, peers: m.lobby.peers, tables: m.lobby.tables}
		msg.status.Invitation = &api.Invitation{On: true, URLs: []string{h.guests}}
		return msg
	}
	before := asked.Load()
	m, _ = answer(t, m, func() tea.Msg { return status() })
	if asked.Load() != before {
		t.Error("the same network is asked for again")
	}
	h.guests = page.URL + "/after/"
	next, cmd := m.Update(status())
	late, _ := press(next.(model), "esc")
	m, _ = answer(t, next.(model), cmd)
	if text := screenText(m); !strings.Contains(text, "/after/") || strings.Contains(text, "/before/") || !strings.Contains(text, "Guests are invited") {
		t.Errorf("the box does not follow:\n%s", text)
	}
	if late, _ = answer(t, late, cmd); late.popup.sheet != nil {
		t.Errorf("the box comes back:\n%s", screenText(late))
	}
	if n := h.count("invite"); n != 1 {
		t.Errorf("guests were invited %d times", n)
	}
}

// TestFarByKey: beside the code for guests, e invites somebody who is not here, after the address was
// asked for; o takes the link back, after a question.
func TestFarByKey(t *testing.T) {
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"files":[]}`)) }))
	defer page.Close()
	m, h := onOwn(t)
	h.guests = page.URL + "/"
	for _, size := range [][2]int{{80, 24}, {160, 60}} {
		m.w, m.h = size[0], size[1]
		m, cmd := press(m, "i")
		m, _ = answer(t, m, cmd)
		if text := screenText(m); !strings.Contains(text, "e  somebody who is not here?") {
			t.Errorf("beside the code:\n%s", text)
		}
		m, _ = press(m, "e")
		if text := screenText(m); !strings.Contains(text, "nothing to ask the router") || !strings.Contains(text, say.OuterAddress) {
			t.Errorf("the address is not asked for, or not where it is found:\n%s", text)
		}
		h.down = api.Fail(api.ReasonRouterOff, api.Data{Port: 45354, Name: "192.168.1.3"})
		silent, cmd := press(m, "enter")
		silent, _ = answer(t, silent, cmd)
		said := strings.Join(append(silent.popup.lines, silent.note), " ")
		if !strings.Contains(said, say.Reason(h.down)[1:]) || !strings.Contains(screenText(silent), "do)") {
			t.Errorf("a router that is silent:\n%s", screenText(silent))
		}
		h.down, h.asked = nil, nil
		asks, cmd := press(m, "enter")
		if asks, _ = answer(t, asks, cmd); h.count("far ") != 1 || !strings.Contains(screenText(asks), "Friends elsewhere") {
			t.Errorf("the router is not asked: %v\n%s", h.asked, screenText(asks))
		}
		for _, key := range "203.0.113.7" {
			m, _ = press(m, string(key))
		}
		m, cmd = press(m, "enter")
		m, _ = answer(t, m, cmd)
		if h.count("far 203.0.113.7") == 0 {
			t.Fatalf("nobody is invited: %v", h.asked)
		}
		text := screenText(m)
		for _, want := range []string{"Friends elsewhere", "203.0.113.7:45354", "n  make another link"} {
			if !strings.Contains(text, want) {
				t.Errorf("the screen lacks %q:\n%s", want, text)
			}
		}
		lines := strings.Split(text, "\n")
		const link = "far:203.0.113.7:45354/aeaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaadq/beaaaaaaaaaaaaaaaaaaaaaa74tpqz3t"
		copied := map[int]string{80: "fives connect '" + link + "'", 160: "fives connect " + link}[m.w]
		if foot := strings.TrimRight(strings.Join(lines[len(lines)-(len(copied)+m.w-1)/m.w:], ""), " "); len(lines) != m.h || foot != copied {
			t.Errorf("%d lines, and what can be copied is %q:\n%s", len(lines), foot, text)
		}
		// The link is shown again, and asks for nothing.
		m.lobby.status.Outside = &api.Outside{On: true}
		back, _ := press(m, "esc")
		back, cmd = press(back, "i")
		back, _ = answer(t, back, cmd)
		back, cmd = press(back, "e")
		if back, _ = answer(t, back, cmd); h.count("far ") != 2 || !strings.Contains(screenText(back), "o ends it") || !strings.Contains(screenText(back), "fives connect") {
			t.Errorf("the link is not shown again: %v\n%s", h.asked, screenText(back))
		}
		m, _ = press(m, "o")
		if text := screenText(m); !strings.Contains(text, "Take the link back?") {
			t.Errorf("nobody asks:\n%s", text)
		}
		m, cmd = press(m, "y")
		m, _ = answer(t, m, cmd)
		if text := screenText(m); !strings.Contains(text, "nobody is let in from outside any more") {
			t.Errorf("taken back:\n%s", text)
		}
		h.asked, m.lobby.status.Outside = nil, nil
	}
}
