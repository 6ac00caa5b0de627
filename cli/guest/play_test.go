package guest_test

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"fives/cli/guest"
	"fives/cli/wasm"
)

// TestNothingRead: a node that invites nobody does not load the programs for browsers,
// which take many megabytes.
func TestNothingRead(t *testing.T) {
	p := guest.New()
	asked := 0
	p.SetPrograms(func(string) (wasm.Program, error) {
		asked++
		return wasm.Program{}, wasm.ErrNotBuilt
	})
	s := httptest.NewServer(p)
	defer s.Close()
	if resp, _ := get(t, s.URL); resp.StatusCode != http.StatusNotFound || asked > 0 {
		t.Errorf("%s, and %d programs were asked for", resp.Status, asked)
	}
	if err := p.Open(invitation, "ana", ""); err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if asked == 0 {
		t.Error("an invitation has asked for no program")
	}
}

// TestPlay: the page to play on, its worker and its program are there if they were built,
// each with a policy that lets nothing in from elsewhere; the program is sent compressed, to
// be kept for ever, and the invitation leads there.
func TestPlay(t *testing.T) {
	const module = "\x00asm and so on"
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(module))
	z.Close()
	p := guest.New()
	p.SetPrograms(func(string) (wasm.Program, error) {
		return wasm.Program{Gzip: packed.Bytes(), Exec: []byte("class Go {}")}, nil
	})
	if err := p.Open(invitation, "ana", ""); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(p)
	defer s.Close()
	defer p.Close()

	_, front := get(t, s.URL, "User-Agent", phone)
	if !strings.Contains(front, `href="/play"`) || !strings.Contains(front, `href="/check"`) || !strings.Contains(front, "The page's code") {
		t.Errorf("the invitation leads nowhere: %s", front)
	}
	_, worker := get(t, s.URL+"/play/worker.js")
	address := regexp.MustCompile(`/wasm/browser-[0-9a-f]{16}\.wasm`).FindString(worker)
	if address == "" || !strings.Contains(front, `crossorigin href="`+address+`"`) {
		t.Fatalf("the worker fetches %q", address)
	}
	if exec := regexp.MustCompile(`/wasm/exec-[0-9a-f]{16}\.js`).FindString(worker); exec == "" {
		t.Error("the worker runs no script of Go's")
	} else if verifier := regexp.MustCompile(`/wasm/verifier-[0-9a-f]{16}\.wasm\.gz","sha256":"[0-9a-f]{64}`).FindString(worker); verifier == "" {
		t.Errorf("the worker knows no verifier: %s", worker)
	} else if resp, text := get(t, s.URL+strings.SplitN(verifier, `"`, 2)[0], "Accept-Encoding", "gzip"); text != packed.String() || resp.Header.Get("Content-Encoding") != "" {
		t.Errorf("the verifier for reports: %d bytes, %v", len(text), resp.Header)
	} else if _, text := get(t, s.URL+exec); text != "class Go {}" {
		t.Errorf("the script is %q", text)
	}
	resp, body := get(t, s.URL+address, "Accept-Encoding", "gzip")
	if body != packed.String() || resp.Header.Get("Content-Encoding") != "gzip" || resp.Header.Get("Content-Type") != "application/wasm" || !strings.Contains(resp.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("%d bytes, %v", len(body), resp.Header)
	}
	if _, body := get(t, s.URL+address, "Accept-Encoding", "identity"); body != module {
		t.Errorf("unpacked: %q", body)
	}
	if resp, _ := get(t, s.URL+address, "If-None-Match", resp.Header.Get("ETag")); resp.StatusCode != http.StatusNotModified {
		t.Errorf("asked again: %s", resp.Status)
	}
	for _, path := range []string{"/play", "/play/worker.js", "/check"} {
		resp, _ := get(t, s.URL+path)
		policy := resp.Header.Get("Content-Security-Policy")
		if resp.StatusCode != http.StatusOK || !strings.HasPrefix(policy, "default-src 'none'") || !strings.Contains(policy, "'wasm-unsafe-eval'") || strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "http") {
			t.Errorf("%s: %s, %q", path, resp.Status, policy)
		}
	}
	for _, name := range []string{"app.js", "style.css"} {
		if resp, _ := get(t, s.URL+"/web/"+name); resp.StatusCode != http.StatusOK {
			t.Errorf("/web/%s: %s", name, resp.Status)
		}
	}
}

// TestNotBuilt: without programs for browsers the invitation says so, and there is no page
// that could not start.
func TestNotBuilt(t *testing.T) {
	p := guest.New()
	p.SetPrograms(func(string) (wasm.Program, error) { return wasm.Program{}, wasm.ErrNotBuilt })
	if err := p.Open(invitation, "ana", ""); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(p)
	defer s.Close()
	defer p.Close()
	if _, front := get(t, s.URL); !strings.Contains(front, "built without the page") || strings.Contains(front, `href="/play"`) {
		t.Errorf("the invitation: %s", front)
	}
	for _, path := range []string{"/play", "/play/worker.js", "/check"} {
		if resp, _ := get(t, s.URL+path); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, resp.Status)
		}
	}
}
