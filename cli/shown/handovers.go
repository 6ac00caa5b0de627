package shown

import (
	"cmp"
	"slices"

	"fives/cli/say"
	"fives/p2p/api"
)

// Handovers returns those of a table: first those that wait for the player's word, then those that are the
// player's own or agreed to, then the others.
func Handovers(t api.Table) []api.Handover {
	if t.Phase == api.PhaseOver {
		return nil
	}
	list := slices.Clone(t.Handovers)
	slices.SortStableFunc(list, func(a, b api.Handover) int { return rankOf(a) - rankOf(b) })
	return list
}

func rankOf(h api.Handover) int {
	switch {
	case h.Yours:
		return 0
	case h.Agree, h.Mine:
		return 1
	}
	return 2
}

// Wishes lists the handovers of a table, each with its answer. Those of an older list keep their places,
// so that news never give a key another meaning.
func Wishes(t api.Table, listed []api.Handover) Sheet {
	s := Sheet{Table: t.ID, Title: "Seats that are to change hands", No: "go back", Handovers: slices.Clone(listed)}
	place := func(list []api.Handover, h api.Handover) int {
		return slices.IndexFunc(list, func(x api.Handover) bool {
			return h.Seat == x.Seat && h.Fingerprint == x.Fingerprint && h.Bot == x.Bot && h.Now == x.Now
		})
	}
	now := Handovers(t)
	for _, h := range now {
		if i := place(s.Handovers, h); i >= 0 {
			s.Handovers[i] = h
		} else {
			s.Handovers = append(s.Handovers, h)
		}
	}
	for _, h := range s.Handovers {
		d := AnswersTo(t.Summary, h, true)[0]
		text := say.HandoverLine(h, t.Me())
		if h.Warning.Code != "" {
			text = say.Warning(h.Warning) + "; " + text
		}
		switch {
		case place(now, h) < 0:
			d.WhyNot, text = "nobody wants it", "not wanted any more: "+say.Takes(h, t.Me())
		case d.Offered():
			text = d.Label + ": " + text
		}
		d.Label, d.Key, d.Ask = text, "", nil // what it asks is read here
		s.Choices = append(s.Choices, d)
	}
	for _, d := range Answers(t) {
		if d.With.Later {
			d.Label = d.Says
			s.Choices = append(s.Choices, d)
			break
		}
	}
	return s
}

// AsksAtDoor reports whether somebody without a seat asks for one that whoever has it does not
// offer: to those a player can say "not now".
func AsksAtDoor(h api.Handover) bool {
	return h.Asked && !h.Bot && !slices.Contains(h.Agreed, h.Seat)
}

// OffersSeat reports whether a handover is the player's own offer of a seat, rather than a wish
// of somebody else, or for somebody else's seat.
func OffersSeat(h api.Handover, you string) bool {
	return h.Mine && (h.Seat == you || h.SeatBotOf == you)
}

// give hands a seat over; [Giving] says to whom.
func give(t api.Table) Deed {
	return Deed{
		Act: ActGive, With: With{Table: t.ID}, Label: "hand your seat over", Says: "hand your seat over, or that of a computer player of yours", Key: "H",
		WhyNot: cmp.Or(seated(t.Summary), unless(t.Phase != api.PhaseOver, "the game is over")),
	}
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
