package tui

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/draw"
	"fives/cli/prefs"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	retold "fives/engine/story"
	"fives/engine/tabletest"
)

// places are those of a hand or two of a game, by its name.
var places sync.Map

func placesOf(t *testing.T, name string) []shown.Place {
	t.Helper()
	if list, ok := places.Load(name); ok {
		return list.([]shown.Place)
	}
	rs := find(t, name)
	g := tabletest.New(t, rs, max(rs.MinSeats, min(3, rs.MaxSeats)), nil, 11)
	g.Hands(2, rs.Bots[0])
	for g.Table().Pending().Kind != record.KindMove && g.Step() { // unless the game is over
	}
	stories, err := retold.Read([][]record.Record{g.Table().Log()}, games.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	places.Store(name, shown.Places(stories))
	return shown.Places(stories)
}

// replaying is a model that steps through a game.
func replaying(t *testing.T, name string, w, h int, ascii bool) model {
	t.Helper()
	m := newModel(Config{Replay: placesOf(t, name), Eyes: shown.Everybody, ASCII: ascii}, caller{ctx: t.Context()}, &feed{})
	m.w, m.h, m.now = w, h, noon
	return m
}

// Every moment of every game fits into the terminal, with everybody's eyes,
// each seat's and an onlooker's; forwards and backwards end where they should.
func TestReplayStepping(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			m := replaying(t, rs.Name, 80, 24, false)
			last := len(m.replay.list) - 1
			for range last {
				fits(t, m)
				m, _ = press(m, "right", "s")
			}
			if beyond, _ := press(m, "right"); m.replay.at != last || beyond.replay.at != last {
				t.Errorf("all steps lead to moment %d of %d", m.replay.at, last)
			}
			if m, _ = press(m, "home", "left"); m.replay.at != 0 {
				t.Errorf("home is moment %d", m.replay.at)
			}
		})
	}
}

// Replays on screens of all sizes, and on one that is too low for cards.
func TestReplayScreens(t *testing.T) {
	for _, s := range screens {
		m, _ := press(replaying(t, "five", s.w, s.h, s.ascii), "n", "n", "n", "s")
		fits(t, m)
		if s.w == 80 {
			golden(t, "replay-"+s.name, m)
		}
		m, _ = press(m, "?")
		fits(t, m)
	}
	low, _ := press(replaying(t, "five", 80, 12, false), "n")
	golden(t, "replay-80x12", low)
	for low.replay.at < len(low.replay.list)-1 && !low.replay.here().Settled() {
		low, _ = press(low, "right")
	}
	low.h = 24
	golden(t, "replay-settled", low)
	fits(t, replaying(t, "five", 80, leastReplay, false))
	if small := screenText(replaying(t, "five", 80, leastReplay-1, false)); !strings.Contains(small, "fives needs 40 columns and 8 lines; here are 80 and 7.") || strings.Contains(small, "goes on") {
		t.Errorf("on a screen that is too small:\n%s", small)
	}
}

// n and p stop at moves, h and H at the beginnings of hands.
func TestReplayLeaps(t *testing.T) {
	m, _ := press(replaying(t, "five", 80, 40, false), "n")
	if !shown.IsMove(m.replay.here()) {
		t.Errorf("n leads to %v", m.replay.here().What().Kind)
	}
	first := m.replay.at
	if m, _ = press(m, "n", "n", "p", "p"); m.replay.at != first {
		t.Errorf("two moves on and two back lead from %d to %d", first, m.replay.at)
	}
	if m, _ = press(m, "h"); !m.replay.here().First() || m.replay.here().Hand != 1 {
		t.Errorf("h leads to hand %d, moment %d", m.replay.here().Hand, m.replay.here().Moment)
	}
	if m, _ = press(m, "n", "H"); m.replay.here().Hand != 1 || !m.replay.here().First() {
		t.Errorf("H leads to hand %d, moment %d", m.replay.here().Hand, m.replay.here().Moment)
	}
	if m, _ = press(m, "H"); m.replay.at != 0 {
		t.Errorf("H leads to moment %d", m.replay.at)
	}
	for _, k := range [][2]string{{"right", "left"}, {"space", "backspace"}, {"l", "left"}, {"enter", "left"}} {
		on, _ := press(m, k[0])
		back, _ := press(on, k[1])
		if on.replay.at != 1 || back.replay.at != 0 {
			t.Errorf("%s leads to moment %d, and %s to %d", k[0], on.replay.at, k[1], back.replay.at)
		}
	}
	if end, _ := press(m, "G"); end.replay.at != len(m.replay.list)-1 {
		t.Errorf("G leads to moment %d", end.replay.at)
	}
}

