package web

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

// A lobbyPage shows who is here and what there is to play.
type lobbyPage struct {
	Status  api.Status
	Here    string
	Groups  []group
	Returns []comeback
	Peers   []api.Peer
	Gone    []api.Peer
	Afar    []string // how it stands with friends elsewhere
	Alone   string   // why nobody else may be here, "" if somebody is
	Address string
	Invites bool // guests can be invited here
	Waits   bool // a table waits for the person at this node, or has a chair free
	Me      person
	Present []present // the person at this node, and who else is here
	Tonight *tonight
	Doubts  bool // somebody here may not be who they were
}

// A present person is one who is here.
type present struct {
	Person person
	Label  string
}

// A group is the tables under one heading.
type group struct {
	Heading string
	Rows    []row
	Over    bool // they are in the past, and folded
}

// A row is a table in the list, with its signs.
type row struct {
	shown.Row
	Badge  string // a sign for the game
	People []person
	Vacant []struct{} // the free chairs of an open table
	Terms  string     // how long its game takes, and what is agreed on
	Drawn  bool       // the signs say who sits there; their names are for who cannot see them
	Door   door       // where to ask for a seat of it
	Seat   bool       // a chair is free for the person at this node
}

// around returns this node, who else is there, and what there is to play.
func (s *site) around(ctx context.Context) (st api.Status, peers []api.Peer, tables api.Tables, err error) {
	if st, err = s.client.Status(ctx); err != nil {
		return
	}
	if peers, err = s.client.Peers(ctx); err != nil {
		return
	}
	tables, err = s.client.Tables(ctx)
	return
}

func (s *site) lobby(ctx context.Context, r *http.Request) (string, any, error) {
	st, peers, tables, err := s.around(ctx)
	if err != nil {
		return "", nil, err
	}
	draw := s.drawsAll(ctx, seatsIn(tables)...)
	p := lobbyPage{Status: st, Groups: groupTables(tables, draw), Invites: s.invited != nil, Returns: s.comebacks(st.Name, tables.Open)}
	for _, x := range peers {
		if x.Connected {
			p.Peers = append(p.Peers, x)
		} else {
			p.Gone = append(p.Gone, x)
		}
	}
	p.Here, p.Tonight = say.Capital(say.Here(peers)), newTonight(tables.Mine, s.match(r), false, draw)
	p.present(draw)
	for _, line := range say.Elsewhere(st, time.Now()) {
		p.Afar = append(p.Afar, say.Sentence(line))
	}
	p.Waits = slices.ContainsFunc(p.Groups, func(g group) bool { return slices.ContainsFunc(g.Rows, func(r row) bool { return r.Urgent || r.Seat }) })
	if why := s.alone(st, peers); why != "" {
		p.Alone, p.Address = say.Sentence(why), say.OwnAddress(st)
	}
	return "lobby", p, nil
}

// present lists who is here, with the person at this node first.
func (p *lobbyPage) present(draw drawer) {
	here, labels := []api.Seat{{Name: p.Status.Name, Fingerprint: p.Status.Fingerprint}}, []string{"You"}
	for _, x := range p.Peers {
		p.Doubts = p.Doubts || shown.Identity(x.Warning)
		if !say.IsScreen(x) {
			here, labels = append(here, api.Seat{Name: x.Name, Fingerprint: x.Fingerprint}), append(labels, say.Name(x.Name))
		}
	}
	for i, sign := range draw(here) {
		p.Present = append(p.Present, present{sign, labels[i]})
	}
	p.Me = p.Present[0].Person
}

// badge returns the sign of a game: the first letters of the words of its title.
func badge(title string) (letters string) {
	for _, word := range strings.Fields(title) {
		letters += word[:1]
	}
	return letters
}

// alone says why nobody else may be here, "" as long as somebody is.
func (s *site) alone(st api.Status, peers []api.Peer) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	s.company = s.company.With(peers, now)
	return s.company.Alone(st, peers, s.firewall, now)
}

// seatsIn lists who sits at each of some tables.
func seatsIn(tables api.Tables) (lists [][]api.Seat) {
	for _, m := range tables.Mine {
		lists = append(lists, m.Seats)
	}
	for _, o := range tables.Open {
		lists = append(lists, shown.Sitting(o))
	}
	return lists
}

// groupTables puts the tables of a lobby under their headings.
func groupTables(tables api.Tables, draw drawer) (list []group) {
	for _, g := range shown.Groups(tables, time.Now()) {
		v := group{Heading: g.Heading, Over: g.Over}
		for _, r := range g.Rows {
			v.Rows = append(v.Rows, newRow(r, draw))
		}
		list = append(list, v)
	}
	return list
}

func newRow(r shown.Row, draw drawer) row {
	x := row{Row: r, Badge: badge(say.Title(r.Game))}
	x.Title, x.Price = say.Capital(x.Title), say.Sentence(x.Price)
	switch {
	case r.Mine != nil:
		x.People = draw(r.Mine.Seats)
		x.Drawn = r.Mine.Phase == api.PhasePlaying || r.Mine.Phase == api.PhaseSeated
	case r.Offer.Running && r.Offer.Handover == nil:
		x.Door = doorOf(*r.Offer, "")
		fallthrough
	default:
		x.People = draw(shown.Sitting(*r.Offer))
	}
	x.Seat = r.Deeds[0].Act == shown.ActJoin && r.Deeds[0].Offered()
	if o := r.Offer; o != nil && !o.Running && o.Game != "" {
		x.Vacant, x.Terms, x.Drawn = make([]struct{}, max(0, min(o.Seats-len(o.Taken), mostAround))), about(*o, nil), true
	}
	return x
}
