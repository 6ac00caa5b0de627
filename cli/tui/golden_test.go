package tui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/say"
	"fives/cli/screentest"
	"fives/cli/shown"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
)

// golden compares a screen, without its colours, with a file in testdata. Every
// line must fit the screen.
func golden(t *testing.T, name string, m model) {
	t.Helper()
	b := m.draw()
	if len(b.lines) != m.h {
		t.Errorf("%s: %d lines on a screen of %d", name, len(b.lines), m.h)
	}
	var out strings.Builder
	for i, l := range b.lines {
		if w := ansi.StringWidth(l); w > m.w {
			t.Errorf("%s: line %d is %d columns wide", name, i, w)
		}
		out.WriteString(strings.TrimRight(ansi.Strip(l), " ") + "\n")
	}
	path := filepath.Join("testdata", name+".txt")
	if *screentest.Update {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(want) {
		t.Errorf("%s differs; got:\n%s\nwant:\n%s", name, out.String(), want)
	}
}

var noon = time.Date(2026, 11, 21, 23, 0, 0, 0, time.UTC)

// blank is a model of that size without a daemon.
func blank(w, h int, ascii bool) model {
	m := newModel(Config{ASCII: ascii}, caller{ctx: nil}, &feed{})
	m.w, m.h, m.now, m.born = w, h, noon, noon
	return m
}

// at returns a model that has got the daemon's answer about a match.
func at(m model, g *match) model {
	m.screen, m.table.id = atTable, g.table().ID
	next, _ := m.showTable(tableMsg{id: m.table.id, table: g.table(), moves: g.moves()})
	return next.(model)
}

// screens are the sizes and styles in which tables are drawn.
var screens = []struct {
	name  string
	w, h  int
	ascii bool
}{{"80x24", 80, 24, false}, {"120x40", 120, 40, false}, {"ascii", 80, 24, true}, {"40x16", 40, 16, false}, {"200x50", 200, 50, false}}

// drawn are the games whose screens are compared with golden files.
var drawn = []string{"five", "five-crowns"}

// itemised are those of which a settlement is.
var itemised = []string{"five", "furious-five", "five-three-five", "all-fives", "five-crowns"}

func TestTables(t *testing.T) {
	for _, name := range drawn {
		rs, err := games.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range screens {
			if (s.ascii || s.w == 200) && name != drawn[0] {
				continue
			}
			t.Run(rs.Name+"/"+s.name, func(t *testing.T) {
				g := newMatch(t, rs, max(rs.MinSeats, min(4, rs.MaxSeats)), 7).bots(17).until()
				golden(t, rs.Name+"-"+s.name, at(blank(s.w, s.h, s.ascii), g))
			})
		}
	}
}

// Every game with every number of seats is drawn at many moments, on screens of every size, and
// always fits.
func TestEveryScreenFits(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			for _, seats := range []int{rs.MinSeats, rs.MaxSeats} {
				g := newMatch(t, rs, seats, uint64(seats))
				for i := 0; i < 10 && !g.game.Over(); i++ {
					g.bots(5)
					for _, s := range screens {
						m := at(blank(s.w, s.h, s.ascii), g)
						fits(t, m)
						m.popup = m.sheet(shown.Scores(m.table.t))
						fits(t, m)
					}
				}
			}
		})
	}
}

func fits(t *testing.T, m model) {
	t.Helper()
	b := m.draw()
	if len(b.lines) != m.h {
		t.Fatalf("%d lines on a screen of %d:\n%s", len(b.lines), m.h, ansi.Strip(b.String()))
	}
	for _, l := range b.lines {
		if ansi.StringWidth(l) > m.w {
			t.Fatalf("%d columns on a screen of %d:\n%s", ansi.StringWidth(l), m.w, ansi.Strip(b.String()))
		}
		if m.p.ascii && strings.ContainsFunc(ansi.Strip(l), func(r rune) bool { return r > 126 }) {
			t.Fatalf("not ASCII: %s", ansi.Strip(l))
		}
	}
}

