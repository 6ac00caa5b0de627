package control

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

var errEnough = errors.New("enough")

// collect reads n events.
func collect(t *testing.T, c *Client, since uint64, n int) []api.Event {
	t.Helper()
	var got []api.Event
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit(t))
	defer cancel()
	err := c.Events(ctx, since, func(e api.Event) error {
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
	go func() { ended <- c.Events(ctx, 0, func(api.Event) error { return nil }) }()
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
	go func() { ended <- c.Events(context.Background(), 0, func(api.Event) error { return nil }) }()
	waitFor(t, func() bool { return f.openStreams() == 1 })
	f.Shutdown()
	if err := <-ended; !errors.Is(err, api.ErrNotRunning) {
		t.Errorf("the client's stream ended with %v", err)
	}
}

func waitFor(t *testing.T, is func() bool) {
	t.Helper()
	waittest.Until(t, "it comes to pass", is)
}

// TestViewsAreWhole: a reader sees all settled hands of each table, whichever of them a view leaves out; a view that leaves out what
// the stream has not brought is an error.
func TestViewsAreWhole(t *testing.T) {
	view := func(table string, earlier int, numbers ...int) api.Event {
		v := &api.Table{Summary: api.Summary{ID: table}, Earlier: earlier, Hands: []api.Hand{}}
		for _, n := range numbers {
			v.Hands = append(v.Hands, api.Hand{Sheet: api.Sheet{Number: n}})
		}
		return api.Event{Kind: api.EventTable, Table: table, View: v}
	}
	sent := []api.Event{
		view("a", 0), view("a", 0, 11), view("b", 0, 21, 22), view("a", 0, 12), view("a", 1), view("a", 1, 13),
		view("b", 2), view("a", 1, 14, 15), view("a", 3, 16), view("a", 2, 17), view("b", 0, 23), view("a", 3),
	}
	want := []string{"a []", "a [11]", "b [21 22]", "a [12]", "a [12]", "a [12 13]", "b [21 22]", "a [12 14 15]", "a [12 14 15 16]", "a [12 14 17]", "b [23]", "a [12 14 17]"}
	for _, gap := range []api.Event{view("a", 4), view("b", 2, 24), view("c", 1), view("a", -1)} {
		f, c := serve(t)
		f.add(append(slices.Clip(sent), gap, view("a", 0))...)
		ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit(t))
		defer cancel()
		var tables []*api.Table
		err := c.Views(ctx, 0, func(e api.Event) error {
			tables = append(tables, e.View)
			return nil
		})
		if err == nil || ctx.Err() != nil || errors.Is(err, api.ErrNotRunning) {
			t.Errorf("%d hands are left out of %s: %v", gap.View.Earlier, gap.Table, err)
		}
		var got []string
		for _, v := range tables { // at the end: what comes later changes none of them
			numbers := []int{}
			for _, h := range v.Hands {
				numbers = append(numbers, h.Number)
			}
			if got = append(got, fmt.Sprint(v.ID, " ", numbers)); v.Earlier != 0 || v.Hands == nil {
				t.Errorf("%s leaves out %d, and has %v", v.ID, v.Earlier, v.Hands)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
