package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"fives/cli/say"
	"fives/p2p/api"
)

func (l lobby) actions() keymap {
	own := l.openTable() != ""
	r, ok := l.current()
	seats := ok && r.hasSeats()
	sit := "sit down"
	if own {
		sit = "" // one sits there
	}
	return slices.Concat(keymap{
		on("b", "b", "begin", "begin your open table with those who are there", sets(func(m *model, _ string) { m.popup = m.lobby.beginning(false) })).only(own),
		on("c", "c", "computers", "give the free seats of your open table to computer players, and begin", sets(func(m *model, _ string) { m.popup = m.lobby.beginning(true) })).only(own),
		on("enter space", "enter", sit, "sit down at the table under the cursor, or join it", does(model.chooseRow)),
		on("s", "s", "take a seat", "ask for a seat of the table under the cursor, which is played already", does(func(m model) (tea.Model, tea.Cmd) {
			r, _ := m.lobby.current()
			return m.askWhichSeat(r)
		})).only(seats),
		on("n", "n", "new table", "open a new table", sets(func(m *model, _ string) { m.screen, m.form = atForm, newForm(m.lobby.here(), m.taste.Cover) })),
		on("l", "l", "learn", "learn a game: a first hand with a word on each move", sets(func(m *model, _ string) { m.popup = lessons(m.p, m.lesson.desk) })),
		on("up k down j", "↑↓", "choose", "choose a table (also j, k and the mouse)", sets(func(m *model, k string) { m.lobby = m.lobby.moved(by(k)) })),
		on("x L", "x", "leave", "close an open table, leave one, or forget one that is over", sets(func(m *model, _ string) {
			if r, ok := m.lobby.current(); ok {
				m.popup = r.askToLeave()
			}
		})),
		showHelp(),
		on("R", "R", "", "the rules of the game under the cursor", sets(func(m *model, _ string) {
			if r, ok := m.lobby.current(); ok {
				m.popup = rulesOf(m.p, r.game(), m.w)
			}
		})),
		on("i", "i", "", "invite others, by a code to scan: a page to play on, and the program", does(func(m model) (tea.Model, tea.Cmd) { return m.invites(m.lobby.inviteTo()) })),
		on("a", "a", "", "connect to an address, where multicast does not work", sets(func(m *model, _ string) { m.input = newInput(typePeer, "", "") })),
	}, common())
}

// game returns the name of a row's game.
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
	case !ok && len(m.lobby.rows()) > 0:
		return m.withNote("choose a table first: "+m.p.plainly("↑↓"), false), nil
	case !ok:
		return m.withNote("no table is open; n opens one", false), nil
	case r.mine != nil:
		return m.sit(r.id)
	case r.offer.Handover != nil:
		return m.withNote("the seat is yours when all have agreed and the hand is over; x takes your wish back", false), nil
	case r.offer.Full && r.hasSeats():
		return m.askWhichSeat(r)
	case r.offer.Full:
		return m.withNote("the table is full; n opens another one", false), nil
	case r.offer.Running:
		return m.withNote("looking on…", false), m.call.watch(r.id)
	case r.offer.Joined || r.offer.Mine:
		return m.withNote("the table begins when all seats are taken; x gives the seat up", false), nil
	case r.offer.Private:
		m.input = newInput(typeCode, r.id, "")
		return m, nil
	}
	return m.withNote("joining…", false), m.call.join(api.JoinRequest{Table: r.id})
}

// beginning asks before the open table under the cursor begins with those who are there; if fill,
// computer players take the free seats.
func (l lobby) beginning(fill bool) popup {
	id, what := l.openTable(), "Begin with those who are there? Whoever comes later finds it full."
	if fill {
		what = "Give the free seats to computer players, and begin?"
	}
	return sure(id, "Begin", "begins", "waits", does(func(m model) (tea.Model, tea.Cmd) {
		return m, m.call.begin(api.BeginRequest{About: api.About{Table: id}, Fill: fill})
	}), what)
}

// askToLeave asks before the player gives up the table or seat of a row. It returns no popup if
// there is nothing to give up.
func (r row) askToLeave() popup {
	switch {
	case r.offer != nil && r.offer.Handover != nil:
		return leaving(r.id, "Take back that you would like a seat?")
	case r.offer != nil && r.offer.Mine:
		return closing(*r.offer)
	case r.offer != nil && r.offer.Joined:
		return leaving(r.id, "Give your seat up?")
	case r.mine != nil && (r.mine.Phase == api.PhaseOver || r.hasLeft()):
		return forgetting(r.id)
	case r.mine != nil && r.mine.Phase == api.PhaseSeated && r.mine.Parent != "":
		return leaving(r.id, "Say no to it? That is for good.")
	case r.mine != nil:
		return leaving(r.id, leaveWarning)
	}
	return popup{}
}

// closing asks before the player's open table is withdrawn; whoever else sits there can be sent away
// instead.
func closing(o api.Offer) popup {
	u := leaving(o.ID, "Close this open table?")
	u.choice = []int{-1}
	for i, of := range o.Fingerprints {
		if of == "" || len(u.actions) >= len(choiceKeys) {
			continue
		}
		key, name := choiceKeys[len(u.actions)-1:len(u.actions)], o.Taken[i]
		u.choice = append(u.choice, len(u.actions))
		u.lines = append(u.lines, key+"  send "+say.Name(name)+" away from it, for good")
		u.actions = append(u.actions, on(key, "", "", "", does(func(m model) (tea.Model, tea.Cmd) {
			return m, m.call.sendAway(api.SendAwayRequest{About: api.About{Table: o.ID}, Who: of}, name)
		})))
	}
	return u
}

// hasLeft reports whether the player has left this table of theirs.
func (r row) hasLeft() bool {
	return slices.ContainsFunc(r.mine.Seats, func(p api.Seat) bool { return p.You && p.Left })
}

const leaveWarning = "Leave for good? The running hand is void, and all will know who left."
