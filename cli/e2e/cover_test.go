//go:build linux

package e2e

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/replica"
	"fives/p2p/waittest"
)

// How long the others at a table with cover may pause because a node is silent: the time after
// which they act for it, and some more for the votes and for a busy machine.
const (
	spare    = 5 * time.Second
	mostRest = replica.CoverAfter + spare
	dealRest = replica.DealAfter + spare // at a deal: since the node fell silent, whatever was covered
)

// A sitting is a game at a table with cover, which people at daemons play by hints.
type sitting struct {
	t       *testing.T
	id      string
	game    []string // the options with which it was opened
	daemons []*daemon
	silent  []*daemon     // those that are stopped or dead, and not asked
	fell    time.Time     // when the last of them fell silent
	pace    time.Duration // how long people take for a move

	step  uint64
	since time.Time     // when the table came to that step, or when it last waited for a person
	waits api.Waiting   // what it waits for there
	asked int           // how often it was logged what the table waits for
	rest  time.Duration // the longest time without a step, and without waiting for a person
	most  time.Duration // the longest that it may be, except at a deal
	long  time.Duration // the longest that was longer than it might be
}

// sits seats the daemons at a table with cover, each with a person.
func sits(t *testing.T, daemons []*daemon, game ...string) *sitting {
	t.Helper()
	if !slices.Contains(game, "--seats") {
		game = append(slices.Clone(game), "--seats", strconv.Itoa(len(daemons)))
	}
	s := &sitting{t: t, game: append(game, "--cover"), daemons: daemons, most: mostRest}
	t.Cleanup(func() { // the next one has the same daemons
		for _, d := range s.silent {
			if d.cmd != nil {
				d.signal(syscall.SIGCONT)
			}
		}
	})
	s.begins()
	return s
}

// begins opens a table at which all sit down, and plays until the game has begun.
func (s *sitting) begins() {
	s.t.Helper()
	s.id = opened(s.t, s.daemons[0], s.game...)
	for _, d := range s.daemons[1:] {
		joins(s.t, d, s.id)
	}
	s.step, s.since = 0, time.Now()
	s.plays("the game begins", time.Minute, func(v api.Table) bool { return v.Step > 10 })
}

// here returns the daemons that run.
func (s *sitting) here() (list []*daemon) {
	for _, d := range s.daemons {
		if !slices.Contains(s.silent, d) {
			list = append(list, d)
		}
	}
	return list
}

// look plays for the people who are to move, and notes how long the table pauses. It returns
// the table as the first daemon that runs sees it.
func (s *sitting) look() (seen api.Table) {
	s.t.Helper()
	for i, d := range s.here() {
		v, ok := d.table(s.id)
		if !ok {
			continue // it starts
		}
		if i == 0 {
			seen = v
		}
		if v.Step > s.step || v.YourTurn || v.Phase == api.PhaseOver {
			s.noteRest()
			s.step, s.since, s.asked = max(s.step, v.Step), time.Now(), 0
		}
		if v.Step == s.step {
			s.waits = v.Waiting
		}
		if v.YourTurn {
			time.Sleep(s.pace)
			s.moves(d, v.Step)
			s.since = time.Now()
		}
	}
	if rest := time.Since(s.since); rest > 5*time.Second<<s.asked { // it is worth a line each time that it doubles
		s.asked++
		s.says()
	}
	return seen
}

// says logs what each daemon waits for.
func (s *sitting) says() {
	for _, d := range s.here() {
		v, _ := d.table(s.id)
		var away []string
		for _, o := range v.Seats {
			if !o.Online {
				away = append(away, o.Name)
			}
		}
		s.t.Logf("%s at step %d, head %.8s, waits for %s %s of %q; away are %q", d.name, v.Step, v.Head, v.Waiting.What, v.Waiting.Why, v.Waiting.Names, away)
	}
}

