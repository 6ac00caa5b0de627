package tui

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"fives/engine/bare"
	"fives/engine/rules"
	"fives/p2p/api"
)

var people = []string{"ana", "ben", "cleo", "dan", "eve", "finn", "gil", "hana", "ida", "jan", "kim", "leo", "mia", "noa"}

// A match is a game that is really played, on the bare engine, and shown to one seat as a
// daemon would show it.
type match struct {
	t      testing.TB
	rs     *rules.RuleSet
	game   *bare.Game
	you    int
	at     int
	last   []api.Played
	hands  []api.Hand
	random *rand.Rand
}

func newMatch(t testing.TB, rs *rules.RuleSet, seats int, seed uint64) *match {
	t.Helper()
	g, err := bare.New(rs, seats, nil, bare.Random(seed))
	if err != nil {
		t.Fatal(err)
	}
	return &match{t: t, rs: rs, game: g, random: rand.New(rand.NewPCG(seed, 1))}
}

// turn is the seat to move.
func (m *match) turn() int { return m.game.Position().Status().Turn }

// move plays a move of the seat whose turn it is.
func (m *match) move(text string) error {
	seat := m.turn()
	hand := m.game.Position().Status().Hand
	ended, err := m.game.Play(seat, text, m.at+1, false)
	if err != nil {
		return err
	}
	m.at++
	m.last = append(m.last, api.Played{Name: people[seat], Move: text, Step: uint64(m.at)})
	for _, e := range ended {
		m.hands = append(m.hands, api.HandOf(e.Settlement, e.Looks, m.names()))
	}
	if m.game.Position().Status().Hand != hand {
		m.last = nil
	}
	return nil
}

// bots lets the quickest computer player make n moves.
func (m *match) bots(n int) *match {
	m.t.Helper()
	for range n {
		if m.game.Over() {
			break
		}
		if err := m.move(m.ask(m.rs.Bots[0])); err != nil {
			m.t.Fatal(err)
		}
	}
	return m
}

// until plays on until it is the player's own turn again.
func (m *match) until() *match {
	m.t.Helper()
	for !m.game.Over() && m.turn() != m.you {
		m.bots(1)
	}
	return m
}

func (m *match) hint() string { return m.ask(m.rs.Bots[len(m.rs.Bots)-1]) }

func (m *match) ask(bot rules.Bot) string {
	return bot.Move(m.game.Position(), m.turn(), m.game.Observation(m.turn()), m.random)
}

func (m *match) names() []string { return people[:len(m.game.Position().Status().Scores)] }

// table is what the daemon would answer.
func (m *match) table() api.Table {
	pos := m.game.Position()
	st := pos.Status()
	observation := m.game.Public()
	if m.you >= 0 {
		observation = m.game.Observation(m.you)
	}
	view := pos.View(m.you, observation)
	t := api.Table{
		Summary: api.Summary{ID: "b51bc6fd00", Game: m.rs.Name, Phase: api.PhasePlaying, Seat: m.you, Hand: st.Hand, Step: uint64(m.at + 1)},
		Title:   m.rs.Title, View: &view, YourTurn: m.you >= 0 && st.Turn == m.you, Last: m.last, Hands: m.hands,
	}
	if m.game.Over() {
		t.Phase, t.Winners, t.Waiting.What = api.PhaseOver, []string{}, "over"
		for _, w := range st.Winners {
			t.Winners = append(t.Winners, people[w])
		}
	} else {
		t.Turn, t.Waiting = people[st.Turn], api.Waiting{What: "move", Names: people[st.Turn : st.Turn+1]}
	}
	for i, name := range m.names() {
		s := api.Seat{Name: name, Score: view.Scores[i], You: i == m.you, Online: true, Active: true, Owes: i == st.Turn}
		if i != m.you && i != 1 {
			s.BotOf, s.Strength = "ana", "good"
		}
		t.Seats = append(t.Seats, s)
	}
	return throughJSON(m.t, t)
}

// moves is what the daemon would answer.
func (m *match) moves() api.Moves {
	a := api.Moves{Notation: m.rs.Notation}
	if m.turn() == m.you {
		a.YourTurn = true
		a.Moves = m.game.Position().Moves(m.you, m.game.Observation(m.you))
	}
	return a
}

// throughJSON is what arrives of an answer.
func throughJSON[T any](t testing.TB, v T) T {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var out T
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
