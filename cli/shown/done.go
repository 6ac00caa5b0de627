package shown

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"fives/cli/say"
	"fives/engine/record"
	"fives/p2p/api"
)

// A Doer does what deeds ask for: the client of a daemon.
type Doer interface {
	Status(ctx context.Context) (api.Status, error)
	Tables(ctx context.Context) (api.Tables, error)
	Peers(ctx context.Context) ([]api.Peer, error)
	Table(ctx context.Context, table string) (api.Table, error)
	Host(ctx context.Context, r api.HostRequest) (api.Offer, error)
	Begin(ctx context.Context, r api.BeginRequest) (api.Offer, error)
	SendAway(ctx context.Context, r api.SendAwayRequest) (api.Offer, error)
	Join(ctx context.Context, r api.JoinRequest) (api.Offer, error)
	Watch(ctx context.Context, table string) (api.Summary, error)
	Leave(ctx context.Context, table string) (string, error)
	Forget(ctx context.Context, table string, sure bool) error
	Say(ctx context.Context, table, text string) error
	Cover(ctx context.Context, table string) (api.CoverAnswer, error)
	Continue(ctx context.Context, table string, without ...string) (api.Summary, error)
	Rematch(ctx context.Context, table string) (api.Summary, error)
	Admit(ctx context.Context, table, peer string) (api.Admission, error)
	Handover(ctx context.Context, r api.HandoverRequest) (api.Handover, error)
	Agree(ctx context.Context, r api.AgreeRequest) (api.Handover, error)
	Trust(ctx context.Context, who string) (api.Trusted, error)
	Connect(ctx context.Context, addr string) (api.ConnectAnswer, error)
	Invite(ctx context.Context, r api.InviteRequest) (api.Invitation, error)
	Far(ctx context.Context, r api.FarRequest) (api.FarInvitation, error)
	ForgetLink(ctx context.Context, who string) (api.FarLink, error)
}

// With says what a deed is done with.
type With struct {
	Table    string // the ID, or a beginning of it
	Seat     string // the player who has it
	To       string // who gets it, or whom else it is about: a fingerprint, a name, or an address
	Name     string // what that is called
	Code     string // of a private table
	Text     string
	Game     string // to be learned
	Drawn    string // as in [api.Handover]
	Play     string // the strength of the computer player that takes this person's seat
	Strength string // of other computer players
	Bot      bool   // To is a computer player of whoever that is
	Now      bool   // at once, and not from the next hand on
	Not      bool   // takes it back
	Anew     bool   // in place of what there is
	Later    bool   // "not now"
	Fill     bool   // with computer players
	Sure     bool   // whatever others may still need
	Called   bool   // Table is what others have called for
	Without  []string
	Hand     int             // a settled one, by its number
	Move     int             // one of its moves, from 1
	Terms    api.HostRequest // of a new table

	several bool // there are others of its kind at the table
}

// botMark after a fingerprint means a computer player of that node.
const botMark = " bot"

// texts are what forms have, by their names.
func (w *With) texts() map[string]*string {
	return map[string]*string{"seat": &w.Seat, "to": &w.To, "name": &w.Name, "code": &w.Code, "text": &w.Text, "game": &w.Game, "drawn": &w.Drawn}
}

func (w *With) flags() map[string]*bool {
	return map[string]*bool{"bot": &w.Bot, "now": &w.Now, "not": &w.Not, "later": &w.Later, "fill": &w.Fill, "sure": &w.Sure, "new": &w.Anew}
}

func (w *With) numbers() map[string]*int { return map[string]*int{"hand": &w.Hand, "move": &w.Move} }

// Form writes it as the fields of a form; the table is not among them.
func (w With) Form() url.Values {
	q := url.Values{}
	for name, text := range w.texts() {
		if *text != "" {
			q.Set(name, *text)
		}
	}
	for name, is := range w.flags() {
		if *is {
			q.Set(name, "1")
		}
	}
	for name, n := range w.numbers() {
		if *n > 0 {
			q.Set(name, strconv.Itoa(*n))
		}
	}
	for _, name := range w.Without {
		q.Add("without", name)
	}
	return q
}

// WithForm reads it from the fields of a form.
func WithForm(table string, q url.Values) With {
	w := With{Table: table, Without: q["without"]}
	for name, text := range w.texts() {
		*text = q.Get(name)
	}
	for name, is := range w.flags() {
		*is = q.Get(name) != ""
	}
	for name, n := range w.numbers() {
		*n, _ = strconv.Atoi(q.Get(name))
	}
	if to, bot := strings.CutSuffix(w.To, botMark); bot {
		w.To, w.Bot = to, true
	}
	return w
}

