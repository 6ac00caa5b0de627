package control

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"testing"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/waittest"
)

// A recorder is a carrier that remembers the requested paths. It refuses the stream of events, which has no end.
type recorder struct {
	carrier
	asked map[string]bool
}

func (r recorder) Do(req *http.Request) (*http.Response, error) {
	r.asked[req.URL.Path] = true
	if req.URL.Path == prefix+callEvents.path {
		return nil, errEnough
	}
	return r.carrier.Do(req)
}

// TestEveryCallHasAMethodOfTheClient calls every method of [Client], and checks that each line of the table of calls was used.
func TestEveryCallHasAMethodOfTheClient(t *testing.T) {
	f, c := serve(t)
	f.fail = api.Fail(api.ReasonStopped, api.Data{})
	asked := map[string]bool{}
	c.to = recorder{c.to, asked}
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit(t))
	defer cancel()
	client := reflect.ValueOf(c)
	for i := range client.NumMethod() {
		method := client.Type().Method(i)
		if in := method.Type.In; method.Type.NumIn() == 1 || in(1) != reflect.TypeFor[context.Context]() {
			continue // asks for nothing
		}
		if method.Name == "Shutdown" {
			defer c.Shutdown(ctx)
			asked[prefix+callShutdown.path] = true
			continue
		}
		args := []reflect.Value{reflect.ValueOf(ctx)}
		for n := 2; n < method.Type.NumIn() && !(method.Type.IsVariadic() && n == method.Type.NumIn()-1); n++ {
			args = append(args, argument(method.Type.In(n)))
		}
		client.Method(i).Call(args)
	}
	for _, rt := range routes {
		if _, path := rt.pattern(); !asked[prefix+path] {
			t.Errorf("no method of Client calls %s", path)
		}
	}
}

// argument returns some value of the type of an argument.
func argument(of reflect.Type) reflect.Value {
	switch of {
	case reflect.TypeFor[io.Writer]():
		return reflect.ValueOf(io.Discard)
	case reflect.TypeFor[func(api.Event) error]():
		return reflect.ValueOf(func(api.Event) error { return errEnough })
	}
	return reflect.Zero(of)
}

func TestCallsReachTheDaemon(t *testing.T) {
	f, c := serve(t)
	ctx := context.Background()
	host := api.HostRequest{Game: "g", Seats: 4, Set: map[string]string{"pools": "1,1,2"}, Bots: []string{"easy"}, Private: true, TurnLimit: 60}
	calls := []struct {
		name string
		call func() error
		want any
	}{
		{"connect", func() error { _, err := c.Connect(ctx, "/ip4/1.2.3.4"); return err }, api.ConnectRequest{Address: "/ip4/1.2.3.4"}},
		{"host", func() error { _, err := c.Host(ctx, host); return err }, host},
		{"begin", func() error {
			_, err := c.Begin(ctx, api.BeginRequest{About: api.About{Table: "t"}, Fill: true, Strength: "good"})
			return err
		}, api.BeginRequest{About: api.About{Table: "t"}, Fill: true, Strength: "good"}},
		{"send away", func() error {
			_, err := c.SendAway(ctx, api.SendAwayRequest{About: api.About{Table: "t"}, Who: "zoe"})
			return err
		}, api.SendAwayRequest{About: api.About{Table: "t"}, Who: "zoe"}},
		{"join", func() error { _, err := c.Join(ctx, api.JoinRequest{Table: "ab", Code: "x"}); return err }, api.JoinRequest{Table: "ab", Code: "x"}},
		{"leave", func() error { _, err := c.Leave(ctx, "a&b"); return err }, "leave a&b"},
		{"forget", func() error { return c.Forget(ctx, "t", true) }, api.ForgetRequest{About: api.About{Table: "t"}, Sure: true}},
		{"table", func() error { _, err := c.Table(ctx, ""); return err }, "table "},
		{"public", func() error { _, err := c.Public(ctx, "t"); return err }, "public t"},
		{"moves", func() error { _, err := c.Moves(ctx, "t"); return err }, "moves t"},
		{"watch", func() error { _, err := c.Watch(ctx, "t"); return err }, "watch t"},
		{"faces", func() error { _, err := c.Faces(ctx, []api.Person{{Name: "zoe"}}); return err }, []api.Person{{Name: "zoe"}}},
		{"trust", func() error { _, err := c.Trust(ctx, "zoe"); return err }, "trust zoe"},
		{"invite", func() error {
			_, err := c.Invite(ctx, api.InviteRequest{Port: 45400, Archives: "/home/ana/dist"})
			return err
		}, api.InviteRequest{Port: 45400, Archives: "/home/ana/dist"}},
		{"admit", func() error { _, err := c.Admit(ctx, "t", "zoe"); return err }, "admit t: zoe"},
		{"hint", func() error { _, err := c.Hint(ctx, "t"); return err }, "hint t"},
		{"say", func() error { return c.Say(ctx, "t", "well played") }, api.SayRequest{About: api.About{Table: "t"}, Text: "well played"}},
		{"reading", func() error { return c.Reading(ctx, "t", 3, true) }, api.ReadingRequest{About: api.About{Table: "t"}, Hand: 3, Done: true}},
		{"continue", func() error { _, err := c.Continue(ctx, "t"); return err }, "continue t[]"},
		{"continue without", func() error { _, err := c.Continue(ctx, "t", "ben", "a&b"); return err }, "continue t[ben a&b]"},
		{"cover", func() error { _, err := c.Cover(ctx, "t"); return err }, "cover t"},
		{"rematch", func() error { _, err := c.Rematch(ctx, ""); return err }, "rematch "},
		{"handover", func() error {
			_, err := c.Handover(ctx, api.HandoverRequest{About: api.About{Table: "t"}, To: "zoe", Now: true})
			return err
		}, api.HandoverRequest{About: api.About{Table: "t"}, To: "zoe", Now: true}},
		{"agree", func() error {
			_, err := c.Agree(ctx, api.AgreeRequest{About: api.About{Table: "t"}, Seat: "Ada", To: "zoe", Not: true})
			return err
		}, api.AgreeRequest{About: api.About{Table: "t"}, Seat: "Ada", To: "zoe", Not: true}},
		{"evidence", func() error { return c.Evidence(ctx, "t", 1, io.Discard) }, "evidence t1"},
		{"play", func() error { return c.Play(ctx, "t", "drop 7h 7s draw") }, "play t: drop 7h 7s draw[]"},
		{"play at a step", func() error { return c.Play(ctx, "t", "end", 0) }, "play t: end[0]"},
	}
	for _, tt := range calls {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.call(); err != nil {
				t.Fatal(err)
			}
			if got := f.last(); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("the daemon was asked %#v, want %#v", got, tt.want)
			}
		})
	}
}

