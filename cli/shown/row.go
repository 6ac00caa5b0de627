package shown

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"fives/cli/say"
	"fives/engine/games"
	"fives/p2p/api"
)

// A Row is a table in a list: one of this node's, or one that is open.
type Row struct {
	ID       string
	Game     string // "" if only those with the code, or nobody, may see it
	Title    string
	Phase    string // how far it has come, in a word
	State    string // what it is to the person here, without a capital
	Who      string // who sits there with what totals, or the terms
	Price    string // what sitting down costs
	Code     string // what to tell the others
	Free     bool   // the person can sit down, or sits there
	Urgent   bool   // it asks for the person
	Plays    bool   // the person plays at it
	Seats    []api.OpenSeat
	Warnings []api.Warning
	Deeds    []Deed // the first is what choosing the row does
	Mine     *api.Summary
	Offer    *api.Offer
}

// A Group is the tables of a lobby under one heading.
type Group struct {
	Heading string
	Rows    []Row
	Over    bool // they are in the past
}

// Groups returns the tables of a lobby in groups: those that are played here, then the free
// seats, then what can be watched, and at the end what is over, the latest first.
func Groups(tables api.Tables, now time.Time) []Group {
	playing, seats, watched := Group{Heading: "Your tables"}, Group{Heading: "Open seats"}, Group{Heading: "Being played by others"}
	stopped, over := Group{Heading: "Stopped"}, Group{Heading: "Finished", Over: true}
	for _, m := range tables.Mine {
		g := &playing
		switch m.Phase {
		case api.PhaseOver:
			g = &over
		case api.PhaseStopped:
			g = &stopped
		}
		g.Rows = append(g.Rows, OwnRow(m, now))
	}
	for _, o := range tables.Open {
		g := &seats
		switch {
		case o.Stopped:
			g = &stopped
		case o.Running:
			g = &watched
		}
		g.Rows = append(g.Rows, OpenRow(o))
	}
	slices.SortStableFunc(over.Rows, func(a, b Row) int { return cmp.Compare(b.Mine.Time, a.Mine.Time) })
	return slices.DeleteFunc([]Group{playing, seats, watched, stopped, over}, func(g Group) bool { return len(g.Rows) == 0 })
}

// Among returns the deeds of an act with those of these tables that an ID, or its beginning, means.
// Without one, who leaves does not mean to say no to a table that is called for.
func Among(tables api.Tables, act Act, id string) (list []Deed) {
	for _, g := range Groups(tables, time.Now()) {
		for _, r := range g.Rows {
			d, ok := Find(r.Deeds, act)
			if ok && strings.HasPrefix(r.ID, api.TypedID(id)) && (id != "" || act != ActLeave || r.Mine == nil || r.Mine.Phase != api.PhaseSeated) {
				list = append(list, d)
			}
		}
	}
	return list
}

// OwnRow makes the row of a table of this node's.
func OwnRow(m api.Summary, now time.Time) Row {
	r := Row{
		ID: m.ID, Game: m.Game, Title: say.Title(m.Game), Phase: string(m.Phase), State: stateOf(m, now), Who: say.Names(m.Names(), ", "),
		Free: m.Phase != api.PhaseOver && m.Phase != api.PhaseStopped && seated(m) != youLeft, Warnings: m.Warnings, Mine: &m,
	}
	r.Urgent = m.Call != nil || seated(m) != youLeft && m.Phase != api.PhaseOver && (m.Turn != "" && m.Turn == m.Me() && m.Phase == api.PhasePlaying || m.ToAgree > 0)
	r.Plays = m.Phase == api.PhasePlaying && seated(m) == ""
	switch {
	case m.Call != nil:
		r.Who = ""
	case m.Phase == api.PhaseOver:
		r.Who = say.Finals(m)
	}
	look := Deed{Act: ActLook, With: With{Table: m.ID}, Label: "look", Short: "look", Says: "look at the table", Key: "enter space", Lead: m.ToAgree > 0}
	switch {
	case r.Urgent:
		look.Label, look.Short, look.Says = "play", "sit down", "go to the table, which waits for you"
	case r.Plays:
		look.Label, look.Short, look.Says = "to the table", "sit down", "go to the table"
	}
	agree := called(api.Table{Summary: m})
	agree.Key = "g"
	r.Deeds = append([]Deed{look, agree, ended(m)}, Trusts(m.Warnings)...)
	return r
}

