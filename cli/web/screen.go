package web

import (
	"context"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	_ "embed"

	"fives/cli/qr"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A screen is for everybody in a room: a television, a projector. It gets only what somebody
// without a seat sees. That holds at the source: the site asks the node for nothing else on
// behalf of a screen, and a node answers that without looking at its own cards
// ([control.Client.Public]).

// NewScreen makes the handler of a screen. It serves nothing else: whoever sits at the keyboard
// of the machine that shows it cannot look at any hand.
func NewScreen(cfg Config) http.Handler {
	s := newSite(cfg)
	mux := http.NewServeMux()
	s.room(mux)
	acts(mux, "/table/{table}/watch", s.does(shown.ActWatch))
	return s.onlySound(mux)
}

// room registers what a screen asks for.
func (s *site) room(mux *http.ServeMux) {
	looks(mux, "/room", s.inRoom)
	looks(mux, "/table/{table}/screen", s.public)
	mux.HandleFunc("GET /live", s.live)
}

//go:embed screen.html
var screenShell string

var screenPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("screen").Parse(screenShell))
})

// Screen writes the page of a screen, as [Shell] writes that of a player.
func Screen(w io.Writer, base, worker string, place Place, former []string) error {
	return screenPage().Execute(w, newOutline(base, worker, "screen.css", "screen.js", place, former))
}

// A publicTable is a table as the room sees it.
type publicTable struct {
	tablePage
	Left, Right []sitter     // around the felt; from seven players on, in two columns beside it
	Count       *shown.Count // the last result, until the cards of the next hand are dealt
}

// A sitter is a player as the room sees them, with what they have laid.
type sitter struct {
	seat
	Laid [][]card.Card
}

// around is how many players sit around the felt of a screen; if there are more, they sit in
// columns.
const around = 6

func (s *site) public(ctx context.Context, r *http.Request) (string, any, error) {
	t, err := s.client.Public(ctx, r.PathValue("table"))
	if err != nil {
		return "", nil, err
	}
	return "screen", newPublicTable(t, s.draws(ctx)), nil
}

func newPublicTable(t api.Table, draw drawer) publicTable {
	p := publicTable{tablePage: newTablePage(t, api.Moves{}, draw)}
	p.sit()
	if n := len(t.Hands); n > 0 && !t.Dealt && (t.Phase == api.PhasePlaying || p.Over) {
		p.Count = shown.CountOf(t, n)
		p.Count.Sign(draw)
	}
	return p
}

// sit seats the players, with their melds.
func (p *publicTable) sit() {
	var laid []zone
	for _, z := range p.Melds {
		if z.Kind == rules.MeldZone {
			laid = append(laid, z)
		}
	}
	for _, o := range p.Opponents {
		s := sitter{seat: o}
		for _, z := range laid {
			if z.Person == o.Person {
				for _, x := range z.Stacks {
					s.Laid = append(s.Laid, x.Cards)
				}
			}
		}
		p.Left = append(p.Left, s)
	}
	if n := len(p.Left); n > around {
		half := (n + 1) / 2
		p.Left, p.Right = p.Left[:half], p.Left[half:]
	}
}

// A roomPage is what the screen shows beside the table.
type roomPage struct {
	People  []string
	Present []present
	Tables  []tile
	Closed  bool          // a public table may not be shown
	Address string        // of the invitation up to its key, "" if nobody is invited
	Key     string        // the rest: in one piece, to be typed
	Code    template.HTML // a QR code that leads there
	Size    int           // of the code
	Offline bool          // guests are invited, but cannot get here
	Free    bool          // somebody can sit down somewhere
	Tonight *tonight
}

// A tile is a table in a few words.
type tile struct {
	ID, Parent string
	Phase      api.Phase
	Title      string
	State      string
	Detail     string
	Watch      bool // it can be watched, and is not being watched yet
	Show       bool // it can be shown
}

