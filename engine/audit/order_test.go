package audit_test

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// files are logs and evidence by name.
type files map[string][]record.Record

// rows are the verdicts on files, with their names. They have to be the same in every
// order of the files.
func (fs files) rows(t *testing.T, g *tabletest.Rig) map[string]string {
	t.Helper()
	var rows map[string]string
	permutations(slices.Sorted(maps.Keys(fs)), func(names []string) {
		var logs [][]record.Record
		for _, name := range names {
			logs = append(logs, fs[name])
		}
		reports, _ := audit.VerifyChain(logs, g.Find, audit.Options{})
		got := map[string]string{}
		for i, name := range names {
			got[name] = row(reports[i])
		}
		if rows == nil {
			rows = got
		}
		if !maps.Equal(got, rows) {
			t.Fatalf("in the order %v:\n%v\nin another one:\n%v", names, got, rows)
		}
	})
	return rows
}

// row says what a second verifier has to say of a file as well.
func row(r *audit.Report) string {
	says := "good"
	var altered *audit.AlteredError
	var blame *audit.BlameError
	var chain *audit.ChainError
	switch {
	case errors.As(r.Err, &altered):
		says = fmt.Sprintf("altered at %d", altered.Record)
	case errors.As(r.Err, &blame):
		says = fmt.Sprintf("blame %s at %d", blame.Name, blame.Record)
	case errors.As(r.Err, &chain) && chain.Guilty != nil:
		says = fmt.Sprintf("blame %s at %d", strings.Join(chain.Guilty, " "), chain.Record)
	case chain != nil:
		says = "refused"
	}
	if r.Continued {
		says += fmt.Sprintf(", continued, %d stand", r.Stands)
	}
	if r.Isolated {
		says += fmt.Sprintf(", isolated, %d stand", r.Stands)
	}
	if r.NeverBegan {
		says += ", never began"
	}
	if r.Split != nil {
		says += fmt.Sprintf(", split in %d", len(r.Split))
	}
	if r.Sisters != nil {
		says += fmt.Sprintf(", beside %d", len(r.Sisters))
	}
	if r.Orphan {
		says += ", orphan"
	}
	return says
}

