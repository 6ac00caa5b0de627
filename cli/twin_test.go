//go:build unix

package cli_test

import (
	"strings"
	"testing"
	"time"

	"fives/cli/screentest"
	"fives/p2p/api"
)

// twinned is a stage of a daemon that only looks on while another one with its key plays.
type twinned struct{ stage }

func (t *twinned) Status() api.Status {
	s := t.stage.Status()
	s.Warnings = []api.Warning{{Code: api.WarnElsewhere, Address: "192.168.1.7", Since: time.Unix(1_750_000_000, 0)}, {Code: api.WarnSlow, Name: "ben"}}
	return s
}

func (t *twinned) Table(string) (api.Table, error) {
	w := t.Status().Warnings[0]
	return api.Table{}, api.Fail(api.ReasonNotBegun, api.Data{Warning: &w})
}

// A node that looks on says so with the list of its tables, and of a table that has not begun.
func TestWhoLooksOnSaysIt(t *testing.T) {
	const says = "you play on 192.168.1.7; this node only looks on, and signs nothing; to play on this one: fives up --here"
	home := serve(t, &twinned{stage{tables: api.Tables{Mine: []api.Summary{screentest.Evening().Summary}}}})
	if status, out, said := run(t, "tables", "--home", home); status != 0 || !strings.Contains(out, "cleo") || strings.Count(said, says) != 1 || strings.Contains(said, "slow") {
		t.Errorf("tables: %d, %q, %q", status, out, said)
	}
	if status, _, said := run(t, "show", "--home", home); status == 0 || !strings.Contains(said, says) {
		t.Errorf("show: %d, %q", status, said)
	}
	home = serve(t, &stage{tables: api.Tables{Mine: []api.Summary{screentest.Evening().Summary}}})
	if status, out, said := run(t, "tables", "--home", home); status != 0 || !strings.Contains(out, "cleo") || strings.Contains(said, "looks on") {
		t.Errorf("tables without a twin: %d, %q, %q", status, out, said)
	}
}
