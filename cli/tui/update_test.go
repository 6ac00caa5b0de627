package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
)

// keyNamed is the message of a key by its name.
func keyNamed(name string) tea.KeyPressMsg {
	codes := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp,
		"down": tea.KeyDown, "tab": tea.KeyTab, "backspace": tea.KeyBackspace, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd,
	}
	if c, ok := codes[name]; ok {
		return tea.KeyPressMsg{Code: c}
	}
	if name == "space" {
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// press presses keys; the command is that of the last one.
func press(m model, keys ...string) (model, tea.Cmd) {
	var cmd tea.Cmd
	for _, k := range keys {
		var next tea.Model
		next, cmd = m.Update(keyNamed(k))
		m = next.(model)
	}
	return m, cmd
}

// asking returns a model on a house with a game that waits for the player.
func asking(t *testing.T, game string, seed uint64) (model, *house) {
	t.Helper()
	rs := find(t, game)
	h := newHouse(t, seed)
	h.match = newMatch(t, rs, max(2, rs.MinSeats), seed).until()
	m := blank(80, 24, false)
	m.call = caller{ctx: t.Context(), d: h}
	return at(m, h.match), h
}

func find(t *testing.T, game string) *rules.RuleSet {
	t.Helper()
	rs, err := games.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// answer runs a command and handles its answer.
func answer(t *testing.T, m model, cmd tea.Cmd) (model, tea.Cmd) {
	t.Helper()
	if cmd == nil {
		t.Fatal("nothing is asked")
	}
	next, more := m.Update(cmd())
	return next.(model), more
}

func screenText(m model) string { return ansi.Strip(m.draw().String()) }

func TestChoosing(t *testing.T) {
	m, _ := asking(t, "five", 11)
	all := len(m.table.fits())
	m, _ = press(m, "1")
	for _, o := range m.table.fits() {
		if !strings.Contains(o.Text, m.table.hand.picked()[0].String()) {
			t.Errorf("%s does not use the chosen card", o.Text)
		}
	}
	if len(m.table.fits()) >= all || m.table.current() == "" {
		t.Errorf("%d moves of %d, aimed at %q", len(m.table.fits()), all, m.table.current())
	}
	m, _ = press(m, "right", "left", "space")
	if len(m.table.hand.chosen) != 0 {
		t.Error("the space bar does not put the card back")
	}
	pair := m.table.hand.places(m.table.fits()[slices.IndexFunc(m.table.fits(), func(o shown.Choice) bool { return len(o.Cards) == 2 })].Cards)
	one, two := strconv.Itoa(pair[0]+1), strconv.Itoa(pair[1]+1)
	m, _ = press(m, one, two)
	if got := m.table.hand.picked(); len(got) != 2 || got[0].Rank != got[1].Rank {
		t.Errorf("chosen: %v", got)
	}
	for _, o := range m.table.fits() {
		if len(o.Cards) != 2 {
			t.Errorf("%s goes with two chosen cards", o.Text)
		}
	}
	m, _ = press(m, one, two)
	if len(m.table.hand.chosen) != 0 || len(m.table.fits()) != all {
		t.Error("the cards are not put back")
	}
	m, _ = press(m, "4", "esc")
	if len(m.table.hand.chosen) != 0 || m.screen != atTable {
		t.Error("esc does not put the card back")
	}
	if m, _ = press(m, "esc"); m.screen != atLobby {
		t.Error("esc does not lead to the lobby")
	}
}

// The first press only aims.
func TestEnterAimsFirst(t *testing.T) {
	m, h := asking(t, "five", 7)
	m, cmd := press(m, "enter")
	if cmd != nil || m.table.current() == "" {
		t.Fatal("the first press plays, or does not aim")
	}
	want := m.table.current()
	m, cmd = press(m, "enter")
	m, _ = answer(t, m, cmd)
	if h.count("play "+want) != 1 {
		t.Fatalf("%q is not played: %v", want, h)
	}
	if m = take(m, now(h)); m.table.t.Step == 1 || m.table.moves.aimed {
		t.Error("the table behind it is not shown")
	}
}

func TestSecondEnterWhilePlaying(t *testing.T) {
	m, _ := asking(t, "five", 7)
	m, cmd := press(m, "enter", "enter")
	if cmd == nil || m.table.sent == "" {
		t.Fatal("nothing is played")
	}
	if _, cmd = press(m, "enter"); cmd != nil {
		t.Error("the move is sent twice")
	}
}

// An answer that was on its way when the move was made does not ask for it again.
func TestLateAnswer(t *testing.T) {
	m, h := asking(t, "five", 7)
	late := tableMsg{id: m.table.id, table: h.match.table(), moves: h.match.moves()}
	m, cmd := press(m, "enter", "enter")
	m, _ = answer(t, m, cmd)
	next, _ := m.showTable(late)
	if m = next.(model); len(m.table.fits()) > 0 {
		t.Errorf("the moves of the last turn are shown:\n%s", screenText(m))
	}
}

// Cards that no listed move uses can be tried, and the daemon says why not.
func TestReasonForIllegalCards(t *testing.T) {
	m, _ := asking(t, "five", 1)
	m, _ = press(m, "1", "5")
	if len(m.table.fits()) != 0 || !strings.Contains(screenText(m), "enter tries drop") {
		t.Fatalf("two cards that do not go together:\n%s", screenText(m))
	}
	m, cmd := press(m, "enter")
	m, _ = answer(t, m, cmd)
	if !m.warning || !strings.Contains(m.note, "illegal move") {
		t.Errorf("no reason is given: %q", m.note)
	}
	if m.table.sent != "" || len(m.table.hand.chosen) != 2 {
		t.Error("the choice is lost")
	}
}

// TestSecondCardReplaces: in a hand in which no two cards go together, a second card that is chosen takes
// the place of the first.
func TestSecondCardReplaces(t *testing.T) {
	m, _ := asking(t, "five", 7)
	m, _ = press(m, "1", "5")
	if got := m.table.current(); got != "drop Ks draw" || len(m.table.hand.chosen) != 1 {
		t.Errorf("enter plays %q, with %d cards chosen", got, len(m.table.hand.chosen))
	}
}

func TestTypedMove(t *testing.T) {
	m, h := asking(t, "five", 7)
	m, _ = press(m, ":", "f", "o", "o")
	if !strings.Contains(screenText(m), "move: foo") {
		t.Fatalf("the line is not shown:\n%s", screenText(m))
	}
	m, cmd := press(m, "enter")
	m, _ = answer(t, m, cmd)
	if h.count("play foo") != 1 || !m.warning {
		t.Errorf("a wrong move is not refused: %v, %q", h, m.note)
	}
	m, _ = press(m, "/")
	for _, r := range "end" {
		m, _ = press(m, string(r))
	}
	if m, cmd = press(m, "enter"); cmd == nil {
		t.Fatal("nothing is played")
	}
	answer(t, m, cmd)
	if h.count("play end") != 1 {
		t.Errorf("asked: %v", h)
	}
}

func TestHintKey(t *testing.T) {
	for _, rs := range games.All() {
		m, h := asking(t, rs.Name, 11)
		m, cmd := press(m, "h")
		m, _ = answer(t, m, cmd)
		if h.count("hint") != 1 || m.table.current() != m.table.hint || m.table.hint == "" {
			t.Errorf("%s: the hint is %q, aimed at is %q", rs.Name, m.table.hint, m.table.current())
		}
		if m.note != "because" {
			t.Errorf("%s: why is not said: %q", rs.Name, m.note)
		}
		if !strings.Contains(screenText(m), "hint, enter plays") {
			t.Errorf("%s: the hint is not shown", rs.Name)
		}
	}
}

func TestSorting(t *testing.T) {
	m, _ := asking(t, "five", 7)
	var orders []string
	for range len(m.table.hand.orders) {
		under := m.table.hand.under()
		m, _ = press(m, "right")
		m, _ = press(m, "left", "s")
		if m.table.hand.under() != under {
			t.Errorf("sorted, the cursor has left its card")
		}
		orders = append(orders, m.table.hand.sorting().Name)
	}
	slices.Sort(orders)
	if len(slices.Compact(orders)) != len(m.table.hand.orders) {
		t.Errorf("the key goes round %v", orders)
	}
}

// A card that is drawn is under the cursor.
func TestDrawnCard(t *testing.T) {
	m, h := asking(t, "five", 7)
	before := m.table.hand.cards
	if err := h.Play(t.Context(), "", "drop "+before[0].String()+" draw"); err != nil {
		t.Fatal(err)
	}
	m = at(m, h.match)
	if len(m.table.hand.fresh) != 1 || m.table.hand.under() != m.table.hand.fresh[0] {
		t.Errorf("new: %v, under the cursor: %v", m.table.hand.fresh, m.table.hand.under())
	}
}

func TestChatAndLeave(t *testing.T) {
	m, h := asking(t, "five", 7)
	m, _ = press(m, "t", "h", "o")
	m, cmd := press(m, "enter")
	answer(t, m, cmd)
	if h.count("say ho") != 1 {
		t.Errorf("asked: %v", h)
	}
	m, cmd = press(m, "L", "n")
	if cmd != nil || m.popup.sheet != nil {
		t.Error("any key leaves")
	}
	m, cmd = press(m, "L", "y")
	m, _ = answer(t, m, cmd)
	if h.count("leave "+tableID) != 1 || m.screen != atLobby {
		t.Errorf("asked: %v", h)
	}
}

func TestRematchKey(t *testing.T) {
	m, h := asking(t, "five", 7)
	for !h.match.game.Over() {
		h.match.bots(1)
	}
	m = at(m, h.match)
	for !m.table.ended { // the results before
		m, _ = press(m, "space")
	}
	m, cmd := press(m, "r")
	m, _ = answer(t, m, cmd)
	if h.count("rematch "+tableID) != 1 || m.screen != atTable || m.table.loaded {
		t.Errorf("asked: %v", h)
	}
}

// An empty chair: the player is asked before the others are called to go on.
func TestGoingOn(t *testing.T) {
	m, h := asking(t, "five", 7)
	h.match = newMatch(t, find(t, "five"), 3, 7).until()
	m = at(m, h.match)
	away := noon.Add(-time.Minute)
	m.table.t.YourTurn = false
	m.table.t.Seats[0].Owes, m.table.t.Seats[1].Owes, m.table.t.Seats[1].Away, m.table.t.Seats[1].Online = false, true, &away, false
	m, cmd := press(m, "g")
	if cmd != nil || m.popup.sheet == nil {
		t.Fatal("the player is not asked")
	}
	ben := m.table.t.Seats[1].Name
	if !strings.Contains(screenText(m), "without "+ben) {
		t.Errorf("who is left out is not said:\n%s", screenText(m))
	}
	m, cmd = press(m, "y")
	answer(t, m, cmd)
	if h.count("continue "+tableID+" without "+ben) != 1 {
		t.Errorf("asked: %v", h)
	}
}

// Somebody who comes back while the player is asked needs no new deal.
func TestGoingOnIsTakenBack(t *testing.T) {
	m, h := asking(t, "five", 7)
	h.match = newMatch(t, find(t, "five"), 3, 7).until()
	m = at(m, h.match)
	away := noon.Add(-time.Minute)
	m.table.t.YourTurn = false
	m.table.t.Seats[0].Owes, m.table.t.Seats[1].Owes, m.table.t.Seats[1].Away, m.table.t.Seats[1].Online = false, true, &away, false
	m, _ = press(m, "g")
	if m.popup.sheet == nil {
		t.Fatal("the player is not asked")
	}
	m = at(m, h.match) // everybody is there
	m, _ = press(m, "y")
	if h.count("continue "+tableID) != 0 || m.popup.sheet != nil {
		t.Errorf("nobody is missing, and asked: %v", h)
	}
}

// People are warned of a stranger under a known name at the table and in the lobby, and accept
// the key by the fingerprint that was shown.
func TestTrustKey(t *testing.T) {
	const print = "6668-7aad-f862-bd77-6c8f"
	m, h := asking(t, "five", 7)
	if m, _ := press(m, "T"); m.popup.sheet != nil {
		t.Error("there is nobody to trust")
	}
	m.table.t.Warnings = []api.Warning{{Code: api.WarnNewKey, Name: "ben", Known: "ben", Fingerprint: print}}
	if !strings.Contains(screenText(m), "a new key") {
		t.Errorf("the table does not warn:\n%s", screenText(m))
	}
	m, _ = press(m, "T")
	if s := screenText(m); !strings.Contains(s, "by voice") || !strings.Contains(s, "y it is the same") {
		t.Errorf("the player is not asked to compare it:\n%s", s)
	}
	m, cmd := press(m, "y")
	m, _ = answer(t, m, cmd)
	if h.count("trust "+print) != 1 || !strings.Contains(screenText(m), "from now on") {
		t.Errorf("asked: %v\n%s", h, screenText(m))
	}
	m.screen = atLobby
	m.lobby.loaded = true
	m.lobby.tables.Open = []api.Offer{{ID: "00ff", Game: "five", Seats: 2, Host: "ben", Taken: []string{"it is your turn"}, Warnings: m.table.t.Warnings}}
	if !strings.Contains(screenText(m), "a new key") || !strings.Contains(screenText(m), `"it is your turn"`) {
		t.Errorf("the lobby does not warn:\n%s", screenText(m))
	}
}

// Others' call is agreed to at its own table, which says what it is.
func TestAgreeing(t *testing.T) {
	m, h := asking(t, "five", 7)
	m.table.t.Call = &api.Call{Table: "c0ffee0003", From: 3, Names: []string{"ana", "ben"}}
	if !strings.Contains(screenText(m), "Others want to play on from hand 3 with ana, ben") {
		t.Errorf("what it is about is not said:\n%s", screenText(m))
	}
	m, cmd := press(m, "g")
	if cmd != nil || !strings.Contains(screenText(m), "Agree?") {
		t.Fatalf("the player agrees unasked:\n%s", screenText(m))
	}
	other := m
	other.table.t.Call = &api.Call{Table: "c0ffee0009", From: 2, Names: []string{"ana"}}
	if other, cmd := press(other, "y"); cmd != nil || !strings.Contains(screenText(other), "nothing was done") {
		t.Errorf("the player agrees to another call than was shown:\n%s", screenText(other))
	}
	m, cmd = press(m, "y")
	answer(t, m, cmd)
	if h.count("continue c0ffee0003") != 1 {
		t.Errorf("asked: %v", h)
	}
}

func TestLostDaemon(t *testing.T) {
	m, h := asking(t, "five", 7)
	h.breaks(errDown)
	m, _ = answer(t, m, m.call.lobby())
	if !strings.Contains(screenText(m), "your node has ended") {
		t.Error("a daemon that is gone is not shown")
	}
	h.breaks(nil)
	m, _ = answer(t, m, m.call.lobby())
	if strings.Contains(screenText(m), "your node has ended") {
		t.Error("a daemon that is back is not noticed")
	}
}

func TestRefusalIsNoLoss(t *testing.T) {
	for err, want := range map[error]bool{
		errDown: true, errors.New("broken pipe"): true,
		&api.Error{Code: api.CodeIllegal}: false, &api.Error{Code: api.CodeNotFound}: false, nil: false,
	} {
		if lost(err) != want {
			t.Errorf("%v", err)
		}
	}
}

// A table that is not there leads back to the lobby, with the reason.
func TestNoSuchTable(t *testing.T) {
	h := newHouse(t, 1)
	m := blank(80, 24, false)
	m.call = caller{ctx: t.Context(), d: h}
	m, cmd := m.sit("00ff")
	m, _ = answer(t, m, cmd)
	if m.screen != atLobby || !strings.Contains(m.note, "no table 00ff") {
		t.Errorf("screen %d, %q", m.screen, m.note)
	}
}

// Moves that use no cards stay in the list whatever is chosen.
func TestChoosingAhead(t *testing.T) {
	m, _ := asking(t, "five-crowns", 11)
	if m.table.useful() != nil {
		t.Fatalf("a draw uses cards: %v", m.table.useful())
	}
	m, _ = press(m, "1")
	if len(m.table.fits()) != 2 || m.table.current() != "" {
		t.Errorf("%d moves, aimed at %q", len(m.table.fits()), m.table.current())
	}
}

// What the table waits for instead of the player is said until that changes.
func TestNotYourTurnIsTakenBack(t *testing.T) {
	for _, key := range []string{"enter", "h"} {
		m, h := asking(t, "five", 7)
		view := h.match.table()
		view.YourTurn, view.Waiting = false, api.Waiting{What: "key", Names: []string{"cleo"}, Devices: []string{"cleo"}}
		takes := func() {
			next, _ := m.showTable(tableMsg{id: tableID, table: view})
			m = next.(model)
		}
		takes()
		said := say.NotYourTurn(view.Waiting)
		m, _ = press(m, key)
		takes()
		if !strings.HasSuffix(m.note, said) {
			t.Errorf("%s: the note is %q", key, m.note)
		}
		view.Waiting = api.Waiting{What: "move", Names: []string{"ben"}, Devices: []string{"ben"}}
		if takes(); m.note != "" {
			t.Errorf("%s: it waits for ben's move, and the note is %q", key, m.note)
		}
	}
}

// The bell rings when it becomes the player's turn, and not again while it is.
func TestBellOnce(t *testing.T) {
	_, h := asking(t, "five", 7)
	m := blank(80, 24, false)
	m.screen, m.table.id = atTable, tableID
	msg := tableMsg{id: tableID, table: h.match.table(), moves: h.match.moves()}
	for i, want := range []bool{true, false, false} {
		next, n := m.table.take(msg)
		m.table = next
		if n.turn != want {
			t.Errorf("answer %d: %v", i, n.turn)
		}
	}
	if m.windowTitle() != "* your turn - Five" {
		t.Errorf("the title is %q", m.windowTitle())
	}
}

func TestLobbyKeys(t *testing.T) {
	m := lobbyModel(80, 24, false)
	h := newHouse(t, 1)
	m.call = caller{ctx: t.Context(), d: h}
	m, _ = press(m, "down", "down")
	m, cmd := press(m, "enter")
	m, _ = answer(t, m, cmd)
	if h.count("join c0ffee0004 ") != 1 || !m.expected["c0ffee0004"] {
		t.Errorf("an open table is not joined: %v", h)
	}
	m = lobbyModel(80, 24, false)
	m.call = caller{ctx: t.Context(), d: h}
	m, _ = press(m, "down", "down", "down", "enter", "a", "b")
	_, cmd = press(m, "enter")
	answer(t, m, cmd)
	if h.count("join c0ffee0005 ab") != 1 {
		t.Errorf("a private table is not joined with its code: %v", h)
	}
	m, _ = press(lobbyModel(80, 24, false), "enter")
	if m.screen != atTable || m.table.id != "c0ffee0002" {
		t.Error("one's own table is not opened")
	}
}

// Whoever has just come is listed by the fingerprint until the name is heard.
func TestLobbyBeforeTheName(t *testing.T) {
	m := lobbyModel(80, 30, false)
	m.lobby.peers = []api.Peer{{Fingerprint: "d560-b6c9-9ca3-b6b8-e87d", Connected: true}}
	if text := screenText(m); !strings.Contains(text, "│ d560-b6c9-9ca3-b6b8-e87d") {
		t.Errorf("it stands there as\n%s", text)
	}
}

// What cover costs is said where players sit down.
func TestLobbyTellsThePrice(t *testing.T) {
	m := lobbyModel(80, 30, false)
	if strings.Contains(screenText(m), "nobody would find out") {
		t.Error("it is said of tables without cover")
	}
	for i := range m.lobby.tables.Open {
		m.lobby.tables.Open[i].Cover = m.lobby.tables.Open[i].ID == "c0ffee0004"
	}
	text := strings.Join(strings.Fields(screenText(m)), " ")
	for _, part := range []string{"play on when a device is away", "nobody would find out", "four devices"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not said:\n%s", part, screenText(m))
		}
	}
}

// If a hand waits for one device of four, the screen says what is wrong and, below that, what
// would have helped.
func TestWaitingWithoutCover(t *testing.T) {
	for _, covered := range []bool{false, true} {
		var tab table
		tab.t.Phase, tab.t.Cover = api.PhasePlaying, covered
		tab.t.Seats = []api.Seat{{Name: "ana", You: true, Active: true}, {Name: "ben", Online: true, Active: true}, {Name: "dan", Online: true, Active: true}, {Name: "cleo", Away: &noon, Active: true, Owes: true}}
		text := tableView{table: tab, scene: blank(80, 24, true).scene()}.head().String()
		if n := strings.Count(text, say.CoverHelps); n != 1 && !covered || n != 0 && covered {
			t.Errorf("cover %v: said %d times in\n%s", covered, n, text)
		}
	}
}

// The player sits down at the table that they waited for when it begins.
func TestSitsDownWhenItBegins(t *testing.T) {
	m := lobbyModel(80, 24, false)
	if !m.expected["c0ffee0006"] || m.expected["c0ffee0004"] {
		t.Fatalf("expected: %v", m.expected)
	}
	next, _ := m.Update(eventsMsg{{Kind: api.EventStarted, Table: "c0ffee0006"}})
	if got := next.(model); got.screen != atTable || got.table.id != "c0ffee0006" {
		t.Error("the player still stands in the lobby")
	}
}

func TestFormForEveryGame(t *testing.T) {
	for i, rs := range games.All() {
		f := newForm(0, false)
		for range i {
			f = f.turned(1, 0)
		}
		r, err := f.fields.Request()
		if err != nil || r.Game != rs.Name || len(r.Set) != 0 || r.Seats < rs.MinSeats || len(r.Bots) != r.Seats-1 {
			t.Errorf("%s: %+v, %v", rs.Name, r, err)
		}
		for range f.fields {
			f = f.moved(1)
			if f.cursor > 0 && f.fields[f.cursor].Name != shown.FieldSeats && f.fields[f.cursor].Name != shown.FieldBots {
				f = f.turned(1, 0)
			}
		}
		r, err = f.fields.Request()
		if err != nil || !r.Private || !r.Spectators || r.TurnLimit != 15 {
			t.Errorf("%s: %+v, %v", rs.Name, r, err)
		}
		changed := 0
		for _, o := range rs.Schema {
			if o.Kind != rules.Ints && !(o.Kind == rules.Int && o.Default == o.Max) {
				changed++
			}
		}
		if len(r.Set) != changed {
			t.Errorf("%s: %d options are changed, not %d: %v", rs.Name, len(r.Set), changed, r.Set)
		}
	}
}

func TestFormRefuses(t *testing.T) {
	m := lobbyModel(80, 24, false)
	m, _ = press(m, "n", "up", "backspace", "backspace", "backspace")
	m, cmd := press(m, "enter")
	if cmd != nil || m.form.wrong == "" || !strings.Contains(screenText(m), m.form.wrong[:20]) {
		t.Errorf("an empty number is taken: %q", m.form.wrong)
	}
}

// The mouse hits what is drawn: every card, every move.
func TestMouse(t *testing.T) {
	m, _ := asking(t, "five", 7)
	seen := map[string]int{}
	b, lines := m.draw(), strings.Split(screenText(m), "\n")
	for y := range m.h {
		for x := range m.w {
			what, i := b.at(x, y)
			if what == "" {
				continue
			}
			n, _ := m.Update(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
			got := n.(model)
			switch what {
			case "card":
				if got.table.hand.cursor != i || len(got.table.hand.chosen) != 1 {
					t.Errorf("a click on card %d chooses %v", i, got.table.hand.chosen)
				}
			case "move":
				if want := m.table.fits()[i].Text; got.table.current() != want {
					t.Errorf("a click on %q aims at %q", want, got.table.current())
				}
				if word := strings.Fields(m.table.fits()[i].Text)[0]; !strings.Contains(lines[y], word) {
					t.Errorf("%q is not at its place: %s", word, lines[y])
				}
			}
			seen[fmt.Sprint(what, " ", i)]++
		}
	}
	for i := range 5 {
		if want := small.w * (small.h + 2); seen[fmt.Sprint("card ", i)] != want {
			t.Errorf("card %d takes %d places, not %d", i, seen[fmt.Sprint("card ", i)], want)
		}
	}
	if seen["move 0"] == 0 {
		t.Errorf("no move can be clicked: %v", seen)
	}
}

// What is scrolled out of a list cannot be clicked where something else is drawn.
func TestMouseInALongList(t *testing.T) {
	m := lobbyModel(80, 16, false)
	for range 5 {
		m, _ = press(m, "down")
	}
	b := m.draw()
	for y, line := range b.lines {
		what, i := b.at(6, y)
		if listed := y > 1 && y < m.h-3; what != "" && !listed && (what != "key" || y != m.h-1) {
			t.Errorf("a click on line %d hits %s %d: %s", y, what, i, ansi.Strip(line))
		}
	}
	if what, i := b.at(6, 4); what != "row" {
		t.Errorf("no table is hit in the list: %q %d", what, i)
	}
}

// Texts of other nodes do nothing to the terminal.
func TestHostileTexts(t *testing.T) {
	evil := "ev\x1b[2Jil\r\n\u202e\a"
	g := newMatch(t, games.All()[0], 2, 7).until()
	table := g.table()
	table.Seats[1].Name = evil
	table.Title, table.Waiting = evil, api.Waiting{What: api.Stuck, Detail: evil}
	table.Last = []api.Played{{Name: evil, Move: evil, Step: 1}}
	table.Hands = []api.Hand{{Sheet: api.Sheet{Points: map[string]int{evil: 3}}, Cards: map[string][]string{evil: {evil}}, Violations: []api.Violation{{Name: evil, Rule: evil}}}}
	table.Faults = []api.Fault{{Name: evil, Reason: evil}}
	table.Options = map[string]any{"a": []any{evil}}
	h := &hostile{house: newHouse(t, 1), table: table, evil: evil}
	m := blank(80, 24, false)
	m.call = caller{ctx: t.Context(), d: h}
	m.screen, m.table.id = atTable, tableID
	m, _ = answer(t, m, m.call.table(tableID))
	m, _ = answer(t, m, m.call.lobby())
	next, _ := m.Update(eventsMsg{api.CleanAll(api.Event{Kind: api.EventChat, Table: tableID, Name: evil, Text: evil})})
	m = next.(model)
	m = m.withError(api.CleanAll(api.Fail(api.ReasonHostRefuses, api.Data{Detail: evil})))
	for _, s := range []screen{atTable, atLobby} {
		m.screen = s
		for _, u := range []popup{{}, m.sheet(shown.Scores(m.table.t)), m.result(len(m.table.t.Hands))} {
			m.popup = u
			text := ansi.Strip(m.draw().String()) // our own colours
			if strings.ContainsAny(text, "\x1b\r\a\u202e") || strings.Contains(m.draw().String(), "\x1b[2J") {
				t.Fatalf("a terminal would obey %q", text)
			}
			if n := strings.Count(text, "\n"); n != m.h-1 {
				t.Errorf("%d lines", n+1)
			}
		}
	}
}

// A hostile daemon repeats what a hostile node has said, and the client brings it.
type hostile struct {
	*house
	table api.Table
	evil  string
}

func (h *hostile) Table(context.Context, string) (api.Table, error) {
	return api.CleanAll(h.table), nil
}

func (h *hostile) Moves(context.Context, string) (api.Moves, error) {
	return api.CleanAll(api.Moves{YourTurn: true, Moves: []string{h.evil}}), nil
}

func (h *hostile) Tables(context.Context) (api.Tables, error) {
	return api.CleanAll(api.Tables{Open: []api.Offer{{ID: "1", Game: h.evil, Host: h.evil, Taken: []string{h.evil}}}}), nil
}

func (h *hostile) Peers(context.Context) ([]api.Peer, error) {
	return api.CleanAll([]api.Peer{{Name: h.evil, Warning: api.Warning{Code: api.WarnNewKey, Known: h.evil, Fingerprint: h.evil}, Connected: true}}), nil
}

// TestReasonNamesNoCommand: in full screen there is no prompt for a command.
func TestReasonNamesNoCommand(t *testing.T) {
	illegal := api.Fail(api.ReasonIllegal, api.Data{Detail: "cards dropped together have one rank"})
	if got := reason(illegal); got != "cards dropped together have one rank" {
		t.Errorf("%q", got)
	}
	code := api.Fail(api.ReasonWrongCode, api.Data{})
	if got := reason(code); !strings.Contains(got, "ask the host") {
		t.Errorf("%q lacks what to do", got)
	}
}

// If nobody chooses, computer players are the strongest, as by command.
func TestStrongestByDefault(t *testing.T) {
	for i, rs := range games.All() {
		f := shown.NewForm(i, 0)
		if got := f.Field(shown.FieldStrength).Value(); got != rs.Strongest().Name {
			t.Errorf("%s: %q", rs.Name, got)
		}
	}
}

// TestGoesOut: with the card chosen that would be the discard, the key goes out and does not only
// discard; with no card chosen, the first move is the one that the game offers.
func TestGoesOut(t *testing.T) {
	const out = "out 3s 4s 5s discard Js"
	var z rules.Zone
	for _, text := range []string{"3s", "4s", "5s", "Js"} {
		c, err := card.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		z.Groups = append(z.Groups, rules.Group{Cards: []card.Card{c}})
	}
	tab := table{}
	tab.t.YourTurn, tab.t.View = true, &rules.View{Offer: out}
	tab.hand = tab.hand.take(z, 1)
	tab.moves.all = shown.Choices([]string{"discard Js", out, "discard 3s"}, tab.hand.cards)
	if got := tab.walk(1).current(); got != out {
		t.Errorf("first of all stands %q", got)
	}
	tab.t.View.Offer = ""
	if got := tab.toggled(3).current(); got != out {
		t.Errorf("enter plays %q", got)
	}
}

// TestEnterDoesMore: in every game, with the cards of a move chosen, enter plays no move that another
// one exceeds. In some games, some moves are exceeded.
func TestEnterDoesMore(t *testing.T) {
	exceeded := 0
	for _, rs := range games.All() {
		if rs.MaxSeats < 2 {
			continue
		}
		for seed := uint64(1); seed <= 4; seed++ {
			m, h := asking(t, rs.Name, seed)
			for range 25 {
				exceeded += m.table.doesMore(t)
				h.match.bots(1)
				if h.match.until().game.Over() {
					break
				}
				m = at(m, h.match)
			}
		}
	}
	if exceeded == 0 {
		t.Error("no move does more than another one")
	}
}

// doesMore counts the moves that another one exceeds.
func (t table) doesMore(tt *testing.T) (exceeded int) {
	for _, o := range t.moves.all {
		if len(o.Cards) == 0 {
			continue
		}
		t.hand = t.hand.choose(o.Cards)
		t.moves.aimed, t.moves.cursor = true, 0
		plays := shown.Choice{Text: t.current(), Cards: shown.UsedBy(t.current(), t.hand.cards)}
		for _, more := range t.fits() {
			if more.Exceeds(plays) {
				tt.Errorf("%s: with %s chosen, enter plays %q, and %q does more", t.t.Game, card.Join(o.Cards), plays.Text, more.Text)
			}
			if more.Exceeds(o) {
				exceeded++
			}
		}
	}
	return exceeded
}
