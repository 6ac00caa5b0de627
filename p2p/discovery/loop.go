package discovery

import (
	"context"
	"time"

	ma "github.com/multiformats/go-multiaddr"
)

const (
	pollEvery = 2 * time.Second // how often the interfaces are looked at
	// sleepGap is how far the wall clock may run ahead of the monotonic clock, which stands still
	// while the machine sleeps, before the machine counts as having slept.
	sleepGap = 10 * time.Second
)

func (s *Service) run(ctx context.Context) {
	defer close(s.done)
	defer s.closeResponders()
	var plan schedule
	awake := time.Now()
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	next := time.NewTimer(0)
	defer next.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-next.C:
			wait, listen := plan.next(s.looking())
			s.round(ctx, plan.round, listen)
			next.Reset(wait)
		case a := <-s.heard:
			s.take(a)
		case <-s.wake:
			if plan.idle() {
				plan.restart()
				next.Reset(0)
			}
		case <-poll.C:
			slept := asleep(awake, time.Now()) > sleepGap
			awake = time.Now()
			if slept {
				s.closeResponders()
			}
			if s.refresh() || slept {
				plan.restart()
				next.Reset(0)
			}
		}
	}
}

// asleep returns how long the machine slept between two moments.
func asleep(from, to time.Time) time.Duration {
	return to.Round(0).Sub(from.Round(0)) - to.Sub(from)
}

// round asks everywhere at once.
func (s *Service) round(ctx context.Context, n int, listen time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.table.expire(mark{n, time.Now()})
	for _, r := range s.responders {
		for _, f := range r.link.families() {
			go s.question(ctx, answer{link: r.link, fam: f, round: n}, listen)
		}
	}
}

func (s *Service) question(ctx context.Context, a answer, listen time.Duration) {
	a.heard, a.err = ask(ctx, serviceOf(s.cfg.Network), a.link, a.fam, listen, s.cfg.Log)
	select {
	case s.heard <- a:
	case <-ctx.Done():
	}
}

// takeTwins reports addresses that were announced with this node's ID although they are not its own.
func (s *Service) takeTwins(heard []ma.Multiaddr) {
	if s.cfg.Twin == nil || len(heard) == 0 {
		return
	}
	if heard = foreignAddrs(heard, s.cfg.Addrs(), machineIPs()); len(heard) > 0 {
		s.cfg.Twin(heard)
	}
}

// take adds the answers to one question to the list of peers.
func (s *Service) take(a answer) {
	now := mark{a.round, time.Now()}
	var found []Peer
	var twins []ma.Multiaddr
	s.mu.Lock()
	s.asked[outlet{a.link.index, a.fam}] = a.err
	for _, h := range a.heard {
		if h.ID == s.cfg.ID {
			twins = append(twins, h.Addrs...)
		} else if s.table.hear(h, a.link.name, now) {
			found = append(found, s.table.get(h.ID))
		}
	}
	s.mu.Unlock()
	s.takeTwins(twins)
	if s.cfg.Found == nil {
		return
	}
	for _, p := range found {
		s.cfg.Found(p)
	}
}
