package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"strconv"
	"time"

	"fives/cli/phrase"
	"fives/cli/report"
	"fives/cli/shown"
	"fives/cli/words"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/story"
	"fives/p2p/control"
)

// A tale is a log that was verified, or is being verified, kept for further steps.
type tale struct {
	sum     [sha256.Size]byte
	done    chan struct{} // closed when the rest is there
	records []record.Record
	stories []*story.Story
	err     error
}

// read fetches the log of a table and verifies it, unless that has been done, or is being
// done. A fault that the log proves is no error: the story ends with it.
func (s *site) read(ctx context.Context, table string) (*tale, error) {
	var log bytes.Buffer
	if err := s.client.Log(ctx, table, &log); err != nil {
		return nil, err
	}
	t, first := s.tale(sha256.Sum256(log.Bytes()))
	if first {
		defer close(t.done)
		t.records, t.stories, t.err = s.verify(&log)
		return t, t.err
	}
	select {
	case <-t.done:
		return t, t.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// tale is that of a log, and whether whoever asks is the first to do so, and has to verify
// it. Nothing is locked meanwhile: screens of other tables wait for no proof.
func (s *site) tale(sum [sha256.Size]byte) (t *tale, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lastTale != nil && s.lastTale.sum == sum {
		return s.lastTale, false
	}
	s.lastTale = &tale{sum: sum, done: make(chan struct{})}
	return s.lastTale, true
}

// verified reads a log and what its proofs hold.
func verified(log io.Reader, o audit.Options) ([]record.Record, []*story.Story, error) {
	records, err := audit.ReadLog(log)
	if err != nil {
		return nil, nil, err
	}
	stories, err := story.Read([][]record.Record{records}, games.Find, o)
	var blame *audit.BlameError
	if errors.As(err, &blame) {
		err = nil
	}
	return records, stories, err
}

// A replayPage is a place in a game, and where one can go from there.
type replayPage struct {
	ID    string
	Page  tablePage
	Said  template.HTML
	At, N int // from 1
	Eyes  int
	Whose []choice
	Steps []choice
	None  bool // nothing has been played yet
}

// A choice is a place to go to, or eyes to look with.
type choice struct {
	Label string
	Value int
	On    bool
}

func (s *site) replay(ctx context.Context, r *http.Request) (string, any, error) {
	t, err := s.read(ctx, r.PathValue("table"))
	if err != nil {
		return "", nil, err
	}
	list := shown.Places(t.stories)
	if len(list) == 0 {
		return "replay", replayPage{ID: r.PathValue("table"), None: true}, nil
	}
	q := r.URL.Query()
	at, _ := strconv.Atoi(q.Get("at"))
	at = max(0, min(at-1, len(list)-1))
	p := list[at]
	eyes, err := strconv.Atoi(q.Get("eyes"))
	if seats := len(p.Story.Report.Seats); err != nil || eyes < story.Everybody || eyes >= seats {
		eyes = story.Everybody
	}
	page := newTablePage(shown.Frame(p, eyes), control.Moves{})
	page.Hand = nil // it is seen at the seat, like the others'
	v := replayPage{ID: r.PathValue("table"), Page: page, At: at + 1, N: len(list), Eyes: eyes, Said: sentence(p, eyes)}
	for _, e := range append([]int{story.Everybody, story.Onlooker}, seatsOf(p.Story)...) {
		v.Whose = append(v.Whose, choice{words.Capital(shown.Whose(p.Story, e)), e, e == eyes})
	}
	for _, step := range []struct {
		label string
		by    int
		is    func(shown.Place) bool
	}{{"Hand before", -1, shown.IsHand}, {"Move before", -1, shown.IsMove}, {"Next move", 1, shown.IsMove}, {"Next hand", 1, shown.IsHand}} {
		v.Steps = append(v.Steps, choice{Label: step.label, Value: shown.Seek(list, at, step.by, step.is) + 1})
	}
	return "replay", v, nil
}

func seatsOf(s *story.Story) []int {
	list := make([]int, len(s.Report.Seats))
	for i := range list {
		list[i] = i
	}
	return list
}

// sentence says what happened at a place.
func sentence(p shown.Place, eyes int) template.HTML {
	marks := p.Of().View(p.Moment, story.Onlooker).Marks
	var html template.HTML
	for _, w := range p.Story.Words(p.Of(), p.Moment, eyes) {
		if w.Text != "" {
			html += template.HTML(template.HTMLEscapeString(words.Clean(w.Text)))
		} else {
			html += chip(marks, w.Card)
		}
	}
	return html
}

// report is the page of a game that was verified here, as a file of its own. It carries
// the log and the verifier, if the verifier can be had.
func (s *site) report(w http.ResponseWriter, r *http.Request) {
	t, err := s.read(r.Context(), r.PathValue("table"))
	var page bytes.Buffer
	if err == nil {
		o := report.Options{Zone: time.Local}
		if s.verifier != nil {
			if program, missing := s.verifier(r.Context()); missing == nil {
				o.Check = &report.Check{Program: program, Logs: [][]record.Record{t.records}}
			} else {
				w.Header().Set(SayHeader, "The report is saved without the program that checks it: this page came from a laptop that does not answer, or has another program by now.")
			}
		}
		err = report.Write(&page, t.stories, o)
	}
	if err != nil {
		refuse(w, err)
		return
	}
	file(w, r.PathValue("table"), "html", "text/html; charset=utf-8", page.Bytes())
}

// log is the log of a table, which anybody can verify.
func (s *site) log(w http.ResponseWriter, r *http.Request) {
	var log bytes.Buffer
	if err := s.client.Log(r.Context(), r.PathValue("table"), &log); err != nil {
		refuse(w, err)
		return
	}
	file(w, r.PathValue("table"), "jsonl", "application/jsonl", log.Bytes())
}

// file answers with a file to be saved.
func file(w http.ResponseWriter, table, kind, media string, content []byte) {
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "fives-"+phrase.Short(words.Clean(table))+"."+kind))
	_, _ = w.Write(content) // a page that has gone needs no answer
}
