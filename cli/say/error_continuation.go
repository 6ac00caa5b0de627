package say

import (
	"cmp"
	"fmt"
	"strings"

	"fives/p2p/api"
)

func ofContinuation(e *api.Error) (s sentence) {
	switch e.Reason {
	case api.ReasonCannotContinue:
		s = sentence{detail(e), calls(e)}
	case api.ReasonWithdrawn:
		s = sentence{"it was withdrawn by " + list(e.Names) + ", and that is for good", "fives host opens a new table"}
	case api.ReasonOwed:
		s = sentence{Owed(e), "fives leave --forget TABLE --yes forgets it all the same"}
	case api.ReasonSeatGone:
		s = sentence{"you have no seat there any more", calls(e)}
	case api.ReasonPlayedToEnd:
		s = sentence{"that table has been played to its end", "fives rematch " + Short(e.Table) + " plays again after it"}
	case api.ReasonGoesBack:
		s = sentence{fmt.Sprintf("it goes back behind hand %d, which %s signed: that takes the consent of all", e.Hand, list(e.Names)),
			"fives continue " + Short(e.Table) + " goes on from the last hand"}
	case api.ReasonNobodyCalled:
		s = sentence{"nobody at the table is called " + Name(e.Name), ""}
		if len(e.Candidates) > 0 {
			s.hint = "name one of: " + Names(e.Candidates, ", ")
		}
	case api.ReasonManyCalled:
		var marked, names []string
		for _, seat := range e.OpenSeats {
			marked, names = append(marked, SeatMarked(seat)), append(names, seat.Name)
		}
		s = sentence{fmt.Sprintf("%d players are called %s: %s", len(marked), Name(e.Name), strings.Join(marked, "; ")), "name one of: " + Names(names, ", ")}
	case api.ReasonNotTogether:
		s = sentence{"at no table of yours there is " + list(e.Names), "fives tables lists who is where"}
	case api.ReasonNothingToContinue:
		s = sentence{"there is no table to go on from", calls(e)}
	case api.ReasonNotAgreed:
		s = sentence{"the table has not begun: it waits for " + list(e.Names) + " to agree", cmp.Or(calls(e), "fives wait waits for your turn there")}
	case api.ReasonNobodyMissing:
		s = sentence{"nobody is missing at your tables", calls(e)}
		if len(e.Names) > 0 {
			s.text = "nobody is missing yet at your tables: the hand waits for " + And(e.Names) + ", heard a moment ago"
			s.hint = cmp.Or(s.hint, "a device is away when it has been silent for 6 s; --without leaves somebody out at once")
		}
	}
	return s
}

// Owed says why a table should not be forgotten yet.
func Owed(e *api.Error) string {
	if len(e.Calls) > 0 {
		return "somebody has called to play on from this table"
	}
	return list(e.Names) + " may lack something of this table, and could not get it from here any more"
}

// calls says which calls there are to agree to, and at which tables the running hand can be
// dealt anew.
func calls(e *api.Error) string {
	called := map[string]bool{}
	var parts []string
	for _, c := range e.Calls {
		called[c.Table] = true
		how := "fives continue %s goes on %s"
		if c.Rematch {
			how = "fives rematch %s plays %s"
		}
		parts = append(parts, fmt.Sprintf(how, Short(c.Table), Call(c)))
	}
	for _, id := range e.Candidates {
		if !called[id] {
			parts = append(parts, fmt.Sprintf("fives continue %s deals the running hand anew, if all agree", Short(id)))
		}
	}
	return strings.Join(parts, "; ")
}
