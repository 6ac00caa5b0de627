package web

import (
	"bytes"
	"context"
	"embed"
	"html/template"
	"net/http"
	"strings"
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
	"fives/p2p/api"
	"fives/p2p/control"
)

// A Config says what the pages are about.
type Config struct {
	Client   *control.Client
	Firewall string // the one that is on on this machine, "" if there is none or nobody knows
	Server   string // where the page came from, if its node runs in the page
	// Verifier gets cmd/proof, with which reports check themselves. If it is nil or fails, they
	// do not.
	Verifier func(context.Context) (wasm.Program, error)
	// Invited shows an invitation to a table, or with "" to the lobby. If it is nil, the page
	// cannot invite.
	Invited Inviting
	// Code draws the link for friends elsewhere; nil for none.
	Code Coding
	// Evening is what decides an evening if the page has chosen nothing.
	Evening shown.Match
}

// SayHeader is the header of a file with a message for the player.
const SayHeader = "Fives-Say"

const (
	maxForm = 64 << 10         // bytes that a page may post
	quick   = 5 * time.Second  // if only the daemon has to answer
	patient = 25 * time.Second // if other nodes have to, too
)

// A site answers for one node.
type site struct {
	client   *control.Client
	firewall string
	server   string
	verifier func(context.Context) (wasm.Program, error)
	invited  Inviting
	code     Coding
	evening  shown.Match
	verify   func(logs [][]record.Record) ([]*story.Story, error)

	mu       sync.Mutex // guards the rest; nothing blocks while it is held
	company  shown.Company
	lastTale *tale       // of the game that was asked for last
	desk     *learn.Desk // of the lesson that was begun last
	// elsewhere has the tables at which the person at this node had no seat before.
	elsewhere map[string]bool
}

// New makes the handler of a node's pages. It does not check who calls.
func New(cfg Config) http.Handler { return newSite(cfg).handler() }

func newSite(cfg Config) *site {
	return &site{
		client: cfg.Client, firewall: cfg.Firewall, server: cfg.Server, verifier: cfg.Verifier, invited: cfg.Invited, code: cfg.Code, evening: cfg.Evening,
		verify: func(logs [][]record.Record) ([]*story.Story, error) {
			return verifyStories(logs, audit.Options{Parallel: cores.Parallel, Rest: shown.Until(context.Background()), Briefly: true})
		},
	}
}

func (s *site) handler() http.Handler {
	mux := http.NewServeMux()
	s.screens(mux)
	s.actions(mux)
	s.room(mux)
	mux.HandleFunc("GET /events", s.events)
	return s.onlySound(mux)
}

