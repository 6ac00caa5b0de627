package web

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"html/template"
	"net/http"
	"regexp"
	"sync"
	"time"

	"fives/cli/cards"
	"fives/cli/learn"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/cli/wasm"
	"fives/crypto/cores"
	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/story"
	"fives/p2p/control"
)

// A Config says what the pages are about.
type Config struct {
	Client   *control.Client
	Firewall string // that is on on this machine, "" for none or where nobody knows
	Server   string // where the page came from, if its node runs in the page
	// Verifier gets cmd/proof, with which reports check themselves. Without it, or where it
	// fails, they do not.
	Verifier func(context.Context) (wasm.Program, error)
	// Invited shows an invitation, to a table or with "" to the lobby. Without it the page
	// invites nobody.
	Invited Inviting
	// Evening is by what an evening is decided where the page has chosen nothing.
	Evening shown.Match
	// Between is [audit.Options.Between] of the logs that are verified for replays.
	Between func()
}

// SayHeader is the header of a file with the message for the player.
const SayHeader = "Fives-Say"

const (
	maxForm = 64 << 10         // bytes of what a page posts
	quick   = 5 * time.Second  // for the daemon alone
	patient = 25 * time.Second // for other nodes too
)

// A site answers for one node.
type site struct {
	client   *control.Client
	firewall string
	server   string
	verifier func(context.Context) (wasm.Program, error)
	invited  Inviting
	evening  shown.Match
	verify   func(logs [][]record.Record) ([]*story.Story, error)

	mu       sync.Mutex  // guards the rest; nothing is waited for under it
	company  time.Time   // when somebody else was here last, or this site began to look
	lastTale *tale       // of the game that was asked for last, if one was
	desk     *learn.Desk // of the lesson that was begun last, if there is one
	// elsewhere has the tables at which this node's person had no seat before.
	elsewhere map[string]bool
}

// New makes the handler of a node's pages. It does not ask who calls.
func New(cfg Config) http.Handler { return newSite(cfg).handler() }

func newSite(cfg Config) *site {
	return &site{
		client: cfg.Client, firewall: cfg.Firewall, server: cfg.Server, verifier: cfg.Verifier, invited: cfg.Invited, evening: cfg.Evening,
		verify: func(logs [][]record.Record) ([]*story.Story, error) {
			return verified(logs, audit.Options{Parallel: cores.Parallel, Between: cfg.Between})
		},
	}
}

func (s *site) handler() http.Handler {
	mux := http.NewServeMux()
	s.screens(mux)
	s.actions(mux)
	s.room(mux)
	mux.HandleFunc("GET /events", s.events)
	return sounded(mux)
}

