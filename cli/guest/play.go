package guest

import (
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"fives/cli/web"
)

// playPolicy is the policy of the page to play on and of the screen, and of their workers. Beyond the usual one it
// allows a WebAssembly program, and WebSockets to the nodes of this network.
var playPolicy = strings.NewReplacer("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'", "connect-src 'self' ws:").Replace(web.Policy) + "; worker-src blob:"

//go:embed worker.js
var workerScript string

// screen serves the screen for a room: its node runs in its worker.
func (n *invitation) screen(w http.ResponseWriter, r *http.Request) {
	writePage(w, r, func(w io.Writer) error {
		return web.Screen(w, "web/", n.site.worker(n.shelf), web.PlaceOf(n.path), n.former)
	})
}

// writePage writes a page, compressed if the browser can unpack it: the page holds the script of Go
// for its programs, and guides of all games, for which a phone would wait before anything is drawn.
func writePage(w http.ResponseWriter, r *http.Request, write func(io.Writer) error) {
	allow(w, playPolicy)
	if !unpacks(r) {
		_ = write(w) // nobody may be reading
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(w)
	_ = errors.Join(write(z), z.Close()) // nor here
}

// unpacks reports whether the client can unpack an answer.
func unpacks(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") }

// worker is the script that fetches the node's program from the shelf, checks it and runs it.
func (s *site) worker(shelf string) string {
	var on []piece
	for _, p := range s.node {
		on = append(on, piece{shelf + "/" + p.Address, p.Integrity})
	}
	pieces, _ := json.Marshal(on) // strings can always be written
	return string(s.files[s.names["exec"]].content) + "\n" + fmt.Sprintf(workerScript, s.verifier(), pieces)
}

// verifier tells the node in a page, as JSON, where its reports get their verifier: null if
// there is none.
func (s *site) verifier() []byte {
	piece := func(name string) web.ServedFile {
		return web.ServedFile{Address: s.names[name], SHA256: fmt.Sprintf("%x", s.files[s.names[name]].sum)}
	}
	var v *web.ServedVerifier
	if s.names["verifier"] != "" {
		v = &web.ServedVerifier{Program: piece("verifier"), Exec: piece("exec")}
	}
	text, _ := json.Marshal(v) // strings can always be written
	return text
}
