package tui

import (
	"fmt"
	"unicode/utf8"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
)

// An input is a line that is being typed, and its purpose.
type input struct {
	what  inputKind
	about string // the table that it is about
	seat  string // whose seat the player asks for there, "" for a free one
	line  textinput.Model
}

type inputKind int

const (
	noInput   inputKind = iota
	typeMove            // a move in the game's notation
	typeChat            // something to say
	typeCode            // the code of a private table
	typeSeat            // whose seat the player asks for
	typePeer            // the address of a node
	typeTrust           // the fingerprint of a new key
)

var asks = map[inputKind]string{
	typeMove: "move: ", typeChat: "say: ", typeCode: "code of the table: ", typeSeat: "who has the seat that you would take? ", typePeer: "address to connect to: ",
	typeTrust: "the new key to accept, compared by voice: ",
}

// longestLine is how many characters a line may have; more are refused.
const longestLine = 400

func newInput(what inputKind, about, begun string) input {
	line := textinput.New()
	line.Prompt = asks[what]
	line.CharLimit = longestLine
	line.SetVirtualCursor(true)
	styles := line.Styles()
	styles.Cursor.Blink = false
	line.SetStyles(styles)
	line.SetValue(begun)
	line.CursorEnd()
	line.Focus()
	return input{what: what, about: about, line: line}
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
