package tui

import (
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/p2p/api"
)

// onAnswer handles whatever is neither a key nor the mouse: answers and events of the daemon.
func (m model) onAnswer(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case eventsMsg:
		return m.onEvents(msg)
	case statusMsg:
		return m.onLobby(msg)
	case tableMsg:
		return m.onTable(msg)
	case playedMsg:
		return m.onPlayed(msg)
	case doneMsg:
		return m.onDone(msg)
	case deskMsg:
		return m.onDesk(msg)
	case taughtMsg:
		return m.onTaught(msg), nil
	case hintMsg:
		return m.onHint(msg)
	case invitedMsg:
		return m.onInvitation(msg)
	case tea.ColorProfileMsg:
		m.colours = msg.Profile > colorprofile.ASCII
		m.p = paletteFor(m.p.letters, m.p.ground, msg.Profile < colorprofile.ANSI256, m.taste.Prefs)
		return m, nil
	}
	if m.input.what != noInput {
		m = m.onTyped(msg)
	}
	return m, nil
}

// changing are the kinds of events after which the lobby looks different.
var changing = []api.EventKind{api.EventLobby, api.EventPeer, api.EventTwin, api.EventStarted, api.EventOver, api.EventHandover, api.EventOnward}

// onEvents handles events: it adds those of the table on the screen to its story, and sits down
// at a table that begins if the player has a seat there.
func (m model) onEvents(events eventsMsg) (tea.Model, tea.Cmd) {
	cmds := []tea.Cmd{m.feed.next}
	look := false
	m.brought = maps.Clone(m.brought)
	for _, e := range events {
		m = m.goesOnAs(e)
		if e.Table != "" {
			m = m.tell(e)
		}
		if m.popup.sheet != nil && m.popup.sheet.Settles(e) {
			m.popup = popup{}
		}
		if e.View != nil {
			m.brought[e.Table] = tableOf(e)
			look = look || e.View.Phase == api.PhasePlaying && !m.lobby.playing(e.Table)
		}
		if m.screen == atTable && e.Table == m.table.id && e.View != nil {
			next, cmd := m.paceTable(tableOf(e))
			m = next.(model)
			cmds = append(cmds, cmd)
		}
		look = look || slices.Contains(changing, e.Kind)
		if n := shown.NewsOf(e); n.Elsewhere != "" && e.Time.After(m.born) && (m.screen != atTable || e.Table != m.table.id) {
			if e.Kind != api.EventTurn { // the screen says that for as long as it is so
				m = m.withNote(m.p.plainly(n.Elsewhere), n.Tone == shown.Bad)
			}
			if n.Rings {
				cmds = append(cmds, m.bell())
			}
		}
		if e.Kind == api.EventNow {
			var cmd tea.Cmd
			m, cmd = m.onStream()
			cmds = append(cmds, cmd)
		}
		if e.Kind == api.EventStarted && m.expected[e.Table] {
			var cmd tea.Cmd
			m, cmd = m.sitAwaited(e.Table)
			cmds = append(cmds, cmd)
		}
	}
	if look {
		cmds = append(cmds, m.call.lobby())
	}
	return m, tea.Batch(cmds...)
}

// goesOnAs notes that a table that has not begun has another ID: the player waits for it, and its talk
// goes on.
func (m model) goesOnAs(e api.Event) model {
	if e.Kind != api.EventLobby || e.Was == "" {
		return m
	}
	if m.expected[e.Was] {
		m.expected = m.expected.without(e.Was).with(e.Table)
	}
	if s, ok := m.stories[e.Was]; ok {
		m.stories = maps.Clone(m.stories)
		m.stories[e.Table] = s
	}
	return m
}

// tableOf returns the table that comes with an event.
func tableOf(e api.Event) tableMsg {
	msg := tableMsg{id: e.Table, table: *e.View}
	if e.Moves != nil {
		msg.moves = *e.Moves
	}
	return msg
}

// onStream handles that the stream has brought the tables as they were when it began. After a
// break the table on the screen may be missing, because it may have ended meanwhile; then
// streaming asks for it.
func (m model) onStream() (model, tea.Cmd) {
	var cmd tea.Cmd
	if m.streamed && m.screen == atTable && !m.table.lesson() {
		m.table, cmd = m.ask()
	}
	m.streamed = true
	return m, cmd
}

// onTable handles the answer to a question about a table. Such a question is asked where
// the stream has brought no table yet, or after it was broken. Whatever else the answer holds,
// the stream brings too; it may even have brought something newer, and then the answer is
// dropped.
func (m model) onTable(msg tableMsg) (tea.Model, tea.Cmd) {
	if msg.id != m.table.id {
		return m, nil
	}
	m.table.asked = false
	if m.table.loaded && !m.table.lesson() && msg.table.Step <= m.table.t.Step {
		return m, nil
	}
	return m.paceTable(msg)
}

// sitAwaited sits down at a table that the player has waited for, unless the player sits at another
// one that is still being played and does not lead to it.
func (m model) sitAwaited(id string) (model, tea.Cmd) {
	if m.busy() {
		if m.waits == id {
			return m, nil
		}
		m.waits = id
		return m.withNote(m.lobby.called(id)+" has begun; it comes when you are done here", false), m.bell()
	}
	if m.screen == atTable && m.table.id != id && m.table.t.Phase == api.PhasePlaying && !m.lobby.goesOnFrom(id, m.table.id) {
		m.expected = m.expected.without(id)
		return m.withNote(m.lobby.called(id)+" has begun; tab goes there", false), m.bell()
	}
	m, cmd := m.sit(id)
	return m, tea.Batch(cmd, m.bell())
}

