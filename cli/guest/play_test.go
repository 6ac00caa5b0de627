package guest_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"html"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fives/cli/guest"
	"fives/cli/wasm"
	"fives/cli/web"
	"fives/p2p/api"
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
	if err := p.Open(invitation, path, shelf, former, "ana", ""); err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if asked == 0 {
		t.Error("an invitation has asked for no program")
	}
}

// TestPlay: the page to play on and its program are there if they were built, with a policy
// that lets nothing in from elsewhere; the program is sent compressed, and the invitation
// leads there.
func TestPlay(t *testing.T) {
	noise := make([]byte, 300<<10) // which does not compress into one piece
	rand.NewChaCha8([32]byte{}).Read(noise)
	module := "\x00asm and so on" + string(noise)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(module))
	z.Close()
	p := guest.New()
	p.SetPrograms(func(string) (wasm.Program, error) {
		return wasm.Program{Gzip: packed.Bytes(), Exec: []byte("class Go {}")}, nil
	})
	if err := p.Open(invitation, path, shelf, former, "ana", ""); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(p)
	defer s.Close()
	defer p.Close()

	_, front := get(t, s.URL, "User-Agent", phone)
	if !strings.Contains(front, `id="naming"`) || !strings.Contains(front, `href="check"`) || !strings.Contains(front, "The page's code") {
		t.Errorf("the invitation leads nowhere: %s", front)
	}
	worker := scriptIn(t, front)
	var fetched []byte
	pieces := regexp.MustCompile(`"address":"(`+shelf+`/wasm/browser-\d+-[0-9a-f]{16}\.part)","integrity":"(sha256-[^"]*)"`).FindAllStringSubmatch(worker, -1)
	for _, p := range pieces {
		resp, body := get(t, s.URL+p[1], "Accept-Encoding", "gzip")
		if web.Integrity(sha256.Sum256([]byte(body))) != p[2] || resp.Header.Get("Content-Encoding") != "" || len(body) > 256<<10 {
			t.Errorf("%d bytes of %s: %v", len(body), p[1], resp.Header)
		}
		fetched = append(fetched, body...)
	}
	if !bytes.Equal(fetched, packed.Bytes()) || len(pieces) < 2 {
		t.Fatalf("the worker fetches %d pieces of %d bytes, not %d bytes", len(pieces), len(fetched), packed.Len())
	}
	address := "/" + regexp.MustCompile(`wasm/proof-[0-9a-f]{16}\.wasm`).FindString(func() string { _, page := get(t, s.URL+"/check"); return page }())
	if !strings.HasPrefix(worker, "class Go {}\n") {
		t.Error("the worker runs no script of Go's")
	}
	if verifier := regexp.MustCompile(`wasm/verifier-[0-9a-f]{16}\.wasm\.gz","sha256":"[0-9a-f]{64}`).FindString(worker); verifier == "" {
		t.Errorf("the worker knows no verifier: %s", worker)
	} else if resp, text := get(t, s.URL+"/"+strings.SplitN(verifier, `"`, 2)[0], "Accept-Encoding", "gzip"); text != packed.String() || resp.Header.Get("Content-Encoding") != "" {
		t.Errorf("the verifier for reports: %d bytes, %v", len(text), resp.Header)
	}
	resp, body := get(t, s.URL+address, "Accept-Encoding", "gzip")
	if body != packed.String() || resp.Header.Get("Content-Encoding") != "gzip" || resp.Header.Get("Content-Type") != "application/wasm" {
		t.Errorf("%d bytes, %v", len(body), resp.Header)
	}
	if _, body := get(t, s.URL+address, "Accept-Encoding", "identity"); body != module {
		t.Errorf("unpacked: %q", body)
	}
	for _, path := range []string{"/", "/screen"} {
		resp, sent := get(t, s.URL+path, "Accept-Encoding", "gzip")
		_, page := get(t, s.URL+path, "Accept-Encoding", "identity")
		if got := unpacked(t, sent); got != page || len(sent) > len(page)/2 || resp.Header.Get("Content-Encoding") != "gzip" {
			t.Errorf("%s: %d bytes for %d of %d, %v", path, len(sent), len(got), len(page), resp.Header)
		}
	}
	for _, path := range []string{"/", "/screen", "/check"} {
		resp, _ := get(t, s.URL+path)
		policy := resp.Header.Get("Content-Security-Policy")
		if resp.StatusCode != http.StatusOK || !strings.HasPrefix(policy, "default-src 'none'") || !strings.Contains(policy, "'wasm-unsafe-eval'") || strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "http") {
			t.Errorf("%s: %s, %q", path, resp.Status, policy)
		}
	}
}