// A full hand, a game without hands, and a table that the player only watches.
func TestUnusualTables(t *testing.T) {
	crowns, err := games.Find("five-crowns")
	if err != nil {
		t.Fatal(err)
	}
	g := newMatch(t, crowns, 2, 5)
	for g.game.Position().Status().Hand < 11 {
		g.bots(1)
	}
	g.until().bots(1)
	m := at(blank(80, 24, false), g)
	m.popup = popup{}
	golden(t, "full-hand", m)
	m, _ = press(m, "1", "5", "down")
	golden(t, "full-hand-chosen", m)
	m, _ = press(m, "esc", "s", "s")
	golden(t, "full-hand-melds", m)

	solitaire := at(blank(80, 24, false), newMatch(t, crowns, 1, 5).bots(14))
	golden(t, "no-hand", solitaire)

	g = newMatch(t, games.All()[0], 4, 5).bots(6)
	g.you = rules.None
	onlooker := at(blank(80, 24, false), g)
	golden(t, "onlooker", onlooker)
}

func TestSettlement(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			g := newMatch(t, rs, max(2, rs.MinSeats), 3)
			m := at(blank(80, 24, false), g)
			for len(g.hands) == 0 {
				g.bots(1)
			}
			g.until()
			m = at(m, g)
			if !m.popup.settled() {
				t.Fatal("a settled hand is not shown")
			}
			fits(t, m)
			if slices.Contains(itemised, rs.Name) {
				golden(t, "settled-"+rs.Name, m)
			}
			for !g.game.Over() {
				g.bots(1)
			}
			m = at(m, g)
			for range g.hands { // each hand has been settled since
				fits(t, m)
				if m.popup.hand < len(g.hands) {
					m, _ = press(m, "space")
				}
			}
			if titleOver(m) != "The game is over" {
				t.Errorf("the end of the game is not shown, but %q", titleOver(m))
			}
		})
	}
}

// lobbyModel is a lobby with tables of every kind.
func lobbyModel(w, h int, ascii bool) model {
	m := blank(w, h, ascii)
	m.settled = true
	next, _ := m.onLobby(statusMsg{
		status: api.Status{Name: "ana", Fingerprint: "df64-b131-05e6-cd59-7c3e"},
		peers: []api.Peer{
			{Name: "ben", Fingerprint: "1b6e-4444-05e6-0aff-7c3e", Connected: true},
			{Name: "cleo", Fingerprint: "9a01-b131-77e6-cd59-7c3e", Connected: true, Warning: api.Warning{Code: api.WarnNewKey, Known: "cleo", Fingerprint: "9a01-b131-77e6-cd59-7c3e"}},
			{Name: "dan", Fingerprint: "0000-b131-05e6-cd59-7c3e"},
		},
		tables: api.Tables{
			Mine: []api.Summary{
				{ID: "c0ffee0001", Game: "five", Phase: api.PhaseOver, Seats: []api.Seat{{Name: "ana", Score: 204}, {Name: "ben", Score: 31}}, Winners: []string{"ben"}},
				{ID: "c0ffee0002", Game: "all-fives", Phase: api.PhasePlaying, Seats: []api.Seat{{Name: "ana"}, {Name: "ben"}}, Turn: "ana", Hand: 3},
				{ID: "c0ffee0003", Game: "five-crowns", Phase: api.PhasePlaying, Seats: []api.Seat{{Name: "ana"}, {Name: "cleo"}}, Turn: "cleo", Hand: 1},
			},
			Open: []api.Offer{
				{ID: "c0ffee0004", Game: "furious-five", Seats: 3, Taken: []string{"ben"}, Host: "ben", TurnLimit: 30},
				{ID: "c0ffee0005", Private: true, Host: "cleo"},
				{ID: "c0ffee0006", Game: "five", Seats: 2, Taken: []string{"ana"}, Host: "ana", Mine: true, Joined: true, Private: true, Code: "otter-7"},
				{ID: "c0ffee0007", Game: "five", Seats: 2, Taken: []string{"ben", "cleo"}, Host: "ben", Running: true, Spectators: true},
			},
		},
	})
	return next.(model)
}

func TestLobbyScreens(t *testing.T) {
	for _, s := range screens {
		m := lobbyModel(s.w, s.h, s.ascii)
		fits(t, m)
		if s.w == 80 {
			golden(t, "lobby-"+s.name, m)
		}
		m.form = newForm(1, false)
		fits(t, m)
		if s.ascii { // the other one is that of a whole game
			golden(t, "form-"+s.name, m)
		}
	}
}

