package node

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/story"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/api"
	"fives/p2p/replica"
	"fives/p2p/waittest"
)

// A toldLine is what a daemon has told, or what a log tells, of one step.
type toldLine struct {
	step uint64
	says string
}

// live writes an event about the game itself; ok is false for all others. Shuffles and results are told apart, because a
// daemon tells of a shuffle when a seat has shuffled, and of a result when all have signed it.
func live(e api.Event) (says string, ok bool) {
	switch e.Kind {
	case api.EventLot:
		return "lot " + e.Name, true
	case api.EventShuffle:
		return "stack " + e.Name, true
	case api.EventCards:
		return fmt.Sprintf("cards %s %s", e.What, e.Name), true
	case api.EventMove:
		return fmt.Sprintf("move %s %s %t", e.Name, e.Move, e.StandIn), true
	case api.EventCover:
		return fmt.Sprintf("%s %s %v %d", e.What, e.Name, e.Names, len(e.Missed)), true
	case api.EventSettled:
		return result(e.Names, e.Hand.Number, e.Hand.Void, func(i int) int { return e.Hand.Points[e.Names[i]] }, func(i int) int { return e.Hand.Scores[e.Names[i]] }), true
	}
	return "", false
}

func result(names []string, hand int, void bool, points, scores func(int) int) string {
	s := fmt.Sprintf("hand %d %t", hand, void)
	for i, name := range names {
		s += fmt.Sprintf(" %s %d %d", name, points(i), scores(i))
	}
	return s
}

// retold writes a moment as [live] writes its event.
func retold(e story.Event) (says string, ok bool) {
	switch e.Kind {
	case story.Drawn:
		return "lot " + e.Name, true
	case story.Opened:
		return fmt.Sprintf("cards %s %s", e.Why, e.Name), true
	case story.Moved:
		return fmt.Sprintf("move %s %s %t", e.Name, e.Move, e.StandIn), true
	case story.Covered:
		return fmt.Sprintf("%s %s [] 0", api.Covered, e.Name), true
	case story.Back:
		return fmt.Sprintf("%s %s [] %d", api.Returned, e.Name, e.Missed), true
	case story.Again:
		return fmt.Sprintf("%s  %v 0", api.Again, e.Names), true
	case story.Settled:
		return result(e.Names, e.Hand, e.Void, func(i int) int { return e.Points[i] }, func(i int) int { return e.Scores[i] }), true
	}
	return "", false
}

// compareTold checks that a daemon has told of a table what its log tells, in the same order, and each thing once.
func compareTold(t *testing.T, told []api.Event, log []record.Record, find table.Finder) (count map[string]int) {
	t.Helper()
	stories, err := story.Read([][]record.Record{log}, find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := stories[0]
	var got, want []toldLine
	for _, e := range told {
		if says, ok := live(e); ok {
			got = append(got, toldLine{e.Step, says})
		}
	}
	for _, st := range s.Steps {
		if st.Kind == record.KindStack && len(st.Seats) > 0 {
			want = append(want, toldLine{st.Number, "stack " + s.Nickname(st.Seats[0])})
		}
	}
	for _, h := range s.Hands {
		for i, m := range h.Moments {
			e := s.Event(h, i, story.Onlooker)
			step := m.Step
			if e.Kind == story.Settled {
				step++ // in which it is signed
			}
			if e.Kind == story.Moved { // as it was made: the words are those of package say
				e.Move = e.Move[:0].Text(m.Move)
			}
			if says, ok := retold(e); ok {
				want = append(want, toldLine{step, says})
			}
		}
	}
	apart := func(list []toldLine) (lines []toldLine, results []string) {
		slices.SortStableFunc(list, func(a, b toldLine) int { return int(a.step) - int(b.step) })
		for _, l := range list {
			if strings.HasPrefix(l.says, "hand ") {
				results = append(results, l.says)
			} else {
				lines = append(lines, l)
			}
		}
		return lines, results
	}
	gotLines, gotResults := apart(got)
	wantLines, wantResults := apart(want)
	for i := range max(len(gotLines), len(wantLines)) {
		if i >= len(gotLines) || i >= len(wantLines) || gotLines[i] != wantLines[i] {
			t.Fatalf("line %d: the daemon tells %v\nthe log tells %v", i, gotLines[min(i, len(gotLines)):min(i+3, len(gotLines))], wantLines[min(i, len(wantLines)):min(i+3, len(wantLines))])
		}
	}
	if !slices.Equal(gotResults, wantResults) {
		t.Errorf("the daemon tells %q\nthe log tells %q", gotResults, wantResults)
	}
	count = map[string]int{"hand": len(gotResults)}
	for _, l := range gotLines {
		kind, _, _ := strings.Cut(l.says, " ")
		count[kind]++
		if strings.HasSuffix(l.says, " true") {
			count["stand-in"]++
		}
		if kind == api.Returned && !strings.HasSuffix(l.says, " 0") {
			count["missed"]++
		}
	}
	return count
}

// compareViews checks that a daemon has shown at the beginning of each step what the log shows there.
func compareViews(t *testing.T, views map[uint64]string, log []record.Record, find table.Finder) {
	t.Helper()
	stories, err := story.Read([][]record.Record{log}, find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[uint64]string{}
	for _, h := range stories[0].Hands {
		for i, m := range h.Moments {
			if m.Kind != story.Begun {
				m.Step++ // it is there behind its step
			}
			want[m.Step] = text(h.View(i, story.Onlooker))
		}
	}
	same := 0
	for step, view := range want {
		if live := views[step]; live == view {
			same++
		} else if live != "" {
			t.Errorf("at step %d the daemon shows %s\nthe log shows %s", step, live, view)
		}
	}
	if same < len(want)*9/10 { // of several steps that are complete at once, only the last one is shown
		t.Errorf("%d of %d views are compared", same, len(want))
	}
}

// TestRetold: what a daemon tells while a table is played, the log tells again, about the same people, in the same steps and
// the same order.
func TestRetold(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit(t))
	defer cancel()
	ana := startNode(t, "ana")
	o, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3, Bots: []string{"easy", "easy"}, Set: map[string]string{"limit": "60"}})
	if err != nil {
		t.Fatal(err)
	}
	var told []api.Event
	over := errors.New("over")
	err = ana.Events(ctx, api.EventsRequest{Views: true}, func(e api.Event) error {
		if e.Table == o.ID {
			told = append(told, e)
		}
		switch {
		case e.View == nil:
		case e.View.Phase == api.PhaseOver && len(e.View.Waiting.Names) == 0:
			return over
		case e.View.YourTurn:
			_ = ana.Play(ctx, e.Table, e.Moves.Moves[0], e.View.Step) // a later view asks again
		}
		return nil
	})
	if !errors.Is(err, over) {
		t.Fatal(err)
	}
	log, err := ana.Log(o.ID)
	if err != nil {
		t.Fatal(err)
	}
	if n := compareTold(t, told, log, games.Find); n["lot"] != 1 || n["stack"] < 3 || n["cards"] < 2 || n["move"] < 2 || n["hand"] < 1 {
		t.Errorf("too little has happened: %v", n)
	}
}

