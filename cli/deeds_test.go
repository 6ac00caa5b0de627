//go:build unix

package cli_test

import (
	"context"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/creack/pty"
	"golang.org/x/net/html"

	"fives/cli/screentest"
	"fives/cli/shown"
	"fives/cli/tui"
	"fives/cli/web"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// A stage is a daemon with one table, or with one row of the lobby, in a state that a test wants.
type stage struct {
	control.Daemon
	table  api.Table
	tables api.Tables
}

func (*stage) Status() api.Status {
	return api.Status{API: api.Newest, Name: "ana", Fingerprint: "df64-b131-05e6-cd59-7c3e"}
}
func (*stage) Peers() []api.Peer                   { return nil }
func (s *stage) Tables(context.Context) api.Tables { return s.tables }
func (s *stage) Mine() api.Tables                  { return s.tables }
func (s *stage) Moves(string) (api.Moves, error)   { return api.Moves{Moves: []string{"draw"}}, nil }
func (s *stage) Table(id string) (api.Table, error) {
	if s.table.ID == "" {
		return api.Table{}, api.Fail(api.ReasonNotBegun, api.Data{Name: id})
	}
	return s.table, nil
}

// Public is the table as those see it who have no seat.
func (s *stage) Public(string) (api.Table, error) {
	t := s.table
	t.Seat, t.YourTurn, t.Warnings, t.Seats = -1, false, nil, slices.Clone(t.Seats)
	t.Seats[0].You = false
	return t, nil
}

func (s *stage) Events(ctx context.Context, _ api.EventsRequest, emit func(api.Event) error) error {
	if err := emit(api.Event{Kind: api.EventNow}); err != nil {
		return err
	}
	<-ctx.Done()
	return ctx.Err()
}

// acts names the acts of the deeds that are offered, each once.
func acts(list []shown.Deed) []string {
	set := map[string]bool{}
	for _, d := range shown.Offered(list) {
		set[string(d.Act)] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// get returns a page.
func get(t *testing.T, h http.Handler, path string) string {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d", path, w.Code)
	}
	return w.Body.String()
}

// deedsOn names the acts for which a page has a button, a form or a link.
func deedsOn(t *testing.T, page string) []string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	set := map[string]bool{}
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			if a.Key == "data-deed" {
				set[a.Val] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// opened serves a stage at a home, and opens it: a client for the full screen, and the page.
func opened(t *testing.T, s *stage) (home string, client *control.Client, page http.Handler) {
	t.Helper()
	home = serve(t, s)
	client, err := control.Dial(home)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return home, client, web.New(web.Config{Client: client, Invited: func(context.Context, api.Invitation, string) (web.Invited, error) { return web.Invited{}, nil }})
}

// onScreen runs the full screen in a terminal that is large enough for all its help.
func onScreen(t *testing.T, c *control.Client) *screentest.Terminal {
	t.Helper()
	t.Setenv("TERM", "xterm-256color")
	master, slave, err := pty.Open()
	if err != nil {
		t.Skipf("this machine has no pseudo-terminals: %v", err)
	}
	if err := pty.Setsize(master, &pty.Winsize{Rows: 60, Cols: 140}); err != nil {
		t.Fatal(err)
	}
	x, ended := screentest.New(t, master, 140, 60), make(chan error, 1)
	go func() {
		ended <- tui.Run(context.Background(), tui.Config{Client: c, In: slave, Out: slave})
	}()
	t.Cleanup(func() {
		x.Press("ctrl+c")
		waittest.Closed(t, "the end of the program", ended)
		slave.Close()
		x.Close()
	})
	return x
}

// helps checks that the help of the full screen has a line for each deed that is offered, with its
// first key, and none for the others.
func helps(t *testing.T, x *screentest.Terminal, title string, list []shown.Deed) {
	t.Helper()
	x.Press("?")
	help := strings.Join(strings.Fields(screentest.Box(x.Shows(title))), " ")
	offered := map[string]bool{}
	for _, d := range shown.Offered(list) {
		offered[d.Says] = true
	}
	for _, d := range list {
		if d.Act == shown.ActTrust || d.Key == "" { // its key is always there; or it is on a sheet
			continue
		}
		row := strings.Fields(d.Key)[0] + " " + d.Says
		if got := strings.Contains(help, row); got != d.Offered() && (d.Offered() || !offered[d.Says]) {
			t.Errorf("the full screen offers %q: %t, but %q\n%s", row, got, d.WhyNot, help)
		}
	}
}

const stageID = "b51bc6fd00"

// staged is a table of four devices, ana's first, in a state.
func staged(change func(t *api.Table)) api.Table {
	t := api.Table{Title: "Five", Summary: api.Summary{ID: stageID, Game: "five", Phase: api.PhasePlaying, Hand: 2, Dealt: true, Seats: []api.Seat{
		{Name: "ana", Fingerprint: "1111", You: true, Online: true, Active: true}, {Name: "ben", Fingerprint: "2222", Online: true, Active: true},
		{Name: "cleo", Fingerprint: "3333", Online: true, Active: true}, {Name: "dan", Fingerprint: "4444", Online: true, Active: true},
	}}, Waiting: api.Waiting{What: "move", Names: []string{"ben"}}}
	change(&t)
	return t
}

// TestStates tells each way in which a table can stand to page, big screen, full screen and commands:
// each of them has the headline, marks those who are missing, says what is wrong, offers what can be done
// there and nothing else, and asks the same before one leaves. It is the contract between them: a new
// deed has to be offered by all.
func TestStates(t *testing.T) {
	for i, c := range screentest.States() {
		t.Run(c.Name, func(t *testing.T) {
			c = screentest.States()[i] // the times in it are of now
			s := &stage{table: c.Table}
			s.tables.Mine = []api.Summary{c.Table.Summary}
			list := shown.Deeds(c.Table)
			want := slices.Sorted(slices.Values(strings.Fields(c.Deeds)))
			if got := acts(list); !slices.Equal(got, want) {
				t.Fatalf("offered: %q, want %q", got, want)
			}
			home, client, page := opened(t, s)
			onPage(t, page, c, want)
			public, _ := s.Public("")
			onBigScreen(t, web.NewScreen(web.Config{Client: client}), public)
			inShow(t, home, c, list)
			inWait(t, home, c, list)
			onFullScreen(t, client, c, list)
		})
	}
}

// onPage checks what the page says and offers in a state.
func onPage(t *testing.T, h http.Handler, c screentest.State, deeds []string) {
	t.Helper()
	page, menu := get(t, h, "/table/"+c.Table.ID), get(t, h, "/table/"+c.Table.ID+"/menu")
	if !strings.Contains(page, template.HTMLEscapeString(c.Headline)+"</h2>") {
		t.Errorf("the page's headline is not %q", c.Headline)
	}
	marked := 0
	for _, x := range c.Absent {
		if who, what, _ := strings.Cut(x, ": "); who != "ana" {
			_, after, _ := strings.Cut(page, `data-seat="`+who+`"`)
			if seat, _, _ := strings.Cut(after, "</li>"); !strings.Contains(seat, what) {
				t.Errorf("the page does not show %s as %s", who, what)
			}
			marked++
		}
	}
	if n := strings.Count(page, `class="seat away`) + strings.Count(page, `class="seat turn away`); n != marked && c.Table.Phase != api.PhaseOver {
		t.Errorf("the page shows %d as missing, not %d", n, marked)
	}
	if notes, red := strings.Count(page, `<li class="banner`), strings.Contains(page, "banner bad"); notes != len(c.Notes) || red != c.Bad {
		t.Errorf("the page has %d notes, red %t, not %d, red %t", notes, red, len(c.Notes), c.Bad)
	}
	if dock := strings.Contains(page, `id="dock"`); dock != (c.Headline == "Your turn") {
		t.Errorf("the page has moves: %t", dock)
	}
	deeds = slices.DeleteFunc(slices.Clone(deeds), func(a string) bool { return a == "say" }) // which has a form of its own beside every table
	if got := deedsOn(t, page+menu); !slices.Equal(got, deeds) {
		t.Errorf("the page offers %q, want %q", got, deeds)
	}
	if asks := "? " + template.HTMLEscapeString(c.Leaving); c.Leaving != "" && !strings.Contains(menu, asks) {
		t.Errorf("the page does not ask %q", c.Leaving)
	}
}

// onBigScreen checks what a television says of a table.
func onBigScreen(t *testing.T, h http.Handler, public api.Table) {
	t.Helper()
	page, x := get(t, h, "/table/"+public.ID+"/screen"), shown.Of(public, time.Now())
	if !strings.Contains(page, template.HTMLEscapeString(x.Headline)+"</h2>") {
		t.Errorf("the big screen's headline is not %q: %s", x.Headline, page)
	}
	for _, seat := range public.Seats {
		_, after, _ := strings.Cut(page, `data-seat="`+seat.Name+`"`)
		sitter, _, _ := strings.Cut(after, "</li>")
		if got, want := marks.FindString(sitter), shown.Absence(public, seat); got != want {
			t.Errorf("the big screen shows %s as %q, not %q: %s", seat.Name, got, want, sitter)
		}
	}
	troubles, _, _ := strings.Cut(page, "<header")
	if n := strings.Count(troubles, "<li>"); n != len(x.Notes) {
		t.Errorf("the big screen has %d notes, not %d", n, len(x.Notes))
	}
}

// inShow checks what fives show says in a state, and fives leave asks.
func inShow(t *testing.T, home string, c screentest.State, list []shown.Deed) {
	t.Helper()
	_, out, noted := run(t, "show", "--home", home)
	tells(t, "show", out, c, `(?m)^[ ▸]+%s( \(you\))?  .*`)
	for _, d := range list {
		for _, hint := range d.Hints() {
			if is := strings.Contains(noted, hint); is != (d.Lead && d.Offered()) {
				t.Errorf("show has the hint %q: %t\n%s", hint, is, noted)
			}
		}
	}
	if advised := strings.Contains(noted, "fives moves"); advised != (c.Headline == "Your turn") {
		t.Errorf("show advises to move: %t", advised)
	}
	if _, ok := shown.Find(list, shown.ActLeave); ok {
		says := "error: " + strings.ToLower(c.Leaving[:1]) + strings.TrimSuffix(c.Leaving[1:], ".") + "\nhint: add --yes to leave\n"
		if status, out, said := run(t, "leave", "--home", home); status != 1 || out != "" || !strings.HasPrefix(said, says) {
			t.Errorf("leave: %d, %q, not %q", status, out+said, says)
		}
	}
}

// inWait checks that fives wait advises the same at a table at which the turn never comes.
func inWait(t *testing.T, home string, c screentest.State, list []shown.Deed) {
	t.Helper()
	x := c.Table
	if x.Child != "" || x.Seat < 0 || x.Phase != api.PhaseOver && x.Phase != api.PhaseStopped && !x.Seats[x.Seat].Left {
		return
	}
	status, _, said := run(t, "wait", "--home", home)
	if status != 1 {
		t.Errorf("wait: %d\n%s", status, said)
	}
	for _, d := range list {
		for _, hint := range d.Hints() {
			if is := strings.Contains(said, "hint: "+hint); is != (d.Lead && d.Offered()) {
				t.Errorf("wait has the hint %q: %t\n%s", hint, is, said)
			}
		}
	}
}

// onFullScreen checks what the full screen says and offers in a state.
func onFullScreen(t *testing.T, client *control.Client, c screentest.State, list []shown.Deed) {
	t.Helper()
	x := onScreen(t, client)
	if c.Table.Phase == api.PhaseOver || c.Table.Phase == api.PhaseStopped {
		x.Shows("ana you")
		x.Press("down", "enter")
	}
	x.Until("the table", func(string) bool { return strings.Contains(x.Title(), "Five") })
	headline := strings.ToLower(c.Headline)
	tells(t, "the full screen", x.Until(headline, func(s string) bool { return strings.Contains(strings.ToLower(s), headline) }), c, `\b%s( \(you\))? \w+( no)?`)
	screen := strings.ToLower(x.Screen())
	if yours := strings.Contains(screen, "your turn") || strings.Contains(screen, "legal move"); yours != (c.Headline == "Your turn") {
		t.Errorf("the full screen lets one move: %t\n%s", yours, screen)
	}
	for _, d := range list {
		for _, x := range []string{" · " + d.Key[:min(1, len(d.Key))] + " " + d.Short, "(" + d.Key[:min(1, len(d.Key))] + ": " + d.Label + ")"} {
			if d.Lead && !d.Offered() && !strings.Contains(strings.Join(acts(list), " "), string(d.Act)) && strings.Contains(screen, x) {
				t.Errorf("the full screen has %q, but %q\n%s", x, d.WhyNot, screen)
			}
		}
	}
	if c.Leaving != "" {
		x.Press("L")
		if box := strings.Join(strings.FieldsFunc(screentest.Box(x.Shows("any other key")), func(r rune) bool { return unicode.IsSpace(r) || r == '│' }), " "); !strings.Contains(box, c.Leaving) {
			t.Errorf("the full screen does not ask %q:\n%s", c.Leaving, box)
		}
		x.Press("esc")
		x.Until("the table again", func(s string) bool { return !strings.Contains(s, "any other key") })
	}
	helps(t, x, "Keys at the table", list)
}

// tells checks that a drawn table has the headline, marks who is missing and nobody else, and says what
// is wrong; row matches the name of a player with what stands beside it.
func tells(t *testing.T, pen, drawn string, c screentest.State, row string) {
	t.Helper()
	if !strings.Contains(strings.ToLower(drawn), strings.ToLower(c.Headline)) {
		t.Errorf("%s does not say %q:\n%s", pen, c.Headline, drawn)
	}
	for _, note := range c.Notes {
		if !strings.Contains(strings.ToLower(strings.Join(strings.Fields(drawn), " ")), strings.ToLower(note)) {
			t.Errorf("%s does not say %q:\n%s", pen, note, drawn)
		}
	}
	absent := map[string]string{}
	for _, x := range c.Absent {
		who, what, _ := strings.Cut(x, ": ")
		absent[who] = what
	}
	for _, s := range c.Table.Seats {
		beside := strings.Join(regexp.MustCompile(fmt.Sprintf(row, s.Name)).FindAllString(drawn, -1), " ")
		if got := marks.FindString(beside); got != absent[s.Name] {
			t.Errorf("%s shows %s as %q, not %q:\n%s", pen, s.Name, got, absent[s.Name], drawn)
		}
	}
}

// marks are the words beside the name of a player who is missing.
var marks = regexp.MustCompile(`\b(away|asleep|left|lacks the key|said no|others play)\b`)

// TestDeedsOfRows does the same for the rows of a list of tables: page, full screen, and what
// completion proposes.
func TestDeedsOfRows(t *testing.T) {
	mine := func(change func(m *api.Summary)) api.Tables {
		m := staged(func(*api.Table) {}).Summary
		change(&m)
		return api.Tables{Mine: []api.Summary{m}}
	}
	open := func(change func(o *api.Offer)) api.Tables {
		o := api.Offer{ID: stageID, Game: "five", Seats: 4, Taken: []string{"ben", "cleo"}, Host: "ben"}
		change(&o)
		return api.Tables{Open: []api.Offer{o}}
	}
	for name, c := range map[string]struct {
		tables api.Tables
		want   string
	}{
		"over":    {mine(func(m *api.Summary) { m.Phase, m.Winners = api.PhaseOver, []string{"ben"} }), "forget look"},
		"stopped": {mine(func(m *api.Summary) { m.Phase = api.PhaseStopped }), "leave look"},
		"left":    {mine(func(m *api.Summary) { m.Phase, m.Seats[0].Left = api.PhaseStopped, true }), "forget look"},
		"left, and covered": {mine(func(m *api.Summary) {
			m.Cover, m.Turn, m.Seats[0].Left = true, "ana", true
		}), "forget look"},
		"called": {mine(func(m *api.Summary) {
			m.Phase, m.Call = api.PhaseStopped, &api.Call{Table: "c0ffee0009", Names: []string{"ana"}}
		}), "continue leave look"},
		"free":    {open(func(*api.Offer) {}), "join"},
		"private": {open(func(o *api.Offer) { o.Game, o.Private, o.Taken = "", true, nil }), "join"},
		"played":  {open(func(o *api.Offer) { o.Running = true }), "watch"},
		"full":    {open(func(o *api.Offer) { o.Running, o.Full = true, true }), ""},
		"stopped, of others": {open(func(o *api.Offer) {
			o.Running, o.Stopped, o.OpenSeats = true, true, []api.OpenSeat{{Name: "ben", Left: true}}
		}), "join watch"},
		"with a seat": {open(func(o *api.Offer) { o.Running, o.OpenSeats = true, []api.OpenSeat{{Name: "ben", Away: true}} }), "join watch"},
		"asked for": {open(func(o *api.Offer) {
			o.Running, o.Full, o.Handover = true, true, &api.Handover{Seat: "ben", To: "ana", Mine: true, Asked: true}
		}), "leave"},
		"a seat there":                {open(func(o *api.Offer) { o.Joined = true }), "leave say"},
		"one's own":                   {open(func(o *api.Offer) { o.Mine, o.Joined = true, true }), "begin invite leave say"},
		"one's own, and nobody there": {open(func(o *api.Offer) { o.Mine, o.Joined, o.Taken = true, true, []string{"ana"} }), "begin invite leave"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &stage{tables: c.tables}
			row := shown.Groups(s.tables, time.Now())[0].Rows[0]
			want := slices.Sorted(slices.Values(strings.Fields(c.want)))
			if got := acts(row.Deeds); !slices.Equal(got, want) {
				t.Fatalf("offered: %q, want %q", got, want)
			}
			home, client, h := opened(t, s)
			page := get(t, h, "/lobby")
			if row.Offer != nil && row.Offer.Mine {
				page += get(t, h, "/table/"+stageID)
			}
			talks := func(a string) bool { return a == "say" } // which has a form of its own beside a table that is waited for
			if got := deedsOn(t, page); !slices.Equal(got, slices.DeleteFunc(slices.Clone(want), talks)) {
				t.Errorf("the page offers %q, want %q", got, want)
			}

			for _, command := range []string{"join", "watch", "begin", "leave"} {
				_, out, _ := run(t, "__complete", "--", command, "--home", home, "")
				is := slices.Contains(want, command) || command == "watch" && slices.Contains(want, "look") || command == "leave" && slices.Contains(want, "forget")
				if got := strings.Contains(out, stageID[:8]); got != is {
					t.Errorf("completion proposes it for %s: %t", command, got)
				}
			}
			if d, called := shown.Find(row.Deeds, shown.ActContinue); called {
				if _, _, said := run(t, "tables", "--home", home); !strings.Contains(said, d.Hints()[0]) {
					t.Errorf("tables does not say %q\n%s", d.Hints()[0], said)
				}
			}

			x := onScreen(t, client)
			x.Shows("ana you")
			screen := x.Shows(stageID[:8])
			_, listed, _ := run(t, "tables", "--home", home)
			for pen, text := range map[string]string{"the page": page, "the full screen": screen, "tables": listed} {
				if says := strings.TrimPrefix(row.State, "has "); (row.Mine != nil || row.Offer.Stopped) && !strings.Contains(strings.ToLower(text), says) {
					t.Errorf("%s does not say %q: %s", pen, says, text)
				}
				if (row.Offer == nil || row.Offer.Stopped) && strings.Contains(strings.ToLower(text), "being played") {
					t.Errorf("%s says that it is being played: %s", pen, text)
				}
			}
			x.Press("down", "up")
			helps(t, x, "Keys in the lobby", row.Deeds)
		})
	}
}
