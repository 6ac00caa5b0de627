package shown

import (
	"cmp"
	"slices"
	"strings"

	"fives/cli/learn"
	"fives/cli/say"
	"fives/p2p/api"
)

// A Deed is something that the person at a node can do, at a table or with a row of the lobby:
// what it is called everywhere, and what is asked before it. A key, a button and a hint are made of
// it, and [Deed.Do] does it.
type Deed struct {
	Act   Act
	With  With
	Label string // as on a button, without a capital
	Short string // for a row of keys, "" if it is in none
	Says  string // what it does, in a line
	Key   string // of the full screen: the keys, the first of which is named
	Lead  bool   // the moment asks for it
	// WhyNot says why it cannot be done here and now, "" if it can.
	WhyNot string
	Ask    *Sheet  // comes before it, nil for nothing
	Fields []Field // to be filled in before it
	While  string  // said until it is done, "" for nothing
}

// Offered reports whether the deed can be done here and now.
func (d Deed) Offered() bool { return d.WhyNot == "" }

// An Act is what a deed does. Pages have it in the paths of their requests.
type Act string

// The acts.
const (
	ActHost     Act = "new"
	ActJoin     Act = "join" // also asks for a seat of a running table
	ActWatch    Act = "watch"
	ActLook     Act = "look" // goes to a table of this node's
	ActBegin    Act = "begin"
	ActSendAway Act = "away"
	ActLeave    Act = "leave"
	ActForget   Act = "forget"
	ActSay      Act = "say"
	ActCover    Act = "cover"
	ActContinue Act = "continue"
	ActRematch  Act = "rematch"
	ActAdmit    Act = "admit"
	ActInvite   Act = "invite"
	ActGive     Act = "handover" // a seat of this node's
	ActAgree    Act = "agree"    // that a seat changes hands
	ActTrust    Act = "trust"
	ActConnect  Act = "connect"
	ActLookBack Act = "lesson" // at a settled hand: what it teaches
	ActAgain    Act = "again"  // plays it again from one of its moves on
	ActLearn    Act = "learn"  // a game, by a first hand
)

// commands are the commands that do the acts, as they are typed.
var commands = map[Act]string{
	ActHost:     "host",
	ActJoin:     "join",
	ActWatch:    "watch",
	ActLook:     "show",
	ActBegin:    "begin",
	ActSendAway: "leave --send-away",
	ActLeave:    "leave",
	ActForget:   "leave --forget",
	ActSay:      "say",
	ActCover:    "continue",
	ActContinue: "continue",
	ActRematch:  "rematch",
	ActAdmit:    "invite",
	ActInvite:   "invite",
	ActGive:     "seat give",
	ActAgree:    "seat agree",
	ActTrust:    "peers trust",
	ActConnect:  "peers add",
	ActLearn:    "learn",
}

// Command returns the command line that does the deed, with what is chosen already. It names the
// table only where the command would take another one.
func (d Deed) Command() string {
	words := []string{"fives", commands[d.Act]}
	add := func(is bool, list ...string) {
		if is {
			words = append(words, list...)
		}
	}
	lacks := func(name string) bool {
		has := func(f Field) bool { return f.Name == name }
		return slices.ContainsFunc(d.Fields, has) || d.Ask != nil && slices.ContainsFunc(d.Ask.Choices[0].Fields, has)
	}
	switch w := d.With; d.Act {
	case ActContinue:
		add(w.Called, say.Short(w.Table))
		for _, name := range w.Without {
			words = append(words, "--without", name)
		}
	case ActAgree:
		add(w.several, w.Name)
		add(w.Later, "--later")
		add(w.Not, "--not")
	case ActGive:
		add(w.Not, w.Name, "--not")
		add(!w.Not && w.To == "", "WHO")
	case ActBegin:
		add(w.Fill, "--fill")
	case ActInvite:
		add(w.Not, "--off")
	case ActTrust, ActSendAway:
		words = append(words, w.To)
	case ActJoin:
		add(true, say.Short(w.Table))
		add(w.Seat != "", "--seat", w.Seat)
		add(w.Seat == "" && (d.Ask != nil || lacks("seat")), "--seat NAME")
		add(lacks("code"), "--code CODE")
	case ActWatch, ActForget:
		add(true, say.Short(w.Table))
	case ActLearn:
		add(true, w.Game)
	}
	return strings.Join(words, " ")
}

