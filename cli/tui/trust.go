package tui

import (
	"regexp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// fingerprints finds those that a warning names.
var fingerprints = regexp.MustCompile(`[0-9a-f]{4}(-[0-9a-f]{4}){4}`)

// warnings are the doubts about the people of a row.
func (r row) warnings() []string {
	if r.offer != nil {
		return r.offer.Warnings
	}
	return r.mine.Warnings
}

// askToTrust asks whether the first new key is accepted, by its fingerprint:
// the player may type another.
func (m model) askToTrust() (tea.Model, tea.Cmd) {
	warnings := m.lobby.warnings()
	if m.screen == atTable {
		warnings = slices.Concat(m.table.t.Warnings, warnings)
	}
	first := fingerprints.FindString(strings.Join(warnings, " "))
	if first == "" {
		return m.told("nobody here has a new key", false), nil
	}
	m.input = newInput(typeTrust, "", first)
	return m, nil
}
