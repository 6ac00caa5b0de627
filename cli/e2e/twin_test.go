//go:build linux

package e2e

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/control"
)

// A household is ana, ben and cleo at a table that computer players play, and ben's new laptop
// with a copy of his home, in dora's namespace.
type household struct {
	*lan
	ana, ben, cleo, laptop *daemon
	id                     string
}

// newHousehold lets them play, some of them themselves, and copies ben's home while his daemon
// is down.
func newHousehold(t *testing.T, people ...string) *household {
	t.Helper()
	l := newLAN(t, "ana", "ben", "cleo", "dora")
	l.meet()
	h := &household{lan: l, ana: l.daemons[0], ben: l.daemons[1], cleo: l.daemons[2]}
	if slices.Contains(people, "ben") {
		h.id = seat(t, []*daemon{h.ana, h.ben, h.cleo}, 400, h.ben)
		eventually(t, "it is ben's turn", func() bool { v, ok := h.ben.table(h.id); return ok && v.YourTurn })
	} else {
		h.id = seat(t, []*daemon{h.ana, h.ben, h.cleo}, 400)
		moves(t, h.others(), h.id, 20)
	}
	dora := l.daemons[3]
	dora.kill()
	laptop := *h.ben
	h.laptop = &laptop
	h.laptop.home, h.laptop.netns, h.laptop.cmd = h.ben.home+"-laptop", dora.netns, nil
	t.Cleanup(h.laptop.kill)
	h.ben.kill()
	sh(t, "cp -a "+h.ben.home+" "+h.laptop.home+"; rm -f "+h.laptop.home+"/fives.sock")
	h.ben.start()
	return h
}

func (h *household) others() []*daemon { return []*daemon{h.ana, h.cleo} }

// warned reports whether a daemon has this warning about this machine, and no other.
func warned(d *daemon, code api.WarningCode, address string) bool {
	list := d.status().Warnings
	return len(list) == 1 && list[0].Code == code && list[0].Address == address
}

// calm reports whether a daemon answers and warns of nothing.
func calm(d *daemon) bool { st := d.status(); return st.PID != 0 && len(st.Warnings) == 0 }

const (
	anaAt    = "10.77.0.1"
	benAt    = "10.77.0.2"
	cleoAt   = "10.77.0.3"
	laptopAt = "10.77.0.4"
)

// avoids keeps a daemon's machine from sending anything to others, for as long as it is there.
func (d *daemon) avoids(addresses ...string) {
	d.t.Helper()
	for _, a := range addresses {
		d.in(fmt.Sprintf("ip route replace blackhole %s/32", a))
	}
}

// bothAlive starts the copy, and waits until each says where the other one is. Neither signs.
func (h *household) bothAlive() {
	h.t.Helper()
	h.laptop.start()
	eventually(h.t, "both know of each other", func() bool {
		return warned(h.ben, api.WarnTwice, laptopAt) && warned(h.laptop, api.WarnTwice, benAt)
	})
	for d, other := range map[*daemon]string{h.ben: laptopAt, h.laptop: benAt} {
		if out := d.run("status", "--home", d.home); !strings.Contains(out, "your node also runs on "+other+", since ") || !strings.Contains(out, "Stop one of them") {
			h.t.Errorf("status:\n%s", out)
		}
		out, err := d.fives("doctor", "--home", d.home).CombinedOutput()
		if err == nil || !strings.Contains(strings.Join(strings.Fields(string(out)), " "), "your node also runs on "+other) {
			h.t.Errorf("doctor, %v:\n%s", err, out)
		}
	}
	for _, d := range h.others() {
		eventually(h.t, d.name+" reads that ben runs twice", func() bool {
			return strings.Contains(d.run("show", h.id[:8], "--home", d.home), "Ben runs twice: waiting")
		})
	}
	rest := step(h.others(), h.id)
	time.Sleep(lasting(20*time.Second, 3*time.Second)) // nothing else says that nothing happens
	if now := step(h.others(), h.id); now > rest {
		h.t.Errorf("the table goes on from step %d to %d", rest, now)
	}
	h.innocent()
}

// innocent checks that nobody is at fault.
func (h *household) innocent() {
	h.t.Helper()
	for _, d := range h.others() {
		if v, ok := d.table(h.id); !ok || len(v.Faults) > 0 {
			h.t.Fatalf("%s sees faults: %+v", d.name, v.Faults)
		}
	}
}

// goesOn waits until the table goes on with one of ben's machines. If that machine lacks the
// secret of the running hand, all go on from the hand before.
func (h *household) goesOn(ben *daemon) {
	h.t.Helper()
	from := step(h.others(), h.id)
	eventually(h.t, "the table goes on", func() bool {
		if v, ok := ben.table(h.id); ok && v.Waiting.What == api.Stuck {
			for _, d := range []*daemon{h.ana, h.cleo, ben} { // until all agree to the same one
				_, _ = ask(d, func(c *control.Client, ctx context.Context) (api.Summary, error) { return c.Continue(ctx, h.id) })
			}
		}
		for _, s := range ben.tables().Mine {
			if s.Parent == h.id && s.Phase == api.PhasePlaying {
				h.id, from = s.ID, s.Step
			}
		}
		return over(h.others(), h.id) || step(h.others(), h.id) >= from+10
	})
	h.innocent()
}

