//go:build linux

package e2e

import (
	"context"
	"slices"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// TestFarCover: at a table with cover of four in three towns, what each says is heard by all; the
// others act for one whose machine is asleep, and it is back when it wakes up.
func TestFarCover(t *testing.T) {
	s := distances[2].apart(t)
	s.meet()
	sitting := sits(t, []*daemon{s.cyd, s.ana, s.dan, s.bob}, "five-crowns")
	for _, d := range s.all {
		text := "hello from " + d.name
		run(t, "say", text, "--home", d.home)
		for _, other := range s.all {
			eventually(t, other.name+" hears "+d.name, func() bool { return other.hears(text) })
		}
	}
	sitting.stopIn(s.dan, inHand)
	sitting.isCovered(s.dan, 30*time.Second)
	sitting.wake(s.dan)
	sitting.isBack(s.dan)
	sound(t, s.all)
}

// TestFarRematch: three in three towns play a game, and then another; the fourth takes the seat of
// one in another town in the middle of that, and plays it to its end.
func TestFarRematch(t *testing.T) {
	s := distances[1].apart(t)
	s.meet()
	first := []*daemon{s.cyd, s.ana, s.dan}
	one := seat(t, first, 100) // no game is over in one hand, which may give two of them 50 points
	ends(t, first, one)
	for _, d := range first {
		run(t, "rematch", one[:8], "--home", d.home)
	}
	again := s.together(one, first...)
	run(t, "join", again[:8], "--seat", "dan", "--home", s.bob.home)
	for _, d := range first {
		eventually(t, d.name+" agrees that bob takes the seat", func() bool {
			return fives("seat", "agree", "--home", d.home).Run() == nil
		})
	}
	id := s.together(again, s.cyd, s.ana, s.bob)
	three := &sitting{t: t, id: id, daemons: []*daemon{s.cyd, s.ana, s.bob}, since: time.Now(), most: mostRest}
	three.plays("the game is over", waittest.Limit(t), func(api.Table) bool { return over(three.daemons, id) })
	ends(t, three.daemons, id)
}

// together waits until all play at one table that is not this one, and returns its ID.
func (s *towns) together(not string, people ...*daemon) (id string) {
	s.t.Helper()
	eventually(s.t, "they play at another table", func() bool {
		id = people[0].playing()
		return id != "" && id != not && !slices.ContainsFunc(people, func(d *daemon) bool { return d.playing() != id })
	})
	return id
}

// hears reports whether a daemon's node has heard a line of talk.
func (d *daemon) hears(text string) (heard bool) {
	_, _ = ask(d, func(c *control.Client, ctx context.Context) (any, error) {
		ctx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
		defer cancel()
		return nil, c.Events(ctx, 0, func(e api.Event) error {
			heard = heard || e.Kind == api.EventChat && e.Text == text
			return nil
		})
	})
	return heard
}

// playing returns the table at which a daemon's person plays a game that is not over, "" for none.
func (d *daemon) playing() string {
	for _, v := range d.tables().Mine {
		if v.Phase == api.PhasePlaying {
			return v.ID
		}
	}
	return ""
}

// TestFarRelayDies: the node that carries all others between the towns, and plays, is killed in the
// middle of a hand, and is up again five seconds later. The game goes on to its end.
func TestFarRelayDies(t *testing.T) {
	s := distances[2].apart(t)
	s.meet()
	f := s.opens([]string{"five", "limit=60"})
	moves(t, f.daemons(s), f.id, 20)
	killed, at := time.Now(), step([]*daemon{s.cyd, s.dan}, f.id)
	s.ana.kill()
	time.Sleep(5 * time.Second)
	s.ana.start()
	eventually(t, "play goes on", func() bool { v, ok := s.cyd.table(f.id); return ok && v.Step > at+2 })
	t.Logf("play goes on %v after the relay was killed", time.Since(killed).Round(100*time.Millisecond))
	ends(t, f.daemons(s), f.id)
}

// TestFarLists: at 600 ms, two nodes that reach each other only through a third list each other's
// tables each time that somebody looks.
func TestFarLists(t *testing.T) {
	s := distances[3].apart(t)
	s.meet()
	id := opened(t, s.dan, "five")
	for _, d := range []*daemon{s.cyd, s.bob, s.ana} {
		begin, lists := time.Now(), 0
		eventually(t, d.name+" lists the table", func() bool { lists++; return d.lists(id) })
		t.Logf("%s lists it after %v, in list %d", d.name, time.Since(begin).Round(10*time.Millisecond), lists)
		for i := range 20 {
			if !d.lists(id) {
				t.Errorf("list %d at %s lacks dan's table", i, d.name)
			}
		}
	}
}

// lists reports whether a table stands in a daemon's list.
func (d *daemon) lists(id string) bool {
	return slices.ContainsFunc(d.tables().Open, func(o api.Offer) bool { return o.ID == id })
}
