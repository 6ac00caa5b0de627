package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fives/cli/draw"
	"fives/cli/invite"
	"fives/cli/shown"
	"fives/p2p/api"
)

// An invitedMsg is an invitation that is on.
type invitedMsg struct {
	shown invite.Shown
	again bool // it was on before, and is on the screen
	err   error
}

// invites has the daemon invite guests, to a table or to the lobby.
func (m model) invites(to invite.Table) (tea.Model, tea.Cmd) {
	return m.withNote("inviting"+m.p.pick("…", "..."), false), m.call.invite(to)
}

// inviteAgain shows the invitation again once its addresses have changed, as they do on another
// network. It does not begin one, because the one on the screen may have been ended meanwhile.
func (m model) inviteAgain() tea.Cmd {
	shown, now := m.popup.invitation, m.lobby.status.Invitation
	if shown == nil || now == nil || slices.Equal(shown.URLs, now.URLs) && slices.Equal(shown.Tunnels, now.Tunnels) {
		return nil
	}
	return m.call.within(patient, func(ctx context.Context) tea.Msg {
		return invitedMsg{shown: invite.Show(ctx, *now, invite.Table{ID: shown.Table, Code: shown.Code}), again: true}
	})
}

func (c caller) invite(to invite.Table) tea.Cmd {
	return c.within(patient, func(ctx context.Context) tea.Msg {
		s, err := invite.Make(ctx, c.d, api.InviteRequest{}, to)
		return invitedMsg{shown: s, err: err}
	})
}

// onInvitation shows the code, unless the player is doing something else by now.
func (m model) onInvitation(msg invitedMsg) (tea.Model, tea.Cmd) {
	switch {
	case msg.err != nil:
		return m.withErrorOf("invite guests", msg.err), nil
	case msg.again && m.popup.invitation == nil:
		return m, nil // the player has closed it
	case m.busy() && !msg.again:
		return m.withNote("guests are invited: "+msg.shown.URL, false), nil
	}
	m.note = ""
	m.popup = m.sheet(shown.Sheet{Title: "Guests are invited", Choices: []shown.Deed{shown.InviteNobody(), shown.FarDeed(m.lobby.status.Outside)}, No: "leave it on"}, m.guestLines(msg.shown)...)
	m.popup.invitation = &msg.shown
	return m, nil
}

// onFar shows the link for friends elsewhere, and its code if there is room.
func (m model) onFar(i api.FarInvitation) model {
	m.note = ""
	s := shown.Sheet{Title: "Friends elsewhere", No: "back"}
	if i.On {
		s.Choices, s.No = shown.FarDeeds(), "leave it as it is"
	}
	var apart []string
	if i.On {
		apart = invite.Apart(i, m.w)
	}
	m.popup = m.sheet(s, invite.FarLines(i, draw.Style{Width: m.w - 8, ASCII: m.p.ascii, Colour: m.colours}, m.h-8-len(apart), true)...)
	m.popup.below = apart
	return m
}

// guestLines returns as much of an invitation as fits into a box on this screen. Files and
// their hashes are left to the command line.
func (m model) guestLines(s invite.Shown) []string {
	return s.Lines(draw.Style{Width: m.w - 8, ASCII: m.p.ascii, Colour: m.colours}, m.h-7)
}
