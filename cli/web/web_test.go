package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"fives/cli/cards"
	"fives/cli/learn"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/cli/wasm"
	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/tabletest"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/faces"
)

// A fake is a daemon whose only table is a lesson; it lacks what a test does not use.
type fake struct {
	control.Daemon
	met faces.Faces
	*learn.Desk
	changed func(*api.Table)
	list    api.Tables
	faces   int // how often it was asked for them
	asked   []any
	fail    error
	log     []record.Record            // of every table that is not in
	logs    map[string][]record.Record // by ID
}

func (f *fake) ask(v any) error {
	f.asked = append(f.asked, v)
	return f.fail
}

func (f *fake) Faces(lists ...[]api.Person) ([][]int, error) {
	f.faces++
	lists = slices.Clone(lists)
	for k := range lists {
		lists[k] = slices.Clone(lists[k])
		for i := range lists[k] {
			for _, t := range f.list.Mine {
				for _, s := range t.Seats {
					if p := &lists[k][i]; s.Name == p.Name && p.Fingerprint == "" {
						p.Fingerprint = s.Fingerprint
					}
				}
			}
		}
	}
	return f.met.OfAll(lists...)
}
func (f *fake) Status() api.Status { return api.Status{Name: "ana", Fingerprint: "aaaa-bbbb"} }
func (f *fake) Peers() []api.Peer {
	return []api.Peer{{Name: hostile, Fingerprint: "cccc", Connected: true}, {Name: "cleo"}}
}
func (f *fake) Tables(context.Context) api.Tables { return f.list }
func (f *fake) Mine() api.Tables                  { return f.list }
func (f *fake) Table(string) (api.Table, error) {
	t := f.Desk.Table()
	if f.changed != nil {
		f.changed(&t)
	}
	return t, f.fail
}
func (f *fake) Log(table string) ([]record.Record, error) {
	if log, ok := f.logs[table]; ok {
		return log, f.fail
	}
	return f.log, f.fail
}
func (f *fake) Moves(string) (api.Moves, error) { return f.Desk.Moves(), nil }
func (f *fake) Hint(string) (api.HintAnswer, error) {
	return api.HintAnswer{Move: f.Desk.Hint(), Why: "takes 6s"}, f.fail
}
func (f *fake) Say(_ context.Context, _, text string) error { return f.ask("say " + text) }
func (f *fake) Play(_ context.Context, _, move string, step ...uint64) error {
	return errors.Join(f.ask(move), f.Desk.Play(move))
}
func (f *fake) Host(_ context.Context, r api.HostRequest) (api.Offer, error) {
	return api.Offer{ID: "ab", Seats: r.Seats, Taken: []string{"ana"}, Code: "271828"}, f.ask(r)
}
func (f *fake) Join(_ context.Context, r api.JoinRequest) (api.Offer, error) {
	return api.Offer{ID: r.Table, Seats: 2, Taken: []string{"ben", "ana"}}, f.ask(r)
}
func (f *fake) Events(_ context.Context, _ api.EventsRequest, emit func(api.Event) error) error {
	t, m := f.Desk.Table(), f.Desk.Moves()
	return errors.Join(
		emit(api.Event{Seq: 4, Kind: api.EventMove, Table: t.ID, Name: "ben", Game: t.Game, Move: "drop 7h draw", View: &t, Moves: &m}),
		emit(api.Event{Seq: 5, Kind: api.EventChat, Table: t.ID, Name: "ben", Text: hostile}),
		emit(api.Event{Seq: 6, Kind: api.EventMove, Table: "other", Name: "ben", Move: "end", View: &t}),
		emit(api.Event{Seq: 6, Kind: api.EventNow}))
}

func (f *fake) Forget(_ context.Context, table string, sure bool) error {
	if !sure && f.fail == nil {
		return errors.Join(f.ask("forget "+table), api.Fail(api.ReasonOwed, api.Data{Names: []string{"ben", "cleo"}}))
	}
	return f.ask(fmt.Sprint("forget ", table, " ", sure))
}

// hostile is a text that would do something in a page if it were not treated as text.
const hostile = `<img src=x onerror=alert(1)>`

func newFake(t *testing.T, rs *rules.RuleSet) *fake {
	t.Helper()
	desk, err := learn.Sit(rs, "")
	if err != nil {
		t.Fatal(err)
	}
	return &fake{Desk: desk}
}