// Fill returns the deed with a field filled in.
func (d Deed) Fill(field, value string) Deed {
	if text := d.With.texts()[field]; text != nil {
		*text = value
	}
	if is := d.With.flags()[field]; is != nil {
		*is = value != ""
	}
	return d
}

// Same reports whether two deeds do the same with the same.
func (d Deed) Same(e Deed) bool {
	return d.Act == e.Act && d.With.Table == e.With.Table && d.With.Called == e.With.Called && d.With.Form().Encode() == e.With.Form().Encode()
}

// Patience is how long a deed may take: other nodes have to do something, too.
const Patience = 25 * time.Second

// Done is what has come of a deed.
type Done struct {
	Says     string   // to the person, as package say writes; "" for nothing
	Typed    string   // the same to somebody who has typed it, and goes nowhere; "" if it is the same
	Notes    []string // beside it, to the same: what it costs, and what can be typed next
	Warnings []api.Warning
	Go       string // the ID of a table to go to, "" to stay
	Lobby    bool   // go to the lobby
	Await    string // the ID of a table to go to when it begins
	Ask      *Sheet // it is not done yet: this has to be answered first
	Why      error  // and why, for whom nobody can ask; nil if the question says it
	Data     any    // what the daemon has answered, nil if nothing
}

// Do does the deed.
func (d Deed) Do(ctx context.Context, c Doer) (Done, error) {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	w := d.With
	about := api.About{Table: w.Table}
	switch d.Act {
	case ActHost:
		return opened(c.Host(ctx, w.Terms))
	case ActJoin:
		return joined(c.Join(ctx, api.JoinRequest{Table: w.Table, Code: w.Code, Play: w.Play, Seat: w.Seat, Now: w.Now}))
	case ActBegin:
		o, err := c.Begin(ctx, api.BeginRequest{About: about, Fill: w.Fill, Strength: w.Strength})
		return Done{Says: "the table begins…", Typed: say.TableName(o.Game, nil, "", o.ID) + " begins: " + say.Terms(o), Notes: notes(len(o.Taken) < o.Seats, "the others come back to it by themselves, in a moment; fives wait waits for your turn"), Await: o.ID, Data: o}, err
	case ActSendAway:
		o, err := c.SendAway(ctx, api.SendAwayRequest{About: about, Who: w.To})
		return Done{Says: say.SentAway(w.Name), Data: o}, err
	case ActWatch:
		s, err := c.Watch(ctx, w.Table)
		return Done{Go: s.ID, Data: s}, err
	case ActLook:
		return Done{Go: w.Table}, nil
	case ActLeave:
		did, err := c.Leave(ctx, w.Table)
		return Done{Says: say.Leaving(did), Lobby: true, Data: api.LeaveAnswer{Done: did}}, err
	case ActForget:
		return d.forget(c.Forget(ctx, w.Table, w.Sure))
	case ActSay:
		if err := c.Say(ctx, w.Table, w.Text); err != nil {
			return Done{}, err
		}
		return said(ctx, c, w.Table), nil
	case ActCover:
		if err := stillAway(ctx, c, w); err != nil {
			return Done{}, err
		}
		a, err := c.Cover(ctx, w.Table)
		return Done{Says: say.NotWaiting(a.Names), Data: Continued{Covered: a.Names}}, err
	case ActContinue:
		if ask, err := d.dealsAnew(ctx, c); ask != nil || err != nil {
			return Done{Ask: ask}, err
		}
		s, err := c.Continue(ctx, w.Table, w.Without...)
		done := goesOn(ctx, c, s)
		done.Data = Continued{Table: &s}
		return done, err
	case ActRematch:
		s, err := c.Rematch(ctx, w.Table)
		return goesOn(ctx, c, s), err
	case ActAdmit:
		a, err := c.Admit(ctx, w.Table, w.Name)
		if err == nil && w.Text != "" {
			_ = c.Say(ctx, w.Table, w.Text) // who is let in is let in, whether the others hear of it or not
		}
		return Done{Says: say.Name(a.Peer.Name) + " (" + a.Peer.Fingerprint + ") may watch the table (" + say.Short(a.Table) + ")", Notes: []string{"on that machine: fives watch " + say.Short(a.Table)}, Data: a}, err
	case ActGive:
		h, err := c.Handover(ctx, api.HandoverRequest{About: about, Seat: w.Seat, To: w.To, Bot: w.Bot, Now: w.Now, Not: w.Not})
		return Done{Says: say.Handed(h, h.You, w.Not), Warnings: warned(h.Warning), Data: h}, err
	case ActAgree:
		h, err := c.Agree(ctx, api.AgreeRequest{About: about, Seat: w.Seat, To: w.To, Not: w.Not, Later: w.Later, Drawn: w.Drawn, Strength: w.Strength})
		if warned := api.ErrorIn(err); warned.Reason == api.ReasonWarned && warned.Handover != nil && w.Drawn == "" {
			d.With.Drawn, d.Ask = warned.Handover.Drawn, nil // as it is shown now
			return Done{Ask: sure("A seat changes hands", "agree all the same", "say nothing", d, say.Sentence(say.Warned(warned)), "Agree all the same?"), Why: err}, nil
		}
		if w.Later {
			return Done{Says: say.Quiet, Data: h}, err
		}
		return Done{Says: say.Handed(h, h.You, w.Not), Warnings: warned(h.Warning), Data: h}, err
	case ActInvite: // only to end it: each front end shows an invitation in its own way
		i, err := c.Invite(ctx, api.InviteRequest{Off: true})
		return Done{Says: "nobody is invited any more", Lobby: true, Data: i}, err
	case ActTrust:
		t, err := c.Trust(ctx, w.To)
		return Done{Says: say.Trusted(t), Data: t}, err
	case ActFar:
		i, err := c.Far(ctx, api.FarRequest{Address: strings.TrimSpace(w.To), New: w.Anew, Off: w.Not})
		if w.Not {
			return Done{Says: say.NobodyFromOutside, Data: i}, err
		}
		return Done{Data: i}, err // each front end shows the link in its own way
	case ActConnect:
		if w.Not {
			l, err := c.ForgetLink(ctx, w.To)
			return Done{Says: say.Unlinked(l), Data: l}, err
		}
		a, err := c.Connect(ctx, w.To)
		return Done{Says: say.Connected(a), Data: a}, err
	}
	return Done{}, errors.New("this fives does no " + string(d.Act))
}

