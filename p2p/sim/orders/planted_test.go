package orders_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fives/p2p/sim/orders"
)

// An error is found by which a record counts although the node has voted it away and nobody has shown it.
func TestPlanted(t *testing.T) {
	t.Parallel()
	each(t, 4, func(t *testing.T, s *orders.Scene) {
		f := orders.Explore(s, orders.Options{Plant: true, Limit: 300})
		if len(f.Errors) == 0 {
			t.Fatal("nothing was found")
		}
		t.Log(f.Errors[0])
	})
}

// An edit is a change of a source file that plants an error.
type edit struct{ file, old, new string }

// Errors in the engine and the replica, and the tests of this package that find them.
var errors = []struct {
	name  string
	edits []edit
	run   string
	says  string // what the failing test says, as a regular expression
}{
	{
		name:  "two voters are enough",
		edits: []edit{{"engine/table/cover.go", "const minVoters = 3", "const minVoters = 2"}},
		run:   "TestThree", says: "both go on|a seat is covered",
	}, {
		name:  "two nodes are covered in one step",
		edits: []edit{{"engine/table/apply.go", "again := nodesOf(t.terms, away) > 1", "again := nodesOf(t.terms, away) > len(away)"}},
		run:   "TestTwice/key", says: "have a key|both go on",
	}, {
		name: "crossed covers: only seats that are covered count",
		edits: []edit{{"engine/table/branch.go", "return without(a.VotedAway(step), b.VotedAway(step)), without(b.VotedAway(step), a.VotedAway(step))",
			"return without(a.Coverings(step), b.Coverings(step)), without(b.Coverings(step), a.Coverings(step))"}},
		run: "TestTwo/receipt", says: "do not go on",
	}, {
		name:  "stacks alone are counted",
		edits: []edit{{"engine/table/cover.go", "return !slices.ContainsFunc(h.party, has)", "return false"}},
		run:   "TestTwice/seal", says: "only . have a key|both go on",
	}, {
		name:  "keys alone are counted",
		edits: []edit{{"engine/table/cover.go", "return slices.ContainsFunc(h.keyed, has) && !slices", "return false && !slices"}},
		run:   "TestTwice/stack", says: "only .* shuffle",
	}, {
		name: "who can be covered is asked within the step",
		edits: []edit{{"engine/table/cover.go", "return t.short(t.terms.Seats[voter].Node()) })",
			"return t.short(t.terms.Seats[voter].Node()) || slices.Contains([]record.Kind{record.KindSeal, record.KindKey, record.KindStack, record.KindProof}, t.pending.Kind) && len(t.Voters(voter)) >= minVoters && t.votedAway(voter) })"}},
		run: "TestTwo/key", says: "the honest seat . at fault",
	}, {
		name: "a step that is owed again counts",
		edits: []edit{{"engine/table/cover.go", "return !slices.ContainsFunc(h.party, has)",
			"return !slices.ContainsFunc(h.party, has) || slices.ContainsFunc(t.absent, func(a absence) bool { return a.again && has(a.seat) })"}},
		run: "TestTwo/key", says: "do not go on|does not end",
	}, {
		name: "pieces are looked at late",
		edits: []edit{
			{"p2p/replica/cover.go", "return s.Ready() && s.piecesChecked() &&", "return s.Ready() &&"},
			{"p2p/replica/replica.go", "r.cover.look()\n\t\tr.signer.work()", "r.signer.work()\n\t\tr.cover.look()"},
		},
		run: "TestCheats/key/has_a_false_piece", says: "the honest seat . at fault",
	}, {
		name:  "a record is shown before the others are heard",
		edits: []edit{{"p2p/replica/cover.go", "c.state.held || !c.state.maySign() {", "c.state.held {"}},
		run:   "TestRestored/receipt", says: "the honest seat . at fault",
	}, {
		name: "the stand-in opens more than it plays",
		edits: []edit{{"engine/table/standin.go", "rules.Openings(hidden, rules.None)",
			"rules.Openings(t.hand.public.Hidden(t.pos.Status().Hands[seat]), rules.None)"}},
		run: "TestOrders/move", says: "cards in the hand of seat . are public",
	}, {
		name: "shares in the vote on a move",
		edits: []edit{
			{"engine/table/cover.go", "	return t.hand.sealing.pieces[about][i], t.hand.pointsOwed(about)", `	if t.pending.Kind == record.KindMove {
		_, hidden := t.pos.StandIn(about, t.hand.public)
		return t.hand.sealing.pieces[about][i], t.hand.Points(hidden)
	}
	return t.hand.sealing.pieces[about][i], t.hand.pointsOwed(about)`},
			{"engine/table/cover.go", "t.pending.Kind != record.KindShares || !t.pending.Owes(about) {", "t.pending.Kind != record.KindShares && t.pending.Kind != record.KindMove || !t.pending.Owes(about) {"},
			{"engine/table/cover.go", "err != nil || len(shares) == 0 {", "err != nil || len(shares) == 0 || t.pending.Kind == record.KindMove {"},
		},
		run: "TestOrders/move", says: "open a card of its hand",
	}, {
		name:  "a seat without a key owes a move",
		edits: []edit{{"engine/table/apply.go", "if t.hand.Keyed(a.Seat) {", "if t.hand.Keyed(a.Seat) || t.terms.Covers() {"}},
		run:   "TestOrders/seal", says: "does not end|do not go on",
	}, {
		name:  "a restored node does not hear of its votes on a step that it has behind it",
		edits: []edit{{"p2p/replica/gate.go", "h.Step < g.t.Step() && !h.saysAway(asker)", "h.Step < g.t.Step()"}},
		run:   "TestRestored/move", says: "the honest seat . at fault",
	}, {
		name:  "a node that was started again never follows who has completed its step",
		edits: []edit{{"p2p/replica/gate.go", "if h.Step != g.t.Step()+1 ||", "if h.Step > 0 ||"}},
		run:   "TestStarted/move", says: "do not go on",
	}, {
		name:  "a single vote against a record does not count, beside a cheat that proves nothing of it",
		edits: []edit{{"engine/table/cover.go", "(len(away) == 0 || len(here) > 0)", "(len(away) <= 1 || len(here) > 0)"}},
		run:   "TestCheats/receipt/votes_away", says: "seats . and . differ",
	}, {
		name:  "the secrets of a hand are gone with the seat's receipt",
		edits: []edit{{"engine/seat/seat.go", "return r, h.afterReceipt(), nil", "return r, HandSecret{}, nil"}},
		run:   "TestTwice/move", says: "the secret key of this hand is missing",
	}, {
		name:  "records are shown only to who has voted itself",
		edits: []edit{{"p2p/replica/cover.go", "&& b.Away != 0 {", "&& b.Away&c.seats.of(l.node) != 0 {"}},
		run:   "TestOrders/move", says: "do not go on",
	},
}

