package netnstest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"strings"
	"testing"
)

// process keeps the names of two test processes apart.
var process = rand.Text()

// Network is the name of a network that only the nodes of this test are on.
// Those that a test begins are to use it, so that they find each other and
// nobody else, whatever runs beside them: without a namespace, too.
func Network(t testing.TB) string { return NetworkOf(t.Name()) }

// NetworkOf is the network of something else that has a name of its own in this
// process, such as a script.
func NetworkOf(name string) string {
	sum := sha256.Sum256([]byte(process + name))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:9])
}