// TestTwin: a home that was copied runs on two machines, which see each other, or only the
// others. While both are alive, they wait and say so; one that is gone, or that looks on
// because the other one has taken over, is in nobody's way. Nobody is ever at fault.
func TestTwin(t *testing.T) {
	if os.Getenv("FIVES_E2E") == "" {
		t.Skip("it needs namespaces with a bridge: FIVES_E2E=1 (make e2e)")
	}
	for _, apart := range []bool{false, true} {
		t.Run(map[bool]string{false: "they-see-each-other", true: "they-see-only-the-others"}[apart], func(t *testing.T) {
			h := newHousehold(t)
			if apart {
				h.ben.avoids(laptopAt)
				h.laptop.avoids(benAt)
			}
			h.bothAlive()
			h.laptop.stop()
			begin := time.Now()
			eventually(t, "ben knows that it is gone", func() bool { return calm(h.ben) })
			h.goesOn(h.ben)
			t.Logf("one is gone: the table goes on after %v", time.Since(begin).Round(time.Millisecond))

			h.bothAlive()
			begin = time.Now()
			h.laptop.run("up", "--here", "--home", h.laptop.home)
			eventually(t, "ben looks on", func() bool { return warned(h.ben, api.WarnElsewhere, laptopAt) && calm(h.laptop) })
			h.goesOn(h.laptop)
			t.Logf("one takes over: the table goes on after %v", time.Since(begin).Round(time.Millisecond))
			if out := h.ben.run("status", "--home", h.ben.home); !strings.Contains(out, "you play on "+laptopAt+"; this node only looks on") {
				t.Errorf("status:\n%s", out)
			}
			ends(t, []*daemon{h.ana, h.cleo, h.laptop}, h.id)

			h.ben.run("up", "--here", "--home", h.ben.home)
			eventually(t, "ben plays again", func() bool { return warned(h.laptop, api.WarnElsewhere, benAt) && calm(h.ben) })
		})
	}
}

// TestTwinUnseen: ben plays a move where nobody can hear him, and another one on his laptop.
// The machines could not know of each other in time: that is a fault, and doctor says how it
// came about.
func TestTwinUnseen(t *testing.T) {
	if os.Getenv("FIVES_E2E") == "" {
		t.Skip("it needs namespaces with a bridge: FIVES_E2E=1 (make e2e)")
	}
	h := newHousehold(t, "ben")
	played := map[string]bool{}
	plays := func(d *daemon) {
		eventually(t, "it is ben's turn", func() bool {
			m, ok := ask(d, func(c *control.Client, ctx context.Context) (api.Moves, error) { return c.Moves(ctx, h.id) })
			i := slices.IndexFunc(m.Moves, func(move string) bool { return !played[move] })
			if !ok || i < 0 {
				return false
			}
			_, ok = ask(d, func(c *control.Client, ctx context.Context) (any, error) { return nil, c.Play(ctx, h.id, m.Moves[i]) })
			played[m.Moves[i]] = ok
			return ok
		})
	}
	eventually(t, "ben has heard the others", func() bool { v, ok := h.ben.table(h.id); return ok && v.Waiting.What == "move" && v.YourTurn })
	h.ben.in("ip link set eth0 down")
	plays(h.ben)
	h.laptop.start()
	plays(h.laptop)
	h.ben.up(2)
	eventually(t, "ben has signed twice", func() bool {
		v, ok := h.ana.table(h.id)
		return ok && slices.ContainsFunc(v.Faults, func(f api.Fault) bool { return f.Name == "ben" })
	})
	eventually(t, "doctor explains it", func() bool {
		out, err := h.ben.fives("doctor", "--home", h.ben.home).CombinedOutput()
		text := strings.Join(strings.Fields(string(out)), " ")
		return err != nil && strings.Contains(text, "you have signed two different records") && strings.Contains(text, "look for a copy of this home")
	})
}

// TestTwinAsleep: ben's machine sleeps while he plays on his laptop. When it wakes up, it hears
// of that before it signs anything.
func TestTwinAsleep(t *testing.T) {
	if os.Getenv("FIVES_E2E") == "" {
		t.Skip("it needs namespaces with a bridge: FIVES_E2E=1 (make e2e)")
	}
	h := newHousehold(t)
	h.ben.signal(syscall.SIGSTOP)
	time.Sleep(4 * time.Second) // it must be that long to count as asleep
	h.laptop.start()
	h.goesOn(h.laptop)
	h.ben.signal(syscall.SIGCONT)
	eventually(t, "both know of each other", func() bool {
		return warned(h.ben, api.WarnTwice, laptopAt) && warned(h.laptop, api.WarnTwice, benAt)
	})
	time.Sleep(2 * time.Second) // for what ben could have signed to come
	h.innocent()
}
