package report

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io"
	"time"

	"fives/cli/cards"
	"fives/engine/story"
)

// ErrNothing says that there is no game to report on: the seats were never all
// taken.
var ErrNothing = errors.New("report: nobody has sat down at this table yet")

//go:embed page.html
var frame string

//go:embed style.css
var looks string

// style is that of the page: the cards, and all around them.
var style = cards.Style + looks

var tmpl = template.Must(template.New("page").Funcs(template.FuncMap{"faces": cards.Faces, "group": cards.Chips, "said": sentence, "signed": signed, "date": calendar{time.UTC}.date}).Parse(frame))

// Write writes the report on a table and the tables that continue it, in that
// order. What the stories tell must have been verified: a caller that got an
// error from [story.Read] hands over only stories whose fault is proved. Beside UTC,
// times are those of a zone.
func Write(w io.Writer, stories []*story.Story, zone *time.Location) error {
	for _, s := range stories {
		if s.Terms == nil {
			return ErrNothing
		}
	}
	if len(stories) == 0 {
		return ErrNothing
	}
	dates := calendar{zone}
	own, err := tmpl.Clone()
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	out := bufio.NewWriter(w)
	if err := own.Funcs(template.FuncMap{"date": dates.date}).Execute(out, newPage(stories, dates)); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// policy allows the style sheet of the page and nothing else. The empty icon
// keeps browsers from asking a server for one.
func policy() string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; img-src data:; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; form-action 'none'"
}