// After 10 s alone, the lobby says why, with the node's own address and the key that helps; it
// stops when somebody comes.
func TestLobbyAlone(t *testing.T) {
	msg := statusMsg{status: api.Status{
		Name: "ana", Fingerprint: "df64-b131-05e6-cd59-7c3e",
		Addresses:  []string{"/ip4/192.168.1.20/tcp/45355/p2p/12D3KooWH3uVF6wv47WnArKHk5p6cvgCJEb74UTmxztmQDc298L3"},
		Interfaces: []api.Link{{Name: "wlan0", Addresses: []string{"192.168.1.20"}, Discovery: true}},
	}}
	for name, m := range map[string]model{"lobby-alone-80x24": blank(80, 24, false), "lobby-alone-40x16": blank(40, 16, false), "lobby-alone-ascii": blank(120, 40, true)} {
		m.settled, m.lobby.firewall = true, "ufw"
		next, _ := m.onLobby(msg)
		m = next.(model)
		if m.now = noon.Add(9 * time.Second); strings.Contains(screenText(m), "ufw") {
			t.Error("it is said too soon")
		}
		m.now = noon.Add(10 * time.Second)
		fits(t, m)
		golden(t, name, m)
		here := msg
		here.peers = []api.Peer{{Name: "ben", Fingerprint: "1b6e-4444-05e6-0aff-7c3e", Connected: true}}
		if next, _ = m.onLobby(here); strings.Contains(screenText(next.(model)), "ufw") {
			t.Error("it is said while somebody is here")
		}
		if next, _ = next.(model).onLobby(msg); strings.Contains(screenText(next.(model)), "ufw") {
			t.Error("it is said as soon as somebody has gone")
		}
	}
}

func TestHelpScreens(t *testing.T) {
	for _, s := range screens {
		m := at(blank(s.w, s.h, s.ascii), newMatch(t, games.All()[0], 2, 7))
		m, _ = press(m, "?")
		fits(t, m)
		for _, l := range m.popup.lines {
			if ansi.StringWidth(l) > m.w-6 {
				t.Errorf("%s: a line of the help is cut: %q", s.name, ansi.Strip(l))
			}
		}
		if s.w == 80 {
			golden(t, "help-"+s.name, m)
		}
	}
}

// A key lists all cards that lie open on the table, however many melds there are.
func TestOnTheTable(t *testing.T) {
	for _, rs := range games.All() {
		g := newMatch(t, rs, rs.MaxSeats, 7).bots(3 * rs.MaxSeats).until()
		for _, s := range screens {
			m, _ := press(at(blank(s.w, s.h, s.ascii), g), "esc", "m")
			fits(t, m)
			text := " " + strings.Join(strings.Fields(ansi.Strip(strings.Join(m.popup.lines, " "))), " ") + " "
			if strings.Contains(text, "…") {
				t.Errorf("%s, %s: a line is cut: %s", rs.Name, s.name, text)
			}
			for _, z := range m.table.t.View.Zones {
				for _, c := range shown.Cards(z) {
					if name := m.p.marked(m.table.t.View.Marks).name(c); z.Kind != rules.HandZone && c.Known() && !strings.Contains(text, ansi.Strip(name)) {
						t.Errorf("%s, %s: %s of %s is not there: %s", rs.Name, s.name, name, z.Label, text)
					}
				}
			}
		}
	}
}

// The melds of six people do not fit on the felt of a small screen. A key shows all of them,
// without scrolling.
func TestMeldsOfSix(t *testing.T) {
	g := newMatch(t, find(t, "five-crowns"), 6, 2)
	for !g.game.Over() { // after the last hand all have laid what they could
		g.bots(1)
	}
	m, _ := press(at(blank(80, 24, false), g), "esc", "m")
	golden(t, "melds-of-six", m)
	p, melds := m.p.marked(m.table.t.View.Marks), 0
	for _, z := range m.table.t.View.Zones {
		if z.Kind != rules.MeldZone {
			continue
		}
		for _, group := range z.Groups {
			melds++
			if meld := ansi.Strip(p.group(group)); !strings.Contains(screenText(m), meld) {
				t.Errorf("%s: %s is not on the screen", z.Label, meld)
			}
		}
	}
	if melds < 18 {
		t.Errorf("there are only %d melds", melds)
	}
}

