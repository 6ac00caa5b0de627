package audit_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fives/crypto/ristretto"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/games/five"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// cases are files of single questions about cover and about what is optional, each with its
// verdict in cases.txt (SPEC §11). All are of Five, nearly all at a table of four.
var cases = map[string]func(t *testing.T) []record.Record{
	// F1: ben has a false commitment for cleo and for dan, and his key comes in one burst with
	// the lot. Cleo looks at her piece before she signs anything else.
	"framed": func(t *testing.T) []record.Record { return framed(t, false, false) },
	// Cleo had signed her share of the lot before.
	"framed-accepted": func(t *testing.T) []record.Record { return framed(t, true, false) },
	// In place of a complaint, cleo votes with the piece that does not fit.
	"framed-vote": func(t *testing.T) []record.Record { return framed(t, true, true) },

	"again":         again,
	"rekeyed":       rekeyed,
	"one-missing":   func(t *testing.T) []record.Record { return missing(t, record.KindShares) },
	"drawn":         drawn,
	"away-and-here": func(t *testing.T) []record.Record { return here(t, true, true) },
	"here-bad":      func(t *testing.T) []record.Record { return here(t, false, false) },
	"here-good":     func(t *testing.T) []record.Record { return here(t, false, true) },

	"about-empty":    func(t *testing.T) []record.Record { return spelt(t, record.KindSeal) },
	"pieces-empty":   func(t *testing.T) []record.Record { return spelt(t, record.KindKey) },
	"about-proposal": func(t *testing.T) []record.Record { return about(t, record.KindProposal) },
	"about-join":     func(t *testing.T) []record.Record { return about(t, record.KindJoin) },
	"about-roster":   func(t *testing.T) []record.Record { return about(t, record.KindRoster) },
	"about-leave":    func(t *testing.T) []record.Record { return about(t, record.KindLeave) },

	"complaint-nobody":    func(t *testing.T) []record.Record { return complaint(t, "nobody") },
	"complaint-uncovered": func(t *testing.T) []record.Record { return complaint(t, "uncovered") },
	"complaint-step":      func(t *testing.T) []record.Record { return complaint(t, "step") },
	"complaint-late":      func(t *testing.T) []record.Record { return complaint(t, "late") },

	"keyless-move":  func(t *testing.T) []record.Record { return keylessTurn(t, true) },
	"missing-key":   func(t *testing.T) []record.Record { return missing(t, record.KindKey) },
	"missing-stack": func(t *testing.T) []record.Record { return missing(t, record.KindStack) },
	"missing-proof": func(t *testing.T) []record.Record { return missing(t, record.KindProof) },

	"keyless-vote": func(t *testing.T) []record.Record { return keylessTurn(t, false) },
	"move-shares":  moveShares,

	"away-no-about": func(t *testing.T) []record.Record { return aboutNobody(t, true, record.KindAway, record.Away{}) },
	"here-no-about": func(t *testing.T) []record.Record { return aboutNobody(t, true, record.KindHere, record.Here{}) },
	"complaint-no-about": func(t *testing.T) []record.Record {
		return aboutNobody(t, true, record.KindComplaint, record.Complaint{})
	},
	"about-move":           func(t *testing.T) []record.Record { return aboutNobody(t, true, record.KindMove, nil, 1) },
	"about-move-uncovered": func(t *testing.T) []record.Record { return aboutNobody(t, false, record.KindMove, nil, 1) },
	"away-uncovered":       func(t *testing.T) []record.Record { return aboutNobody(t, false, record.KindAway, record.Away{}, 0) },
	"second-vote":          secondVote,
	"behind-votes":         behindVotes,
	"beyond":               beyond,
	"here-unreadable":      hereUnreadable,
	"unsealed":             unsealed,
	"sealing":              sealing,
}

