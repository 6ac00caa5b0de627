package replay

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/shown"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/story"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/waittest"
)

// storiesOf plays a hand or two of a game and reads its log.
func storiesOf(t *testing.T, name string) []*story.Story {
	t.Helper()
	rs, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	g := tabletest.New(t, rs, max(rs.MinSeats, min(3, rs.MaxSeats)), nil, 11)
	g.Choose = tabletest.Bot(rs.Bots[0])
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() > 2 && tb.Pending().Kind == record.KindMove })
	stories, err := story.Read([][]record.Record{g.Table().Log()}, games.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return stories
}

var five = sync.OnceValue(func() map[string][]*story.Story { return map[string][]*story.Story{} })

// once is [storiesOf], kept for the tests that follow.
func once(t *testing.T, name string) []*story.Story {
	t.Helper()
	if five()[name] == nil {
		five()[name] = storiesOf(t, name)
	}
	return five()[name]
}

func press(t *testing.T, m model, keys ...string) model {
	t.Helper()
	for _, k := range keys {
		msg := tea.KeyPressMsg{Code: []rune(k)[0], Text: k}
		if code, ok := map[string]rune{"right": tea.KeyRight, "left": tea.KeyLeft, "home": tea.KeyHome, "down": tea.KeyDown, "pgup": tea.KeyPgUp}[k]; ok {
			msg = tea.KeyPressMsg{Code: code}
		}
		next, _ := m.key(msg)
		m = next.(model)
	}
	return m
}

func start(t *testing.T, name string, width, height int) model {
	t.Helper()
	m := newModel(shown.Places(once(t, name)), Config{Eyes: shown.Everybody, Style: draw.Style{Width: width}})
	next, _ := m.Update(tea.WindowSizeMsg{Width: width, Height: height})
	return next.(model)
}

// Every moment of every game fits into the terminal, with everybody's eyes,
// each seat's and an onlooker's; forwards and backwards end where they should.
func TestStepping(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			m := start(t, rs.Name, 80, 24)
			last := len(m.list) - 1
			for range last {
				lines := strings.Split(m.text(), "\n")
				if len(lines) > m.h {
					t.Fatalf("%d lines at moment %d", len(lines), m.at)
				}
				for _, l := range lines {
					if layout.Width(l) > 80 {
						t.Fatalf("at moment %d a line has %d columns: %s", m.at, layout.Width(l), l)
					}
				}
				m = press(t, m, "right", "s")
			}
			if m.at != last || press(t, m, "right").at != last {
				t.Errorf("all steps lead to moment %d of %d", m.at, last)
			}
			if m = press(t, m, "home", "left"); m.at != 0 {
				t.Errorf("home is moment %d", m.at)
			}
		})
	}
}

// n and p stop at moves, h and H at the beginnings of hands.
func TestLeaps(t *testing.T) {
	m := start(t, games.All()[0].Name, 80, 40)
	m = press(t, m, "n")
	if !shown.IsMove(m.here()) {
		t.Errorf("n leads to %v", m.here().What().Kind)
	}
	first := m.at
	if m = press(t, m, "n", "n", "p", "p"); m.at != first {
		t.Errorf("two moves on and two back lead from %d to %d", first, m.at)
	}
	if m = press(t, m, "h"); !m.here().First() || m.here().Hand != 1 {
		t.Errorf("h leads to hand %d, moment %d", m.here().Hand, m.here().Moment)
	}
	if m = press(t, m, "n", "H"); m.here().Hand != 1 || !m.here().First() {
		t.Errorf("H leads to hand %d, moment %d", m.here().Hand, m.here().Moment)
	}
	if m = press(t, m, "H"); m.at != 0 {
		t.Errorf("H leads to moment %d", m.at)
	}
}

// A page that is longer than the terminal is scrolled, and the next one begins at its
// top; the row at the bottom says the keys.
func TestScrolling(t *testing.T) {
	m := press(t, start(t, "five", 80, 12), "n")
	top := m.text()
	down := press(t, m, "down", "down")
	if m.page().AtBottom() || down.top != 2 || down.text() == top {
		t.Errorf("down twice leads to line %d:\n%s", down.top, down.text())
	}
	if up := press(t, down, "pgup"); up.text() != top {
		t.Errorf("pgup does not lead back:\n%s", up.text())
	}
	if next := press(t, down, "n"); next.top != 0 {
		t.Errorf("the next move begins at line %d", next.top)
	}
	const keys = "←→ step · n/p move · h/H hand · s seat · a all · home/end ends · ? help · q quit"
	if lines := strings.Split(top, "\n"); len(lines) != 12 || lines[11] != keys {
		t.Errorf("the last of %d lines is %q", len(lines), lines[len(lines)-1])
	}
}

// At every moment of play cards have faces, as at the table; the result of a hand is a
// score sheet, and on a low screen all is told in lines.
func TestFaces(t *testing.T) {
	for _, rs := range games.All() {
		m := start(t, rs.Name, 100, 40)
		seen := map[bool]int{}
		for range m.list {
			settled := m.here().What().Kind == story.Settled
			if seen[settled]++; strings.Contains(m.text(), "╭─") == settled {
				t.Errorf("%s, moment %d, settled: %v:\n%s", rs.Name, m.at, settled, m.text())
			}
			m = press(t, m, "right")
		}
		if seen[true] == 0 || seen[false] == 0 {
			t.Errorf("%s: %v", rs.Name, seen)
		}
		if low := press(t, start(t, rs.Name, 100, 16), "n"); strings.Contains(low.text(), "╭─") {
			t.Errorf("%s on a low screen:\n%s", rs.Name, low.text())
		}
	}
	m := press(t, start(t, "five", 100, 40), "n")
	m.style.ASCII = true
	if text := m.text(); strings.Contains(text, "╭") || !strings.Contains(text, "+----") {
		t.Errorf("in ASCII:\n%s", text)
	}
	m = press(t, m, "s")
	for _, c := range shown.Cards(shown.Frame(m.here(), m.sees()).View.Zones[0]) {
		if c.Known() && !strings.Contains(ansi.Strip(m.text()), "|"+c.Rank.String()) {
			t.Errorf("%v has no face:\n%s", c, m.text())
		}
	}
}