// The scores of two seats with the points of each hand, of many seats without.
func TestScores(t *testing.T) {
	for name, seats := range map[string]int{"scores-2": 2, "scores-6": 6} {
		g := newMatch(t, games.All()[0], seats, 7)
		for len(g.hands) < 6 && !g.game.Over() {
			g.bots(1)
		}
		m, _ := press(at(blank(80, 24, false), g), "p")
		golden(t, name, m)
	}
}

// Names are in quotation marks in the scores and the results, too, if they could be taken for
// words of the program, and are cut inside the marks.
func TestScoresMarkNames(t *testing.T) {
	p := palette{}
	for name, want := range map[string]string{"ana": "ana", "ana (you)": `"ana (you)"`, "it is your turn": `"it is yo`} {
		if got := p.person(name, 12); !strings.HasPrefix(got, want) || ansi.StringWidth(got) > 12 || want != name && !strings.HasSuffix(got, `"`) {
			t.Errorf("%s is shown as %s", name, got)
		}
	}
	named := api.Table{Summary: api.Summary{Seats: []api.Seat{{Name: "ana (you)"}}}, Hands: []api.Hand{{Sheet: api.Sheet{Number: 1, Points: map[string]int{"ana (you)": 0}, Items: map[string][]api.Item{"ana (you)": {{What: "no card left"}}}}}}}
	for what, lines := range map[string][]string{"scores": p.written(shown.Scores(named), 80), "result": p.written(shown.Settled(named, 1, 1), 80)} {
		if text := strings.Join(lines, "\n"); !strings.Contains(text, `"ana (you)"`) {
			t.Errorf("%s: %s", what, text)
		}
	}
}

func TestClock(t *testing.T) {
	m := at(blank(80, 24, false), newMatch(t, games.All()[0], 2, 7))
	for left, want := range map[time.Duration]string{83 * time.Second: "your turn  1:23", -time.Second: "your turn  0:00"} {
		end := noon.Add(left)
		m.table.t.Deadline = &end
		if line := strings.Split(screenText(m), "\n")[0]; !strings.HasSuffix(strings.TrimSpace(line), want) {
			t.Errorf("%v left: %s", left, line)
		}
	}
}

// Trouble is visible: absences, faults, a daemon that is gone.
func TestBanners(t *testing.T) {
	g := newMatch(t, games.All()[0], 4, 7).until()
	m := at(blank(80, 24, false), g)
	away := noon.Add(-90 * time.Second)
	m.table.t.Seats[1].Away, m.table.t.Seats[1].Online, m.table.t.Seats[1].Owes = &away, false, true
	m.table.t.Seats[2].Left = true
	golden(t, "banner-away", m)
	m.broken = "the daemon has ended"
	m.table.t.Faults = []api.Fault{{Name: "ben", Reason: "signed two different records for one step"}}
	golden(t, "banner-fault", m)
}

// covered is a table of four with cover, at which cleo slept through the deal and ben will be
// covered, as seen by a player who was covered as well.
func covered(t *testing.T, m model) model {
	t.Helper()
	g := newMatch(t, games.All()[0], 4, 7).bots(9).until()
	m = at(m, g)
	away, soon := noon.Add(-8*time.Second), noon.Add(12*time.Second)
	s := m.table.t.Seats
	s[1].Away, s[1].Online, s[1].Owes, s[1].CoverAt = &away, false, true, &soon
	s[2].Covered, s[2].Keyless = true, true
	for i := range s { // each has a device
		s[i].BotOf, s[i].Strength = "", ""
	}
	m.table.t.Cover = true
	m.table.t.MayCover = []string{s[1].Name}
	for i, p := range m.table.t.Last {
		m.table.t.Last[i].StandIn = p.Name == s[2].Name
		if p.Name == s[0].Name {
			m.table.t.Missed = append(m.table.t.Missed, p)
		}
	}
	m.stories = map[string]story{m.table.id: story{}.withMoves(m.table.t)}
	return m
}

// Who is covered, who will be and how to stop waiting, which moves the stand-in has made, and
// what the player has missed.
func TestCoveredSeats(t *testing.T) {
	golden(t, "covered-80x24", covered(t, blank(80, 24, false)))
	golden(t, "covered-120x40", covered(t, blank(120, 40, false)))
	fits(t, covered(t, blank(40, 16, true)))
}