// Hints say with which commands the deed is done, a line for each choice.
func (d Deed) Hints() (lines []string) {
	if d.Act == ActContinue && d.Ask != nil {
		for _, c := range d.Ask.Choices {
			c.Ask = nil
			lines = append(lines, c.Hints()...)
		}
		return lines
	}
	return []string{d.Command() + ": " + strings.TrimPrefix(d.Says, "agree: ")}
}

// Offered returns the deeds of a list that can be done here and now.
func Offered(list []Deed) (some []Deed) {
	for _, d := range list {
		if d.Offered() {
			some = append(some, d)
		}
	}
	return some
}

// Find returns the first deed of a list that does an act and can be done here and now.
func Find(list []Deed, act Act) (d Deed, ok bool) {
	i := slices.IndexFunc(list, func(d Deed) bool { return d.Act == act && d.Offered() })
	if i < 0 {
		return Deed{}, false
	}
	return list[i], true
}

// Beside returns the deeds that help against what a note says.
func Beside(t api.Table, x Note) []Deed {
	list := Trusts([]api.Warning{{Fingerprint: x.Key}})
	for _, d := range Offered(Deeds(t)) {
		if x.May != "" && d.Act == ActCover || x.Waits && d.Act == ActContinue {
			list = append(list, d)
		}
	}
	return list
}

// Deeds lists what can be done at a table, what the moment asks for first. At the table of a lesson
// there is only one more.
func Deeds(t api.Table) []Deed {
	if t.ID == learn.Table {
		return []Deed{again(t)}
	}
	list := []Deed{called(t), goOn(t), cover(t)}
	list = append(list, Answers(t)...)
	list = append(list, again(t), speak(t.ID), invite(t), admit(t), give(t), leave(t))
	for i := range list {
		if t.Waiting.What == api.Withdrawn {
			list[i].WhyNot = "the table does not begin"
		}
	}
	return append(list, Trusts(t.Warnings)...)
}

// Apart returns the deeds of a table that stand beside the cards, and those of its menu. The others stand
// beside what they are about: a seat that is to change hands, a warning, what is said.
func Apart(t api.Table) (lead, rest []Deed) {
	for _, d := range Offered(Deeds(t)) {
		switch {
		case d.Act == ActTrust, d.Act == ActSay, d.Key == "y", d.Key == "N":
		case d.Lead:
			lead = append(lead, d)
		default:
			rest = append(rest, d)
		}
	}
	return lead, rest
}

// seated returns why somebody has no seat at a table, "" for one who has.
func seated(s api.Summary) string {
	switch {
	case s.Seat < 0 || s.Seat >= len(s.Seats):
		return "you look on"
	case s.Seats[s.Seat].Left:
		return youLeft
	case s.Child != "":
		return "the game goes on at another table"
	}
	return ""
}

const youLeft = "you have left this table"

func unless(is bool, why string) string {
	if is {
		return ""
	}
	return why
}

// called agrees to what others have called for.
func called(t api.Table) Deed {
	d := Deed{Act: ActContinue, Label: "agree", Short: "agree", Says: "agree to what the others want", Key: "g r", Lead: true, WhyNot: cmp.Or(seated(t.Summary), unless(t.Call != nil, "nobody has called for anything"))}
	if t.Call == nil {
		return d
	}
	d.With = With{Table: t.Call.Table, Called: true}
	d.Says = "agree: " + say.Wanted(*t.Call)
	if !t.Call.Rematch {
		d.With.Sure = true
		d.Ask = sure("Go on", "agree", "wait", d, say.Sentence(say.Wanted(*t.Call))+" Agree? The running hand is dropped.")
	}
	return d
}

// goOn calls for a table without those who are missing. Who is left out is fixed when the question
// is asked: if one of them comes back before the answer, the call must not turn into one for a new
// deal with everybody.
func goOn(t api.Table) Deed {
	choices := Leave(t)
	d := Deed{Act: ActContinue, Label: "go on", Short: "go on", Says: "go on from the last counted hand without those who are missing", Key: "g r", Lead: true, WhyNot: cmp.Or(seated(t.Summary), unless(t.Call == nil, "the others have called for another table"), unless(Stuck(t), "the table waits for nobody who is missing"), unless(len(choices) > 0, "too few would be left"))}
	if !d.Offered() {
		return d
	}
	d.With = With{Table: t.ID, Without: choices[0], Sure: true}
	d.Says = "go on from the last counted hand " + with(choices[0])
	ask := &Sheet{Table: t.ID, Title: "Go on", No: "wait", Says: []string{say.Capital(d.Says) + "?", "The running hand is dropped; everybody has to agree."}}
	if CoverHelps(t) {
		ask.Says = append(ask.Says, say.Sentence(say.CoverHelps))
	}
	for i, names := range choices {
		one := d
		one.Key, one.Short, one.With.Without = "y Y", "call the others", names
		if i > 0 {
			one.Key, one.Short = "", "call them "+with(names)
		}
		one.Label = one.Short
		one.Says = "go on from the last counted hand " + with(names)
		ask.Choices = append(ask.Choices, one)
	}
	d.Ask = ask
	return d
}

