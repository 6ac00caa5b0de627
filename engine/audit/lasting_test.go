package audit_test

import (
	"bytes"
	"crypto/ed25519"
	"errors"
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

// lasting is the folder of the logs that this version of the protocol has made. They
// verify for as long as a program knows the version. What lies there is never made anew;
// what is missing, for a new game or in the folder of a new version, is written by
//
//	go test ./engine/audit -run TestLastingLogs -update
var lasting = fmt.Sprintf("testdata/v%d", record.Version)

// Of every game there is a log with a computer player, and another one that goes on from
// it, which a player has left; and there are two proofs of a fault. What is said of them is
// in verdicts.txt. A game whose rules are still being written has none; the README lists
// no such game (TestReadme).
func TestLastingLogs(t *testing.T) {
	if *update {
		writeLasting(t)
	}
	got := ""
	for _, rs := range games.All() {
		if !there(rs.Name + "-1") {
			t.Logf("%s has no log", rs.Name)
			continue
		}
		logs := [][]record.Record{lastingLog(t, rs.Name+"-1"), lastingLog(t, rs.Name+"-2")}
		reports, err := audit.VerifyChain(logs, games.Find, audit.Options{})
		if err != nil || len(reports) != 2 {
			t.Errorf("%s: %v", rs.Name, err)
			continue
		}
		for i, r := range reports {
			got += fmt.Sprintf("== %s-%d\n%s", rs.Name, i+1, summary(r))
			if one, err := everyWay(t, logs[i], games.Find); err != nil || summary(one) != summary(r) {
				t.Errorf("%s-%d alone: %v", rs.Name, i+1, err)
			}
		}
		if reports[0].Seats[1].BotOf == "" || len(reports[1].State().Notices()) != 1 {
			t.Errorf("%s: no computer player, or nobody has left", rs.Name)
		}
	}
	for _, name := range []string{"fault-pair", "fault-proof"} {
		_, err := everyWay(t, lastingLog(t, name), games.Find)
		var blame *audit.BlameError
		if !errors.As(err, &blame) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got += fmt.Sprintf("== %s\n%v\n", name, blame)
	}
	if *update {
		writeFile(t, "verdicts.txt", []byte(got))
	}
	want, err := os.ReadFile(filepath.Join(lasting, "verdicts.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("verdicts.txt has\n%s\nnow it is\n%s", want, got)
	}
}

func lastingLog(t *testing.T, name string) []record.Record {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(lasting, name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	records, err := audit.ReadLog(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := audit.WriteLog(&again, records); err != nil || !bytes.Equal(again.Bytes(), b) {
		t.Errorf("%s: written again it is another file (%v)", name, err)
	}
	return records
}

// there reports whether the folder has a log of that name.
func there(name string) bool {
	_, err := os.Stat(filepath.Join(lasting, name+".jsonl"))
	return err == nil
}

// writeLasting writes the logs that are not there.
func writeLasting(t *testing.T) {
	for _, rs := range games.All() {
		if there(rs.Name + "-1") {
			continue
		}
		g := withBot(t, rs)
		g.Until(func(tb *table.Table) bool { return len(tb.Results()) == 1 })
		g.Step()
		c, err := g.Table().Successor(1, []int{0, 1}, nil)
		if g.Table().Over() {
			c, err = g.Table().Rematch()
		}
		if err != nil {
			t.Fatal(err)
		}
		h := tabletest.Continue(t, rs, c, keys(g, c), 2)
		h.Choose = g.Choose
		h.Owed(record.KindMove)
		h.Step()
		p, err := h.Table().LeavePayload(0, 1_750_000_600)
		if err != nil {
			t.Fatal(err)
		}
		notice, err := record.SignNotice(h.Players[0].Key, p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Table().Leave(notice); err != nil {
			t.Fatal(err)
		}
		writeLog(t, rs.Name+"-1", g.Table().Log())
		writeLog(t, rs.Name+"-2", h.Table().Log())
	}
	if there("fault-pair") && there("fault-proof") {
		return
	}
	rs := games.All()[0]
	g := withBot(t, rs)
	g.Owed(record.KindKey)
	writeFault(t, "fault-pair", g, func(p *tabletest.Player) []record.Record {
		a := g.Make(p)
		other, err := a.Peek()
		if err != nil {
			t.Fatal(err)
		}
		other.Head[3] ^= 1
		b, err := record.Sign(p.Key, other)
		if err != nil {
			t.Fatal(err)
		}
		return []record.Record{a, b}
	})
	g = withBot(t, rs)
	g.Owed(record.KindProof)
	writeFault(t, "fault-proof", g, func(p *tabletest.Player) []record.Record {
		body := g.Honest(p).(record.Proof)
		body.Proof = slices.Clone(body.Proof)
		body.Proof[len(body.Proof)-32] ^= 1
		return []record.Record{g.Sign(p, body)}
	})
}

// withBot seats a player and a computer player of that player's.
func withBot(t *testing.T, rs *rules.RuleSet) *tabletest.Rig {
	t.Helper()
	g := tabletest.New(t, rs, 2, nil, 1)
	host, bot := tabletest.Key(1, 0), tabletest.Key(1, 1)
	proposal := tabletest.Propose(t, rs, 2, nil, host, g.Secret)
	id, _, _, err := table.OpenProposal(proposal, g.Find)
	if err != nil {
		t.Fatal(err)
	}
	of, cert := record.KeyOf(host), record.CertifyBot(host, id, record.KeyOf(bot))
	joins := []record.Record{
		tabletest.Join(t, host, id, record.Join{Name: "ana"}),
		tabletest.Join(t, bot, id, record.Join{Name: "Ada (good)", Host: &of, Certificate: &cert}),
	}
	g.Players = nil
	g.Seat([]ed25519.PrivateKey{host, bot}, func() (*table.Table, error) { return table.New(proposal, joins, g.Find) })
	g.Choose = tabletest.Bot(rs.Bots[len(rs.Bots)-1])
	return g
}

// writeFault writes the proof that a seat is at fault which signs such records.
func writeFault(t *testing.T, name string, g *tabletest.Rig, signs func(*tabletest.Player) []record.Record) {
	t.Helper()
	i := slices.IndexFunc(g.Players, (*tabletest.Player).Owes)
	var f *table.Fault
	for _, r := range signs(g.Players[i]) {
		c, err := g.Table().Check(r)
		if err == nil {
			_, err = g.Table().Apply(c)
		}
		if err != nil && !errors.As(err, &f) {
			t.Fatal(err)
		}
	}
	if f == nil {
		t.Fatalf("%s: nobody is at fault", name)
	}
	writeLog(t, name, audit.Evidence(g.Table(), f))
}

func writeLog(t *testing.T, name string, records []record.Record) {
	t.Helper()
	var b strings.Builder
	if err := audit.WriteLog(&b, records); err != nil {
		t.Fatal(err)
	}
	writeFile(t, name+".jsonl", []byte(b.String()))
}

func writeFile(t *testing.T, name string, b []byte) {
	t.Helper()
	if err := os.MkdirAll(lasting, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(lasting, name), b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// A log of another version is answered with that, and nobody is accused.
func TestAnotherVersion(t *testing.T) {
	key := tabletest.Key(1, 0)
	p := record.Payload{Version: record.Version - 1, Kind: record.KindProposal}
	r := tabletest.Sign(t, key, p, record.Proposal{Game: "five", Options: map[string]any{}, Seats: 2})
	_, err := everyWay(t, []record.Record{r}, games.Find)
	var altered *audit.AlteredError
	if !errors.As(err, &altered) || !errors.Is(err, record.ErrVersion) || !strings.Contains(err.Error(), "another version") {
		t.Errorf("%v", err)
	}
}
