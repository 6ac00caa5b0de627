package audit_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/games/five"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/tabletest"
)

// This file has the makers of those files of testdata that answer what two readers of SPEC.md
// could take in two ways.

// aboutNobody: a record of a kind that is about a seat, without an about; or an about where none
// may be.
func aboutNobody(t *testing.T, cover bool, kind record.Kind, body any, about ...uint64) []record.Record {
	g := fours(t, cover, record.KindMove, "")
	p := g.Players[(g.Turn().Seat+1)%4] // who owes nothing
	if kind == record.KindMove {
		p = g.Turn()
		body = g.Honest(p)
	}
	pl, err := p.Table.Payload(p.Seat, body)
	if err != nil {
		t.Fatal(err)
	}
	pl.Kind, pl.About = kind, about
	r, err := record.Sign(p.Key, pl)
	if err != nil {
		t.Fatal(err)
	}
	return append(g.Table().Log(), r)
}

// secondVote: a seat has given its key, and a vote about nobody in the same step, which names
// another head. Another seat's key comes behind.
func secondVote(t *testing.T) []record.Record {
	g := fours(t, false, record.KindKey, "")
	one := g.Make(g.Players[0])
	pl, err := one.Peek()
	if err != nil {
		t.Fatal(err)
	}
	pl.Kind, pl.Body = record.KindAway, tabletest.Encode(t, record.Away{})
	pl.Head[0] ^= 1
	other, err := record.Sign(g.Players[0].Key, pl)
	if err != nil {
		t.Fatal(err)
	}
	return append(g.Table().Log(), one, other, g.Make(g.Players[1]))
}

// beyond: a record for the step behind the last one of a game that is over.
func beyond(t *testing.T) []record.Record {
	g := tabletest.New(t, five.Rules, 2, map[string]any{"limit": 1}, 1)
	g.Choose = shortly
	g.Play()
	r := g.Sign(g.Players[0], record.Move{Text: "end"})
	return append(g.Table().Log(), r)
}

// behindVotes: the record of a seat stands behind two of the three votes that it is away.
func behindVotes(t *testing.T) []record.Record {
	g := fours(t, true, record.KindMove, "")
	about := g.Turn()
	log := g.Table().Log()
	for _, v := range g.Table().Voters(about.Seat)[:2] {
		log = append(log, away(t, g, g.Players[v], about.Seat))
	}
	return append(log, g.Make(about))
}

// hereUnreadable: what a vote shows is no payload, and signed.
func hereUnreadable(t *testing.T) []record.Record {
	g := fours(t, true, record.KindMove, "")
	about := g.Turn()
	v := g.Players[g.Table().Voters(about.Seat)[0]]
	shown := tabletest.Resign(about.Key, record.Record{Author: record.KeyOf(about.Key), Payload: []byte("no payload")})
	return append(g.Table().Log(), speak(t, v, about.Seat, record.KindHere, record.Here{Payload: shown.Payload, Signature: shown.Signature}))
}

// unsealed ends behind the sealing keys, of which one is missing.
func unsealed(t *testing.T) []record.Record {
	g := fours(t, true, record.KindSeal, "")
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 1 }
	g.Step()
	return g.Table().Log()
}

// sealing ends within the first step, in which sealing keys are owed.
func sealing(t *testing.T) []record.Record {
	g := fours(t, true, record.KindSeal, "")
	return g.Table().Log()
}

