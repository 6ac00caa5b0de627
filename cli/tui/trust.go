package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"fives/p2p/api"
)

// warnings returns the warnings about the people of a row.
func (r row) warnings() []api.Warning {
	if r.offer != nil {
		return r.offer.Warnings
	}
	return r.mine.Warnings
}

// askToTrust asks whether to accept the first new key, and proposes its fingerprint; the player
// may type another.
func (m model) askToTrust() (tea.Model, tea.Cmd) {
	warnings := m.lobby.warnings()
	if m.screen == atTable {
		warnings = slices.Concat(m.table.t.Warnings, warnings)
	}
	first := slices.IndexFunc(warnings, func(w api.Warning) bool { return w.Fingerprint != "" })
	if first < 0 {
		return m.withNote("nobody here has a new key", false), nil
	}
	m.input = newInput(typeTrust, "", warnings[first].Fingerprint)
	return m, nil
}
