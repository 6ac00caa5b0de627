package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fives/cli/shown"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/story"
	"fives/engine/tabletest"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/faces"
)

// A television is a daemon that a screen asks. What only the person at this node may see is not
// there: whoever asks for it gets a nil pointer.
type television struct {
	control.Daemon
	met     faces.Faces
	table   api.Table
	tables  api.Tables
	invites bool
	watched []string
}

func (d *television) Faces(lists ...[]api.Person) ([][]int, error) { return d.met.OfAll(lists...) }
func (d *television) Status() api.Status {
	st := api.Status{Name: "ana"}
	if d.invites {
		st.Invitation = &api.Invitation{On: true, URLs: []string{"http://192.168.1.7:45380/abcdefghijkl/"}}
	}
	return st
}
func (d *television) Peers() []api.Peer {
	return []api.Peer{{Name: "ben", Connected: true}, {Name: "screen", Connected: true, Guest: true}, {Name: "cleo"}}
}
func (d *television) Tables(context.Context) api.Tables { return d.tables }
func (d *television) Mine() api.Tables                  { return d.tables }
func (d *television) Public(string) (api.Table, error)  { return d.table, nil }
func (d *television) Watch(_ context.Context, table string) (api.Summary, error) {
	d.watched = append(d.watched, table)
	return api.Summary{ID: table}, nil
}
func (d *television) Events(_ context.Context, q api.EventsRequest, emit func(api.Event) error) error {
	if !q.Public || !q.Views {
		return errors.New("it is asked for more than all may see")
	}
	return errors.Join(
		emit(api.Event{Seq: 4, Kind: api.EventMove, Table: d.table.ID, Name: "ben", Game: "five", Move: "drop 7h draw", View: &d.table}),
		emit(api.Event{Seq: 5, Kind: api.EventReason, Table: d.table.ID, Name: "ben", Text: "a reason"}))
}

func screenOf(t *testing.T, d *television) http.Handler {
	t.Helper()
	c := control.Within(d)
	return NewScreen(Config{Client: c})
}

// moments returns those of a short game of each kind, as somebody without a seat sees them.
func moments(t *testing.T, rs *rules.RuleSet, seats int) []shown.Place {
	t.Helper()
	g := tabletest.New(t, rs, seats, rs.Brief, 2)
	g.Choose = tabletest.Bot(rs.Bots[0])
	g.Play()
	stories, err := story.Read([][]record.Record{g.Table().Log()}, games.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return shown.Places(stories)
}

// TestScreenOfEveryGame shows every moment of a game of each kind: nothing in it runs or can
// be played, what has happened is in words, and at the end all results are there, the
// winner's first.
func TestScreenOfEveryGame(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			all := moments(t, rs, max(2, rs.MinSeats))
			counted := 0
			for _, p := range all {
				frame := shown.Frame(p, story.Onlooker)
				frame.Dealt = p.What().Kind != story.Settled
				if n := len(frame.Hands); !frame.Dealt && n > 0 {
					for _, s := range frame.Seats {
						if want := frame.Hands[n-1].Scores[s.Name]; s.Score != want {
							t.Errorf("%s has %d after hand %d, not %d", s.Name, s.Score, n, want)
						}
					}
				}
				d := &television{table: frame}
				page := look(t, screenOf(t, d), "/table/ab/screen")
				for _, key := range []string{"data-move", "data-card", "data-post", "data-play", "action", "href"} {
					if got := slices.DeleteFunc(page.values(key), func(v string) bool { return strings.HasPrefix(v, "#") }); len(got) > 0 {
						t.Fatalf("%s at step %d: %q", key, frame.Step, got)
					}
				}
				if frame.Dealt {
					continue
				}
				counted++
				for _, s := range frame.Seats {
					if why := frame.Hands[len(frame.Hands)-1].Why[s.Name]; !strings.Contains(page.text, why) {
						t.Errorf("the result lacks %q: %s", why, page.text)
					}
				}
				if strings.Contains(page.text, "cards left") {
					t.Errorf("a reason that says nothing: %s", page.text)
				}
				if frame.Phase == api.PhaseOver && len(frame.Winners) > 0 && !strings.Contains(page.text, frame.Winners[0]+" wins!") {
					t.Errorf("who has won is not said: %s", page.text)
				}
			}
			if counted == 0 {
				t.Error("no hand was settled")
			}
		})
	}
}

