package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"fives/engine/card"
	"fives/p2p/control"
)

// key takes up a key: for the popup, for the line that is typed, or for the
// screen.
func (m model) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	k := msg.String()
	switch {
	case k == "ctrl+c":
		return m, tea.Quit
	case k == "ctrl+z":
		return m, tea.Suspend
	case m.popup.kind != noPopup:
		return m.popupKey(k)
	case m.input.what != noInput:
		return m.inputKey(k, msg)
	case k == "ctrl+l":
		return m, tea.ClearScreen
	}
	switch m.screen {
	case atForm:
		return m.formKey(k, msg.Text)
	case atTable:
		return m.tableKey(k)
	}
	return m.lobbyKey(k)
}

func (m model) popupKey(k string) (tea.Model, tea.Cmd) {
	u := m.popup
	switch k {
	case "up", "k":
		m.popup = u.scrolled(-1, m.h)
		return m, nil
	case "down", "j":
		m.popup = u.scrolled(1, m.h)
		return m, nil
	case "pgup":
		m.popup = u.scrolled(-(m.h - 8), m.h)
		return m, nil
	case "pgdown":
		m.popup = u.scrolled(m.h-8, m.h)
		return m, nil
	}
	m.popup = popup{}
	switch {
	case u.kind == askLeave && (k == "y" || k == "Y"):
		return m, m.call.leave(u.about)
	case u.kind == askOnward && (k == "y" || k == "Y"):
		return m, m.call.onward(u.about, false)
	case u.kind == showSettled && k == "r" && m.table.t.Phase == control.PhaseOver:
		return m, m.call.onward(u.about, true)
	}
	return m, nil
}

func (m model) inputKey(k string, msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	switch k {
	case "esc":
		m.input = input{}
		return m, nil
	case "enter":
		return m.entered()
	}
	m.input = m.input.typed(msg)
	return m, nil
}

// entered takes up a line that was typed.
func (m model) entered() (tea.Model, tea.Cmd) {
	line, i := strings.TrimSpace(m.input.line.Value()), m.input
	m.input, m.note = input{}, ""
	if line == "" {
		return m, nil
	}
	switch i.what {
	case typeMove:
		m.table.sent = line
		return m, m.call.play(i.about, line)
	case typeChat:
		return m, m.call.say(i.about, line)
	case typeCode:
		return m.told("joining…", false), m.call.join(control.JoinRequest{Table: i.about, Code: line})
	}
	return m.told("connecting…", false), m.call.connect(line)
}

func (m model) lobbyKey(k string) (tea.Model, tea.Cmd) {
	m.note = ""
	switch k {
	case "up", "k":
		m.lobby = m.lobby.moved(-1)
	case "down", "j":
		m.lobby = m.lobby.moved(1)
	case "enter", "space":
		return m.chooseRow()
	case "n":
		m.screen, m.form = atForm, newForm(m.lobby.here())
	case "x", "L":
		return m.askToLeave()
	case "a":
		m.input = newInput(typePeer, "", "")
	case "R":
		if r, ok := m.lobby.current(); ok {
			m.popup = rulesOf(m.p, r.game(), m.w)
		}
	case "tab":
		return m.nextTable()
	case "?":
		m.popup = helpFor(m.p, "Keys in the lobby", lobbyKeys)
	case "q":
		return m, tea.Quit
	}
	return m, nil
}

// game is the name of the game of a row.
func (r row) game() string {
	if r.offer != nil {
		return r.offer.Game
	}
	return r.mine.Game
}

// chooseRow sits down at a table, joins it or looks on.
func (m model) chooseRow() (tea.Model, tea.Cmd) {
	r, ok := m.lobby.current()
	switch {
	case !ok:
		m.screen, m.form = atForm, newForm(m.lobby.here())
		return m, nil
	case r.mine != nil:
		return m.sit(r.id)
	case r.offer.Running:
		return m.told("looking on…", false), m.call.watch(r.id)
	case r.offer.Joined || r.offer.Mine:
		return m.told("the table begins when all seats are taken; x gives the seat up", false), nil
	case r.offer.Private:
		m.input = newInput(typeCode, r.id, "")
		return m, nil
	}
	return m.told("joining…", false), m.call.join(control.JoinRequest{Table: r.id})
}

func (m model) askToLeave() (tea.Model, tea.Cmd) {
	r, ok := m.lobby.current()
	switch {
	case !ok:
	case r.offer != nil && r.offer.Mine:
		m.popup = leaving(r.id, "Close this open table?")
	case r.offer != nil && r.offer.Joined:
		m.popup = leaving(r.id, "Give your seat up?")
	case r.mine != nil && r.mine.Phase != control.PhaseOver:
		m.popup = leaving(r.id, leaveWarning)
	}
	return m, nil
}

const leaveWarning = "Leave for good? The running hand is void, and all will know who left."

// nextTable goes round one's running tables, those first where it is one's turn.
func (m model) nextTable() (tea.Model, tea.Cmd) {
	if id := m.callsAt(); id != "" && (m.screen != atTable || id != m.table.id) {
		return m.sit(id)
	}
	running := m.lobby.running()
	for i, id := range running {
		if id == m.table.id && m.screen == atTable && len(running) > 1 {
			return m.sit(running[(i+1)%len(running)])
		}
	}
	if m.screen == atLobby && len(running) > 0 {
		return m.sit(running[0])
	}
	return m, nil
}

