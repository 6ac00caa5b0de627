package web

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fives/cli/say"
	"fives/cli/screentest"
	"fives/cli/shown"
	"fives/engine/games"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/entry"
	"fives/p2p/waittest"
)

// A visitor is a daemon that has come by somebody's invitation.
type visitor struct {
	*fake
	host string
}

func (v visitor) Status() api.Status {
	return api.Status{Name: "Zoe 🦊", GuestOf: api.Inviter{Name: v.host, Fingerprint: "dddd"}}
}

// TestLookingFor: who was asked to a table reads whose table is looked for, and under what sign
// they come.
func TestLookingFor(t *testing.T) {
	for host, want := range map[string]string{"": "Looking for the table", "ben": "Looking for ben’s table", hostile: `Looking for "` + hostile + `"’s table`} {
		c := control.Within(visitor{newFake(t, games.All()[0]), host})
		if page := look(t, New(Config{Client: c}), "/looking").text; !strings.Contains(page, want) || !strings.Contains(page, "🦊Zoe 🦊") || strings.Contains(page, "Wi-Fi as .") {
			t.Errorf("a guest of %q reads %s", host, page)
		}
	}
}

// A newcomer is a daemon that has met nobody yet.
type newcomer struct {
	*fake
	met   chan struct{} // closed when it meets the host
	tries atomic.Int32
}

func (n *newcomer) Table(string) (api.Table, error) {
	return api.Table{}, api.Fail(api.ReasonNoTable, api.Data{})
}

func (n *newcomer) Join(_ context.Context, r api.JoinRequest) (api.Offer, error) {
	n.tries.Add(1)
	select {
	case <-n.met:
		return api.Offer{ID: r.Table}, nil
	default:
		return api.Offer{}, api.Fail(api.ReasonNoOpenTable, api.Data{})
	}
}

func (n *newcomer) Events(ctx context.Context, _ api.EventsRequest, emit func(api.Event) error) error {
	select {
	case <-n.met:
	case <-ctx.Done():
		return ctx.Err()
	}
	err := emit(api.Event{Seq: 1, Kind: api.EventPeer, Name: "ben"})
	<-ctx.Done()
	return err
}

// TestJoinOnceFound: who was led to a table waits until the node has met its host, and sits down at
// once then; if it meets nobody, they read after a while that there is no such table. Whoever taps a
// table in the lobby reads that at once.
func TestJoinOnceFound(t *testing.T) {
	const soon = 300 * time.Millisecond
	for _, c := range []struct {
		name  string
		form  url.Values
		meets bool
		after time.Duration
		tries int32
	}{
		{"led there", url.Values{"wait": {""}}, true, soon, 2},
		{"led to nothing", url.Values{"wait": {""}}, false, findTime, int32(findTime/findAgain) + 1},
		{"in the lobby", url.Values{}, true, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n := &newcomer{fake: newFake(t, games.All()[0]), met: make(chan struct{})}
				h, begun := serveParty(t, n), time.Now()
				if c.meets {
					time.AfterFunc(soon, func() { close(n.met) })
				}
				var a answer
				w := ask(h, http.MethodPost, "/table/ab/join", c.form)
				if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil || a.Error != (c.after != soon) || a.Error && a.Code != string(api.ReasonNoOpenTable) || !a.Error && a.Go != "table/ab" {
					t.Errorf("%d %s, %v", w.Code, w.Body, err)
				}
				if took := time.Since(begun); took != c.after || n.tries.Load() != c.tries {
					t.Errorf("%d tries in %v", n.tries.Load(), took)
				}
				time.Sleep(soon) // so that nothing is under way when the test ends
			})
		})
	}
}

// TestWaitingRoom: up to seven chairs stand around the table, more in rows; how many are taken is
// said in its middle.
func TestWaitingRoom(t *testing.T) {
	for seats, around := range map[int]string{2: " of2", 7: " of7", 8: ""} {
		o := api.Offer{ID: "ab", Game: "five-crowns", Seats: seats, Taken: []string{"ana"}, Mine: true, TurnLimit: 60, Options: map[string]any{"hands": 5}}
		c := control.Within(&television{tables: api.Tables{Open: []api.Offer{o}}})
		_, v, err := (&site{client: c}).waiting(t.Context(), httptest.NewRequest("GET", "/", nil), "ab", nil)
		if err != nil {
			t.Fatal(err)
		}
		html, err := render("waiting", v)
		if text := string(html); err != nil || !strings.Contains(text, `class="around`+around+`"`) || !strings.Contains(text, "1 of ") || strings.Count(text, `class="chair"`) != seats || !strings.Contains(text, "60 s a turn") {
			t.Errorf("%d chairs: %v %s", seats, err, text)
		}
	}
}

// TestWhoWaits: in the waiting room one is "you" and sits in front, computer players are that, the
// time that the game takes is said, and what leaving means: the host closes the table for all.
func TestWhoWaits(t *testing.T) {
	for _, mine := range []bool{true, false} {
		o := api.Offer{ID: "ab", Game: "five", Seats: 4, Taken: []string{"ana", "Ada", "zoë"}, Bots: 1, Mine: mine, Joined: true, Options: map[string]any{"limit": 60}}
		you, leave := "ana", "Close the table for all"
		if !mine {
			o.Taken[0], o.Taken[2] = o.Taken[2], o.Taken[0]
			leave = "Leave the table"
		}
		c := control.Within(&television{tables: api.Tables{Open: []api.Offer{o}}})
		_, v, err := (&site{client: c}).waiting(t.Context(), httptest.NewRequest("GET", "/", nil), "ab", nil)
		if err != nil {
			t.Fatal(err)
		}
		p := v.(waitingPage)
		var what []string
		for _, c := range p.Chairs {
			what = append(what, c.Label+" "+c.What)
		}
		want := []string{you + " you", "Ada computer", "zoë "}
		if !mine {
			want = []string{you + " you", "zoë ", "Ada computer"}
		}
		d, ok := shown.Find(p.Deeds, shown.ActLeave)
		if !slices.Equal(what, want) || !ok || say.Capital(d.Label) != leave || !strings.HasPrefix(p.About, "About 11 minutes, ") {
			t.Errorf("mine is %t: %q, %q, %q", mine, what, d.Label, p.About)
		}
	}
}