// noteRest notes the time without a step that ends now.
func (s *sitting) noteRest() {
	rest, most := time.Since(s.since), s.most
	if len(s.silent) > 0 && dealing(s.waits) {
		most = max(most, dealRest-s.since.Sub(s.fell))
	}
	s.rest = max(s.rest, rest)
	if rest > most {
		s.long = max(s.long, rest)
	}
}

// moves makes the move of a hint. Something that came in between may forbid it.
func (s *sitting) moves(d *daemon, step uint64) (move string) {
	hint, ok := ask(d, func(c *control.Client, ctx context.Context) (api.HintAnswer, error) { return c.Hint(ctx, s.id) })
	if ok {
		_, _ = ask(d, func(c *control.Client, ctx context.Context) (any, error) {
			return nil, c.Play(ctx, s.id, hint.Move, step)
		})
	}
	return hint.Move
}

// plays lets the people play until something is so.
func (s *sitting) plays(what string, most time.Duration, ok func(api.Table) bool) {
	s.t.Helper()
	for end := time.Now().Add(min(most, waittest.Limit(s.t))); ; time.Sleep(5 * time.Millisecond) {
		if ok(s.look()) {
			return
		}
		if time.Now().After(end) {
			s.fails("%s: not within %v", what, most)
		}
	}
}

// fails logs how things stand at each daemon, and ends the test.
func (s *sitting) fails(format string, args ...any) {
	s.t.Helper()
	for _, d := range s.here() {
		v, _ := d.table(s.id)
		s.t.Logf("%s: %s, step %d, head %.12s, waits for %+v, faults %+v\n%s", d.name, v.Phase, v.Step, v.Head, v.Waiting, v.Faults, d.lastLines())
	}
	s.t.Fatalf(format, args...)
}

// stop makes a daemon fall silent, as a machine does that goes to sleep.
func (s *sitting) stop(d *daemon) {
	s.t.Helper()
	d.signal(syscall.SIGSTOP)
	s.silent, s.fell = append(s.silent, d), time.Now()
}

// wake makes it go on.
func (s *sitting) wake(d *daemon) {
	s.t.Helper()
	d.signal(syscall.SIGCONT)
	s.hears(d)
}

// hears notes that a daemon answers again.
func (s *sitting) hears(d *daemon) {
	s.noteRest()
	s.since = time.Now()
	s.silent = slices.DeleteFunc(s.silent, func(o *daemon) bool { return o == d })
}

// A situation is what the others wait for from the daemon that falls silent.
type situation func(w api.Waiting) bool

func theirShares(why rules.Why) situation {
	return func(w api.Waiting) bool { return w.What == string(record.KindShares) && w.Why == why }
}

func theirRecord(kinds ...record.Kind) situation {
	return func(w api.Waiting) bool { return slices.Contains(kinds, record.Kind(w.What)) }
}

// longestTry limits how long a daemon is stopped again and again until the moment is right. For
// the receipt, the shortest moment, it took some 40 s.
const longestTry = 8 * time.Minute

// inHand is any situation in which being silent does not cost the hand.
func inHand(w api.Waiting) bool { return !dealing(w) }

// dealing is the situation in which it does; the others wait longer then.
func dealing(w api.Waiting) bool { return theirRecord(record.KindSeal, record.KindKey)(w) }

// early is the last step at which a daemon is stopped: a game with a rare moment has twice as
// many steps, and so goes on for as long as the daemon is silent.
const early = 1000

