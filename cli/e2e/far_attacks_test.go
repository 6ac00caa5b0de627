//go:build linux

package e2e

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/entry"
)

// TestFarTwin: dan's home was copied to a machine in another town, and both come by ana's link. Both are
// told, and sign nothing; ana reads whom she waits for. Nobody is at fault, and once the copy has gone
// they play on.
func TestFarTwin(t *testing.T) {
	s := distances[2].apart(t)
	s.start(s.ana, s.dan)
	s.invites(api.FarRequest{Address: anaOutside})
	if _, err := s.connects(s.dan); err != nil {
		t.Fatal(err)
	}
	both := []*daemon{s.ana, s.dan}
	id := seat(t, both, 400)
	moves(t, both, id, 20)
	s.dan.kill()
	other := *s.dan
	laptop := &other
	laptop.home, laptop.netns = s.dan.home+"-laptop", s.cyd.netns
	t.Cleanup(laptop.kill)
	sh(t, "cp -a "+s.dan.home+" "+laptop.home+"; rm -f "+laptop.home+"/fives.sock")
	s.start(s.dan, laptop)
	twice := func(d *daemon) bool {
		return slices.ContainsFunc(d.status().Warnings, func(w api.Warning) bool { return w.Code == api.WarnTwice })
	}
	for _, d := range []*daemon{s.dan, laptop} {
		eventually(t, "dan reads that he runs twice", func() bool { return twice(d) })
	}
	eventually(t, "ana reads so", func() bool {
		return strings.Contains(run(t, "show", id[:8], "--home", s.ana.home), "Dan runs twice: waiting")
	})
	rest := step(both, id)
	time.Sleep(3 * time.Second) // nothing else says that nothing happens
	if now := step(append(both, laptop), id); now > rest {
		t.Errorf("the table goes on from step %d to %d", rest, now)
	}
	laptop.stop()
	eventually(t, "dan runs once", func() bool { return !twice(s.dan) })
	moves(t, both, id, 10)
	for _, d := range both {
		if v, ok := d.table(id); !ok || len(v.Faults) > 0 {
			t.Errorf("%s sees faults: %+v", d.name, v.Faults)
		}
	}
	sound(t, both)
}

// TestFarGuesses: who has the link and not the code guesses it, at a private table in another town, until
// not even the right one helps, and may not look on. Who has the code sits down, and the game is played.
func TestFarGuesses(t *testing.T) {
	s := distances[1].apart(t)
	s.meet()
	id := opened(t, s.cyd, "five", "--seats", "2", "--private", "--spectators", "--play", "easy", "--set", "limit=40")
	open := s.cyd.tables().Open
	code := open[slices.IndexFunc(open, func(o api.Offer) bool { return o.ID == id })].Code
	eventually(t, "dan lists the table", func() bool { return s.dan.lists(id) })
	joins := func(code string) (err error) {
		_, _ = ask(s.dan, func(c *control.Client, ctx context.Context) (any, error) {
			_, err = c.Join(ctx, api.JoinRequest{Table: id, Code: code})
			return nil, err
		})
		return err
	}
	for range entry.PeerFailures {
		if err := joins("zebra-zebra-9"); !because(err, api.ReasonWrongCode) {
			t.Fatalf("dan guesses: %v", err)
		}
	}
	if err := joins(code); !because(err, api.ReasonTooManyCodes) {
		t.Errorf("dan guesses the code at last: %v", err)
	}
	run(t, "join", id[:8], "--code", code, "--play", "easy", "--home", s.ana.home)
	both := []*daemon{s.cyd, s.ana}
	moves(t, both, id, 5)
	if out, err := fives("watch", id, "--json", "--home", s.dan.home).CombinedOutput(); err == nil || strings.Contains(string(out), `"zones"`) {
		t.Errorf("dan looks on: %s", out)
	}
	ends(t, both, id)
}
