package control

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"time"

	"fives/p2p/api"
)

// deadAfter is the silence after which a client takes the daemon of a stream for dead.
const deadAfter = 3*pulse + time.Second

// Events calls emit with every event after since, then with new ones as they come. It returns
// when ctx is done, when emit fails, or when the daemon has gone; to resume, pass the last Seq
// that emit has got.
func (c *Client) Events(ctx context.Context, since uint64, emit func(api.Event) error) error {
	return c.follow(ctx, api.EventsRequest{Since: since}, emit)
}

// Views is Events with views of this node's tables: first of all tables in memory, up to an
// event of kind [api.EventNow], then of each table that changes, so that nobody has to ask
// again. The views of a table share their settled hands, which must not be modified.
func (c *Client) Views(ctx context.Context, since uint64, emit func(api.Event) error) error {
	return c.follow(ctx, api.EventsRequest{Since: since, Views: true}, emit)
}

// PublicViews is Views with the tables as somebody without a seat sees them, and without what
// is only for this node's person.
func (c *Client) PublicViews(ctx context.Context, since uint64, emit func(api.Event) error) error {
	return c.follow(ctx, api.EventsRequest{Since: since, Views: true, Public: true}, emit)
}

func (c *Client) follow(ctx context.Context, q api.EventsRequest, emit func(api.Event) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if c.own != nil {
		return c.watch(ctx, q, emit)
	}
	resp, err := callEvents.send(ctx, c, q)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	silence := time.AfterFunc(deadAfter, func() { resp.Body.Close() })
	defer silence.Stop()
	before := handsBrought{}
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

// watch follows the events of a daemon in the same process.
func (c *Client) watch(ctx context.Context, q api.EventsRequest, emit func(api.Event) error) (err error) {
	before := handsBrought{}
	_ = c.own.Events(ctx, q, func(e api.Event) error { // whatever has ended it, if it was neither ctx nor emit, it has ended
		if e = api.CleanAll(e); e.View != nil {
			err = before.join(e.View)
		}
		if err == nil {
			err = emit(e)
		}
		return err
	})
	return cmp.Or(err, ctx.Err(), error(api.Fail(api.ReasonDaemonEnded, api.Data{})))
}

// handsBrought has the settled hands that a stream has brought, by table ID.
type handsBrought map[string][]api.Hand

// join puts back the settled hands that a view leaves out. It refuses a view that leaves out
// hands which the stream has not brought; a new stream brings all of them.
func (b handsBrought) join(t *api.Table) error {
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
