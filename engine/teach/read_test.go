package teach_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fives/engine/games"
	"fives/engine/rules"
	"fives/engine/teach"
)

// scripts reads the hands of testdata/read.txt: sixty lessons were read twice against the true hands by somebody who had
// not written them, and these are the hands of which something said was wrong.
func scripts(t *testing.T) map[string][]string {
	t.Helper()
	data, err := os.ReadFile("testdata/read.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, part := range strings.Split(string(data), "-- ")[1:] {
		name, rest, _ := strings.Cut(part, " --\n")
		all[name] = strings.Split(strings.TrimSpace(rest), "\n")
	}
	return all
}

// reread plays a hand of testdata/read.txt, and studies it.
func reread(t *testing.T, script string) teach.Lesson {
	t.Helper()
	lines := scripts(t)[script]
	var name string
	var hand, seats int
	var seed uint64
	if _, err := fmt.Sscan(script, &name, &hand); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscanf(lines[0], "seats %d seed %d", &seats, &seed); err != nil {
		t.Fatal(err)
	}
	rs, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	var from *rules.Carry
	if name == "five-crowns" {
		from = &rules.Carry{Hands: (hand - 1) % 11, Scores: make([]int, seats)}
	}
	moves := lines[1:]
	h := begin(t, rs, seats, from, seed).hand(func(teach.Turn) (move string) {
		move, moves = moves[0], moves[1:]
		return move
	})
	l, err := teach.Study(h, teach.Budget(h), nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestReread holds what lessons may say of moves of which something wrong was said, by what they truly cost: from, or
// nothing if it is 0, to at most so many points. A move that is to be named has a lower bound.
func TestReread(t *testing.T) {
	for _, c := range []struct {
		hand     string
		move     int // from 1
		now      bool
		better   string // "" for any
		from, to int    // hundredths
	}{
		{"five 4", 1, true, "end", 0, 400},
		{"five 5", 1, false, "end", 300, 1000},
		{"five 5", 3, false, "end", 1000, 2300},
		{"five 5", 7, false, "end", 1800, 2800},
		{"five 5", 1, true, "end", 900, 1400},
		{"five 7", 4, true, "end", 0, 2500},
		{"five 7", 4, false, "end", 0, 1000},
		{"five 9", 6, true, "drop Qd draw", 4500, 6500},
		{"furious-five 3", 10, true, "", 0, 400},
		{"five-three-five 1", 34, true, "", 200, 700},
		{"five-three-five 4", 1, true, "lead 7 7 7", 0, 250},
		{"five-three-five 6", 25, true, "", 0, 0},
		{"five-three-five 7", 6, true, "lead 12", 0, 0},
		{"five-three-five 8", 16, true, "", 0, 0},
		{"five-three-five 9", 20, true, "lead 7", 0, 700},
		{"all-fives 1", 2, true, "", 0, 250},
		{"all-fives 2", 4, false, "play 3d", 1500, 2500},
		{"all-fives 3", 1, true, "", 0, 0},
		{"all-fives 6", 2, false, "play Js", 400, 1200},
		{"five-crowns 1", 4, true, "", 0, 0},
	} {
		t.Run(fmt.Sprintf("%s, move %d", c.hand, c.move), func(t *testing.T) {
			t.Parallel()
			l := reread(t, c.hand)
			losses := l.Then
			if c.now {
				losses = l.Now
			}
			cost := 0
			for _, loss := range losses {
				if loss.Turn == c.move-1 && (c.better == "" || c.better == loss.Better) {
					t.Logf("%+v", loss)
					cost = loss.Points
				}
			}
			if cost < c.from || cost > c.to {
				t.Errorf("%q is said to cost %d", l.Hand.Turns[c.move-1].Move, cost)
			}
		})
	}
}

// A player of whom a move seems to have been a mistake with all hands known is not told that none was, but that
// none was by what could be seen: in this hand to end it would have won in either of the first turns, if the other did not end
// it.
func TestRestricted(t *testing.T) {
	l := reread(t, "five 11")
	said := l.Says(l.Players[0], "Ann", false)
	if text := said[1].String(); l.Players[0].Clear || !strings.HasSuffix(text, "no move was a clear mistake, by what Ann could see") {
		t.Errorf("%q", text)
	}
}

// What decided a hand was a move where no card came, and what that cost is what it did with all hands known. What is less than
// chance explains decided nothing, and what good players find to be most is told though simple ones do not.
func TestMoments(t *testing.T) {
	for _, c := range []struct {
		hand string
		move int    // from 1
		says string // nothing if it is ""
	}{
		{"five 3", 3, `^Ann dropped Jc and drew in Ann's 2nd turn: about 2\d points worse, through that move, with all hands known$`},
		{"five 8", 1, ""},
		{"five 8", 4, ""},
		{"five 12", 25, ""},
		{"five-three-five 3", 22, `^Ann led 12 in Ann's 11th turn: about [12]\d points better, through that move$`},
		{"five-three-five 5", 4, `^Ann led 1 2 3 in Ann's 3rd turn: about \d\d points worse, through that move, with all hands known$`},
	} {
		t.Run(fmt.Sprintf("%s, move %d", c.hand, c.move), func(t *testing.T) {
			t.Parallel()
			l, said := reread(t, c.hand), ""
			if i := slices.IndexFunc(l.Decided, func(w teach.Swing) bool { return w.Turn == c.move-1 }); i >= 0 {
				said = l.Decisive(l.Decided[i], "Ann", false).String()
			}
			if (said == "") != (c.says == "") || !regexp.MustCompile(c.says).MatchString(said) {
				t.Errorf("%q", said)
			}
		})
	}
}

// A move that could not be known to be right, and was: the lesson says so.
func TestTurned(t *testing.T) {
	l := reread(t, "five 4")
	i := slices.IndexFunc(l.Then, func(loss teach.Loss) bool { return loss.Turn == 26 })
	if i < 0 || !l.Then[i].Turned || l.Then[i].Lay > -500 {
		t.Fatalf("%+v", l.Then)
	}
	p := l.Players[2]
	p.Then = &l.Then[i]
	if text := l.Says(p, "Cyd", false)[2].String(); !strings.Contains(text, "; as the cards lay, it would have cost about ") {
		t.Errorf("%q", text)
	}
}
