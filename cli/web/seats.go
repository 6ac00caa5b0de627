package web

import (
	"cmp"
	"context"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/record"
	"fives/p2p/api"
)

// A wish is a handover as a table shows it.
type wish struct {
	api.Handover
	Table     string // its ID
	Key       string // tells it from others, in the page
	Text      string // who would take which seat, and what goes with it
	Brief     string // the same where there is little room
	Standing  string // who has yet to agree
	Undo      string // the path that takes this node's word back
	Undone    string // and the fields for it
	Agreement string // the fields of a word for it
}

// wishes are the handovers at a table: those that wait for a word of this node's person, then
// those that the person has a part in, then those of others.
func wishes(t api.Table) (list []wish) {
	for _, h := range shown.Handovers(t) {
		list = append(list, newWish(t, h))
	}
	slices.SortStableFunc(list, func(a, b wish) int { return cmp.Compare(a.rank(), b.rank()) })
	return list
}

func newWish(t api.Table, h api.Handover) wish {
	you, to := t.Me(), takes(h.Fingerprint, h.Bot)
	w := wish{
		Handover: h, Table: t.ID, Key: h.Seat + "\n" + to, Text: say.Sentence(say.Wish(h, you)),
		Brief: say.Sentence(say.Takes(h, you) + ", with " + say.Count(h.Score, "point") + ", " + say.When(h.Now) + say.Then(h)), Standing: say.Sentence(say.Standing(h, you)),
		Undo: "agree", Agreement: url.Values{"seat": {h.Seat}, "to": {h.Fingerprint}}.Encode(),
	}
	undo := url.Values{"seat": {h.Seat}, "to": {h.Fingerprint}, "not": {"1"}}
	switch {
	case h.Mine && t.Seat < 0: // a newcomer who looks on
		w.Undo, undo = "leave", nil
	case shown.OffersSeat(h, you):
		w.Undo = "handover"
		undo.Set("to", to)
	}
	w.Undone = undo.Encode()
	return w
}

func (w wish) rank() int {
	switch {
	case w.Yours:
		return 0
	case w.Agree, w.Mine:
		return 1
	}
	return 2
}

// A taker is somebody who can take a seat: the person of a node, or a computer player of it.
type taker struct{ Label, Value string }

// botMark stands behind a fingerprint for a computer player of that node.
const botMark = " bot"

// takes is a taker as a form has it.
func takes(fingerprint string, bot bool) string {
	if bot {
		return fingerprint + botMark
	}
	return fingerprint
}

// An openSeat is a seat that can be asked for at a running table.
type openSeat struct {
	api.OpenSeat
	Take string // what a newcomer does, as on a button
	Mark string // what else there is to know of the seat
	// Now says that it can be had at once, too, and Waits that the hand waits for it.
	Now, Waits bool
}

// openSeats are those of an offer.
func openSeats(o api.Offer) (list []openSeat) {
	for _, s := range o.OpenSeats {
		list = append(list, openSeat{s, say.Capital(say.TakeSeat(s)) + " (" + say.Count(s.Score, "point") + ")", say.SeatMark(s), s.Away, s.Away && !o.Cover})
	}
	return list
}

// A door is where one asks for a seat of a running table.
type door struct {
	ID    string
	Seats []openSeat
	Asks  bool   // for the code of the table
	Code  string // that is known
	Named bool   // which seats there are is shown only to those with the code
}

func doorOf(o api.Offer, code string) door {
	return door{ID: o.ID, Seats: openSeats(o), Asks: o.Private && code == "", Code: code, Named: o.Private && len(o.OpenSeats) == 0}
}

// open reports whether one can ask there.
func (d door) open() bool { return len(d.Seats) > 0 || d.Named }

// A comeback is a seat whose owner may be the person at this page, by another key: it is away,
// and has the person's name.
type comeback struct {
	Door door
	Ask  string
	Game string
}

// comebacks are those at running tables, but for tables of which the person has said to be
// somebody else there.
func (s *site) comebacks(name string, open []api.Offer) (list []comeback) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range open {
		d := doorOf(o, "")
		d.Seats = slices.DeleteFunc(d.Seats, func(x openSeat) bool {
			return x.BotOf != "" || !x.Away && !x.Left || !record.NamesAlike(x.Name, name)
		})
		if o.Running && o.Handover == nil && len(d.Seats) > 0 && !s.elsewhere[o.ID] {
			list = append(list, comeback{d, say.OwnSeat(d.Seats[0].Name), say.Capital(say.Title(o.Game))})
		}
	}
	return list
}

// stranger says that this node's person had no seat at a table before.
func (s *site) stranger(_ context.Context, table string, _ url.Values) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.elsewhere == nil {
		s.elsewhere = map[string]bool{}
	}
	s.elsewhere[table] = true
	return answer{Go: toLobby}, nil
}

// A seatsPage is the seats of a table that are to change hands, and what its person can do.
type seatsPage struct {
	ID     string
	Wishes []wish
	Own    []api.Seat // seats that this node can hand over
	To     []taker    // and to whom
	Door   door
	Full   bool // whoever is shown this has asked for a free seat
	Watch  bool // and may look on
}