// serve makes the pages of a fake.
func serve(t *testing.T, f *fake) http.Handler {
	t.Helper()
	c := control.Within(f)
	return New(Config{Client: c})
}

func ask(h http.Handler, method, path string, form url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestEveryGame plays a hand of every game through the pages: each card of the hand and
// each legal move can be tapped, and says aloud what it is.
func TestEveryGame(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			f := newFake(t, rs)
			h := serve(t, f)
			moves := 0
			for ; !f.Over(); moves++ {
				page := look(t, h, "/table/lesson")
				table, _ := f.Table("")
				if got, want := page.values("data-move"), slices.Sorted(slices.Values(f.Desk.Moves().Moves)); !slices.Equal(got, want) {
					t.Fatalf("it offers %q, not %q", got, want)
				}
				own, _ := shown.HandOf(table, table.Seat)
				if got, want := page.values("data-card"), texts(shown.Cards(own)); !slices.Equal(got, want) {
					t.Fatalf("the hand is %q, not %q", got, want)
				}
				var hint answer
				decode(t, ask(h, "GET", "/table/lesson/hint", nil), &hint)
				if w := ask(h, "POST", "/table/lesson/play", url.Values{"move": {hint.Move}, "step": {fmt.Sprint(table.Step)}}); w.Code != 200 {
					t.Fatalf("%s: %s", hint.Move, w.Body)
				}
			}
			if moves == 0 {
				t.Fatal("nothing was played")
			}
			look(t, h, "/table/lesson")
			table, _ := f.Table("")
			look(t, h, "/table/lesson/hand")
			sheet := ask(h, "GET", "/table/lesson/hand", nil).Body.String()
			for _, r := range shown.Results(table, table.Hands[0]) {
				for _, i := range r.Items {
					line := "<li><span>" + html.EscapeString(say.Item(i.Item))
					if len(i.Cards) > 0 {
						line += ": " + string(cards.Chips(table.Hands[0].Marks, i.Cards, nil))
					}
					line += ` <button type="button" class="rule" data-sheet="/rules/` + rs.Name + "?rule=" + i.Rule
					if !strings.Contains(sheet, line) {
						t.Errorf("the score sheet lacks %s:\n%s", line, sheet)
					}
				}
			}
			look(t, h, "/table/lesson/history")
			menu := ask(h, "GET", "/table/lesson/menu", nil).Body.String()
			for _, m := range table.View.Marks { // as the cards bear it, and as texts have it
				if want := string(cards.Pennant(m.Sign)) + " or "; !strings.HasPrefix(want, "<svg") || !strings.Contains(menu, want) {
					t.Errorf("the menu does not explain the pennant of %q", m.Sign)
				}
			}
			if rules := look(t, h, "/rules/"+rs.Name); !strings.Contains(rules.text, rs.Title) {
				t.Error("the rules lack their title")
			}
		})
	}
}

func texts(cards []card.Card) []string {
	return slices.Sorted(slices.Values(strings.Fields(card.Join(cards))))
}

// A fragment is HTML as a browser reads it.
type fragment struct {
	root *html.Node
	text string
}

// look requests a screen, and checks what must hold for all of them: nothing in it runs or has
// a style of its own, no ID is there twice, and what can be tapped has a name.
func look(t *testing.T, h http.Handler, path string) fragment {
	t.Helper()
	w := ask(h, "GET", path, nil)
	if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
		t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return check(t, path, w.Body.String())
}

func check(t *testing.T, what, source string) fragment {
	t.Helper()
	root, err := html.Parse(strings.NewReader(source))
	if err != nil {
		t.Fatal(err)
	}
	f := fragment{root: root}
	ids := map[string]bool{}
	for n := range root.Descendants() {
		if n.Type == html.TextNode {
			f.text += n.Data
		}
		if n.Type == html.ElementNode && slices.Contains([]string{"script", "style", "img", "iframe", "link"}, n.Data) {
			t.Errorf("%s has a %s", what, n.Data)
		}
		for _, a := range n.Attr {
			if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
				t.Errorf("%s: %s has %s", what, n.Data, a.Key)
			}
			if a.Key == "id" && ids[a.Val] {
				t.Errorf("%s: the ID %s is there twice", what, a.Val)
			} else if a.Key == "id" {
				ids[a.Val] = true
			}
		}
		if (n.Data == "button" || n.Data == "a") && strings.TrimSpace(named(n)) == "" {
			t.Errorf("%s: a %s has no name", what, n.Data)
		}
	}
	return f
}