// Continued says which of the two has come of going on when somebody is missing: the key of the
// other is missing.
type Continued struct {
	Covered []string     `json:"covered,omitempty"` // for whom this node no longer waits
	Table   *api.Summary `json:"table,omitempty"`   // at which the game goes on without those who are missing
}

// goesOn tells at which table a game goes on, and who has yet to agree.
func goesOn(ctx context.Context, c Doer, s api.Summary) Done {
	x := Done{Typed: "the game goes on at another table: " + say.OwnTable(s), Go: s.ID, Data: s}
	if s.ID == "" || s.Phase != api.PhaseOpen && s.Phase != api.PhaseSeated {
		return x
	}
	t, err := c.Table(ctx, s.ID) // it is only about who has to agree, so no error counts
	if err != nil || t.Waiting.What != string(record.KindAccept) {
		return x
	}
	others := slices.DeleteFunc(slices.Clone(t.Waiting.Devices), func(name string) bool { return name == t.Me() })
	if len(others) > 0 {
		x.Notes = []string{"it begins when all have accepted; as far as this node has heard, " + say.Have(others) + " not yet"}
	}
	return x
}

// opened tells somebody who has opened a table.
func opened(o api.Offer, err error) (Done, error) {
	x, id := seatedDone(o), say.Short(o.ID)
	x.Typed = say.TableName(o.Game, nil, "", o.ID) + " is open: " + say.Terms(o)
	if o.Code != "" {
		x.Typed += "\nthe code is " + o.Code
	}
	how := "the others sit down with: fives join (or fives join " + id + ")"
	switch {
	case len(o.Taken) >= o.Seats:
		how = "all seats are taken; fives show draws the table"
	case o.Code != "":
		how = "the others sit down with: fives join " + id + " --code " + o.Code
	}
	price := say.Price(o)
	x.Notes = append(notes(price != "", price), how)
	return x, err
}

// joined tells somebody who has joined a table, or has asked for a seat.
func joined(o api.Offer, err error) (Done, error) {
	x := seatedDone(o)
	if h := o.Handover; h != nil {
		x.Says, x.Lobby = say.Handover(*h, h.To), true
		x.Typed = say.TableName(o.Game, o.Taken, "", o.ID) + ": " + x.Says
		x.Notes = []string{"fives tables shows how it stands, fives leave " + say.Short(o.ID) + " takes it back"}
		return x, err
	}
	price := say.Price(o)
	x.Typed = "you have a seat at " + say.TableName(o.Game, []string{o.Host}, "", o.ID) + ": " + say.Terms(o)
	x.Notes, x.Warnings = notes(price != "", price+"; fives leave gives the seat back"), o.Warnings
	return x, err
}