// Of a hand that is settled, w says what should have been played; who has gone on meanwhile is not
// disturbed, and a hand that is not settled teaches nothing.
func TestReplayTeaches(t *testing.T) {
	m := replaying(t, "five", 80, 24, false)
	waiting, cmd := press(m, "w")
	if cmd == nil || !strings.Contains(screenText(waiting), "Looking back at the hand…") {
		t.Fatalf("w does nothing:\n%s", screenText(waiting))
	}
	answer := cmd()
	taught, _ := waiting.Update(answer)
	fits(t, taught.(model))
	all := strings.Join(taught.(model).popup.lines, "\n")
	for _, s := range m.replay.here().Story.Report.Seats {
		if !strings.Contains(all, say.Capital(s.Name)+" got ") {
			t.Errorf("it says nothing to %s:\n%s", s.Name, all)
		}
	}
	if !strings.Contains(all, "an estimate") {
		t.Errorf("it does not say who says so:\n%s", all)
	}
	gone, _ := press(waiting, "enter")
	if late, _ := gone.Update(answer); late.(model).popup.sheet != nil {
		t.Error("it comes over what the player has gone on to")
	}
	if last, cmd := press(m, "end", "w"); cmd != nil || last.popup.sheet != nil {
		t.Errorf("a hand that is not settled teaches:\n%s", screenText(last))
	}
	ctx, end := context.WithCancel(t.Context())
	m.call.ctx = ctx
	_, cmd = press(m, "w")
	end()
	if answer := cmd().(taughtMsg); !errors.Is(answer.err, context.Canceled) {
		t.Errorf("the screen has ended, and looking back at the hand returns %v", answer.err)
	}
}

// A table that is longer than the terminal is scrolled by keys and the wheel, and the next one
// begins at its top. The row at the bottom says the keys, and they can be clicked.
func TestReplayScrolling(t *testing.T) {
	m, _ := press(replaying(t, "five", 80, 12, false), "n")
	top := screenText(m)
	down, _ := press(m, "down", "j")
	if down.replay.page(down.scene()).AtBottom() || down.replay.top != 2 || screenText(down) == top {
		t.Errorf("down twice leads to line %d:\n%s", down.replay.top, screenText(down))
	}
	if up, _ := press(down, "pgup"); screenText(up) != top {
		t.Errorf("pgup does not lead back:\n%s", screenText(up))
	}
	if next, _ := press(down, "n"); next.replay.top != 0 {
		t.Errorf("the next move begins at line %d", next.replay.top)
	}
	page, _ := press(m, "pgdown")
	wheel, _ := m.Update(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	v := m.replay.page(m.scene())
	if end := v.TotalLineCount() - v.Height(); page.replay.top != min(v.Height(), end) || wheel.(model).replay.top != min(3, end) || end < 4 {
		t.Errorf("pgdown leads to line %d, the wheel to %d, and the end begins at %d", page.replay.top, wheel.(model).replay.top, end)
	}
	const keys = " ←→ step  n/p move  h/H hand  s seat  a all  home/end ends  ? help  q quit"
	row := strings.Split(top, "\n")[11]
	if strings.TrimRight(row, " ") != keys {
		t.Errorf("the last line is %q", row)
	}
	next, _ := m.Update(tea.MouseClickMsg{X: ansi.StringWidth(keys[:strings.Index(keys, "move")]), Y: 11, Button: tea.MouseLeft})
	if want, _ := press(m, "n"); next.(model).replay.at != want.replay.at {
		t.Errorf("a click on a key leads to moment %d", next.(model).replay.at)
	}
}

// At every moment of play cards have faces, as at the table; the result of a hand is a
// score sheet, and on a low screen all is told in lines.
func TestReplayFaces(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			m := replaying(t, rs.Name, 100, 40, false)
			seen := map[bool]int{}
			for range m.replay.list {
				settled := m.replay.here().Settled()
				if seen[settled]++; strings.Contains(screenText(m), "╭─") == settled {
					t.Errorf("moment %d, settled: %v:\n%s", m.replay.at, settled, screenText(m))
				}
				m, _ = press(m, "right")
			}
			if seen[true] == 0 || seen[false] == 0 {
				t.Errorf("%v", seen)
			}
			if low, _ := press(replaying(t, rs.Name, 100, 16, false), "n"); strings.Contains(screenText(low), "╭─") {
				t.Errorf("on a low screen:\n%s", screenText(low))
			}
		})
	}
	m, _ := press(replaying(t, "five", 100, 40, true), "n")
	if text := screenText(m); strings.Contains(text, "╭") || !strings.Contains(text, "+----") {
		t.Errorf("in ASCII:\n%s", text)
	}
	m, _ = press(m, "s")
	for _, c := range shown.Cards(shown.Frame(m.replay.here(), 0).View.Zones[0]) {
		if c.Known() && !strings.Contains(screenText(m), "|"+c.Rank.String()) {
			t.Errorf("%v has no face:\n%s", c, screenText(m))
		}
	}
}

