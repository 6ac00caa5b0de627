package report

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io"
	"sync"
	"time"

	"fives/cli/cards"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/cli/wasm"
	"fives/engine/story"
)

// ErrNothing says that there is no game to report on: the seats were never all taken.
var ErrNothing = errors.New("report: nobody has sat down at this table yet")

//go:embed page.html
var frame string

//go:embed style.css
var looks string

// style is the style of the page: the cards, the panel, and everything around them.
var style = "@font-face{font-family:Fives;src:url(data:font/woff2;base64," + base64.StdEncoding.EncodeToString(cards.Font) + ");font-weight:700}\n" + cards.Style + PanelStyle + looks

var tmpl = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{"class": shown.Sign.Class, "faces": cards.Faces, "file": (*part).file, "moves": (*handSection).Moves, "group": cards.Chips, "said": cards.Sentence, "signed": signedNumber, "rule": say.Rule, "botkey": func() string { return say.BotKey }, "date": calendar{time.UTC}.date}).Parse(frame))
})

// Options are the options of a report.
type Options struct {
	Zone *time.Location // for times, beside UTC
	// Check is the program (cmd/proof) with which the page can check its logs again in its
	// reader's browser. If it is nil, the page runs no script.
	Check *wasm.Program
	// Faces returns the numbers of the players' faces; nil draws them as by somebody who has never met
	// them.
	Faces shown.Numbers
	// Lessons says of each hand what its players should have played (engine/teach), which takes
	// a second or two a hand.
	Lessons bool
}

// Write writes the report on a table and the tables that continue it, in that order
// ([story.InOrder]). What the stories tell must have been verified: a caller that got an error
// from [story.Read] may pass only stories whose fault is proved. It ends with ctx.
func Write(ctx context.Context, w io.Writer, stories []*story.Story, o Options) error {
	for _, s := range stories {
		if s.Terms == nil {
			return ErrNothing
		}
	}
	if len(stories) == 0 {
		return ErrNothing
	}
	dates := calendar{o.Zone}
	own, err := tmpl().Clone()
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	p := newPage(stories, o, dates)
	if o.Lessons {
		if err := p.teach(ctx); err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
	if o.Check != nil {
		if err := p.carry(*o.Check); err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
	out := bufio.NewWriter(w)
	if err := own.Funcs(template.FuncMap{"date": dates.date}).Execute(out, p); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// policy allows the style sheet of the page and nothing else. The empty icon keeps browsers
// from asking a server for one.
func policy() string {
	return "default-src 'none'; img-src data:; font-src data:; style-src " + SourceHash(style) + "; base-uri 'none'; form-action 'none'"
}