// A bouncer is a daemon that sends people away.
type bouncer struct {
	*television
	sent []api.SendAwayRequest
}

func (b *bouncer) Table(string) (api.Table, error) {
	return api.Table{}, api.Fail(api.ReasonNotBegun, api.Data{})
}

func (b *bouncer) SendAway(_ context.Context, r api.SendAwayRequest) (api.Offer, error) {
	b.sent = append(b.sent, r)
	return api.Offer{ID: r.Table}, nil
}

// TestSendAway: whoever has opened a table can send away those who sit there, each with a button at the
// chair that means that node and asks first. Nobody else can.
func TestSendAway(t *testing.T) {
	for _, mine := range []bool{true, false} {
		o := api.Offer{ID: "ab", Game: "five", Seats: 4, Taken: []string{"ana", "zoë", "ada"}, Mine: mine, Joined: true}
		if mine {
			o.Fingerprints = []string{"", "aaaa-bbbb", ""}
		}
		b := &bouncer{television: &television{tables: api.Tables{Open: []api.Offer{o}}}}
		c := control.Within(b)
		h := New(Config{Client: c})
		page := look(t, h, "/table/ab")
		var asks []string
		for n := range page.root.Descendants() {
			if attr(n, "data-post") == "/table/ab/away" {
				asks = append(asks, attr(n, "data-confirm"))
			}
		}
		if !mine {
			if len(asks) != 0 {
				t.Errorf("who has not opened it is asked %q", asks)
			}
			continue
		}
		if len(asks) != 1 || !strings.HasPrefix(asks[0], "Send zoë away?") {
			t.Fatalf("%q", asks)
		}
		a := posts(t, h, page, "Send away")
		if want := (api.SendAwayRequest{About: api.About{Table: "ab"}, Who: "aaaa-bbbb"}); !slices.Equal(b.sent, []api.SendAwayRequest{want}) || !strings.Contains(a.Say, "Zoë is sent away") {
			t.Errorf("%+v, %+v", b.sent, a)
		}
	}
}

// A waiter is a daemon whose person has a seat at a table that has not begun, until it is lost.
type waiter struct {
	*party
	open atomic.Bool
}

func (s *waiter) Table(id string) (api.Table, error) {
	if s.open.Load() {
		return api.Table{}, api.Fail(api.ReasonNotBegun, api.Data{})
	}
	return api.Table{}, api.Fail(api.ReasonNoTable, api.Data{Name: id})
}

func (s *waiter) Tables(context.Context) (all api.Tables) {
	if s.open.Load() {
		all.Open = []api.Offer{{ID: "ab", Game: "five", Seats: 3, Taken: []string{"ana", "zoe"}, Joined: true}}
	}
	return all
}

// A starter is a daemon whose table begins while somebody goes there: its seats are not offered any more.
type starter struct {
	*television
	asked atomic.Int32
}

func (s *starter) Table(string) (api.Table, error) {
	if s.asked.Add(1) <= 3 {
		return api.Table{}, api.Fail(api.ReasonNotBegun, api.Data{})
	}
	return screentest.Evening(), nil
}

// TestTableBegins: who goes to a table at the moment at which it begins sees it, and reads nothing in red.
func TestTableBegins(t *testing.T) {
	c := control.Within(&starter{television: &television{}})
	if page := look(t, New(Config{Client: c}), "/table/ab"); len(page.values("data-step")) != 1 {
		t.Errorf("no table: %s", page.text)
	}
}

// TestSeatLost: whoever waits at a table and loses the seat reads why, in the lobby, and not that there is no such table.
func TestSeatLost(t *testing.T) {
	for what, want := range map[string]string{
		api.Withdrawn: "The host has withdrawn the table.",
		api.Refused:   "The host refuses: the host has sent this node away from the table.",
	} {
		s := &waiter{party: newParty(t)}
		s.open.Store(true)
		b := openTab(t, served(t, s)+"#/table/ab", 390, 844)
		waittest.Until(t, "the waiting room", func() bool { return in[bool](b, `!!document.querySelector(".waiting")`) })
		in[bool](b, `(window.notes = [], new MutationObserver(() => notes.push(document.querySelector("#note").textContent)).observe(document.querySelector("#note"), { childList: true }), true)`)
		s.open.Store(false)
		s.news <- api.Event{Seq: 2, Kind: api.EventLobby, What: what, Table: "ab", Text: string(entry.ErrSentAway)}
		waittest.Until(t, "the lobby", func() bool {
			return in[bool](b, `document.body.dataset.screen === "lobby" && !document.querySelector(".waiting")`)
		})
		b.rests()
		if notes := in[string](b, `notes.join("|")`); notes != want {
			t.Errorf("%s: it reads %q", what, notes)
		}
	}
}
