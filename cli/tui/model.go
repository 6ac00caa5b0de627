package tui

import (
	"context"
	"errors"
	"maps"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/term"

	"fives/cli/draw"
	"fives/cli/learn"
	"fives/cli/shown"
	"fives/p2p/api"
)

// A screen is what fills the terminal.
type screen int

const (
	atLobby screen = iota
	atTable
	atReplay
)

// A model is everything on the screen. It is a value: Update returns the next one, with a
// command for whatever takes time.
type model struct {
	call  caller
	feed  *feed
	p     palette
	taste taste
	w, h  int
	out   *os.File // the terminal; nil if it is none
	now   time.Time
	born  time.Time
	// colours is whether the terminal has colours.
	colours bool

	screen screen
	lobby  lobby
	form   form
	table  table
	pace   pace
	popup  popup
	lesson lesson
	replay replay
	notice notice
	input  input
	drag   drag
	hands  map[string]hand // of tables that the player has left, as they were arranged

	note     string // the answer to the last key
	warning  bool
	broken   string // why the daemon cannot be reached; "" if it can
	screened string // the table at which it was asked last whether a big screen shows it
	waits    string // a table that has begun while the player is busy elsewhere
	expected awaited
	stories  map[string]story
	brought  map[string]tableMsg // the last table that the stream has brought, by ID
	streamed bool                // the stream has begun at least once
	settled  bool                // the first answer has come
}

func newModel(cfg Config, call caller, f *feed) model {
	now := time.Now()
	m := model{
		call: call, feed: f, p: paletteFor(cfg.ASCII, cfg.Ground, false, cfg.Prefs), taste: taste{cfg.Prefs, cfg.Keeps}, w: 80, h: 24, now: now, born: now, pace: pace{rest: cfg.Pace}, notice: notice{takes: cfg.Notice},
		expected: awaited{}, stories: map[string]story{}, brought: map[string]tableMsg{}, lobby: lobby{firewall: cfg.Firewall},
	}
	m.out, _ = cfg.Out.(*os.File)
	if cfg.Lesson != nil {
		m.lesson.desk, m.screen, m.table = cfg.Lesson, atTable, table{id: learn.Table, asked: true}
	}
	if len(cfg.Replay) > 0 {
		m.screen, m.replay = atReplay, replay{list: cfg.Replay, eyes: cfg.Eyes}
	}
	return m
}

// awaited is the set of tables at which to sit down as soon as they begin.
type awaited map[string]bool

func (a awaited) with(id string) awaited {
	next := maps.Clone(a)
	next[id] = true
	return next
}

func (a awaited) without(id string) awaited {
	next := maps.Clone(a)
	delete(next, id)
	return next
}

// A tickMsg comes every second.
type tickMsg time.Time

func tick() tea.Cmd { return tea.Tick(time.Second, func(t time.Time) tea.Msg { return tickMsg(t) }) }

// Init asks for the state of everything.
func (m model) Init() tea.Cmd {
	cmds := []tea.Cmd{tea.RequestBackgroundColor, m.feed.run, m.feed.next, m.call.lobby(), tick()}
	if m.screen == atTable {
		cmds = append(cmds, m.at(m.table.id).table(m.table.id))
	}
	return tea.Batch(cmds...)
}

// Update handles a message.
func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := m.update(msg)
	return awaitNotice(m, next.(model), cmd)
}

func (m model) update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
		return m, nil
	case tea.BackgroundColorMsg:
		ground := draw.Light
		if msg.IsDark() {
			ground = draw.Dark
		}
		m.p = paletteFor(m.p.letters, ground, m.p.few, m.taste.Prefs)
		return m, nil
	case tea.ResumeMsg:
		return m, m.call.lobby()
	case paceMsg:
		return m.then(m.onRested(msg))
	case tea.KeyPressMsg:
		if m.tooSmall() {
			return m.unseen(msg)
		}
		if !m.busy() {
			if next, cmd, late := m.catchUp(); late {
				return next, cmd
			}
		}
		return m.then(m.key(msg))
	case tea.PasteMsg:
		if m.input.what != noInput && !m.tooSmall() {
			m = m.onTyped(msg)
		}
		return m, nil
	case tea.MouseClickMsg:
		if m.tooSmall() {
			return m, nil
		}
		return m.then(m.onClick(msg))
	case tea.MouseMotionMsg:
		return m.onDrag(msg.Mouse()), nil
	case tea.MouseReleaseMsg:
		m = m.onDrag(msg.Mouse())
		m.drag = drag{}
		return m, nil
	case tea.MouseWheelMsg:
		return m.onWheel(msg)
	case noticedMsg:
		return m.onNoticed(msg), nil
	case tickMsg:
		return m.onTick(time.Time(msg))
	}
	return m.onAnswer(msg)
}