// seatedDone tells somebody who has a seat at an open table.
func seatedDone(o api.Offer) Done {
	x := Done{Await: o.ID, Data: o}
	switch {
	case o.Code != "":
		x.Says = "tell the others the code: " + o.Code
	case len(o.Taken) < o.Seats:
		x.Says = "you have a seat; the table begins when all are taken"
	}
	return x
}

func notes(is bool, list ...string) []string {
	if !is {
		return nil
	}
	return list
}

func warned(w api.Warning) []api.Warning {
	if w.Code == "" {
		return nil
	}
	return []api.Warning{w}
}

// dealsAnew asks before a running hand is dropped that nobody keeps from going on, and refuses whoever
// has left the table. It does not ask if no table is named, because the daemon then chooses one at
// which somebody is missing.
func (d Deed) dealsAnew(ctx context.Context, c Doer) (*Sheet, error) {
	if d.With.Sure || d.With.Table == "" || len(d.With.Without) > 0 {
		return nil, nil
	}
	t, err := c.Table(ctx, d.With.Table)
	if err != nil {
		return nil, err
	}
	gone := func(s api.Seat) bool { return missing(s) || s.Left }
	if seated(t.Summary) == youLeft {
		return nil, api.Fail(api.ReasonHasLeft, api.Data{})
	}
	if t.Phase != api.PhasePlaying || !t.Dealt && !t.Cover || t.CutOff != nil || Stuck(t) || !t.Cover && slices.ContainsFunc(t.Seats, gone) {
		return nil, nil
	}
	why := "everybody is here, and the cards are dealt"
	var owe, away []string
	for _, s := range t.Seats {
		switch {
		case gone(s):
			away = append(away, s.Name)
		case s.Owes && !s.You && !s.Lacks:
			owe = append(owe, s.Name)
		}
	}
	if len(away) > 0 {
		why = "the others play for " + say.And(away) + ", and the hand goes on"
	}
	if len(owe) > 0 {
		why += "; the hand waits for " + say.And(owe)
	}
	d.With.Sure, d.Ask = true, nil
	return sure("Go on", "drop the running hand", "play on", d, say.Sentence(why), "Drop the running hand, and deal it anew if all agree?"), nil
}

// forget tells that a table is gone, or asks once more if others may lack something of it.
func (d Deed) forget(err error) (Done, error) {
	if owed := api.ErrorIn(err); owed.Reason == api.ReasonOwed {
		d.With.Sure, d.Ask = true, nil
		return Done{Ask: sure("Forget", "forget it all the same", "keep it", d, say.Sentence(say.Owed(owed)), "Forget it all the same?"), Why: err}, nil
	}
	return Done{Says: "the table is forgotten", Lobby: true, Data: api.None{}}, err
}

// said tells to whom a line went, and who does not hear it. It is only about that, so no error counts: the
// line is said.
func said(ctx context.Context, c Doer, table string) (x Done) {
	t, err := c.Table(ctx, table)
	if err != nil {
		x.Typed = "said at " + openTable(ctx, c, table)
		return x
	}
	x.Typed = "said at " + say.OwnTable(t.Summary)
	if peers, err := c.Peers(ctx); err == nil {
		x.Says = say.Unheard(t, peers)
	}
	if x.Says != "" {
		x.Typed += "; " + x.Says
	}
	return x
}

// openTable names the table that has not begun at which this person sits.
func openTable(ctx context.Context, c Doer, table string) string {
	all, err := c.Tables(ctx)
	st, failed := c.Status(ctx)
	i := slices.IndexFunc(all.Open, func(o api.Offer) bool {
		return (o.Mine || o.Joined) && strings.HasPrefix(o.ID, api.TypedID(table))
	})
	if err != nil || failed != nil || i < 0 {
		return "the table"
	}
	return say.TableName(all.Open[i].Game, all.Open[i].Taken, st.Name, all.Open[i].ID)
}

// stillAway refuses to stop waiting for others than those who were named.
func stillAway(ctx context.Context, c Doer, w With) error {
	if len(w.Without) == 0 {
		return nil
	}
	t, err := c.Table(ctx, w.Table)
	if err == nil && !slices.Equal(t.MayCover, w.Without) {
		return errors.New("who is away has changed: nothing was done")
	}
	return err
}