// chains are cases of several logs that are verified together.
var chains = map[string]func(t *testing.T) [][]record.Record{
	// A seat was cut off in the showing, and has settled and receipted the hand by itself.
	"isolated": func(t *testing.T) [][]record.Record {
		g := fours(t, true, record.KindShares, rules.Show)
		who := g.Turn()
		alone := g.Alone(who)
		g.Back(who)
		g.Step() // who signs its receipt here, too
		return [][]record.Record{g.Table().Log(), alone.Table.Log()}
	},
	// In one log ben is covered, in the other one cleo.
	"crossed": crossed,
	// A table whose seats changed hands three times, without cover and with it.
	"handed":         func(t *testing.T) [][]record.Record { return handed(t, false) },
	"handed-covered": func(t *testing.T) [][]record.Record { return handed(t, true) },
	// Seats change hands twice while the second hand runs, each time at once.
	"at-once": atOnce,
	// Zoe was to take ben's seat, ana has left that before all had accepted, and it is tried again.
	"attempts": attempts,
	// Two groups have gone on from one hand, each with newcomers in the seats of the other.
	"split": split,
	// Zoe was to take ben's seat after the first hand, all have accepted, and ben has played on.
	"unbegun": unbegun,
	// A third table beside two of a split, which does not follow.
	"astray": astray,
	// Continuations that nobody has begun beside one that somebody has.
	"beside": beside,
	// The game was decided behind the hand from which all were to go on.
	"decided": decided,
}

// caseHeads are those cases of which the heads and a report are vectors, too.
var caseHeads = []string{"again", "rekeyed", "one-missing", "drawn", "handed", "handed-covered", "unsealed", "sealing"}