func (s *site) seats(ctx context.Context, r *http.Request) (string, any, error) {
	t, err := s.client.Table(ctx, r.PathValue("table"))
	if err != nil {
		return "", nil, err
	}
	p := seatsPage{ID: t.ID, Wishes: wishes(t)}
	if t.Seat < 0 {
		if o, _ := s.running(ctx, t.ID); o.Handover != nil { // its own, which a table shows to all alike
			own := func(h api.Handover) bool {
				return h.Seat == o.Handover.Seat && h.Fingerprint == o.Handover.Fingerprint
			}
			t.Handovers = slices.DeleteFunc(t.Handovers, own)
			p.Wishes = append([]wish{newWish(t, *o.Handover)}, wishes(t)...)
		} else {
			p.Door = doorOf(o, "")
		}
		return "seats", p, nil
	}
	peers, err := s.client.Peers(ctx)
	if err != nil {
		return "", nil, err
	}
	p.Own = slices.DeleteFunc(slices.Clone(t.Seats), func(x api.Seat) bool { return !x.You && (x.BotOf == "" || x.BotOf != t.Me()) })
	p.To = takers(t, peers)
	return "seats", p, nil
}

// takers are to whom a seat can be handed over: people who are here and have none at the
// table, and computer players of the others who do.
func takers(t api.Table, peers []api.Peer) (list []taker) {
	seated := func(p api.Peer) bool {
		return slices.ContainsFunc(t.Seats, func(s api.Seat) bool { return s.Fingerprint == p.Fingerprint })
	}
	for _, p := range peers {
		if p.Connected && !say.IsScreen(p) && !seated(p) {
			list = append(list, taker{say.Name(p.Name), takes(p.Fingerprint, false)})
		}
	}
	for _, x := range t.Seats {
		if !x.You && x.BotOf == "" && !x.Left && x.Online {
			list = append(list, taker{say.Capital(say.Bot(x.Name, "")), takes(x.Fingerprint, true)})
		}
	}
	return list
}

// running is a running table as those around it see it.
func (s *site) running(ctx context.Context, table string) (api.Offer, bool) {
	tables, err := s.client.Tables(ctx)
	if err != nil {
		return api.Offer{}, false
	}
	i := slices.IndexFunc(tables.Open, func(o api.Offer) bool { return strings.HasPrefix(o.ID, table) && o.Running })
	if i < 0 {
		return api.Offer{}, false
	}
	return tables.Open[i], true
}

// atDoor shows which seats of a running table can be asked for, if any.
func (s *site) atDoor(ctx context.Context, table, code string) (answer, bool) {
	o, ok := s.running(ctx, table)
	d := doorOf(o, code)
	if !ok || !d.open() {
		return answer{}, false
	}
	html, err := rendered("seats", seatsPage{ID: o.ID, Door: d, Full: true, Watch: !o.Full})
	return answer{Sheet: template.HTML(html)}, err == nil
}

// ask asks for a seat of a running table. Where nobody but those with the code knows who sits
// there, it is that of the person's name at first, and if there is none, one of all.
func (s *site) ask(ctx context.Context, table string, q url.Values) (answer, error) {
	r := api.JoinRequest{Table: table, Code: q.Get("code"), Seat: q.Get("seat"), Now: q.Get("now") != ""}
	if r.Seat == "" {
		st, err := s.client.Status(ctx)
		if err != nil {
			return answer{}, err
		}
		r.Seat = st.Name
	}
	o, err := s.client.Join(ctx, r)
	var nobody *api.Error
	if errors.As(err, &nobody) && nobody.Reason == api.ReasonNobodyCalled && len(nobody.Candidates) > 0 {
		d := door{ID: table, Code: r.Code}
		for _, name := range nobody.Candidates {
			d.Seats = append(d.Seats, openSeat{OpenSeat: api.OpenSeat{Name: name}, Take: say.Capital(say.TakeSeat(api.OpenSeat{Name: name}))})
		}
		html, err := rendered("seats", seatsPage{ID: table, Door: d})
		return answer{Sheet: template.HTML(html)}, err
	}
	a := answer{Go: toLobby, Await: o.ID}
	if o.Handover != nil {
		a.Say = say.Sentence(say.Handover(*o.Handover, o.Handover.To))
	}
	return a, err
}

// handover offers a seat of this node to somebody, or takes that back.
func (s *site) handover(ctx context.Context, table string, q url.Values) (answer, error) {
	t, err := s.client.Table(ctx, table)
	if err != nil {
		return answer{}, err
	}
	not, seat := q.Has("not"), q.Get("seat")
	to, bot := strings.CutSuffix(q.Get("to"), botMark)
	if seat == t.Me() {
		seat = ""
	}
	h, err := s.client.Handover(ctx, api.HandoverRequest{About: api.About{Table: table}, Seat: seat, To: to, Bot: bot, Now: q.Get("now") != "", Not: not})
	return answer{Say: say.Sentence(say.Handed(h, t.Me(), not)), Go: toTable + t.ID}, err
}

// agree agrees that a seat changes hands, or takes that back.
func (s *site) agree(ctx context.Context, table string, q url.Values) (answer, error) {
	t, err := s.client.Table(ctx, table)
	if err != nil {
		return answer{}, err
	}
	not := q.Has("not")
	h, err := s.client.Agree(ctx, api.AgreeRequest{About: api.About{Table: table}, Seat: q.Get("seat"), To: q.Get("to"), Not: not})
	return answer{Say: say.Sentence(say.Handed(h, t.Me(), not)), Go: toTable + t.ID}, err
}
