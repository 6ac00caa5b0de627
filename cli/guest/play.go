package guest

import (
	_ "embed"
	"encoding/json"
	"fmt"
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
func (n *invitation) screen(w http.ResponseWriter, _ *http.Request) {
	allow(w, playPolicy)
	_ = web.Screen(w, "web/", n.site.worker(n.shelf), web.PlaceOf(n.path), n.former) // nobody may be reading
}

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
