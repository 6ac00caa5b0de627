package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/p2p/api"
)

// actions returns the keys at the table. While the game goes on, the row at the bottom shows
// those that play.
func (t table) actions() keymap {
	lead, _ := shown.Apart(t.t)
	over := t.t.Phase == api.PhaseOver
	_, stops := shown.Find(lead, shown.ActContinue)
	keys, play := append(keysOf(lead), t.wishKeys()...), t.playing()
	crowded := slices.ContainsFunc(shown.Answers(t.t), func(d shown.Deed) bool { return d.With.Later }) // then the row has no room to name all
	for i := range play {
		play[i].keeps = true
		if over || stops || crowded && play[i].Help().Key == "s" {
			play[i].SetHelp(play[i].Help().Key, "")
		}
	}
	keys = append(keys, t.wordKeys(over || stops)...)
	if t.lesson() {
		play = append(play, explains())
	}
	return slices.Concat(keys, play, t.aside(), common(t.lesson()))
}

// taken are letters that mean something else at the table.
const taken = "kjhistpgrqxylwmNRLTPH"

// wordKeys gives moves of one word and no card keys of their own: a letter of the word. The key
// aims at the move; pressed again, it plays it.
func (t table) wordKeys(quiet bool) (keys keymap) {
	if !t.t.YourTurn || quiet {
		return nil
	}
	used := taken
	for _, o := range t.moves.all {
		if len(o.Cards) > 0 || strings.Contains(o.Text, " ") {
			continue
		}
		at := strings.IndexFunc(o.Text, func(r rune) bool { return r >= 'a' && r <= 'z' && !strings.ContainsRune(used, r) })
		if at < 0 {
			continue
		}
		letter := o.Text[at : at+1]
		used += letter
		keys = append(keys, on(letter, letter, o.Text, "play "+o.Text+"; the first press only marks it", does(func(m model) (tea.Model, tea.Cmd) { return m.speaks(o.Text) })))
	}
	return keys
}

// speaks aims at a move without cards, or plays it if the player aims at it already.
func (m model) speaks(move string) (tea.Model, tea.Cmd) {
	if m.table.current() == move {
		return m.playCurrent()
	}
	m.table.hand.chosen = nil
	m.table.moves.cursor = max(0, slices.IndexFunc(m.table.fits(), func(o shown.Choice) bool { return o.Text == move }))
	m.table.moves.aimed = true
	return m, nil
}

// playing returns the keys that choose cards and play moves. Who looks on, or is out of the game, has
// none.
func (t table) playing() keymap {
	if t.t.Seat < 0 || shown.Out(t.t, t.t.Seat) {
		return nil
	}
	hand, choose, alike, across := true, "", "", "another card"
	if t.handless() {
		hand, choose, alike, across = false, "choose", "skip alike", "skip the moves that begin alike"
	}
	return keymap{
		on("up k down j", "↑↓", choose, "walk the legal moves, around the ends", sets(func(m *model, k string) { m.table = m.table.walk(by(k)) })),
		on("left right", "←→", alike, across, sets(func(m *model, k string) { m.table = m.table.across(by(k)) })),
		on("space", "space", "choose", "choose a card, or put it back; 1 to 9 and 0 do too", sets(func(m *model, _ string) { m.table = m.table.toggled(m.table.hand.cursor) })).only(hand),
		on("1 2 3 4 5 6 7 8 9 0", "", "", "", sets(func(m *model, k string) { m.table = m.table.toggled((int(k[0]-'0') + 9) % 10) })),
		on("enter", "enter", "play", "play the marked move; the first press only marks one", does(model.playCurrent)),
		on("h", "h", "hint", "a hint: what the good computer player would do", does(model.askForHint)),
		on("s", "s", "sort", "sort the hand another way", does(model.sorting)).only(hand),
		on("< > shift+left shift+right", "<>", "", "move the card under the cursor; so do shift and ←→, or drag it", sets(arranging)).only(hand),
		on(": /", ":", "type", "type a move by hand (also with /)", sets(func(m *model, _ string) { m.input = newMove(m.table.typedMove()) })),
	}
}

