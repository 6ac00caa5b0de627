package entry

import (
	"crypto/ed25519"
	"net/url"
	"strings"
	"testing"

	"fives/engine/record"
)

// TestVisitor: a key is proved at one invitation, by its own signature only.
func TestVisitor(t *testing.T) {
	_, zoe, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, mallory, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	const path, other = "k7fdo2xn4wqb", "mm3aqy5zt6vc"
	read := func(query string) url.Values {
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	good, theirs := read(SignVisit(zoe, path)), read(SignVisit(mallory, path))
	if key, ok := Visitor(good, path); !ok || key != record.KeyOf(zoe) {
		t.Errorf("zoe's own proof: %x, %v", key, ok)
	}
	with := func(name, value string) url.Values {
		return url.Values{"node": good["node"], "proof": good["proof"], name: {value}}
	}
	for what, q := range map[string]url.Values{
		"nothing":                 {},
		"no proof":                with("proof", ""),
		"the proof of another":    with("proof", theirs.Get("proof")),
		"the key of another":      with("node", theirs.Get("node")),
		"no key":                  with("node", ""),
		"half a key":              with("node", good.Get("node")[:32]),
		"no digits":               with("node", strings.Repeat("z", 64)),
		"a longer proof":          with("proof", good.Get("proof")+"00"),
		"one for another evening": read(SignVisit(zoe, other)),
	} {
		if key, ok := Visitor(q, path); ok {
			t.Errorf("%s: %x is taken", what, key)
		}
	}
}
