package shown

import (
	"cmp"
	"slices"
	"strings"

	"fives/cli/learn"
	"fives/cli/say"
	"fives/p2p/api"
)

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
		WhyNot: cmp.Or(seated(t.Summary), unless(t.Phase == api.PhaseOver, "the game is not over"), unless(t.Call == nil, "the others have called for one"), unless(len(t.Refused) == 0, say.And(t.Refused)+" said no to it")),
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
	case enough(m, mine):
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

// lookBack looks back at a settled hand, which the person here may have played.
func lookBack(table string, hand int, played bool) Deed {
	label := "what should have been played?"
	if played {
		label = "what should I have played?"
	}
	return Deed{Act: ActLookBack, With: With{Table: table, Hand: hand}, Label: label, Short: "why", Says: "what should have been played in this hand", Key: "w"}
}

// Connect connects to another node, where multicast does not find it.
var Connect = Deed{Act: ActConnect, Label: "connect", Says: "connect to a friend's link, or to an address where multicast does not work", Fields: []Field{{Name: "to", Label: "link or address to connect to"}}, While: "connecting…"}

// InviteFar lets a friend who is not here in by a link.
var InviteFar = Deed{
	Act: ActFar, Label: "somebody who is not here?", Short: "elsewhere", Says: "a link for a friend in another town", Key: "e E", While: "asking…",
	Fields: []Field{{Name: "to", Label: "address on the internet, or nothing to ask the router", Meaning: say.OuterAddress, Empty: true}},
}

// FarDeed is [InviteFar], which shows the link that there is, and then asks for no address.
func FarDeed(now *api.Outside) Deed {
	d := InviteFar
	if now != nil && now.On {
		d.Fields = nil
	}
	return d
}

// FarDeeds are what can be done about the link that friends elsewhere have.
func FarDeeds() []Deed {
	off := Deed{Act: ActFar, With: With{Not: true}, Label: "take the link back", Short: "ends it", Says: "let nobody in from outside any more", Key: "o O"}
	off.Ask = sure("Friends elsewhere", off.Label, "keep it", off, "Take the link back?", "Who came by it is hung up on, but for those who are in a game.")
	anew := Deed{Act: ActFar, With: With{Anew: true}, Label: "make another link", Short: "another", Says: "take this link back, and make another", Key: "n N"}
	anew.Ask = sure("Friends elsewhere", anew.Label, "keep it", anew, "Make another link, and take this one back?", "Everybody elsewhere needs the new one; who is in a game may play on.")
	return []Deed{off, anew}
}

// InviteNobody ends the invitation of guests.
func InviteNobody() Deed {
	d := Deed{Act: ActInvite, With: With{Not: true}, Label: "invite nobody", Short: "ends it", Says: "invite nobody any more", Key: "o O"}
	d.Ask = sure("Invite guests", d.Label, "keep it", d, "Invite nobody any more?", "Guests who are here stay.")
	return d
}

// NobodyInvited says that the invitation has ended.
var NobodyInvited = Sheet{Title: "Invite guests", Says: []string{"Nobody is invited any more."}, No: "back"}
