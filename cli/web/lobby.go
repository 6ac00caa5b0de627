package web

import (
	"context"
	"net/http"
	"slices"
	"time"

	"fives/cli/phrase"
	"fives/cli/shown"
	"fives/cli/words"
	"fives/p2p/api"
)

// A lobbyPage is who is here and what there is to play.
type lobbyPage struct {
	Status  api.Status
	Here    string
	Groups  []group
	Returns []comeback
	Peers   []api.Peer
	Gone    []api.Peer
	Alone   string // why nobody else may be here, "" if somebody is
	Address string
	Playing bool // a table of this node's is not over
	Invites bool // guests can be invited here
}

// A group is the tables under a heading.
type group struct {
	Heading string
	Rows    []row
	Over    bool // they are of the past, and folded
}

// A row is a table of the list, and what can be done about it.
type row struct {
	ID, Title string
	State     string
	Urgent    bool // the player is asked for
	Detail    string
	Price     string // of sitting down
	Code      string // to be told to the others
	Warnings  []api.Warning

	Open    bool   // there is a table to look at
	Join    bool   // a seat is free
	Private bool   // and it takes a code
	Watch   bool   // it is played, and may be looked on
	Door    door   // where seats of it can be asked for
	Begin   bool   // it is this node's, and can begin with those who are there
	Leave   string // what leaving it is called, "" if there is nothing to leave
	Sure    string // the question before it
	Forget  bool   // leaving is forgetting
}

// around is this node, who else is there, and what there is to play.
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

func (s *site) lobby(ctx context.Context, _ *http.Request) (string, any, error) {
	st, peers, tables, err := s.around(ctx)
	if err != nil {
		return "", nil, err
	}
	p := lobbyPage{Status: st, Groups: grouped(tables), Invites: s.invited != nil, Returns: s.comebacks(st.Name, tables.Open)}
	p.Playing = slices.ContainsFunc(tables.Mine, func(t api.Summary) bool { return t.Phase != api.PhaseOver }) ||
		slices.ContainsFunc(tables.Open, func(o api.Offer) bool { return o.Joined })
	for _, x := range peers {
		if x.Connected {
			p.Peers = append(p.Peers, x)
		} else {
			p.Gone = append(p.Gone, x)
		}
	}
	p.Here = words.Capital(words.Here(peers))
	if s.alone(len(p.Peers) > 0) {
		p.Alone, p.Address = words.Sentence(words.Alone(st, peers, s.firewall, time.Now())), words.OwnAddress(st)
	}
	return "lobby", p, nil
}

// alone reports whether nobody else has been here for a while.
func (s *site) alone(company bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if s.company.IsZero() || company {
		s.company = now
	}
	return now.Sub(s.company) >= words.AloneAfter
}

// grouped lists the tables of a lobby under their headings.
func grouped(tables api.Tables) (list []group) {
	for _, g := range shown.Groups(tables) {
		v := group{Heading: g.Heading, Over: g.Over}
		for _, m := range g.Mine {
			v.Rows = append(v.Rows, mine(m))
		}
		for _, o := range g.Open {
			v.Rows = append(v.Rows, offered(o))
		}
		list = append(list, v)
	}
	return list
}

// mine is a table of this node's.
func mine(m api.Summary) row {
	r := row{ID: m.ID, Title: phrase.Title(m.Game), Open: true, Detail: words.Names(m.Names, ", "), Warnings: m.Warnings, Leave: "Leave", Sure: leaveWarning}
	r.Urgent = m.Call != nil || m.Turn != "" && m.Turn == m.You && m.Phase == api.PhasePlaying
	switch {
	case m.Call != nil:
		r.State, r.Detail = "Called: "+words.Call(*m.Call), ""
	case m.Phase == api.PhaseSeated && m.Parent != "":
		r.State, r.Leave, r.Sure = "To go on with", "Say no", "Say no to it? That is for good."
	case m.Phase != api.PhasePlaying && m.Phase != api.PhaseOver:
		r.State = words.Capital(string(m.Phase))
	case m.Phase == api.PhaseOver:
		r.State, r.Detail = words.Capital(words.Ended(m, time.Now())), words.Finals(m)
	default:
		r.State = words.Capital(words.Summary(m, func(text string) string { return text }))
	}
	if m.ToAgree > 0 {
		r.Urgent, r.State = true, words.Sentence(r.State)+" "+words.Sentence(words.ToAgree(m.ToAgree))
	}
	left := slices.ContainsFunc(m.Players, func(p api.Player) bool { return p.You && p.Left })
	if m.Phase == api.PhaseOver || left {
		r.Forget, r.Leave, r.Sure = true, "Forget", "Forget this table? Its log is deleted here, and it counts no more. The others keep theirs."
	}
	return r
}

const leaveWarning = "Leave for good? The running hand is void, and all will know who left."

// offered is an open table.
func offered(o api.Offer) row {
	r := row{ID: o.ID, Title: words.Capital(phrase.Title(o.Game)), Detail: words.Capital(words.Terms(o)), Code: o.Code, Warnings: o.Warnings, Private: o.Private, Price: words.Sentence(words.Price(o))}
	if o.Game == "" { // it is shown to those with the code, or to nobody
		r.Title, r.Detail = words.Capital(words.Offer(o)), "At "+words.Name(o.Host)+"'s node"
	}
	switch {
	case o.Handover != nil:
		r.State, r.Urgent = words.Sentence(words.Handover(*o.Handover, o.Handover.To)), true
		r.Watch, r.Leave = !o.Full, words.Capital(words.Answer(*o.Handover))
		return r
	case o.Running:
		r.Door = doorOf(o, "")
	}
	switch {
	case o.Full && r.Door.open():
		r.State = "Being played"
	case o.Full:
		r.State = "Being played, all seats are taken"
	case o.Running:
		r.State, r.Watch = "Being played", true
	case o.Mine:
		r.State, r.Begin, r.Leave, r.Sure = "Yours", true, "Close", "Close this open table?"
	case o.Joined:
		r.State, r.Leave, r.Sure = "You have a seat", "Give up", "Give your seat up?"
	default:
		r.Join = true
	}
	return r
}
