package web

import (
	"io"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/story"
	"fives/engine/table/tabletest"
	"fives/p2p/control"
	"fives/p2p/control/inprocess"
	"fives/p2p/waittest"
)

// TestNothingWaitsForAProof: while a log is verified for its replay, every other screen
// and action is answered. Whoever asks for the same replay meanwhile waits for the one
// verification.
func TestNothingWaitsForAProof(t *testing.T) {
	rs := games.All()[0]
	g := tabletest.New(t, rs, 2, map[string]any{"limit": 5}, 2)
	g.Choose = tabletest.Bot(rs.Bots[0])
	g.Play()
	f := newFake(t, rs)
	f.log = g.Table().Log()
	client, err := control.NewClient(inprocess.Carrier{To: control.Handler(f, slog.New(slog.DiscardHandler))})
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(Config{Client: client})
	var verifications atomic.Int32
	begun, release := make(chan struct{}), make(chan struct{})
	s.verify = func(log io.Reader) ([]record.Record, []*story.Story, error) {
		if verifications.Add(1) == 1 {
			close(begun)
			<-release
		}
		return verified(log, audit.Options{})
	}
	h := s.handler()
	var replays sync.WaitGroup
	ended := make(chan struct{})
	replay := func() {
		if w := ask(h, http.MethodGet, "/table/ab/replay", nil); w.Code != http.StatusOK {
			t.Errorf("the replay: %d %s", w.Code, w.Body)
		}
	}
	replays.Go(replay)
	waittest.Closed(t, "the verification", begun)
	replays.Go(replay) // of the same table
	go func() {
		defer close(ended)
		for _, path := range []string{"/table/cd", "/table/cd/menu", "/table/cd/history", "/table/cd/hint", "/lobby", "/learn", "/events"} {
			if w := ask(h, http.MethodGet, path, nil); w.Code != http.StatusOK {
				t.Errorf("%s: %d %s", path, w.Code, w.Body)
			}
		}
		ask(h, http.MethodPost, "/table/cd/say", nil)
		if len(f.asked) != 1 {
			t.Error("nothing could be said at another table")
		}
	}()
	waittest.Closed(t, "the answers at another table", ended)
	close(release)
	replays.Wait()
	if n := verifications.Load(); n != 1 {
		t.Errorf("the log was verified %d times", n)
	}
}