// Each error in the engine and the replica is found. This compiles both anew for each error, so it is not part of the sample.
func TestErrors(t *testing.T) {
	if *states != 0 && !*planted {
		t.Skip("with -states=0 or -planted")
	}
	for _, e := range errors {
		t.Run(e.name, func(t *testing.T) {
			out, err := exec.Command("go", "test", ".", "-overlay", overlay(t, e.edits), "-count=1", "-timeout=0", "-parallel=1", "-states", fmt.Sprint(*within), "-run", e.run).CombinedOutput()
			switch text := string(out); {
			case err == nil:
				t.Error("it is not found")
			case !regexp.MustCompile(e.says).MatchString(text):
				t.Errorf("what is found is something else:\n%.3000s", text)
			default:
				t.Logf("%.1500s", text)
			}
		})
	}
}

// overlay writes the overlay that replaces source files in a build.
func overlay(t *testing.T, edits []edit) string {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir, replace := t.TempDir(), map[string]string{}
	for i, e := range edits {
		path := filepath.Join(root, e.file)
		from := path
		if replace[path] != "" {
			from = replace[path]
		}
		b, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(string(b), e.old) != 1 {
			t.Fatalf("%s has not one place like %q", e.file, e.old)
		}
		replace[path] = filepath.Join(dir, fmt.Sprint(i, ".go"))
		if err := os.WriteFile(replace[path], []byte(strings.Replace(string(b), e.old, e.new, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