func with(without []string) string {
	if len(without) == 0 {
		return "with those who are there"
	}
	return "without " + say.And(without)
}

// cover stops waiting for whoever is away.
func cover(t api.Table) Deed {
	d := Deed{Act: ActCover, With: With{Table: t.ID, Without: t.MayCover}, Label: "don't wait", Says: "wait no longer for whoever is away", Key: "w", Lead: true, WhyNot: unless(len(t.MayCover) > 0, "nobody is away for whom the others may play")}
	if len(t.MayCover) == 0 {
		return d
	}
	who := say.And(t.MayCover)
	d.Label = say.Impatient(t.MayCover[0], say.Dealing(t.Waiting))
	d.Short, d.Says = d.Label, "wait no longer for "+who+": the others play on"
	text := "Wait no longer for " + who + "? The others play on for them."
	if say.Dealing(t.Waiting) {
		d.Says = "deal without " + who
		text = "Deal without " + who + "? The hand is dealt to the others."
	}
	d.Ask = sure("Do not wait", "do not wait", "wait", d, text)
	return d
}

// again begins a new game with the same people.
func again(t api.Table) Deed {
	return Deed{
		Act: ActRematch, With: With{Table: t.ID}, Label: "play again", Short: "play again", Says: "play again with the same people", Key: "r g", Lead: true, While: "asking the others for a new game…",
		WhyNot: cmp.Or(seated(t.Summary), unless(t.Phase == api.PhaseOver, "the game is not over"), unless(t.Call == nil, "the others have called for one")),
	}
}

func invite(t api.Table) Deed {
	return Deed{Act: ActInvite, With: With{Table: t.ID}, Label: "invite others", Says: "invite others to this table, by a code to scan", Key: "i"}
}

// admit lets somebody watch.
func admit(t api.Table) Deed {
	return Deed{
		Act: ActAdmit, With: With{Table: t.ID}, Label: "let somebody watch", Says: "let somebody watch, at a private table with spectators", Key: "A", Fields: []Field{{Name: "name", Label: "who may watch"}},
		WhyNot: cmp.Or(seated(t.Summary), unless(t.Phase != api.PhaseOver, "the game is over"), unless(t.Spectators, "nobody may look on here, that was agreed"), unless(t.Private, "anybody may look on here")),
	}
}

// BigScreen asks somebody who sits at a private table whether it is shown on the big screens that are
// here. ok is false if there is nothing to ask, or somebody there has answered. The answer is a line of
// the talk, so that all at the table know it, and their nodes ask nobody else.
func BigScreen(t api.Table, peers []api.Peer) (s Sheet, ok bool) {
	s = Sheet{Table: t.ID, Title: bigScreen, No: "later", Says: []string{"It shows what everybody at the table sees, and no hand.", "Each of you who play here can allow it; whoever answers first answers for all."}}
	if t.ScreenAsked {
		return s, false
	}
	for _, p := range peers {
		d := admit(t)
		if !d.Offered() || !p.Connected || !p.Screen || slices.ContainsFunc(t.Seats, func(s api.Seat) bool { return s.Fingerprint == p.Fingerprint }) {
			continue
		}
		d.Fields, d.Key, d.With.Name, d.With.Text, d.Label = nil, "", p.Fingerprint, api.ScreenSign+" on the big screen", "show it at "+say.Name(p.Name)+"'s"
		if len(s.Choices) == 0 {
			d.Key = "y Y"
		}
		if say.IsScreen(p) {
			d.Label = "show it on the television"
		}
		s.Choices = append(s.Choices, d)
	}
	if len(s.Choices) == 0 {
		return s, false
	}
	s.Choices = append(s.Choices, Deed{Act: ActSay, With: With{Table: t.ID, Text: api.ScreenSign + " not on the big screen"}, Label: "do not show it", Key: "n N"})
	return s, true
}

const bigScreen = "Show this table on the big screen?"

