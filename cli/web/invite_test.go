package web

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/faces"
)

// An inviter is a daemon that invites guests.
type inviter struct {
	control.Daemon
	on    *api.Invitation
	begun int

	outside *api.Outside
}

func (h *inviter) Faces(lists ...[]api.Person) ([][]int, error) {
	return new(faces.Faces).OfAll(lists...)
}
func (h *inviter) Status() api.Status {
	return api.Status{Name: "ana", Invitation: h.on, Outside: h.outside}
}
func (h *inviter) Mine() api.Tables { return api.Tables{} }
func (h *inviter) Invite(q api.InviteRequest) (api.Invitation, error) {
	if q.Off {
		h.on = nil
		return api.Invitation{}, nil
	}
	h.begun++
	h.on = &api.Invitation{On: true, URLs: []string{fmt.Sprintf("http://192.168.1.7/%d/", h.begun)}}
	return *h.on, nil
}

// TestInvitationFollowsTheNetwork: the page asks again for the invitation that it shows, as the
// network is now. Nobody is invited anew for that, even if the invitation has been ended.
func TestInvitationFollowsTheNetwork(t *testing.T) {
	h := &inviter{}
	c := control.Within(h)
	page := New(Config{Client: c, Invited: func(_ context.Context, i api.Invitation, table string) (v Invited, err error) {
		if len(i.URLs) > 0 {
			v.Address = i.URLs[0]
		}
		v.Table = table
		return v, nil
	}})
	shows := func(w *httptest.ResponseRecorder, want ...string) {
		t.Helper()
		sheet, a := w.Body.String(), answer{}
		if json.Unmarshal(w.Body.Bytes(), &a) == nil {
			sheet = string(a.Sheet)
		}
		for _, text := range want {
			if w.Code != http.StatusOK || !strings.Contains(sheet, text) {
				t.Errorf("%d: the sheet lacks %q: %s", w.Code, text, sheet)
			}
		}
	}
	first := ask(page, http.MethodPost, "/invite", url.Values{"table": {"ab"}})
	again := func() *httptest.ResponseRecorder { return ask(page, http.MethodGet, "/invite?table=ab", nil) }
	shows(first, `data-again="/invite?table=ab"`, "<code>http://192.168.1.7/1/</code>", "It leads to this table.")
	var a answer
	end := shown.InviteNobody()
	shows(first, `data-confirm="`+asks(end.Ask)+`" data-answers="Invite nobody,Keep it"`, `data-post="/invite" data-values="not=1"`)
	if end.Command() != "fives invite --off" {
		t.Errorf("as a command it is %s", end.Command())
	}
	if err := json.Unmarshal(first.Body.Bytes(), &a); err != nil || again().Body.String() != string(a.Sheet) {
		t.Errorf("the same network makes another sheet: %s, then %s", a.Sheet, again().Body)
	}
	h.on.URLs = nil
	shows(again(), `data-again="/invite?table=ab"`, "No network yet")
	h.on.URLs = []string{"http://10.0.0.7/1/"}
	shows(again(), `data-again="/invite?table=ab"`, "<code>http://10.0.0.7/1/</code>", "It leads to this table.")
	h.on = nil
	w := again()
	shows(w, "Nobody is invited any more.")
	if strings.Contains(w.Body.String(), "data-again") {
		t.Errorf("what has ended is asked for again: %s", w.Body)
	}
	if h.begun != 1 {
		t.Errorf("guests were invited %d times", h.begun)
	}
}

func (h *inviter) Far(_ context.Context, q api.FarRequest) (api.FarInvitation, error) {
	i := api.FarInvitation{Outside: api.Outside{On: !q.Off, Address: q.Address + ":45354", Port: 45354}}
	if i.On {
		i.Link = "far:" + i.Address + "/key/secret"
	}
	return i, nil
}

