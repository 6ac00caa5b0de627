package web

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
)

// A Place is where a page keeps its own things in its browser: the database of its node, and
// the entries of the local storage that begin with its name. All pages of an origin can see
// both names, and to a browser an origin is an address, which others may have had before or may
// get later. So the name of a place must not give away its secret.
type Place struct {
	Name string `json:"name"`
	// Secret is a part of an address that only the guests of one invitation know. Whoever lacks
	// it cannot know the name before the place exists, cannot read what is there, and cannot
	// write anything that the page would take for its own. It is "" if no node runs in the
	// page.
	Secret string `json:"secret,omitempty"`
}

// PlaceOf returns the place of a player's page, or of a screen, at an invitation.
func PlaceOf(secret string, screen bool) Place {
	kind := "fives"
	if screen {
		kind = "fives-screen"
	}
	sum := sha256.Sum256([]byte("fives place\x00" + kind + "\x00" + secret))
	return Place{fmt.Sprintf("%s %x", kind, sum[:10]), secret}
}

// PlacesOf returns the places of an invitation and of former ones.
func PlacesOf(secrets []string, screen bool) (all []Place) {
	for _, secret := range secrets {
		all = append(all, PlaceOf(secret, screen))
	}
	return all
}

// Key returns the key that seals the database.
func (p Place) Key() [sha256.Size]byte {
	return sha256.Sum256([]byte("fives seal\x00" + p.Name + "\x00" + p.Secret))
}

// encodePlaces writes places for the page, its own place first.
func encodePlaces(places []Place) string {
	text, _ := json.Marshal(places) // strings can always be written
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
