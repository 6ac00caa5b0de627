package api

import (
	"crypto/sha256"
	"fmt"
)

// placeDomain begins what the names of places are made of.
const placeDomain = "fives/4 place\x00"

// PlaceName returns the name under which the pages of an invitation keep their things in a
// browser (PROTOCOL §2.4). path is the secret part of the invitation's address, which the name
// does not tell.
func PlaceName(path string) string {
	sum := sha256.Sum256([]byte(placeDomain + path))
	return fmt.Sprintf("fives %x", sum[:10])
}
