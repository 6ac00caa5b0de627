package shown

import (
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