func TestAnswersReachTheClient(t *testing.T) {
	_, c := serve(t)
	ctx := context.Background()
	if s, err := c.Status(ctx); err != nil || s.Name != "ana" {
		t.Errorf("status: %+v, %v", s, err)
	}
	tab, err := c.Table(ctx, "")
	if err != nil || tab.Me() != "ana" || tab.Seat != 2 || tab.Phase != api.PhasePlaying {
		t.Errorf("table: %+v, %v", tab, err)
	}
	if said, err := c.Leave(ctx, "t"); err != nil || said != "left t" {
		t.Errorf("leave: %q, %v", said, err)
	}
	if p, err := c.Peers(ctx); err != nil || p == nil {
		t.Errorf("peers: %v, %v; want an empty list, not null", p, err)
	}
	if l, err := c.Mine(ctx); err != nil || l.Open == nil || len(l.Mine) != 1 {
		t.Errorf("own tables: %+v, %v", l, err)
	}
	if l, err := c.Tables(ctx); err != nil || l.Open == nil || l.Mine == nil {
		t.Errorf("tables: %+v, %v; want empty lists, not null", l, err)
	}
}

func TestLogIsTheExport(t *testing.T) {
	_, c := serve(t)
	var b bytes.Buffer
	if err := c.Log(context.Background(), "", &b); err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSuffix(b.Bytes(), []byte("\n")), []byte("\n"))
	if len(lines) != 2 {
		t.Fatalf("%d lines, want 2", len(lines))
	}
	if r, err := record.ParseLine(lines[1]); err != nil || string(r.Payload) != "two" {
		t.Errorf("second line: %+v, %v", r, err)
	}
}

func TestErrorsArriveWhole(t *testing.T) {
	f, c := serve(t)
	for code := range statuses {
		f.fail = &api.Error{Code: code, Reason: "no", Data: api.Data{Detail: "try", Candidates: []string{"ab", "cd"}}}
		_, err := c.Table(context.Background(), "")
		var e *api.Error
		if !errors.As(err, &e) || e.Code != code || e.Reason != "no" || e.Detail != "try" || len(e.Candidates) != 2 {
			t.Errorf("%s: got %#v", code, err)
		}
	}
	f.fail = errors.New("disk full")
	_, err := c.Table(context.Background(), "")
	var e *api.Error
	if !errors.As(err, &e) || e.Code != api.CodeInternal || e.Reason != api.ReasonFailed || e.Detail != "disk full" {
		t.Errorf("got %#v", err)
	}
}

func TestShutdownFreesTheHome(t *testing.T) {
	f, c := serve(t)
	home := c.home
	if !InUse(home) {
		t.Error("a home with a daemon is not in use")
	}
	_ = f
	if err := c.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { _, err := Dial(home); return errors.Is(err, api.ErrNotRunning) })
}

func TestVersionsThatDoNotMeet(t *testing.T) {
	for _, h := range []api.Hello{{Version: "v9", Oldest: api.Newest + 1, API: api.Newest + 3}, {Version: "v0", Oldest: api.Oldest - 2, API: api.Oldest - 1}} {
		_, err := agreeOn(h)
		var e *api.Error
		if !errors.Is(err, api.ErrVersion) || !errors.As(err, &e) || e.Reason != api.ReasonNoCommonVersion || e.Daemon == nil || *e.Daemon != h {
			t.Fatalf("%+v: %#v", h, err)
		}
	}
	if v, err := agreeOn(api.Hello{Version: "v9", Oldest: api.Oldest, API: api.Newest + 3}); v != api.Newest || err != nil {
		t.Errorf("a daemon that knows more: %d, %v", v, err)
	}
}
