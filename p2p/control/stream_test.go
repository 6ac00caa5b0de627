package control

import (
	"context"
	"errors"
	"testing"

	"fives/p2p/waittest"
)

var errEnough = errors.New("enough")

// collect reads n events.
func collect(t *testing.T, c *Client, since uint64, n int) []Event {
	t.Helper()
	var got []Event
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit(t))
	defer cancel()
	err := c.Events(ctx, since, func(e Event) error {
		got = append(got, e)
		if len(got) == n {
			return errEnough
		}
		return nil
	})
	if !errors.Is(err, errEnough) {
		t.Fatalf("%d of %d events, then %v", len(got), n, err)
	}
	return got
}

func TestEventsResume(t *testing.T) {
	f, c := serve(t)
	f.happen("one", "two", "three")
	got := collect(t, c, 1, 2)
	if got[0].Text != "two" || got[1].Text != "three" {
		t.Errorf("after 1: %+v", got)
	}
	waitFor(t, func() bool { return f.openStreams() == 0 })
	go func() {
		if waittest.Try(t, func() bool { return f.openStreams() == 1 }) {
			f.happen("four")
		}
	}()
	if got := collect(t, c, 3, 1); got[0].Text != "four" {
		t.Errorf("after 3: %+v", got)
	}
}

func TestEventStreamEndsWithItsClient(t *testing.T) {
	f, c := serve(t)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- c.Events(ctx, 0, func(Event) error { return nil }) }()
	waitFor(t, func() bool { return f.openStreams() == 1 })
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the client's stream ended with %v", err)
	}
	waitFor(t, func() bool { return f.openStreams() == 0 })
}

func TestEventStreamEndsWithItsDaemon(t *testing.T) {
	f, c := serve(t)
	ended := make(chan error)
	go func() { ended <- c.Events(context.Background(), 0, func(Event) error { return nil }) }()
	waitFor(t, func() bool { return f.openStreams() == 1 })
	f.Shutdown()
	if err := <-ended; !errors.Is(err, ErrNotRunning) {
		t.Errorf("the client's stream ended with %v", err)
	}
}

func waitFor(t *testing.T, is func() bool) {
	t.Helper()
	waittest.Until(t, "it comes to pass", is)
}
