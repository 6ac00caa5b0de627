package teach_test

import (
	"bytes"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/search"
	"fives/engine/story"
	"fives/engine/teach"
)

// told reads the story of a log.
func told(t *testing.T, file string) *story.Story {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	log, err := audit.ReadLog(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	stories, err := story.Read([][]record.Record{log}, games.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return stories[0]
}

// A hand of a log teaches the same each time. What a player lost and won by moves and cards
// adds up to the points of the hand.
func TestLog(t *testing.T) {
	s := told(t, "../audit/testdata/five.jsonl")
	h, err := teach.Of(s, s.Hands[0])
	if err != nil {
		t.Fatal(err)
	}
	if len(h.Turns) != 4 || h.Turns[3].Move != "end" || h.Turns[3].Skip() != teach.Judged {
		t.Fatalf("%d turns, the last %q", len(h.Turns), h.Turns[len(h.Turns)-1].Move)
	}
	l, err := teach.Study(h, 4000, nil)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := teach.Study(h, 4000, nil); !reflect.DeepEqual(l, again) {
		t.Error("it teaches something else the second time")
	}
	for _, p := range l.Players {
		if p.Play+p.Gifts+p.Luck != p.Result || p.Judged != 2 || p.Play > 0 {
			t.Errorf("seat %d: %+v", p.Seat, p)
		}
		for _, sentence := range l.Says(p, s.Name(p.Seat), false) {
			t.Log(sentence.String())
		}
	}
	if ana := l.Players[0]; ana.Result != -5000 || ana.Now == nil || h.Turns[ana.Now.Turn].Move != "end" {
		t.Errorf("the wrong end is not named: %+v", ana)
	}
	for _, w := range l.Decided {
		t.Log(l.Decisive(w, s.Name(h.Turns[w.Turn].Seat), false).String())
	}
}

// A budget of nothing, and a hand that is not settled, are refused.
func TestRefused(t *testing.T) {
	s := told(t, "../audit/testdata/five.jsonl")
	h, _ := teach.Of(s, s.Hands[0])
	for _, n := range []int{0, -1} {
		if _, err := teach.Study(h, n, nil); !errors.Is(err, teach.ErrBudget) {
			t.Errorf("a budget of %d: %v", n, err)
		}
	}
	open := *s.Hands[0]
	open.Result = nil
	if _, err := teach.Of(s, &open); !errors.Is(err, teach.ErrUnsettled) {
		t.Errorf("a hand that is not settled: %v", err)
	}
	if one, hand := teach.Find([]*story.Story{s}, 99); one != nil || hand != nil {
		t.Error("there is a hand 99")
	}
}

// The smallest budgets teach nothing, and do not fail.
func TestSmallBudgets(t *testing.T) {
	for _, rs := range games.All() {
		h := begin(t, rs, 2, nil, 5).hand(begin(t, rs, 2, nil, 5).good)
		for _, n := range []int{1, 2, 37} {
			if _, err := teach.Study(h, n, nil); err != nil {
				t.Errorf("%s, %d playouts: %v", rs.Name, n, err)
			}
		}
	}
}

// A budget that is short for a hand of many turns goes into as few of them as it is enough for, so that
// losses are still named, each from enough worlds.
func TestEnoughWorlds(t *testing.T) {
	rs, err := games.Find("furious-five")
	if err != nil {
		t.Fatal(err)
	}
	losses := 0
	for seed := range uint64(8) {
		g := begin(t, rs, 4, nil, 200+seed)
		h := g.hand(func(turn teach.Turn) string {
			return rs.Bots[0].Move(turn.Position, turn.Seat, turn.Own, g.dice)
		})
		l, err := teach.Study(h, 1600, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, loss := range append(l.Then, l.Now...) {
			losses++
			if loss.Worlds < search.Enough {
				t.Errorf("seed %d: %+v", seed, loss)
			}
		}
	}
	if losses < 10 {
		t.Errorf("only %d losses are named", losses)
	}
}

// What a stand-in played is not judged, nor what a seat played that saw nothing.
func TestNotJudged(t *testing.T) {
	s := told(t, "../audit/testdata/five.jsonl")
	h, _ := teach.Of(s, s.Hands[0])
	for i := range h.Turns {
		if h.Turns[i].Seat == 0 {
			h.Turns[i].StandIn = true
		} else {
			h.Turns[i].Own = make(rules.Observation, len(h.Turns[i].Own))
		}
	}
	l, err := teach.Study(h, 100, nil)
	if err != nil {
		t.Fatal(err)
	}
	for seat, why := range []teach.Skip{teach.StoodIn, teach.Unseen} {
		p := l.Players[seat]
		if p.Judged != 0 || p.Skipped[why] != 2 || p.Then != nil || p.Now != nil {
			t.Errorf("seat %d: %+v", seat, p)
		}
		said := l.Says(p, "zoe", false)
		if len(said) != 2 || !strings.Contains(said[1].String(), string(why)) {
			t.Errorf("it says %v", said)
		}
	}
}

// A moment is told with what won or lost it: the deal before the first move, the cards, or the move, which is only
// named if it is said to have cost something, or if no card came that nobody had seen.
func TestDecisive(t *testing.T) {
	s := told(t, "../audit/testdata/five.jsonl")
	h, err := teach.Of(s, s.Hands[0])
	if err != nil {
		t.Fatal(err)
	}
	lesson := teach.Lesson{
		Hand: h, Then: []teach.Loss{{Turn: 2, Points: 300}, {Turn: 3, Points: 300}},
		Now: []teach.Loss{{Turn: 0, Points: 400}, {Turn: 2, Points: 900}},
	}
	both, wins := lesson, lesson
	both.Now = []teach.Loss{{Turn: 3, Points: 900}}
	wins.Now = []teach.Loss{{Turn: 2, Points: 20}, {Turn: 3, Points: 20}}
	for _, c := range []struct {
		lesson       teach.Lesson
		turn, points int
		want         string
	}{
		{teach.Lesson{Hand: h}, 0, 800, "zoe stood about 8 points better after zoe's 1st turn, through the deal"},
		{teach.Lesson{Hand: h}, 0, -800, "zoe stood about 8 points worse after zoe's 1st turn, through the deal"},
		{teach.Lesson{Hand: h}, 3, -800, "zoe stood about 8 points worse after zoe's 2nd turn, through the cards and the rest"},
		{lesson, 1, 800, "zoe stood about 8 points better after zoe's 1st turn, through the cards and the rest"},
		{lesson, 0, 800, " in zoe's 1st turn: about 8 points better, through the deal, although, with all hands known, the move cost about 4 points"},
		{lesson, 0, -800, " in zoe's 1st turn: about 8 points worse, through that move, with all hands known"},
		{lesson, 0, -900, " in zoe's 1st turn: about 9 points worse, through the deal, and, with all hands known, the move cost about 4 points"},
		{lesson, 3, 800, " in zoe's 2nd turn: about 8 points better, through the cards and the rest, although the move cost about 3 points"},
		{lesson, 3, -600, " in zoe's 2nd turn: about 6 points worse, through that move"},
		{lesson, 3, -700, " in zoe's 2nd turn: about 7 points worse, through the cards and the rest, and the move cost about 3 points"},
		{both, 3, -1900, " in zoe's 2nd turn: about 19 points worse, through the cards and the rest, and, with all hands known, the move cost about 9 points"},
		{both, 3, -1800, " in zoe's 2nd turn: about 18 points worse, through that move, with all hands known"},
		{wins, 3, 800, " in zoe's 2nd turn: about 8 points better, through the cards and the rest, although, with all hands known, the move was worse for winning the game"},
		// The 3rd turn of the hand is after a take of a card that all had seen.
		{teach.Lesson{Hand: h}, 2, 800, " in zoe's 2nd turn: about 8 points better, through that move"},
		{teach.Lesson{Hand: h}, 2, -800, " in zoe's 2nd turn: about 8 points worse, through that move"},
		{lesson, 2, -2000, " in zoe's 2nd turn: about 20 points worse, through that move, with all hands known"},
		{lesson, 2, 800, " in zoe's 2nd turn: about 8 points better, through that move, although, with all hands known, another was about 9 points better"},
		{wins, 2, 800, " in zoe's 2nd turn: about 8 points better, through that move, although, with all hands known, another was better for winning the game"},
	} {
		if said := c.lesson.Decisive(teach.Swing{Turn: c.turn, Points: c.points}, "zoe", false).String(); !strings.HasSuffix(said, c.want) {
			t.Errorf("turn %d, %d: %q, and not %q", c.turn, c.points, said, c.want)
		}
	}
	chips, err := games.Find("furious-five")
	if err != nil {
		t.Fatal(err)
	}
	lesson.Hand.Rules = chips
	if said := lesson.Decisive(teach.Swing{Turn: 2, Points: 800}, "zoe", true).String(); !strings.Contains(said, "you dropped") || !strings.Contains(said, "in your 2nd turn: about 8 chips better") {
		t.Errorf("%q", said)
	}
	if said := (teach.Lesson{Hand: h}).Decisive(teach.Swing{Turn: 3, Points: 800}, "zoe", true).String(); !strings.HasPrefix(said, "you stood about 8 points better after your 2nd turn") {
		t.Errorf("%q", said)
	}
}

// What is told has the points of the result, says what they came from and names the reader "you":
// it needs no word of statistics.
func TestSays(t *testing.T) {
	s := told(t, "../audit/testdata/five.jsonl")
	h, err := teach.Of(s, s.Hands[0])
	if err != nil {
		t.Fatal(err)
	}
	chips, err := games.Find("furious-five")
	if err != nil {
		t.Fatal(err)
	}
	loss := &teach.Loss{Turn: 3, Better: "drop Js take", Points: 2400, Worlds: 50, Worse: 39, Even: 1}
	p := teach.Player{Seat: 0, Points: 50, Judged: 2, Result: -5000, Luck: -5000, Clear: true}
	now, then := p, p
	now.Now, now.Clear = loss, false
	then.Then, then.Play, then.Luck = loss, -2400, -2600
	open, all, capped := p, then, then
	open.Clear, capped.Capped = false, true
	nearly, surely := *loss, *loss
	nearly.Worse, nearly.Even = 50, 0
	surely.Worse, surely.Even, surely.Always, surely.Turned, surely.Lay = 50, 0, true, true, -4960
	even := surely
	even.Lay = 0
	level := then
	level.Then = &even
	almost := then
	almost.Then, all.Then = &nearly, &surely
	many := h
	many.Active = []int{0, 1, 2}
	half := p
	half.Play, half.Luck, half.Gifts = -2450, -2480, -70
	paid := many
	paid.Rules = chips
	for _, c := range []struct {
		hand teach.Hand
		p    teach.Player
		you  bool
		want []string
	}{
		{h, p, true, []string{"you got 50 points, 50 worse than the other player", "the cards and the rest: about 50 points worse; no move was a clear mistake"}},
		{many, now, true, []string{"you got 50 points, 50 worse than the others on average", "the cards and the rest: about 50 points worse; no move was a clear mistake, by what you could see", "with all hands known, in your 2nd turn, “end the hand” was about 24 points worse than “drop Js and take the top card”"}},
		{many, then, false, []string{"Zoe got 50 points, 50 worse than the others on average", "the cards and the rest: about 26 points worse; own moves: about 24 points worse", "in Zoe's 2nd turn, “end the hand” was about 24 points worse than “drop Js and take the top card”"}},
		{many, then, true, []string{"you got 50 points", "the cards and the rest: about 26 points worse; your own moves: about 24 points worse", "came out better 78 times in 100, and worse 20 times"}},
		{h, open, true, []string{"you got 50 points", "the cards and the rest: about 50 points worse; no move was a clear mistake, by what you could see"}},
		{h, capped, false, []string{"Zoe got 50 points", "own moves: about 24 points worse, as much as a hand can cost"}},
		{h, almost, false, []string{"Zoe got 50 points", "own moves: about 24 points worse", "the other move nearly always came out better"}},
		{h, all, false, []string{"Zoe got 50 points", "own moves: about 24 points worse", "the other move always came out better; as the cards lay, it would have cost about 50 points"}},
		{h, level, false, []string{"Zoe got 50 points", "own moves: about 24 points worse", "the other move always came out better; as the cards lay, it would have been no better"}},
		{many, half, false, []string{"Zoe got 50 points", "the cards and the rest: about 24 points worse; own moves: about 25 points worse; mistakes of others: about 1 point worse"}},
		{paid, p, true, []string{"you won 50 chips", "the cards and the rest: about 50 chips worse"}},
	} {
		said := (teach.Lesson{Hand: c.hand}).Says(c.p, "Zoe", c.you)
		for i, want := range c.want {
			if i >= len(said) || !strings.Contains(said[i].String(), want) {
				t.Errorf("it says %q, want %q", said, c.want)
				break
			}
		}
	}
}
