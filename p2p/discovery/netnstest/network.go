package netnstest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"strings"
	"testing"
)

// process makes the names of two test processes different.
var process = rand.Text()

// Network returns the name of a network for the nodes of one test. If all of them use it, they find each
// other and nobody else, whatever runs beside them, even without a namespace.
func Network(t testing.TB) string { return NetworkOf(t.Name()) }

// NetworkOf returns the name of a network for something else with a name that is unique in this process,
// such as a script.
func NetworkOf(name string) string {
	sum := sha256.Sum256([]byte(process + name))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:9])
}
