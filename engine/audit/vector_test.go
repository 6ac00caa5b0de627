package audit_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"fives/engine/audit"
	"fives/engine/games/five"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
)

var update = flag.Bool("update", false, "write the vectors of SPEC §11 anew")

// SPEC §11.
func TestVectors(t *testing.T) {
	if *update {
		writeVectors(t)
	}
	file := read(t, "five.jsonl")
	records, err := audit.ReadLog(bytes.NewReader(file))
	if err != nil || len(records) == 0 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	find := func(string) (*rules.RuleSet, error) { return five.Rules, nil }
	r, err := audit.Verify(records, find, audit.Options{})
	if err != nil || !r.OK() {
		t.Fatalf("%v %+v", err, r)
	}
	if got := heads(r.State()); got != string(read(t, "five.heads")) {
		t.Errorf("heads:\n%s", got)
	}
	if got := summary(r); got != string(read(t, "five.report")) {
		t.Errorf("report:\n%s", got)
	}
	var again bytes.Buffer
	if err := audit.WriteLog(&again, r.State().Log()); err != nil || !bytes.Equal(again.Bytes(), file) {
		t.Errorf("the export is another file (%v)", err)
	}
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func heads(t *table.Table) string {
	var b strings.Builder
	for step := range t.Step() + 1 {
		h, _ := t.HeadAt(step)
		fmt.Fprintf(&b, "%d %s\n", step, h)
	}
	return b.String()
}

// summary writes a report as SPEC §11 describes it.
func summary(r *audit.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "table %s\ngame %s\n", r.Table, r.Game)
	for i, s := range r.Seats {
		fmt.Fprintf(&b, "seat %d %s %s\n", i, s.Name, s.Fingerprint)
	}
	for _, h := range r.Hands {
		fmt.Fprintf(&b, "hand %d points%s scores%s head %s\n", h.Hand, spaced(h.Points()), spaced(h.Scores), h.Head)
		b.WriteString(coverings(h.Hand, h.Covered))
	}
	if t := r.State(); t != nil {
		b.WriteString(coverings(t.HandNumber(), r.Running))
		for _, a := range r.Again {
			fmt.Fprintf(&b, "again %d seats%s\n", a.Step, spaced(a.Seats))
		}
		b.WriteString(standIns(t))
	}
	b.WriteString(tenures(r))
	c := r.Checked
	fmt.Fprintf(&b, "winners%s\nchecked records %d signatures %d keys %d shuffles %d shares %d openings %d receipts %d\n",
		spaced(r.Winners), c.Records, c.Signatures, c.Keys, c.Shuffles, c.Shares, c.Openings, c.Receipts)
	if c.Seals > 0 {
		fmt.Fprintf(&b, "cover seals %d pieces %d votes %d\n", c.Seals, c.Pieces, c.Votes)
	}
	fmt.Fprintf(&b, "head %s\n", r.Head)
	return b.String()
}

func coverings(hand int, list []audit.Covering) (lines string) {
	for _, c := range list {
		lines += fmt.Sprintf("covered %d seat %d steps %d moves %d", hand, c.Seat, c.Steps, c.Moves)
		if c.Keyless {
			lines += " keyless"
		}
		if c.Unsigned {
			lines += " unsigned"
		}
		lines += "\n"
	}
	return lines
}

// standIns lists the moves that nobody has signed.
func standIns(t *table.Table) (lines string) {
	var played []table.PlayedMove
	for _, r := range t.Results() {
		played = append(played, r.Played...)
	}
	if n := len(t.Results()); n == 0 || t.Results()[n-1].Hand != t.HandNumber() {
		played = append(played, t.Hand().Played()...)
	}
	for _, m := range played {
		if m.StandIn {
			lines += fmt.Sprintf("stand-in %d seat %d %s\n", m.Step, m.Seat, m.Text)
		}
	}
	return lines
}

// tenures lists who has had the seats that have changed hands.
func tenures(r *audit.Report) (lines string) {
	for i, s := range r.Seats {
		for _, had := range s.Tenures {
			if s.Changed() {
				lines += fmt.Sprintf("tenure %d hands %d %d %s %s\n", i, had.From, had.To, had.Name, record.Fingerprint(had.Key))
			}
		}
	}
	return lines
}

func spaced(numbers []int) string {
	text := ""
	for _, n := range numbers {
		text += fmt.Sprintf(" %d", n)
	}
	return text
}

// writeVectors plays a short game: a few drops, then the first seat ends it.
func writeVectors(t *testing.T) {
	g := tabletest.New(t, five.Rules, 2, map[string]any{"limit": 2}, 1)
	g.Choose = func(p *tabletest.Player, own rules.Observation, r *rand.Rand) string {
		moves := p.Table.Position().Moves(p.Seat, own)
		for _, want := range []string{"draw", "take", "draw", "end"}[min(3, len(p.Table.Hand().Played())):] {
			if i := slices.IndexFunc(moves, func(m string) bool { return strings.HasSuffix(m, want) }); i >= 0 {
				return moves[i]
			}
		}
		return tabletest.Random(p, own, r)
	}
	g.Play()
	log := g.Table().Log()
	var b bytes.Buffer
	if err := audit.WriteLog(&b, log); err != nil {
		t.Fatal(err)
	}
	r, err := verify(g, log)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"five.jsonl": b.String(), "five.heads": heads(g.Table()), "five.report": summary(r)} {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("testdata/"+name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// The fields that the vector's records have, as SPEC §2.2 lists them.
func TestVectorCoversTheKinds(t *testing.T) {
	records, err := audit.ReadLog(bytes.NewReader(read(t, "five.jsonl")))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[record.Kind]int{}
	for _, r := range records {
		p, err := r.Open()
		if err != nil {
			t.Fatal(err)
		}
		seen[p.Kind]++
	}
	for _, k := range []record.Kind{record.KindProposal, record.KindJoin, record.KindRoster, record.KindKey, record.KindStack, record.KindProof, record.KindShares, record.KindMove, record.KindReceipt} {
		if seen[k] == 0 {
			t.Errorf("no %s", k)
		}
	}
}
