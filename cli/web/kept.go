package web

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"

	"fives/p2p/api"
)

// A Place is where a page keeps its own things in its browser: the databases of its nodes, and
// the entries of the local storage, all of which begin with its name. All pages of an origin can
// see these names, and to a browser an origin is an address, which others may have had before or
// may get later. So the name of a place must not give away its secret.
type Place struct {
	Name string `json:"name"`
	// Secret is a part of an address that only the guests of one invitation know. Whoever lacks
	// it cannot know the name before the place exists, cannot read what is there, and cannot
	// write anything that the page would take for its own. It is "" if no node runs in the
	// page.
	Secret string `json:"secret,omitempty"`
}

// PlaceOf returns the place of the page of an invitation.
func PlaceOf(secret string) Place { return Place{api.PlaceName(secret), secret} }

// NodePlaces is how many nodes a page can keep: a person may begin anew, and come back to the key
// from before.
const NodePlaces = 8

// Database returns the name of the database of one of the page's nodes, which are numbered from 0,
// and the key that seals it.
func (p Place) Database(n int) (name string, key [sha256.Size]byte) {
	name = p.Name
	if n > 0 {
		name = fmt.Sprintf("%s %d", p.Name, n)
	}
	return name, sha256.Sum256([]byte("fives seal\x00" + name + "\x00" + p.Secret))
}

// encode writes a value for the page.
func encode(v any) string {
	text, _ := json.Marshal(v) // strings can always be written
	return string(text)
}

// EndWorker answers a browser that asks for the script of a service worker, and reports whether
// it has. No page here has a service worker, so this one belongs to somebody who had the
// address before, and it would stand between the browser and all that comes from here. The
// answer is a script that takes its place and removes it. There can only be one where a browser
// trusts the address, as on loopback.
func EndWorker(w http.ResponseWriter, r *http.Request) bool {
	if r.Header.Get("Service-Worker") == "" {
		return false
	}
	script, _ := static.ReadFile("static/end.js") // it is part of the program
	h := w.Header()
	h.Set("Content-Type", media("end.js"))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(script) // nobody is left to read the answer
	return true
}