// onLobby handles the state of the lobby.
func (m model) onLobby(msg statusMsg) (tea.Model, tea.Cmd) {
	switch {
	case lost(msg.err): // the lobby is asked for again
		m.broken = outage(msg.err)
		return m, nil
	case msg.err != nil:
		return m.withError(msg.err), nil
	}
	m.broken = ""
	before, on := m.lobby.tables, m.lobby.on
	m.lobby.seen = m.now
	m.lobby = m.lobby.take(msg)
	m.lobby.company = m.lobby.company.With(msg.peers, m.now)
	m = m.asksScreen()
	if on != "" && m.lobby.on != on {
		m.notice, m.lobby.unnoticed = m.notice.next()
	}
	cmd := m.inviteAgain()
	for _, o := range msg.tables.Open {
		if o.Joined && !o.Running || o.Handover != nil {
			m.expected = m.expected.with(o.ID)
		}
	}
	for _, s := range msg.tables.Mine { // somebody who asked for a seat gets it at the table that goes on
		if m.expected[s.Parent] && s.Phase == api.PhasePlaying {
			m.expected = m.expected.without(s.Parent).with(s.ID)
		}
	}
	if id := m.followingTable(before); id != "" {
		m.expected = m.expected.with(id)
	}
	first := !m.settled
	m.settled = true
	running := m.lobby.running()
	for _, id := range running {
		if m.expected[id] {
			m, sit := m.sitAwaited(id)
			return m, tea.Batch(cmd, sit)
		}
	}
	if first && len(running) == 1 && m.screen == atLobby && !m.busy() {
		m, sit := m.sit(running[0])
		return m, tea.Batch(cmd, sit)
	}
	return m, cmd
}

// showTable shows a table.
func (m model) showTable(msg tableMsg) (tea.Model, tea.Cmd) {
	if msg.id != m.table.id {
		return m, nil
	}
	if msg.err != nil {
		if !m.table.loaded && !lost(msg.err) {
			m.screen = atLobby
		}
		return m.withError(msg.err), nil
	}
	var cmds []tea.Cmd
	var n news
	if order := m.taste.Sort[msg.table.Game]; !m.table.loaded && m.table.hand.order != ownOrder {
		m.table.hand.order = order
	}
	before, waited := m.table.hand.cards, say.NotYourTurn(m.table.t.Waiting)
	m.table, n = m.table.take(msg)
	if strings.HasSuffix(m.note, waited) && say.NotYourTurn(m.table.t.Waiting) != waited {
		m.note = "" // it no longer waits for that
	}
	if !slices.Equal(before, m.table.hand.cards) {
		m.drag = drag{}
	}
	m = m.tells(msg.told...)
	m.stories[msg.id] = m.stories[msg.id].withMoves(msg.table).withTrick(msg.table)
	if s := m.popup.sheet; s != nil && len(s.Choices) > 0 && s.Table == msg.id && !m.offers(s.Choices[0]) {
		m.popup = popup{} // who was missing is back
	}
	if s := m.popup.sheet; s != nil && len(s.Handovers) > 0 {
		scroll := m.popup.scroll
		m.popup = m.sheet(shown.Wishes(msg.table, s.Handovers))
		m.popup.scroll = scroll
	}
	if n.turn {
		m.note = ""
		cmds = append(cmds, m.bell())
	}
	return m.results().teach(), tea.Batch(cmds...)
}

// ring sounds the bell.
func ring() tea.Msg { return tea.Raw("\a")() }

// onPlayed handles that a move was made, or why it was not. The stream brings the table after the
// move, except in a lesson, which has to ask.
func (m model) onPlayed(msg playedMsg) (tea.Model, tea.Cmd) {
	if msg.id != m.table.id {
		return m, nil
	}
	if msg.err != nil {
		m = m.withError(msg.err)
	}
	if msg.step != m.table.t.Step {
		return m, nil // the table after the move is on the screen already
	}
	if msg.err == nil {
		m.table.made, m.table.hand.chosen, m.note = msg.step, nil, ""
		m.table.moves = moveList{}
	} else {
		m.table.sent = ""
	}
	if !m.table.lesson() {
		return m, nil
	}
	var cmd tea.Cmd
	m.table, cmd = m.ask()
	return m, cmd
}

func (m model) onHint(msg hintMsg) (tea.Model, tea.Cmd) {
	t := m.table
	switch {
	case msg.id != t.id || msg.from.step != t.t.Step || t.sent != "" || !t.t.YourTurn: // too late
	case msg.err != nil:
		return m.withNote("no hint: "+reason(msg.err), true), nil
	case msg.from != t.aim(): // the player aims at another move by now, and enter must play that one
		return m.withNote("the hint: "+m.p.move(msg.Move), false), nil
	default:
		m.table = t.aimAtHint(msg.Move)
		return m.withNote(m.p.says(card.Spelled(msg.Why)), false), nil
	}
	return m, nil
}
