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

	"fives/cli/draw"
	"fives/cli/prefs"
	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
)

const benKey = "1b6e-4444-05e6-0aff-7c3e"

// preferred is a table at which it is the player's turn, with preferences in a file.
func preferred(t *testing.T, game, content string) (model, prefs.File) {
	t.Helper()
	f := prefs.At(t.TempDir())
	if content != "" {
		if err := os.WriteFile(f.Path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := f.Read()
	if err != nil {
		t.Fatal(err)
	}
	h := newHouse(t, 7)
	h.match = newMatch(t, find(t, game), 2, 7).until()
	m := newModel(Config{Prefs: p, Keeps: f, Pace: p.Pace, Ground: draw.Dark}, caller{ctx: t.Context(), d: h}, &feed{})
	m.w, m.h, m.now, m.born = 80, 24, noon, noon
	m = at(m, h.match)
	m.table.t.Seats[1].Fingerprint, m.table.t.Seats[1].BotOf = benKey, ""
	return m, f
}

// chosen moves the cursor of the preferences to a line.
func chosen(t *testing.T, m model, label string) model {
	t.Helper()
	for range m.form.fields {
		if strings.HasPrefix(m.form.fields[m.form.cursor].Label, label) {
			return m
		}
		m, _ = press(m, "down")
	}
	t.Fatalf("there is no line %q", label)
	return m
}

// Every preference is changed by keys, takes effect at once, and is in the file.
func TestPreferencesByKeys(t *testing.T) {
	m, f := preferred(t, "five", "{\"mine\": \"7\"}\n")
	change := func(label, key, want string, key2 ...string) {
		t.Helper()
		m, _ = press(m, "P")
		m = chosen(t, m, label)
		m, _ = press(m, key2...)
		b, err := os.ReadFile(f.Path)
		if err != nil || !strings.Contains(string(b), want) || !strings.HasPrefix(string(b), "{\n  \"mine\": \"7\",\n") {
			t.Errorf("%s: the file is %q, %v", label, b, err)
		}
		if now, err := f.Read(); err != nil || !sameValue(now, m.taste.Prefs, key) {
			t.Errorf("%s: %+v is not %+v, %v", label, m.taste.Prefs, now, err)
		}
		m, _ = press(m, "esc")
		if m.popup.sheet != nil || m.screen != atTable {
			t.Errorf("%s: esc does not go back", label)
		}
	}
	four := m.p.suits[card.Clubs]
	change("colours", "colours", `"colours": "two"`, "enter")
	if m.p.suits[card.Clubs].GetForeground() == four.GetForeground() || m.p.suits[card.Diamonds].GetForeground() != m.p.suits[card.Hearts].GetForeground() {
		t.Error("the suits have four colours still")
	}
	next, _ := m.Update(tea.BackgroundColorMsg{})
	if m = next.(model); m.p.suits[card.Diamonds].GetForeground() != m.p.suits[card.Hearts].GetForeground() {
		t.Error("on another background they have four again")
	}
	change("pace", "pace", `"pace": "1s"`, "right")
	if m.pace.rest != time.Second {
		t.Errorf("the pace is %v", m.pace.rest)
	}
	change("pace", "pace", `"pace": "600ms"`, "h")
	if m.bell() == nil {
		t.Error("the bell is off before")
	}
	change("bell", "bell", `"bell": "off"`, "space")
	if m.bell() != nil {
		t.Error("the bell is on still")
	}
	change("sort", "sort.five", `"sort.five": "by suit"`, "right")
	if m.table.hand.sorting().Name != "by suit" || !strings.Contains(screenText(m), "by suit") {
		t.Errorf("the hand is sorted %s", m.table.hand.sorting().Name)
	}
	m.h = 40
	if s := m.scene().cardSize(); s != large {
		t.Fatalf("on 40 lines cards have the size %v", s)
	}
	change("cards", "cards", `"cards": "small"`, "right")
	if s := m.scene().cardSize(); s != small || strings.Contains(screenText(m), "╭─────╮") {
		t.Errorf("the cards have the size %v:\n%s", s, screenText(m))
	}
	change("cards", "cards", `"cards": "large"`, "right")
	m.h = 26
	if s := m.scene().cardSize(); s != large {
		t.Errorf("the cards have the size %v", s)
	}
	change("mute ben", prefs.MuteKey(benKey), `"mute.`+benKey+`": "ben"`, "left")
	m, _ = press(m, "P")
	m = chosen(t, m, "mute ben")
	m, _ = press(m, "right")
	if b, _ := os.ReadFile(f.Path); strings.Contains(string(b), "mute") || len(m.taste.Muted) > 0 {
		t.Errorf("ben is muted still: %q", b)
	}
}

func sameValue(a, b prefs.Prefs, key string) bool {
	x, err := a.Setting(key)
	y, err2 := b.Setting(key)
	return err == nil && err2 == nil && x.Value == y.Value
}

// At the start they take effect, and the order that a key chooses is kept for that game alone.
func TestPreferencesAtTheStart(t *testing.T) {
	m, f := preferred(t, "five", `{"sort.five": "suit", "sort.five-crowns": "received", "pace": "2s"}`)
	if got := m.table.hand.sorting().Name; got != "by suit" {
		t.Errorf("the hand is sorted %s", got)
	}
	if m.pace.rest != 2*time.Second {
		t.Errorf("the pace is %v", m.pace.rest)
	}
	m, _ = press(m, "s")
	want := m.table.hand.sorting().Name
	if p, err := f.Read(); err != nil || p.Sort["five"] != want || want == "by suit" || p.Sort["five-crowns"] != "as received" {
		t.Errorf("sorted %s: %+v, %v", want, p, err)
	}
	next, _ := m.sit("another")
	next = at(next, newMatch(t, find(t, "five"), 2, 8).until())
	if got := next.table.hand.sorting().Name; got != want {
		t.Errorf("the next hand is sorted %s", got)
	}
}

// A pace that was given with a flag holds until the pace is changed.
func TestFlagBeforePreference(t *testing.T) {
	m, _ := preferred(t, "five", "")
	m.pace.rest = 0 // --pace 0s
	m, _ = press(m, "P")
	m = chosen(t, m, "bell")
	m, _ = press(m, "right")
	if m.pace.rest != 0 {
		t.Errorf("the pace is %v", m.pace.rest)
	}
}

// The preferences of all games are in the lobby.
func TestPreferencesInTheLobby(t *testing.T) {
	m := lobbyModel(80, 24, false)
	m.taste.Muted = map[string]string{benKey: "ben"}
	m, _ = press(m, "P")
	for _, rs := range games.All() {
		if !strings.Contains(screenText(m), rs.Title) {
			t.Errorf("nothing of %s:\n%s", rs.Title, screenText(m))
		}
	}
	if !strings.Contains(screenText(m), "mute ben") {
		t.Errorf("nothing of ben:\n%s", screenText(m))
	}
}

// The popup fits all screens, its cursor is always visible, and the mouse does what keys do.
func TestPreferencesOnEveryScreen(t *testing.T) {
	for _, s := range screens {
		m, _ := preferred(t, "five", "{\n\"future\": 1}")
		m.w, m.h = s.w, s.h
		m.p = newPalette(s.ascii, draw.Dark, false)
		m, _ = press(m, "P")
		if s.w == 80 && !s.ascii || s.w == 40 {
			golden(t, "prefs-"+s.name, m)
		}
		for range m.form.fields {
			fits(t, m)
			if c := m.form.fields[m.form.cursor]; !strings.Contains(screenText(m), c.Label) {
				t.Errorf("%s: %s is not to be seen:\n%s", s.name, c.Label, screenText(m))
			}
			m, _ = press(m, "down")
		}
		m, _ = clickOn(t, m, "bell")
		if m.form.fields[m.form.cursor].Name != "bell" || m.taste.Silent {
			t.Errorf("%s: one click only chooses: %+v", s.name, m.taste)
		}
		if m, _ = clickOn(t, m, "bell"); !m.taste.Silent {
			t.Errorf("%s: the second click does not change", s.name)
		}
		if m, _ = clickOn(t, m, "esc back"); m.popup.sheet != nil {
			t.Errorf("%s: it cannot be closed", s.name)
		}
	}
}

// A file that was edited meanwhile counts; a wrong one is reported and stays.
func TestPreferencesEditedMeanwhile(t *testing.T) {
	m, f := preferred(t, "five", "")
	if err := os.WriteFile(f.Path, []byte(`{"bell": "off"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if m, _ = press(m, "P"); !m.taste.Silent {
		t.Error("the file is not read again")
	}
	if err := os.WriteFile(f.Path, []byte("{\n\"bell\": \"never\"}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, keys := range [][]string{{"right"}, {"esc", "P"}} {
		m, _ = press(m, keys...)
		if !strings.Contains(strings.Join(strings.Fields(screenText(m)), " "), `bell is on or off, not "never"`) || !m.taste.Silent {
			t.Errorf("after %v: %+v\n%s", keys, m.taste, screenText(m))
		}
	}
	m, _ = press(m, "esc")
	if m, _ = press(m, "s"); !m.warning || m.table.hand.sorting().Name != "by suit" {
		t.Errorf("s: %q", m.note)
	}
	if b, _ := os.ReadFile(f.Path); string(b) != "{\n\"bell\": \"never\"}" {
		t.Errorf("the file is %q", b)
	}
}

// If nothing can be written, that is said.
func TestPreferencesCannotBeWritten(t *testing.T) {
	m, _ := preferred(t, "five", "")
	m.taste.file.Path = filepath.Join(t.TempDir(), "file", "x")
	if err := os.WriteFile(filepath.Dir(m.taste.file.Path), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if m, _ = press(m, "P"); !strings.Contains(screenText(m), "directory") {
		t.Errorf("it cannot be read:\n%s", screenText(m))
	}
	if m, _ = press(m, "right"); m.taste.TwoColours || !strings.Contains(screenText(m), "directory") {
		t.Errorf("it cannot be written:\n%s", screenText(m))
	}
}

// What muted people say is not shown, and comes back when they no longer are.
func TestMuting(t *testing.T) {
	m, _ := preferred(t, "five", "")
	m.feed = newFeed(t.Context(), nil)
	next, _ := m.onEvents(eventsMsg{
		{Kind: api.EventChat, Table: m.table.id, Name: "ben", Text: "well played", Fingerprint: benKey},
		{Kind: api.EventChat, Table: m.table.id, Name: "ana", Text: "thanks", Yours: true},
	})
	m = next.(model)
	said := func(m model) []bool {
		story := m.storyPopup()
		var all []bool
		for _, w := range []int{80, 120} {
			m.w = w
			all = append(all, strings.Contains(screenText(m), "well played"))
		}
		m.w = 80
		return append(all, strings.Contains(strings.Join(story.lines, "\n"), "well played"))
	}
	if got := said(m); !slices.Equal(got, []bool{false, true, true}) {
		t.Fatalf("before: %v", got)
	}
	m, err := m.keep(prefs.MuteKey(benKey), "ben")
	if err != nil {
		t.Fatal(err)
	}
	if got := said(m); slices.Contains(got, true) || !strings.Contains(screenText(m), "thanks") {
		t.Errorf("muted: %v\n%s", got, screenText(m))
	}
	if m, err = m.keep(prefs.MuteKey(benKey), ""); err != nil {
		t.Fatal(err)
	}
	if got := said(m); !slices.Equal(got, []bool{false, true, true}) {
		t.Errorf("not muted any more: %v", got)
	}
}

// Whatever the size of cards, every screen is complete.
func TestCardSizesFit(t *testing.T) {
	for _, rs := range games.All() {
		g := newMatch(t, rs, min(4, rs.MaxSeats), 7).bots(9).until()
		for _, s := range screens {
			for _, c := range []prefs.Size{prefs.Small, prefs.Large, prefs.Huge} {
				m := blank(s.w, s.h, s.ascii)
				m.taste.Cards = c
				m = at(m, g)
				m.popup = popup{}
				fits(t, m)
				for _, want := range seen(m) {
					if !g.game.Over() && !strings.Contains(screenText(m), want) {
						t.Errorf("%s, %s, %s: %q is not to be seen\n%s", rs.Name, s.name, c, want, screenText(m))
					}
				}
			}
		}
	}
}

// looks are the cards of the hand as they are drawn.
func looks(h hand) string {
	var cards []card.Card
	for _, j := range h.index() {
		cards = append(cards, h.cards[j])
	}
	return card.Join(cards)
}

// The player's own order: a card goes left or right, a drawn card comes at the right, and the
// next deal is sorted again.
func TestOwnOrder(t *testing.T) {
	m, _ := asking(t, "five", 7)
	sorted := looks(m.table.hand)
	under := m.table.hand.under()
	m, _ = press(m, ">", ">")
	if h := m.table.hand; h.cursor != 2 || h.under() != under || h.sorting().Name != ownOrder || looks(h) == sorted {
		t.Errorf("%v under the cursor at %d, %s", h.under(), h.cursor, looks(h))
	}
	if m, _ = press(m, "<", "<"); looks(m.table.hand) != sorted || m.table.hand.under() != under {
		t.Errorf("moved back: %s, not %s", looks(m.table.hand), sorted)
	}
	m, _ = press(m, "<") // it is at the end
	if looks(m.table.hand) != sorted {
		t.Errorf("moved beyond the end: %s", looks(m.table.hand))
	}
	m, _ = press(m, ">", ">")
	own := strings.Fields(looks(m.table.hand))
	received := m.table.hand.cards
	drop := received[1]
	now := append(slices.Delete(slices.Clone(received), 1, 2), parse(t, "2h"))
	m.table.hand = m.table.hand.take(zoneOf(now), m.table.hand.number)
	want := append(slices.DeleteFunc(slices.Clone(own), func(s string) bool { return s == drop.String() }), "2h")
	if got := strings.Fields(looks(m.table.hand)); !slices.Equal(got, want) || m.table.hand.under() != parse(t, "2h") {
		t.Errorf("after a draw: %v, not %v", got, want)
	}
	m, _ = press(m, "s")
	if m.table.hand.sorting().Name == ownOrder {
		t.Error("it cannot be sorted any more")
	}
	for range m.table.hand.all() {
		m, _ = press(m, "s")
	}
	for m.table.hand.sorting().Name != ownOrder {
		m, _ = press(m, "s")
	}
	if got := strings.Fields(looks(m.table.hand)); !slices.Equal(got, want) {
		t.Errorf("the own order again: %v", got)
	}
	id := m.table.id
	away, _ := m.sit("another")
	back, _ := away.sit(id)
	if got := strings.Fields(looks(back.table.hand.take(zoneOf(now), m.table.hand.number))); !slices.Equal(got, want) {
		t.Errorf("after another table: %v", got)
	}
	m.table.hand = m.table.hand.take(zoneOf(now), m.table.hand.number+1)
	if h := m.table.hand; h.own != nil || h.order == ownOrder {
		t.Errorf("the next deal is in the own order: %+v", h)
	}
}

// Of two cards that look alike, the chosen one stays chosen when others move.
func TestOwnOrderOfTwins(t *testing.T) {
	cards := []card.Card{parse(t, "7h"), parse(t, "9s"), parse(t, "7h")}
	h := hand{}.take(zoneOf(cards), 1)
	h = h.arranged(0, 2)
	h = h.toggled(2, func(card.Card) bool { return true })
	if h.own[2] != 0 || h.chosen[0] != 0 {
		t.Fatalf("%+v", h)
	}
	h = h.take(zoneOf(append(slices.Clone(cards), parse(t, "2c"))), 1)
	if !slices.Equal(h.own, []int{2, 1, 0, 3}) || !slices.Equal(h.chosen, []int{0}) {
		t.Errorf("after a draw: %v, chosen %v", h.own, h.chosen)
	}
}

// The mouse drops a dragged card where it is released, and chooses nothing by that.
func TestDraggedCard(t *testing.T) {
	for _, motion := range []bool{true, false} {
		m, _ := asking(t, "five", 7)
		sorted := strings.Fields(looks(m.table.hand))
		from, to := spotOf(t, m, 0), spotOf(t, m, 3)
		m = sent(m, tea.MouseClickMsg{X: from[0], Y: from[1], Button: tea.MouseLeft})
		if motion {
			m = sent(m, tea.MouseMotionMsg{X: to[0], Y: to[1], Button: tea.MouseLeft})
		}
		m = sent(m, tea.MouseReleaseMsg{X: to[0], Y: to[1], Button: tea.MouseLeft})
		want := append(slices.Clone(sorted[1:4]), sorted[0], sorted[4])
		if got := strings.Fields(looks(m.table.hand)); !slices.Equal(got, want) || len(m.table.hand.chosen) > 0 || m.drag.place != 0 {
			t.Errorf("dragged: %v, not %v; chosen: %v", got, want, m.table.hand.chosen)
		}
		m = sent(m, tea.MouseMotionMsg{X: from[0], Y: from[1]})
		if got := strings.Fields(looks(m.table.hand)); !slices.Equal(got, want) {
			t.Errorf("a mouse that holds nothing moves a card: %v", got)
		}
	}
	m, _ := asking(t, "five", 7)
	at := spotOf(t, m, 1)
	m = sent(m, tea.MouseClickMsg{X: at[0], Y: at[1], Button: tea.MouseLeft})
	m = sent(m, tea.MouseReleaseMsg{X: at[0], Y: at[1], Button: tea.MouseLeft})
	if len(m.table.hand.chosen) != 1 || m.table.hand.own != nil {
		t.Errorf("a click chooses %v", m.table.hand.chosen)
	}
}

func sent(m model, msg tea.Msg) model {
	next, _ := m.Update(msg)
	return next.(model)
}

// spotOf returns where a card of the hand is on the screen.
func spotOf(t *testing.T, m model, place int) [2]int {
	t.Helper()
	b := m.draw()
	for y := range m.h {
		for x := range m.w {
			if what, i := b.at(x, y); what == "card" && i == place {
				return [2]int{x + 1, y + 1}
			}
		}
	}
	t.Fatalf("card %d is not on the screen:\n%s", place, ansi.Strip(b.String()))
	return [2]int{}
}

func parse(t *testing.T, text string) card.Card {
	t.Helper()
	c, err := card.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// zoneOf is a hand of cards that can be sorted.
func zoneOf(cards []card.Card) rules.Zone {
	return rules.Zone{Kind: rules.HandZone, Count: len(cards), Groups: []rules.Group{{Cards: cards}}, Orders: rules.Orders(cards, rules.ByRank)}
}
