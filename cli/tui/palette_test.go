package tui

import (
	"image/color"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"fives/cli/draw"
	"fives/cli/prefs"
	"fives/cli/screentest"
)

func contrast(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }

// styles returns every style of a palette, by name.
func (p palette) styles() map[string]lipgloss.Style {
	all := map[string]lipgloss.Style{"accent": p.accent, "warn": p.warn, "good": p.good, "bar": p.bar, "alarm": p.alarm, "strong": p.strong, "weak": p.weak, "felt": p.felt}
	for s, style := range p.suits {
		all["suit "+s.Letter()] = style
	}
	return all
}

func own(c color.Color) bool { _, none := c.(lipgloss.NoColor); return none }

// Every colour can be read on a white and on a black terminal, and white can on the title's.
func TestContrast(t *testing.T) {
	for ground, paper := range map[draw.Ground]float64{draw.Light: 1, draw.Dark: 0} {
		hues := 0
		p := newPalette(false, ground, false)
		for what, style := range p.styles() {
			ink, paper := style.GetForeground(), paper
			if back := style.GetBackground(); !own(back) {
				paper = screentest.Luminance(back)
			}
			if own(ink) || what == "felt" { // an edge is no text
				continue
			}
			hues++
			if ratio := contrast(screentest.Luminance(ink), paper); ratio < 4.5 {
				t.Errorf("%s on ground %d has a contrast of %.1f", what, ground, ratio)
			}
		}
		if hues < 8 {
			t.Errorf("there are %d hues on ground %d", hues, ground)
		}
	}
}

// What a terminal writes on counts if it says so, else if its environment does; on a ground that
// nobody knows, and where there are 16 colours, all is in the terminal's own. The cursor and the
// title are in reverse there.
func TestOwnColours(t *testing.T) {
	dark, light := tea.BackgroundColorMsg{Color: lipgloss.Color("#101010")}, tea.BackgroundColorMsg{Color: lipgloss.Color("#eeeeee")}
	full, few := tea.ColorProfileMsg{Profile: colorprofile.TrueColor}, tea.ColorProfileMsg{Profile: colorprofile.ANSI}
	for name, c := range map[string]struct {
		env  draw.Ground
		told []tea.Msg
		want draw.Ground
	}{
		"nobody says":                      {draw.Unknown, []tea.Msg{full}, draw.Unknown},
		"the environment says":             {draw.Light, []tea.Msg{full}, draw.Light},
		"the terminal says":                {draw.Unknown, []tea.Msg{full, dark}, draw.Dark},
		"they differ":                      {draw.Dark, []tea.Msg{full, light}, draw.Light},
		"16 colours":                       {draw.Dark, []tea.Msg{few}, draw.Unknown},
		"16 colours, and the terminal":     {draw.Unknown, []tea.Msg{few, light}, draw.Unknown},
		"the terminal, and 16 colours":     {draw.Unknown, []tea.Msg{light, few}, draw.Unknown},
		"256 colours":                      {draw.Unknown, []tea.Msg{tea.ColorProfileMsg{Profile: colorprofile.ANSI256}, dark}, draw.Dark},
		"two colours of suits, unknown":    {draw.Unknown, []tea.Msg{full, [2]string{"colours", "two"}}, draw.Unknown},
		"two colours of suits, and a dark": {draw.Unknown, []tea.Msg{dark, few, [2]string{"colours", "two"}}, draw.Unknown},
	} {
		m := newModel(Config{Ground: c.env, Prefs: prefs.Default()}, caller{}, &feed{})
		for _, msg := range c.told {
			if chosen, is := msg.([2]string); is {
				m, _ = m.keep(chosen[0], chosen[1])
				continue
			}
			next, _ := m.Update(msg)
			m = next.(model)
		}
		want := newPalette(false, c.want, m.taste.TwoColours).styles()
		for what, style := range m.p.styles() {
			if style.GetForeground() != want[what].GetForeground() || style.GetBackground() != want[what].GetBackground() {
				t.Errorf("%s: %s is %v on %v", name, what, style.GetForeground(), style.GetBackground())
			}
			if c.want == draw.Unknown && !(own(style.GetForeground()) && own(style.GetBackground())) {
				t.Errorf("%s: %s has a colour that is not the terminal's own", name, what)
			}
		}
		if reversed := m.p.bar.GetReverse() && m.p.accent.GetReverse(); reversed != (c.want == draw.Unknown) {
			t.Errorf("%s: title and cursor in reverse: %v", name, reversed)
		}
	}
}
