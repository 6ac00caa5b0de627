package tui

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/draw"
	"fives/cli/shown"
	"fives/engine/teach"
)

// A replay is a game that was verified, to be stepped through, and where the reader
// stands in it.
type replay struct {
	list []shown.Place
	at   int
	eyes shown.Eyes
	top  int // first line that is shown, where the table has more than fit
}

// actions are the keys of a replay.
func (r replay) actions() keymap {
	why, ends := "", "ends" // the row has room for one of them
	teaches := teach.Teaches(r.here().Of())
	if teaches && r.here().Settled() {
		why, ends = "why", ""
	}
	return keymap{
		on("right left backspace space l enter", "←→", "step", "a step forwards or back (also space, enter, l and backspace)", seeks(shown.Anything)),
		on("n p", "n/p", "move", "the next move, or the one before", seeks(shown.IsMove)),
		on("h H", "h/H", "hand", "the next hand, or the one before", seeks(shown.IsHand)),
		on("s", "s", "seat", "see it as the next seat, then as an onlooker, then all cards", sets(func(m *model, _ string) { m.replay.eyes = r.eyes.Next(r.here().Story) })),
		on("a", "a", "all", "see all cards that the log shows", sets(func(m *model, _ string) { m.replay.eyes = shown.Everybody })),
		on("w", "w", why, "what should have been played in this hand, once it is counted", does(model.lookBack)).only(teaches),
		on("home g", "home/end", ends, "the beginning, or the end (also g and G)", sets(func(m *model, _ string) { m.replay = r.moved(0) })),
		on("end G", "", "", "", sets(func(m *model, _ string) { m.replay = r.moved(len(r.list) - 1) })),
		showHelp(),
		showPreferences(),
		on("up k down j pgup pgdown", "↑↓", "", "scroll (also j, k, page up and down, the wheel)", sets(func(m *model, k string) {
			lines := by(k)
			if strings.HasPrefix(k, "pg") {
				lines *= r.room(m.scene())
			}
			m.replay = r.scrolled(m.scene(), lines)
		})),
		on("q esc", "q", "quit", "quit (also esc)", sends(tea.Quit)),
	}
}

// seeks goes to the next place of a kind, or to the one before.
func seeks(is func(shown.Place) bool) func(model, string) (tea.Model, tea.Cmd) {
	return sets(func(m *model, k string) {
		way := 1
		switch k {
		case "left", "backspace", "p", "H":
			way = -1
		}
		m.replay = m.replay.moved(shown.Seek(m.replay.list, m.replay.at, way, is))
	})
}

func (r replay) here() shown.Place { return r.list[r.at] }

func (r replay) moved(at int) replay {
	r.at, r.top = at, 0
	return r
}

// scrolled scrolls a table that does not fit on the screen.
func (r replay) scrolled(s scene, lines int) replay {
	v := r.page(s)
	v.SetYOffset(v.YOffset() + lines)
	r.top = v.YOffset()
	return r
}

// draw lays out the screen.
func (r replay) draw(s scene) block {
	page := text(strings.Split(r.page(s).View(), "\n")...)
	return above(r.head(s), page, text(""), s.keysLine).fit(s.w, s.h)
}

// head says where the reader stands, and what has just happened.
func (r replay) head(s scene) block {
	p, sees := r.here(), r.eyes.At(r.here().Story)
	where := fmt.Sprintf("%d of %d · record %d · %s", r.at+1, len(r.list), p.What().Record, shown.Whose(p.Story, sees))
	says := strings.Split(ansi.Wordwrap(s.p.marked(p.Marks()).says(p.Says(sees)), s.w, ""), "\n")
	return above(text(s.p.weak.Render(s.p.cut(s.p.plainly(where), s.w))), text(styled(s.p.strong.Render, says)...), text(""))
}

// lookBack has the hand looked back at, which takes a second or two.
func (m model) lookBack() (tea.Model, tea.Cmd) {
	p := m.replay.here()
	return m.looksBack("", p.Of().Number), func() tea.Msg {
		l, err := shown.Teach(m.call.ctx, p.Story, p.Of(), "")
		return taughtMsg{"", p.Of().Number, l, err}
	}
}

// room is how many lines there are between the head and the keys.
func (r replay) room(s scene) int { return max(1, s.h-r.head(s).height()-2) }

// page is the table as its players saw it. A hand that is settled, and a table for which there is
// too little room, are told in lines, to be scrolled.
func (r replay) page(s scene) viewport.Model {
	t, h := shown.Frame(r.here(), r.eyes.At(r.here().Story)), r.room(s)
	v := viewport.New(viewport.WithWidth(s.w), viewport.WithHeight(h))
	if r.here().Settled() || h < leastHeight {
		style := draw.Style{Width: s.w, ASCII: s.p.ascii, Braille: s.p.braille, Colour: true, Ground: s.p.hues(), TwoColours: s.p.two}
		v.SetContent(strings.TrimSuffix(draw.Table(t, style, ""), "\n"))
	} else {
		v.SetContent(s.picture(t, h).String())
	}
	v.SetYOffset(r.top)
	return v
}
