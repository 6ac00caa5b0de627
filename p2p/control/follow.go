package control

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"time"

	"fives/p2p/api"
)

// deadAfter is the silence after which a stream's daemon is taken for dead.
const deadAfter = 3*pulse + time.Second

// Events calls emit with every event after since, then with new ones as they
// come. It returns when ctx is done, with the error of emit, or when the daemon
// has gone; a caller goes on with the last Seq it has seen.
func (c *Client) Events(ctx context.Context, since uint64, emit func(api.Event) error) error {
	return c.follow(ctx, api.EventsRequest{Since: since}, emit)
}

// Views is Events, with the views of this node's tables: of all that are in
// memory at first, up to an event of kind [api.EventNow], then of each that has
// changed. So nobody has to ask again. The views of a table share the settled hands, which
// must not be changed.
func (c *Client) Views(ctx context.Context, since uint64, emit func(api.Event) error) error {
	return c.follow(ctx, api.EventsRequest{Since: since, Views: true}, emit)
}

// PublicViews is Views, with the tables as one without a seat sees them, and without what
// is for this node's person alone.
func (c *Client) PublicViews(ctx context.Context, since uint64, emit func(api.Event) error) error {
	return c.follow(ctx, api.EventsRequest{Since: since, Views: true, Public: true}, emit)
}

func (c *Client) follow(ctx context.Context, q api.EventsRequest, emit func(api.Event) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	resp, err := callEvents.send(ctx, c, q)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	silence := time.AfterFunc(deadAfter, func() { resp.Body.Close() })
	defer silence.Stop()
	before := brought{}
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, maxAnswer)
	for lines.Scan() {
		silence.Reset(deadAfter)
		if len(lines.Bytes()) == 0 {
			continue
		}
		e, err := decode[api.Event](bytes.NewReader(lines.Bytes()))
		if err == nil && e.View != nil {
			err = before.join(e.View)
		}
		if err != nil {
			return err
		}
		if err := emit(e); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return api.Fail(api.ReasonDaemonEnded, api.Data{Home: c.home})
}

// brought are the settled hands that a stream has brought, by the ID of their table.
type brought map[string][]api.Hand

// join makes a view whole that leaves such hands out. One that leaves out others is refused:
// a new stream brings all of them.
func (b brought) join(t *api.Table) error {
	before := b[t.ID]
	if t.Earlier < 0 || t.Earlier > len(before) {
		return fmt.Errorf("control: the view of table %s leaves out %d settled hands, and the stream has brought %d", t.ID, t.Earlier, len(before))
	}
	if t.Earlier > 0 {
		t.Hands = append(before[:t.Earlier:t.Earlier], t.Hands...)
	}
	t.Earlier, b[t.ID] = 0, t.Hands
	return nil
}
