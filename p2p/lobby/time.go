package lobby

import (
	"context"
	"time"
)

// pause waits, unless ctx is done before.
func pause(ctx context.Context, s Scheduler, d time.Duration) error {
	over := make(chan struct{})
	defer s.After(d, func() { close(over) })()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-over:
		return nil
	}
}

// within is ctx with a time limit.
func within(ctx context.Context, s Scheduler, d time.Duration) (limited context.Context, cancel func()) {
	limited, end := context.WithCancel(ctx)
	stop := s.After(d, end)
	return limited, func() {
		stop()
		end()
	}
}