func unpacked(t *testing.T, packed string) string {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPlaces: the page to play on and the screen are told where this invitation keeps its things,
// and of former ones the names only. Nothing else that is served contains any of it.
func TestPlaces(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte("\x00asm"))
	z.Close()
	p := guest.New()
	p.SetPrograms(func(string) (wasm.Program, error) {
		return wasm.Program{Gzip: packed.Bytes(), Exec: []byte("class Go {}")}, nil
	})
	if err := p.Open(invitation, path, shelf, former, "ana", ""); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(p)
	defer s.Close()
	defer p.Close()
	for _, page := range []string{"/", "/screen"} {
		_, text := get(t, s.URL+page)
		told := regexp.MustCompile(`data-place="([^"]*)" data-former="([^"]*)"`).FindStringSubmatch(text)
		if told == nil {
			t.Fatalf("%s is told nothing: %s", page, text)
		}
		var place web.Place
		var names []string
		if err := errors.Join(json.Unmarshal([]byte(html.UnescapeString(told[1])), &place), json.Unmarshal([]byte(html.UnescapeString(told[2])), &names)); err != nil || place != web.PlaceOf(path) || !slices.Equal(names, former) {
			t.Errorf("%s is told %+v and %q, %v", page, place, names, err)
		}
	}
	for _, page := range []string{"/check", "/files.json"} {
		_, text := get(t, s.URL+page)
		for _, secret := range append([]string{path, web.PlaceOf(path).Name}, former...) {
			if strings.Contains(text, secret) {
				t.Errorf("%s has %s", page, secret)
			}
		}
	}
	if resp, script := get(t, s.URL+"/trap/sw.js", "Service-Worker", "script"); !strings.Contains(script, "unregister()") || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/javascript") || resp.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("in the place of a stranger's service worker: %v %s", resp.Header, script)
	}
}

// scriptIn returns the script of the worker that stands in a page.
func scriptIn(t *testing.T, page string) string {
	t.Helper()
	_, after, there := strings.Cut(page, `<template id="worker">`)
	script, _, ended := strings.Cut(after, "</template>")
	if !there || !ended {
		t.Fatalf("the page has no worker: %s", page)
	}
	return html.UnescapeString(script)
}

// loads finds what a page loads, with its hash.
var loads = regexp.MustCompile(`<(?:script|link|div)[^>]* (?:src|href|data-from)="([^"]*)"(?: (?:data-)?integrity="([^"]*)")?`)

