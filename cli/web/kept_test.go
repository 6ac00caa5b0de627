package web

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPlaceOf: each invitation has places of its own, one for players and one for screens;
// neither their names nor their keys tell its secret, or each other.
func TestPlaceOf(t *testing.T) {
	seen := map[string]bool{}
	for _, secret := range []string{"k7fdo2xn4wqb", "k7fdo2xn4wqc"} {
		for _, screen := range []bool{false, true} {
			p := PlaceOf(secret, screen)
			key := p.Key()
			if p != PlaceOf(secret, screen) || seen[p.Name] || seen[string(key[:])] || strings.Contains(p.Name, secret[:4]) || strings.Contains(p.Name, string(key[:4])) {
				t.Errorf("%+v, %x, after %v", p, key, seen)
			}
			seen[p.Name], seen[string(key[:])] = true, true
		}
	}
	if (Place{Name: "fives", Secret: "a"}).Key() == (Place{Name: "fives", Secret: "b"}).Key() {
		t.Error("the key of a place follows from its name")
	}
}

// origin matches what a script reads of what its origin keeps, or of what was there before it.
var origin = regexp.MustCompile(`\b(localStorage|sessionStorage|indexedDB|caches|BroadcastChannel|SharedWorker|cookieStore|window\.name|opener|document\.(cookie|referrer)|history\.state|serviceWorker)\b`)

// TestOrigin: only these scripts read what an origin keeps, where others may have left
// something: each reads under names that nobody could know before, or to see that nothing is
// there.
func TestOrigin(t *testing.T) {
	allowed := map[string][]string{
		"early.js":     {"localStorage", "indexedDB", "serviceWorker"}, // under the names of its places
		"kept.js":      {"localStorage"},                               // the same
		"app.js":       {"indexedDB"},                                  // which of its places there are
		"transport.js": {"sessionStorage"},                             // a session, which opens the door of whoever has given it
	}
	files, err := filepath.Glob("static/*.js")
	more, err2 := filepath.Glob("../guest/*.js")
	if err != nil || err2 != nil || len(files) < 15 || len(more) < 2 {
		t.Fatal(files, more, err, err2)
	}
	for _, name := range append(files, more...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		code := regexp.MustCompile(`(?m)^\s*//.*$`).ReplaceAllString(string(text), "")
		for _, uses := range origin.FindAllString(code, -1) {
			if !strings.Contains(strings.Join(allowed[filepath.Base(name)], " "), uses) {
				t.Errorf("%s reads %s, where others may have left something", name, uses)
			}
		}
	}
}
