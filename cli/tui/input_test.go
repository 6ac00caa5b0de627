package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"fives/cli/shown"
	"fives/p2p/api"
)

// TestLongWord: a message of one long word can be read whole, in as many lines as it needs.
func TestLongWord(t *testing.T) {
	word := strings.Repeat("fünf", 50)
	lines := entry{News: shown.NewsOf(api.Event{Kind: api.EventChat, Name: "ana", Text: word})}.draw(palette{}, 30)
	for i, l := range lines {
		if n := len([]rune(l)); n > 30 || strings.TrimSpace(l) == "" {
			t.Errorf("line %d has %d columns: %q", i, n, l)
		}
	}
	if got := strings.Join(lines, ""); !strings.HasSuffix(strings.ReplaceAll(got, " ", ""), word) {
		t.Errorf("%q", lines)
	}
}

// TestLongLine: what does not fit into a line is not dropped silently.
func TestLongLine(t *testing.T) {
	paste := func(n int) model {
		m := model{w: 80, h: 24, input: newInput(shown.Deed{Fields: []shown.Field{{Name: "text", Label: "say"}}}, 0)}
		next, _ := m.Update(tea.PasteMsg{Content: strings.Repeat("x", n)})
		return next.(model)
	}
	if m := paste(longestLine - 1); m.note != "" || len(m.input.line.Value()) != longestLine-1 {
		t.Errorf("%q", m.note)
	}
	if m := paste(longestLine + 50); !strings.Contains(m.note, "at most 400 characters") || len(m.input.line.Value()) != longestLine {
		t.Errorf("%q", m.note)
	}
}