// stateOf says what a table of this node's is to the person here.
func stateOf(m api.Summary, now time.Time) (text string) {
	switch {
	case m.Call != nil:
		return "called: " + say.Call(*m.Call)
	case m.Phase == api.PhaseOver:
		return say.Ended(m, now)
	case m.HandedTo != "":
		text = say.Waiting(api.Waiting{What: api.HandedOver, Names: []string{m.HandedTo}})
	case seated(m) == youLeft:
		return youLeft
	case m.Phase == api.PhaseStopped && m.Child != "":
		text = "goes on at another table (" + say.Short(m.Child) + ")"
	case m.Phase == api.PhaseSeated && m.Parent != "":
		text = "to go on, when all have agreed"
	case m.Phase == api.PhaseSeated:
		text = "about to begin"
	case m.Turn != "" && m.Phase != api.PhaseStopped: // at one that has stopped nobody can move
		text = say.Hand(m.Hand) + ", " + say.Turn(m)
	case m.Hand > 0:
		text = say.Hand(m.Hand)
	}
	wish := say.ToAgree(m.ToAgree)
	if text != "" && wish != "" {
		return text + "; " + wish
	}
	return cmp.Or(text, wish, string(m.Phase))
}

// OpenRow makes the row of an open table.
func OpenRow(o api.Offer) Row {
	r := Row{
		ID: o.ID, Game: o.Game, Title: say.Title(o.Game), Phase: string(api.PhaseOpen), Who: say.Terms(o), Price: say.Price(o), Code: o.Code,
		Seats: o.OpenSeats, Warnings: o.Warnings, Offer: &o, Free: o.Mine && !o.Running || !o.Joined && !o.Running && !o.Full && o.Handover == nil,
	}
	if o.Game == "" {
		r.Title, r.Who = say.Offer(o), "at "+say.Name(o.Host)+"'s node"
	}
	if o.Running {
		r.Phase, r.State = string(api.PhasePlaying), "being played"
	}
	switch {
	case o.Handover != nil:
		r.State, r.Urgent, r.Seats = say.HandoverLine(*o.Handover, o.Handover.To), true, nil
	case o.Stopped:
		r.Phase, r.State = string(api.PhaseStopped), "has stopped"
	case o.Full:
		r.Phase = "full"
		if !door(o).Offered() {
			r.State = "being played, all seats are taken"
		}
	case o.Running:
	case o.Mine:
		r.State = "yours"
	case o.Joined:
		r.State = "you have a seat"
	case o.Private:
		r.State = "join it with its code"
	}
	if o.Ago > 0 {
		r.State = strings.TrimPrefix(r.State+", "+say.AsOf(o.Ago), ", ")
	}
	r.Deeds = append(atOpen(o), Trusts(o.Warnings)...)
	return r
}

// atOpen lists what can be done with an open table; the first is what choosing its row does.
func atOpen(o api.Offer) []Deed {
	const enter = "enter space"
	watch := Deed{Act: ActWatch, With: With{Table: o.ID}, Label: "look on", Short: "look on", Says: "look on at a table of others", Key: enter, While: "looking on…", WhyNot: cmp.Or(unless(o.Running, "it is not played yet"), unless(!o.Full, "the table is full"))}
	soon := Deed{Act: ActLook, With: With{Table: o.ID}, Label: "look", Key: enter, WhyNot: "the table begins when all seats are taken"}
	switch {
	case o.Handover != nil:
		back := Deed{Act: ActLeave, With: With{Table: o.ID}, Label: say.Answer(*o.Handover), Short: "take it back", Says: "take back that you would like a seat", Key: "x L"}
		watch.WhyNot = unless(!o.Full, "the seat is yours when all have agreed and the hand is over")
		return []Deed{watch, back}
	case o.Running:
		seat := door(o)
		if o.Full {
			seat.Key = enter + " " + seat.Key
		}
		return []Deed{watch, seat}
	case o.Mine:
		return []Deed{soon, begin(o, false), begin(o, true), speakAt(o), inviteTo(o), closing(o)}
	case o.Joined:
		return []Deed{soon, speakAt(o), leaving(o.ID, "leave the table", "Leave", "stay", "Leave the table?", "Somebody else can take your seat.")}
	}
	join := Deed{Act: ActJoin, With: With{Table: o.ID}, Label: "sit down", Short: "sit down", Says: "sit down at an open table", Key: enter, While: "joining…"}
	if o.Private {
		join.Label, join.Fields = "join", []Field{codeField}
	}
	return []Deed{join}
}

