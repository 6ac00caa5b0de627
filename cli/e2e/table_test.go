//go:build linux

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// seat opens a table at the first daemon and makes the others join, with computer players in
// all seats but those of people. It returns the table's ID.
func seat(t *testing.T, daemons []*daemon, limit int, people ...*daemon) string {
	t.Helper()
	id := opened(t, daemons[0], "five", "--seats", strconv.Itoa(len(daemons)), "--play", "easy", "--set", fmt.Sprintf("limit=%d", limit))
	for _, d := range daemons[1:] {
		if slices.Contains(people, d) {
			joins(t, d, id)
		} else {
			joins(t, d, id, "--play", "easy")
		}
	}
	return id
}

// opened opens a table at a daemon, as fives host does, and returns its ID.
func opened(t *testing.T, host *daemon, args ...string) (id string) {
	t.Helper()
	run(t, append([]string{"host", "--home", host.home}, args...)...)
	for _, o := range host.tables().Open {
		if o.Mine {
			id = o.ID
		}
	}
	if id == "" {
		t.Fatal("no table is open")
	}
	return id
}

// joins makes a daemon join a table, as fives join does.
func joins(t *testing.T, d *daemon, id string, args ...string) {
	t.Helper()
	eventually(t, d.name+" joins", func() bool {
		out, err := fives(append([]string{"join", id[:8], "--home", d.home}, args...)...).CombinedOutput()
		return err == nil || strings.Contains(string(out), "you have a seat there already")
	})
}

// step returns how far a table is at the daemon that is farthest.
func step(daemons []*daemon, id string) (most uint64) {
	for _, d := range daemons {
		if v, ok := d.table(id); ok {
			most = max(most, v.Step)
		}
	}
	return most
}

// moves waits until a table has gone on by some steps from where it is.
func moves(t *testing.T, daemons []*daemon, id string, steps uint64) {
	t.Helper()
	from := step(daemons, id)
	eventually(t, "the table goes on", func() bool { return over(daemons, id) || step(daemons, id) >= from+steps })
}

func over(daemons []*daemon, id string) bool {
	for _, d := range daemons {
		if v, ok := d.table(id); !ok || v.Phase != api.PhaseOver {
			return false
		}
	}
	return true
}

// oneHead reports whether the logs of all daemons have the same head. For each daemon, a game
// is over when its last hand is settled; the last receipts come after that.
func oneHead(daemons []*daemon, id string) bool {
	heads := map[string]bool{}
	for _, d := range daemons {
		v, _ := d.table(id)
		heads[v.Head] = true
	}
	return len(heads) == 1
}

// ends waits for the end of a game: all logs have one head, nobody is at
// fault, and fives verify accepts each log.
func ends(t *testing.T, daemons []*daemon, id string) {
	t.Helper()
	if !waittest.Try(t, func() bool { return over(daemons, id) && oneHead(daemons, id) }) {
		for _, d := range daemons {
			v, ok := d.table(id)
			t.Logf("%s: answers %v, %s, step %d, head %s, waits for %q\n%s", d.name, ok, v.Phase, v.Step, v.Head, v.Waiting, d.lastLines())
		}
		t.Fatal("the game does not end with one head")
	}
	sound(t, daemons)
	var steps uint64
	for _, d := range daemons {
		v, _ := d.table(id)
		steps = v.Step
		if len(v.Faults) > 0 {
			t.Errorf("%s sees faults: %+v", d.name, v.Faults)
		}
		file := filepath.Join(filepath.Dir(d.home), d.name+"-"+id[:8]+".jsonl")
		run(t, "export", id[:8], "--output", file, "--home", d.home)
		run(t, "verify", file)
	}
	t.Logf("the game is over after %d steps; one head, %d logs verified", steps, len(daemons))
}

// sound looks for what a daemon says when the program itself is wrong.
func sound(t *testing.T, daemons []*daemon) {
	t.Helper()
	for _, d := range daemons {
		log, err := os.ReadFile(d.home + ".log")
		if err != nil {
			t.Error(err)
		}
		for _, word := range []string{"DATA RACE", "panic:", "fatal error:", "goroutine "} {
			if at := strings.Index(string(log), word); at >= 0 {
				t.Errorf("%s: %.4000s", d.name, log[max(0, at-200):])
				break
			}
		}
	}
}
