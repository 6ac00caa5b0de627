package web

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPlaceOf: each invitation has a place of its own with several databases; neither their names
// nor their keys tell its secret, or each other.
func TestPlaceOf(t *testing.T) {
	seen := map[string]bool{}
	for _, secret := range []string{"k7fdo2xn4wqb", "k7fdo2xn4wqc"} {
		p := PlaceOf(secret)
		for n := range NodePlaces {
			name, key := p.Database(n)
			if seen[name] || seen[string(key[:])] || strings.Contains(name, secret[:4]) || strings.Contains(name, string(key[:4])) || !strings.HasPrefix(name, p.Name) {
				t.Errorf("%q, %x, after %v", name, key, seen)
			}
			seen[name], seen[string(key[:])] = true, true
		}
	}
	_, a := Place{Name: "fives", Secret: "a"}.Database(0)
	if _, b := (Place{Name: "fives", Secret: "b"}).Database(0); a == b {
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
