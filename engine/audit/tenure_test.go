package audit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/tabletest"
)

// held says who has had each seat of a report: "zoe 5-" or "Ada 1-4, zoe 5-".
func held(r *audit.Report) (all []string) {
	for _, s := range r.Seats {
		var had []string
		for _, t := range s.Tenures {
			to := ""
			if t.To > 0 {
				to = fmt.Sprint(t.To)
			}
			if t.Undone {
				to = " undone"
			}
			name := t.Name
			if t.BotOf != "" {
				name += " of " + t.BotOf
			}
			had = append(had, fmt.Sprintf("%s %d-%s", name, t.From, to))
		}
		if s.Since() != s.Tenures[len(s.Tenures)-1].From || s.Changed() != (len(had) > 1) {
			had = append(had, "?")
		}
		all = append(all, strings.Join(had, ", "))
	}
	return all
}

// SPEC §9.1: who has had a seat is said as far as the logs go back, whatever their order.
func TestTenures(t *testing.T) {
	for _, c := range []struct {
		files []int
		want  []string // of the last file
	}{
		{[]int{1}, []string{"ana 1-", "ben 1-", "cleo 1-", "Ada of ana 1-"}},
		{[]int{1, 2}, []string{"ana 1-", "ben 1-", "cleo 1-", "Ada of ana 1-1, zoe 2-"}},
		{[]int{2}, []string{"ana 2-", "ben 2-", "cleo 2-", "zoe 2-"}},
		{[]int{2, 1, 3}, []string{"ana 1-", "ben 1-2, Bea of zoe 3-", "Ada of ana 1-1, zoe 2-"}},
		{[]int{1, 3}, []string{"ana 3-", "Bea 3-", "zoe 3-"}}, // whose computer player it is, is only claimed
		{[]int{2, 3}, []string{"ana 2-", "ben 2-2, Bea 3-", "zoe 2-"}},
		{[]int{3, 2, 1, 4}, []string{"ana 1-3, dan 4-", "ben 1-2, Bea of zoe 3-3, ben 4-", "Ada of ana 1-1, zoe 2-"}},
		{[]int{1, 2, 4}, []string{"dan 4-", "ben 4-", "zoe 4-"}},
	} {
		reports, err := audit.VerifyChain(lastingLogs(t, "handed", c.files...), games.Find, audit.Options{})
		if got := held(reports[len(reports)-1]); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("files %v: %q, want %q (%v)", c.files, got, c.want, err)
		}
	}
}

// Who has played no hand that stands has not had the seat: hands can be played again, if a
// rule was broken in one, and newcomers may come to nothing.
func TestTenuresOfHandsThatDoNotStand(t *testing.T) {
	g, _ := tabletest.Cheat(t, 3, map[string]any{"hands": 3})
	if len(g.Table().Results()) != 1 || !g.Table().Violated() {
		t.Fatal("the drill has changed: no violation in the first hand")
	}
	c := everybody()
	next := func(of *tabletest.Rig, newcomers map[int]record.Player) *tabletest.Rig {
		t.Helper()
		cont, err := of.Table().Successor(0, []int{0, 1, 2}, newcomers)
		if err != nil {
			t.Fatal(err)
		}
		ks := keys(of, cont)
		for s, p := range newcomers {
			ks = slices.Insert(ks, s, c[p.Name])
		}
		h := tabletest.Continue(t, tabletest.Drill, cont, ks, 9)
		h.Owed(record.KindKey)
		return h
	}
	h := next(g, map[int]record.Player{1: c.player("zoe", "")})
	k := next(h, map[int]record.Player{1: c.player("eva", "")})
	k.Owed(record.KindMove)
	reports, _ := chain(g, g, h, k)
	for i, want := range []string{"ben 1- undone", "zoe 1- undone", "eva 1-"} {
		if got := held(reports[i])[1]; got != want {
			t.Errorf("file %d: %s, want %s", i+1, got, want)
		}
	}
}

