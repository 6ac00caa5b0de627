package web

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"strings"
	"sync"

	"fives/cli/cards"
)

//go:embed static
var static embed.FS

//go:embed shell.html
var shell string

var shellPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("shell").Parse(shell))
})

// Policy is the content security policy of the page, if all it needs comes from the
// same place: its modules, its style, and what it asks for.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Shell writes the page. It is the same for everybody, and holds nothing to be kept
// secret. Its requests go to where it came from; or, if a worker is named, to the node
// that runs in the Web Worker with that script. The modules are below base, "web/" if
// [Files] are served there.
func Shell(w io.Writer, base, worker string) error {
	return shellPage().Execute(w, struct{ Base, Worker string }{base, worker})
}

// Files serves the modules and the style of the page, below /web/.
func Files() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/web/")
		content, err := static.ReadFile("static/" + name)
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "", http.StatusMethodNotAllowed)
			return
		case err != nil:
			http.NotFound(w, r)
			return
		case name == "style.css":
			content = append([]byte(cards.Style), content...)
		}
		w.Header().Set("Content-Type", media(name))
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		_, _ = w.Write(content) // a page that has gone needs no answer
	})
}

// Digest is a hash over all that the page is made of.
func Digest() [sha256.Size]byte {
	hash := sha256.New()
	fmt.Fprintf(hash, "%d %s%d %s", len(shell), shell, len(cards.Style), cards.Style)
	entries, _ := static.ReadDir("static") // by name; it is in the program
	for _, e := range entries {
		content, _ := static.ReadFile("static/" + e.Name())
		fmt.Fprintf(hash, "%s %d %s", e.Name(), len(content), content)
	}
	return [sha256.Size]byte(hash.Sum(nil))
}

// media is what a file is, whatever the system's own table says.
func media(name string) string {
	if strings.HasSuffix(name, ".css") {
		return "text/css; charset=utf-8"
	}
	return "text/javascript; charset=utf-8"
}
