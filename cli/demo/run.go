package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"slices"
	"time"

	"fives/cli/say"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Run plays a game and returns its outcome. It leaves no process behind, not even after an
// error.
func Run(ctx context.Context, cfg Config) (*Result, error) {
	runtime.LockOSThread() // the daemons end with the thread that started them
	defer runtime.UnlockOSThread()
	if cfg.Program == "" {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("demo: %w", err)
		}
		cfg.Program = self
	}
	dir, remove, err := folder(cfg.Keep)
	if err != nil {
		return nil, err
	}
	defer remove()
	r := &Result{}
	iface, err := r.network(cfg)
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	g, err := startAll(ctx, cfg, dir, iface)
	defer g.stop()
	if err != nil {
		return nil, err
	}
	r.Up = time.Since(begin)
	if err := r.meet(ctx, cfg, g); err != nil {
		return nil, err
	}
	return r, r.play(ctx, cfg, g)
}

// folder makes the folder of the homes. The path of a socket must be short, so it avoids the
// usual place for temporary files if that has a long name.
func folder(keep string) (dir string, remove func(), err error) {
	if keep != "" {
		return keep, func() {}, os.MkdirAll(keep, 0o700)
	}
	base := os.TempDir()
	if len(base) > 60 && runtime.GOOS != "windows" {
		base = "/tmp"
	}
	dir, err = os.MkdirTemp(base, "fives-demo-")
	return dir, func() { os.RemoveAll(dir) }, err
}

// network chooses the interface, "" for all real ones.
func (r *Result) network(cfg Config) (iface string, err error) {
	if cfg.LAN {
		r.Network = "on the real network"
		return "", nil
	}
	r.Network = "over the loopback interface"
	if inside() {
		r.Network = "in a network namespace of their own"
	}
	all, err := net.Interfaces()
	if err != nil {
		return "", fmt.Errorf("demo: %w", err)
	}
	for _, i := range all {
		if i.Flags&net.FlagLoopback != 0 {
			return i.Name, nil
		}
	}
	return "", errors.New("demo: there is no loopback interface")
}

// meet lets the daemons find each other.
func (r *Result) meet(ctx context.Context, cfg Config, g group) error {
	begin := time.Now()
	err := g.meet(ctx, meetTime)
	how := "found each other by mDNS"
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		fmt.Fprintln(cfg.Progress, "multicast does not get through here: the daemons are told each other's addresses, as with --peer")
		if err := g.introduce(ctx); err != nil {
			return err
		}
		begin = time.Now()
		err, how = g.meet(ctx, meetTime), "connected by address"
	}
	if err != nil {
		return fmt.Errorf("demo: the daemons do not find each other: %w", err)
	}
	r.Met = time.Since(begin)
	r.Network += ", " + how
	fmt.Fprintf(cfg.Progress, "%d daemons are up after %s, %s after %s more\n", len(g), round(r.Up), r.Network, round(r.Met))
	return nil
}

// errEnd ends the event stream.
var errEnd = errors.New("the game is over")

// play seats everybody and follows the game to its end.
func (r *Result) play(ctx context.Context, cfg Config, g group) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	host := g[0].client
	watchdog(ctx, g, cancel)
	c := &clock{r: r}
	followed := make(chan error, 1)
	go func() {
		followed <- host.Events(ctx, 0, func(e api.Event) error {
			return r.follow(e, c, cfg)
		})
	}()
	o, err := g.seat(ctx, cfg)
	if err != nil {
		return err
	}
	r.Table = o.ID
	if err := <-followed; !errors.Is(err, errEnd) {
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		return err
	}
	return r.conclude(ctx, host)
}

// follow handles an event of the host. Until the host sits at a table, there are only events
// about peers.
func (r *Result) follow(e api.Event, c *clock, cfg Config) error {
	if e.Table == "" {
		return nil
	}
	c.see(e)
	switch e.Kind {
	case api.EventStarted, api.EventSettled, api.EventFault, api.EventLeft, api.EventAway, api.EventCover:
		fmt.Fprintln(cfg.Progress, say.Event(e))
	case api.EventOver:
		return errEnd
	}
	return nil
}

// conclude fetches the result and the log, once everybody has signed the last hand.
func (r *Result) conclude(ctx context.Context, host *control.Client) error {
	if err := r.awaitSigned(ctx, host); err != nil {
		return err
	}
	t, err := host.Table(ctx, r.Table)
	if err != nil {
		return err
	}
	r.Winners = t.Winners
	var log bytes.Buffer
	if err := host.Log(ctx, r.Table, &log); err != nil {
		return err
	}
	r.Log = log.Bytes()
	return nil
}

// awaitSigned waits until all seats have signed the last hand, or until signTime is over: the
// result stands even so, and the log says who has not signed it.
func (r *Result) awaitSigned(ctx context.Context, host *control.Client) error {
	limited, cancel := context.WithTimeout(ctx, signTime)
	defer cancel()
	err := host.Views(limited, api.FromNow, func(e api.Event) error {
		owes := func(s api.Seat) bool { return s.Owes }
		if e.Table == r.Table && e.View != nil && !slices.ContainsFunc(e.View.Seats, owes) {
			return errEnd
		}
		return nil
	})
	if errors.Is(err, errEnd) || limited.Err() != nil && ctx.Err() == nil {
		return nil
	}
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// watchdog ends the demonstration if a daemon has ended.
func watchdog(ctx context.Context, g group, fail context.CancelCauseFunc) {
	for _, d := range g {
		go func() {
			select {
			case <-ctx.Done():
			case <-d.ended:
				fail(fmt.Errorf("demo: %s's daemon has ended: %s", d.name, d.lastLines()))
			}
		}()
	}
}

func round(d time.Duration) time.Duration {
	switch {
	case d > time.Second:
		return d.Round(10 * time.Millisecond)
	case d > 10*time.Millisecond:
		return d.Round(time.Millisecond)
	}
	return d.Round(10 * time.Microsecond)
}
