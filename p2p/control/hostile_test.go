package control

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// raw sends bytes on a new connection, and returns the answer.
func raw(t *testing.T, c *Client, request string) *http.Response {
	t.Helper()
	conn, err := net.Dial("unix", SocketPath(c.home))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(waittest.Limit(t)))
	go conn.Write([]byte(request))
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

func rawPost(path, body string) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", path, len(body), body)
}

func rawGet(path string) string { return "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n" }

func TestHostileRequests(t *testing.T) {
	f, c := serve(t)
	huge := `{"move":"` + strings.Repeat("x", maxBody) + `"}`
	tests := []struct {
		name, request string
		status        int
		code          string
	}{
		{"huge body", rawPost("/v1/play", huge), 400, api.CodeBadRequest},
		{"no JSON", rawPost("/v1/play", "drop 7h"), 400, api.CodeBadRequest},
		{"two values", rawPost("/v1/play", `{"move":"a"}{"move":"b"}`), 400, api.CodeBadRequest},
		{"unknown key", rawPost("/v1/host", `{"privat":true}`), 400, api.CodeBadRequest},
		{"wrong type", rawPost("/v1/host", `{"seats":"4"}`), 400, api.CodeBadRequest},
		{"empty body", rawPost("/v1/join", ""), 400, api.CodeBadRequest},
		{"deep nesting", rawPost("/v1/host", `{"set":`+strings.Repeat("[", 20000)), 400, api.CodeBadRequest},
		{"wrong method", rawGet("/v1/play"), 405, api.CodeMethod},
		{"another wrong method", "DELETE /v1/table HTTP/1.1\r\nHost: x\r\n\r\n", 405, api.CodeMethod},
		{"no such call", rawGet("/v1/../etc/passwd"), 404, api.CodeNotFound},
		{"newer API", rawGet("/v7/status"), 410, api.CodeVersion},
		{"no number of an API", rawGet("/vx/status"), 404, api.CodeNotFound},
		{"a slash more", rawGet("/v1/status/"), 404, api.CodeNotFound},
		{"unknown key of a query", rawPost("/v1/leave?tabel=ab", ""), 400, api.CodeBadRequest},
		{"two tables", rawPost("/v1/leave?table=ab&table=cd", ""), 400, api.CodeBadRequest},
		{"the table in the body", rawPost("/v1/leave", `{"table":"ab"}`), 400, api.CodeBadRequest},
		{"fault is no number", rawGet("/v1/evidence?fault=x"), 400, api.CodeBadRequest},
		{"half a query", rawGet("/v1/table?table=%zz"), 400, api.CodeBadRequest},
		{"since is no number", rawGet("/v1/events?since=-1"), 400, api.CodeBadRequest},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp := raw(t, c, tt.request)
			var e api.Error
			if err := json.NewDecoder(resp.Body).Decode(&e); err != nil {
				t.Fatal(err)
			}
			if resp.StatusCode != tt.status || e.Code != tt.code || e.Reason == "" {
				t.Errorf("got %d %+v, want %d %s", resp.StatusCode, e, tt.status, tt.code)
			}
		})
	}
	if got := f.last(); got != nil {
		t.Errorf("the daemon was asked %#v", got)
	}
}

func TestHugeHeaderIsRefused(t *testing.T) {
	_, c := serve(t)
	resp := raw(t, c, "GET /v1/status HTTP/1.1\r\nHost: x\r\nA: "+strings.Repeat("x", 10*maxHeader)+"\r\n\r\n")
	if resp.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("got %s", resp.Status)
	}
}

func TestEveryAnswerNamesTheVersion(t *testing.T) {
	_, c := serve(t)
	for _, path := range []string{"/version", "/v1/status", "/nothing"} {
		resp := raw(t, c, rawGet(path))
		if resp.Header.Get(headerVersion) == "" || resp.Header.Get(headerAPI) == "" {
			t.Errorf("%s: headers %v", path, resp.Header)
		}
	}
}