// TestEverythingIsChecked: whatever the pages of guests load has its hash in the page, and
// nobody may keep any answer but the pieces of the node's program. Addresses begin where the page
// is, so all but those are below the path of the invitation.
func TestEverythingIsChecked(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte("\x00asm"))
	z.Close()
	p := guest.New()
	p.SetPrograms(func(string) (wasm.Program, error) {
		return wasm.Program{Gzip: packed.Bytes(), Exec: []byte("class Go {}")}, nil
	})
	if err := p.Open(invitation, path, shelf, former, "ana", ""); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(p)
	defer s.Close()
	defer p.Close()
	paths := []string{"/files.json", "/none"}
	for _, page := range []string{"/", "/screen", "/check"} {
		paths = append(paths, page)
		_, text := get(t, s.URL+page)
		if regexp.MustCompile(`(?:src|href|data-program|data-from)="(?:/|[a-z]+://)`).MatchString(text) {
			t.Errorf("%s leads to elsewhere: %s", page, text)
		}
		for _, m := range loads.FindAllStringSubmatch(text, -1) {
			if strings.HasPrefix(m[1], "data:") {
				continue
			}
			paths = append(paths, "/"+m[1])
			if _, content := get(t, s.URL+"/"+m[1]); html.UnescapeString(m[2]) != web.Integrity(sha256.Sum256([]byte(content))) {
				t.Errorf("%s loads %s, and checks %q", page, m[1], m[2])
			}
		}
	}
	_, text := get(t, s.URL)
	if len(paths) < 8 {
		t.Errorf("the page loads %q", paths)
	}
	stays := map[string]bool{}
	for _, m := range regexp.MustCompile(`"((`+shelf+`/)?wasm/[^"]*)"(,"integrity":"sha256-)?`).FindAllStringSubmatch(scriptIn(t, text), -1) {
		path := "/" + strings.TrimPrefix(m[1], "/")
		paths = append(paths, path)
		stays[path] = m[2] != ""
		if stays[path] != (m[3] != "") || stays[path] != strings.HasSuffix(path, ".part") {
			t.Errorf("the worker fetches %s", m[0])
		}
	}
	if !slices.Contains(slices.Collect(maps.Values(stays)), true) {
		t.Error("nothing lies on the shelf")
	}
	_, text = get(t, s.URL+"/check")
	checked := regexp.MustCompile(`data-program="(wasm/[^"]*)" data-integrity="([^"]*)"`).FindStringSubmatch(text)
	if checked == nil || html.UnescapeString(checked[2]) != web.Integrity(sha256.Sum256([]byte("\x00asm"))) {
		t.Errorf("the page that checks logs fetches %q", checked)
	}
	for _, path := range paths {
		want := "no-store"
		if stays[path] {
			want = "public, max-age=31536000, immutable"
		}
		if resp, _ := get(t, s.URL+path); resp.Header.Get("Cache-Control") != want || resp.Header.Get("ETag") != "" && !strings.HasPrefix(path, "/get/") {
			t.Errorf("whether %s may be kept: %v", path, resp.Header)
		}
	}
}

// TestNotBuilt: without programs for browsers the invitation says so, and there is no page
// that could not start.
func TestNotBuilt(t *testing.T) {
	p := guest.New()
	p.SetPrograms(func(string) (wasm.Program, error) { return wasm.Program{}, wasm.ErrNotBuilt })
	if err := p.Open(invitation, path, shelf, former, "ana", ""); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(p)
	defer s.Close()
	defer p.Close()
	if _, front := get(t, s.URL); !strings.Contains(front, "built without the page") || strings.Contains(front, `id="naming"`) {
		t.Errorf("the invitation: %s", front)
	}
	for _, path := range []string{"/screen", "/check"} {
		if resp, _ := get(t, s.URL+path); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, resp.Status)
		}
	}
}

// TestFacesOfATable: those at a table look on the page of the invitation as they do everywhere; computer
// players have a robot, and nothing is asked of them.
func TestFacesOfATable(t *testing.T) {
	asked := 0
	text, err := json.Marshal(guest.New().Faces(api.Offer{Taken: []string{"Ana", "Ada", "Al", "Zoe 🦊"}, Bots: 1}, func(list []api.Person) ([]int, error) {
		asked = len(list)
		return []int{3, 11, 7}, nil
	}))
	if want := `[{"class":"p3 two","letters":"An"},{"class":"bot"},{"class":"p3 hue6 two","letters":"Al"},{"class":"p7","letters":"🦊"}]`; err != nil || string(text) != want || asked != 3 {
		t.Errorf("%s of %d, %v", text, asked, err)
	}
}
