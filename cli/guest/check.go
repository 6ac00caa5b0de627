package guest

import (
	"crypto/sha256"
	_ "embed"
	"html/template"
	"net/http"
	"sync"

	"fives/cli/report"
	"fives/cli/wasm"
	"fives/cli/web"
)

//go:embed check.html
var checkText string

var checkPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("check").Parse(checkText))
})

// A logPage is the page that checks any log, in the visitor's browser.
type logPage struct {
	panel report.Panel
	html  template.HTML
}

// newLogPage makes the page for the verifier at an address; sum is the hash of what a browser
// gets there.
func newLogPage(p wasm.Program, at string, sum [sha256.Size]byte) (*logPage, error) {
	panel := report.Panel{Program: p, At: at, Integrity: web.Integrity(sum)}
	html, err := panel.HTML()
	return &logPage{panel, html}, err
}

func (l *logPage) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	style := plainStyle + report.PanelStyle
	allow(w, policy(style, l.panel.Policy()))
	_ = checkPage().Execute(w, struct { // nobody may be reading
		Style template.CSS
		Panel template.HTML
	}{template.CSS(style), l.html})
}
