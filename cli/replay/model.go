package replay

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/shown"
	"fives/cli/tui"
	"fives/engine/story"
)

// A model is where the reader stands, and how the terminal looks. It is a
// value: Update returns the next one.
type model struct {
	list  []shown.Place
	at    int
	eyes  shown.Eyes
	style draw.Style
	h     int
	light bool // the terminal's background
	top   int  // first line that is shown, where a page has more than fit

	helping bool // the page is the list of keys
}

func newModel(list []shown.Place, c Config) model {
	m := model{list: list, eyes: c.Eyes, style: c.Style, h: 24}
	m.style.Width = max(m.style.Width, narrowest)
	return m
}

const narrowest = 40

// Init asks how the terminal looks.
func (m model) Init() tea.Cmd { return tea.RequestBackgroundColor }

// Update takes up a key or a new size.
func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.style.Width, m.h = max(msg.Width, narrowest), max(msg.Height, 8)
	case tea.BackgroundColorMsg:
		m.light = !msg.IsDark()
	case tea.KeyPressMsg:
		return m.key(msg)
	case tea.MouseWheelMsg:
		return m.scrolled(msg), nil
	}
	return m, nil
}

// sought goes on to the next place of a kind, or back to the last one with some keys.
func (m model) sought(key string, is func(shown.Place) bool, back ...string) model {
	by := 1
	if slices.Contains(back, key) {
		by = -1
	}
	return m.moved(shown.Seek(m.list, m.at, by, is))
}

func (m model) moved(at int) model {
	m.at, m.top = at, 0
	return m
}

// looking looks on with the eyes of a seat of this table, [story.Everybody] or
// [story.Onlooker].
func (m model) looking(eyes int) model {
	m.eyes = shown.EyesAt(m.here().Story, eyes)
	return m
}

// sees is the seat with whose eyes this table is seen, as looking takes it.
func (m model) sees() int { return m.eyes.At(m.here().Story) }

// next goes through the seats, the onlooker and everybody.
func (m model) next() int {
	switch n := len(m.here().Story.Report.Seats); m.sees() {
	case story.Everybody:
		return 0
	case n - 1:
		return story.Onlooker
	case story.Onlooker:
		return story.Everybody
	}
	return m.sees() + 1
}

func (m model) here() shown.Place { return m.list[m.at] }

// scrolled scrolls the page as a key or the wheel says.
func (m model) scrolled(msg tea.Msg) model {
	v, _ := m.page().Update(msg)
	m.top = v.YOffset()
	return m
}

// room is how many lines there are between the head and the keys.
func (m model) room() int { return max(1, m.h-len(m.head())-2) }

// View draws the screen.
func (m model) View() tea.View {
	v := tea.NewView(m.text())
	v.AltScreen = true
	v.WindowTitle = m.here().Story.Title() + " - fives replay"
	return v
}

func (m model) text() string {
	return strings.Join(append(m.head(), m.page().View(), "", m.keys()), "\n")
}

// head says where the reader stands, and what has just happened.
func (m model) head() []string {
	p := m.here()
	parts := []string{fmt.Sprintf("%d of %d", m.at+1, len(m.list)), fmt.Sprintf("record %d", p.What().Record), shown.Whose(p.Story, m.sees())}
	lines := []string{m.style.Weak(layout.Fit(strings.Join(parts, m.style.Pick(" · ", " - ")), m.style.Width))}
	for _, l := range layout.Wrap(draw.Says(marked(m.style, p.Of(), p.Moment), p.Story.Event(p.Of(), p.Moment, m.sees()).Sentence()), m.style.Width) {
		lines = append(lines, m.style.Strong(l))
	}
	return append(lines, "")
}

// page is the table as the full-screen table draws it. The result of a hand, and a
// table for which there is too little room, are told in lines, to be scrolled.
func (m model) page() viewport.Model {
	v := viewport.New(viewport.WithWidth(m.style.Width), viewport.WithHeight(m.room()))
	v.KeyMap = scrolling
	content := m.manual
	if !m.helping {
		content = func() string {
			t := shown.Frame(m.here(), m.sees())
			if m.here().What().Kind == story.Settled || !tui.Fits(m.style.Width, m.room()) {
				return draw.Table(t, m.style, "")
			}
			return tui.Picture(t, tui.Look{ASCII: m.style.ASCII, Braille: m.style.Braille, Light: m.light, TwoColours: m.style.TwoColours}, m.style.Width, m.room())
		}
	}
	v.SetContent(strings.TrimSuffix(content(), "\n"))
	v.SetYOffset(m.top)
	return v
}
