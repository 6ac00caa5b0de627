package tui

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/control"
)

// A house is a daemon in the test: it deals from a seed, and its computer players answer at
// once.
type house struct {
	t      testing.TB
	seed   uint64
	guests string // the address of the page for guests

	mu     sync.Mutex
	match  *match
	offer  *api.Offer
	events []api.Event
	more   chan struct{}
	down   error // what every call answers, if not nil
	asked  []string
	may    []string // for whom nobody need wait
	owed   []string // who may lack something of what is forgotten
	heard  bool     // there is a connection to everybody
}

func newHouse(t testing.TB, seed uint64) *house {
	return &house{t: t, seed: seed, more: make(chan struct{})}
}

var errDown = api.Fail(api.ReasonDaemonEnded, api.Data{Home: "/home/ana/.fives"})

// do runs a call.
func (h *house) do(what string, call func() error) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = append(h.asked, what)
	if h.down != nil {
		return h.down
	}
	return call()
}

func (h *house) happen(e api.Event) {
	e.Seq, e.Time, e.Table = uint64(len(h.events)+1), time.Now(), tableID
	h.events = append(h.events, e)
	close(h.more)
	h.more = make(chan struct{})
}

const tableID = "b51bc6fd00"

func (h *house) Status(context.Context) (s api.Status, err error) {
	return api.Status{Name: "ana", Fingerprint: "df64-b131-05e6-cd59-7c3e"}, h.do("status", func() error { return nil })
}

func (h *house) Peers(context.Context) (p []api.Peer, err error) {
	return p, h.do("peers", func() error {
		if h.heard && h.match != nil {
			for _, s := range h.match.table().Seats {
				p = append(p, api.Peer{Name: s.Name, Fingerprint: s.Fingerprint, Connected: true})
			}
		}
		return nil
	})
}

func (h *house) Connect(_ context.Context, addr string) (a api.ConnectAnswer, err error) {
	return a, h.do("connect "+addr, func() error { return nil })
}

func (h *house) Tables(context.Context) (t api.Tables, err error) {
	return t, h.do("tables", func() error {
		if h.match != nil {
			t.Mine = append(t.Mine, h.match.table().Summary)
		}
		if h.offer != nil {
			t.Open = append(t.Open, *h.offer)
		}
		return nil
	})
}

func (h *house) Host(_ context.Context, r api.HostRequest) (o api.Offer, err error) {
	return api.Offer{ID: tableID, Game: r.Game, Seats: r.Seats}, h.do("host "+r.Game, func() error {
		rs, err := games.Find(r.Game)
		if err != nil {
			return err
		}
		h.begin(newMatch(h.t, rs, r.Seats, h.seed))
		return nil
	})
}

// begin deals; the computer players before the player move.
func (h *house) begin(m *match) {
	h.match = m.until()
	h.happen(api.Event{Kind: api.EventStarted, Title: m.rs.Title, Names: m.names()})
}

func (h *house) Join(_ context.Context, r api.JoinRequest) (o api.Offer, err error) {
	return api.Offer{ID: r.Table, Seats: 2, Taken: []string{"ben"}}, h.do("join "+r.Table+" "+r.Code+r.Seat+map[bool]string{true: " at once"}[r.Now], func() error { return nil })
}

func (h *house) Begin(_ context.Context, r api.BeginRequest) (o api.Offer, err error) {
	return o, h.do(fmt.Sprint("begin ", r.Table, " ", r.Fill), func() error { o = api.Offer{ID: r.Table, Seats: 2, Taken: []string{"ana"}}; return nil })
}

func (h *house) SendAway(_ context.Context, r api.SendAwayRequest) (o api.Offer, err error) {
	return o, h.do("send away "+r.Table+" "+r.Who, func() error { return nil })
}

func (h *house) Admit(_ context.Context, table, peer string) (a api.Admission, err error) {
	return api.Admission{Table: table, Peer: api.Peer{Name: peer}}, h.do("admit "+table+" "+peer, func() error { return nil })
}

func (h *house) Leave(_ context.Context, table string) (string, error) {
	return api.Left, h.do("leave "+table, func() error { h.match = nil; return nil })
}

func (h *house) Forget(_ context.Context, table string, sure bool) error {
	return h.do(fmt.Sprint("forget ", table, " ", sure), func() error {
		if len(h.owed) > 0 && !sure {
			return api.Fail(api.ReasonOwed, api.Data{Names: h.owed})
		}
		return nil
	})
}

func (h *house) Table(_ context.Context, table string) (t api.Table, err error) {
	return t, h.do("table", func() error {
		if h.match == nil {
			return api.Fail(api.ReasonNoTable, api.Data{Name: table})
		}
		t = h.match.table()
		t.MayCover = h.may
		return nil
	})
}

func (h *house) Moves(context.Context, string) (m api.Moves, err error) {
	return m, h.do("moves", func() error { m = h.match.moves(); return nil })
}

func (h *house) Play(_ context.Context, table, move string, step ...uint64) error {
	return h.do("play "+move, func() error {
		if len(step) > 0 && step[0] != h.match.table().Step {
			return api.Fail(api.ReasonMovedOn, api.Data{})
		}
		if err := h.match.move(move); err != nil {
			return api.Fail(api.ReasonIllegal, api.Data{Detail: err.Error()})
		}
		h.match.until()
		h.happen(api.Event{Kind: api.EventTurn, Yours: true})
		return nil
	})
}