var codeField = Field{Name: "code", Label: "code of the table", Short: "code"}

// begin begins an open table of this node's without waiting for the free seats; if fill, computer
// players take these.
func begin(o api.Offer, fill bool) Deed {
	rs, err := games.Find(o.Game)
	d := Deed{Act: ActBegin, With: With{Table: o.ID, Fill: fill}, Label: fmt.Sprintf("begin with %d", len(o.Taken)), Short: "begin", Says: "begin your open table with those who are there", Key: "b", WhyNot: unless(len(o.Taken) < o.Seats, "all seats are taken: it begins by itself")}
	asks := "Begin with those who are there? Whoever comes later finds it full."
	switch {
	case fill:
		d.Label, d.Short, d.Key = "fill with computers", "computers", "c"
		d.Says, asks = "give the free seats of your open table to computer players, and begin", "Give the free seats to computer players, and begin?"
	case err != nil:
		d.WhyNot = cmp.Or(d.WhyNot, "this fives does not know the game")
	default:
		d.WhyNot = cmp.Or(d.WhyNot, unless(len(o.Taken) >= rs.MinSeats, fmt.Sprintf("it takes %d players", rs.MinSeats)))
	}
	d.Ask = sure("Begin", "begin", "wait", d, asks)
	return d
}

func inviteTo(o api.Offer) Deed {
	return Deed{Act: ActInvite, With: With{Table: o.ID, Code: o.Code}, Label: "invite others", Says: "invite others, by a code to scan: a page to play on, and the program", Key: "i"}
}

// closing withdraws an open table; whoever else sits there can be sent away instead.
func closing(o api.Offer) Deed {
	d := leaving(o.ID, "close the table for all", "Close", "keep it", "Close the table?", "All who sit here lose their seats.")
	d.Short, d.Says = "close", "close your open table"
	for _, away := range SendingAway(o) {
		away.Ask, away.Label = nil, "send "+say.Name(away.With.Name)+" away from it, for good"
		d.Ask.Choices = append(d.Ask.Choices, away)
	}
	return d
}

// SendingAway lists the deeds that send others away from an open table of this node's.
func SendingAway(o api.Offer) (list []Deed) {
	for i, of := range o.Fingerprints {
		if of == "" || len(o.Taken) >= o.Seats {
			continue
		}
		d := Deed{Act: ActSendAway, With: With{Table: o.ID, To: of, Name: o.Taken[i]}, Label: "send away", Says: "send " + say.Name(o.Taken[i]) + " away"}
		d.Ask = sure("Send away", "send away", "keep", d, "Send "+say.Name(o.Taken[i])+" away? Nobody with that key gets a seat at this table any more.")
		list = append(list, d)
	}
	return list
}

// door asks for a seat of a running table.
func door(o api.Offer) Deed {
	d := Deed{Act: ActJoin, With: With{Table: o.ID}, Label: "take a seat", Short: "take a seat", Says: "ask for a seat of a table that is played already", Key: "s"}
	d.WhyNot = cmp.Or(unless(o.Running, "it is not played yet"), unless(o.Handover == nil, "you have asked for one"), unless(len(o.OpenSeats) > 0 || o.Private, "its seats cannot be asked for"))
	if len(o.OpenSeats) == 0 { // a private table names its seats only to those who know the code
		d.Fields = []Field{{Name: "seat", Label: "who has the seat that you would take?"}, codeField}
		return d
	}
	d.Ask = &Sheet{Table: o.ID, Title: "Whose seat would you take?", Says: []string{"Those who play there agree; from the next hand on the seat is yours, with its points."}, No: "go back"}
	for _, s := range o.OpenSeats {
		one := Deed{Act: ActJoin, With: With{Table: o.ID, Seat: s.Name, Now: AtOnce(o, s)}, Label: say.SeatMarked(s), Says: say.TakeSeat(s), While: "asking for " + say.Name(s.Name) + "'s seat…"}
		if one.With.Now {
			one.Label += ", at once"
		}
		if o.Private {
			one.Fields = []Field{codeField}
		}
		d.Ask.Choices = append(d.Ask.Choices, one)
	}
	return d
}

// AtOnce reports whether a seat is asked for at once, unless somebody chooses otherwise: the hand waits for
// whoever has it, so that there may be no next one.
func AtOnce(o api.Offer, s api.OpenSeat) bool { return s.Away && !o.Cover }
