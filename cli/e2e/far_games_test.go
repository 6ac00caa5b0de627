//go:build linux

package e2e

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"fives/p2p/api"
)

// shortGames are whole games of each kind that do not take long.
var shortGames = [][]string{
	{"five", "limit=40"}, {"five-three-five", "end=8"}, {"all-fives", "target=10"}, {"furious-five", "rounds=2"}, {"five-crowns", "hands=3"},
}

// A farTable is a private table of cyd's with ana and dan, at which bob looks on.
type farTable struct {
	game  string
	id    string
	watch *exec.Cmd
	seen  *bytes.Buffer

	step  uint64
	since time.Time
	rest  time.Duration // the longest without a step, as cyd sees it
	begun time.Time
	ended time.Duration
	hands int
}

// TestFarGames: people in three towns, of whom one alone can be reached from outside, see each
// other, sit down at a table of one who cannot be reached, and play a whole private game of each
// kind there, all at once, while the fourth looks on. Nobody is called away, each log has one head,
// and all verify.
func TestFarGames(t *testing.T) {
	for _, d := range distances {
		t.Run(d.name, func(t *testing.T) {
			s := d.apart(t)
			s.meet()
			before := s.wan.bytes()
			var tables []*farTable
			for _, g := range shortGames {
				tables = append(tables, s.opens(g))
			}
			s.plays(tables)
			hands := 0
			for _, f := range tables {
				hands += f.hands
				t.Logf("%s: %d hands, %d steps in %v, at most %v without one", f.game, f.hands, f.step, f.ended.Round(100*time.Millisecond), f.rest.Round(10*time.Millisecond))
			}
			t.Logf("%.0f kB a hand over the internet; %.1f %% of the packets lost", float64(s.wan.bytes()-before)/1000/float64(hands), 100*float64(s.wan.lost)/float64(s.wan.packets))
			sound(t, s.all)
		})
	}
}

// daemons are those who play there.
func (f *farTable) daemons(s *towns) []*daemon { return []*daemon{s.cyd, s.ana, s.dan} }

// opens opens a private table at cyd's node, to which ana and dan sit down and which bob may watch.
func (s *towns) opens(game []string) *farTable {
	s.t.Helper()
	args := []string{"host", game[0], "--home", s.cyd.home, "--seats", "3", "--private", "--spectators", "--play", "easy"}
	for _, o := range game[1:] {
		args = append(args, "--set", o)
	}
	run(s.t, args...)
	f := &farTable{game: game[0]}
	var code string
	for _, o := range s.cyd.tables().Open {
		if o.Mine && o.Game == f.game {
			f.id, code = o.ID, o.Code
		}
	}
	for _, d := range []*daemon{s.ana, s.dan} {
		eventually(s.t, d.name+" joins", func() bool {
			out, err := fives("join", f.id, "--code", code, "--play", "easy", "--home", d.home).CombinedOutput()
			return err == nil || strings.Contains(string(out), "you have a seat there already")
		})
	}
	f.begun, f.since = time.Now(), time.Now()
	s.watches(f)
	return f
}

// plays plays all tables to their end.
func (s *towns) plays(tables []*farTable) {
	s.t.Helper()
	away := map[string]bool{}
	eventually(s.t, "all games are over", func() bool {
		left := 0
		for _, f := range tables {
			if f.ended > 0 {
				continue
			}
			left++
			s.look(f, away)
		}
		return left == 0
	})
	for what := range away {
		s.t.Errorf("called away: %s", what)
	}
	for _, f := range tables {
		s.verified(f)
	}
}

// look notes how a table stands at each of its players.
func (s *towns) look(f *farTable, away map[string]bool) {
	over := true
	for _, d := range f.daemons(s) {
		v, ok := d.table(f.id)
		over = over && ok && v.Phase == api.PhaseOver
		if !ok {
			continue
		}
		for _, seat := range v.Seats {
			if seat.Away != nil && v.Phase == api.PhasePlaying {
				away[fmt.Sprintf("%s, says %s at a table of %s", seat.Name, d.name, f.game)] = true
			}
		}
		if d != s.cyd {
			continue
		}
		if v.Step > f.step {
			f.step, f.since = v.Step, time.Now()
		} else if v.Phase == api.PhasePlaying {
			f.rest = max(f.rest, time.Since(f.since))
		}
		f.hands = max(f.hands, v.Hand)
	}
	if over && oneHead(f.daemons(s), f.id) {
		f.ended = time.Since(f.begun)
	}
}

// watches lets bob in, and has him look on to the end.
func (s *towns) watches(f *farTable) {
	s.t.Helper()
	eventually(s.t, "bob is let in", func() bool {
		return fives("invite", "bob", "--table", f.id[:8], "--home", s.cyd.home).Run() == nil // the game has begun
	})
	f.seen = &bytes.Buffer{}
	f.watch = fives("watch", f.id, "--json", "--home", s.bob.home)
	f.watch.Stdout, f.watch.Stderr = f.seen, f.seen
	if err := f.watch.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = f.watch.Process.Kill() })
}

// verified reports what is wrong with a table that is over.
func (s *towns) verified(f *farTable) {
	s.t.Helper()
	for _, d := range f.daemons(s) {
		v, _ := d.table(f.id)
		if len(v.Faults) > 0 {
			s.t.Errorf("%s: %s sees faults: %+v", f.game, d.name, v.Faults)
		}
		file := filepath.Join(filepath.Dir(d.home), d.name+"-"+f.id[:8]+".jsonl")
		run(s.t, "export", f.id[:8], "--output", file, "--home", d.home)
		run(s.t, "verify", file)
	}
	if err := f.watch.Wait(); err != nil {
		s.t.Errorf("%s: bob looks on: %v: %s", f.game, err, f.seen.Bytes())
	}
}

// meet starts all, has ana invite from outside, and cyd and dan use the link, as people do; and
// waits until all see all.
func (s *towns) meet() {
	s.t.Helper()
	s.start(s.ana, s.bob)
	s.link = link.FindString(run(s.t, "invite", "--far", anaOutside, "--home", s.ana.home))
	begin := time.Now()
	s.start(s.cyd, s.dan)
	for _, d := range []*daemon{s.cyd, s.dan} {
		cmd := fives("connect", "-", "--home", d.home)
		cmd.Stdin = strings.NewReader(s.link + "\n")
		if out, err := cmd.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "connected to ana") {
			s.t.Fatalf("%s uses the link %q: %v: %s", d.name, s.link, err, out)
		}
	}
	s.allSeeAll()
	s.t.Logf("all see all %v after the first far one was started", time.Since(begin).Round(100*time.Millisecond))
}

var link = regexp.MustCompile(`far:\S+`)

// allSeeAll waits until everybody is connected to everybody else.
func (s *towns) allSeeAll() {
	s.t.Helper()
	for _, d := range s.all {
		eventually(s.t, d.name+" sees the others", func() bool {
			for _, other := range s.all {
				if other != d && !d.sees(other.name) {
					return false
				}
			}
			return true
		})
	}
}

// bytes returns how much has been carried, lost frames too.
func (w *wan) bytes() (sum int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, n := range w.carried {
		sum += n
	}
	return sum
}
