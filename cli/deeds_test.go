//go:build unix

package cli_test

import (
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

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
func (s *stage) Moves(string) (api.Moves, error)   { return api.Moves{}, nil }
func (s *stage) Public(string) (api.Table, error)  { return s.table, nil }
func (s *stage) Table(id string) (api.Table, error) {
	if s.table.ID == "" {
		return api.Table{}, api.Fail(api.ReasonNotBegun, api.Data{Name: id})
	}
	return s.table, nil
}

func (s *stage) Events(ctx context.Context, _ api.EventsRequest, emit func([]byte) error) error {
	if err := emit(line(api.Event{Kind: api.EventNow})); err != nil {
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

// deedsOn names the acts for which pages have a button, a form or a link.
func deedsOn(t *testing.T, h http.Handler, paths ...string) []string {
	t.Helper()
	set := map[string]bool{}
	for _, path := range paths {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
		root, err := html.Parse(w.Body)
		if err != nil || w.Code != http.StatusOK {
			t.Fatalf("%s: %d %v", path, w.Code, err)
		}
		for n := range root.Descendants() {
			for _, a := range n.Attr {
				if a.Key == "data-deed" {
					set[a.Val] = true
				}
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

func away(s *api.Seat) {
	since := time.Now().Add(-90 * time.Second)
	s.Online, s.Away, s.Owes = false, &since, true
}

// TestDeeds tells every state of a table to page, full screen and commands: each of them offers what
// can be done there, and nothing else. It is the contract between them: a new deed has to be offered
// by all.
func TestDeeds(t *testing.T) {
	zoe := api.Handover{Seat: "ben", To: "zoe", Fingerprint: "5555", Asked: true, Waits: []string{"ana", "ben"}, Yours: true, Drawn: "d1"}
	const plain = " handover invite leave say"
	for name, c := range map[string]struct {
		change func(t *api.Table)
		want   string
	}{
		"a turn of ben's":       {func(*api.Table) {}, plain},
		"two of three are away": {func(t *api.Table) { away(&t.Seats[1]); away(&t.Seats[2]) }, "continue" + plain},
		"one whom others play for": {func(t *api.Table) {
			soon := time.Now().Add(12 * time.Second)
			away(&t.Seats[1])
			t.Cover, t.Seats[1].CoverAt, t.MayCover = true, &soon, []string{"ben"}
		}, "cover" + plain},
		"called":  {func(t *api.Table) { t.Call = &api.Call{Table: "c0ffee0009", From: 1, Names: []string{"ana", "ben"}} }, "continue" + plain},
		"stopped": {func(t *api.Table) { t.Phase, t.Waiting.What = api.PhaseStopped, "left" }, "continue" + plain},
		"over":    {func(t *api.Table) { t.Phase, t.Winners = api.PhaseOver, []string{"ben"} }, "forget invite rematch say"},
		"over with two gone": {func(t *api.Table) {
			t.Phase, t.Winners = api.PhaseOver, []string{"ana"}
			away(&t.Seats[2])
			away(&t.Seats[3])
		}, "forget invite rematch say"},
		"over and called": {func(t *api.Table) {
			t.Phase, t.Call = api.PhaseOver, &api.Call{Table: "c0ffee0009", Rematch: true, Names: []string{"ana", "ben"}}
		}, "continue forget invite say"},
		"left":                     {func(t *api.Table) { t.Seats[0].Left = true }, "forget invite say"},
		"private, with spectators": {func(t *api.Table) { t.Private, t.Spectators = true, true }, "admit" + plain},
		"an onlooker":              {func(t *api.Table) { t.Seat, t.Seats[0].You = -1, false }, "invite say"},
		"an onlooker at the end": {func(t *api.Table) {
			t.Seat, t.Seats[0].You, t.Phase = -1, false, api.PhaseOver
		}, "forget invite say"},
		"somebody asks for a seat": {func(t *api.Table) { t.Handovers = []api.Handover{zoe} }, "agree" + plain},
		"one's own offer": {func(t *api.Table) {
			t.Handovers = []api.Handover{{Seat: "ana", To: "zoe", Fingerprint: "5555", Mine: true, Waits: []string{"ben"}}}
		}, plain},
		"a new key": {func(t *api.Table) {
			t.Warnings = []api.Warning{{Code: api.WarnNewKey, Name: "ben", Known: "ben", Fingerprint: "2222"}}
		}, plain + " trust"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &stage{table: staged(c.change)}
			s.tables.Mine = []api.Summary{s.table.Summary}
			list := shown.Deeds(s.table)
			want := slices.Sorted(slices.Values(strings.Fields(c.want)))
			if got := acts(list); !slices.Equal(got, want) {
				t.Fatalf("offered: %q, want %q", got, want)
			}
			home, client, h := opened(t, s)
			beside := slices.DeleteFunc(slices.Clone(want), func(a string) bool { return a == "say" }) // which has a form of its own beside every table
			if got := deedsOn(t, h, "/table/"+stageID, "/table/"+stageID+"/menu"); !slices.Equal(got, beside) {
				t.Errorf("the page offers %q, want %q", got, beside)
			}

			_, _, said := run(t, "show", "--home", home)
			for _, d := range list {
				for _, hint := range d.Hints() {
					if is := strings.Contains(said, hint); is != (d.Lead && d.Offered()) {
						t.Errorf("show has the hint %q: %t\n%s", hint, is, said)
					}
				}
			}

			x := onScreen(t, client)
			if s.table.Phase == api.PhaseOver || s.table.Phase == api.PhaseStopped {
				x.Shows("ana you")
				x.Press("down", "enter")
			}
			x.Until("the table", func(string) bool { return x.Title() == "Five - fives" })
			helps(t, x, "Keys at the table", list)
		})
	}
}

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
		"called": {mine(func(m *api.Summary) {
			m.Phase, m.Call = api.PhaseStopped, &api.Call{Table: "c0ffee0009", Names: []string{"ana"}}
		}), "continue leave look"},
		"free":        {open(func(*api.Offer) {}), "join"},
		"private":     {open(func(o *api.Offer) { o.Game, o.Private, o.Taken = "", true, nil }), "join"},
		"played":      {open(func(o *api.Offer) { o.Running = true }), "watch"},
		"full":        {open(func(o *api.Offer) { o.Running, o.Full = true, true }), ""},
		"with a seat": {open(func(o *api.Offer) { o.Running, o.OpenSeats = true, []api.OpenSeat{{Name: "ben", Away: true}} }), "join watch"},
		"asked for": {open(func(o *api.Offer) {
			o.Running, o.Full, o.Handover = true, true, &api.Handover{Seat: "ben", To: "ana", Mine: true, Asked: true}
		}), "leave"},
		"a seat there":                {open(func(o *api.Offer) { o.Joined = true }), "leave"},
		"one's own":                   {open(func(o *api.Offer) { o.Mine, o.Joined = true, true }), "begin invite leave"},
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
			pages := []string{"/lobby"}
			if row.Offer != nil && row.Offer.Mine {
				pages = append(pages, "/table/"+stageID)
			}
			if got := deedsOn(t, h, pages...); !slices.Equal(got, want) {
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
			x.Shows(stageID[:8])
			x.Press("down", "up")
			helps(t, x, "Keys in the lobby", row.Deeds)
		})
	}
}
