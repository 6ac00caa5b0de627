//go:build linux

package e2e

import (
	"bytes"
	"context"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/control"
)

// An ordeal is a game between daemons, one of which, the victim, suffers while it is played.
// What has been acknowledged must be in its home afterwards: the moves that it told its control
// client are made, and the records of its seat that another node has seen.
type ordeal struct {
	t       *testing.T
	rng     *rand.Rand
	daemons []*daemon
	victim  *daemon
	others  []*daemon
	report  *report

	hints []string // those that were logged

	id      string // the table
	person  *person
	counted map[uint64]bool // steps that are in the report
	from    uint64          // the victim's step when it was started
}

// newOrdeal makes the daemons; the second is the one that suffers.
func newOrdeal(t *testing.T, rng *rand.Rand) *ordeal {
	daemons := onLoopback(t, names[:3]...)
	x := &ordeal{t: t, rng: rng, daemons: daemons, victim: daemons[1], others: []*daemon{daemons[0], daemons[2]}, report: &report{}}
	t.Cleanup(func() { x.person.leave() })
	x.begin()
	return x
}

// begin begins a game in which computer players have the other seats.
func (x *ordeal) begin() {
	x.id = seat(x.t, x.daemons, 500, x.victim)
	x.counted = map[uint64]bool{}
	x.from = 0
	if x.person != nil {
		x.person.leave()
	}
	x.person = newPerson(x.victim, x.id, x.rng.Uint64())
}

// end plays the game to its end: one head, nobody at fault, every log verified.
func (x *ordeal) end() {
	x.t.Helper()
	ends(x.t, x.daemons, x.id)
}

// underLoad waits until the victim has taken part in the game since it was started, and then
// until a random moment. It begins another game when one is over.
func (x *ordeal) underLoad() {
	x.t.Helper()
	for {
		x.goesOn()
		x.pause(300)
		if v, ok := x.victim.table(x.id); ok && v.Phase != api.PhaseOver {
			return
		}
		x.end()
		x.begin()
	}
}

// goesOn waits until the victim is a step further than when it was started.
func (x *ordeal) goesOn() {
	x.t.Helper()
	eventually(x.t, "the table goes on", func() bool {
		v, ok := x.victim.table(x.id)
		return ok && (v.Step > x.from || v.Phase == api.PhaseOver)
	})
}

// recovers waits until the victim goes on after a fault, and then until a random moment. It
// starts the victim again if the victim says that it needs that.
func (x *ordeal) recovers(r *row) {
	x.t.Helper()
	from, stopped := step([]*daemon{x.victim}, x.id), false
	eventually(x.t, "the table goes on, or its node says that it must be started again", func() bool {
		stopped = slices.ContainsFunc(x.victim.status().Warnings, func(w api.Warning) bool { return strings.Contains(w.Detail, "restart") })
		v, ok := x.victim.table(x.id)
		return stopped || ok && (v.Step > from || v.Phase == api.PhaseOver)
	})
	if stopped {
		r.stopped++
	}
	x.pause(300)
}

func (x *ordeal) pause(most int) { time.Sleep(time.Duration(x.rng.IntN(most)) * time.Millisecond) }

// A promise is what must be there for a step: the record that another node has, the move that
// the control client was told is made, or both.
type promise struct {
	line string
	move string
}

// acknowledged returns what must be in the victim's home.
func (x *ordeal) acknowledged() map[uint64]promise {
	told := map[uint64]promise{}
	for _, d := range x.others {
		for step, r := range x.own(d) {
			told[step] = promise{line: string(r.Line())}
		}
	}
	for step, move := range x.person.moves() {
		told[step] = promise{line: told[step].line, move: move}
	}
	return told
}

// own returns the records of the victim's seat in the log of a daemon, by step. The victim
// itself may have lost the whole table.
func (x *ordeal) own(d *daemon) map[uint64]record.Record {
	x.t.Helper()
	var log bytes.Buffer
	if _, ok := ask(d, func(c *control.Client, ctx context.Context) (any, error) { return nil, c.Log(ctx, x.id, &log) }); !ok && d != x.victim {
		x.t.Errorf("%s has no log of table %s\n%s", d.name, x.id[:8], d.lastLines())
	}
	mine := map[uint64]record.Record{}
	for line := range bytes.Lines(log.Bytes()) {
		r, err := record.ParseLine(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			x.t.Fatal(err)
		}
		if p, err := r.Peek(); err != nil {
			x.t.Fatal(err)
		} else if r.Author == x.person.key {
			mine[p.Step] = r
		}
	}
	return mine
}

// survives starts the dead victim again, and counts in a row the acknowledged records that it
// still has. The other daemons stand still meanwhile, because they would give back what is
// lost. After a refusal, and after a loss, the victim begins with an empty home and another
// game.
func (x *ordeal) survives(r *row) {
	x.t.Helper()
	lost := r.lost
	told := x.acknowledged()
	if refusal := x.alone(func() { x.compare(r, told, x.own(x.victim)) }); refusal != "" {
		x.refused(r, refusal)
		x.anew()
	} else if r.lost > lost { // the key of the hand may be gone, too
		x.t.Errorf("%s: of %d steps that were acknowledged %d are lost", r.fault, len(told), r.lost-lost)
		x.anew()
	}
}

