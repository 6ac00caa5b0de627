package open

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"fives/cli/web"
)

// behind is what a guard stands before.
const behind = "for those who are let in"

func guarded(t *testing.T) *Guard {
	t.Helper()
	return NewGuard(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(behind)) }), "4242", "")
}

// A request as a browser would make it, and what is wrong with it.
func request(method, path, body string, headers ...string) *http.Request {
	r := httptest.NewRequest(method, "http://127.0.0.1:4242"+path, strings.NewReader(body))
	if method == http.MethodPost {
		r.Header.Set("Origin", "http://127.0.0.1:4242")
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
		if headers[i+1] == "" {
			r.Header.Del(headers[i])
		}
	}
	return r
}

func answer(g *Guard, r *http.Request) *http.Response {
	w := httptest.NewRecorder()
	g.ServeHTTP(w, r)
	return w.Result()
}

// tokenOf is that of an address.
func tokenOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil || u.RawQuery != "" || u.Path != "/" {
		t.Fatalf("%s: %v", address, err)
	}
	return strings.TrimPrefix(u.Fragment, "token=")
}

func enter(g *Guard, token string) *http.Response {
	return answer(g, request("POST", "/enter", url.Values{"token": {token}}.Encode()))
}

// session is what an answer lets in with, "" for nothing.
func session(t *testing.T, r *http.Response) string {
	t.Helper()
	if r.StatusCode != http.StatusOK {
		return ""
	}
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Who has the code gets in, and nobody else: not even one whose browser says with every
// request what another server on this machine has asked it to keep.
func TestCode(t *testing.T) {
	g := guarded(t)
	if u, err := url.Parse(g.Address()); err != nil || u.Fragment != "" || strings.Contains(g.Address(), g.Code()) {
		t.Errorf("the address lets in: %s", g.Address())
	}
	for _, wrong := range []string{"", "x", g.Code() + "x", strings.ToLower(g.Code()), g.session} {
		if resp := enter(g, wrong); resp.StatusCode != http.StatusForbidden {
			t.Errorf("the code %q: %s", wrong, resp.Status)
		}
	}
	in := session(t, enter(g, g.Code()))
	if in == "" || in == g.Code() {
		t.Fatalf("with the code, the session is %q", in)
	}
	for _, path := range []string{"/lobby", "/events", "/table/ab/report", "/nothing"} {
		for _, headers := range [][]string{
			nil, {sessionHeader, "x"}, {sessionHeader, g.Code()}, {"Cookie", "fives-4242=" + in}, {"Cookie", sessionHeader + "=" + in},
			{"Authorization", "Bearer " + in},
		} {
			if resp := answer(g, request("GET", path, "", headers...)); resp.StatusCode != http.StatusUnauthorized {
				t.Errorf("%s with %v: %s", path, headers, resp.Status)
			}
		}
		if resp := answer(g, request("GET", path+"?session="+in, "")); resp.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s with the session in its address: %s", path, resp.Status)
		}
		if resp := answer(g, request("GET", path, "", sessionHeader, in)); resp.StatusCode != http.StatusOK {
			t.Errorf("%s with the session: %s", path, resp.Status)
		}
	}
	if resp := answer(g, request("GET", "/enter?token="+g.Code(), "")); resp.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("a code in an address: %s", resp.Status)
	}
	if resp := enter(g, strings.Repeat("x", mostSent)); resp.StatusCode != http.StatusForbidden {
		t.Errorf("a large code: %s", resp.Status)
	}
}