// Where seats change hands twice while one hand runs, whoever came in between has played no
// hand that stands, and no file says anything else.
func TestTenuresAtOnce(t *testing.T) {
	for _, c := range []struct {
		files []int
		want  [][]string // of each file
	}{
		{[]int{1, 2, 3}, [][]string{
			{"ana 1-", "ben 1-", "cleo 1-"},
			{"ana 1-", "ben 1-1, eva 2- undone", "cleo 1-1, zoe 2- undone"},
			{"ana 1-", "ben 1-", "cleo 1-1, dan 2-"},
		}},
		{[]int{3, 2, 1}, [][]string{
			{"ana 1-", "ben 1-", "cleo 1-1, dan 2-"},
			{"ana 1-", "ben 1-1, eva 2- undone", "cleo 1-1, zoe 2- undone"},
			{"ana 1-", "ben 1-", "cleo 1-"},
		}},
		{[]int{1, 2}, [][]string{{"ana 1-", "ben 1-", "cleo 1-"}, {"ana 1-", "ben 1-1, eva 2-", "cleo 1-1, zoe 2-"}}}, // the hand may be played yet
		{[]int{2, 3}, [][]string{{"ana 2- undone", "eva 2- undone", "zoe 2- undone"}, {"ana 2-", "ben 2-", "dan 2-"}}},
	} {
		reports, err := audit.VerifyChain(lastingLogs(t, "at-once", c.files...), games.Find, audit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range reports {
			if got := held(r); !slices.Equal(got, c.want[i]) {
				t.Errorf("files %v: file %d says %q, want %q", c.files, c.files[i], got, c.want[i])
			}
		}
	}
	unbegun, _ := audit.VerifyChain(lastingLogs(t, "unbegun", 1, 2), games.Find, audit.Options{})
	if got := held(unbegun[1])[1]; got != "zoe 2- undone" {
		t.Errorf("where nobody has begun: %s", got)
	}
}

// A rematch is a new game: its hands are counted from 1 again.
func TestTenuresOfARematch(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, map[string]any{"hands": 2}, 3)
	g.Play()
	c, err := g.Table().Rematch()
	if err != nil {
		t.Fatal(err)
	}
	reports, err := chain(g, g, cont(t, g, c))
	if got := held(reports[1]); err != nil || !slices.Equal(got, []string{"ben 1-", "ana 1-"}) {
		t.Errorf("%q (%v)", got, err)
	}
}

// A computer player that takes over is its host's by the host's acceptance, and by nothing
// else: as long as that is not in the log, it is only claimed.
func TestNewcomersHostHasToSign(t *testing.T) {
	logs := [][]record.Record{lastingLog(t, "handed-1"), lastingLog(t, "handed-2"), nil}
	for signed, want := range map[int]string{2: "", 3: "zoe"} { // ana, Bea, zoe
		logs[2] = lastingLog(t, "handed-3")[:signed]
		reports, err := audit.VerifyChain(logs, games.Find, audit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := reports[2].Seats[1]; got.BotOf != want || (got.Strength != "") != (want != "") || reports[2].Orphan {
			t.Errorf("with %d acceptances Bea is %+v", signed, got)
		}
	}
}

// A newcomer plays on in one of two continuations, like everybody else.
func TestRivalsOfANewcomer(t *testing.T) {
	g, _ := stuck(t, []int{0, 2})
	c := everybody()
	var rigs []*tabletest.Rig
	for n, seat := range []int{0, 2} { // ben, who is to sit out, may not be taken over
		cont, err := g.Table().Successor(0, []int{0, 1, 2}, map[int]record.Player{seat: c.player("zoe", "")})
		if err != nil {
			t.Fatal(err)
		}
		ks := slices.Insert(keys(g, cont), seat, c["zoe"])
		h := tabletest.Continue(t, tabletest.Drill, cont, ks, uint64(n)+9)
		h.Owed(record.KindKey)
		take(t, h, h.Make(h.Players[seat]))
		rigs = append(rigs, h)
	}
	fs := files{"one": rigs[0].Table().Log(), "other": rigs[1].Table().Log()}
	fs.want(t, g, map[string]string{"one": "blame zoe at 4, orphan", "other": "blame zoe at 4, orphan"})
}