// sounded lets requests through that a page makes, and no others.
func sounded(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		if !sound(r) {
			reply(w, http.StatusBadRequest, answer{Say: "The page has asked for what does not exist.", Error: true})
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// paths are those of requests; a table has an ID, or is the lesson.
var paths = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^/(?:[a-z]+|rules/[a-z0-9-]+|table/(?:[0-9a-f]{1,64}|lesson)(?:/[a-z]+)?)$`)
})

// sound reports whether a request is one that the page makes. A text that became part of
// a path, and is more than one part of it, makes none; nor does an action whose path ends
// early, in a query.
func sound(r *http.Request) bool {
	return paths().MatchString(r.URL.EscapedPath()) && (r.Method != http.MethodPost || !r.URL.ForceQuery && r.URL.RawQuery == "")
}

// A sight is something to be looked at: the name of its template, and what is in it.
type sight func(context.Context, *http.Request) (name string, data any, err error)

// screens are what can be looked at. None of them changes anything.
func (s *site) screens(mux *http.ServeMux) {
	for path, look := range map[string]sight{
		"/lobby":                 s.lobby,
		"/new":                   s.newTable,
		"/standings":             s.standings,
		"/taste":                 taste,
		"/learn":                 s.games,
		"/invite":                s.invitation,
		"/rules/{game}":          gameRules,
		"/table/{table}":         s.table,
		"/table/{table}/menu":    s.menu,
		"/table/{table}/onward":  s.onward,
		"/table/{table}/seats":   s.seats,
		"/table/{table}/hand":    s.settled,
		"/table/{table}/history": s.history,
		"/table/{table}/replay":  s.replay,
	} {
		looks(mux, path, look)
	}
	mux.HandleFunc("GET /table/{table}/hint", s.hint)
	mux.HandleFunc("GET /table/{table}/report", s.report)
	mux.HandleFunc("GET /table/{table}/log", s.log)
}

// looks answers a path with what there is to look at.
func looks(mux *http.ServeMux, path string, look sight) {
	mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), patient)
		defer cancel()
		name, data, err := look(ctx, r)
		if err != nil {
			refuse(w, err)
			return
		}
		show(w, name, data)
	})
}

// pictures are those of all cards.
func pictures(w http.ResponseWriter, _ *http.Request) {
	all := everyCard()
	show(w, "pictures", cards.Pictures(all)+cards.MiniPictures(all))
}

//go:embed pages/*.html
var pages embed.FS

// tmpl is parsed when a page is first asked for: most commands show none. Templates call
// functions, and no methods: the program for browsers has none that only they name.
var tmpl = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("pages").Funcs(template.FuncMap{
		"face": cards.Face, "faces": cards.Faces, "chips": cards.Chips, "named": cards.Named, "says": says,
		"name": say.Name, "names": say.Names, "listed": say.And, "short": say.Short, "sentence": say.Sentence, "capital": say.Capital,
		"points": say.Points, "ruleOf": ruleOf, "bot": say.Bot, "item": say.Item, "count": say.Count, "cards": shown.Cards,
		"warning": say.Warning, "title": say.Title, "guest": say.Guest, "guestof": say.GuestOf, "minis": cards.Minis, "icon": glyph, "badge": badge, "bad": dangerous, "about": seat.about, "moment": moment,
		"when": say.When, "answer": say.Answer, "since": say.Since,
	}).ParseFS(pages, "pages/*.html"))
})

// moment is a time as a script reads it.
func moment(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// show writes a fragment.
func show(w http.ResponseWriter, name string, data any) {
	html, err := rendered(name, data)
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(html) // a page that has gone needs no answer
}

func rendered(name string, data any) ([]byte, error) {
	var b bytes.Buffer
	err := tmpl().ExecuteTemplate(&b, name, data)
	return b.Bytes(), err
}

// An answer is what an action came to: something to be said, and where to go.
type answer struct {
	Say string `json:"say,omitempty"`
	Go  string `json:"go,omitempty"` // a place in the page, "table/ID"
	// Ask is a question; if it is to be, the same is to be asked for with the field sure. Answers
	// are two verbs: to do it, and not to.
	Ask     string `json:"ask,omitempty"`
	Answers string `json:"answers,omitempty"`
	Error   bool   `json:"error,omitempty"`
	// Await is the ID of a table that is gone to when it begins.
	Await string `json:"await,omitempty"`
	// Gone says that the node itself does not answer.
	Gone bool   `json:"gone,omitempty"`
	Code string `json:"code,omitempty"` // the reason of an error
	Move string `json:"move,omitempty"` // that a hint proposes
	// Item is that move as one of the list.
	Item template.HTML `json:"item,omitempty"`
	// Sheet is to be laid over the screen.
	Sheet template.HTML `json:"sheet,omitempty"`
}

func reply(w http.ResponseWriter, status int, a answer) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(a)
}

// refuse says why not.
func refuse(w http.ResponseWriter, err error) {
	a := answer{Say: say.Sentence(reason(err)), Error: true, Code: string(reasonOf(err)), Gone: lost(err)}
	status := http.StatusUnprocessableEntity
	if a.Gone {
		status = http.StatusBadGateway
	}
	reply(w, status, a)
}
