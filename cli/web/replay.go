package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"fives/cli/cards"
	"fives/cli/report"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/story"
	"fives/engine/teach"
	"fives/p2p/api"
)

// A tale is a game that has been verified, or is being verified, and is kept for further
// requests.
type tale struct {
	sum     [sha256.Size]byte // of its logs
	done    chan struct{}     // closed when stories and what follows are set
	stories []*story.Story    // of its tables, the first one first
	err     error
}

// read fetches the logs of a table and of the tables before it, and verifies them unless that
// has been done or is being done. A fault that a log proves is not an error: its story ends
// there.
func (s *site) read(ctx context.Context, table string) (*tale, error) {
	game, err := s.client.Game(ctx, table)
	if err != nil {
		return nil, err
	}
	logs := game.Unbroken()
	t, first := s.tale(sumOf(logs))
	if first {
		defer close(t.done)
		t.stories, t.err = s.verify(logs)
		return t, t.err
	}
	select {
	case <-t.done:
		return t, t.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func sumOf(logs [][]record.Record) (sum [sha256.Size]byte) {
	h := sha256.New()
	for _, log := range logs {
		_ = audit.WriteLog(h, log) // writing to a hash cannot fail
	}
	h.Sum(sum[:0])
	return sum
}

// tale returns the tale of a game. first says that the caller is the first to ask for it and
// has to verify it. No lock is held meanwhile, so screens of other tables never wait for a
// proof.
func (s *site) tale(sum [sha256.Size]byte) (t *tale, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lastTale != nil && s.lastTale.sum == sum {
		return s.lastTale, false
	}
	s.lastTale = &tale{sum: sum, done: make(chan struct{})}
	return s.lastTale, true
}

// verifyStories returns the stories of a game's logs, if their proofs hold.
func verifyStories(logs [][]record.Record, o audit.Options) ([]*story.Story, error) {
	stories, err := story.Read(logs, games.Find, o)
	var blame *audit.BlameError
	if errors.As(err, &blame) {
		err = nil
	}
	return stories, err
}

// A replayPage is a place in a game, and where the viewer can go from there.
type replayPage struct {
	ID      string
	Page    tablePage
	Said    template.HTML
	At, N   int // from 1
	Eyes    int
	Whose   []choice
	Steps   []choice
	None    bool // nothing has been played yet
	Teaches int  // the number of the hand that is settled here, 0 for none
}

// A choice is a place to go to, or somebody whose eyes to look with.
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
	whose := lookers(t.stories)
	eyes, err := strconv.Atoi(q.Get("eyes"))
	if err != nil || eyes < story.Everybody || eyes-story.Everybody >= len(whose) {
		eyes = story.Everybody
	}
	sees := whose[eyes-story.Everybody].eyes.At(p.Story)
	page := newTablePage(shown.Frame(p, sees), api.Moves{}, s.draws(ctx))
	page.Podium, page.Others = nil, nil // in a replay, the last moment is like any other
	page.Hand = nil                     // it is drawn at its seat, like the others' hands
	v := replayPage{ID: r.PathValue("table"), Page: page, At: at + 1, N: len(list), Eyes: eyes, Said: cards.Sentence(p.Marks(), p.Says(sees))}
	if h := p.Of(); p.Settled() && teach.Teaches(h) {
		v.Teaches = h.Number
	}
	for i, l := range whose {
		e := i + story.Everybody
		v.Whose = append(v.Whose, choice{l.label, e, e == eyes})
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

// taught says what should have been played in a hand that is settled.
func (s *site) taught(ctx context.Context, r *http.Request) (string, any, error) {
	t, err := s.read(ctx, r.PathValue("table"))
	if err != nil {
		return "", nil, err
	}
	number, _ := strconv.Atoi(r.URL.Query().Get("hand"))
	you := ""
	if now, err := s.client.Table(ctx, r.PathValue("table")); err == nil { // the lesson is true without it
		you = shown.You(now)
	}
	lesson, err := shown.TeachAmong(ctx, t.stories, number, you)
	return "sheet", lesson.Sheet(r.PathValue("table")), err
}

// again begins a hand that is played again from one of its moves on.
func (s *site) again(ctx context.Context, table string, q url.Values) (answer, error) {
	t, err := s.read(ctx, table)
	if err != nil {
		return answer{}, err
	}
	w := shown.WithForm(table, q)
	return s.sit(shown.Again(t.stories, w.Hand, w.Move))
}

// A looker is somebody through whose eyes a game can be seen.
type looker struct {
	label string
	eyes  shown.Eyes
}

// lookers lists, once each: somebody who sees everything, an onlooker, and the players of a
// game. The players of its first table come in the order of the seats.
func lookers(stories []*story.Story) []looker {
	list := []looker{}
	for i, s := range stories {
		seats := []int{story.Everybody, story.Onlooker}
		if i > 0 {
			seats = nil
		}
		for seat := range s.Report.Seats {
			seats = append(seats, seat)
		}
		for _, seat := range seats {
			eyes := shown.EyesAt(s, seat)
			if !slices.ContainsFunc(list, func(l looker) bool { return l.eyes == eyes }) {
				list = append(list, looker{say.Capital(shown.Whose(s, seat)), eyes})
			}
		}
	}
	return list
}

// report answers with a file: the page of a game that was verified here. It carries the logs
// and, if it can be had, the verifier.
func (s *site) report(w http.ResponseWriter, r *http.Request) {
	t, err := s.read(r.Context(), r.PathValue("table"))
	var page bytes.Buffer
	if err == nil {
		o := report.Options{Zone: time.Local, Faces: s.numbers(r.Context())}
		if s.verifier != nil {
			if program, missing := s.verifier(r.Context()); missing == nil {
				o.Check = &program
			} else {
				w.Header().Set(SayHeader, "The report is saved without the program that checks it: this page came from a laptop that does not answer, or has another program by now.")
			}
		}
		err = report.Write(r.Context(), &page, t.stories, o)
	}
	if err != nil {
		refuse(w, err)
		return
	}
	file(w, r.PathValue("table"), "html", "text/html; charset=utf-8", page.Bytes())
}

// log answers with the log of a table, which anybody can verify.
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
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "fives-"+say.Short(say.Clean(table))+"."+kind))
	_, _ = w.Write(content) // nobody is left to read the answer
}