// s goes round the seats, the onlooker and everybody; a seat sees its own cards
// and not another's.
func TestEyes(t *testing.T) {
	m := press(t, start(t, games.All()[0].Name, 100, 40), "n")
	seats := len(m.here().Story.Report.Seats)
	around := m
	for range seats + 2 {
		around = press(t, around, "s")
	}
	if around.eyes != m.eyes {
		t.Errorf("the eyes after a round are %v", around.eyes)
	}
	ana := press(t, m, "right", "s") // and what the move has drawn
	public := shown.Frame(ana.here(), story.Onlooker).View.Zones
	for i, z := range shown.Frame(ana.here(), ana.sees()).View.Zones {
		if z.Kind != rules.HandZone {
			continue
		}
		for j, c := range z.Groups[0].Cards {
			if c.Known() != (z.Seat == 0 || public[i].Groups[0].Cards[j].Known()) {
				t.Errorf("ana sees %v in the hand of seat %d", z.Groups[0].Cards, z.Seat)
			}
		}
	}
	if text := ansi.Strip(ana.text()); !strings.Contains(text, "as ana") || !strings.Contains(text, "ana (you)") {
		t.Errorf("with ana's eyes:\n%s", text)
	}
	if text := ansi.Strip(press(t, ana, "a").text()); !strings.Contains(text, "everybody's cards") || strings.Contains(text, "(you)") {
		t.Errorf("with all eyes:\n%s", text)
	}
}

// The text has every move, everybody and the end; an onlooker reads of no
// hidden card.
// unmarked takes the signs of marks out of a text.
var unmarked = strings.NewReplacer("*", "", "+", "", "^", "", "!", "")

func TestPlain(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			stories := once(t, rs.Name)
			var b bytes.Buffer
			if err := Plain(&b, stories, draw.Style{Width: 100, ASCII: true}, shown.Everybody); err != nil {
				t.Fatal(err)
			}
			out := strings.Join(strings.Fields(b.String()), " ")
			for _, want := range []string{rs.Title, "ana", stories[0].Report.Seats[0].Fingerprint, "hand 1", "shuffle", "signed by "} {
				if !strings.Contains(out, want) {
					t.Errorf("the text lacks %q", want)
				}
			}
			if stories[0].Report.Winners == nil && !(strings.Contains(out, "hand 2") && strings.Contains(out, "not finished: ")) {
				t.Error("the text lacks the second hand, or that the game is not finished")
			}
			lines := 0
			for _, h := range stories[0].Hands {
				if h.Result != nil {
					lines += len(slices.Concat(h.Result.Items...))
				}
			}
			if n := strings.Count(out, "(rule "); n != lines || lines == 0 {
				t.Errorf("%d lines of score sheets, and there are %d", n, lines)
			}
			for _, p := range shown.Places(stories) {
				if m := p.What(); m.Kind == story.Moved && !strings.Contains(unmarked.Replace(out), rs.Tell(m.Move).String()) {
					t.Errorf("the text lacks the move %q", rs.Tell(m.Move).String())
				}
			}
		})
	}
	var b bytes.Buffer
	if err := Plain(&b, once(t, games.All()[0].Name), draw.Style{Width: 100, ASCII: true}, shown.Eyes{}); err != nil || !strings.Contains(b.String(), "is dealt ?? ??") {
		t.Errorf("an onlooker reads of the deal (%v):\n%.600s", err, b.String())
	}
}

// The program itself starts, takes keys and ends.
func TestRun(t *testing.T) {
	var out bytes.Buffer
	done := make(chan error, 1)
	go func() {
		done <- Run(t.Context(), once(t, games.All()[0].Name), Config{
			Eyes: shown.Everybody, Style: draw.Style{Width: 80}, In: strings.NewReader("nnq"), Out: &out,
		})
	}()
	if err := waittest.Closed(t, "the end", done); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), nil, Config{}); err != ErrNothing {
		t.Errorf("nothing to show gives %v", err)
	}
}

// ? shows what every key does, at every width, and again the table.
func TestHelp(t *testing.T) {
	for _, width := range []int{40, 80, 200} {
		m := start(t, games.All()[0].Name, width, 40)
		before := m.text()
		m = press(t, m, "?")
		text := m.text()
		for _, a := range actions {
			first, _, _ := strings.Cut(a.long, " ")
			if !strings.Contains(text, a.Help().Key) || !strings.Contains(text, first) {
				t.Errorf("%d columns: nothing of %q:\n%s", width, a.Help().Key, text)
			}
		}
		for line := range strings.SplitSeq(text, "\n") {
			if layout.Width(line) > width {
				t.Errorf("%d columns: %q", width, line)
			}
		}
		if !strings.Contains(text, "the next hand") || press(t, m, "?").text() != before {
			t.Errorf("%d columns:\n%s", width, text)
		}
		next, cmd := m.key(tea.KeyPressMsg{Code: tea.KeyEscape})
		if cmd != nil || next.(model).text() != before {
			t.Error("esc does not go one step back")
		}
	}
}