// named returns what is read aloud for an element.
func named(n *html.Node) (name string) {
	for _, a := range n.Attr {
		if a.Key == "aria-label" {
			return a.Val
		}
	}
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			name += c.Data
		}
	}
	return name
}

// attr returns an attribute of an element; has reports whether it is there.
func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, key string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

// options returns those of a field, each with its value and its words.
func (f fragment) options(field string) (list []string) {
	for n := range f.root.Descendants() {
		if n.Data == "option" && attr(n.Parent, "name") == field {
			list = append(list, attr(n, "value")+" "+named(n))
		}
	}
	return list
}

// values returns those of an attribute, sorted.
func (f fragment) values(key string) []string {
	var list []string
	for n := range f.root.Descendants() {
		for _, a := range n.Attr {
			if a.Key == key {
				list = append(list, a.Val)
			}
		}
	}
	slices.Sort(list)
	return list
}

func decode(t *testing.T, w *httptest.ResponseRecorder, v any) {
	t.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), v); err != nil {
		t.Fatalf("%s: %v", w.Body, err)
	}
}

// A GET changes nothing, a screen takes no POST, and a form has its limit.
func TestMethodsAndSizes(t *testing.T) {
	f := newFake(t, games.All()[0])
	h := serve(t, f)
	for _, path := range []string{"/new", "/connect", "/trust"} {
		if path != "/new" && ask(h, "GET", path+"?who=x&address=y", nil).Code != http.StatusMethodNotAllowed {
			t.Errorf("GET %s is taken", path)
		}
	}
	for _, do := range []string{"join", "watch", "begin", "leave", "forget", "play", "try", "why", "say", "continue", "rematch", "admit", "handover", "agree", "stranger"} {
		for _, method := range []string{"GET", "HEAD", "PUT", "DELETE"} {
			if w := ask(h, method, "/table/lesson/"+do+"?move=end&text=x", nil); w.Code != http.StatusMethodNotAllowed {
				t.Errorf("%s %s: %d", method, do, w.Code)
			}
		}
	}
	for _, path := range []string{"/lobby", "/standings", "/table/lesson", "/events", "/table/lesson/log"} {
		if w := ask(h, "POST", path, nil); w.Code != http.StatusMethodNotAllowed {
			t.Errorf("POST %s: %d", path, w.Code)
		}
	}
	if w := ask(h, "POST", "/table/lesson/say", url.Values{"text": {strings.Repeat("x", maxForm)}}); w.Code != http.StatusBadRequest {
		t.Errorf("a large form: %d", w.Code)
	}
	if len(f.asked) > 0 {
		t.Errorf("the daemon was asked for %v", f.asked)
	}
	if ask(h, "POST", "/table/lesson/say", url.Values{"text": {"hello"}}); !slices.Equal(f.asked, []any{"say hello"}) {
		t.Errorf("the daemon was asked for %v", f.asked)
	}
}

