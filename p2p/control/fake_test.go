package control

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"

	"fives/engine/record"
	"fives/p2p/waittest"
)

// A fake is a daemon that remembers what it was asked.
type fake struct {
	mu       sync.Mutex
	asked    []any
	fail     error
	events   []Event
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

func (f *fake) Status() Status { return Status{API: API, Name: "ana"} }
func (f *fake) Peers() []Peer  { return nil }
func (f *fake) Here() (Status, error) {
	return Status{API: API, Name: "ana"}, f.ask("here")
}
func (f *fake) Connect(_ context.Context, addr string) (ConnectAnswer, error) {
	return ConnectAnswer{Peer: Peer{Name: "ben"}, Dialled: true}, f.ask(ConnectRequest{addr})
}
func (f *fake) Tables(context.Context) Tables { return Tables{} }
func (f *fake) Mine() Tables                  { return Tables{Mine: []Summary{{ID: "t1"}}} }
func (f *fake) Host(_ context.Context, r HostRequest) (Offer, error) {
	return Offer{ID: "t1", Game: r.Game}, f.ask(r)
}
func (f *fake) Begin(_ context.Context, r BeginRequest) (Offer, error) {
	return Offer{ID: r.Table}, f.ask(r)
}
func (f *fake) Join(_ context.Context, r JoinRequest) (Offer, error) {
	return Offer{ID: "t1"}, f.ask(r)
}
func (f *fake) Watch(_ context.Context, table string) (Summary, error) {
	return Summary{ID: table}, f.ask("watch " + table)
}
func (f *fake) Admit(_ context.Context, table, peer string) (Admission, error) {
	return Admission{Table: table, Peer: Peer{Name: peer}}, f.ask("admit " + table + ": " + peer)
}
func (f *fake) Trust(who string) (Trusted, error) {
	return Trusted{Names: []string{who}}, f.ask("trust " + who)
}
func (f *fake) Invite(q InviteRequest) (Invitation, error) {
	return Invitation{On: !q.Off}, f.ask(q)
}
func (f *fake) Hint(table string) (HintAnswer, error) {
	return HintAnswer{Move: "end", Why: "ends: 4 points"}, f.ask("hint " + table)
}
func (f *fake) Say(_ context.Context, table, text string) error {
	return f.ask(SayRequest{About{table}, text})
}
func (f *fake) Reading(_ context.Context, table string, hand int, done bool) error {
	return f.ask(ReadingRequest{About{table}, hand, done})
}
func (f *fake) Continue(_ context.Context, table string, without ...string) (Summary, error) {
	return Summary{ID: "t2"}, f.ask(fmt.Sprint("continue ", table, without))
}
func (f *fake) Cover(_ context.Context, table string) ([]string, error) {
	return []string{"cleo"}, f.ask("cover " + table)
}
func (f *fake) Rematch(_ context.Context, table string) (Summary, error) {
	return Summary{ID: "t2"}, f.ask("rematch " + table)
}
func (f *fake) Handover(_ context.Context, r HandoverRequest) (Handover, error) {
	return Handover{Seat: r.Seat, To: r.To}, f.ask(r)
}
func (f *fake) Agree(_ context.Context, r AgreeRequest) (Handover, error) {
	return Handover{Seat: r.Seat, To: r.To, Agree: !r.Not}, f.ask(r)
}
func (f *fake) Evidence(table string, fault int) ([]record.Record, error) {
	return []record.Record{{Payload: []byte("x")}}, f.ask(fmt.Sprint("evidence ", table, fault))
}
func (f *fake) Leave(_ context.Context, table string) (string, error) {
	return "left " + table, f.ask("leave " + table)
}
func (f *fake) Forget(_ context.Context, table string, sure bool) error {
	return f.ask(ForgetRequest{About{table}, sure})
}
func (f *fake) Table(table string) (Table, error) {
	t := Table{You: 2}
	t.Summary = Summary{ID: "t1", You: "ana", Phase: PhasePlaying}
	return t, f.ask("table " + table)
}
func (f *fake) Public(table string) (Table, error) { return Table{You: -1}, f.ask("public " + table) }
func (f *fake) Moves(table string) (Moves, error) {
	return Moves{Moves: []string{"pass"}}, f.ask("moves " + table)
}
func (f *fake) Play(_ context.Context, table, move string, step ...uint64) error {
	return f.ask(fmt.Sprint("play ", table, ": ", move, step))
}
func (f *fake) Log(table string) ([]record.Record, error) {
	return []record.Record{{Payload: []byte("one")}, {Payload: []byte("two")}}, f.ask("log " + table)
}
func (f *fake) Before(table string) (Before, error) { return Before{}, f.ask("before " + table) }
func (f *fake) Shutdown()                           { f.stopping() }

func (f *fake) happen(texts ...string) {
	for _, text := range texts {
		f.add(Event{Text: text})
	}
}

func (f *fake) add(events ...Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range events {
		e.Seq = uint64(len(f.events) + 1)
		f.events = append(f.events, e)
	}
	close(f.more)
	f.more = make(chan struct{})
}

func (f *fake) after(since uint64) ([]Event, chan struct{}) {
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

func (f *fake) Events(ctx context.Context, q EventsRequest, emit func(Event) error) error {
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
