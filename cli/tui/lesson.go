package tui

import (
	"fmt"
	"maps"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fives/cli/draw"
	"fives/cli/learn"
	"fives/cli/shown"
)

// A pupil is a daemon with one table, that of the lesson. It passes all other calls on to the
// real daemon, if there is one.
type pupil struct {
	learn.Node
	others
}

type others struct{ Daemon }

// at returns whom to ask about a table: the lesson's desk if it is the lesson's table, else the
// daemon.
func (m model) at(table string) caller {
	c := m.call
	if table == learn.Table {
		c.d = pupil{learn.Node{Desk: m.lesson.desk}, others{c.d}}
	}
	return c
}

// lesson reports whether this is the table of the lesson.
func (t table) lesson() bool { return t.id == learn.Table }

// A lesson is one that the player takes. Its pages are popups over its table.
type lesson struct {
	desk   *learn.Desk // nil if no lesson is taken
	taught uint64      // the last step that it has spoken about
}

// lookOf returns how texts of a lesson are set on a screen of width w.
func lookOf(p palette, w int) draw.Look {
	return draw.Look{Pen: pen{p}, Columns: min(w-8, 72), ASCII: p.ascii}
}

// attend goes to the desk of a lesson.
func (m model) attend(desk *learn.Desk, err error) (tea.Model, tea.Cmd) {
	if err != nil {
		return m.withError(err), nil
	}
	m.lesson = lesson{desk: desk}
	m.stories = maps.Clone(m.stories)
	delete(m.stories, learn.Table)
	m.hands = maps.Clone(m.hands)
	delete(m.hands, learn.Table)
	m.table = table{}
	return m.sit(learn.Table)
}

const lessonKeys = "h chooses the move that is meant, enter plays it. Choose cards with ←→ and space, moves with ↑↓. l explains every legal move."

// teach shows what the lesson says next, as soon as nothing else is open.
func (m model) teach() model {
	if m.screen != atTable || !m.table.lesson() || m.busy() {
		return m
	}
	page, look := m.lesson.desk.Page(), lookOf(m.p, m.w)
	if page.Number == m.lesson.taught || page.Number != m.table.t.Step {
		return m
	}
	var keys []string
	if m.lesson.taught == 0 {
		keys = append([]string{""}, styled(m.p.weak.Render, wrap(m.p.plainly(lessonKeys), look.Columns))...)
	}
	m.lesson.taught = page.Number
	return m.showUnasked(m.page(page, keys...))
}

// page shows what the lesson says, and which move it asks for, and more below that.
func (m model) page(says learn.Page, more ...string) popup {
	s, look := shown.Sheet{Table: learn.Table, Title: says.Title, No: "look at the table"}, lookOf(m.p, m.w)
	lines := look.Lesson(says)
	if says.Over {
		s.Choices = shown.Deeds(m.table.t)
	} else {
		lines = append(lines, look.Task(says))
	}
	return m.sheet(s, append(lines, more...)...)
}

// explainAll shows the page again, with every legal move.
func (m model) explainAll() popup {
	says := m.lesson.desk.Page()
	return m.page(says, append([]string{""}, lookOf(m.p, m.w).Choices(says, false)...)...)
}

// detour says why the lesson asks for another move than this legal one.
func (m model) detour(d *learn.Detour) popup {
	look := lookOf(m.p, m.w)
	lines := append([]string{draw.Move(look, d.Move)}, look.Markdown(d.Says)...)
	return m.sheet(shown.Sheet{Table: learn.Table, Title: "Legal, but another move is meant"}, append(lines, "", look.Task(m.lesson.desk.Page()))...)
}

// explains is the key that shows the page of a lesson again.
func explains() action {
	return on("l", "l", "lesson", "what the lesson says, and what every legal move does", sets(func(m *model, _ string) { m.popup = m.explainAll() }))
}

// scene adds the lesson's task and, if the screen is high enough, an explanation of the move
// under the cursor.
func (l lesson) scene(s scene, move string) scene {
	look := lookOf(s.p, s.w)
	s.task = look.Task(l.desk.Page())
	if l.desk.Over() {
		s.task = s.p.plainly(fmt.Sprintf("The %s is over · r play again · esc leaves it", l.desk.Page().What))
	}
	if s.note == "" && move != "" && s.h >= lowScreen {
		look.Columns = 1000 // on one line
		s.note = strings.Join(look.Markdown(l.desk.Explain(move)), " ")
	}
	return s
}
