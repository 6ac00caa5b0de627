package tui

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"fives/cli/shown"
)

// An input is a line that is being typed: a move, or a field of a deed.
type input struct {
	what inputKind
	deed shown.Deed
	at   int // the field of the deed
	line textinput.Model
}

type inputKind int

const (
	noInput   inputKind = iota
	typeMove            // a move in the game's notation
	typeField           // what a deed is to be done with
)

// longestLine is how many characters a line may have; more are refused.
const longestLine = 400

// newMove begins a line for a move with some text.
func newMove(begun string) input {
	i := newLine(typeMove, "move: ")
	i.line.SetValue(begun)
	i.line.CursorEnd()
	return i
}

// newInput begins the line for a field of a deed.
func newInput(d shown.Deed, at int) input {
	label := d.Fields[at].Label
	if !strings.HasSuffix(label, "?") {
		label += ":"
	}
	i := newLine(typeField, label+" ")
	i.deed, i.at = d, at
	return i
}

func newLine(what inputKind, prompt string) input {
	line := textinput.New()
	line.Prompt = prompt
	line.CharLimit = longestLine
	line.SetVirtualCursor(true)
	styles := line.Styles()
	styles.Cursor.Blink = false
	line.SetStyles(styles)
	line.Focus()
	return input{what: what, line: line}
}

// sign puts the next reaction into the line, in place of the one before.
func (m model) sign() (tea.Model, tea.Cmd) {
	is := func(r shown.Reaction) bool { return r.Sign == m.input.line.Value() }
	next := shown.Reactions[(slices.IndexFunc(shown.Reactions, is)+1)%len(shown.Reactions)]
	m.input.line.SetValue(next.Sign)
	m.input.line.CursorEnd()
	return m.withNote(next.Name, false), nil
}

// signs reports whether the line is one that may be a reaction: talk of which nothing else is typed.
func (i input) signs() bool {
	is := func(r shown.Reaction) bool { return r.Sign == i.line.Value() }
	return i.deed.Act == shown.ActSay && (i.line.Value() == "" || slices.ContainsFunc(shown.Reactions, is))
}

// onTyped adds to the line what was typed or pasted, and says so when there is no room for more.
func (m model) onTyped(msg tea.Msg) model {
	m.input.line, _ = m.input.line.Update(msg)
	if utf8.RuneCountInString(m.input.line.Value()) >= longestLine {
		return m.withNote(fmt.Sprintf("a line has at most %d characters: what comes behind them is left out", longestLine), true)
	}
	return m
}

// draw draws the line in w columns.
func (i input) draw(w int) string {
	if i.what == noInput {
		return ""
	}
	i.line.SetWidth(max(10, w-len(i.line.Prompt)-3))
	return i.line.View()
}
