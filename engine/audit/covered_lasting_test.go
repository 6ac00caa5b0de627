package audit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// absentWhen says for each game in which steps one of four seats was away in its log with
// covered steps. Together they are of all kinds, and in each the seat was back at times. No
// table of All Fives has four seats, so nobody is covered there.
var absentWhen = map[string]func(d table.Pending, moves int) bool{
	"five": func(d table.Pending, moves int) bool {
		return d.Kind == record.KindProof || d.Kind == record.KindMove && moves < 8 || d.Why == rules.Lot || d.Why == rules.TurnUp || d.Why == rules.Cover && moves < 4 || d.Why == rules.Draw || d.Why == rules.Show
	},
	"furious-five": func(d table.Pending, moves int) bool {
		return d.Kind == record.KindSeal || d.Kind == record.KindStack || d.Kind == record.KindMove && moves < 8 || d.Kind == record.KindReceipt
	},
	"five-three-five": func(d table.Pending, moves int) bool {
		return d.Kind == record.KindStack || d.Why == rules.Deal || d.Why == rules.Show || d.Kind == record.KindMove && moves < 8
	},
	"five-crowns": func(d table.Pending, moves int) bool {
		return d.Kind == record.KindKey || d.Kind == record.KindMove && moves < 8
	},
}

// coverSeats is how many seats the logs with covered steps have: the fewest of which one can
// be covered.
const coverSeats = 4

// Of every game of four seats or more there is a log with covered steps, and what a verifier
// finds in it.
func TestLastingLogsWithCover(t *testing.T) {
	if *update {
		writeCovered(t)
	}
	seen := map[string]bool{}
	for _, rs := range games.All() {
		name := rs.Name + "-covered"
		if !there(name) {
			if absentWhen[rs.Name] != nil {
				t.Errorf("%s has lost its log with covered steps", rs.Name)
			}
			continue // nobody can be covered in it, or its rules are still being written
		}
		log := lastingLog(t, name)
		r, err := everyWay(t, log, games.Find)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for what, got := range map[string]string{"heads": heads(r.State()), "report": summary(r)} {
			if want := read(t, fmt.Sprintf("v%d/%s.%s", record.Version, name, what)); got != string(want) {
				t.Errorf("%s.%s has\n%s\nnow it is\n%s", name, what, want, got)
			}
		}
		for what := range coveredKinds(t, log) {
			seen[what] = true
		}
	}
	for _, what := range []string{
		"seal", "key", "stack", "proof", "move", "receipt", "shares lot", "shares deal", "shares turn up", "shares draw", "shares show", "shares cover",
		"back", "stand-in", "void stack",
	} {
		if !seen[what] {
			t.Errorf("in none of the logs: %s", what)
		}
	}
}

// coveredKinds are the kinds of steps that have votes in a log, and what else happens there.
func coveredKinds(t *testing.T, log []record.Record) map[string]bool {
	t.Helper()
	seen := map[string]bool{}
	var before table.Pending
	var covered []int
	step := uint64(0)
	_, err := audit.Verify(log, games.Find, audit.Options{Each: func(n int, r record.Record, tb *table.Table) {
		if tb == nil || tb.Step() == step {
			return
		}
		now := tb.Coverings(tb.Step() - 1)
		if len(now) > 0 {
			seen[strings.TrimSpace(fmt.Sprint(before.Kind, " ", before.Why))] = true
		}
		for _, s := range before.Seats {
			seen["back"] = seen["back"] || slices.Contains(covered, s) && !slices.Contains(now, s)
			covered = slices.DeleteFunc(covered, func(c int) bool { return c == s })
		}
		covered = append(covered, now...)
		if before.Kind == record.KindProof && tb.Pending().Kind == record.KindStack {
			seen["void stack"] = true
		}
		played := tb.Hand().Played()
		seen["stand-in"] = seen["stand-in"] || len(played) > 0 && played[len(played)-1].StandIn
		before, step = tb.Pending(), tb.Step()
	}})
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

// writeCovered writes the logs with covered steps that are not there.
func writeCovered(t *testing.T) {
	for _, rs := range games.All() {
		name := rs.Name + "-covered"
		absent := absentWhen[rs.Name]
		if absent == nil {
			absent = absentWhen["five"] // a new game
		}
		if there(name) || rs.MaxSeats < coverSeats {
			continue
		}
		g := tabletest.NewCovered(t, rs, max(coverSeats, rs.MinSeats), nil, 1)
		g.Choose = tabletest.Bot(rs.Bots[0])
		who := g.Players[1]
		g.Until(func(tb *table.Table) bool {
			if tb.HandNumber() > 1 || tb.Over() && len(tb.Pending().Seats) == 0 {
				return true
			}
			switch asleep := absent(tb.Pending(), len(tb.Hand().Played())); {
			case asleep && g.Absent == nil:
				g.Absent = func(p *tabletest.Player) bool { return p == who }
			case !asleep && g.Absent != nil:
				g.Back(who)
			}
			return false
		})
		writeLog(t, name, g.Table().Log())
		r, err := audit.Verify(g.Table().Log(), games.Find, audit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, name+".heads", []byte(heads(r.State())))
		writeFile(t, name+".report", []byte(summary(r)))
	}
}

// Each log with covered steps has its vectors.
func TestVectorsOfCover(t *testing.T) {
	logs, err := filepath.Glob(filepath.Join(lasting, "*-covered.*"))
	if err != nil || len(logs) == 0 || len(logs)%3 != 0 {
		t.Errorf("%d files, %v", len(logs), err)
	}
	for _, file := range logs {
		info, err := os.Stat(file)
		if err != nil || info.Size() > 200<<10 {
			t.Errorf("%s: %v", file, err)
		}
	}
}
