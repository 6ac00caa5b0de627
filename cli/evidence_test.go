package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fives/cli"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// An accuser is a daemon that is asked only about a table with faults.
type accuser struct {
	control.Daemon
	table api.Table
	proof []record.Record
}

func (a *accuser) Status() api.Status                            { return api.Status{API: api.Newest} }
func (a *accuser) Table(string) (api.Table, error)               { return a.table, nil }
func (a *accuser) Evidence(string, int) ([]record.Record, error) { return a.proof, nil }

// run runs one command in this process.
func run(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = cli.Main(append([]string{"fives"}, args...), strings.NewReader(""), &out, &err)
	return status, out.String(), err.String()
}

// accuse serves a daemon with a fault of somebody who signed two moves for one step. It returns
// the daemon's home and that name.
func accuse(t *testing.T) (home, name string) {
	rs, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	g := tabletest.New(t, rs, 3, nil, 2)
	g.Owed(record.KindShares)
	g.Step()
	p := g.Turn()
	one := g.Make(p)
	other, _ := one.Peek()
	other.Head[3] ^= 1
	two, err := record.Sign(p.Key, other)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range g.Players {
		if err := q.Take(one); err != nil {
			t.Fatal(err)
		}
	}
	_, err = g.Table().Check(two)
	f, ok := err.(*table.Fault)
	if !ok {
		t.Fatalf("no fault: %v", err)
	}
	a := &accuser{proof: audit.Evidence(g.Table(), f)}
	a.table.ID = g.Table().ID().String()
	a.table.Faults = []api.Fault{{Name: p.Name, Step: f.Step, Reason: "signed two different records for one step"}}
	return serve(t, a), p.Name
}

// serve runs a daemon in a home of its own until the test ends.
func serve(t *testing.T, d control.Daemon) string {
	t.Helper()
	home, err := os.MkdirTemp("", "fives") // not t.TempDir, because the name of a socket has to be short
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- control.Serve(ctx, home, d, slog.New(slog.DiscardHandler)) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		os.RemoveAll(home)
	})
	waittest.Until(t, "the daemon answers", func() bool {
		c, err := control.Dial(home)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
	return home
}

func TestEvidence(t *testing.T) {
	home, name := accuse(t)
	status, out, _ := run(t, "export", "--fault", "--home", home)
	if status != 0 || !strings.Contains(out, "1  "+name+"  step ") || !strings.Contains(out, "two different records") {
		t.Errorf("list: %d %q", status, out)
	}
	if status, out, _ = run(t, "export", "--fault", "--home", home, "--json"); status != 0 || !strings.Contains(out, `"name":"`+name+`"`) {
		t.Errorf("list as JSON: %d %q", status, out)
	}
	file := filepath.Join(t.TempDir(), "fault.jsonl")
	if status, _, said := run(t, "export", "--fault", "--home", home, "-o", file); status != 0 || !strings.Contains(said, name+" is at fault") {
		t.Errorf("write: %d %q", status, said)
	}
	if status, _, said := run(t, "verify", file); status != 1 || !strings.Contains(said, name+" is at fault") {
		t.Errorf("verify: %d %q", status, said)
	}
}

// Each of several faults has a file of its own, and a name that reads like words of the program stands
// in quotation marks where its proof is written.
func TestSeveralFaults(t *testing.T) {
	a := &accuser{table: api.Table{Faults: []api.Fault{
		{Name: "nobody else", Step: 3, Reason: "signed two different records for one step"}, {Name: "ben", Step: 4, Reason: "dealt a wrong card"},
	}}}
	a.table.ID = strings.Repeat("a1", 32)
	home, folder := serve(t, a), t.TempDir()
	status, _, said := run(t, "export", "--fault", "--home", home, "-o", filepath.Join(folder, "fault.jsonl"))
	for n, says := range []string{`fault-1.jsonl holds the proof that "nobody else" is at fault in step 3`, `fault-2.jsonl holds the proof that ben is at fault in step 4`} {
		if _, err := os.Stat(filepath.Join(folder, fmt.Sprintf("fault-%d.jsonl", n+1))); err != nil || status != 0 || !strings.Contains(said, says) {
			t.Errorf("%d %q, %v", status, said, err)
		}
	}
	for _, args := range []string{"-o -", "-o x --json", "--whole -o x", "--html"} {
		if status, out, said := run(t, append(strings.Fields("export --fault "+args), "--home", home)...); status != 2 || out != "" || !strings.Contains(said, "fives export --fault") {
			t.Errorf("%s: %d %q %q", args, status, out, said)
		}
	}
}