// stopIn stops a daemon again and again while the table is played, until the others wait for it
// in a situation. If they do not, the daemon wakes up at once. Some moments are so short that
// half a game goes by without one: then they play another game.
func (s *sitting) stopIn(d *daemon, is situation) api.Waiting {
	s.t.Helper()
	end := time.Now().Add(min(longestTry, waittest.Limit(s.t)))
	for tries := 0; time.Now().Before(end); tries++ {
		s.comes(is)
		s.stop(d)
		v := s.look()
		for time.Since(s.since) < 300*time.Millisecond && v.Phase != api.PhaseOver {
			v = s.look()
			time.Sleep(5 * time.Millisecond)
		}
		if is(v.Waiting) && slices.Contains(v.Waiting.Names, d.name) && v.NoCover == "" {
			s.t.Logf("%s has stopped at step %d, after %d tries; the others wait for %s %s", d.name, v.Step, tries+1, v.Waiting.What, v.Waiting.Why)
			return v.Waiting
		}
		s.wake(d)
		from := v.Step
		s.plays(d.name+" is back at once", time.Minute, func(v api.Table) bool { return v.Step > from+2 || v.Phase == api.PhaseOver })
		if v := s.look(); v.Step > early || v.Phase == api.PhaseOver {
			s.t.Logf("%s has not stopped in that moment in %d steps of a game", d.name, v.Step)
			s.begins()
		}
	}
	s.fails("%s was never stopped in that moment", d.name)
	return api.Waiting{}
}

// comes plays for a moment: until the table is in a situation, or half a second.
func (s *sitting) comes(is situation) {
	for end := time.Now().Add(500 * time.Millisecond); time.Now().Before(end); {
		if is(s.look().Waiting) {
			return
		}
	}
}

// isCovered plays without a daemon that has stopped until the others have acted for it, and
// then until it has been silent for that long.
func (s *sitting) isCovered(d *daemon, silence time.Duration) {
	s.t.Helper()
	begin := time.Now()
	s.acted(d)
	s.playsWithout(d, silence-time.Since(begin))
}

// playsWithout plays for some time without a daemon for which the others act.
func (s *sitting) playsWithout(d *daemon, long time.Duration) {
	s.t.Helper()
	begin, from := time.Now(), s.step
	s.most = replica.AwayAfter + spare // they do not wait again, except at a deal
	s.pace = 500 * time.Millisecond    // the game must not be over before that
	defer func() { s.pace = 0 }()
	s.plays("they play on", long+mostRest, func(v api.Table) bool {
		if v.Phase == api.PhaseOver {
			s.fails("the game is over before %s is back", d.name)
		}
		return time.Since(begin) > long
	})
	s.rests()
	s.t.Logf("%d steps without %s in %v", s.step-from, d.name, time.Since(begin).Round(time.Millisecond))
}

// acted waits until the others have acted for a daemon. A record of its own may have been on
// the way when it stopped; then they act in a later step.
func (s *sitting) acted(d *daemon) {
	s.t.Helper()
	begin, from := time.Now(), s.step
	s.rest, s.long = 0, 0
	s.plays("the others act for "+d.name, 2*dealRest, func(v api.Table) bool {
		return v.Step > from && slices.ContainsFunc(v.Seats, func(o api.Seat) bool { return o.Name == d.name && o.Covered })
	})
	s.rests()
	s.t.Logf("the others act for %s after %v", d.name, time.Since(begin).Round(time.Millisecond))
}

// rests checks that no pause was too long, and counts anew.
func (s *sitting) rests() {
	s.t.Helper()
	s.noteRest()
	s.t.Logf("the longest rest was %v", s.rest.Round(time.Millisecond))
	if s.long > 0 {
		s.t.Errorf("the table has rested for %v", s.long)
	}
	s.rest, s.long, s.most = 0, 0, mostRest
}

// isBack plays with a daemon that goes on after it was covered: it gets the log of the
// others, and signs again.
func (s *sitting) isBack(d *daemon) {
	s.t.Helper()
	begin := time.Now()
	var at uint64
	s.plays(d.name+" has the log", mostRest, func(api.Table) bool {
		v, ok := d.table(s.id)
		at = v.Step
		return ok && v.Step+2 >= s.step
	})
	s.t.Logf("%s has the log of the others after %v", d.name, time.Since(begin).Round(time.Millisecond))
	s.plays(d.name+" plays on", mostRest, func(v api.Table) bool {
		return s.signed(d) >= at || v.Phase == api.PhaseOver
	})
	s.t.Logf("%s signs again after %v", d.name, time.Since(begin).Round(time.Millisecond))
	s.rests()
}

