package shown

import (
	"slices"
	"strings"

	"fives/cli/say"
	"fives/p2p/api"
)

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
