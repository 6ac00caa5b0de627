package tui

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
)

// Everybody at the table is on the screen by name, with what they did last if there is room;
// and the top of the discard pile, the player's own hand, the prompt and the keys are always
// visible.
func TestEverybodyIsSeen(t *testing.T) {
	for _, rs := range games.All() {
		for _, seats := range []int{max(2, rs.MinSeats), min(3, rs.MaxSeats), (rs.MinSeats + rs.MaxSeats + 1) / 2, rs.MaxSeats} {
			g := newMatch(t, rs, seats, uint64(seats)).bots(2*seats + 3).until()
			if g.game.Over() {
				continue // of so short a game there is no turn left to see
			}
			for _, s := range screens {
				m := at(blank(s.w, s.h, s.ascii), g)
				m.popup = popup{}
				screen := screenText(m)
				if s.h >= 24 {
					for _, name := range g.names() {
						if !strings.Contains(screen, name) {
							t.Errorf("%s, %d seats, %s: %s is not to be seen\n%s", rs.Name, seats, s.name, name, screen)
						}
					}
				}
				last := m.table.t.Last
				if move := say.Move(m.table.t.Game, last[len(last)-1].Move).String(); seats == 2 && last[len(last)-1].Name != people[0] && s.h >= 24 {
					if verb, _, _ := strings.Cut(move, " "); !strings.Contains(screen, m.p.pick("◂ ", "< ")) || !strings.Contains(screen, verb) {
						t.Errorf("%s, %s: the last move, %q, is not beside its seat\n%s", rs.Name, s.name, move, screen)
					}
				}
				for _, want := range seen(m) {
					if !strings.Contains(screen, want) {
						t.Errorf("%s, %d seats, %s: %q is not to be seen\n%s", rs.Name, seats, s.name, want, screen)
					}
				}
			}
		}
	}
}

// seen returns what a screen of every size shows.
func seen(m model) []string {
	want := []string{"your turn", "legal move", "space choose"}
	for _, z := range m.table.t.View.Zones {
		if z.Kind == rules.PileZone && z.Count > 0 {
			cards := z.Groups[0].Cards
			want = append(want, say.Rank(cards[len(cards)-1]))
		}
	}
	for _, c := range m.table.hand.cards {
		want = append(want, say.Rank(c))
	}
	return want
}

// A trick that was taken stays, with a line that names the taker, the card and the points.
func TestTrickTaken(t *testing.T) {
	g := newMatch(t, find(t, "all-fives"), 3, 7)
	for {
		g.bots(1)
		if v := g.table().View; len(v.Moments) > 0 && v.Moments[0].Points > 0 && g.turn() == g.you {
			break
		}
	}
	m := at(blank(80, 24, false), g)
	golden(t, "trick-taken", m)
	if screen := screenText(m); !strings.Contains(screen, "took the trick with") || !strings.Contains(screen, "last trick") {
		t.Errorf("no trick was taken:\n%s", screen)
	}
}

// The log beside the table has every trick that was taken, once.
func TestTricksInTheLog(t *testing.T) {
	g := newMatch(t, find(t, "all-fives"), 3, 7)
	m := blank(120, 40, false)
	taken, hand := 0, 0
	for taken < 3 {
		g.bots(1)
		v := g.table().View
		if v.Hand != hand {
			taken, hand = 0, v.Hand
		}
		m = at(m, g)
		m.popup = popup{}
		if len(v.Moments) > 0 && v.Moments[0].What == "takes the trick with" {
			taken++
			if strings.Count(screenText(m), "took the trick") < 2 { // on the felt, and in the log
				t.Errorf("the trick is not in the log:\n%s", screenText(m))
			}
		}
		m = at(m, g)
	}
	tricks := 0
	for _, e := range m.stories[m.table.id].entries {
		if e.kind == api.EventCards && e.hand == hand {
			tricks++
		}
	}
	if tricks != taken {
		t.Errorf("%d tricks in the log, %d were taken", tricks, taken)
	}
}

// Wild cards of a meld are marked, with what they stand for.
func TestWildMeld(t *testing.T) {
	g := newMatch(t, find(t, "five-crowns"), 3, 7)
	m := blank(100, 30, false)
	for !strings.Contains(screenText(m), "* │ ") && !strings.Contains(screenText(m), "=") {
		m = at(m, g.bots(1).until())
		m.popup = popup{}
		if g.game.Over() {
			t.Fatal("no meld has a wild card")
		}
	}
	golden(t, "wild-meld", m)
}

// On a screen that is too small for a table it says so, and nothing else happens: nobody sees what a key would do.
func TestTooSmall(t *testing.T) {
	m, _ := asking(t, "five", 7)
	lobby, h := onOwn(t)
	lobby.w, lobby.h = 20, 16
	for _, k := range lobby.actions() {
		if k.Keys()[0] == "q" {
			continue
		}
		next, cmd := press(lobby, k.Keys()[0])
		if next.screen != atLobby || next.popup.sheet != nil || next.input.what != noInput || cmd != nil {
			t.Errorf("%q: screen %v, popup %q, command %t", k.Keys()[0], next.screen, titleOver(next), cmd != nil)
		}
	}
	if len(h.asked) != 0 {
		t.Errorf("the daemon was asked for %q", h.asked)
	}
	for _, k := range []string{"q", "ctrl+c"} {
		if _, cmd := press(lobby, k); cmd == nil || cmd() != (tea.QuitMsg{}) {
			t.Errorf("%s does not end it", k)
		}
	}
	for _, size := range [][2]int{{39, 16}, {40, 15}, {10, 3}, {1, 1}} {
		next, _ := m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		small := next.(model)
		if b := small.draw(); len(b.lines) != size[1] || b.width() > max(size[0], 10) {
			t.Errorf("%v: %d lines of %d columns", size, len(b.lines), b.width())
		}
		if size[0] > 30 && !strings.Contains(strings.Join(strings.Fields(screenText(small)), " "), "fives needs 40 columns and 16 lines") {
			t.Errorf("%v: %s", size, screenText(small))
		}
	}
	if next, _ := m.Update(tea.WindowSizeMsg{Width: 40, Height: 16}); !strings.Contains(screenText(next.(model)), "your turn") {
		t.Error("40 by 16 is enough")
	}
}