// Settles reports whether an event answers a sheet, for whoever is asked.
func (s Sheet) Settles(e api.Event) bool {
	return s.Title == bigScreen && e.Kind == api.EventChat && e.Table == s.Table && strings.HasPrefix(e.Text, api.ScreenSign)
}

// give hands a seat over; [Giving] says to whom.
func give(t api.Table) Deed {
	return Deed{
		Act: ActGive, With: With{Table: t.ID}, Label: "hand your seat over", Says: "hand your seat over, or that of a computer player of yours", Key: "H",
		WhyNot: cmp.Or(seated(t.Summary), unless(t.Phase != api.PhaseOver, "the game is over")),
	}
}

// leave gives up the seat at a table that is played, stops watching it, or removes one that is over.
func leave(t api.Table) Deed {
	d := ended(t.Summary)
	if g := give(t); d.Act == ActLeave && d.Offered() && t.Phase != api.PhaseSeated && g.Offered() {
		g.Label, g.Key = "hand your seat over instead, and the game goes on", "h"
		d.Ask.Choices = append(d.Ask.Choices, g)
	}
	d.Key, d.Short = "L x", ""
	return d
}

const forGood = "Leave for good?"

// leaving makes the deed that leaves a table, after a question.
func leaving(id, label, title, no string, asks ...string) Deed {
	d := Deed{Act: ActLeave, With: With{Table: id}, Label: label, Short: "leave", Says: "leave the table for good", Key: "x L"}
	yes, _, _ := strings.Cut(label, " the ")
	d.Ask = sure(title, yes, no, d, asks...)
	return d
}

// ended makes the deed that leaves or removes a table of this node's.
func ended(m api.Summary) Deed {
	switch {
	case m.Phase == api.PhaseOver || m.Child != "" || seated(m) == youLeft:
		d := Deed{Act: ActForget, With: With{Table: m.ID}, Label: "forget", Short: "forget", Says: "remove the table from this node", Key: "x L"}
		d.Ask = sure("Forget", "forget it", "keep it", d, "Forget this table? Its log is deleted here, and it counts no more.", "The others keep theirs.")
		return d
	case m.Phase == api.PhaseSeated && m.Parent != "":
		return leaving(m.ID, "say no", "Go on", "wait", "Say no to it?", "That is for good.")
	}
	d := leaving(m.ID, "leave the table", "Leave", "stay", forGood, parting(m))
	d.WhyNot = seated(m)
	return d
}

// parting says what becomes of a table that this node leaves, with its person's computer players.
func parting(m api.Summary) string {
	var mine []string
	for _, s := range m.Seats {
		if s.You || s.BotOf != "" && s.BotOf == m.Me() {
			mine = append(mine, s.Name)
		}
	}
	switch {
	case m.Cover && m.NoCover != api.FewNodes:
		return "The others play on without you."
	case enough(api.Table{Summary: m}, mine):
		return "This hand ends for all; the others can begin it anew without you."
	}
	return "The game ends for all."
}

// Trusts returns the deeds that accept the new keys that warnings are about.
func Trusts(warnings []api.Warning) (list []Deed) {
	for _, w := range warnings {
		if w.Fingerprint != "" && !slices.ContainsFunc(list, func(d Deed) bool { return d.With.To == w.Fingerprint }) {
			list = append(list, trust(w.Fingerprint))
		}
	}
	return list
}

func trust(fingerprint string) Deed {
	d := Deed{Act: ActTrust, With: With{To: fingerprint}, Label: "accept the key", Says: "accept the new key of somebody whose name you know", Key: "T"}
	d.Ask = sure("A new key", "it is the same", "no", d, "Compare the fingerprint "+fingerprint+" by voice. Is it the same?")
	return d
}

// Answers returns what this person can say about the seats of a table that are to change hands.
func Answers(t api.Table) (list []Deed) {
	all := Handovers(t)
	for _, h := range all {
		list = append(list, AnswersTo(t.Summary, h, len(all) > 1)...)
	}
	return list
}

