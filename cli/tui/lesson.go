package tui

import (
	"context"
	"fmt"
	"maps"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fives/cli/draw"
	"fives/cli/learn"
	"fives/cli/shown"
	"fives/engine/games"
	"fives/p2p/api"
)

// A pupil is a daemon with one table, that of the lesson. It passes all other calls on to the
// real daemon, if there is one.
type pupil struct {
	Daemon
	desk *learn.Desk
}

func (p pupil) Table(context.Context, string) (api.Table, error) { return p.desk.Table(), nil }
func (p pupil) Moves(context.Context, string) (api.Moves, error) { return p.desk.Moves(), nil }
func (p pupil) Hint(context.Context, string) (api.HintAnswer, error) {
	return api.HintAnswer{Move: p.desk.Hint()}, nil
}

func (p pupil) Play(_ context.Context, _, move string, _ ...uint64) error { return p.desk.Play(move) }

func (p pupil) Rematch(context.Context, string) (api.Summary, error) {
	return p.desk.Table().Summary, p.desk.Again()
}

// at returns whom to ask about a table: the lesson's desk if it is the lesson's table, else the
// daemon.
func (m model) at(table string) caller {
	c := m.call
	if table == learn.Table {
		c.d = pupil{c.d, m.lesson.desk}
	}
	return c
}

// lesson reports whether this is the table of the lesson.
func (t table) lesson() bool { return t.id == learn.Table }

// A lesson is one that the player takes, as a model of its own. Its pages are popups over its
// table.
type lesson struct {
	desk   *learn.Desk // nil if no lesson is taken
	taught uint64      // the last step that it has spoken about
}

// Update takes the step of the table on the screen and returns the page for it. ok is false if
// that page has been shown already.
func (l lesson) Update(step uint64, p palette, w int) (next lesson, says popup, ok bool) {
	page := l.desk.Page()
	if page.Number == l.taught || page.Number != step {
		return l, popup{}, false
	}
	u := l.page(page, p, w)
	if l.taught == 0 {
		u.lines = append(append(u.lines, ""), styled(p.weak.Render, wrap(p.plainly(lessonKeys), lookOf(p, w).Columns))...)
	}
	l.taught = page.Number
	return l, u, true
}

// lookOf returns how texts of a lesson are set on a screen of width w.
func lookOf(p palette, w int) draw.Look {
	return draw.Look{Pen: pen{p}, Columns: min(w-8, 72), ASCII: p.ascii}
}

// lessons asks which game the player wants to learn; the lesson of one may be running.
func lessons(p palette, running *learn.Desk) popup {
	u := popup{kind: showText, title: "Learn a game", rest: "any other key goes back"}
	for i, rs := range games.All() {
		key := fmt.Sprint((i + 1) % 10)
		u.lines = append(u.lines, p.strong.Render(key)+"  "+rs.Title+p.weak.Render("  "+rs.Summary))
		u.actions = append(u.actions, on(key, "1, 2, …", "plays a first hand with you", "", does(func(m model) (tea.Model, tea.Cmd) { return m.attend(learn.Sit(rs, m.lobby.status.Name)) })))
	}
	if running != nil && !running.Over() {
		u.lines = append(u.lines, "", p.strong.Render("l")+"  goes on where you were")
		u.actions = append(u.actions, on("l", "", "", "", does(func(m model) (tea.Model, tea.Cmd) { return m.sit(learn.Table) })))
	}
	return u
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
	next, u, ok := m.lesson.Update(m.table.t.Step, m.p, m.w)
	if m.lesson = next; !ok {
		return m
	}
	return m.showUnasked(u)
}

// page shows what the lesson says, and which move it asks for.
func (l lesson) page(says learn.Page, p palette, w int) popup {
	look := lookOf(p, w)
	u := popup{kind: showText, about: learn.Table, title: says.Title, lines: look.Lesson(says)}
	if says.Over {
		u.actions, u.rest = keymap{on("r", "r", "begins anew", "", does(func(m model) (tea.Model, tea.Cmd) { return m.deed(shown.Deeds(m.table.t)[0]) }))}, "any other key looks at the table"
		return u
	}
	u.lines = append(u.lines, look.Task(says))
	return u
}

// explainAll shows the page again, with every legal move.
func (l lesson) explainAll(p palette, w int) popup {
	says := l.desk.Page()
	u := l.page(says, p, w)
	u.lines = append(append(u.lines, ""), lookOf(p, w).Choices(says, false)...)
	return u
}

// detour says why the lesson asks for another move than this legal one.
func (l lesson) detour(d *learn.Detour, p palette, w int) popup {
	look := lookOf(p, w)
	u := popup{kind: showText, about: learn.Table, title: "Legal, but another move is meant"}
	u.lines = append([]string{draw.Move(look, d.Move)}, look.Markdown(d.Says)...)
	u.lines = append(u.lines, "", look.Task(l.desk.Page()))
	return u
}

// beside returns the keys of a lesson that lead away from the cards.
func (t table) beside() keymap {
	keys := keymap{on("l", "l", "lesson", "what the lesson says, and what every legal move does", sets(func(m *model, _ string) { m.popup = m.lesson.explainAll(m.p, m.w) }))}
	for _, a := range t.aside() {
		switch sign := a.Help().Key; {
		case sign == "p":
			continue
		case sign == "esc":
			a.SetHelp(sign, "leave")
			a.long = "put the cards back; once more: leave the lesson"
		}
		keys = append(keys, a)
	}
	for _, a := range common() {
		switch sign := a.Help().Key; {
		case sign == "T":
			continue
		case sign == "q":
			a.long = "quit"
		}
		keys = append(keys, a)
	}
	return keys
}

// scene adds the lesson's task and, if the screen is high enough, an explanation of the move
// under the cursor.
func (l lesson) scene(s scene, move string) scene {
	look := lookOf(s.p, s.w)
	s.task = look.Task(l.desk.Page())
	if l.desk.Over() {
		s.task = s.p.plainly(fmt.Sprintf("The %s is over · r begins anew · esc leaves it", l.desk.Page().What))
	}
	if s.note == "" && move != "" && s.h >= lowScreen {
		look.Columns = 1000 // on one line
		s.note = strings.Join(look.Markdown(l.desk.Explain(move)), " ")
	}
	return s
}