// astray: of a table that has split, a third table claims to go on, with other scores. Ana has
// begun to play there, too.
func astray(t *testing.T) [][]record.Record {
	logs := split(t)
	c := everybody()
	r, err := audit.Verify(logs[0], games.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	forged := forgeable(c, r.State())
	forged.Carry.Scores[0]++
	h := c.goOn(t, *forged.Continuation)
	h.Owed(record.KindKey)
	take(t, h, h.Make(h.Players[0]))
	return append(logs, h.Table().Log())
}

// beside: of a table, one continuation was begun; all have accepted two others, one that
// follows as well, and one that does not. The last file is the beginning of the one that was
// begun.
func beside(t *testing.T) [][]record.Record {
	c := everybody()
	g := c.begun(t, false, nil, "ana", "ben", "cleo")
	hand(g)
	begun := c.goOn(t, after(t, g, 1, map[int]record.Player{1: c.player("zoe", "")}))
	begun.Owed(record.KindShares)
	idle := c.goOn(t, after(t, g, 1, map[int]record.Player{1: c.player("eva", "")}))
	idle.Owed(record.KindKey)
	forged := forgeable(c, g.Table())
	forged.Carry.Scores[0]++
	stray := c.goOn(t, *forged.Continuation)
	stray.Owed(record.KindKey)
	log := begun.Table().Log()
	return [][]record.Record{g.Table().Log(), log, idle.Table().Log(), stray.Table().Log(), log[:len(begun.Players)]}
}

// decided is a game that was played to its end, and a continuation from its first hand that all
// had accepted before; and one like it that somebody has begun.
func decided(t *testing.T) [][]record.Record {
	c := everybody()
	g := c.begun(t, false, map[string]any{"limit": 60}, "ana", "ben", "cleo")
	hand(g)
	idle := c.goOn(t, after(t, g, 1, nil))
	idle.Owed(record.KindKey)
	begun := c.goOn(t, after(t, g, 1, map[int]record.Player{1: c.player("zoe", "")}))
	begun.Owed(record.KindKey)
	take(t, begun, begun.Make(begun.Players[0]))
	if g.Table().Over() {
		t.Fatal("the first hand decides the game")
	}
	g.Play()
	return [][]record.Record{g.Table().Log(), idle.Table().Log(), begun.Table().Log()}
}

// What a verifier says of these files in smaller company: nothing in a continuation shows by
// itself that the others went on without it, and what goes astray takes nothing from others.
func TestInSmallerCompany(t *testing.T) {
	for _, c := range []struct {
		chain string
		files []int
		want  []string
	}{
		{"unbegun", []int{2}, []string{"good, orphan"}},
		{"beside", []int{3}, []string{"good, orphan"}},
		{"beside", []int{3, 1}, []string{"good", "good, continued, 1 stand"}},
		{"beside", []int{3, 2}, []string{"good, never began, orphan", "good, orphan"}},
		{"beside", []int{4, 2}, []string{"good, never began, orphan", "good, orphan"}},
		{"beside", []int{4, 1}, []string{"refused", "good"}},
		{"beside", []int{5, 2}, []string{"good, orphan", "good, orphan"}},
		{"beside", []int{5, 3}, []string{"good, orphan", "good, orphan"}},
		{"decided", []int{2}, []string{"good, orphan"}},
		{"decided", []int{2, 1}, []string{"good, never began", "good"}},
		{"decided", []int{3, 1}, []string{"refused", "good"}},
		{"astray", []int{2, 3, 4}, []string{"blame ana at 5, orphan", "good, orphan", "blame ana at 5, orphan"}},
		{"astray", []int{1, 3, 4}, []string{"good, continued, 1 stand", "good", "refused"}},
	} {
		reports, _ := audit.VerifyChain(lastingLogs(t, c.chain, c.files...), games.Find, audit.Options{})
		for i, r := range reports {
			if got := verdict(r); got != c.want[i] {
				t.Errorf("%s %v: of %d it says %q, not %q", c.chain, c.files, c.files[i], got, c.want[i])
			}
		}
		if c.chain != "unbegun" && len(c.files) == 1 && reports[0].Unfinished == nil {
			t.Errorf("%s %v: it is not unfinished", c.chain, c.files)
		}
	}
}

// Each file of testdata is named in SPEC §11.
func TestFilesAreNamed(t *testing.T) {
	spec, err := os.ReadFile("../SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(spec), "## §11 Vectors")
	if section == "" {
		t.Fatal("there is no §11")
	}
	section = strings.ReplaceAll(section, "audit/"+lasting+"/", "")
	files, err := filepath.Glob(filepath.Join(lasting, "*"))
	if err != nil || len(files) < 100 {
		t.Fatal(len(files), err)
	}
	named := regexp.MustCompile("`([a-z0-9.-]+)`")
	var names []string
	for _, m := range named.FindAllStringSubmatch(section, -1) {
		names = append(names, m[1])
	}
	number := regexp.MustCompile(`-[0-9]$`)
	for _, file := range files {
		name := filepath.Base(file)
		short := strings.TrimSuffix(name, filepath.Ext(name))
		stem := number.ReplaceAllString(short, "")
		ofGame := func(rs *rules.RuleSet) bool {
			return slices.Contains([]string{rs.Name + "-1", rs.Name + "-2", rs.Name + "-covered"}, short)
		}
		if !slices.Contains(names, name) && !slices.Contains(names, short) && !slices.Contains(names, stem+"-1") &&
			!strings.HasPrefix(name, "forged-") && !slices.ContainsFunc(games.All(), ofGame) {
			t.Errorf("%s is not named", name)
		}
	}
}