// s goes round the seats, the onlooker and everybody; a seat sees its own cards
// and not another's.
func TestReplayEyes(t *testing.T) {
	m, _ := press(replaying(t, "five", 100, 40, false), "n")
	around := m
	for range len(m.replay.here().Story.Report.Seats) + 2 {
		around, _ = press(around, "s")
	}
	if around.replay.eyes != m.replay.eyes {
		t.Errorf("the eyes after a round are %v", around.replay.eyes)
	}
	ana, _ := press(m, "right", "s") // and what the move has drawn
	public := shown.Frame(ana.replay.here(), retold.Onlooker).View.Zones
	for i, z := range shown.Frame(ana.replay.here(), ana.replay.eyes.At(ana.replay.here().Story)).View.Zones {
		if z.Kind != rules.HandZone {
			continue
		}
		for j, c := range z.Groups[0].Cards {
			if c.Known() != (z.Seat == 0 || public[i].Groups[0].Cards[j].Known()) {
				t.Errorf("ana sees %v in the hand of seat %d", z.Groups[0].Cards, z.Seat)
			}
		}
	}
	if text := screenText(ana); !strings.Contains(text, "as ana") || !strings.Contains(text, "ana (you)") {
		t.Errorf("with ana's eyes:\n%s", text)
	}
	all, _ := press(ana, "a")
	if text := screenText(all); !strings.Contains(text, "everybody's cards") || strings.Contains(text, "(you)") {
		t.Errorf("with all eyes:\n%s", text)
	}
}

// ? says what every key does, at every width; it is the help of all screens, and lies over
// the table until a key is pressed.
func TestReplayHelp(t *testing.T) {
	for _, width := range []int{40, 80, 200} {
		m := replaying(t, "five", width, 40, false)
		before := screenText(m)
		m, _ = press(m, "?")
		fits(t, m)
		for _, a := range slices.Concat(m.replay.actions(), everywhere()) {
			first, _, _ := strings.Cut(a.long, " ")
			if text := screenText(m); !strings.Contains(text, a.Help().Key) || !strings.Contains(text, first) {
				t.Errorf("%d columns: nothing of %q:\n%s", width, a.Help().Key, text)
			}
		}
		for _, k := range []string{"?", "esc"} {
			if closed, cmd := press(m, k); cmd != nil || screenText(closed) != before {
				t.Errorf("%s does not lead back to the table:\n%s", k, screenText(closed))
			}
		}
	}
}

// What the player prefers holds in a replay, too, and can be changed in it.
func TestReplayPreferences(t *testing.T) {
	m, _ := press(replaying(t, "five", 100, 34, false), "n", "s")
	m.taste.file = prefs.At(t.TempDir())
	large := m
	large.taste.Cards = prefs.Large
	if screenText(large) == screenText(m) {
		t.Error("cards are not larger where that is preferred")
	}
	low := m
	low.h = 20 // the table is told in lines
	low.p.ground = draw.Dark
	two, four := low.applyPrefs(prefs.Prefs{TwoColours: true}), low
	if a, b := two.draw().String(), four.draw().String(); a == b || ansi.Strip(a) != ansi.Strip(b) {
		t.Errorf("with two colours:\n%q", a)
	}
	at := m.replay.at
	m, _ = press(m, "P")
	for _, w := range m.form.fields {
		if w.Name == "notation" {
			break
		}
		m, _ = press(m, "down")
	}
	m, _ = press(m, "right", "esc")
	if m.popup.sheet != nil || m.replay.at != at || !m.p.ascii || strings.Contains(screenText(m), "╭") {
		t.Errorf("letters are preferred:\n%s", screenText(m))
	}
	if p, err := m.taste.file.Read(); err != nil || p.Notation != prefs.Letters {
		t.Errorf("it is not kept: %v, %v", p.Notation, err)
	}
}
