package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/story"
	"fives/engine/tabletest"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// TestNothingWaitsForAProof: while a log is verified for its replay, every other screen and
// action is answered. Whoever asks for the same replay meanwhile waits for that one
// verification.
func TestNothingWaitsForAProof(t *testing.T) {
	rs := games.All()[0]
	g := tabletest.New(t, rs, 2, map[string]any{"limit": 5}, 2)
	g.Choose = tabletest.Bot(rs.Bots[0])
	g.Play()
	f := newFake(t, rs)
	f.log = g.Table().Log()
	client := control.Within(f)
	s := newSite(Config{Client: client})
	var verifications atomic.Int32
	begun, release := make(chan struct{}), make(chan struct{})
	s.verify = func(logs [][]record.Record) ([]*story.Story, error) {
		if verifications.Add(1) == 1 {
			close(begun)
			<-release
		}
		return verifyStories(logs, audit.Options{})
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

// The replay and the report of a table also have the tables of its game before it: a player's
// eyes are those of a person, wherever that person sits.
func TestReplayOfAGameWhoseSeatsChangeHands(t *testing.T) {
	rs := games.All()[0]
	f := newFake(t, rs)
	f.logs = map[string][]record.Record{}
	var id string
	for _, g := range tabletest.Handed(t, rs, map[string]any{"limit": 80}, 2) {
		id = g.Table().ID().String()
		f.logs[id] = g.Table().Log()
	}
	client := control.Within(f)
	h := newSite(Config{Client: client}).handler()
	get := func(query string) string {
		t.Helper()
		w := ask(h, http.MethodGet, "/table/"+id+query, nil)
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", query, w.Code, w.Body)
		}
		return w.Body.String()
	}
	first := get("/replay?at=1")
	for _, who := range []string{"As ana", "As ben", "As cleo", "As zoe", "As Max"} {
		if strings.Count(first, who) != 1 {
			t.Errorf("%s: %d times", who, strings.Count(first, who))
		}
	}
	// Ben is the second of all players: at the first table in seat 1, at the last in seat 0.
	for _, c := range []struct{ at, others string }{{first, "ana"}, {get("/replay?at=99999"), "Max"}} {
		hand := regexp.MustCompile(`at=(\d+)" data-wide>Hand before`).FindStringSubmatch(c.at)[1]
		from, _ := strconv.Atoi(hand)
		deal := ""
		for at := from; !strings.Contains(deal, "ben was dealt") && at < from+9; at++ {
			deal = get(fmt.Sprintf("/replay?at=%d&eyes=1", at))
		}
		if !strings.Contains(deal, c.others+" was dealt <b class=x>?") || !strings.Contains(deal, "ben was dealt <b") || strings.Contains(deal, "ben was dealt <b class=x>") {
			t.Errorf("with ben's eyes, from moment %s on:\n%.900s", hand, deal)
		}
	}
	if lesson := get("/lesson?hand=1"); !strings.Contains(lesson, "Cleo got ") || strings.Contains(lesson, "zoe") || !strings.Contains(lesson, "an estimate") {
		t.Errorf("the first hand teaches\n%s", lesson)
	}
	for _, hand := range []string{"0", "99", "x"} {
		if w := ask(h, http.MethodGet, "/table/"+id+"/lesson?hand="+hand, nil); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "is not counted") {
			t.Errorf("hand %s: %d %s", hand, w.Code, w.Body)
		}
	}
	var again answer
	if decode(t, ask(h, http.MethodPost, "/table/"+id+"/again", url.Values{"hand": {"1"}, "move": {"1"}}), &again); again.Go != toTable+"lesson" || !strings.Contains(look(t, h, "/table/lesson").text, "This is hand 1 from move 1 on") {
		t.Errorf("played again: %+v", again)
	}
	for _, v := range []url.Values{{"hand": {"99"}, "move": {"1"}}, {"hand": {"1"}, "move": {"0"}}, {"hand": {"1"}, "move": {"999"}}, {}} {
		if w := ask(h, http.MethodPost, "/table/"+id+"/again", v); w.Code != http.StatusUnprocessableEntity {
			t.Errorf("%v: %d %s", v, w.Code, w.Body)
		}
	}
	if report := get("/report"); !strings.Contains(report, "hand 1 cleo (bot of ana), from 2 on zoe") || !strings.Contains(report, "Table 4 of 4") {
		t.Error("the report has not all tables")
	}
}
