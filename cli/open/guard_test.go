package open

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"fives/cli/web"
)

// behind is what a guard stands before.
const behind = "for those who are let in"

func guarded(t *testing.T) *Guard {
	t.Helper()
	return NewGuard(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(behind)) }), "4242")
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

// token is that of an address.
func token(t *testing.T, address string) string {
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

// Who has the token gets in, and nobody else.
func TestToken(t *testing.T) {
	g := guarded(t)
	for _, wrong := range []string{"", "x", token(t, g.Address()) + "x", strings.ToLower(token(t, g.Address()))} {
		if resp := enter(g, wrong); resp.StatusCode != http.StatusForbidden || len(resp.Cookies()) > 0 {
			t.Errorf("the token %q: %s", wrong, resp.Status)
		}
	}
	resp := enter(g, token(t, g.Address()))
	if resp.StatusCode != http.StatusNoContent || len(resp.Cookies()) != 1 {
		t.Fatal(resp.Status)
	}
	c := resp.Cookies()[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Name != "fives-4242" || c.Value == token(t, g.Address()) {
		t.Errorf("the cookie is %v", c)
	}
	for _, path := range []string{"/lobby", "/events", "/table/ab/report", "/nothing"} {
		if resp := answer(g, request("GET", path, "")); resp.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s without a cookie: %s", path, resp.Status)
		}
		if resp := answer(g, request("GET", path, "", "Cookie", c.Name+"=x")); resp.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s with another cookie: %s", path, resp.Status)
		}
		if resp := answer(g, request("GET", path, "", "Cookie", c.Name+"="+c.Value)); resp.StatusCode != http.StatusOK {
			t.Errorf("%s with the cookie: %s", path, resp.Status)
		}
	}
	if resp := answer(g, request("GET", "/enter?token="+token(t, g.Address()), "")); resp.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("a token in an address: %s", resp.Status)
	}
	if resp := enter(g, strings.Repeat("x", mostSent)); resp.StatusCode != http.StatusForbidden {
		t.Errorf("a large token: %s", resp.Status)
	}
}

// The address that others may see lets in one time.
func TestOnce(t *testing.T) {
	g := guarded(t)
	once := token(t, g.AddressOnce())
	if resp := enter(g, once); resp.StatusCode != http.StatusNoContent {
		t.Error(resp.Status)
	}
	if resp := enter(g, once); resp.StatusCode != http.StatusForbidden {
		t.Errorf("a second time: %s", resp.Status)
	}
	if resp := enter(g, token(t, g.Address())); resp.StatusCode != http.StatusNoContent {
		t.Errorf("the address that is printed: %s", resp.Status)
	}
}

// A name that somebody points at this machine, and pages of other sites, get nothing:
// neither the page nor, with the cookie, what is behind it.
func TestOthers(t *testing.T) {
	g := guarded(t)
	cookie := g.cookie() + "=" + g.session
	for _, path := range []string{"/", "/web/app.js", "/enter", "/lobby"} {
		for _, host := range []string{"evil.example:4242", "127.0.0.1:4243", "127.0.0.1", "", "evil.example"} {
			if resp := answer(g, request("GET", path, "", "Host", host, "Cookie", cookie)); resp.StatusCode != http.StatusMisdirectedRequest {
				t.Errorf("%s of host %q: %s", path, host, resp.Status)
			}
		}
	}
	for _, headers := range [][]string{
		{"Origin", "http://evil.example"}, {"Origin", "null"}, {"Origin", "http://127.0.0.1:4243"}, {"Origin", "https://127.0.0.1:4242"},
		{"Origin", "http://localhost:4242"}, {"Origin", ""}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"},
	} {
		resp := answer(g, request("POST", "/table/ab/play", "move=end", append(headers, "Cookie", cookie)...))
		if resp.StatusCode != http.StatusForbidden {
			t.Errorf("%v: %s", headers, resp.Status)
		}
		if resp := answer(g, request("POST", "/enter", "token="+g.token, headers...)); len(resp.Cookies()) > 0 {
			t.Errorf("%v are let in", headers)
		}
	}
	if resp := answer(g, request("GET", "/lobby", "", "Sec-Fetch-Site", "cross-site", "Cookie", cookie)); resp.StatusCode != http.StatusForbidden {
		t.Errorf("a look from another page: %s", resp.Status)
	}
	if resp := answer(g, request("POST", "/table/ab/play", "move=end", "Cookie", cookie, "Sec-Fetch-Site", "same-origin")); resp.StatusCode != http.StatusOK {
		t.Errorf("the page itself: %s", resp.Status)
	}
}

// The page comes with its policy, and takes nothing but a look.
func TestPage(t *testing.T) {
	g := guarded(t)
	resp := answer(g, request("GET", "/", ""))
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Security-Policy") != web.Policy || resp.Header.Get("X-Frame-Options") != "DENY" {
		t.Errorf("%s %v", resp.Status, resp.Header)
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