// TestScreenHasNothingElse: a screen's handler has no hand, no move, no log and no list of a
// player's, and watches where it may.
func TestScreenHasNothingElse(t *testing.T) {
	d := &television{}
	h := screenOf(t, d)
	for _, path := range []string{
		"/lobby", "/new", "/standings", "/learn", "/events", "/rules/five", "/table/ab", "/table/ab/menu", "/table/ab/hand",
		"/table/ab/history", "/table/ab/replay", "/table/ab/hint", "/table/ab/report", "/table/ab/log", "/table/ab/onward",
	} {
		if w := ask(h, "GET", path, nil); w.Code != http.StatusNotFound {
			t.Errorf("GET %s: %d", path, w.Code)
		}
	}
	for _, path := range []string{"/table/ab/play", "/table/ab/join", "/table/ab/say", "/new", "/connect"} {
		if w := ask(h, "POST", path, url.Values{"move": {"end"}, "text": {"x"}}); w.Code != http.StatusNotFound {
			t.Errorf("POST %s: %d", path, w.Code)
		}
	}
	if w := ask(h, "POST", "/table/ab/watch", nil); w.Code != http.StatusOK || !slices.Equal(d.watched, []string{"ab"}) {
		t.Errorf("%d %s, watched %v", w.Code, w.Body, d.watched)
	}
}

// TestScreenAsksForThePublicTable: the pages of a player show screens too, and ask for them
// as a screen does.
func TestScreenAsksForThePublicTable(t *testing.T) {
	d := &television{table: api.Table{Summary: api.Summary{ID: "ab", Game: "five", Phase: api.PhasePlaying}, View: &rules.View{}}}
	c := control.Within(d)
	for what, h := range map[string]http.Handler{"a player's page": New(Config{Client: c}), "a screen": NewScreen(Config{Client: c})} {
		if w := ask(h, "GET", "/table/ab/screen", nil); w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", what, w.Code, w.Body)
		}
		w := ask(h, "GET", "/live", nil)
		var lines []happening
		for text := range strings.Lines(w.Body.String()) {
			var l happening
			if err := json.Unmarshal([]byte(text), &l); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, l)
		}
		if len(lines) < 2 || lines[0].Screen == "" || !strings.Contains(string(lines[0].Log), "dropped") || lines[1].Log != "" {
			t.Errorf("%s: %+v", what, lines)
		}
	}
}

// TestRoom: beside the table are the others, and the way in, but no code of a private table and
// nothing about the node's own seat.
func TestRoom(t *testing.T) {
	d := &television{invites: true, tables: api.Tables{
		Mine: []api.Summary{
			{ID: "aa", Game: "five", Phase: api.PhasePlaying, Seats: []api.Seat{{Name: "ana", Score: 3}, {Name: "ben", Score: 4}}, Turn: "ana", Hand: 2},
			{ID: "bb", Game: "five", Phase: api.PhaseOver, Seats: []api.Seat{{Name: "ana"}}, Seat: -1},
			{ID: "cc", Game: "five", Phase: api.PhaseSeated, Parent: "bb", Call: &api.Call{Table: "cc"}, Seats: []api.Seat{{Name: "ana"}, {Name: "ben"}}},
		},
		Open: []api.Offer{
			{ID: "dd", Game: "five", Seats: 3, Taken: []string{"ana"}, Private: true, Code: "271828", Mine: true},
			{ID: "ee", Game: "all-fives", Seats: 2, Taken: []string{"dora", "emil"}, Running: true},
			{ID: "ff", Game: "all-fives", Seats: 2, Taken: []string{hostile, "gus"}, Running: true, Full: true},
			{ID: "0f", Private: true, Running: true, Full: true, Host: "gus"},
			{ID: "aa", Game: "five", Running: true, Seats: 2},
		},
	}}
	page := look(t, screenOf(t, d), "/room")
	if got := page.values("data-table"); !slices.Equal(got, []string{"0f", "aa", "cc", "dd", "ee", "ff"}) {
		t.Errorf("the tables are %q", got)
	}
	for _, want := range []string{"2 seats free", "Opened without spectators", "Whoever opens the next table can show it here.", "Whoever plays there can show it here", "ana 3, ben 4", "ana's turn", "ana and ben are here", "http://192.168.1.7:45380/"} {
		if !strings.Contains(page.text, want) {
			t.Errorf("%q is not there: %s", want, page.text)
		}
	}
	for _, secret := range []string{"271828", "our turn", "fives continue"} {
		if strings.Contains(page.text, secret) {
			t.Errorf("%q is there: %s", secret, page.text)
		}
	}
	if got := len(page.values("data-watch")); got != 1 {
		t.Errorf("%d tables are to be watched", got)
	}
	var p roomPage
	p.invite("http://192.168.1.7:45380/abcdefghijkl/", "#t=aa")
	if p.Size < 21 || !strings.HasPrefix(string(p.Code), `<path d="M4 4h7v1h-7z`) {
		t.Errorf("the code: %d %.60s", p.Size, p.Code)
	}
	d.invites = false
	if page := look(t, screenOf(t, d), "/room"); !strings.Contains(page.text, "fives invite") {
		t.Errorf("that nobody is invited is not said: %s", page.text)
	}
}

