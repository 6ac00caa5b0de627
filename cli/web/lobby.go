package web

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/games"
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
	Alone   string // why nobody else may be here, "" if somebody is
	Address string
	Invites bool // guests can be invited here
	Urgent  bool // a table waits for the person at this node
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

// A row is a table in the list, and what can be done about it.
type row struct {
	ID, Title string
	Game      string
	Badge     string // a sign for the game
	People    []person
	State     string
	Urgent    bool // the table asks for the player
	Detail    string
	Price     string // what sitting down costs
	Code      string // what to tell the others
	Warnings  []api.Warning

	Open    bool   // there is a table to look at
	Plays   bool   // the person at this node plays at it
	Join    bool   // a seat is free
	Private bool   // taking one needs a code
	Watch   bool   // the game is running, and may be watched
	Door    door   // where to ask for a seat of it
	Fill    bool   // the table is this node's, and the computer can take the free seats
	Begin   bool   // it can begin with those who are there
	Leave   string // what leaving it is called, "" if there is nothing to leave
	Sure    string // the question to ask before it
	Answers string // the two verbs that answer it
	Forget  bool   // leaving it means forgetting it
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
	p := lobbyPage{Status: st, Groups: groupTables(tables), Invites: s.invited != nil, Returns: s.comebacks(st.Name, tables.Open)}
	for _, x := range peers {
		if x.Connected {
			p.Peers = append(p.Peers, x)
		} else {
			p.Gone = append(p.Gone, x)
		}
	}
	p.Here, p.Tonight = say.Capital(say.Here(peers)), newTonight(tables.Mine, s.match(r), false)
	p.present()
	p.Urgent = slices.ContainsFunc(p.Groups, func(g group) bool { return slices.ContainsFunc(g.Rows, func(r row) bool { return r.Urgent }) })
	if s.alone(len(p.Peers) > 0) {
		p.Alone, p.Address = say.Sentence(say.Alone(st, peers, s.firewall, time.Now())), say.OwnAddress(st)
	}
	return "lobby", p, nil
}

// present lists who is here, with the person at this node first.
func (p *lobbyPage) present() {
	here, labels := []api.Seat{{Name: p.Status.Name, Fingerprint: p.Status.Fingerprint}}, []string{"You"}
	for _, x := range p.Peers {
		p.Doubts = p.Doubts || x.Warning.Code != ""
		if !say.IsScreen(x) {
			here, labels = append(here, api.Seat{Name: x.Name, Fingerprint: x.Fingerprint}), append(labels, say.Name(x.Name))
		}
	}
	for i, sign := range people(here) {
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

// alone reports whether nobody else has been here for a while.
func (s *site) alone(company bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if s.company.IsZero() || company {
		s.company = now
	}
	return now.Sub(s.company) >= say.AloneAfter
}

// groupTables puts the tables of a lobby under their headings.
func groupTables(tables api.Tables) (list []group) {
	for _, g := range shown.Groups(tables) {
		v := group{Heading: g.Heading, Over: g.Over}
		for _, m := range g.Mine {
			v.Rows = append(v.Rows, ownRow(m))
		}
		for _, o := range g.Open {
			v.Rows = append(v.Rows, openRow(o))
		}
		list = append(list, v)
	}
	return list
}

// ownRow makes the row of a table of this node.
func ownRow(m api.Summary) row {
	r := row{ID: m.ID, Title: say.Title(m.Game), Open: true, Detail: say.Names(m.Names(), ", "), Warnings: m.Warnings, Leave: "Leave", Sure: leaveWarning, Answers: "Leave,Stay",
		Game: m.Game, Badge: badge(say.Title(m.Game)), People: people(m.Seats)}
	r.Urgent = m.Call != nil || m.Turn != "" && m.Turn == m.Me() && m.Phase == api.PhasePlaying
	switch {
	case m.Call != nil:
		r.State, r.Detail = "Called: "+say.Call(*m.Call), ""
	case m.Phase == api.PhaseSeated && m.Parent != "":
		r.State, r.Leave, r.Sure, r.Answers = "To go on with", "Say no", "Say no to it? That is for good.", "Say no,Wait"
	case m.Phase != api.PhasePlaying && m.Phase != api.PhaseOver:
		r.State = say.Capital(string(m.Phase))
	case m.Phase == api.PhaseOver:
		r.State, r.Detail = say.Capital(say.Ended(m, time.Now())), say.Finals(m)
	default:
		r.State = say.Capital(say.Summary(m, func(text string) string { return text }))
	}
	if m.ToAgree > 0 {
		r.Urgent = true
	}
	left := slices.ContainsFunc(m.Seats, func(p api.Seat) bool { return p.You && p.Left })
	r.Plays = m.Me() != "" && !left && m.Phase == api.PhasePlaying
	if m.Phase == api.PhaseOver || left {
		r.Forget, r.Leave, r.Answers, r.Sure = true, "Forget", "Forget,Keep it", "Forget this table? Its log is deleted here, and it counts no more. The others keep theirs."
	}
	return r
}

const leaveWarning = "Leave the game? The hand is lost for all, and you cannot come back to it."

// openRow makes the row of an open table.
func openRow(o api.Offer) row {
	r := row{ID: o.ID, Title: say.Capital(say.Title(o.Game)), Detail: say.Capital(say.Terms(o)), Code: o.Code, Warnings: o.Warnings, Private: o.Private, Price: say.Sentence(say.Price(o)),
		Game: o.Game, Badge: badge(say.Title(o.Game)), People: people(sitting(o)), Answers: "Yes,No"}
	if o.Game == "" { // only those with the code, or nobody, may see it
		r.Title, r.Detail = say.Capital(say.Offer(o)), "At "+say.Name(o.Host)+"'s node"
	}
	switch {
	case o.Handover != nil:
		r.State, r.Urgent = say.Sentence(say.Handover(*o.Handover, o.Handover.To)), true
		r.Watch, r.Leave = !o.Full, say.Capital(say.Answer(*o.Handover))
		return r
	case o.Running:
		r.Door = doorOf(o, "")
	}
	switch {
	case o.Full && r.Door.Open:
		r.State = "Being played"
	case o.Full:
		r.State = "Being played, all seats are taken"
	case o.Running:
		r.State, r.Watch = "Being played", true
	case o.Mine:
		r.State, r.Fill, r.Leave, r.Sure, r.Answers = "Yours", true, "Close", "Close this open table?", "Close,Keep it"
		rs, err := games.Find(o.Game)
		r.Begin = err == nil && len(o.Taken) >= rs.MinSeats
	case o.Joined:
		r.State, r.Leave, r.Sure, r.Answers = "You have a seat", "Give up", "Give your seat up?", "Give it up,Keep it"
	default:
		r.Join = true
	}
	return r
}