// busy reports whether the player is at something that must stay until it is done: a popup, a
// line that is being typed, or the form. Until then nothing else may come up, so that every key
// does what the screen said when it was pressed.
func (m model) busy() bool {
	return m.popup.sheet != nil || m.input.what != noInput || m.form.kind != noForm
}

// then shows what has had to wait, if the player is no longer busy.
func (m model) then(next tea.Model, cmd tea.Cmd) (tea.Model, tea.Cmd) {
	n := next.(model)
	if !m.busy() || n.busy() {
		return n, cmd
	}
	if n.waits != "" {
		cmd = tea.Batch(cmd, n.call.lobby()) // its answer leads there
	}
	return n.results().teach(), cmd
}

// results shows the result of the next settled hand that has not been shown yet, and that the
// game is over, together with the last result if that is still to be seen.
func (m model) results() model {
	t := m.table
	last := len(t.t.Hands)
	over := t.t.Phase == api.PhaseOver && !t.ended && last > 0
	seesLast := m.popup.settled() && m.popup.sheet.Table == t.id && m.popup.hand == last
	switch {
	case m.screen != atTable:
		return m
	case t.seen < last && !m.busy():
		m.table.seen++
	case !over || t.seen < last || m.busy() && !seesLast:
		return m
	}
	m = m.showUnasked(m.result(m.table.seen))
	m.table.ended = m.table.ended || over && m.table.seen == last
	return m
}

// result shows what the nth settled hand brought.
func (m model) result(n int) popup {
	u := m.sheet(shown.Settled(m.table.t, n, n))
	u.hand = n
	return u
}

// onTick asks for the lobby again: other nodes do not announce who comes and goes.
func (m model) onTick(now time.Time) (tea.Model, tea.Cmd) {
	m.now = now
	m = m.tellsLate()
	cmds := []tea.Cmd{tick()}
	if now.Unix()%2 == 0 {
		cmds = append(cmds, m.call.lobby())
	}
	if m.resized() {
		cmds = append(cmds, tea.RequestWindowSize)
	}
	if m.screen == atTable && !m.table.loaded {
		var cmd tea.Cmd
		m.table, cmd = m.ask()
		cmds = append(cmds, cmd)
	}
	return m, tea.Batch(cmds...)
}

// resized reports whether the window has another size than is drawn. The signal that says so is lost
// if it comes before anything listens for it, or is not handed on, as by some containers.
func (m model) resized() bool {
	if m.out == nil {
		return false
	}
	w, h, err := term.GetSize(int(m.out.Fd()))
	return err == nil && w > 0 && h > 0 && (w != m.w || h != m.h)
}

// ask asks for the table, unless an answer is on its way already.
func (m model) ask() (table, tea.Cmd) {
	t := m.table
	if t.id == "" || t.asked {
		return t, nil
	}
	t.asked = true
	return t, m.at(t.id).table(t.id)
}

// sit goes to a table. It asks for the table if the stream has not brought it, because it has
// ended or has only just begun.
func (m model) sit(id string) (model, tea.Cmd) {
	m.expected = m.expected.without(id)
	m.waits = ""
	m.screen, m.popup, m.input, m.form = atTable, popup{}, input{}, form{}
	m = m.dropped()
	m.note = ""
	m.hands = maps.Clone(m.hands)
	if m.hands == nil {
		m.hands = map[string]hand{}
	}
	m.hands[m.table.id] = m.table.hand
	m.table = table{id: id, hand: m.hands[id]}
	m.table.hand.chosen = nil
	if msg, ok := m.brought[id]; ok {
		next, cmd := m.showTable(msg)
		return next.(model), cmd
	}
	var cmd tea.Cmd
	m.table, cmd = m.ask()
	return m, cmd
}

// withNote shows the player a note.
func (m model) withNote(text string, warning bool) model {
	m.note, m.warning = text, warning
	return m
}

// withError tells the player about an error, or that the daemon is gone.
func (m model) withError(err error) model {
	var other *learn.Detour
	if errors.As(err, &other) {
		return m.showUnasked(m.detour(other))
	}
	if lost(err) && !errors.Is(err, context.DeadlineExceeded) {
		m.broken = outage(err)
		return m
	}
	return m.withNote(reason(err), true) // what has taken too long is not tried again
}
