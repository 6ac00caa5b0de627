package learn

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"fives/cli/say"
	"fives/engine/lesson"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A Desk is where a player takes a lesson. Several goroutines may use it.
type Desk struct {
	course *lesson.Lesson
	names  []string

	mu    sync.Mutex
	run   *lesson.Run
	steps uint64 // of the table, before this run
}

// Table is the ID of a lesson's table.
const Table = "lesson"

// Sit begins the lesson of a game for somebody called name. If name is empty, or another player
// of the lesson has it, the learner gets the name that the lesson provides.
func Sit(rs *rules.RuleSet, name string) (*Desk, error) {
	course, err := lesson.Of(rs)
	if err != nil {
		return nil, err
	}
	d := &Desk{course: course, names: slices.Clone(course.Players)}
	if name != "" && !slices.ContainsFunc(d.names, func(n string) bool { return strings.EqualFold(n, name) }) {
		d.names[d.course.Learner] = name
	}
	return d, d.Again()
}

// SitAgain begins a hand that is played again ([lesson.From]).
func SitAgain(hand *lesson.Lesson) (*Desk, error) {
	course, past := *hand, hand.Past
	course.About = fmt.Sprintf("This is hand %d from move %d on. Computer players have the other seats. Each card that was shown by the end of the hand is where it was.", past.Hand, past.Turn)
	course.Closing = fmt.Sprintf("When it was played, the hand brought this seat %s.", rules.Points(past.Points))
	d := &Desk{course: &course, names: course.Players}
	return d, d.Again()
}

// Again begins the lesson anew.
func (d *Desk) Again() error {
	run, err := d.course.Begin()
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.run != nil {
		d.steps += uint64(len(d.run.Made())) + 1
	}
	d.run = run
	return nil
}

// Game is the name of the game.
func (d *Desk) Game() string { return d.course.Rules.Name }

// Over reports whether the hand is settled.
func (d *Desk) Over() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.run.Over()
}

// Play makes the learner's move. An error says why it is not the move to make now.
func (d *Desk) Play(move string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	err := d.run.Play(move)
	var other *lesson.Elsewhere
	switch {
	case errors.As(err, &other):
		return &Detour{*other}
	case errors.Is(err, rules.ErrIllegal):
		return api.Fail(api.ReasonIllegal, api.Data{Detail: api.Plain(err.Error())})
	}
	return err
}

// A Detour is a legal move that the lesson does not want now.
type Detour struct{ lesson.Elsewhere }

func (e *Detour) Error() string {
	return "legal, but another move is meant here. " + e.Says
}

// Hint returns the move that the lesson wants, or the one that a computer player would make.
func (d *Desk) Hint() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.run.Hint()
}

// Explain says what a move would do now, "" if that is not known.
func (d *Desk) Explain(move string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return say.Sentence(d.run.Explain(move))
}

// Moves returns the legal moves, as a daemon lists them.
func (d *Desk) Moves() api.Moves {
	d.mu.Lock()
	defer d.mu.Unlock()
	m := api.Moves{YourTurn: !d.run.Over(), Notation: d.course.Rules.Notation}
	for _, c := range d.run.Choices() {
		m.Moves = append(m.Moves, c.Move)
	}
	return m
}

// Table returns the table, as a daemon shows it.
func (d *Desk) Table() api.Table {
	d.mu.Lock()
	defer d.mu.Unlock()
	rs, names := d.course.Rules, d.names
	t := api.Table{
		Summary: api.Summary{
			ID: Table, Game: rs.Name, Phase: api.PhasePlaying, Seat: d.course.Learner,
			Step: d.steps + uint64(len(d.run.Made())) + 1,
		},
		Title: rs.Title, Options: d.course.Options,
		Last: []api.Played{}, Hands: []api.Hand{}, Faults: []api.Fault{},
	}
	for i, m := range d.run.Made() {
		t.Last = append(t.Last, api.Played{Name: names[m.Seat], Move: m.Move, Step: d.steps + uint64(i) + 1})
	}
	pos, seen := d.run.Game().Position(), d.run.Game().Observation(d.course.Learner)
	if e := d.run.Settled(); e != nil {
		pos, seen = e.Position, e.Public
		t.Phase, t.Winners, t.Waiting.What = api.PhaseOver, []string{}, "over"
		for _, w := range pos.Status().Winners {
			t.Winners = append(t.Winners, names[w])
		}
		t.Hands = append(t.Hands, api.HandOf(e.Settlement, e.Looks, names))
	} else {
		t.YourTurn, t.Turn = true, names[d.course.Learner]
		t.Waiting = api.Waiting{What: "move", Names: []string{names[d.course.Learner]}}
	}
	view := pos.View(d.course.Learner, seen)
	t.View, t.Hand = &view, view.Hand
	for i, name := range names {
		s := api.Seat{Name: name, Score: view.Scores[i], You: i == d.course.Learner, Online: true, Active: slices.Contains(pos.Status().Active, i), Owes: t.YourTurn && i == d.course.Learner}
		if i != d.course.Learner {
			s.BotOf = names[d.course.Learner]
		}
		t.Seats = append(t.Seats, s)
	}
	return t
}