func (fs files) want(t *testing.T, g *tabletest.Rig, want map[string]string) {
	t.Helper()
	if got := fs.rows(t, g); !maps.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

// goOn is the table in which seats go on from a hand of a rig's, where all have accepted
// and those seats of it that are listed have signed their hand keys.
func goOn(t *testing.T, g *tabletest.Rig, settled int, seats []int, keyed ...int) *tabletest.Rig {
	t.Helper()
	c, err := g.Table().Successor(settled, seats, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := tabletest.Continue(t, tabletest.Drill, c, keys(g, c), 9)
	h.Owed(record.KindKey)
	for _, seat := range keyed {
		take(t, h, h.Make(h.Players[seat]))
	}
	return h
}

// take has the replica of seat 0 take records in.
func take(t *testing.T, g *tabletest.Rig, records ...record.Record) {
	t.Helper()
	for _, r := range records {
		if err := g.Players[0].Take(r); err != nil {
			t.Fatal(err)
		}
	}
}

// twins are two logs of a table of three that go on together until somebody owes what is
// asked for, and what its seats sign there, in each of the two.
func twins(t *testing.T, until func(*table.Table) bool) (g [2]*tabletest.Rig, signed [2][]record.Record) {
	t.Helper()
	for i := range g {
		g[i] = tabletest.New(t, tabletest.Drill, 3, nil, 5)
		g[i].Until(until)
		g[i].Secret.Seed([32]byte{byte(i)})
		g[i].Rand = rand.New(rand.NewPCG(6, uint64(i)))
		for _, p := range g[i].Players {
			if p.Owes() {
				signed[i] = append(signed[i], g[i].Make(p))
			}
		}
	}
	return g, signed
}

func keyOwed(tb *table.Table) bool { return tb.Pending().Kind == record.KindKey }

// at is the line of a record in a file, and last that of the last record.
func at(log []record.Record, r record.Record) int { return 1 + slices.IndexFunc(log, r.Same) }

// Two logs of a table in which a seat has signed two things: both name it, each at the
// record that it holds itself. Who has signed the same in both is not named, and a log
// that ends before is good.
func TestContradictionStandsInBothFiles(t *testing.T) {
	g, signed := twins(t, keyOwed)
	before := g[0].Table().Log()
	take(t, g[0], signed[0][0], signed[0][1], signed[0][2])
	take(t, g[1], signed[1][1]) // ben alone
	left, right := g[0].Table().Log(), g[1].Table().Log()
	one, two := at(left, signed[0][1]), at(right, signed[1][1])
	if one == two {
		t.Fatal("both are in the same line")
	}
	files{"left": left, "right": right, "before": before}.want(t, g[0], map[string]string{
		"left": fmt.Sprintf("blame ben at %d", one), "right": fmt.Sprintf("blame ben at %d", two), "before": "good",
	})
	// What is bad further on in a file takes nothing from what is good in it.
	bad := append(slices.Clone(right), altering(left[3]))
	files{"left": left, "right": bad}.want(t, g[0], map[string]string{
		"left": fmt.Sprintf("blame ben at %d", one), "right": fmt.Sprintf("altered at %d", len(bad)),
	})
	// The first one of several is named.
	take(t, g[1], signed[1][0])
	right = g[1].Table().Log()
	files{"left": left, "right": right}.want(t, g[0], map[string]string{
		"left": fmt.Sprintf("blame ana at %d", one-1), "right": fmt.Sprintf("blame ana at %d", one-1),
	})
}

// altering spoils the signature of a record.
func altering(r record.Record) record.Record {
	r.Signature[5] ^= 1
	return r
}

// A notice belongs to no step: who leaves in one log and has gone on in another has not
// signed two records for a step.
func TestANoticeContradictsNothing(t *testing.T) {
	g, signed := twins(t, keyOwed)
	take(t, g[0], signed[0][0])
	gone := g[1].Players[0]
	n, err := seat.Notice(gone.Table, gone.Seat, gone.Key, 7)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := gone.Table.Leave(n); err != nil {
		t.Fatal(err)
	}
	files{"on": g[0].Table().Log(), "left": g[1].Table().Log()}.want(t, g[0], map[string]string{"on": "good", "left": "good"})
}

// Three continuations of one parent: each names those who play on in it and in one of the
// others, at the first hand key of theirs that it holds. The parent goes on all the same.
func TestRivalsStandInEachFile(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 5)
	g.Owed(record.KindMove)
	fs := files{
		"parent": g.Table().Log(),
		"all":    goOn(t, g, 0, []int{0, 1, 2}, 0, 1, 2).Table().Log(),
		"ana":    goOn(t, g, 0, []int{0, 1}, 0).Table().Log(),
		"cleo":   goOn(t, g, 0, []int{1, 2}, 1).Table().Log(), // its seat 1
	}
	fs.want(t, g, map[string]string{
		"parent": "good, continued, 0 stand", "all": "blame ana cleo at 4", "ana": "blame ana at 3", "cleo": "blame cleo at 3",
	})
	delete(fs, "parent")
	fs.want(t, g, map[string]string{
		"all": "blame ana cleo at 4, orphan", "ana": "blame ana at 3, orphan", "cleo": "blame cleo at 3, orphan",
	})
}

// Who goes back behind a receipted hand, and plays on elsewhere as well, is named for
// both: the more files, the more faults. Only the table that goes back is no continuation.
func TestGoingBackStandsInTheContinuation(t *testing.T) {
	g, _ := stuck(t, []int{0, 2})
	fs := files{"parent": g.Table().Log(), "back": goOn(t, g, 0, []int{0, 2}, 0, 1).Table().Log()}
	fs.want(t, g, map[string]string{"parent": "good", "back": "blame ana cleo at 3"})
	fs["on"] = goOn(t, g, 1, []int{0, 1, 2}, 0).Table().Log()
	fs.want(t, g, map[string]string{"parent": "good, continued, 1 stand", "back": "blame ana cleo at 3", "on": "blame ana at 4"})
}

// The receipts of a hand may stand in several logs of the parent: whoever has one in any
// of them is to blame.
func TestGoingBackByAllLogsOfTheParent(t *testing.T) {
	owed := func(tb *table.Table) bool { return tb.Pending().Kind == record.KindReceipt }
	fs := files{}
	var g *tabletest.Rig
	for i, name := range []string{"ana", "ben"} {
		g = tabletest.New(t, tabletest.Drill, 3, nil, 5)
		g.Until(owed)
		if i == 0 {
			fs["back"] = goOn(t, g, 0, []int{0, 1}, 0, 1).Table().Log()
		}
		take(t, g, g.Make(g.Players[i]))
		fs[name] = g.Table().Log()
	}
	fs.want(t, g, map[string]string{"ana": "good", "ben": "good", "back": "blame ana ben at 3"})
}

// A fork excuses nobody once all who played have receipted a hand behind it: what a seat
// receipts after that, even alone, is not taken back.
func TestAReceiptedForkExcusesNobody(t *testing.T) {
	for hand, says := range map[int]string{1: "good", 2: "blame ana at 3"} {
		g := tabletest.New(t, tabletest.Drill, 3, map[string]any{"hands": 3}, 6) // ana plays all hands
		g.Owed(record.KindMove)
		p := g.Turn()
		fork := audit.Evidence(g.Table(), &table.Fault{Seat: p.Seat, Step: g.Table().Step(), Records: []record.Record{forked(t, p, 1), forked(t, p, 2)}})
		g.Until(func(tb *table.Table) bool { return tb.HandNumber() == hand && tb.Pending().Kind == record.KindReceipt })
		take(t, g, g.Make(g.Players[0]))
		fs := files{"parent": g.Table().Log(), "fork": fork, "back": goOn(t, g, hand-1, []int{0, 2}, 0).Table().Log()}
		if got := fs.rows(t, g)["back"]; got != says {
			t.Errorf("in hand %d: %s, want %s", hand, got, says)
		}
	}
}

// A continuation counts as far as it is good, and completes its parent, whatever comes
// behind that. It does not before all have accepted.
func TestABadContinuationCompletesItsParent(t *testing.T) {
	g, _ := stuck(t, []int{0, 2})
	h := goOn(t, g, 1, []int{0, 1, 2}, 0)
	log := h.Table().Log()
	p := h.Players[2] // ben sits out
	one, two := h.Make(p), h.Make(p)
	double, twice := append(slices.Clone(log), one, two), append(slices.Clone(log), one, log[0])
	for name, c := range map[string]struct {
		child        []record.Record
		parent, says string
	}{
		"evidence":       {double, "good, continued, 1 stand", fmt.Sprintf("blame cleo at %d", len(double))},
		"altered":        {twice, "good, continued, 1 stand", fmt.Sprintf("altered at %d", len(twice))},
		"not accepted":   {append(slices.Clone(log[:2]), altering(log[2])), "good", "altered at 3"},
		"accepted twice": {append(slices.Clone(log[:1]), acceptances(t, h)...), "good", "blame ben at 3"},
	} {
		t.Run(name, func(t *testing.T) {
			files{"parent": g.Table().Log(), "child": c.child}.want(t, g, map[string]string{"parent": c.parent, "child": c.says})
		})
	}
}

// acceptances are two different ones of seat 1 of a continuation.
func acceptances(t *testing.T, h *tabletest.Rig) []record.Record {
	t.Helper()
	good := h.Table().Log()[1]
	p, err := good.Open()
	if err != nil {
		t.Fatal(err)
	}
	p.Head[0] ^= 1
	other, err := record.Sign(h.Players[1].Key, p)
	if err != nil {
		t.Fatal(err)
	}
	return []record.Record{good, other}
}

// A parent counts as far as it is good: what goes on from a hand before the record that
// fails is a continuation of it. Where that hand is not in the file, nobody knows.
func TestABadParent(t *testing.T) {
	g, _ := stuck(t, []int{0, 2})
	parent := g.Table().Log()
	child := goOn(t, g, 1, []int{0, 2}, 0).Table().Log()
	cut := 12
	early := append(slices.Clone(parent[:cut]), altering(parent[cut]))
	late := append(slices.Clone(parent), altering(parent[cut]))
	p := g.Turn()
	evidence := audit.Evidence(g.Table(), &table.Fault{
		Seat: p.Seat, Step: g.Table().Step(), Records: []record.Record{forked(t, p, 1), forked(t, p, 2)},
	})
	proof := fmt.Sprintf("blame %s at %d", p.Name, len(evidence))
	for name, c := range map[string]struct {
		fs   files
		want map[string]string
	}{
		"early":    {files{"parent": early, "child": child}, map[string]string{"parent": fmt.Sprintf("altered at %d", cut+1), "child": "good, orphan"}},
		"late":     {files{"parent": late, "child": child}, map[string]string{"parent": fmt.Sprintf("altered at %d, continued, 1 stand", len(late)), "child": "good"}},
		"evidence": {files{"parent": evidence, "child": child}, map[string]string{"parent": proof + ", continued, 1 stand", "child": "good"}},
		"evidence beside the log": {files{"parent": parent, "proof": evidence, "child": child},
			map[string]string{"parent": "good, continued, 1 stand", "proof": proof + ", continued, 1 stand", "child": "good"}},
		"cut short": {files{"parent": parent[:cut], "child": child}, map[string]string{"parent": "good", "child": "refused"}},
		"cut in its joins": {files{"parent": parent[:2], "child": child, "whole": parent},
			map[string]string{"parent": "good", "whole": "good, continued, 1 stand", "child": "good"}},
		"both parts": {files{"parent": parent[:cut], "child": child, "whole": parent}, map[string]string{"parent": "good", "whole": "good, continued, 1 stand", "child": "good"}},
	} {
		t.Run(name, func(t *testing.T) { c.fs.want(t, g, c.want) })
	}
}

// Evidence proves by itself: a log that has one of its two records, or neither, stays as
// good as it is, and so does a file that is there twice.
func TestEvidenceBesideLogs(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	g.Owed(record.KindMove)
	before := g.Table().Log()
	p := g.Turn()
	one, two := g.Make(p), forked(t, p, 2)
	evidence := audit.Evidence(g.Table(), &table.Fault{Seat: p.Seat, Step: g.Table().Step(), Records: []record.Record{one, two}})
	swapped := slices.Clone(evidence)
	n := len(evidence)
	swapped[n-2], swapped[n-1] = swapped[n-1], swapped[n-2]
	for _, q := range g.Players {
		if err := q.Take(one); err != nil {
			t.Fatal(err)
		}
	}
	blame := fmt.Sprintf("blame %s at %d", p.Name, n)
	files{"before": before, "with": g.Table().Log(), "with again": g.Table().Log(), "evidence": evidence}.want(t, g, map[string]string{
		"before": "good", "with": "good", "with again": "good", "evidence": blame,
	})
	files{"evidence": evidence, "swapped": swapped}.want(t, g, map[string]string{"evidence": blame, "swapped": blame})
	g.Step()
	files{"within": append(g.Table().Log(), two)}.want(t, g, map[string]string{"within": fmt.Sprintf("blame %s at %d", p.Name, len(g.Table().Log())+1)})
}

// Where two logs of the parent are at odds, what goes on from either of them is its
// continuation.
func TestContinuationOfOneOfTwoBranches(t *testing.T) {
	g, signed := twins(t, func(tb *table.Table) bool { return tb.Pending().Why == rules.Show })
	fs := files{}
	var blame string
	for i, name := range []string{"left", "right"} {
		for _, r := range signed[i] {
			for _, p := range g[i].Players {
				if err := p.Take(r); err != nil {
					t.Fatal(err)
				}
			}
		}
		g[i].Owed(record.KindReceipt)
		fs[name] = g[i].Table().Log()
		blame = fmt.Sprintf("blame %s at %d", g[i].Players[g[i].Table().Terms().SeatOf(signed[i][0].Author)].Name, at(fs[name], signed[i][0]))
	}
	child := goOn(t, g[0], 1, []int{0, 2})
	take(t, child, child.Make(child.Turn()))
	fs["child"] = child.Table().Log()
	fs.want(t, g[0], map[string]string{"left": blame + ", continued, 1 stand", "right": blame, "child": "good"})
}

// Whether a game was decided is said by the log that goes further: nobody goes on from
// an earlier hand of it, though a beginning of the log would allow it. What all had accepted
// before that, and nobody has begun, is no error.
func TestTheLogThatGoesFurtherDecides(t *testing.T) {
	g, _ := stuck(t, []int{0, 2})
	short := g.Table().Log()
	idle := files{"short": short, "child": goOn(t, g, 1, []int{0, 1, 2}).Table().Log()}
	begun := files{"short": short, "child": goOn(t, g, 1, []int{0, 1, 2}, 0).Table().Log()}
	g.Play()
	for _, c := range []struct {
		files files
		child string
	}{{idle, "good, never began"}, {begun, "refused"}} {
		c.files.want(t, g, map[string]string{"short": "good, continued, 1 stand", "child": "good"})
		c.files["whole"] = g.Table().Log()
		c.files.want(t, g, map[string]string{"short": "good", "whole": "good", "child": c.child})
	}
}

// In a chain, what a seat is to blame for is no gap; a table that does not follow from its
// parent is one for those that follow from it.
func TestChainOfThree(t *testing.T) {
	g, _ := stuck(t, []int{0, 2})
	h := goOn(t, g, 1, []int{0, 1, 2}, 0, 2)
	k := goOn(t, h, 0, []int{0, 2}, 0)
	rival := goOn(t, g, 1, []int{0, 1}, 0)
	parent, middle, last := g.Table().Log(), h.Table().Log(), k.Table().Log()
	files{"parent": parent, "last": last}.want(t, g, map[string]string{"parent": "good", "last": "good, orphan"})
	files{"parent": parent, "middle": middle, "last": last, "rival": rival.Table().Log()}.want(t, g, map[string]string{
		"parent": "good, continued, 1 stand", "middle": "blame ana at 4, continued, 0 stand", "last": "good", "rival": "blame ana at 3",
	})
	files{"parent": parent[:12], "middle": middle, "last": last}.want(t, g, map[string]string{
		"parent": "good", "middle": "refused, continued, 0 stand", "last": "good, orphan",
	})
}

// Two logs of one table may have other joins, if its proposer has begun it twice. Who sits
// at both has signed two rosters, and is called what it is called there; nobody else has.
func TestLogsWithOtherJoins(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	both, left, right := tabletest.Key(98, 0), tabletest.Key(98, 1), tabletest.Key(98, 2)
	proposal := tabletest.Propose(t, tabletest.Drill, 2, nil, both, g.Secret)
	id, _, _, err := table.OpenProposal(proposal, g.Find)
	if err != nil {
		t.Fatal(err)
	}
	log := func(seats ...ed25519.PrivateKey) []record.Record {
		var joins []record.Record
		for i, key := range seats {
			joins = append(joins, tabletest.Join(t, key, id, record.Join{Name: fmt.Sprintf("seat %d", i)}))
		}
		h := tabletest.Rig{TB: t, Rules: tabletest.Drill, Rand: g.Rand, Secret: g.Secret}
		h.Seat(seats, func() (*table.Table, error) { return table.New(proposal, joins, g.Find) })
		h.Owed(record.KindKey)
		return h.Table().Log()
	}
	files{"one": log(both, left), "other": log(right, both)}.want(t, g, map[string]string{
		"one": "blame seat 0 at 4", "other": "blame seat 1 at 5",
	})
	alone := tabletest.Key(98, 3)
	files{"one": log(both, left), "other": log(right, alone)}.want(t, g, map[string]string{"one": "good", "other": "good"})
}
