package control

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/waittest"
)

// A fake is a daemon that remembers what it was asked.
type fake struct {
	mu       sync.Mutex
	asked    []any
	fail     error
	events   []api.Event
	more     chan struct{} // closed and renewed at each new event
	streams  int
	stopping context.CancelFunc
}

func (f *fake) ask(v any) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, v)
	return f.fail
}

func (f *fake) last() any {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.asked) == 0 {
		return nil
	}
	return f.asked[len(f.asked)-1]
}

func (f *fake) Status() api.Status { return api.Status{API: api.Newest, Name: "ana"} }
func (f *fake) Peers() []api.Peer  { return nil }
func (f *fake) Here(context.Context) (api.Status, error) {
	return api.Status{API: api.Newest, Name: "ana"}, f.ask("here")
}
func (f *fake) Connect(_ context.Context, addr string) (api.ConnectAnswer, error) {
	return api.ConnectAnswer{Peer: api.Peer{Name: "ben"}, Dialled: true}, f.ask(api.ConnectRequest{Address: addr})
}
func (f *fake) Tables(context.Context) api.Tables { return api.Tables{} }
func (f *fake) Mine() api.Tables                  { return api.Tables{Mine: []api.Summary{{ID: "t1"}}} }
func (f *fake) Host(_ context.Context, r api.HostRequest) (api.Offer, error) {
	return api.Offer{ID: "t1", Game: r.Game}, f.ask(r)
}
func (f *fake) Begin(_ context.Context, r api.BeginRequest) (api.Offer, error) {
	return api.Offer{ID: r.Table}, f.ask(r)
}
func (f *fake) SendAway(_ context.Context, r api.SendAwayRequest) (api.Offer, error) {
	return api.Offer{ID: r.Table}, f.ask(r)
}
func (f *fake) Join(_ context.Context, r api.JoinRequest) (api.Offer, error) {
	return api.Offer{ID: "t1"}, f.ask(r)
}
func (f *fake) Watch(_ context.Context, table string) (api.Summary, error) {
	return api.Summary{ID: table}, f.ask("watch " + table)
}
func (f *fake) Admit(_ context.Context, table, peer string) (api.Admission, error) {
	return api.Admission{Table: table, Peer: api.Peer{Name: peer}}, f.ask("admit " + table + ": " + peer)
}
func (f *fake) Faces(lists ...[]api.Person) ([][]int, error) {
	return [][]int{make([]int, len(lists[0]))}, f.ask(lists[0])
}
func (f *fake) Trust(who string) (api.Trusted, error) {
	return api.Trusted{Names: []string{who}}, f.ask("trust " + who)
}
func (f *fake) Invite(q api.InviteRequest) (api.Invitation, error) {
	return api.Invitation{On: !q.Off}, f.ask(q)
}
func (f *fake) Far(_ context.Context, q api.FarRequest) (api.FarInvitation, error) {
	return api.FarInvitation{Outside: api.Outside{On: !q.Off}, Link: "far:"}, f.ask(q)
}
func (f *fake) ForgetLink(who string) (api.FarLink, error) {
	return api.FarLink{Name: who}, f.ask("forget link " + who)
}
func (f *fake) Hint(table string) (api.HintAnswer, error) {
	return api.HintAnswer{Move: "end", Why: "ends: 4 points"}, f.ask("hint " + table)
}
func (f *fake) Say(_ context.Context, table, text string) error {
	return f.ask(api.SayRequest{About: api.About{Table: table}, Text: text})
}
func (f *fake) Reading(_ context.Context, table string, hand int, done bool) error {
	return f.ask(api.ReadingRequest{About: api.About{Table: table}, Hand: hand, Done: done})
}
func (f *fake) Continue(_ context.Context, table string, without ...string) (api.Summary, error) {
	return api.Summary{ID: "t2"}, f.ask(fmt.Sprint("continue ", table, without))
}
func (f *fake) Cover(_ context.Context, table string) ([]string, error) {
	return []string{"cleo"}, f.ask("cover " + table)
}
func (f *fake) Rematch(_ context.Context, table string) (api.Summary, error) {
	return api.Summary{ID: "t2"}, f.ask("rematch " + table)
}
func (f *fake) Handover(_ context.Context, r api.HandoverRequest) (api.Handover, error) {
	return api.Handover{Seat: r.Seat, To: r.To}, f.ask(r)
}
func (f *fake) Agree(_ context.Context, r api.AgreeRequest) (api.Handover, error) {
	return api.Handover{Seat: r.Seat, To: r.To, Agree: !r.Not}, f.ask(r)
}
func (f *fake) Evidence(table string, fault int) ([]record.Record, error) {
	return []record.Record{{Payload: []byte("x")}}, f.ask(fmt.Sprint("evidence ", table, fault))
}
func (f *fake) Leave(_ context.Context, table string) (string, error) {
	return "left " + table, f.ask("leave " + table)
}
func (f *fake) Forget(_ context.Context, table string, sure bool) error {
	return f.ask(api.ForgetRequest{About: api.About{Table: table}, Sure: sure})
}
func (f *fake) Table(table string) (api.Table, error) {
	t := api.Summary{ID: "t1", Seats: []api.Seat{{Name: "ben"}, {Name: "cleo"}, {Name: "ana"}}, Seat: 2, Phase: api.PhasePlaying}
	return api.Table{Summary: t}, f.ask("table " + table)
}
func (f *fake) Public(table string) (api.Table, error) {
	return api.Table{Summary: api.Summary{Seat: -1}}, f.ask("public " + table)
}
func (f *fake) Moves(table string) (api.Moves, error) {
	return api.Moves{Moves: []string{"pass"}}, f.ask("moves " + table)
}
func (f *fake) Play(_ context.Context, table, move string, step ...uint64) error {
	return f.ask(fmt.Sprint("play ", table, ": ", move, step))
}
func (f *fake) Log(table string) ([]record.Record, error) {
	return []record.Record{{Payload: []byte("one")}, {Payload: []byte("two")}}, f.ask("log " + table)
}
func (f *fake) Before(table string) (api.Before, error) {
	return api.Before{}, f.ask("before " + table)
}
func (f *fake) Shutdown() { f.stopping() }

