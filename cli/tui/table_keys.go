package tui

import (
	tea "charm.land/bubbletea/v2"

	"fives/engine/card"
	"fives/p2p/control"
)

func (m model) tableKey(k string) (tea.Model, tea.Cmd) {
	if len(k) == 1 && k >= "0" && k <= "9" {
		m.table = m.table.toggled((int(k[0]-'0') + 9) % 10)
		return m, nil
	}
	switch k {
	case "left":
		m.table = m.table.across(-1)
	case "right":
		m.table = m.table.across(1)
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

// across moves the cursor in the hand; in a game without hands, it goes to the
// next moves that begin otherwise.
func (t table) across(by int) table {
	if t.handless() {
		t.moves = t.moves.jumped(by)
	} else {
		t.hand = t.hand.stepped(by)
	}
	return t
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
		switch {
		case m.table.sent != "":
			return m.told(onItsWay, false), nil
		case !m.table.t.YourTurn:
			return m.told("no hint: it is not your turn", false), nil
		}
		return m.told("thinking…", false), m.call.hint(m.table.id, m.table.aim())
	case "p":
		m.popup = m.table.scores(m.p, m.w)
	case "T":
		return m.askToTrust()
	case "R":
		m.popup = rulesOf(m.p, m.table.t.Game, m.w)
	case "?":
		m.popup = helpFor(m.p, "Keys at the table", tableKeys)
	case "pgup":
		m.table.back = min(m.table.back+3, len(m.stories[m.table.id].entries))
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
		return m.told("asking the others for a new game…", false), m.call.rematch(m.table.id)
	case m.table.t.Called:
		return m, m.call.goOn(m.table.id)
	case m.table.stuck():
		m.popup = goingOn(m.table)
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
		return m.told(onItsWay, false), nil
	case t.t.Called, t.t.Phase == control.PhaseOver:
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
	return m.sending(move)
}

// sending plays a move at the step that is shown.
func (m model) sending(move string) (tea.Model, tea.Cmd) {
	m.table.sent, m.note = move, ""
	return m, m.call.play(m.table.id, move, m.table.t.Step)
}

const onItsWay = "your last move is on its way"

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