// No answer has a cookie, and only that to the code says the session.
func TestNoCookie(t *testing.T) {
	g := guarded(t)
	for _, r := range []*http.Request{
		request("GET", "/", ""), request("GET", "/web/app.js", ""), request("GET", "/lobby", ""), request("GET", "/lobby", "", sessionHeader, g.session),
		request("POST", "/enter", url.Values{"token": {g.Code()}}.Encode()), request("POST", "/enter", "token=x"),
		request("POST", "/table/ab/play", "move=end", sessionHeader, g.session),
	} {
		resp := answer(g, r)
		if _, set := resp.Header["Set-Cookie"]; set {
			t.Errorf("%s sets a cookie", r.URL)
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		if r.URL.Path != "/enter" && strings.Contains(string(body)+fmt.Sprint(resp.Header), g.session) {
			t.Errorf("%s says the session", r.URL)
		}
	}
}

// What the file has lets in one time, and a newer one ends it.
func TestOnce(t *testing.T) {
	g := guarded(t)
	used := 0
	old := tokenOf(t, g.AddressOnce(func() { t.Error("the old one is used") }))
	once := tokenOf(t, g.AddressOnce(func() { used++ }))
	if resp := enter(g, old); resp.StatusCode != http.StatusForbidden {
		t.Errorf("the old one: %s", resp.Status)
	}
	if session(t, enter(g, once)) != g.session || used != 1 {
		t.Errorf("it does not let in, or is used %d times", used)
	}
	if resp := enter(g, once); resp.StatusCode != http.StatusForbidden || used != 1 {
		t.Errorf("a second time: %s, used %d times", resp.Status, used)
	}
	if session(t, enter(g, g.Code())) != g.session {
		t.Error("the code does not let in after that")
	}
}

// A name that somebody points at this machine, and pages of other sites, get nothing:
// neither the page nor, with the session, what is behind it.
func TestOthers(t *testing.T) {
	g := guarded(t)
	for _, path := range []string{"/", "/web/app.js", "/enter", "/lobby"} {
		for _, host := range []string{"evil.example:4242", "127.0.0.1:4243", "127.0.0.1", "", "evil.example"} {
			if resp := answer(g, request("GET", path, "", "Host", host, sessionHeader, g.session)); resp.StatusCode != http.StatusMisdirectedRequest {
				t.Errorf("%s of host %q: %s", path, host, resp.Status)
			}
		}
	}
	for _, headers := range [][]string{
		{"Origin", "http://evil.example"}, {"Origin", "null"}, {"Origin", "http://127.0.0.1:4243"}, {"Origin", "https://127.0.0.1:4242"},
		{"Origin", "http://localhost:4242"}, {"Origin", ""}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"},
	} {
		resp := answer(g, request("POST", "/table/ab/play", "move=end", append(headers, sessionHeader, g.session)...))
		if resp.StatusCode != http.StatusForbidden {
			t.Errorf("%v: %s", headers, resp.Status)
		}
		if resp := answer(g, request("POST", "/enter", "token="+g.Code(), headers...)); session(t, resp) != "" {
			t.Errorf("%v are let in", headers)
		}
	}
	if resp := answer(g, request("GET", "/lobby", "", "Sec-Fetch-Site", "cross-site", sessionHeader, g.session)); resp.StatusCode != http.StatusForbidden {
		t.Errorf("a look from another page: %s", resp.Status)
	}
	if resp := answer(g, request("POST", "/table/ab/play", "move=end", sessionHeader, g.session, "Sec-Fetch-Site", "same-origin")); resp.StatusCode != http.StatusOK {
		t.Errorf("the page itself: %s", resp.Status)
	}
}

// The page comes with its policy, and takes nothing but a look.
func TestPage(t *testing.T) {
	g := guarded(t)
	for _, path := range []string{"/", "/screen"} {
		resp := answer(g, request("GET", path, ""))
		if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Security-Policy") != web.Policy || resp.Header.Get("X-Frame-Options") != "DENY" {
			t.Errorf("%s: %s %v", path, resp.Status, resp.Header)
		}
		if resp := answer(g, request("GET", path, "", "Sec-Fetch-Site", "cross-site")); resp.StatusCode != http.StatusOK { // the file that leads here
			t.Errorf("%s from a file: %s", path, resp.Status)
		}
	}
	for _, forbidden := range []string{"unsafe", "*", "http:"} {
		if strings.Contains(web.Policy, forbidden) {
			t.Errorf("the policy has %s", forbidden)
		}
	}
	if resp := answer(g, request("POST", "/", "")); resp.StatusCode == http.StatusOK {
		t.Error("the page takes a POST")
	}
}

// Where a screen is served, there is no page of a player, and what is behind the screen is
// guarded alike.
func TestScreenGuard(t *testing.T) {
	g := NewGuard(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(behind)) }), "4242", screenPath)
	if want := "http://127.0.0.1:4242/screen"; g.Address() != want || !strings.HasPrefix(g.AddressOnce(func() {}), want+"#token=") {
		t.Errorf("the screen is at %s", g.Address())
	}
	for path, want := range map[string]int{"/screen": http.StatusOK, "/": http.StatusUnauthorized, "/room": http.StatusUnauthorized, "/live": http.StatusUnauthorized} {
		if resp := answer(g, request("GET", path, "")); resp.StatusCode != want {
			t.Errorf("%s: %s", path, resp.Status)
		}
	}
	if resp := answer(g, request("GET", "/room", "", sessionHeader, session(t, enter(g, g.Code())))); resp.StatusCode != http.StatusOK {
		t.Errorf("with the session: %s", resp.Status)
	}
}

// TestPlaceOfAPage: each run of fives open keeps what it keeps under a name of its own, which
// whoever has had its port before cannot have known; and it ends a service worker that is
// left of that, for who is let in and for who is not.
func TestPlaceOfAPage(t *testing.T) {
	named := regexp.MustCompile(`data-place="{&#34;name&#34;:&#34;fives ([A-Z2-7]{26})&#34;}"`)
	page := func(g *Guard) string {
		b, err := io.ReadAll(answer(g, request("GET", "/", "")).Body)
		m := named.FindStringSubmatch(string(b))
		if err != nil || m == nil {
			t.Fatalf("the page has no place: %s, %v", b, err)
		}
		return m[1]
	}
	g := guarded(t)
	first, again := page(g), page(g)
	if first != again || first == page(guarded(t)) {
		t.Error("the name does not change with the run, and with nothing else")
	}
	for _, path := range []string{"/sw.js", "/", "/web/app.js"} {
		resp := answer(g, request("GET", path, "", "Service-Worker", "script"))
		b, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK || !strings.Contains(string(b), "unregister()") {
			t.Errorf("%s: %s %s, %v", path, resp.Status, b, err)
		}
	}
}
