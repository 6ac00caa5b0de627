package web

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
)

// A Place is where a page keeps what is its own in its browser: the database of its node,
// and the entries of the local storage that begin with its name. All pages of an origin can
// see the names of both, and to a browser an origin is an address, which others may have had
// before or have later. So the name of a place tells nothing of its secret.
type Place struct {
	Name string `json:"name"`
	// Secret is a part of an address which only the guests of one invitation know. Who has not
	// got it can neither know the name before there is such a place, nor read what is there, nor
	// write what would be taken for the page's. It is "" where no node is in the page.
	Secret string `json:"secret,omitempty"`
}

// PlaceOf is the place of a player's page, or of a screen, at an invitation.
func PlaceOf(secret string, screen bool) Place {
	kind := "fives"
	if screen {
		kind = "fives-screen"
	}
	sum := sha256.Sum256([]byte("fives place\x00" + kind + "\x00" + secret))
	return Place{fmt.Sprintf("%s %x", kind, sum[:10]), secret}
}

// PlacesOf are those of an invitation and of former ones.
func PlacesOf(secrets []string, screen bool) (all []Place) {
	for _, secret := range secrets {
		all = append(all, PlaceOf(secret, screen))
	}
	return all
}

// Key is that of the seal on the database.
func (p Place) Key() [sha256.Size]byte {
	return sha256.Sum256([]byte("fives seal\x00" + p.Name + "\x00" + p.Secret))
}

// written is how a page has its places, the one that it is at first.
func written(places []Place) string {
	text, _ := json.Marshal(places) // texts can be written
	return string(text)
}

// EndWorker answers a browser that asks for the script of a service worker, and reports
// whether it has. No page here has one, so it is that of somebody who had this address before:
// it would stand between the browser and all that comes from here. The answer takes its place,
// and removes it. Only where a browser trusts the address, as on loopback, can there be one.
func EndWorker(w http.ResponseWriter, r *http.Request) bool {
	if r.Header.Get("Service-Worker") == "" {
		return false
	}
	script, _ := static.ReadFile("static/end.js") // it is in the program
	h := w.Header()
	h.Set("Content-Type", media("end.js"))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(script) // a browser that has gone needs no answer
	return true
}
