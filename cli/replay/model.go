package replay

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fives/cli/draw"
	"fives/engine/story"
)

// A model is where the reader stands, and how the terminal looks. It is a
// value: Update returns the next one.
type model struct {
	list  []place
	at    int
	eyes  int
	style draw.Style
	h     int
	top   int // first line that is shown, where a page has more than fit
}

func newModel(list []place, c Config) model {
	m := model{list: list, eyes: c.Eyes, style: c.Style, h: 24}
	m.style.Width = max(m.style.Width, narrowest)
	return m
}

const narrowest = 40

// Init has nothing to wait for.
func (m model) Init() tea.Cmd { return nil }

// Update takes up a key or a new size.
func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.style.Width, m.h = max(msg.Width, narrowest), max(msg.Height, 8)
	case tea.KeyPressMsg:
		return m.key(msg.String())
	case tea.MouseWheelMsg:
		if msg.Button == tea.MouseWheelUp {
			return m.scrolled(-3), nil
		}
		return m.scrolled(3), nil
	}
	return m, nil
}

func (m model) key(key string) (tea.Model, tea.Cmd) {
	switch key {
	case "q", "esc", "ctrl+c":
		return m, tea.Quit
	case "ctrl+z":
		return m, tea.Suspend
	case "right", "space", "l", "enter":
		return m.moved(seek(m.list, m.at, 1, anything)), nil
	case "left", "backspace":
		return m.moved(seek(m.list, m.at, -1, anything)), nil
	case "n":
		return m.moved(seek(m.list, m.at, 1, isMove)), nil
	case "p":
		return m.moved(seek(m.list, m.at, -1, isMove)), nil
	case "h":
		return m.moved(seek(m.list, m.at, 1, isHand)), nil
	case "H":
		return m.moved(seek(m.list, m.at, -1, isHand)), nil
	case "home", "g":
		return m.moved(0), nil
	case "end", "G":
		return m.moved(len(m.list) - 1), nil
	case "s":
		return m.looking(m.next()), nil
	case "a":
		return m.looking(story.Everybody), nil
	case "up", "k", "pgup":
		return m.scrolled(-stride(key)), nil
	case "down", "j", "pgdown":
		return m.scrolled(stride(key)), nil
	}
	return m, nil
}

// stride is how many lines a key scrolls.
func stride(key string) int {
	if strings.HasPrefix(key, "pg") {
		return 10
	}
	return 1
}

func (m model) moved(at int) model {
	m.at, m.top = at, 0
	if m.eyes >= len(m.here().story.Report.Seats) { // a continuation has fewer seats
		m.eyes = story.Everybody
	}
	return m
}

func (m model) looking(eyes int) model {
	m.eyes = eyes
	return m
}

// next goes through the seats, the onlooker and everybody.
func (m model) next() int {
	switch n := len(m.here().story.Report.Seats); m.eyes {
	case story.Everybody:
		return 0
	case n - 1:
		return story.Onlooker
	case story.Onlooker:
		return story.Everybody
	}
	return m.eyes + 1
}

func (m model) here() place { return m.list[m.at] }

func (m model) scrolled(by int) model {
	m.top = max(0, min(m.top+by, len(m.page())-m.room()))
	return m
}

// room is how many lines there are between the head and the keys.
func (m model) room() int { return max(1, m.h-len(m.head())-2) }

// View draws the screen.
func (m model) View() tea.View {
	v := tea.NewView(m.text())
	v.AltScreen = true
	v.WindowTitle = m.here().story.Title() + " - fives replay"
	return v
}

func (m model) text() string {
	lines, room := m.page(), m.room()
	top := min(m.top, max(0, len(lines)-room))
	shown := lines[top:min(len(lines), top+room)]
	for len(shown) < room {
		shown = append(shown[:len(shown):len(shown)], "")
	}
	all := append(m.head(), shown...)
	return strings.Join(append(all, "", m.keys()), "\n")
}

// head says where the reader stands, and what has just happened.
func (m model) head() []string {
	p := m.here()
	sep := " · "
	if m.style.ASCII {
		sep = " - "
	}
	parts := []string{fmt.Sprintf("%d of %d", m.at+1, len(m.list)), fmt.Sprintf("record %d", p.what().Record), whose(p.story, m.eyes)}
	lines := []string{m.style.Weak(draw.Fit(strings.Join(parts, sep), m.style.Width))}
	for _, l := range draw.Wrap(say(m.style, p.story.Words(p.of(), p.moment, m.eyes)), m.style.Width) {
		lines = append(lines, m.style.Strong(l))
	}
	return append(lines, "")
}

func (m model) page() []string {
	return strings.Split(strings.TrimSuffix(draw.Table(frame(m.here(), m.eyes), m.style, ""), "\n"), "\n")
}

func (m model) keys() string {
	step, sep := "←→ step", " · "
	if m.style.ASCII {
		step, sep = "left/right step", " - "
	}
	keys := []string{step, "n/p move", "h/H hand", "s seat", "a all", "home/end", "q quit"}
	return m.style.Weak(draw.Fit(strings.Join(keys, sep), m.style.Width))
}
