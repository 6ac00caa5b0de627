package node

import (
	"sync"
	"time"

	"fives/crypto/cores"
	"fives/p2p/lobby"
	"fives/p2p/session"
	"fives/p2p/streams"
)

// work is the scheduler of all parts of a node.
type work interface {
	session.Scheduler
	lobby.Scheduler
	streams.Work
	// close waits until all work is done, and lets no more begin from outside.
	close()
}

// A scheduler runs the work of a node in goroutines, and waits for them at the end.
type scheduler struct {
	work sync.WaitGroup

	mu     sync.Mutex
	ending bool // nothing begins from outside any more
}

func (s *scheduler) Now() time.Time { return time.Now() }

func (s *scheduler) Go(f func()) { s.work.Go(f) }

func (s *scheduler) After(d time.Duration, f func()) (stop func()) {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}

func (s *scheduler) Parallel(n int, f func(i int)) { cores.Parallel(n, f) }

// Enter counts something that begins outside the node as work until Leave is called. It returns
// false if the node is ending.
func (s *scheduler) Enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ending {
		s.work.Add(1)
	}
	return !s.ending
}

func (s *scheduler) Leave() { s.work.Done() }

func (s *scheduler) close() {
	s.mu.Lock()
	s.ending = true
	s.mu.Unlock()
	s.work.Wait()
}