// aside returns the keys that lead away from the cards.
func (t table) aside() keymap {
	keys := keymap{showHelp(), on("esc backspace", "esc", "lobby", "put the cards back; once more: to the lobby", model.stepBack)}
	if t.lesson() {
		keys[1].SetHelp("esc", "leave")
		keys[1].long = "put the cards back; once more: leave the lesson"
	}
	_, rest := shown.Apart(t.t)
	if say, ok := shown.Find(shown.Deeds(t.t), shown.ActSay); ok {
		keys = append(keys, keyOf(say))
	}
	return slices.Concat(keys, keymap{
		on("p", "p", "points", "points: the history of the scores", sets(func(m *model, _ string) { m.popup = m.sheet(shown.Scores(m.table.t)) })).only(!t.lesson()),
		on("m", "m", "", "all that lies on the table: melds, piles, tricks", sets(func(m *model, _ string) { m.popup = m.laid() })),
		on("R", "R", "", "what holds at this table, and the rules of the game", sets(func(m *model, _ string) {
			here := wrap(shown.Here(m.table.t, m.p.pick(" · ", "; ")), min(m.w-8, 72))
			m.popup = m.rules(m.table.t.Game, append(styled(m.p.weak.Render, here), "")...)
		})),
		on("pgup pgdown", "pgup pgdn", "", "look back in the log, and forth", sets(func(m *model, k string) {
			if m.w < sideScreen && !t.handless() {
				m.popup = m.storyPopup()
				return
			}
			m.table.back = max(0, min(m.table.back-3*by(k), len(m.stories[t.id].entries)))
		})),
	}, keysOf(rest))
}

// across moves the cursor in the hand. In a game without hands, it goes to the next moves that
// begin differently.
func (t table) across(by int) table {
	if t.handless() {
		t.moves = t.moves.jumped(by)
	} else {
		t.hand = t.hand.stepped(by)
	}
	return t
}

// walk moves the cursor in the list of moves. The first key for the next one only shows where
// the cursor is.
func (t table) walk(by int) table {
	if by > 0 && !t.moves.aimed {
		by = 0
	}
	t.moves = t.moves.stepped(by, len(t.fits()))
	return t
}

func (m model) askForHint() (tea.Model, tea.Cmd) {
	switch {
	case m.table.sent != "":
		return m.withNote(onItsWay, false), nil
	case !m.table.t.YourTurn:
		return m.withNote("no hint: "+say.NotYourTurn(m.table.t.Waiting), false), nil
	}
	return m.withNote("thinking…", false), m.at(m.table.id).hint(m.table.id, m.table.aim())
}

// typedMove returns the text with which a line for a move begins: an unlisted move of the chosen
// cards, or the move that the player aims at.
func (t table) typedMove() string {
	if chosen := t.hand.picked(); len(t.fits()) == 0 && len(chosen) > 0 {
		if try := t.moves.attempt(chosen); try != "" {
			return try
		}
		return card.Join(chosen)
	}
	return t.current()
}

// playCurrent plays the move that the player aims at, or aims at one if there is none.
func (m model) playCurrent() (tea.Model, tea.Cmd) {
	t := m.table
	fits := t.fits()
	move := t.current()
	switch {
	case t.sent != "":
		return m.withNote(onItsWay, false), nil
	case t.t.Call != nil, t.t.Phase == api.PhaseOver:
		return m.withNote("", false), nil
	case !t.t.YourTurn:
		return m.withNote(say.NotYourTurn(m.table.t.Waiting), false), nil
	case len(fits) == 0:
		move = t.moves.attempt(t.hand.picked())
	case !t.moves.aimed:
		m.table.moves.aimed = true
		return m, nil
	}
	if move == "" {
		return m.withNote("no legal move uses these cards; esc puts them back", true), nil
	}
	return m.send(move)
}

// send plays a move at the step on the screen.
func (m model) send(move string) (tea.Model, tea.Cmd) {
	m.table.sent, m.note = move, ""
	return m, m.at(m.table.id).play(m.table.id, move, m.table.t.Step)
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
	case k == "esc" && m.call.d == nil:
		return m, tea.Quit
	case k == "esc":
		m.screen, m.lobby = atLobby, m.lobby.returned()
		return m, m.call.lobby()
	}
	return m, nil
}
