package web

import (
	"context"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"time"

	"fives/cli/cards"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

// A happening is a line of the stream: what happened, and the table on the screen as it looks
// after it.
type happening struct {
	Seq    uint64        `json:"seq"`
	Kind   api.EventKind `json:"kind"`
	Table  string        `json:"table,omitempty"`
	Was    string        `json:"was,omitempty"` // the ID that the table had
	Step   uint64        `json:"step,omitempty"`
	Log    template.HTML `json:"log,omitempty"` // a line of the story of the table
	Of     string        `json:"of,omitempty"`  // whose presence the line is about, of which the story keeps the last one
	Say    string        `json:"say,omitempty"` // to be read aloud
	Bad    bool          `json:"bad,omitempty"`
	Here   bool          `json:"here,omitempty"`   // Say is shown at the table, too, where the story cannot be seen
	There  string        `json:"there,omitempty"`  // what is shown while another table, or none, is on the screen
	Rings  bool          `json:"rings,omitempty"`  // with There, it calls for the person
	By     string        `json:"by,omitempty"`     // the fingerprint of who says something
	Name   string        `json:"name,omitempty"`   // who says it
	Text   string        `json:"text,omitempty"`   // what is said
	React  string        `json:"react,omitempty"`  // the same if it is a reaction
	Yours  bool          `json:"yours,omitempty"`  // it is this node's turn
	Screen template.HTML `json:"screen,omitempty"` // the table on the screen
	Beat   [3]int        `json:"beat"`             // hands and moves that the screen shows, and 1 for a turn of this node's
	Over   bool          `json:"over,omitempty"`
	Lost   bool          `json:"lost,omitempty"` // this node has lost the seat that it asked for, and Say why
}

// events streams what the node tells after event number since. The table on the screen comes
// with each event, as it looks after it.
func (s *site) events(w http.ResponseWriter, r *http.Request) {
	table, draw := r.URL.Query().Get("table"), s.draws(r.Context())
	stream(w, r, s.client.Views, func(e api.Event) (happening, error) { return happeningOf(e, table, draw) })
}

// A follower calls emit for each event after number since.
type follower func(ctx context.Context, since uint64, emit func(api.Event) error) error

// stream writes a line for each event of a follower.
func stream(w http.ResponseWriter, r *http.Request, follow follower, line func(api.Event) (happening, error)) {
	since, _ := strconv.ParseUint(r.URL.Query().Get("since"), 10, 64)
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Time{}) // a stream outlasts the time that a request may take
	w.Header().Set("Content-Type", "application/jsonl")
	err := follow(r.Context(), since, func(e api.Event) error {
		h, err := line(e)
		if err == nil {
			err = api.WriteJSON(w, h)
		}
		if err == nil {
			err = out.Flush()
		}
		return err
	})
	if r.Context().Err() == nil && err != nil {
		_ = api.WriteJSON(w, map[string]string{"kind": "gone", "say": say.Sentence(say.Reason(err))}) // nobody is left to read the answer
	}
}

func happeningOf(e api.Event, at string, draw drawer) (happening, error) {
	n := shown.NewsOf(e)
	h := happening{Seq: e.Seq, Kind: e.Kind, Table: e.Table, Was: formerID(e), Step: e.Step, Yours: e.Yours, Log: storyLine(n), Of: n.Of}
	h.Bad, h.Here, h.There, h.Rings, h.Lost = n.Tone == shown.Bad, n.Here, say.Sentence(n.Elsewhere), n.Rings, n.Lost
	if n.Aloud {
		h.Say = cards.Aloud(say.Full(n.Whole()))
	}
	if n.Talk {
		h.By, h.Name, h.Text, h.React = e.Fingerprint, e.Name, e.Text, shown.ReactionIn(e).Sign
	}
	if e.View == nil || e.Table != at {
		return h, nil
	}
	m := api.Moves{}
	if e.Moves != nil {
		m = *e.Moves
	}
	p := newTablePage(*e.View, m, draw)
	html, err := render("table", p)
	h.Screen, h.Beat, h.Over = template.HTML(html), shown.Beat(*e.View), e.View.Phase == api.PhaseOver
	return h, err
}

// formerID returns the ID that the table of an event had. In the event of a seat that has
// changed hands, Was is a name, which anybody can choose.
func formerID(e api.Event) string {
	if e.Kind == api.EventHandover {
		return ""
	}
	return e.Was
}

// storyLine returns a line of the story of a table, "" if everybody sees on the table what it
// would say.
func storyLine(n shown.News) template.HTML {
	if !n.Story {
		return ""
	}
	var v struct {
		Class, Who string
		Text       template.HTML
	}
	v.Who, v.Text = n.Who, cards.Sentence(nil, slices.Clone(n.Line).Text(n.Aside))
	switch {
	case n.Talk:
		v.Class = "chat"
	case n.Tone == shown.Bad:
		v.Class = "bad"
	case n.Tone == shown.Good:
		v.Class = "big"
	}
	html, _ := render("story-line", v)
	return template.HTML(html)
}
