package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"strings"
	"sync"

	"fives/cli/wasm"
)

// PanelStyle is the style sheet of a panel.
//
//go:embed check.css
var PanelStyle string

//go:embed check.js
var panelScript string

//go:embed panel.html
var panelFrame string

var panelTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("panel").Funcs(template.FuncMap{"carried": Panel.carriedProgram, "text": carriedLog.text}).Parse(panelFrame))
})

// A Panel is the place where logs are checked.
type Panel struct {
	Program wasm.Program
	At      string // the address of the program; "" if the page carries it
	// Integrity is the hash of what a browser gets there, "" for any (see the attribute of that
	// name in HTML).
	Integrity string
	Logs      []carriedLog // if none, the reader chooses files
	Partial   bool         // a game need not have ended
}

// A carriedLog is a log that the page carries.
type carriedLog struct {
	Name    string // of the file, if the reader saves it
	Content []byte
}

// HTML returns the panel with its script.
func (p Panel) HTML() (template.HTML, error) {
	source := p.script()
	if strings.Contains(strings.ToLower(source), "</script") || strings.Contains(source, "<!--") {
		return "", errors.New("the script cannot stand in a page")
	}
	var b strings.Builder
	if err := panelTemplate().Execute(&b, p); err != nil {
		return "", fmt.Errorf("the panel: %w", err)
	}
	return template.HTML(b.String() + "<script>" + source + "</script>\n"), nil
}

// Policy returns what a content security policy must allow.
func (p Panel) Policy() string {
	return "script-src " + SourceHash(p.script()) + " 'wasm-unsafe-eval'; worker-src blob:"
}

// SourceHash returns how a content security policy names a style sheet or a script that stands
// in the page itself.
func SourceHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func (p Panel) script() string { return string(p.Program.Exec) + "\n" + panelScript }

// carriedProgram returns the program, for a page that carries it.
func (p Panel) carriedProgram() template.HTML {
	if p.At != "" {
		return ""
	}
	return template.HTML(base64.StdEncoding.EncodeToString(p.Program.Gzip))
}

// text returns the content.
func (l carriedLog) text() string { return string(l.Content) }
