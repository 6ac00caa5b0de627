package teach_test

import (
	"errors"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/lesson"
	"fives/engine/record"
	"fives/engine/story"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/engine/teach"
)

// A hand of a log is played again from each of its moves on: the seat that moved sees what it
// saw, with the same moves, and the same choices have the same end. With the moves of the log it
// ends as it did.
func TestAgain(t *testing.T) {
	s := told(t, "../audit/testdata/five.jsonl")
	h := s.Hands[0]
	played, err := teach.Of(s, h)
	if err != nil {
		t.Fatal(err)
	}
	for i, turn := range played.Turns {
		var ends [2][]int
		for n := range ends {
			run := begun(t, s, h, i)
			g := run.Game()
			if seen := g.Observation(turn.Seat).Cards(turn.Position.Status().Hands[turn.Seat]); len(seen) == 0 || g.Position() != turn.Position {
				t.Fatalf("move %d: it begins elsewhere, with %v", i+1, seen)
			}
			if past := run.Past; past.Hand != 1 || past.Turn != i+1 || past.Move != turn.Move || past.Points != played.Points[turn.Seat] {
				t.Errorf("move %d: %+v", i+1, past)
			}
			for !run.Over() {
				if err := run.Play(run.Hint()); err != nil {
					t.Fatal(err)
				}
			}
			ends[n] = run.Settled().Points()
		}
		if len(ends[0]) != len(ends[1]) || ends[0][0] != ends[1][0] || ends[0][1] != ends[1][1] {
			t.Errorf("move %d: it ended with %v, then with %v", i+1, ends[0], ends[1])
		}
	}
	last := len(played.Turns) - 1
	run := begun(t, s, h, last)
	if err := run.Play(played.Turns[last].Move); err != nil || !run.Over() || run.Settled().Points()[0] != played.Points[0] || run.Settled().Points()[1] != played.Points[1] {
		t.Errorf("%v, %+v, and it was %v", err, run.Settled(), played.Points)
	}
	for _, turn := range []int{-1, len(played.Turns)} {
		if _, err := teach.Again(s, h, turn); !errors.Is(err, teach.ErrNoTurn) {
			t.Errorf("turn %d: %v", turn, err)
		}
	}
}

// Hands of every game can be played again, from any move on, to their ends.
func TestAgainInEveryGame(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			g := tabletest.New(t, rs, min(3, rs.MaxSeats), nil, 11)
			g.Hands(1, rs.Bots[0])
			stories, err := story.Read([][]record.Record{g.Table().Log()}, games.Find, audit.Options{})
			if err != nil {
				t.Fatal(err)
			}
			s := stories[0]
			played, err := teach.Of(s, s.Hands[0])
			if err != nil {
				t.Fatal(err)
			}
			for turn := 0; turn < len(played.Turns); turn += 1 + len(played.Turns)/10 {
				run := begun(t, s, s.Hands[0], turn)
				if own := run.Game().Observation(run.Learner); !own.Knows(played.Turns[turn].Position.Status().Hands[run.Learner]) {
					t.Errorf("move %d: the seat does not know its hand", turn+1)
				}
				for !run.Over() {
					if err := run.Play(run.Hint()); err != nil {
						t.Fatalf("from move %d on: %v", turn+1, err)
					}
				}
			}
		})
	}
}

func begun(t *testing.T, s *story.Story, h *story.Hand, turn int) *lesson.Run {
	t.Helper()
	l, err := teach.Again(s, h, turn)
	if err != nil {
		t.Fatal(err)
	}
	run, err := l.Begin()
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// A hand that was broken off at one table and played anew at the next is the one that was settled.
func TestFind(t *testing.T) {
	broken, settled := &story.Hand{Number: 2}, &story.Hand{Number: 2, Result: &table.Result{}}
	first := &story.Story{Hands: []*story.Hand{{Number: 1}, broken}}
	second := &story.Story{Hands: []*story.Hand{settled, {Number: 3}}}
	if s, h := teach.Find([]*story.Story{first, second}, 2); s != second || h != settled {
		t.Error("it finds the hand that was broken off")
	}
	if s, h := teach.Find([]*story.Story{second, first}, 2); s != second || h != settled {
		t.Error("it finds the hand that was broken off, as it comes last")
	}
	if s, h := teach.Find([]*story.Story{first}, 2); s != first || h != broken {
		t.Error("it does not find the only one")
	}
	if _, h := teach.Find([]*story.Story{first, second}, 4); h != nil {
		t.Error("it finds one that is not there")
	}
}