// alone starts the victim while the others stand still, and calls look. If the victim does not
// start, it returns what the victim says instead.
func (x *ordeal) alone(look func()) (refusal string) {
	x.t.Helper()
	for _, d := range x.others {
		d.signal(syscall.SIGSTOP)
	}
	defer func() {
		for _, d := range x.others {
			d.signal(syscall.SIGCONT)
		}
	}()
	if refusal = x.victim.tries(); refusal == "" {
		v, _ := x.victim.table(x.id)
		x.from = v.Step
		look()
	}
	return refusal
}

// compare counts in a row the acknowledged records that are there. Those of an earlier row
// count again only if they are lost.
func (x *ordeal) compare(r *row, told map[uint64]promise, there map[uint64]record.Record) {
	x.t.Helper()
	for step, p := range told {
		mine, ok := there[step]
		if !x.counted[step] {
			r.acknowledged++
			x.counted[step] = true
			if ok {
				r.there++
			}
		}
		switch {
		case !ok:
			r.lost++
		case p.line != "" && p.line != string(mine.Line()), p.move != "" && p.move != moveOf(mine):
			r.twice++
			x.t.Errorf("%s: another record at step %d: %q was made, there is %q", r.fault, step, p.move, moveOf(mine))
		}
	}
}

// moveOf returns the text of a move, "" for another record.
func moveOf(r record.Record) string {
	if p, err := r.Peek(); err == nil && p.Kind == record.KindMove {
		if m, err := record.Decode[record.Move](p); err == nil {
			return m.Text
		}
	}
	return ""
}

// refused counts in a row that a home was refused. The refusal must come with a hint.
func (x *ordeal) refused(r *row, said string) {
	x.t.Helper()
	r.refused++
	_, hint, ok := strings.Cut(said, "hint:")
	if !strings.Contains(said, "error:") || !ok || strings.Contains(hint, "--help") {
		x.t.Errorf("%s: refused without what to do:\n%s", r.fault, said)
	}
	r.hint, _, _ = strings.Cut(strings.TrimSpace(hint), "\n")
	if !slices.Contains(x.hints, r.fault+r.hint) {
		x.hints = append(x.hints, r.fault+r.hint)
		x.t.Logf("%s: refused:\n%s", r.fault, said)
	}
}

// anew begins with an empty home, and another game.
func (x *ordeal) anew() {
	x.t.Helper()
	x.victim.kill()
	sh(x.t, "rm -rf "+x.victim.home)
	x.victim.start()
	x.begin()
}

// tries starts the daemon. It returns what the daemon says if it ends instead of
// answering.
func (d *daemon) tries() (refusal string) {
	d.t.Helper()
	before := len(d.log())
	d.launch()
	eventually(d.t, d.name+" answers, or gives up", func() bool {
		select {
		case <-d.ended:
			d.cmd, refusal = nil, d.log()[before:]
			return true
		default:
			return d.status().PID == d.cmd.Process.Pid
		}
	})
	return refusal
}

// A person plays at a daemon through its control interface, whatever is allowed, and remembers
// what the daemon said was done.
type person struct {
	d      *daemon
	id     string
	key    record.Key
	rng    *rand.Rand
	leaves context.CancelFunc
	left   chan struct{}

	mu   sync.Mutex
	made map[uint64]string
}

func newPerson(d *daemon, id string, seed uint64) *person {
	d.t.Helper()
	ctx, leaves := context.WithCancel(context.Background())
	p := &person{d: d, id: id, rng: rand.New(rand.NewPCG(seed, 1)), leaves: leaves, left: make(chan struct{}), made: map[uint64]string{}}
	if n, err := hex.Decode(p.key[:], []byte(d.status().Key)); err != nil || n != len(p.key) {
		d.t.Fatalf("%s has no key: %v", d.name, err)
	}
	go func() {
		defer close(p.left)
		for ; ctx.Err() == nil; time.Sleep(time.Duration(p.rng.IntN(40)) * time.Millisecond) {
			p.play(ctx)
		}
	}()
	return p
}

func (p *person) leave() {
	p.leaves()
	<-p.left
}

// moves returns the moves that were accepted, by step.
func (p *person) moves() map[uint64]string {
	p.mu.Lock()
	defer p.mu.Unlock()
	made := map[uint64]string{}
	for step, move := range p.made {
		made[step] = move
	}
	return made
}

// play makes a move if it is the person's turn, and the daemon answers.
func (p *person) play(ctx context.Context) {
	c, err := control.Dial(p.d.home)
	if err != nil {
		return
	}
	defer c.Close()
	v, err := c.Table(ctx, p.id)
	if err != nil || !v.YourTurn {
		return
	}
	m, err := c.Moves(ctx, p.id)
	if err != nil || len(m.Moves) == 0 {
		return
	}
	move := m.Moves[p.rng.IntN(len(m.Moves))]
	if c.Play(ctx, p.id, move, v.Step) == nil {
		p.mu.Lock()
		p.made[v.Step] = move
		p.mu.Unlock()
	}
}