func (h *house) Cover(_ context.Context, table string) (a api.CoverAnswer, err error) {
	return api.CoverAnswer{Names: []string{"cleo"}}, h.do("cover "+table, func() error { return nil })
}

func (h *house) Handover(_ context.Context, r api.HandoverRequest) (api.Handover, error) {
	return api.Handover{Seat: "ana", To: "zoe", Bot: r.Bot, Now: r.Now, Waits: []string{"ben"}, Mine: true}, h.do(fmt.Sprintf("handover %+v", r), func() error { return nil })
}

func (h *house) Agree(_ context.Context, r api.AgreeRequest) (api.Handover, error) {
	return api.Handover{Seat: r.Seat, To: "zoe", Asked: true, Agree: !r.Not}, h.do(fmt.Sprintf("agree %+v", r), func() error { return nil })
}

func (h *house) Watch(_ context.Context, table string) (s api.Summary, err error) {
	return api.Summary{ID: table}, h.do("watch "+table, func() error { return nil })
}

func (h *house) Hint(context.Context, string) (hint api.HintAnswer, err error) {
	return hint, h.do("hint", func() error { hint.Move, hint.Why = h.match.hint(), "because"; return nil })
}

func (h *house) Say(_ context.Context, table, text string) error {
	return h.do("say "+text, func() error {
		if table != tableID {
			return nil // a table that has not begun
		}
		h.happen(api.Event{Kind: api.EventChat, Name: "ana", Text: text})
		return nil
	})
}

func (h *house) Invite(_ context.Context, r api.InviteRequest) (api.Invitation, error) {
	if r.Off {
		return api.Invitation{}, h.do("invite nobody", func() error { return nil })
	}
	return api.Invitation{On: true, URLs: []string{h.guests}, Fingerprint: "df64-b131-05e6-cd59-7c3e"}, h.do("invite", func() error { return nil })
}

func (h *house) Far(_ context.Context, r api.FarRequest) (api.FarInvitation, error) {
	i := api.FarInvitation{Outside: api.Outside{On: !r.Off, Address: "203.0.113.7:45354", Port: 45354, Since: time.Date(2025, 11, 13, 20, 2, 0, 0, time.UTC)}}
	if i.On {
		i.Link = "far:203.0.113.7:45354/aeaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaadq/beaaaaaaaaaaaaaaaaaaaaaa74tpqz3t"
	}
	return i, h.do("far "+r.Address, func() error { return nil })
}

func (h *house) ForgetLink(_ context.Context, who string) (api.FarLink, error) {
	return api.FarLink{Name: who}, h.do("forget link "+who, func() error { return nil })
}

func (h *house) Trust(_ context.Context, who string) (t api.Trusted, err error) {
	return api.Trusted{Names: []string{"ben"}, Fingerprint: who}, h.do("trust "+who, func() error { return nil })
}

func (h *house) Continue(_ context.Context, table string, without ...string) (s api.Summary, err error) {
	what := "continue " + table
	if len(without) > 0 {
		what += " without " + strings.Join(without, ", ")
	}
	return api.Summary{ID: table}, h.do(what, func() error { return nil })
}

// Game is that of a hand that is kept as a log; the house keeps none of its own.
func (h *house) Game(context.Context, string) (g control.Game, err error) {
	return g, h.do("log", func() error {
		file, err := os.ReadFile("../../engine/audit/testdata/five.jsonl")
		if err != nil {
			return err
		}
		log, err := audit.ReadLog(bytes.NewReader(file))
		g.Logs = [][]record.Record{log}
		return err
	})
}

func (h *house) Rematch(_ context.Context, table string) (s api.Summary, err error) {
	return api.Summary{ID: tableID}, h.do("rematch "+table, func() error {
		h.begin(newMatch(h.t, h.match.rs, len(h.match.names()), h.seed+1))
		return nil
	})
}

func (h *house) Views(ctx context.Context, since uint64, emit func(api.Event) error) error {
	for first := true; ; first = false {
		h.mu.Lock()
		down, more, events := h.down, h.more, slices.Clone(h.events[min(since, uint64(len(h.events))):])
		if first && h.match != nil {
			events = append(events, api.Event{Seq: uint64(len(h.events)), Kind: api.EventTable, Table: tableID})
		}
		if n := len(events); n > 0 && h.match != nil {
			t := h.match.table()
			events[n-1].View = &t
			if t.YourTurn {
				m := h.match.moves()
				events[n-1].Moves = &m
			}
		}
		if first {
			events = append(events, api.Event{Seq: uint64(len(h.events)), Kind: api.EventNow})
		}
		h.mu.Unlock()
		if down != nil {
			return down
		}
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

// break makes the daemon go away, or come back.
func (h *house) breaks(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.down = err
	close(h.more)
	h.more = make(chan struct{})
}

// count says how often a call was made.
func (h *house) count(what string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := 0
	for _, a := range h.asked {
		if a == what {
			n++
		}
	}
	return n
}

func (h *house) String() string { return fmt.Sprint(h.asked) }