func (h *inviter) Peers() []api.Peer                 { return nil }
func (h *inviter) Tables(context.Context) api.Tables { return api.Tables{} }

// TestFarOnThePage: beside the code the page offers to invite somebody who is not here. It shows the link
// for a request that a tap makes, and for nothing that it loads by itself.
func TestFarOnThePage(t *testing.T) {
	h := &inviter{}
	page := New(Config{
		Client: control.Within(h), Code: func(text string) template.HTML { return template.HTML("<svg>" + text + "</svg>") },
		Invited: func(context.Context, api.Invitation, string) (Invited, error) {
			return Invited{Address: "http://192.168.1.7/"}, nil
		},
	})
	sheet := func(path string, form url.Values) string {
		t.Helper()
		w, a := ask(page, http.MethodPost, path, form), answer{}
		if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil || w.Code != http.StatusOK {
			t.Fatalf("%d: %s, %v", w.Code, w.Body, err)
		}
		return string(a.Sheet)
	}
	if text := sheet("/invite", nil); !strings.Contains(text, "Somebody who is not here?") || !strings.Contains(text, `action="/far"`) || !strings.Contains(text, html.EscapeString(say.OuterAddress)) {
		t.Errorf("beside the code: %s", text)
	}
	const line = "fives connect far:203.0.113.7:45354/key/secret"
	text := sheet("/far", url.Values{"to": {" 203.0.113.7 "}})
	for _, want := range []string{"<code>" + line + "</code>", "<svg>" + line + "</svg>", `data-post="/far" data-values="not=1"`, `data-post="/far" data-values="new=1"`, "Take the link back?", "203.0.113.7:45354 since", "thers reach you at 203.0.113.7:45354, if your router and firewall pass it on to TCP port 45354 of this machine", "A phone reads the line from the code, to send it on; no phone is let in by it.", `data-copy>Copy the line</button>`} {
		if !strings.Contains(text, want) {
			t.Errorf("the sheet lacks %q: %s", want, text)
		}
	}
	h.outside = &api.Outside{On: true, Address: "203.0.113.7:45354", Came: api.Visit{Count: 1, Name: "dan"}, Left: []string{"cyd"}}
	h.outside.Came.Time = time.Now()
	for _, want := range []string{", dan came at ", "cyd came by a link that was taken back, and may stay until the game is over"} {
		if text := ask(page, http.MethodGet, "/lobby", nil).Body.String(); !strings.Contains(strings.ToLower(text), want) {
			t.Errorf("who came from outside, and who may stay: the lobby lacks %q: %s", want, text)
		}
	}
	for _, text := range []string{sheet("/invite", nil), ask(page, http.MethodGet, "/invite?table=", nil).Body.String()} {
		if !strings.Contains(text, `leads to <bdi translate="no">203.0.113.7:45354</bdi>`) || strings.Contains(text, "the router is asked") {
			t.Errorf("beside the code, with a link: %s", text)
		}
	}
	guest := New(Config{Client: control.Within(h)}) // a guest's node lets in and takes no links
	for _, c := range []struct {
		page  http.Handler
		want  string
		links bool
	}{{page, "Connect to a friend's link, or an address", true}, {guest, "Connect to an address", false}} {
		if text := ask(c.page, http.MethodGet, "/lobby", nil).Body.String(); !strings.Contains(text, "<summary>"+c.want+"</summary>") || strings.Contains(text, "far:") != c.links {
			t.Errorf("the lobby lacks %q, or has more: %s", c.want, text)
		}
	}
	for _, path := range []string{"/", "/lobby", "/far", "/invite?table=", "/taste"} {
		if w := ask(page, http.MethodGet, path, nil); strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s is loaded with the link in it: %s", path, w.Body)
		}
	}
	if text := sheet("/far", url.Values{"not": {"1"}}); strings.Contains(text, "fives connect") || !strings.Contains(text, "no link that you have made is good") {
		t.Errorf("taken back: %s", text)
	}
}