func (f *fake) happen(texts ...string) {
	for _, text := range texts {
		f.add(api.Event{Text: text})
	}
}

func (f *fake) add(events ...api.Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range events {
		e.Seq = uint64(len(f.events) + 1)
		f.events = append(f.events, e)
	}
	close(f.more)
	f.more = make(chan struct{})
}

func (f *fake) after(since uint64) ([]api.Event, chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.events[min(since, uint64(len(f.events))):], f.more
}

func (f *fake) open(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.streams += n
}

func (f *fake) openStreams() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.streams
}

func (f *fake) Events(ctx context.Context, q api.EventsRequest, emit func(api.Event) error) error {
	f.open(1)
	defer f.open(-1)
	since := q.Since
	for {
		events, more := f.after(since)
		for _, e := range events {
			if err := emit(e); err != nil {
				return err
			}
			since = e.Seq
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-more:
		}
	}
}

// serve starts a fake in a home and returns a client of it.
func serve(t *testing.T) (*fake, *Client) {
	t.Helper()
	home := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	f := &fake{more: make(chan struct{}), stopping: cancel}
	c, err := NewClaim(home)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- c.Serve(ctx, f, slog.New(slog.DiscardHandler)) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		c.Close()
	})
	return f, dial(t, home)
}

func dial(t *testing.T, home string) *Client {
	t.Helper()
	var client *Client
	waittest.Until(t, "the daemon answers", func() bool {
		var err error
		client, err = Dial(home)
		return err == nil
	})
	t.Cleanup(client.Close)
	return client
}
