package tui

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/draw"
	"fives/cli/invite"
	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/games"
)

// A popup lies over the screen until it is answered.
type popup struct {
	hand   int // the hand whose result it shows, or what it teaches
	lines  []string
	scroll int

	invitation *invite.Shown // the one that it shows, if any
	below      []string      // what is drawn below the box, over the whole width, to be copied

	sheet  *shown.Sheet // what it asks or shows, nil if there is none
	choice []int        // for each line from the first on, the action that a click on it chooses; -1 for none

	// unnoticed is the number of a popup that has just come by itself and takes no key yet,
	// else 0.
	unnoticed int

	actions keymap // beside the keys that scroll it
	rest    string // what any other key does, if there is something to choose
}

// scrolling are the keys that do not close a popup.
var scrolling = viewport.KeyMap{
	Up: key.NewBinding(key.WithKeys("up", "k")), PageUp: key.NewBinding(key.WithKeys("pgup")),
	Down: key.NewBinding(key.WithKeys("down", "j")), PageDown: key.NewBinding(key.WithKeys("pgdown")),
}

// page returns the part of the text that a screen of this size shows.
func (u popup) page(p palette, w, h int) viewport.Model {
	h -= len(u.below)
	v := viewport.New(viewport.WithWidth(max(1, min(w-6, max(u.longest(len(u.lines) > h-6), 30)))), viewport.WithHeight(max(1, min(len(u.lines), h-6))))
	v.KeyMap, v.MouseWheelDelta = scrolling, 1
	lines := slices.Clone(u.lines)
	for i, l := range lines {
		lines[i] = p.cut(l, v.Width())
	}
	v.SetContentLines(lines)
	v.SetYOffset(u.scroll)
	return v
}

// A chosenMsg is an action of a popup that the player has chosen, with the key for it.
type chosenMsg struct {
	action
	key string
}

// A spotMsg is a click on a spot of a popup.
type spotMsg struct {
	what string
	i    int
}

// Update handles a key, the wheel or a [spotMsg] on a screen of this size. It returns an empty
// popup if this one has been answered. The message is the answer: a [chosenMsg], or nil
// if there is none. It is not a command, because it has to take effect in the same turn:
// the next key may mean something else.
func (u popup) Update(msg tea.Msg, p palette, w, h int) (popup, tea.Msg) {
	if _, ok := msg.(tea.MouseWheelMsg); ok {
		return u.scrolled(msg, p, w, h), nil
	}
	if u.unnoticed != 0 {
		return u, nil
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if key.Matches(msg, scrolling.Up, scrolling.Down, scrolling.PageUp, scrolling.PageDown) {
			return u.scrolled(msg, p, w, h), nil
		}
		if i := u.actions.find(msg); i >= 0 {
			return popup{}, chosenMsg{u.actions[i], msg.String()}
		}
		return popup{}, nil
	case spotMsg:
		switch {
		case msg.what == "key", msg.what == "choice" && msg.i < len(u.actions):
			return popup{}, chosenMsg{u.actions[msg.i], u.actions[msg.i].Keys()[0]}
		case msg.what == "close", len(u.actions) == 0:
			return popup{}, nil
		}
	}
	return u, nil
}

// overScreen gives the popup a message and does what the player answers.
func (m model) overScreen(msg tea.Msg) (tea.Model, tea.Cmd) {
	var answer tea.Msg
	m.popup, answer = m.popup.Update(msg, m.p, m.w, m.h)
	if chosen, ok := answer.(chosenMsg); ok {
		return chosen.act(m, chosen.key)
	}
	return m, nil
}

// scrolled scrolls the popup as a key or the wheel says.
func (u popup) scrolled(msg tea.Msg, p palette, w, h int) popup {
	v, _ := u.page(p, w, h).Update(msg)
	u.scroll = v.YOffset()
	return u
}

// foot says what the keys do, each a thing to click; more says whether the text is longer than
// the box. It is empty as long as keys do nothing.
func (u popup) foot(p palette, more bool) block {
	if u.unnoticed != 0 {
		return text("")
	}
	says := func(words string) block { return text(p.weak.Render(p.plainly(words))) }
	switch {
	case u.rest == "" && more:
		return says("↑↓ scrolls · any other key goes on").as("close", 0)
	case u.rest == "":
		return says("any key goes on").as("close", 0)
	}
	var row []block
	if more {
		row = append(row, says("↑↓ · "))
	}
	n := u.named()
	for i, a := range u.actions[:n] {
		row = append(row, text(p.strong.Render(a.Help().Key)+p.weak.Render(" "+a.Help().Desc)).as("key", i), says(" · "))
	}
	if n == 0 && !u.settled() {
		row = append(row, says("its key chooses · "))
	}
	return beside(0, append(row, text(p.weak.Render(u.rest)).as("close", 0))...)
}

