package tui

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fives/cli/draw"
	"fives/cli/learn"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/control"
)

// A pupil is a daemon with one table, at which a lesson is taken. What is not about
// that table goes to the real one, if there is one.
type pupil struct {
	Daemon
	desk *learn.Desk
}

func (p pupil) Table(context.Context, string) (control.Table, error) { return p.desk.Table(), nil }
func (p pupil) Moves(context.Context, string) (control.Moves, error) { return p.desk.Moves(), nil }
func (p pupil) Hint(context.Context, string) (control.HintAnswer, error) {
	return control.HintAnswer{Move: p.desk.Hint()}, nil
}

func (p pupil) Play(_ context.Context, _, move string, _ ...uint64) error { return p.desk.Play(move) }

func (p pupil) Rematch(context.Context, string) (control.Summary, error) {
	return p.desk.Table().Summary, p.desk.Again()
}

// at is whom to ask about a table.
func (c caller) at(table string) Daemon {
	if table == learn.Table {
		return pupil{c.d, c.desk}
	}
	return c.d
}

// lesson reports whether a lesson is taken at the table.
func (t table) lesson() bool { return t.id == learn.Table }

// A lesson is what a desk has to say, as the screen sets it.
type lesson struct {
	desk *learn.Desk
	p    palette
	look draw.Look
}

func (m model) lesson() lesson {
	return lesson{m.call.desk, m.p, draw.Look{Pen: pen{m.p}, Columns: min(m.w-8, 72), ASCII: m.p.ascii}}
}

// lessons lets the player choose a game to learn; one of them may be running.
func lessons(p palette, running *learn.Desk) popup {
	u := popup{kind: showText, title: "Learn a game", rest: "any other key goes back"}
	for i, rs := range games.All() {
		key := fmt.Sprint((i + 1) % 10)
		u.lines = append(u.lines, p.strong.Render(key)+"  "+rs.Title+p.weak.Render("  "+rs.Summary))
		u.actions = append(u.actions, on(key, "1, 2, …", "plays a first hand with you", "", does(func(m model) (tea.Model, tea.Cmd) { return m.attend(rs) })))
	}
	if running != nil && !running.Over() {
		u.lines = append(u.lines, "", p.strong.Render("l")+"  goes on where you were")
		u.actions = append(u.actions, on("l", "", "", "", does(func(m model) (tea.Model, tea.Cmd) { return m.sit(learn.Table) })))
	}
	return u
}

// attend begins the lesson of a game.
func (m model) attend(rs *rules.RuleSet) (tea.Model, tea.Cmd) {
	desk, err := learn.Sit(rs)
	if err != nil {
		return m.failed(err), nil
	}
	m.call.desk, m.taught = desk, 0
	m.stories = maps.Clone(m.stories)
	delete(m.stories, learn.Table)
	m.hands = maps.Clone(m.hands)
	delete(m.hands, learn.Table)
	m.table = table{}
	return m.sit(learn.Table)
}

const lessonKeys = "h chooses the move that is meant, enter plays it. Choose cards with ←→ and space, moves with ↑↓. l explains every legal move."

// teach shows what the lesson says next, as soon as the player is free for it.
func (m model) teach() model {
	if m.screen != atTable || !m.table.lesson() || m.busy() {
		return m
	}
	l := m.lesson()
	p := l.desk.Page()
	if p.Number == m.taught || p.Number != m.table.t.Step {
		return m
	}
	u := l.page(p)
	if m.taught == 0 {
		u.lines = append(append(u.lines, ""), styled(m.p.weak.Render, wrap(m.p.plainly(lessonKeys), l.look.Columns))...)
	}
	m.taught = p.Number
	return m.comes(u)
}

// page is what the lesson says, and the move that it wants.
func (l lesson) page(p learn.Page) popup {
	u := popup{kind: showText, about: learn.Table, title: p.Title, lines: l.look.Lesson(p)}
	if l.desk.Over() {
		u.actions, u.rest = keymap{on("r", "r", "takes it again", "", does(model.goOn))}, "any other key looks at the table"
		return u
	}
	u.lines = append(u.lines, l.look.Task(p))
	return u
}

// explained is the page again, with every legal move.
func (l lesson) explained() popup {
	p := l.desk.Page()
	u := l.page(p)
	u.lines = append(append(u.lines, ""), l.look.Choices(p, false)...)
	return u
}

// detour says of a legal move why another one is meant.
func (l lesson) detour(d *learn.Detour) popup {
	u := popup{kind: showText, about: learn.Table, title: "Legal, but another move is meant"}
	u.lines = append([]string{l.look.Move(d.Move)}, l.look.Markdown(d.Says)...)
	u.lines = append(u.lines, "", l.look.Task(l.desk.Page()))
	return u
}

// beside are the keys of a lesson that lead away from the cards.
func (t table) beside() keymap {
	keys := keymap{on("l", "l", "lesson", "what the lesson says, and what every legal move does", sets(func(m *model, _ string) { m.popup = m.lesson().explained() }))}
	for _, a := range t.aside() {
		switch sign := a.Help().Key; {
		case slices.Contains([]string{"t", "p", "L"}, sign):
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

// scene adds the task of a lesson, and an explanation of the move under the cursor if the
// screen is high enough.
func (l lesson) scene(s scene, move string) scene {
	s.task = l.look.Task(l.desk.Page())
	if l.desk.Over() {
		s.task = l.p.plainly("The lesson is over · r takes it again · esc leaves it")
	}
	if s.note == "" && move != "" && s.h >= lowScreen {
		line := l.look
		line.Columns = 1000
		s.note = strings.Join(line.Markdown(l.desk.Explain(move)), " ")
	}
	return s
}
