package control

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// within returns a client of a daemon in the same process.
func within() (*fake, *Client) {
	f := &fake{more: make(chan struct{}), stopping: func() {}}
	return f, Within(f)
}

// TestWithin: answers, errors, logs and streams are the same in one process as over the socket.
func TestWithin(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit(t))
	defer cancel()
	var said [2][]any
	far, over := serve(t)
	near, here := within()
	for n, d := range []struct {
		f *fake
		c *Client
	}{{far, over}, {near, here}} {
		st, err := d.c.Status(ctx)
		peers, _ := d.c.Peers(ctx)
		said[n] = append(said[n], marshal(t, st), err, marshal(t, peers), d.c.Say(ctx, "t1", "hello"), marshal(t, d.f.last()))
		var log bytes.Buffer
		said[n] = append(said[n], d.c.Log(ctx, "t1", &log), log.String())
		for _, fails := range []error{api.Fail(api.ReasonDoubted, api.Data{Detail: evil, Peers: []api.Peer{{Name: evil}}}), errors.New("the disk is full")} {
			d.f.fail = fails
			var e *api.Error
			if err := d.c.Say(ctx, "t1", "hello"); !errors.As(err, &e) {
				t.Fatalf("an error comes as %v", err)
			}
			said[n] = append(said[n], marshal(t, e))
		}
		d.f.fail = nil
		d.f.happen("one", evil)
		for _, e := range collect(t, d.c, 0, 2) {
			e.Time = time.Time{}
			said[n] = append(said[n], marshal(t, e))
		}
		waitFor(t, func() bool { return d.f.openStreams() == 0 })
	}
	if !slices.Equal(said[0], said[1]) {
		t.Errorf("over the socket: %q\nin the process: %q", said[0], said[1])
	}
	if all := strings.Join(strings.Fields(marshal(t, said[1])), " "); strings.Contains(all, "u001b") || !strings.Contains(all, "the disk is full") {
		t.Errorf("it is not clean, or not whole: %s", all)
	}
}

// A shared daemon gives everybody the same list.
type sharedDaemon struct {
	*fake
	peers []api.Peer
}

func (s sharedDaemon) Peers() []api.Peer { return s.peers }

// TestWithinIsACopy: what a front end does with an answer does not reach the daemon; and its times are those
// of the clock on the wall, as over the socket, because the other one may stop while a phone sleeps.
func TestWithinIsACopy(t *testing.T) {
	d := sharedDaemon{peers: []api.Peer{{Name: "ben", Seen: time.Now()}}}
	got, err := Within(d).Peers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(d.peers[0].Seen.String(), "m=") || strings.Contains(got[0].Seen.String(), "m=") || !got[0].Seen.Equal(d.peers[0].Seen) {
		t.Errorf("%v has become %v", d.peers[0].Seen, got[0].Seen)
	}
	if got[0].Name = "cleo"; d.peers[0].Name != "ben" {
		t.Error("the daemon's own list is changed")
	}
}

// A stream in the same process ends when its reader does.
func TestWithinStreamEnds(t *testing.T) {
	f, c := within()
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