// The files of SPEC §11 that answer single questions have the verdicts of cases.txt.
func TestCases(t *testing.T) {
	names := slices.Sorted(maps.Keys(cases))
	if *update {
		for _, name := range names {
			writeCase(t, name)
		}
		for name, logs := range chains {
			if !there(name + "-1") {
				writeChain(t, name, logs(t))
			}
		}
	}
	var got strings.Builder
	for _, name := range names {
		r, _ := everyWay(t, lastingLog(t, name), games.Find)
		fmt.Fprintf(&got, "%s: %s\n", name, verdict(r))
		if slices.Contains(caseHeads, name) {
			asWritten(t, name, r)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(chains)) {
		for i, r := range chainOf(t, name) {
			fmt.Fprintf(&got, "%s-%d: %s\n", name, i+1, verdict(r))
			if slices.Contains(caseHeads, name) {
				asWritten(t, fmt.Sprintf("%s-%d", name, i+1), r)
			}
		}
	}
	if *update {
		writeFile(t, "cases.txt", []byte(got.String()))
	}
	want, err := os.ReadFile(filepath.Join(lasting, "cases.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("cases.txt has\n%s\nnow it is\n%s", want, got.String())
	}
}

// verdict says of a file whether it is good, and else which record fails and who is to blame.
func verdict(r *audit.Report) string {
	var b *audit.BlameError
	if errors.As(r.Err, &b) && b.Also != nil {
		return fmt.Sprintf("%s, also %s", row(r), b.Also.Name)
	}
	return row(r)
}

// asWritten compares the heads and the report of a case with its files.
func asWritten(t *testing.T, name string, r *audit.Report) {
	t.Helper()
	for what, text := range map[string]string{"heads": heads(r.State()), "report": summary(r)} {
		if want := read(t, fmt.Sprintf("v%d/%s.%s", record.Version, name, what)); text != string(want) {
			t.Errorf("%s.%s is now\n%s", name, what, text)
		}
	}
}

// chainOf verifies all logs of a chain together.
func chainOf(t *testing.T, name string) []*audit.Report {
	t.Helper()
	reports, _ := audit.VerifyChain(lastingLogs(t, name), games.Find, audit.Options{})
	return reports
}

// lastingLogs are all logs of a chain, or those with the numbers that are given, from 1.
func lastingLogs(t *testing.T, name string, numbers ...int) (logs [][]record.Record) {
	t.Helper()
	if len(numbers) == 0 {
		for i := 1; there(fmt.Sprintf("%s-%d", name, i)); i++ {
			numbers = append(numbers, i)
		}
	}
	for _, i := range numbers {
		logs = append(logs, lastingLog(t, fmt.Sprintf("%s-%d", name, i)))
	}
	return logs
}

func writeChain(t *testing.T, name string, logs [][]record.Record) {
	t.Helper()
	reports, _ := audit.VerifyChain(logs, games.Find, audit.Options{})
	for i, log := range logs {
		name := fmt.Sprintf("%s-%d", name, i+1)
		writeLog(t, name, log)
		if slices.Contains(caseHeads, name[:strings.LastIndex(name, "-")]) {
			writeVector(t, name, reports[i])
		}
	}
}

func writeVector(t *testing.T, name string, r *audit.Report) {
	t.Helper()
	writeFile(t, name+".heads", []byte(heads(r.State())))
	writeFile(t, name+".report", []byte(summary(r)))
}

// writeCase writes the file of a case that is not there.
func writeCase(t *testing.T, name string) {
	if there(name) {
		return
	}
	log := cases[name](t)
	writeLog(t, name, log)
	if slices.Contains(caseHeads, name) {
		r, err := audit.Verify(log, games.Find, audit.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		writeVector(t, name, r)
	}
}

// fours is a table of Five for four that owes such a record.
func fours(t *testing.T, cover bool, kind record.Kind, why rules.Why) *tabletest.Rig {
	t.Helper()
	g := tabletest.New(t, five.Rules, 4, nil, 1)
	if cover {
		g = tabletest.NewCovered(t, five.Rules, 4, nil, 1)
	}
	g.Choose = shortly
	until(g, kind, why)
	return g
}

func until(g *tabletest.Rig, kind record.Kind, why rules.Why) {
	g.TB.Helper()
	owed := func(tb *table.Table) bool { return tb.Pending().Kind == kind && tb.Pending().Why == why }
	g.Until(owed)
	if !owed(g.Table()) {
		g.TB.Fatalf("no %s %s is owed", kind, why)
	}
}

// shortly ends the hand in a few turns.
func shortly(p *tabletest.Player, own rules.Observation, r *rand.Rand) string {
	moves := p.Table.Position().Moves(p.Seat, own)
	for _, want := range []string{"draw", "end"}[min(1, len(p.Table.Hand().Played())/2):] {
		if i := slices.IndexFunc(moves, func(m string) bool { return strings.HasSuffix(m, want) }); i >= 0 {
			return moves[i]
		}
	}
	return tabletest.Random(p, own, r)
}

func framed(t *testing.T, signed, votes bool) []record.Record {
	const ben, cleo = 1, 2
	g := fours(t, true, record.KindKey, "")
	g.Body = func(p *tabletest.Player, body any) any {
		if k, ok := body.(record.HandKey); ok && p.Seat == ben { // for ana, cleo and dan
			k.Pieces = slices.Concat(k.Pieces[:32], k.Pieces[64:96], k.Pieces[32:64])
			return k
		}
		return body
	}
	g.Step()
	holder := g.Players[cleo]
	if votes {
		until(g, record.KindShares, rules.Deal)
		log := g.Table().Log()
		for _, voter := range []int{0, cleo} {
			p := g.Players[voter]
			r := speak(t, p, ben, record.KindAway, record.Away(g.Honest(holder).(record.Shares)))
			if voter != cleo {
				r = away(t, g, p, ben)
			}
			log = append(log, r)
		}
		return log
	}
	made, ok := seat.Complain(holder.Table, cleo, ben, holder.Key, holder.Hand, g.Secret)
	if !ok {
		t.Fatal("cleo has nothing to complain of")
	}
	for _, p := range g.Players {
		if signed || p != holder {
			take(t, g, g.Make(p))
		}
	}
	return append(g.Table().Log(), made)
}

// again has steps of all kinds in which the records of two were voted away; in some of those
// that follow, one of the two is covered.
func again(t *testing.T) []record.Record {
	g := fours(t, true, record.KindSeal, "")
	for i, d := range []table.Pending{
		{Kind: record.KindSeal}, {Kind: record.KindKey}, {Kind: record.KindShares, Why: rules.Lot}, {Kind: record.KindProof},
		{Kind: record.KindShares, Why: rules.Deal}, {Kind: record.KindShares, Why: rules.Show}, {Kind: record.KindReceipt},
	} {
		until(g, d.Kind, d.Why)
		owed := g.Table().Pending().Seats
		one, other := owed[i%len(owed)], owed[(i+1)%len(owed)]
		g.Apart(g.Players[one], g.Players[other])
		if d.Kind == record.KindKey || d.Why == rules.Deal || d.Kind == record.KindReceipt {
			g.Absent = func(p *tabletest.Player) bool { return p.Seat == other }
			g.Step()
			g.Back(g.Players[other])
		}
	}
	return g.Table().Log()
}

// crossed: of the shares of the deal, those of ben are voted away in one log, and those of cleo
// in the other one.
func crossed(t *testing.T) [][]record.Record {
	logs := make([][]record.Record, 2)
	g := fours(t, true, record.KindShares, rules.Deal)
	own, votes := map[int]record.Record{}, map[[2]int]record.Record{}
	for _, p := range g.Players {
		for about := 1; about <= 2; about++ {
			if p.Seat != about {
				votes[[2]int{p.Seat, about}] = away(t, g, p, about)
			}
		}
		own[p.Seat] = g.Make(p)
	}
	for i := range logs {
		covered := i + 1
		n := node{g.Players[0], g}.onto(g.Table())
		for _, p := range g.Players {
			if p.Seat != covered {
				n.gets(t, votes[[2]int{p.Seat, covered}], own[p.Seat])
			}
		}
		logs[i] = n.Table.Log()
	}
	return logs
}

// rekeyed: dan's hand key is voted away, and the others' add up to the identity.
func rekeyed(t *testing.T) []record.Record {
	g := fours(t, true, record.KindKey, "")
	var sum ristretto.Scalar
	var made []record.Record
	for i, p := range g.Players[:3] {
		x, err := ristretto.RandomScalar(g.Secret)
		if err != nil {
			t.Fatal(err)
		}
		if i == 2 {
			x = sum.Neg()
		}
		sum = sum.Add(x)
		made = append(made, g.KeyOf(p, x), away(t, g, p, 3))
	}
	for _, p := range g.Players {
		for _, r := range made {
			if err := p.Take(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	g.Step()
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 0 }
	g.Step() // the lot
	g.Back(g.Players[0])
	return g.Table().Log()
}

// missing: ben has no key, and the stack of cleo is voted away. The log ends with a vote about
// dan in the next step of a kind, where he cannot be covered, or at the deal.
func missing(t *testing.T, kind record.Kind) []record.Record {
	g := fours(t, true, record.KindSeal, "")
	nap := func(seat int) {
		g.Absent = func(p *tabletest.Player) bool { return p.Seat == seat }
		g.Step()
		g.Back(g.Players[seat])
	}
	nap(1)
	if kind != record.KindKey {
		for until(g, record.KindStack, ""); !g.Table().Pending().Owes(2); {
			g.Step()
		}
		nap(2)
	}
	if kind == record.KindShares {
		until(g, kind, rules.Deal)
		return g.Table().Log()
	}
	for g.Table().Pending().Kind != kind || !g.Table().Pending().Owes(3) {
		g.Step()
	}
	return append(g.Table().Log(), speak(t, g.Players[0], 3, record.KindAway, record.Away{}))
}

// drawn: what goes on from before the first hand draws a lot.
func drawn(t *testing.T) []record.Record {
	g := fours(t, true, record.KindSeal, "")
	c, err := g.Table().Successor(0, []int{0, 1, 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := tabletest.Continue(t, five.Rules, c, keys(g, c), 2)
	until(h, record.KindShares, rules.Lot)
	h.Step()
	return h.Table().Log()
}

// here: a voter shows a record, good or not, behind an away or alone.
func here(t *testing.T, twice, good bool) []record.Record {
	g := fours(t, true, record.KindMove, "")
	about := g.Turn()
	v := g.Players[g.Table().Voters(about.Seat)[1]]
	shown := g.Make(about)
	log := g.Table().Log()
	if twice {
		log = append(log, away(t, g, v, about.Seat))
	}
	if !good {
		shown = *g.Table().OwnAt(g.Table().FirstStep(), about.Seat)
	}
	r, err := seat.Here(v.Table, v.Seat, about.Seat, v.Table.Step(), v.Key, shown)
	if err != nil {
		t.Fatal(err)
	}
	return append(log, r)
}

// spelt: an optional list, or byte string, that is there and empty.
func spelt(t *testing.T, kind record.Kind) []record.Record {
	g := fours(t, kind == record.KindSeal, kind, "")
	p := g.Players[0]
	pl, err := g.Make(p).Peek()
	if err != nil {
		t.Fatal(err)
	}
	type withPieces struct {
		Key    []byte `cbor:"key"`
		Proof  []byte `cbor:"proof"`
		Pieces []byte `cbor:"pieces"`
	}
	type withAbout struct {
		Version uint64         `cbor:"v"`
		Table   record.Hash    `cbor:"table"`
		Step    uint64         `cbor:"step"`
		Seat    uint64         `cbor:"seat"`
		Head    record.Hash    `cbor:"head"`
		Kind    record.Kind    `cbor:"kind"`
		About   []uint64       `cbor:"about"`
		Body    record.Encoded `cbor:"body"`
	}
	var payload []byte
	if kind == record.KindKey {
		body, err := record.Decode[record.HandKey](pl)
		if err != nil {
			t.Fatal(err)
		}
		pl.Body = tabletest.Encode(t, withPieces{body.Key, body.Proof, []byte{}})
		payload = tabletest.Encode(t, pl)
	} else {
		payload = tabletest.Encode(t, withAbout{pl.Version, pl.Table, pl.Step, pl.Seat, pl.Head, pl.Kind, []uint64{}, pl.Body})
	}
	return append(g.Table().Log(), tabletest.Resign(p.Key, record.Record{Author: record.KeyOf(p.Key), Payload: payload}))
}

// about: a record of a kind that is about nobody.
func about(t *testing.T, kind record.Kind) []record.Record {
	g := fours(t, true, record.KindRoster, "")
	log, p := g.Table().Log(), g.Players[0]
	at := map[record.Kind]int{record.KindProposal: 0, record.KindJoin: 1}[kind]
	pl, err := log[at].Peek()
	sign := record.Sign
	switch kind {
	case record.KindRoster:
		pl, err = g.Make(p).Peek()
		at = len(log)
	case record.KindLeave:
		pl, err = g.Table().LeavePayload(0, 1_750_000_600)
		sign, at = record.SignNotice, len(log)
	}
	if err != nil {
		t.Fatal(err)
	}
	pl.About = []uint64{2}
	r, err := sign(p.Key, pl)
	if err != nil {
		t.Fatal(err)
	}
	return append(slices.Clone(log[:at]), r)
}

// complaint: one that is about nobody, at a table without cover, of another step, or too late.
func complaint(t *testing.T, which string) []record.Record {
	const ben, cleo = 1, 2
	g := fours(t, which != "uncovered", record.KindKey, "")
	if which == "late" {
		g.Body = func(p *tabletest.Player, body any) any {
			if k, ok := body.(record.HandKey); ok && p.Seat == ben {
				k.Pieces = slices.Concat(k.Pieces[:32], k.Pieces[64:96], k.Pieces[32:64])
				return k
			}
			return body
		}
	}
	step, p := g.Table().Step(), g.Players[cleo]
	until(g, record.KindStack, "")
	body := record.Complaint{Point: make([]byte, 32), Proof: make([]byte, 96)}
	pl, err := g.Table().VotePayload(cleo, ben, step, record.KindComplaint, body)
	switch which {
	case "nobody":
		pl.About = []uint64{4}
	case "step":
		pl, err = g.Table().VotePayload(cleo, ben, step+1, record.KindComplaint, body)
	case "late":
		until(g, record.KindReceipt, "")
		made, ok := seat.Complain(p.Table, cleo, ben, p.Key, p.Hand, g.Secret)
		if !ok {
			t.Fatal("cleo has nothing to complain of")
		}
		g.Step()
		return append(g.Table().Log(), made)
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Sign(p.Key, pl)
	if err != nil {
		t.Fatal(err)
	}
	return append(g.Table().Log(), r)
}

// keylessTurn: ben, who has no hand key, moves in the step that opens a card for his stand-in,
// or ana votes on that.
func keylessTurn(t *testing.T, moves bool) []record.Record {
	g := fours(t, true, record.KindSeal, "")
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 1 }
	g.Step()
	g.Back(g.Players[1])
	until(g, record.KindShares, rules.Cover)
	if g.Table().Position().Status().Turn != 1 {
		t.Fatal("it is another seat's turn")
	}
	if !moves {
		return append(g.Table().Log(), speak(t, g.Players[0], 1, record.KindAway, record.Away{}))
	}
	pl, err := g.Table().Payload(1, record.Move{Text: "end"})
	if err != nil {
		t.Fatal(err)
	}
	pl.Kind = record.KindMove
	r, err := record.Sign(g.Players[1].Key, pl)
	if err != nil {
		t.Fatal(err)
	}
	return append(g.Table().Log(), r)
}

// moveShares: covering shares with a vote on a move.
func moveShares(t *testing.T) []record.Record {
	g := fours(t, true, record.KindMove, "")
	about := g.Turn().Seat
	v := g.Players[g.Table().Voters(about)[0]]
	return append(g.Table().Log(), speak(t, v, about, record.KindAway, record.Away{Shares: make([]byte, 32), Proof: make([]byte, 64)}))
}

// Attack: votes about two nodes are dropped, doubled, swapped, or replaced by the record that
// they stand for. Somebody has changed the file, and nobody is blamed.
func TestAttackVotesAboutTwoTampered(t *testing.T) {
	for _, d := range []table.Pending{{Kind: record.KindSeal}, {Kind: record.KindShares, Why: rules.Deal}, {Kind: record.KindReceipt}} {
		g := tabletest.NewCovered(t, tabletest.Drill, 4, map[string]any{"hands": 1}, 2)
		until(g, d.Kind, d.Why)
		step, owed := g.Table().Step(), g.Table().Pending().Seats
		own := g.Make(g.Players[owed[1]])
		g.Apart(g.Players[owed[1]], g.Players[owed[2]])
		g.Step()
		log := g.Table().Log()
		check := func(name string, i int, log []record.Record) {
			t.Helper()
			r, err := audit.Verify(log, g.Find, audit.Options{})
			var a *audit.AlteredError
			if !errors.As(err, &a) || a.Record > i+2 {
				t.Errorf("%s, record %d: %s: %v", d.Kind, i+1, name, row(r))
			}
		}
		votes := 0
		for i, p := range parse(t, log) {
			if p.Step != step || p.Kind != record.KindAway {
				continue
			}
			votes++
			check("dropped", i, slices.Delete(slices.Clone(log), i, i+1))
			check("doubled", i, slices.Insert(slices.Clone(log), i, log[i]))
			swapped := slices.Clone(log)
			swapped[i], swapped[i-1] = swapped[i-1], swapped[i]
			check("swapped", i, swapped)
			replaced := slices.Clone(log)
			replaced[i] = own
			check("replaced", i, replaced)
			check("a record before it", i, slices.Insert(slices.Clone(log), i, own))
		}
		if votes != 6 {
			t.Errorf("%d votes", votes)
		}
		one := slices.DeleteFunc(slices.Clone(log), func(r record.Record) bool { // the votes about one of the two
			p, err := r.Peek()
			return err != nil || p.Step == step && p.Kind == record.KindAway && p.About[0] == uint64(owed[2])
		})
		check("without those about one", slices.IndexFunc(one, func(r record.Record) bool { p, _ := r.Peek(); return p.Step > step }), one)
	}
}