// named returns how many of the actions are named below the text, and not in it.
func (u popup) named() int {
	switch {
	case u.settled():
		return len(u.actions)
	case len(u.sheet.Choices) == 0 || u.sheet.Choices[0].Key == "":
		return 0
	}
	return 1
}

// settled reports whether it shows the result of a hand.
func (u popup) settled() bool { return u.sheet != nil && u.sheet.Count != nil }

// draw draws the box, as large as the screen allows.
func (u popup) draw(p palette, w, h int) block {
	v := u.page(p, w, h)
	page := text(strings.Split(v.View(), "\n")...)
	for i := v.YOffset(); i < min(len(u.choice), v.YOffset()+v.Height()); i++ {
		if u.choice[i] >= 0 {
			page.spots = append(page.spots, text(layout.Pad("", v.Width())).as("choice", u.choice[i]).spotsAt(0, i-v.YOffset())...)
		}
	}
	return p.box(u.sheet.Title, v.Width(), above(page, text(""), u.foot(p, v.TotalLineCount() > v.Height())))
}

// box draws a box around a block, w columns wide.
func (p palette) box(title string, w int, inside block) block {
	f := p.frame()
	title = p.cut(" "+title+" ", w)
	lines := []string{f.tl + f.across + p.strong.Render(title) + strings.Repeat(f.across, max(0, w+1-ansi.StringWidth(title))) + f.tr}
	for _, l := range inside.lines {
		lines = append(lines, f.down+" "+layout.Pad(p.cut(l, w), w)+" "+f.down)
	}
	return block{lines: append(lines, f.bl+strings.Repeat(f.across, w+2)+f.br), spots: inside.spotsAt(2, 1)}
}

func (u popup) longest(more bool) int {
	u.unnoticed = 0 // the box keeps its size when its foot comes
	n := max(ansi.StringWidth(u.sheet.Title)+2, u.foot(palette{}, more).width())
	for _, l := range u.lines {
		n = max(n, ansi.StringWidth(l))
	}
	return n
}

// person returns [say.Name], cut to n columns.
func (p palette) person(s string, n int) string {
	shown := say.Name(s)
	if inner, ok := strings.CutPrefix(shown, `"`); ok && ansi.StringWidth(shown) > n {
		return `"` + p.cut(strings.TrimSuffix(inner, `"`), n-2) + `"`
	}
	return p.cut(shown, n)
}

// laid shows everything that lies on the table, for screens that have no room for all of it.
func (m model) laid() popup {
	lines := tableView{m.table, scene{p: m.p.marked(m.table.marks()), w: m.w}}.zones().full(m.w - 6)
	if len(lines) == 0 {
		lines = []string{"nothing lies on the table yet"}
	}
	return m.sheet(shown.Sheet{Title: "On the table"}, lines...)
}

// grid draws a grid in lines of at most w columns, with the points of a hand where there is room.
func (p palette) grid(g *shown.Grid, w int) (lines []string) {
	if g == nil {
		return nil
	}
	column := max(6, min(14, (w-12)/max(1, len(g.Names))))
	line := draw.PadLeft("hand", 4)
	for _, name := range g.Names {
		line += draw.PadLeft(p.person(name, column-2), column)
	}
	lines = append(lines, p.weak.Render(line))
	for _, r := range g.Rows {
		line := draw.PadLeft(fmt.Sprint(r.Number), 4)
		for _, c := range r.Cells {
			cell := fmt.Sprint(c.Total)
			if column == 14 {
				cell = say.Points(c.Points) + draw.PadLeft(cell, 7)
			}
			line += draw.PadLeft(cell, column)
		}
		if r.Void {
			line += p.weak.Render("  void")
		}
		if r.Broken {
			line += p.warn.Render("  a rule was broken")
		}
		lines = append(lines, line)
	}
	return lines
}

// rules shows how to play a game, and its rules, below what holds at a table.
func (m model) rules(game string, here ...string) popup {
	rs, err := games.Find(game)
	if err != nil {
		return m.sheet(shown.Sheet{Title: "Rules"}, err.Error())
	}
	look := draw.Look{Pen: pen{m.p}, Columns: m.w - 8, ASCII: m.p.ascii}
	return m.sheet(shown.Sheet{Title: rs.Title}, append(here, look.Rules(rs)...)...)
}