// Moves without cards have keys of their own, which the screen names: the first press marks the
// move, the second plays it.
func TestKeysOfMovesWithoutCards(t *testing.T) {
	m, h := asking(t, "five", 7)
	if !strings.Contains(screenText(m), "e end") {
		t.Fatalf("the key is not said:\n%s", screenText(m))
	}
	m, _ = press(m, "1", "e")
	if m.table.current() != "end" || slices.Contains(h.asked, "play end") {
		t.Errorf("it is aimed at %q", m.table.current())
	}
	m, cmd := press(m, "e")
	answer(t, m, cmd)
	if !slices.Contains(h.asked, "play end") {
		t.Errorf("the second press asks for %q", h.asked)
	}
	for _, v := range []string{"end", "draw", "take", "call", "stand", "beg", "take-one", "run", "pass"} {
		m := table{moves: moveList{all: []shown.Choice{{Text: v}}}}
		m.t.YourTurn = true
		if keys := m.wordKeys(false); len(keys) != 1 || strings.ContainsAny(keys[0].Keys()[0], taken) {
			t.Errorf("%s has the keys %v", v, keys)
		}
	}
}

// What looks as if it could be clicked can be clicked: the piles, the keys at the bottom, the
// answers to a question.
func TestClicks(t *testing.T) {
	m, h := asking(t, "five", 7)
	m, _ = press(m, "1")
	m, cmd := clickOn(t, m, "stock")
	if cmd != nil {
		t.Error("one click on the stock plays")
	}
	if got := m.table.current(); !strings.HasSuffix(got, " draw") {
		t.Errorf("a click on the stock aims at %q", got)
	}
	m, _ = clickOn(t, m, "discard pile")
	if got := m.table.current(); !strings.HasSuffix(got, " take") {
		t.Errorf("a click on the pile aims at %q", got)
	}
	m, cmd = clickOn(t, m, "enter play  ")
	if answer(t, m, cmd); !slices.ContainsFunc(h.asked, func(s string) bool { return strings.HasPrefix(s, "play drop ") && strings.HasSuffix(s, " take") }) {
		t.Errorf("a click on the key that plays asks for %q", h.asked)
	}
	m, h = asking(t, "five", 7)
	m, _ = clickOn(t, m, "? help")
	if titleOver(m) != "Keys at the table" {
		t.Errorf("a click on a key opens %q", titleOver(m))
	}
	m, _ = clickOn(t, m, "any other key goes on")
	m, _ = press(m, "L")
	if m, _ := clickOn(t, m, "any other key: stay"); m.popup.sheet != nil {
		t.Error("a click does not say no")
	}
	if m, _ := clickOn(t, m, "Leave"); m.popup.sheet == nil {
		t.Error("a click beside the answers is one")
	}
	_, cmd = clickOn(t, m, "y leave")
	answer(t, m, cmd)
	if !slices.Contains(h.asked, "leave "+m.table.id) {
		t.Errorf("yes asks for %q", h.asked)
	}
}

// clickOn clicks on a text on the screen.
func clickOn(t *testing.T, m model, what string) (model, tea.Cmd) {
	t.Helper()
	for y, line := range strings.Split(screenText(m), "\n") {
		if before, _, ok := strings.Cut(line, what); ok {
			next, cmd := m.Update(tea.MouseClickMsg{X: ansi.StringWidth(before), Y: y, Button: tea.MouseLeft})
			return next.(model), cmd
		}
	}
	t.Fatalf("%q is not to be seen:\n%s", what, screenText(m))
	return m, nil
}

// What is wrong with a player stands beside the name as a whole word, in the smallest seat too: the
// shorter one where the longer would be cut.
func TestMarksAreWhole(t *testing.T) {
	marked := map[string]func(s *api.Seat){
		shown.OthersPlay: func(s *api.Seat) { s.Keyless, s.Covered = true, true },
		shown.LacksKey:   func(s *api.Seat) { s.Lacks = true },
		"asleep":         func(s *api.Seat) { at := noon; s.Asleep, s.Away = true, &at },
		"left":           func(s *api.Seat) { s.Left = true },
	}
	m := at(blank(120, 40, false), newMatch(t, games.All()[0], 4, 7).bots(9).until())
	for word, change := range marked {
		for _, name := range []string{"bo", "Maximiliane", "日本のベン太郎"} {
			v := tableView{m.table, m.scene()}
			view := *v.t.View
			v.t.Seats, v.t.View, view.Scores = slices.Clone(v.t.Seats), &view, []int{0, 123, 0, 0}
			s := &v.t.Seats[1]
			*s = api.Seat{Name: name, Online: true, Active: true}
			change(s)
			for w := leastSide; w <= mostSide; w++ {
				line := ansi.Strip(strings.Split(v.seat(shown.Seats(v.t)[1], w, lowSeat).String(), "\n")[0])
				whole := strings.Contains(line, " "+word+" ")
				if long := 2 + layout.Width(name) + 1 + layout.Width(word) + 4; !whole && long <= w || !whole && !strings.Contains(line, " "+shown.Shorter(word)+" ") || !strings.Contains(line, " 123") {
					t.Errorf("%s, %s in %d columns: %q", name, word, w, line)
				}
			}
		}
	}
}