// onlySound lets only those requests through that a page makes.
func (s *site) onlySound(mux *http.ServeMux) http.Handler {
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

// sound reports whether a request is one that the page makes. The page never makes one in which
// a text that should be one part of the path has become several, nor an action whose path ends
// early, in a query.
func sound(r *http.Request) bool {
	return soundPath(r.URL.EscapedPath()) && (r.Method != http.MethodPost || !r.URL.ForceQuery && r.URL.RawQuery == "")
}

// soundPath reports whether the page requests a path. A table has an ID, or is the lesson.
func soundPath(path string) bool {
	const letters, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"
	of := func(part, allowed string) bool { return part != "" && strings.Trim(part, allowed) == "" }
	part := strings.Split(path, "/")
	switch {
	case len(part) < 2 || part[0] != "":
		return false
	case len(part) == 2:
		return of(part[1], letters)
	case part[1] == "rules":
		return len(part) == 3 && of(part[2], letters+digits+"-")
	}
	table := part[2] == "lesson" || len(part[2]) <= 64 && of(part[2], digits+"abcdef")
	return part[1] == "table" && table && (len(part) == 3 || len(part) == 4 && of(part[3], letters))
}

// A sight is something to look at: the name of its template, and its data.
type sight func(context.Context, *http.Request) (name string, data any, err error)

// screens registers what can be looked at. None of it changes anything.
func (s *site) screens(mux *http.ServeMux) {
	for path, look := range map[string]sight{
		"/lobby":                 s.lobby,
		"/new":                   s.newTable,
		"/looking":               s.looking,
		"/standings":             s.standings,
		"/taste":                 s.taste,
		"/learn":                 s.games,
		"/invite":                s.invitation,
		"/rules/{game}":          gameRules,
		"/table/{table}":         s.table,
		"/table/{table}/menu":    s.menu,
		"/table/{table}/onward":  s.onward,
		"/table/{table}/big":     s.big,
		"/table/{table}/seats":   s.seats,
		"/table/{table}/hand":    s.showSettled,
		"/table/{table}/history": s.scores,
		"/table/{table}/replay":  s.replay,
		"/table/{table}/lesson":  s.taught,
	} {
		looks(mux, path, look)
	}
	mux.HandleFunc("GET /table/{table}/hint", s.hint)
	mux.HandleFunc("GET /table/{table}/report", s.report)
	mux.HandleFunc("GET /table/{table}/log", s.log)
}

// looks answers requests for a path with a sight.
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

//go:embed pages/*.html
var pages embed.FS

// tmpl is parsed when a page is first asked for, because most commands show none. Templates
// call functions and not methods: the linker drops methods from the program for browsers that
// only a template names.
var tmpl = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("pages").Funcs(template.FuncMap{
		"face": cards.Face, "faces": cards.Faces, "chips": cards.Chips, "named": cards.Named, "says": says,
		"name": say.Name, "names": say.Names, "listed": say.And, "short": say.Short, "sentence": say.Sentence, "capital": say.Capital,
		"points": say.Points, "pennant": cards.Pennant, "torule": toRule, "rule": say.Rule, "bot": say.Bot, "item": say.Item, "count": say.Count, "cards": shown.Cards,
		"warning": say.Warning, "goal": say.Goal, "identity": shown.Identity, "title": say.Title, "guest": say.Who, "guestof": say.GuestOf, "minis": cards.Minis, "icon": glyph, "badge": badge, "bad": func(tone shown.Tone) bool { return tone == shown.Bad }, "folded": folded, "moment": moment,
		"button": drawn, "class": shown.Sign.Class, "post": posted, "values": filled, "hidden": hidden, "overlaid": overlaid, "asks": asks, "verbs": verbs, "trusts": trusts, "beside": shown.Beside, "beat": shown.Beat, "round": shown.Round, "who": who, "inrow": inRow, "field": fieldLabel,
		"when": say.When, "since": say.Since, "whoever": whoever, "linked": linked, "invitenobody": shown.InviteNobody, "outer": func() string { return say.OuterAddress }, "code": func() string { return say.LinkCode },
	}).ParseFS(pages, "pages/*.html"))
})

// moment writes a time so that a script can read it.
func moment(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// show writes a fragment.
func show(w http.ResponseWriter, name string, data any) {
	html, err := render(name, data)
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(html) // nobody is left to read the answer
}

func render(name string, data any) ([]byte, error) {
	var b bytes.Buffer
	err := tmpl().ExecuteTemplate(&b, name, data)
	return b.Bytes(), err
}

// An answer is the outcome of an action: something to say, and where to go.
type answer struct {
	Say string `json:"say,omitempty"`
	Go  string `json:"go,omitempty"` // a place in the page, "table/ID"
	// Ask is a question. If the player says yes, the page repeats the request with the field
	// sure. Answers are the two verbs: to do it, and not to (verbs).
	Ask     string `json:"ask,omitempty"`
	Answers string `json:"answers,omitempty"`
	Error   bool   `json:"error,omitempty"`
	// Await is the ID of a table that the page goes to when it begins.
	Await string `json:"await,omitempty"`
	// Gone says that the node itself does not answer.
	Gone bool   `json:"gone,omitempty"`
	Code string `json:"code,omitempty"` // the reason of an error
	Move string `json:"move,omitempty"` // the move that a hint proposes
	// Item is that move as an item of the list.
	Item template.HTML `json:"item,omitempty"`
	// Sheet is laid over the screen.
	Sheet template.HTML `json:"sheet,omitempty"`
}

func reply(w http.ResponseWriter, status int, a answer) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = api.WriteJSON(w, a) // nobody is left to read the answer
}

// refuse says why something was not done.
func refuse(w http.ResponseWriter, err error) {
	a := answer{Say: say.Sentence(reason(err)), Error: true, Code: string(api.ErrorIn(err).Reason), Gone: lost(err)}
	status := http.StatusUnprocessableEntity
	if a.Gone {
		status = http.StatusBadGateway
	}
	reply(w, status, a)
}