func (s *site) inRoom(ctx context.Context, r *http.Request) (string, any, error) {
	st, peers, tables, err := s.around(ctx)
	if err != nil {
		return "", nil, err
	}
	var p roomPage
	p.Tables = tiles(tables)
	p.Closed = slices.ContainsFunc(tables.Open, func(o api.Offer) bool { return o.Running && o.Full && !o.Private })
	draw := s.draws(ctx)
	p.Tonight = newTonight(tables.Mine, s.match(r), true, draw)
	var here []api.Seat
	if s.server == "" { // the person at this node is in the room, but a screen is not a person
		here = append(here, api.Seat{Name: st.Name, Fingerprint: st.Fingerprint})
	}
	for _, x := range peers {
		if x.Connected && !say.IsScreen(x) && x.Name != "" { // otherwise the name has not come yet
			here = append(here, api.Seat{Name: x.Name, Fingerprint: x.Fingerprint})
		}
	}
	for i, sign := range draw(here) {
		p.People, p.Present = append(p.People, here[i].Name), append(p.Present, present{Person: sign})
	}
	to := ""
	for _, o := range tables.Open {
		if !o.Running && len(o.Taken) < o.Seats {
			p.Free = true
			to = "#t=" + say.Short(o.ID)
		}
	}
	if n := len(slices.DeleteFunc(slices.Clone(tables.Open), func(o api.Offer) bool { return o.Running })); n > 1 {
		to = ""
	}
	p.invite(s.address(st), to)
	p.Offline = p.Address == "" && st.Invitation != nil
	return "room", p, nil
}

// address returns where those in the room find the game, "" if nobody is invited.
func (s *site) address(st api.Status) string {
	if s.server != "" {
		return s.server
	}
	if st.Invitation == nil || len(st.Invitation.URLs) == 0 {
		return ""
	}
	return st.Invitation.URLs[0]
}

// invite shows an address and the code that leads there, to a table if one is given.
func (p *roomPage) invite(address, to string) {
	if address == "" {
		return
	}
	p.Address = address
	if at := strings.LastIndex(strings.TrimSuffix(address, "/"), "/"); at > len("http://") {
		p.Address, p.Key = address[:at+1], address[at+1:]
	}
	if code, err := qr.New(address+to, qr.Wide); err == nil {
		p.Code, p.Size = template.HTML(`<path d="`+code.Path()+`"/>`), code.Size()
	}
}

// tiles lists the tables that are not over, including those of others. Of those that may not be shown
// it says who can allow it.
func tiles(tables api.Tables) (list []tile) {
	known := map[string]bool{}
	for _, m := range tables.Mine {
		known[m.ID] = true
		if m.Phase == api.PhasePlaying || m.Phase == api.PhaseSeated {
			list = append(list, tileOf(m))
		}
	}
	for _, o := range tables.Open {
		if known[o.ID] {
			continue
		}
		r := shown.OpenRow(o)
		t := tile{ID: o.ID, Phase: api.PhaseOpen, Title: say.Capital(r.Title), State: r.State, Detail: say.Names(o.Taken, ", ")}
		switch {
		case o.Running && o.Full && o.Private:
			t.Phase, t.State, t.Detail = api.PhasePlaying, "Whoever plays there can show it here", ""
		case o.Running && o.Full:
			t.Phase, t.State = api.PhasePlaying, "Opened without spectators"
		case o.Running:
			t.State, t.Watch = say.Capital(r.State), true
		default:
			t.State = fmt.Sprintf("%s free", say.Count(o.Seats-len(o.Taken), "seat"))
		}
		list = append(list, t)
	}
	return list
}

// tileOf returns a table of this node, or one that it watches, as everybody may see it.
func tileOf(m api.Summary) tile {
	m.Seat, m.Call = rules.None, nil
	t := tile{ID: m.ID, Parent: m.Parent, Phase: m.Phase, Title: say.Title(m.Game), Show: m.Phase == api.PhasePlaying}
	t.State = say.Capital(shown.OwnRow(m, time.Now()).State)
	var all []string
	for _, s := range m.Seats {
		text := say.Name(s.Name)
		if m.Phase == api.PhasePlaying {
			text += fmt.Sprintf(" %d", s.Score)
		}
		all = append(all, text)
	}
	t.Detail = strings.Join(all, ", ")
	return t
}

// live streams what happens, with each table as everybody may see it.
func (s *site) live(w http.ResponseWriter, r *http.Request) {
	draw := s.draws(r.Context())
	stream(w, r, s.client.PublicViews, func(e api.Event) (happening, error) { return publicHappening(e, draw) })
}

// publicHappening returns an event at a table as a screen shows it.
func publicHappening(e api.Event, draw drawer) (happening, error) {
	e.Yours = false // a room is nobody's seat: it reads names
	h, n := happening{Seq: e.Seq, Kind: e.Kind, Table: e.Table, Was: formerID(e), Step: e.Step}, shown.NewsOf(e)
	if h.React = shown.ReactionIn(e).Sign; h.React != "" { // at the seat
		h.Name = e.Name
	} else if n.Public {
		h.Log, h.Of = storyLine(n), n.Of
	}
	if e.View == nil {
		return h, nil
	}
	p := newPublicTable(*e.View, draw)
	html, err := render("screen", p)
	h.Screen, h.Beat = template.HTML(html), shown.Beat(*e.View)
	return h, err
}
