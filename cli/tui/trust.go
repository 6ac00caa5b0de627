package tui

import (
	"regexp"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// fingerprints finds those that a warning names.
var fingerprints = regexp.MustCompile(`[0-9a-f]{4}(-[0-9a-f]{4}){4}`)

// warnings are all doubts about people that the player can see.
func (m model) warnings() []string {
	var all []string
	if m.screen == atTable {
		all = append(all, m.table.t.Warnings...)
	}
	for _, p := range m.lobby.peers {
		all = append(all, p.Warning)
	}
	for _, r := range m.lobby.rows() {
		all = append(all, r.warnings()...)
	}
	return all
}

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
	first := fingerprints.FindString(strings.Join(m.warnings(), " "))
	if first == "" {
		return m.told("nobody here has a new key", false), nil
	}
	m.input = newInput(typeTrust, "", first)
	return m, nil
}
