package control

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// within returns a client of a daemon in the same process.
func within(t *testing.T) (*fake, *Client) {
	t.Helper()
	f := &fake{more: make(chan struct{}), stopping: func() {}}
	c, err := NewClient(InProcess{To: Handler(f, slog.New(slog.DiscardHandler))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return f, c
}

// Calls, errors and streams work in the same process as over the socket.
func TestInProcess(t *testing.T) {
	f, c := within(t)
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit(t))
	defer cancel()
	if st, err := c.Status(ctx); err != nil || st.Name != "ana" {
		t.Errorf("status: %+v, %v", st, err)
	}
	if err := c.Say(ctx, "t1", "hello"); err != nil {
		t.Error(err)
	}
	f.fail = api.Fail(api.ReasonStopped, api.Data{})
	var e *api.Error
	if err := c.Say(ctx, "t1", "hello"); !errors.As(err, &e) || e.Reason != api.ReasonStopped {
		t.Errorf("an error comes as %v", err)
	}
	f.happen("one", "two")
	if got := collect(t, c, 0, 2); got[1].Text != "two" {
		t.Errorf("events: %+v", got)
	}
	waitFor(t, func() bool { return f.openStreams() == 0 })
}

// A stream in the same process ends when its reader does.
func TestInProcessStreamEnds(t *testing.T) {
	f, c := within(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- c.Events(ctx, 0, func(api.Event) error { return nil }) }()
	waitFor(t, func() bool { return f.openStreams() == 1 })
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the stream ended with %v", err)
	}
	waitFor(t, func() bool { return f.openStreams() == 0 })
}