// TestSoundPaths: a text that somebody has put into an address never turns the request of which
// it should be a part into another one. The node is asked for nothing.
func TestSoundPaths(t *testing.T) {
	f := newFake(t, games.All()[0])
	h := serve(t, f)
	for _, id := range []string{
		"ab/leave?", "ab/leave%3F", "ab/leave%23", "ab/leave;", "ab%2Fleave", "ab/../ab/leave?x=", "ab//leave?", "..", "%2e%2e", "AB", "ab%20", "ab%0a", strings.Repeat("a", 65),
	} {
		r := httptest.NewRequest("POST", "/", strings.NewReader("code=1"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		u, err := url.Parse("/table/" + id + "/join")
		if err != nil {
			t.Fatal(err)
		}
		r.URL = u
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusBadRequest {
			t.Errorf("%s: %d %s", id, w.Code, w.Body)
		}
	}
	for _, path := range []string{"/lobby/", "/lobby/x", "/Lobby", "/rules/five/x", "/rules/", "//lobby", "/table/ab/", "/table/xy"} {
		if w := ask(h, "GET", path, nil); w.Code != http.StatusBadRequest {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	if len(f.asked) > 0 {
		t.Errorf("the node was asked for %v", f.asked)
	}
	if w := ask(h, "POST", "/table/ab/say", url.Values{"text": {"hello"}}); w.Code != http.StatusOK || len(f.asked) != 1 {
		t.Errorf("%d %s, and the node was asked for %v", w.Code, w.Body, f.asked)
	}
}

// A table with records that somebody may lack is forgotten only after a question that names
// them.
func TestForgetOwed(t *testing.T) {
	f := newFake(t, games.All()[0])
	h := serve(t, f)
	var first, second answer
	decode(t, ask(h, "POST", "/table/ab/forget", nil), &first)
	if !strings.HasPrefix(first.Ask, "Ben, cleo may lack something of this table") || first.Say != "" || first.Go != "" {
		t.Errorf("%+v", first)
	}
	decode(t, ask(h, "POST", "/table/ab/forget", url.Values{"sure": {"1"}}), &second)
	if second.Ask != "" || second.Say == "" || !slices.Equal(f.asked, []any{"forget ab", "forget ab true"}) {
		t.Errorf("%+v after %v", second, f.asked)
	}
}

// What other people have chosen is text, on every screen.
func TestHostileTexts(t *testing.T) {
	f := newFake(t, games.All()[0])
	f.changed = func(t *api.Table) {
		for i := range t.Seats {
			t.Seats[i].Name, t.Seats[i].Online, t.Seats[i].Away = hostile, false, &time.Time{}
		}
		t.Last = []api.Played{{Name: hostile, Move: hostile}}
		t.Warnings = []api.Warning{{Code: api.WarnNewKey, Name: hostile, Known: hostile, Fingerprint: hostile}}
		t.Faults = []api.Fault{{Name: hostile, Reason: hostile}}
		t.Handovers = []api.Handover{{Seat: hostile, SeatBotOf: hostile, To: hostile, Fingerprint: hostile, Player: hostile, Agreed: []string{hostile}, Waits: []string{hostile}, Yours: true, Warning: api.Warning{Code: api.WarnNewKey, Known: hostile, Fingerprint: hostile}}}
		t.Hands = []api.Hand{{Sheet: api.Sheet{Number: 1, Points: map[string]int{hostile: 3}, Scores: map[string]int{hostile: 3}, Items: map[string][]api.Item{hostile: {{What: hostile, Rule: hostile, Cards: []string{hostile}}}}}}}
	}
	f.list = api.Tables{
		Open: []api.Offer{{ID: "ab", Game: hostile, Taken: []string{hostile}, Host: hostile, Options: map[string]any{hostile: hostile}, Seats: 2}},
		Mine: []api.Summary{{ID: "cd", Game: hostile, Phase: api.PhaseOver, Winners: []string{hostile}, Seats: []api.Seat{{Name: hostile, Score: 1}}}},
	}
	h := serve(t, f)
	for _, path := range []string{"/lobby", "/table/lesson", "/table/lesson/hand", "/table/lesson/history", "/table/lesson/menu", "/table/lesson/seats", "/standings"} {
		if page := look(t, h, path); !strings.Contains(page.text, "onerror") {
			t.Errorf("%s does not show the text at all", path)
		}
	}
}

// The stream has a line for each event; those about the table on the screen bring that table.
func TestEvents(t *testing.T) {
	f := newFake(t, games.All()[0])
	w := ask(serve(t, f), "GET", "/events?since=3&table="+f.Desk.Table().ID, nil)
	var lines []happening
	for text := range strings.Lines(w.Body.String()) {
		var h happening
		if err := json.Unmarshal([]byte(text), &h); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, h)
		check(t, "an event", string(h.Log)+string(h.Screen))
	}
	if len(lines) < 4 || lines[0].Seq != 4 || lines[0].Screen == "" || lines[2].Screen != "" || lines[3].Kind != api.EventNow {
		t.Fatalf("%d lines: %+v", len(lines), lines)
	}
	if want := "Ben dropped 7 of hearts and drew."; lines[0].Say != want {
		t.Errorf("it says %q, not %q", lines[0].Say, want)
	}
	if !strings.Contains(string(lines[1].Log), "&lt;img") {
		t.Errorf("a line of chat: %s", lines[1].Log)
	}
	if last := lines[len(lines)-1]; last.Kind != "gone" || last.Say == "" {
		t.Errorf("the end of the stream is not told: %+v", last)
	}
}

// The form of every game asks for the table that it shows.
func TestNewTable(t *testing.T) {
	for i, rs := range games.All() {
		f := newFake(t, rs)
		h := serve(t, f)
		page := look(t, h, fmt.Sprintf("/new?game=%d", i))
		for _, o := range rs.Schema {
			if !slices.Contains(page.values("name"), prefix+o.Name) {
				t.Errorf("%s: the form lacks %s", rs.Name, o.Name)
			}
		}
		var a answer
		decode(t, ask(h, "POST", "/new", url.Values{"game": {fmt.Sprint(i)}, "seats": {fmt.Sprint(rs.MaxSeats)}, "bots": {"0"}, "private": {"yes"}, "turn-limit": {"30 s"}, "cover": {say.CoverGoesOn}}), &a)
		r, ok := f.asked[0].(api.HostRequest)
		if !ok || r.Game != rs.Name || r.Seats != rs.MaxSeats || !r.Private || r.TurnLimit != 30 || !r.Cover || len(r.Bots) != 0 {
			t.Errorf("%s: %+v", rs.Name, f.asked)
		}
		if a.Go != "table/ab" || a.Await != "ab" {
			t.Errorf("%s: it does not lead to the chairs, or the table is not waited for: %+v", rs.Name, a)
		}
		o := rs.Schema[0]
		if w := ask(h, "POST", "/new", url.Values{"game": {fmt.Sprint(i)}, prefix + o.Name: {"nonsense"}}); o.Kind == rules.Int && (w.Code != http.StatusUnprocessableEntity || len(f.asked) > 1) {
			t.Errorf("%s: an option that cannot be: %d", rs.Name, w.Code)
		}
	}
}

// What cover costs is said where players sit down.
func TestCover(t *testing.T) {
	for _, covered := range []bool{true, false} {
		o := api.Offer{ID: "c0ffee", Game: games.All()[0].Name, Seats: 3, Taken: []string{"ben"}, Host: "ben", Cover: covered}
		if price := newRow(shown.OpenRow(o), strangers).Price; strings.Contains(price, "could look together, and choose the order; so could all but one of them, if that one misses the deal or they keep it and you from hearing each other; nobody would find out; it takes four devices") != covered {
			t.Errorf("cover %v: %q", covered, price)
		}
	}
}

// Cards for which no move is listed are played all the same, so that the player learns why not.
func TestReasons(t *testing.T) {
	f := newFake(t, games.All()[0])
	h := serve(t, f)
	w := ask(h, "POST", "/table/lesson/try", url.Values{"card": texts(shown.Cards(hand(f)))[:2]})
	var a answer
	decode(t, w, &a)
	if !a.Error || a.Say == "" || len(f.asked) == 0 {
		t.Errorf("%+v, asked for %v", a, f.asked)
	}
}

func hand(f *fake) rules.Zone {
	z, _ := shown.HandOf(f.Desk.Table(), 0)
	return z
}

// The page is the same for everybody, and its policy allows what it has and no more.
func TestShell(t *testing.T) {
	var b bytes.Buffer
	if err := Shell(&b, "web/", "if (1 < 2) {}", Place{Name: "fives"}, nil, Landing{}); err != nil {
		t.Fatal(err)
	}
	if page := b.String(); strings.Contains(page, "style=") || regexp.MustCompile(`<script[^>]*>[^<]`).MatchString(page) || !strings.Contains(page, `id="before"`) || !strings.Contains(page, `<template id="worker">if (1 &lt; 2) {}</template>`) {
		t.Error(page)
	}
	for _, file := range regexp.MustCompile(`web/[a-z.]+`).FindAllString(b.String(), -1) {
		if w := ask(Files(), "GET", "/"+file, nil); w.Code != http.StatusOK || w.Body.Len() == 0 {
			t.Errorf("%s: %d", file, w.Code)
		}
	}
	entries, _ := static.ReadDir("static")
	for _, e := range entries {
		if !slices.Contains(slices.Concat([]string{"guard.js", "early.js", "end.js", "style.css", "screen.css", "look.css", "felt.css"}, modules["app.js"], modules["screen.js"]), e.Name()) {
			t.Errorf("%s is no part of the page", e.Name())
		}
	}
	if w := ask(Files(), "GET", "/web/"+Font, nil); w.Code != http.StatusOK || w.Header().Get("Content-Type") != "font/woff2" || !strings.HasPrefix(w.Body.String(), "wOF2") {
		t.Errorf("the font: %d %v", w.Code, w.Header())
	}
	for _, style := range []string{"style.css", "screen.css"} {
		if text := string(files()[style].content); strings.Count(text, "url(") != 1 || !strings.Contains(text, "url("+Font+")") {
			t.Errorf("%s loads more than the font", style)
		}
	}
	if !strings.Contains(Policy, "; font-src 'self'; ") {
		t.Errorf("the policy is %s", Policy)
	}
	if text := string(files()["app.js"].content); regexp.MustCompile(`\bimport\b.*\.js`).MatchString(text) || !strings.Contains(text, "const { invitation, place: placeOf } = module.address\n") {
		t.Error("the page's script imports others")
	}
	for _, path := range []string{"/web/", "/web/../web.go", "/web/none.js"} {
		if w := ask(Files(), "GET", path, nil); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if w := ask(Files(), "POST", "/web/app.js", nil); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", w.Code)
	}
}

// TestPacked: what the page loads is sent compressed to a browser that can unpack it, but for the
// font, which is compressed already.
func TestPacked(t *testing.T) {
	for name, f := range files() {
		for _, can := range []string{"", "gzip, deflate"} {
			r := httptest.NewRequest(http.MethodGet, "/web/"+name, nil)
			r.Header.Set("Accept-Encoding", can)
			w := httptest.NewRecorder()
			Files().ServeHTTP(w, r)
			body := w.Body.Bytes()
			if packed := w.Header().Get("Content-Encoding") == "gzip"; packed != (can != "" && name != Font) {
				t.Errorf("%s for %q: %v", name, can, w.Header())
			} else if packed {
				z, err := gzip.NewReader(bytes.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				if len(body) > len(f.content)*2/3 {
					t.Errorf("%s has %d bytes, and %d as it is sent", name, len(f.content), len(body))
				}
				if body, err = io.ReadAll(z); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(body, f.content) || len(body) == 0 {
				t.Errorf("%s for %q: %d bytes, not %d", name, can, len(body), len(f.content))
			}
		}
	}
}

// TestInvitedAgain: somebody who opens an invitation again that has led to a seat goes to the
// table.
func TestInvitedAgain(t *testing.T) {
	f := newFake(t, games.All()[0])
	var a answer
	w := ask(serve(t, f), http.MethodPost, "/table/ab/join", nil)
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil || w.Code != http.StatusOK || a.Error || a.Go != "table/lesson" {
		t.Errorf("%d %s, %v", w.Code, w.Body, err)
	}
}

// A report from the page carries its log and the verifier, if the program has one.
func TestReport(t *testing.T) {
	rs := games.All()[0]
	g := tabletest.New(t, rs, 2, map[string]any{"limit": 5}, 2)
	g.Choose = tabletest.Bot(rs.Bots[0])
	g.Play()
	f := newFake(t, rs)
	f.log = g.Table().Log()
	client := control.Within(f)
	served := map[string]string{"/wasm/proof.wasm.gz": "\x1f\x8b", "/wasm/exec.js": "1"}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, served[r.URL.Path]) }))
	defer server.Close()
	sum := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	good := ServedVerifier{Program: ServedFile{Address: "/wasm/proof.wasm.gz", SHA256: sum("\x1f\x8b")}, Exec: ServedFile{Address: "/wasm/exec.js", SHA256: sum("1")}}
	changed := good
	changed.Exec.SHA256 = sum("2")
	fetch := func(ctx context.Context, address string, most int) ([]byte, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			return nil, err
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		return io.ReadAll(io.LimitReader(resp.Body, int64(most)))
	}
	from := func(v ServedVerifier, server string) func(context.Context) (wasm.Program, error) {
		return func(ctx context.Context) (wasm.Program, error) { return v.From(ctx, server, fetch) }
	}
	for what, c := range map[string]struct {
		verifier     func(context.Context) (wasm.Program, error)
		proves, says bool
	}{
		"built in": {func(context.Context) (wasm.Program, error) {
			return wasm.Program{Gzip: []byte{0x1f, 0x8b}, Exec: []byte("1")}, nil
		}, true, false},
		"none":        {nil, false, false},
		"served":      {from(good, server.URL), true, false},
		"changed":     {from(changed, server.URL), false, true},
		"server gone": {from(good, "http://127.0.0.1:1"), false, true},
	} {
		proves := c.proves
		w := ask(New(Config{Client: client, Verifier: c.verifier}), "GET", "/table/ab/report", nil)
		if said := w.Header().Get(SayHeader); (said != "") != c.says {
			t.Errorf("%s: it says %q", what, said)
		}
		if w.Code != http.StatusOK || w.Header().Get("Content-Disposition") == "" {
			t.Fatalf("%d: %s", w.Code, w.Body)
		}
		page := html.UnescapeString(w.Body.String())
		for _, carried := range []string{"<script", `class="check"`, "script-src 'sha256-", "'wasm-unsafe-eval'"} {
			if strings.Contains(page, carried) != proves {
				t.Errorf("%s: %q is there %t", what, carried, !proves)
			}
		}
	}
}

func (f *fake) Cover(_ context.Context, table string) ([]string, error) {
	return []string{"cleo"}, f.ask("cover " + table)
}

// At a table with cover the page says who is covered and who will be, has a button for not
// waiting, marks the moves of the stand-in, and says what its
// person has missed.
func TestCoveredSeats(t *testing.T) {
	f := newFake(t, games.All()[0])
	soon, since := time.Now().Add(12*time.Second+time.Second/2), time.Now().Add(-10*time.Second)
	f.changed = func(t *api.Table) {
		t.ID = "ab"
		for i := range t.Seats {
			s := &t.Seats[i]
			if s.You {
				t.Missed = []api.Played{{Name: s.Name, Move: "drop 7h draw", StandIn: true}}
				continue
			}
			s.Online, s.Away, s.Owes, s.CoverAt = false, &since, true, &soon
			t.MayCover = []string{s.Name}
			t.Last = []api.Played{{Name: s.Name, Move: "drop 8h draw", StandIn: true}}
		}
	}
	h := serve(t, f)
	page := look(t, h, "/table/lesson")
	for _, want := range []string{
		"device is silent; the others play for", "in 12 s.", "Don't wait", "the others dropped",
		"You were away for 1 turn.", "The others played for you (dropped 7♥\uFE0E and drew).",
	} {
		if !strings.Contains(page.text, want) {
			t.Errorf("%q is not on the page: %s", want, page.text)
		}
	}
	for _, path := range page.values("data-post") {
		if strings.HasSuffix(path, "/cover") {
			var a answer
			decode(t, ask(h, "POST", path, nil), &a)
			if !strings.HasPrefix(a.Say, "You no longer wait for cleo") || f.asked[len(f.asked)-1] != "cover ab" {
				t.Errorf("%+v; asked %v", a, f.asked)
			}
		}
	}
	if !slices.ContainsFunc(page.values("data-post"), func(p string) bool { return strings.HasSuffix(p, "/cover") }) {
		t.Error("there is no button")
	}
	before := f.changed
	f.changed = func(t *api.Table) {
		t.ID = "ab"
		before(t)
		t.Waiting.What = string(record.KindSeal)
		for i := range t.Seats {
			t.Seats[i].Keyless = t.Seats[i].You
		}
	}
	page = look(t, h, "/table/lesson")
	for _, want := range []string{"Deal without ", "he hand is dealt without ", "others play", "You are in again at the next."} {
		if !strings.Contains(page.text, want) {
			t.Errorf("%q is not on the page: %s", want, page.text)
		}
	}
	f.changed = func(t *api.Table) {
		t.ID = "ab"
		t.Cover, t.NoCover = true, api.FewNodes
		for i := range t.Seats {
			if t.Seats[i].Covered, t.Seats[i].Online = !t.Seats[i].You, t.Seats[i].You; !t.Seats[i].You {
				t.Seats[i].Away = &since
			}
		}
	}
	if page := look(t, h, "/table/lesson/menu"); !strings.Contains(page.text, say.Capital(say.CoverFew)) {
		t.Errorf("it is not said that too few devices are here: %s", page.text)
	}
	if page := look(t, h, "/table/lesson"); !strings.Contains(page.text, "others play") || strings.Contains(page.text, "Don't wait") {
		t.Errorf("who is covered: %s", page.text)
	}
	for _, e := range []api.Event{
		{Kind: api.EventCover, What: api.Covered, Name: "cleo"},
		{Kind: api.EventCards, What: "cover", Name: "cleo"},
		{Kind: api.EventMove, Name: "cleo", Move: "drop 7h draw", StandIn: true},
		{Kind: api.EventCover, What: api.Returned, Name: "cleo", Yours: true, Missed: []api.Played{{Name: "cleo", Move: "drop 7h draw"}}},
	} {
		if l := string(storyLine(shown.NewsOf(e))); !strings.Contains(l, "cleo") && !strings.Contains(l, "ou were away for 1 turn") {
			t.Errorf("%+v: %s", e, l)
		}
	}
}

// Somebody who comes back reads how the hands went that have ended meanwhile, their own points
// first, and what the others played. Somebody who was there, or watches, reads the result
// alone.
func TestMissedHands(t *testing.T) {
	f := newFake(t, games.All()[0])
	you := rules.None
	f.changed = func(t *api.Table) {
		t.Seat = you
		if you != rules.None {
			t.Missed = []api.Played{{Name: t.Seats[you].Name, Move: "drop 7h draw", StandIn: true}}
		}
		points, scores := map[string]int{}, map[string]int{}
		for i, s := range t.Seats {
			points[s.Name], scores[s.Name] = 4+i, 10+i
		}
		t.Hands = []api.Hand{{Sheet: api.Sheet{Number: 1, Points: points, Scores: scores}}, {Sheet: api.Sheet{Number: 2, Points: points, Scores: scores}}}
	}
	h := serve(t, f)
	for path, want := range map[string]string{"?n=2&back=0": "2 hands ended: +8 for you, and you have 10.", "?n=2&back=1": "1 hand ended: +4 for you, and you have 10."} {
		you = 0
		page := look(t, h, "/table/lesson/hand"+path)
		for _, want := range []string{"While you were away", want, "You were away for 1 turn; the others played for you (dropped 7♥ and drew).", "Go on"} {
			if !strings.Contains(page.text, want) {
				t.Errorf("%s: %q is not there: %s", path, want, page.text)
			}
		}
		you = rules.None
		if page := look(t, h, "/table/lesson/hand"+path); strings.Contains(page.text, "you were away") {
			t.Errorf("%s: who looks on reads %s", path, page.text)
		}
	}
	you = 0
	for _, path := range []string{"?n=2", "?n=2&back=2", "?n=2&back=-1", "?n=2&back=x"} {
		if page := look(t, h, "/table/lesson/hand"+path); strings.Contains(page.text, "ended:") || !strings.Contains(page.text, "Next hand") {
			t.Errorf("%s: %s", path, page.text)
		}
	}
}

// If a single device hears a player, the page says so, and asks whom to leave out: that device,
// or both.
func TestGoingOnWithoutBoth(t *testing.T) {
	f := newFake(t, games.All()[0])
	var names []string
	f.changed = func(t *api.Table) {
		t.ID, t.Cover, names = "ab", true, nil
		t.Seats = append(t.Seats, api.Seat{Name: "eve", Fingerprint: "e", Online: true}, api.Seat{Name: "max", Fingerprint: "m", Online: true})
		for i := range t.Seats {
			if s := &t.Seats[i]; !s.You {
				names = append(names, s.Name)
			}
		}
		for i := range t.Seats {
			if s := &t.Seats[i]; s.Name == names[0] {
				s.Owes, s.OnlyHeardBy = true, "eve"
			}
		}
	}
	h := serve(t, f)
	page := look(t, h, "/table/lesson")
	if !strings.Contains(page.text, "Only eve's device hears "+say.Name(names[0])) || !strings.Contains(page.text, "Go on") {
		t.Errorf("it is not said: %s", page.text)
	}
	page = look(t, h, "/table/lesson/onward")
	for _, want := range []string{"Go on from the last counted hand without eve?", "Call the others", "Call them without eve and " + say.Name(names[0])} {
		if !strings.Contains(page.text, want) {
			t.Errorf("%q is not on the page: %s", want, page.text)
		}
	}
	if got := page.values("data-values"); !slices.Equal(got, []string{"sure=1&without=eve", "sure=1&without=eve&without=" + url.QueryEscape(names[0])}) {
		t.Errorf("it would leave out %q", got)
	}
}