// Before the cards are dealt, the key deals without somebody. Somebody who slept through the
// deal is told so, at their own seat too, and has nothing to play.
func TestDealtWithout(t *testing.T) {
	m := covered(t, blank(120, 40, false))
	m.table.t.Waiting = api.Waiting{What: "key", Names: []string{"ben"}}
	for _, want := range []string{"the hand is dealt without ben in 12 s (w: deal without ben)", "w deal without ben"} {
		if !strings.Contains(screenText(m), want) {
			t.Errorf("%q is not there:\n%s", want, screenText(m))
		}
	}
	m.table.t.Seats[0].Keyless, m.table.t.YourTurn = true, false
	m.table.t.Waiting.What = "move"
	for _, want := range []string{say.YouSlept, "ana others play  0"} {
		if !strings.Contains(screenText(m), want) {
			t.Errorf("%q is not there:\n%s", want, screenText(m))
		}
	}
	few := covered(t, blank(120, 40, false))
	few.table.t.NoCover = api.FewNodes
	few, _ = press(few, "R")
	if text := strings.Join(strings.Fields(ansi.Strip(strings.Join(few.popup.lines, " "))), " "); !strings.Contains(text, "cover needs four devices: the table waits for whoever is away") {
		t.Errorf("it is not said that nobody is covered:\n%s", text)
	}
}

// TestBarHasWhatChanges: what holds for the whole game stands before the rules, and not above the
// table.
func TestBarHasWhatChanges(t *testing.T) {
	m := covered(t, blank(120, 40, false))
	m.table.t.TurnLimit = 60
	text := screenText(m)
	for _, stays := range []string{"out at", "a turn", say.Cover, say.Short(m.table.id)} {
		if strings.Contains(text, stays) {
			t.Errorf("%q stands above the table:\n%s", stays, text)
		}
	}
	m, _ = press(m, "R")
	rules := strings.Join(strings.Fields(ansi.Strip(strings.Join(m.popup.lines, " "))), " ")
	for _, want := range []string{"hand 1", "table " + say.Short(m.table.id) + " · out at 200", "60 s a turn", say.Cover} {
		if !strings.Contains(text+rules, want) {
			t.Errorf("%q is nowhere:\n%s", want, rules)
		}
	}
}

// If two are away at once, or a single device hears somebody, the person is asked whom to leave
// out.
func TestGoingOnWithoutBoth(t *testing.T) {
	h := newHouse(t, 7)
	m := covered(t, blank(120, 40, false))
	m.call.d, m.call.ctx = h, t.Context()
	s := m.table.t.Seats
	s[1].Online, s[1].Away, s[1].CoverAt, s[1].OnlyHeardBy = true, nil, nil, "dan"
	m.table.t.MayCover = nil
	if text := screenText(m); !strings.Contains(text, "only dan's device hears ben, and the hand waits (g: go on)") && !strings.Contains(text, "only dan's device hears ben (g: go on)") {
		t.Errorf("it is not said:\n%s", text)
	}
	onward := func() popup { d, _ := shown.Find(shown.Deeds(m.table.t), shown.ActContinue); return m.sheet(*d.Ask) }
	u := onward()
	if got := strings.Join(u.lines, " "); !strings.HasPrefix(got, "Go on from the last counted hand without dan?") {
		t.Errorf("it asks %q", got)
	}
	for key, want := range map[rune]string{'y': " without dan", '1': " without dan, ben"} {
		_, cmd, ok := u.actions.act(m, tea.KeyPressMsg{Code: key, Text: string(key)})
		if !ok || cmd == nil {
			t.Fatalf("there is no key %c", key)
		}
		cmd()
		if got := h.asked[len(h.asked)-1]; !strings.HasSuffix(got, want) {
			t.Errorf("%c asks for %q", key, got)
		}
	}
	away := noon.Add(-time.Minute)
	s[1].Online, s[1].Away, s[1].OnlyHeardBy, s[2].Online, s[2].Away = false, &away, "", false, &away
	if text := screenText(m); !strings.Contains(text, "ben and cleo are away, and the hand waits: the others can play for one only (g: go on)") {
		t.Errorf("it is not said that it waits for both:\n%s", text)
	}
	if u := onward(); len(u.actions) != 1 || !strings.Contains(u.lines[0], "without ben and cleo?") {
		t.Errorf("it asks %q", u.lines)
	}
}