// signed returns the last step of the table in which a daemon's own record stands, as another
// daemon has it, next to those that were voted away.
func (s *sitting) signed(d *daemon) (step uint64) {
	s.t.Helper()
	other := s.here()[0]
	if other == d {
		other = s.here()[1]
	}
	own, _ := s.recordsOf(other, d)
	for _, r := range own {
		step = max(step, r)
	}
	return step
}

// recordsOf returns, for the log of a daemon, the steps in which another one's own records
// stand, and those in which votes stand for it.
func (s *sitting) recordsOf(at, d *daemon) (own, away []uint64) {
	s.t.Helper()
	v, ok := at.table(s.id)
	if !ok {
		s.fails("%s does not answer", at.name)
	}
	var log bytes.Buffer
	if _, ok := ask(at, func(c *control.Client, ctx context.Context) (any, error) { return nil, c.Log(ctx, s.id, &log) }); !ok {
		s.fails("%s has no log", at.name)
	}
	seat := slices.IndexFunc(v.Seats, func(o api.Seat) bool { return o.Name == d.name })
	for line := range bytes.Lines(log.Bytes()) {
		r, err := record.ParseLine(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			s.t.Fatal(err)
		}
		p, err := r.Peek()
		switch {
		case err != nil:
			s.t.Fatal(err)
		case p.Kind == record.KindAway && int(p.About[0]) == seat:
			away = append(away, p.Step)
		case len(p.About) == 0 && seat >= 0 && record.Fingerprint(r.Author) == v.Seats[seat].Fingerprint:
			own = append(own, p.Step)
		}
	}
	return own, away
}

// ends plays the game to its end: one head, nobody at fault, every log verified; and the log
// shows that the others have acted for a daemon.
func (s *sitting) ends(d *daemon) {
	s.t.Helper()
	s.plays("the game is over", waittest.Limit(s.t), func(api.Table) bool { return over(s.here(), s.id) })
	s.rests()
	ends(s.t, s.here(), s.id)
	if _, away := s.recordsOf(s.here()[0], d); len(away) == 0 {
		s.t.Errorf("the log does not say that anybody acted for %s", d.name)
	} else {
		s.t.Logf("%d votes on records of %s", len(away), d.name)
	}
}

// TestCover: at a table with cover, one daemon falls silent for a while, or for good, in the
// middle of whatever it owes. The others pause for no longer than agreed and play on without
// it; it plays on when it is back. All have one log, which verifies, and nobody is at fault.
func TestCover(t *testing.T) {
	if os.Getenv("FIVES_E2E") == "" {
		t.Skip("it takes minutes: FIVES_E2E=1 (make e2e)")
	}
	l := newLAN(t, append(slices.Clone(names), "eve")...)
	l.meet()
	for _, c := range []struct {
		name  string
		nodes int
		game  []string // a seat for each node, unless it says otherwise
		runs  func(s *sitting)
	}{
		{"a draw", 4, []string{"five", "--set", "limit=2000"}, silentIn(theirShares(rules.Draw), 2*time.Minute)},
		{"its own move", 4, []string{"five-crowns"}, silentIn(theirRecord(record.KindMove), 40*time.Second)},
		{"the deal", 4, []string{"five-three-five", "--set", "end=400"}, throughTheDeal},
		{"the shuffle", 4, []string{"five-three-five", "--set", "end=100"}, silentIn(theirRecord(record.KindStack, record.KindProof), 40*time.Second)},
		{"the cards shown at the end", 4, []string{"five", "--set", "limit=2000"}, silentIn(theirShares(rules.Show), 40*time.Second)},
		{"the receipt", 4, []string{"furious-five", "--set", "rounds=50"}, silentIn(theirRecord(record.KindReceipt), 40*time.Second)},
		{"for good", 4, []string{"five-three-five", "--set", "end=100"}, goneForGood},
		{"two of four", 4, []string{"furious-five", "--set", "rounds=15"}, twoAway},
		{"two of five", 5, []string{"furious-five", "--set", "rounds=15"}, twoAway},
		{"the host with computer players", 4, []string{"five-three-five", "--seats", "6", "--bots", "2", "--set", "end=100"}, hostWithBots},
		{"killed while covered", 4, []string{"five-crowns"}, killedWhileCovered},
		{"another one restarts", 4, []string{"furious-five", "--set", "rounds=15"}, anotherRestarts},
		{"a home put back", 4, []string{"five-three-five", "--set", "end=100"}, homePutBack},
	} {
		if only := os.Getenv("FIVES_ONLY"); only != "" && only != c.name {
			continue
		}
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			l.in(t)
			l.meet()
			c.runs(sits(t, l.daemons[:c.nodes], c.game...))
		})
	}
}

