package demo

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"sync"
	"time"

	"fives/p2p/api"
)

// A group is all daemons of a demonstration.
type group []*daemon

func startAll(ctx context.Context, cfg Config, dir, iface string) (group, error) {
	var g group
	network := newNetwork()
	for _, name := range names[:cfg.Seats] {
		d, err := start(cfg.Program, dir, name, network, iface)
		if err != nil {
			return g, err
		}
		g = append(g, d)
	}
	for _, d := range g {
		if err := d.answer(ctx); err != nil {
			return g, err
		}
	}
	return g, nil
}

// newNetwork returns a network name that nobody else has, so that two demonstrations on one
// machine, or one beside a real game, do not see each other.
func newNetwork() string { return strings.ToLower(rand.Text()[:9]) }

func (g group) stop() {
	var all sync.WaitGroup
	for _, d := range g {
		all.Go(d.stop)
	}
	all.Wait()
}

// meet waits until every daemon is connected to every other one.
func (g group) meet(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for _, d := range g {
		for {
			n, err := d.countConnected(ctx)
			if err != nil {
				return err
			}
			if n >= len(g)-1 {
				break
			}
			if err := pause(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *daemon) countConnected(ctx context.Context) (int, error) {
	peers, err := d.client.Peers(ctx)
	n := 0
	for _, p := range peers {
		if p.Connected {
			n++
		}
	}
	return n, err
}

// introduce tells every daemon the address of each one before it.
func (g group) introduce(ctx context.Context) error {
	for i, d := range g {
		st, err := d.client.Status(ctx)
		if err != nil {
			return err
		}
		if len(st.Addresses) == 0 {
			return fmt.Errorf("demo: %s's daemon listens nowhere", d.name)
		}
		for _, later := range g[i+1:] {
			if _, err := later.client.Connect(ctx, st.Addresses[0]); err != nil {
				return err
			}
		}
	}
	return nil
}

// seat opens the table at the first daemon and makes the others join it.
func (g group) seat(ctx context.Context, cfg Config) (api.Offer, error) {
	o, err := g[0].client.Host(ctx, api.HostRequest{
		Game: cfg.Game, Seats: cfg.Seats, Set: cfg.Set, Play: cfg.Strength,
	})
	if err != nil {
		return o, err
	}
	for _, d := range g[1:] {
		if err := d.join(ctx, o.ID, cfg.Strength); err != nil {
			return o, err
		}
	}
	return o, nil
}

// join tries to join until the table has reached the daemon's lobby.
func (d *daemon) join(ctx context.Context, table, strength string) error {
	ctx, cancel := context.WithTimeout(ctx, joinTime)
	defer cancel()
	for {
		_, err := d.client.Join(ctx, api.JoinRequest{Table: table, Play: strength})
		if err == nil {
			return nil
		}
		if pause(ctx) != nil {
			return fmt.Errorf("demo: %s cannot join: %w", d.name, err)
		}
	}
}

func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(20 * time.Millisecond):
		return nil
	}
}
