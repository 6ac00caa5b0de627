package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fives/cli/draw"
	"fives/cli/invite"
	"fives/p2p/api"
)

// invitedMsg is an invitation that is on.
type invitedMsg struct {
	shown invite.Shown
	again bool // it was on, and shown
	err   error
}

// invites has the daemon invite guests, to a table or to the lobby.
func (m model) invites(to invite.Table) (tea.Model, tea.Cmd) {
	return m.withNote("inviting"+m.p.pick("…", "..."), false), m.call.invite(to)
}

// inviteAgain shows the invitation again once its addresses are others, as they are when the
// network is another one. It begins none: this one may have been ended meanwhile.
func (m model) inviteAgain() tea.Cmd {
	shown, now := m.popup.invitation, m.lobby.status.Invitation
	if shown == nil || now == nil || slices.Equal(shown.URLs, now.URLs) && slices.Equal(shown.Tunnels, now.Tunnels) {
		return nil
	}
	return m.call.within(patient, func(ctx context.Context) tea.Msg {
		return invitedMsg{shown: invite.Show(ctx, *now, invite.Table{ID: shown.Table, Code: shown.Code}), again: true}
	})
}

// inviting is the table to which one invites in the lobby: one's own under the cursor.
func (l lobby) inviting() invite.Table {
	if r, ok := l.current(); ok && l.opened() != "" {
		return invite.Table{ID: r.id, Code: r.offer.Code}
	}
	return invite.Table{}
}

func (c caller) invite(to invite.Table) tea.Cmd {
	return c.within(patient, func(ctx context.Context) tea.Msg {
		s, err := invite.Make(ctx, c.d, api.InviteRequest{}, to)
		return invitedMsg{shown: s, err: err}
	})
}

// invited shows the code, unless the player is at something else by now.
func (m model) invited(msg invitedMsg) (tea.Model, tea.Cmd) {
	switch {
	case msg.err != nil:
		return m.failed(msg.err), nil
	case msg.again && m.popup.invitation == nil:
		return m, nil // nobody looks at it any more
	case m.busy() && !msg.again:
		return m.withNote("guests are invited: "+msg.shown.URL, false), nil
	}
	m.note = ""
	off := on("o O", "o", "ends it", "", does(func(m model) (tea.Model, tea.Cmd) { return m, m.call.inviteNobody() }))
	m.popup = popup{kind: showText, title: "Guests are invited", invitation: &msg.shown, lines: m.guestLines(msg.shown), actions: keymap{off}, rest: "any other key leaves it on"}
	return m, nil
}

func (c caller) inviteNobody() tea.Cmd {
	return c.within(quick, func(ctx context.Context) tea.Msg {
		_, err := c.d.Invite(ctx, api.InviteRequest{Off: true})
		return doneMsg{"nobody is invited any more", err}
	})
}

// guestLines are as much of an invitation as a box on this screen takes; files and their
// hashes are for the command line.
func (m model) guestLines(s invite.Shown) []string {
	return s.Lines(draw.Style{Width: m.w - 8, ASCII: m.p.ascii, Colour: m.colours}, m.h-6)
}