// TestScreenShell: the page of a screen has no inline script and no inline style.
func TestScreenShell(t *testing.T) {
	var b bytes.Buffer
	if err := Screen(&b, "web/", "if (1 < 2) {}", Place{Name: "fives"}, nil); err != nil {
		t.Fatal(err)
	}
	if page := b.String(); strings.Contains(page, "style=") || regexp.MustCompile(`<script[^>]*>[^<]`).MatchString(page) || !strings.Contains(page, `<template id="worker" data-room>if (1 &lt; 2) {}</template>`) {
		t.Error(page)
	}
	for _, file := range regexp.MustCompile(`web/[a-z.]+`).FindAllString(b.String(), -1) {
		if w := ask(Files(), "GET", "/"+file, nil); w.Code != http.StatusOK || w.Body.Len() == 0 {
			t.Errorf("%s: %d", file, w.Code)
		}
	}
}

// TestScreenOfTheAbsent: the screen says who is silent, who is covered, and what it waits for,
// and marks their seats; the code of the invitation appears beside that.
func TestScreenOfTheAbsent(t *testing.T) {
	soon, since := time.Now().Add(12*time.Second+time.Second/2), time.Now().Add(-8*time.Second)
	d := &television{table: api.Table{
		Summary: api.Summary{ID: "ab", Game: "five", Phase: api.PhasePlaying, Dealt: true, Seats: []api.Seat{
			{Name: "ana", Score: 1, Online: true}, {Name: "ben", Score: 2, Away: &since, Owes: true, CoverAt: &soon},
			{Name: "cleo", Score: 3, Away: &since, Covered: true}, {Name: "dora", Score: 4, Left: true},
		}, Seat: rules.None, Cover: true},
		Title: "Five", View: &rules.View{Turn: 1, Scores: []int{1, 2, 3, 4}},
		Waiting: api.Waiting{What: string(record.KindStack), Names: []string{"ben"}},
	}}
	page := look(t, screenOf(t, d), "/table/ab/screen")
	for _, want := range []string{"in 12 s.", "device is silent", "others play", "left", "The cards are being shuffled"} {
		if !strings.Contains(page.text, want) {
			t.Errorf("%q is not there: %s", want, page.text)
		}
	}
	absent := 0
	for _, class := range page.values("class") {
		if slices.Contains(strings.Fields(class), "absent") {
			absent++
		}
	}
	if absent != 3 {
		t.Errorf("%d seats are marked", absent)
	}
}

// TestScreenOfReactions: a room sees a reaction at the seat, and what else is said in the story.
func TestScreenOfReactions(t *testing.T) {
	for text, want := range map[string]happening{
		"👍":         {React: "👍", Name: "ben"},
		"👍👍":        {Log: `<li class="chat"><b><bdi>ben</bdi></b> <span>👍👍</span></li>`},
		"<b>hi</b>": {Log: `<li class="chat"><b><bdi>ben</bdi></b> <span>&lt;b&gt;hi&lt;/b&gt;</span></li>`},
	} {
		h, err := publicHappening(api.Event{Kind: api.EventChat, Name: "ben", Text: text}, strangers)
		if err != nil || h.React != want.React || h.Name != want.Name || h.Log != want.Log || h.Text != "" {
			t.Errorf("%s: %+v, %v", text, h, err)
		}
	}
}

// TestCardsOfTheScreenAreLegible: however much lies on the table, the rank of a card, a third of its
// width high, is as high as the smallest letters on the screen, 3 % of its height.
func TestCardsOfTheScreenAreLegible(t *testing.T) {
	widths := regexp.MustCompile(`--card:(\d+)`).FindAllStringSubmatch(string(files()["screen.css"].content), -1)
	if len(widths) != 5 {
		t.Errorf("cards have the widths %v", widths)
	}
	for _, w := range widths {
		if n, err := strconv.Atoi(w[1]); err != nil || float64(n)*.33 < .03*720 {
			t.Errorf("a card is %s of 720 wide", w[1])
		}
	}
}