// silentIn makes a daemon fall silent for some time when the others wait for something from it.
func silentIn(is situation, silence time.Duration) func(*sitting) {
	return func(s *sitting) {
		d := s.daemons[len(s.daemons)-2]
		s.stopIn(d, is)
		s.isCovered(d, lasting(silence, 40*time.Second))
		s.wake(d)
		s.isBack(d)
		s.ends(d)
	}
}

// goneForGood: the daemon that has fallen silent never comes back. The others end the game.
func goneForGood(s *sitting) {
	d := s.daemons[len(s.daemons)-1]
	s.stopIn(d, theirRecord(record.KindMove, record.KindShares))
	d.kill()
	s.acted(d)
	s.ends(d)
	d.start()
}

// throughTheDeal: a daemon is silent when the keys of a hand are due, and so has none. Its
// stand-in plays the hand, even once the daemon is back, and it is dealt cards in the next
// hand.
func throughTheDeal(s *sitting) {
	d := s.daemons[2]
	for tries := 1; !s.sleepsThroughTheDeal(d); tries++ {
		if tries == 3 {
			s.fails("%s has a key in each of %d hands", d.name, tries)
		}
		s.wake(d)
		s.isBack(d)
	}
	hand := s.look().Hand
	s.playsWithout(d, 40*time.Second)
	if s.look().Hand == hand {
		s.fails("no other hand was dealt")
	}
	s.wake(d)
	s.isBack(d)
	s.isDealt(d)
	s.ends(d)
}

// sleepsThroughTheDeal stops a daemon before it sends its key, until its stand-in plays. It
// reports whether that worked: a key can be on its way while the others still wait for it.
func (s *sitting) sleepsThroughTheDeal(d *daemon) bool {
	s.t.Helper()
	s.stopIn(d, dealing)
	begin := time.Now()
	s.acted(d)
	waited := time.Since(begin)
	s.plays("its stand-in plays", mostRest, func(v api.Table) bool {
		return slices.ContainsFunc(v.Last, func(m api.Played) bool { return m.Name == d.name && m.StandIn })
	})
	if !s.seatOf(s.here()[0], d).Keyless {
		s.t.Logf("the key of %s was on its way already", d.name)
		return false
	}
	if waited < mostRest {
		s.t.Errorf("they have waited for it for no more than %v, as in a hand", waited)
	}
	return true
}

// isDealt plays until a daemon has cards that it sees, in a hand with a key of its own.
func (s *sitting) isDealt(d *daemon) {
	s.t.Helper()
	s.plays(d.name+" is in again", time.Minute, func(seen api.Table) bool {
		if seen.Phase == api.PhaseOver {
			s.fails("the game is over before %s is in again", d.name)
		}
		v, ok := d.table(s.id)
		return ok && v.Dealt && v.Seat >= 0 && !v.Seats[v.Seat].Keyless && !v.Seats[v.Seat].Lacks && !v.Seats[v.Seat].Covered
	})
	s.rests()
}

// seatOf returns the seat of one daemon as another one sees it.
func (s *sitting) seatOf(at, d *daemon) api.Seat {
	s.t.Helper()
	v, _ := at.table(s.id)
	i := slices.IndexFunc(v.Seats, func(o api.Seat) bool { return o.Name == d.name })
	if i < 0 {
		s.fails("%s sees no seat of %s", at.name, d.name)
	}
	return v.Seats[i]
}