// TestCoverRetold is TestRetold for a table at which two are voted away at once, and one comes and goes.
func TestCoverRetold(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 5, map[string]any{"hands": 4}, 5)
	begin := g.Table().Snapshot()
	for _, kind := range []record.Kind{record.KindProof, record.KindShares, record.KindReceipt} {
		g.Owed(kind)
		g.Apart(g.Players[1], g.Players[2])
	}
	g.Naps(g.Players[3], func(tb *table.Table) bool { return tb.Step()/9%2 == 1 })
	log := g.Table().Log()

	now := time.Unix(1_750_000_000, 0)
	r := replica.New(begin, replica.Config{})
	p := reporter{
		Warnings: func() []api.Warning { return nil }, Asleep: func(int) bool { return false }, Twice: func(int) bool { return false },
		Now: func() time.Time { return now },
	}
	r.Connect("ana", record.KeyOf(g.Players[0].Key), now)
	var told []api.Event
	views := map[uint64]string{} // at the beginning of each step
	for _, rec := range log[1+len(g.Players):] {
		r.Receive("ana", replica.Message{Records: []record.Record{rec}}, now)
		told = append(told, p.Events(r, r.Take().Notes)...)
		if v := showTable(r); v.View != nil {
			views[v.Step] = text(v.View)
		}
	}
	now = now.Add(time.Minute)
	r.Tick(now) // proofs wait for those that were voted away
	told = append(told, p.Events(r, r.Take().Notes)...)
	if r.Table().Head() != g.Table().Head() {
		t.Fatalf("the onlooker is at step %d of %d", r.Table().Step(), g.Table().Step())
	}
	compareViews(t, views, log, g.Find)
	n := compareTold(t, told, log, g.Find)
	if n[api.Again] < 3 || n[api.Covered] < 2 || n[api.Returned] < 2 || n["stand-in"] < 2 || n["missed"] < 1 || n["hand"] != 4 {
		t.Errorf("too little has happened: %v", n)
	}
}

// TestBrokenRuleRetold: a settled hand names the move that broke a rule about hidden cards, which is the one that the log
// finds at fault.
func TestBrokenRuleRetold(t *testing.T) {
	g, cheat := tabletest.Cheat(t, 3, nil)
	stories, err := story.Read([][]record.Record{g.Table().Log()}, g.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	h := stories[0].Hands[0]
	broken := stories[0].Violations(h)
	got := showTable(replica.New(g.Table(), replica.Config{})).Hands[0].Violations
	if len(broken) != 1 || len(got) != 1 {
		t.Fatalf("the log has %v, the daemon %v", broken, got)
	}
	i := slices.IndexFunc(h.Moments, func(m story.Moment) bool { return m.Kind == story.Moved && m.Record == broken[0].Record })
	if want := (api.Violation{Name: cheat.Name, Rule: broken[0].Rule, Move: h.Moments[i].Move}); got[0] != want {
		t.Errorf("the daemon has %+v, the log %+v", got[0], want)
	}
}
