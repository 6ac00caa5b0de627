package web

import (
	"context"
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
	Table    string // the ID of the table
	Key      string // what distinguishes it from others in the page
	Text     string // who would take which seat, and what goes along with that
	Brief    string // the same where there is little room
	Standing string // who has yet to agree
	Deeds    []shown.Deed
}

// wishes lists the handovers at a table.
func wishes(t api.Table) (list []wish) {
	for _, h := range shown.Handovers(t) {
		list = append(list, newWish(t, h))
	}
	return list
}

func newWish(t api.Table, h api.Handover) wish {
	you, key := t.Me(), h.Seat+"\n"+h.Fingerprint
	if h.Bot {
		key += " bot"
	}
	w := wish{
		Handover: h, Table: t.ID, Key: key, Text: say.Sentence(say.Wish(h, you)),
		Brief: say.Sentence(say.TakesWith(h, you)), Standing: say.Sentence(say.Standing(h, you)),
		Deeds: shown.Offered(shown.AnswersTo(t.Summary, h, false)),
	}
	for i := range w.Deeds {
		w.Deeds[i].Ask = nil // the question stands beside them
	}
	return w
}

// An openSeat is a seat of a running table that can be asked for.
type openSeat struct {
	api.OpenSeat
	Take string // what a button says that a newcomer does
	Mark string // what else there is to know about the seat
	// Now says that the seat can also be had at once; Waits, that the hand waits for it.
	Now, Waits bool
}

// openSeats returns the open seats of an offer.
func openSeats(o api.Offer) (list []openSeat) {
	for _, s := range o.OpenSeats {
		list = append(list, openSeat{s, say.Capital(say.TakeSeat(s)) + " (" + say.Count(s.Score, "point") + ")", say.SeatMark(s), s.Away, shown.AtOnce(o, s)})
	}
	return list
}

// A door is where to ask for a seat of a running table.
type door struct {
	ID    string
	Seats []openSeat // that nobody who is here has, or that are offered to this person
	Held  []openSeat // the others: whoever has one is here, and would have to be willing
	Asks  bool       // it asks for the code of the table
	Code  string     // the code, if it is known
	Named bool       // only those with the code can see which seats there are
	Open  bool       // there is something to ask for
}

func doorOf(o api.Offer, code string) door {
	d := door{ID: o.ID, Asks: o.Private && code == "", Code: code, Named: o.Private && len(o.OpenSeats) == 0}
	for _, s := range openSeats(o) {
		if s.BotOf == "" && !s.Away && !s.Left && !s.ForYou {
			d.Held = append(d.Held, s)
		} else {
			d.Seats = append(d.Seats, s)
		}
	}
	d.Open = len(o.OpenSeats) > 0 || d.Named
	return d
}

// A comeback is a seat whose owner may be the person at this page, with another key: the owner
// is away and has that person's name.
type comeback struct {
	Door door
	Ask  string
	Game string
}

// comebacks lists those at running tables, except at tables where this person has said to be
// somebody else.
func (s *site) comebacks(name string, open []api.Offer) (list []comeback) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range open {
		d := doorOf(o, "")
		d.Held = nil
		d.Seats = slices.DeleteFunc(d.Seats, func(x openSeat) bool {
			return x.BotOf != "" || !x.Away && !x.Left || !record.NamesAlike(x.Name, name)
		})
		if o.Running && o.Handover == nil && len(d.Seats) > 0 && !s.elsewhere[o.ID] {
			list = append(list, comeback{d, say.OwnSeat(d.Seats[0].Name), say.Capital(say.Title(o.Game))})
		}
	}
	return list
}

// stranger notes that the person at this node had no seat at a table before.
func (s *site) stranger(_ context.Context, table string, _ url.Values) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.elsewhere == nil {
		s.elsewhere = map[string]bool{}
	}
	s.elsewhere[table] = true
	return answer{Go: toLobby}, nil
}

// A seatsPage is the seats of a table that are to change hands, and what the person at this
// node can do about them.
type seatsPage struct {
	ID     string
	Wishes []wish
	Give   *shown.Sheet // with which a seat is handed over
	None   bool         // nobody is here who could take one
	Door   door
	Full   bool // the reader has asked for a free seat, and there is none
	Watch  bool // the reader may watch instead
}

func (s *site) seats(ctx context.Context, r *http.Request) (string, any, error) {
	t, err := s.client.Table(ctx, r.PathValue("table"))
	if err != nil {
		return "", nil, err
	}
	p := seatsPage{ID: t.ID, Wishes: wishes(t)}
	if t.Seat < 0 {
		if o, _ := s.running(ctx, t.ID); o.Handover != nil { // the node's own wish, which the table shows to everybody alike
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
	if give, ok := shown.Giving(t, peers); ok {
		p.Give = &give
	} else {
		p.None = true
	}
	return "seats", p, nil
}

// running returns the offer of a running table, as other nodes see it.
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
	if !ok || !d.Open {
		return answer{}, false
	}
	html, err := render("seats", seatsPage{ID: o.ID, Door: d, Full: true, Watch: !o.Full})
	return answer{Sheet: template.HTML(html)}, err == nil
}

// ask asks for a seat of a running table. Where only those with the code know who sits there,
// it asks first for the seat of this person's name; if there is none, it shows all seats for a
// choice.
func (s *site) ask(ctx context.Context, table string, q url.Values) (answer, error) {
	d := shown.Deed{Act: shown.ActJoin, With: shown.WithForm(table, q)}
	if d.With.Seat == "" {
		st, err := s.client.Status(ctx)
		if err != nil {
			return answer{}, err
		}
		d.With.Seat = st.Name
	}
	done, err := d.Do(ctx, s.client)
	if nobody := api.ErrorIn(err); nobody.Reason == api.ReasonNobodyCalled && len(nobody.Candidates) > 0 {
		door := door{ID: table, Code: d.With.Code, Open: true}
		for _, name := range nobody.Candidates {
			door.Seats = append(door.Seats, openSeat{OpenSeat: api.OpenSeat{Name: name}, Take: say.Capital(say.TakeSeat(api.OpenSeat{Name: name}))})
		}
		html, err := render("seats", seatsPage{ID: table, Door: door})
		return answer{Sheet: template.HTML(html)}, err
	}
	a := answerOf(done)
	a.Go = toLobby
	return a, err
}