// twoAway: with two daemons silent the table waits, however many are left. When one of the two
// is back, it and the others act for the other.
func twoAway(s *sitting) {
	ben, cleo := s.daemons[1], s.daemons[2]
	s.stopIn(cleo, inHand)
	s.stop(ben)
	from, end := s.step, time.Now().Add(mostRest+spare)
	s.plays("a while has gone", 2*mostRest, func(api.Table) bool { return time.Now().After(end) })
	if s.step > from+1 { // the move that was due
		s.t.Errorf("without two daemons, the others have gone on for %d steps", s.step-from)
	}
	s.wake(ben)
	s.since = time.Now() // nobody could have acted before
	s.isCovered(cleo, 40*time.Second)
	s.wake(cleo)
	s.isBack(cleo)
	s.ends(cleo)
}

// hostWithBots: the daemon that has opened the table falls silent, and with it its person and
// its computer players.
func hostWithBots(s *sitting) {
	host := s.daemons[0]
	s.stopIn(host, inHand)
	s.isCovered(host, 40*time.Second)
	s.wake(host)
	s.isBack(host)
	s.ends(host)
}

// killedWhileCovered: the daemon for which the others act is killed, and started again.
func killedWhileCovered(s *sitting) {
	d := s.daemons[1]
	s.stopIn(d, inHand)
	s.isCovered(d, 30*time.Second)
	d.kill()
	s.isCovered(d, 5*time.Second)
	d.start()
	s.hears(d)
	s.isBack(d)
	s.ends(d)
}

// anotherRestarts: a daemon is killed and started again while another one is silent, both
// before and after the others act for that one.
func anotherRestarts(s *sitting) {
	ben, cleo := s.daemons[1], s.daemons[2]
	s.stopIn(cleo, inHand)
	time.Sleep(5 * time.Second)
	s.restarts(ben)
	s.isCovered(cleo, 30*time.Second)
	s.restarts(ben)
	s.isCovered(cleo, 5*time.Second)
	s.wake(cleo)
	s.isBack(cleo)
	s.ends(cleo)
}

// restarts kills a daemon and starts it again. What it has heard before no longer counts for
// it.
func (s *sitting) restarts(d *daemon) {
	s.t.Helper()
	d.kill()
	d.start()
	s.since, s.fell = time.Now(), time.Now()
}

// homePutBack: a home is put back as it was before a hand was dealt. Its daemon is there, and
// says that it lacks the key of the hand; the others act for it at once, until the next hand.
func homePutBack(s *sitting) {
	d := s.daemons[1]
	old := d.home + "-old"
	d.kill()
	sh(s.t, fmt.Sprintf("rm -rf %[2]s; cp -a %[1]s %[2]s; rm -f %[2]s/fives.sock", d.home, old))
	d.start()
	hand := s.look().Hand
	s.plays("another hand is played", time.Minute, func(v api.Table) bool { return v.Hand > hand && v.Dealt && inHand(v.Waiting) })
	d.kill()
	sh(s.t, fmt.Sprintf("rm -rf %[1]s; mv %[2]s %[1]s", d.home, old))
	begin := time.Now()
	d.start()
	s.rest, s.long = 0, 0
	s.plays("the others act for "+d.name, mostRest, func(v api.Table) bool {
		o := s.seatOf(s.daemons[0], d)
		return o.Lacks && o.Covered
	})
	hand = s.look().Hand
	s.t.Logf("the others act for %s after %v", d.name, time.Since(begin).Round(time.Millisecond))
	s.plays("the hand is over", time.Minute, func(v api.Table) bool { return v.Hand > hand && v.Dealt })
	s.noteRest()
	if s.rest >= replica.CoverAfter { // the time after which they act for one that is not there
		s.t.Errorf("the table has rested for %v", s.rest)
	}
	s.rests()
	s.isDealt(d)
	s.ends(d)
}
