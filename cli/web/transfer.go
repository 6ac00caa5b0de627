package web

import (
	"context"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"time"

	"fives/cli/qr"
	"fives/p2p/control"
)

// A Mover moves the node of the page to another place, or another one to here.
type Mover interface {
	Offer() (code string, until time.Time)
	Transfer() (control.Transfer, error)
	Fetch(ctx context.Context, from, code string) error // from is a peer ID
	Open(opener string) error
}

// A transferPage is what can be moved.
type transferPage struct {
	control.Transfer
	Tables bool           // this place has some
	Guests []control.Peer // whose seats could be brought here
	Link   template.HTML  // to the page at the other place, as the SVG of a QR code; "" if there is no code
	From   string         // whose seat that leads here, "" if nothing does
	Whose  *control.Peer  // who that is, nil if that is not known
	Typed  string         // the code with it
}

// transfers are the requests of a page whose node can be moved.
func (s *site) transfers(mux *http.ServeMux) {
	looks(mux, "/transfer", s.transfer)
	acts(mux, "/transfer", s.offer)
	acts(mux, "/fetch", s.fetch)
	acts(mux, "/unseal", s.unseal)
}

// transfer shows what can be moved.
func (s *site) transfer(ctx context.Context, r *http.Request) (string, any, error) {
	from, typed := r.URL.Query().Get("from"), r.URL.Query().Get("code")
	for end := time.Now().Add(whoseTime); ; {
		p, err := s.transferPage(ctx)
		p.From, p.Typed = from, typed
		if i := slices.IndexFunc(p.Guests, func(g control.Peer) bool { return g.ID == from }); i >= 0 {
			p.Whose = &p.Guests[i]
		}
		if err != nil || from == "" || p.Whose != nil || time.Now().After(end) {
			return "transfer", p, err
		}
		select {
		case <-ctx.Done():
			return "transfer", p, ctx.Err()
		case <-time.After(whosePause):
		}
	}
}

// A page that a link has just opened may not have heard yet who is here: it waits so long
// until it can say whose seat the link brings, with a pause between two looks.
const (
	whoseTime  = 5 * time.Second
	whosePause = 200 * time.Millisecond
)

// seatLink is the way from the other place to this node, with a code.
func (s *site) seatLink(ctx context.Context, code string) (template.HTML, error) {
	st, err := s.client.Status(ctx)
	if err != nil {
		return "", err
	}
	c, err := qr.New(s.server+"play#s="+st.Peer+"&c="+code, qr.Wide)
	if err != nil {
		return "", err
	}
	return template.HTML(c.SVG()), nil
}

func (s *site) transferPage(ctx context.Context) (p transferPage, err error) {
	if p.Transfer, err = s.mover.Transfer(); err != nil {
		return p, err
	}
	if p.Code != "" {
		if p.Link, err = s.seatLink(ctx, p.Code); err != nil {
			return p, err
		}
	}
	tables, err := s.client.Tables(ctx)
	if err != nil {
		return p, err
	}
	p.Tables = len(tables.Mine) > 0 || slices.ContainsFunc(tables.Open, func(o control.Offer) bool { return o.Mine || o.Joined })
	peers, err := s.client.Peers(ctx)
	p.Guests = slices.DeleteFunc(peers, func(peer control.Peer) bool { return !peer.Guest })
	return p, err
}

// offer shows the code with which the node can be brought to another place.
func (s *site) offer(ctx context.Context, _ string, _ url.Values) (answer, error) {
	s.mover.Offer()
	p, err := s.transferPage(ctx)
	if err != nil {
		return answer{}, err
	}
	html, err := rendered("transfer", p)
	return answer{Sheet: template.HTML(html)}, err
}

// fetch brings a node to here, unseal opens what has come of one. The page then has to load
// itself again.
func (s *site) fetch(ctx context.Context, _ string, q url.Values) (answer, error) {
	err := s.mover.Fetch(ctx, q.Get("from"), q.Get("code"))
	return answer{Reload: err == nil}, err
}

func (s *site) unseal(_ context.Context, _ string, q url.Values) (answer, error) {
	err := s.mover.Open(q.Get("opener"))
	return answer{Reload: err == nil}, err
}