func (m model) formKey(k, text string) (tea.Model, tea.Cmd) {
	here := m.lobby.here()
	switch k {
	case "esc":
		m.screen = atLobby
	case "up", "shift+tab":
		m.form = m.form.moved(-1)
	case "down", "tab":
		m.form = m.form.moved(1)
	case "left":
		m.form = m.form.turned(-1, here)
	case "right", "space":
		m.form = m.form.turned(1, here)
	case "backspace":
		m.form = m.form.typed("", true)
	case "enter":
		r, err := m.form.request()
		if err != nil {
			m.form.wrong = reason(err)
			return m, nil
		}
		m.form.wrong = ""
		return m, m.call.host(r)
	case "?":
		m.popup = helpFor(m.p, "Keys of the form", formKeys)
	default:
		m.form = m.form.typed(text, false)
	}
	return m, nil
}

func (m model) tableKey(k string) (tea.Model, tea.Cmd) {
	if len(k) == 1 && k >= "0" && k <= "9" {
		m.table = m.table.toggled((int(k[0]-'0') + 9) % 10)
		return m, nil
	}
	switch k {
	case "left":
		m.table.hand = m.table.hand.stepped(-1)
	case "right":
		m.table.hand = m.table.hand.stepped(1)
	case "space":
		m.table = m.table.toggled(m.table.hand.cursor)
	case "up", "k":
		m.table.moves = m.table.moves.stepped(-1, len(m.table.fits()))
	case "down", "j":
		m.table.moves = m.table.moves.stepped(m.table.down(), len(m.table.fits()))
	case "enter":
		return m.playCurrent()
	case "esc", "backspace":
		return m.stepBack(k)
	case "s":
		m.table.hand = m.table.hand.sorted()
	default:
		return m.tableLetter(k)
	}
	return m, nil
}

// down is how far the key for the next move goes: the first one only shows
// where the cursor is.
func (t table) down() int {
	if t.moves.aimed {
		return 1
	}
	return 0
}

// tableLetter takes up the keys that lead away from the cards.
func (m model) tableLetter(k string) (tea.Model, tea.Cmd) {
	m.note = ""
	switch k {
	case ":", "/":
		m.input = newInput(typeMove, m.table.id, m.table.begun())
	case "t", "c":
		m.input = newInput(typeChat, m.table.id, "")
	case "h", "i":
		if !m.table.t.YourTurn {
			return m.told("no hint: it is not your turn", false), nil
		}
		return m.told("thinking…", false), m.call.hint(m.table.id)
	case "p":
		m.popup = m.table.scores(m.p)
	case "R":
		m.popup = rulesOf(m.p, m.table.t.Game, m.w)
	case "?":
		m.popup = helpFor(m.p, "Keys at the table", tableKeys)
	case "pgup":
		m.table.back += 3
	case "pgdown":
		m.table.back = max(0, m.table.back-3)
	case "tab":
		return m.nextTable()
	case "r", "g":
		return m.goOn()
	case "L", "x":
		m.popup = leaving(m.table.id, leaveWarning)
	case "q":
		return m, tea.Quit
	}
	return m, nil
}

// goOn plays again, agrees to go on, or calls for it.
func (m model) goOn() (tea.Model, tea.Cmd) {
	switch {
	case m.table.t.Phase == control.PhaseOver:
		return m.told("asking the others for a new game…", false), m.call.onward(m.table.id, true)
	case m.table.called():
		return m, m.call.onward(m.table.id, false)
	case m.table.stuck():
		m.popup = goingOn(m.table.id)
	}
	return m, nil
}

// begun is what a line for a move begins with: the move that is aimed at.
func (t table) begun() string {
	if chosen := t.hand.picked(); len(t.fits()) == 0 && len(chosen) > 0 {
		if try := t.moves.attempt(chosen); try != "" {
			return try
		}
		return card.Join(chosen)
	}
	return t.current()
}

// playCurrent plays the move that is aimed at; if none is, it aims.
func (m model) playCurrent() (tea.Model, tea.Cmd) {
	t := m.table
	fits := t.fits()
	move := t.current()
	switch {
	case t.sent != "":
		return m, nil
	case t.called(), t.t.Phase == control.PhaseOver:
		return m.told("", false), nil
	case !t.t.YourTurn:
		return m.told("it is not your turn", false), nil
	case len(fits) == 0:
		move = t.moves.attempt(t.hand.picked())
	case !t.moves.aimed:
		m.table.moves.aimed = true
		return m, nil
	}
	if move == "" {
		return m.told("no legal move uses these cards; esc puts them back", true), nil
	}
	m.table.sent, m.note = move, ""
	return m, m.call.play(t.id, move)
}

// stepBack puts the chosen cards back, or goes to the lobby.
func (m model) stepBack(k string) (tea.Model, tea.Cmd) {
	t := &m.table
	m.note = ""
	switch {
	case len(t.hand.chosen) > 0 || t.moves.aimed:
		t.hand.chosen, t.hint = nil, ""
		t.moves.aimed, t.moves.cursor = false, 0
	case t.back > 0:
		t.back = 0
	case k == "esc":
		m.screen = atLobby
		return m, m.call.lobby()
	}
	return m, nil
}
