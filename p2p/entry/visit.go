package entry

import (
	"crypto/ed25519"
	"encoding/hex"
	"net/url"

	"fives/engine/record"
)

// With a visit, a node in a page proves to the laptop that invites that it has its key. It holds
// for one invitation.
const visitDomain = "fives/4 visit\x00"

// SignVisit returns the query that proves a node's key at an invitation.
func SignVisit(node ed25519.PrivateKey, path string) string {
	key := record.KeyOf(node)
	proof := ed25519.Sign(node, visitBytes(key, path))
	return url.Values{"node": {hex.EncodeToString(key[:])}, "proof": {hex.EncodeToString(proof)}}.Encode()
}

// Visitor returns the key that a query proves at an invitation; ok is false if it proves none.
func Visitor(q url.Values, path string) (key record.Key, ok bool) {
	node, err := hex.DecodeString(q.Get("node"))
	proof, err2 := hex.DecodeString(q.Get("proof"))
	if err != nil || err2 != nil || len(node) != len(key) {
		return key, false
	}
	key = record.Key(node)
	return key, ed25519.Verify(key[:], visitBytes(key, path), proof)
}

func visitBytes(key record.Key, path string) []byte {
	return append(append([]byte(visitDomain), key[:]...), path...)
}

// Said is what the laptop that invites says of a key that lies in a browser.
type Said struct {
	Of     string  `json:"of"`               // the name of who invites
	Played *Played `json:"played,omitempty"` // nil if the key has had no seat at a table that has begun
}

// Played says what a key has played at an invitation, with the laptop that invites at the table.
type Played struct {
	Name  string   `json:"name"`
	Game  string   `json:"game,omitempty"` // its title, "" if the laptop has forgotten the table
	With  []string `json:"with,omitempty"` // the others at the table
	Hand  int      `json:"hand,omitempty"`
	Over  bool     `json:"over,omitempty"` // the game is
	Since int64    `json:"since"`          // when the key was first seen in a seat, in milliseconds since 1970
	Here  bool     `json:"here,omitempty"` // it has last answered from the address that asks
}