// AnswersTo returns what this person can say about one of these; several says whether there are
// others at the table.
func AnswersTo(s api.Summary, h api.Handover, several bool) (list []Deed) {
	you := s.Me()
	d := Deed{
		Act: ActAgree, With: With{Table: s.ID, Seat: h.Seat, To: h.Fingerprint, Name: h.To, Drawn: h.Drawn, several: several}, Key: "y", Lead: true,
		Label: say.Answer(h), Short: say.Answer(h), Says: say.Answer(h) + ": " + say.Takes(h, you), WhyNot: unless(say.Answer(h) != "", "others decide it"),
	}
	switch {
	case h.Mine && s.Seat < 0: // a newcomer who looks on
		d.Act, d.With = ActLeave, With{Table: s.ID}
	case OffersSeat(h, you):
		d.Act, d.With.Not, d.With.Bot = ActGive, true, h.Bot
	case !h.Yours || h.Agree || h.Mine:
		d.With.Not = true
	case h.Warning.Code != "" || say.Then(h) != "":
		texts := []string{say.Sentence(say.Wish(h, you))}
		if h.Warning.Code != "" {
			texts = append(texts, say.Sentence(say.Warning(h.Warning)))
		}
		d.Ask = sure("A seat changes hands", "agree", "say nothing", d, texts...)
	}
	list = append(list, d)
	if h.Yours && AsksAtDoor(h) {
		later := Deed{Act: ActAgree, With: d.With, Label: "not now", Short: "not now", Says: say.Quiet, Key: "N", Lead: true}
		later.With.Later, later.With.Drawn = true, ""
		list = append(list, later)
	}
	return list
}

// Giving is the sheet with which a seat of this node's is handed over: to whom, when, and whose if there
// are several. ok is false if nobody is here who could take one.
func Giving(t api.Table, peers []api.Peer) (s Sheet, ok bool) {
	s = Sheet{Table: t.ID, Title: "Hand a seat over to", No: "keep it", Says: []string{"Its points go with it. Everybody who plays agrees once; until then you play on, and can take it back."}}
	whose := Field{Name: "seat", Label: "whose"}
	for _, x := range t.Seats {
		switch {
		case x.Left:
		case x.You:
			whose.Choices, whose.Values = slices.Insert(whose.Choices, 0, "your own"), slices.Insert(whose.Values, 0, x.Name)
		case x.BotOf != "" && x.BotOf == t.Me():
			whose.Choices, whose.Values = append(whose.Choices, say.Name(x.Name)), append(whose.Values, x.Name)
		}
	}
	if len(whose.Choices) > 1 {
		s.Fields = Form{whose}
		s.Says = append(s.Says, "Your computer players leave with you, unless their seats are handed over, too.")
	}
	s.Fields = append(s.Fields, Field{Name: "now", Label: "when", Choices: []string{say.When(false), say.When(true)}, Values: []string{"", "1"}})
	for _, p := range peers {
		seated := slices.ContainsFunc(t.Seats, func(s api.Seat) bool { return s.Fingerprint == p.Fingerprint })
		if p.Connected && !seated && !say.IsScreen(p) {
			d := giveTo(t, p.Fingerprint, say.Name(p.Name), false)
			if d.Label += " " + p.Fingerprint; p.Warning.Code != "" {
				d.Label = d.With.Name + " ! " + say.Warning(p.Warning)
			}
			s.Choices = append(s.Choices, d)
		}
	}
	for _, x := range t.Seats {
		if !x.You && x.BotOf == "" && !x.Left && x.Online {
			s.Choices = append(s.Choices, giveTo(t, x.Fingerprint, "a computer player of "+say.Name(x.Name)+"'s", true))
		}
	}
	return s, len(s.Choices) > 0 && len(whose.Choices) > 0
}

func giveTo(t api.Table, fingerprint, name string, bot bool) Deed {
	return Deed{Act: ActGive, With: With{Table: t.ID, To: fingerprint, Name: name, Bot: bot}, Label: name}
}

// lookBack looks back at a settled hand.
func lookBack(table string, hand int) Deed {
	return Deed{Act: ActLookBack, With: With{Table: table, Hand: hand}, Label: "what should I have played?", Short: "why", Says: "what should have been played in this hand", Key: "w"}
}

// Connect connects to another node, where multicast does not find it.
var Connect = Deed{Act: ActConnect, Label: "connect", Says: "connect to an address, where multicast does not work", Fields: []Field{{Name: "to", Label: "address to connect to"}}, While: "connecting…"}

// InviteNobody ends the invitation of guests.
func InviteNobody() Deed {
	d := Deed{Act: ActInvite, With: With{Not: true}, Label: "invite nobody", Short: "ends it", Says: "invite nobody any more", Key: "o O"}
	d.Ask = sure("Invite guests", d.Label, "keep it", d, "Invite nobody any more?", "Guests who are here stay.")
	return d
}

// NobodyInvited says that the invitation has ended.
var NobodyInvited = Sheet{Title: "Invite guests", Says: []string{"Nobody is invited any more."}, No: "back"}
