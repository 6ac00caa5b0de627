package say

import (
	"cmp"
	"fmt"

	"fives/engine/record"
	"fives/p2p/api"
)

func ofTable(e *api.Error) (s sentence) {
	switch e.Reason {
	case api.ReasonNoTable:
		s = sentence{"no table " + e.Name, "fives tables lists yours"}
	case api.ReasonNoOpenTable:
		s = sentence{"no open table to join", cmp.Or(others(e), "fives tables lists them, fives host opens one")}
		if e.Name != "" {
			s = sentence{"no open table " + e.Name, cmp.Or(others(e), "fives tables lists them")}
		}
	case api.ReasonTableFull:
		s = sentence{"the table is full", takeOver}
		if len(e.Names) > 0 {
			s.text = TableName(e.Game, e.Names, "", e.Table) + " is full"
		}
	case api.ReasonNotBegun:
		s = sentence{"the table has not begun: seats are still free", "fives tables shows who is there"}
		if e.Table != "" {
			s.hint = "fives join " + Short(e.Table) + " takes one"
		}
	case api.ReasonJoinedAlready:
		s.text = "you have a seat there already"
		if len(e.Names) > 0 {
			s = sentence{s.text + ", at the table of " + And(e.Names) + " (" + Short(e.Table) + ")", "nobody has two seats at a table; fives seat give WHO hands yours to somebody else"}
		}
	case api.ReasonNothingToBegin:
		s = sentence{"you have no open table", "fives host opens one"}
		if e.Name != "" {
			s = sentence{"you have no open table " + e.Name, "fives tables lists the open tables"}
		}
	case api.ReasonTooFewSeats:
		s = sentence{fmt.Sprintf("%s needs %s, and you are %d", Title(e.Game), Count(e.Limit, "player"), e.Seats), "fives begin --fill gives the free ones to computer players"}
	case api.ReasonNothingToWatch:
		s = sentence{"no table to watch", cmp.Or(others(e),
			"a table can be watched if its host allows it: fives host … --spectators; at a private one, a player lets you in: fives invite NAME")}
	case api.ReasonNoGame:
		s = sentence{fmt.Sprintf("there is no game %q", e.Name), "fives rules lists them"}
	case api.ReasonBadOption:
		s = sentence{detail(e), "fives rules " + e.Game + " lists the options"}
	case api.ReasonBadTerms:
		s.text = detail(e)
	case api.ReasonNoStrength:
		s = sentence{fmt.Sprintf("%s has no computer player %q", e.Game, e.Name), "fives rules " + e.Game + " --json lists them"}
	case api.ReasonNoSeatLeft:
		s.text = fmt.Sprintf("%d computer players leave no seat for you at a table of %d", e.Bots, e.Seats)
	case api.ReasonTooManyOpen:
		s = sentence{fmt.Sprintf("%d tables are open already", e.Limit), "close one with fives leave"}
	case api.ReasonHostRefuses:
		s = sentence{cmp.Or(detail(e), noReason), "fives tables lists the open tables"}
	case api.ReasonIllegal:
		s = sentence{detail(e), "fives moves lists what you may do"}
	case api.ReasonNotYourTurn:
		s = notYourTurn(e.Waiting)
	case api.ReasonVotersAway:
		s = sentence{"nobody can play for " + Name(e.Name) + " while " + list(e.Names) + " is away as well", "fives continue goes on with those who are there"}
	case api.ReasonOneADeal:
		s = sentence{"the hand waits for " + list(e.Names) + ": " + CoverOne, "fives continue goes on with those who are there"}
	case api.ReasonNoVote:
		s.text = "this node has no say about " + list(e.Names) + " in this hand"
	case api.ReasonBadLine:
		s.text = fmt.Sprintf("a line has 1 to %d bytes", e.Limit)
	case api.ReasonNoFault:
		s.text = fmt.Sprintf("the table has no fault %d", e.Fault)
	}
	return s
}

const (
	noReason = "the host gives no reason"
	takeOver = "fives tables lists the seats that can be asked for, fives host opens another table"
)

// notYourTurn says what a table waits for instead. Where nothing goes on by itself, only the deeds that are
// offered there can say what helps.
func notYourTurn(w *api.Waiting) sentence {
	if w == nil {
		w = &api.Waiting{}
	}
	s := sentence{text: NotYourTurn(*w)}
	switch {
	case w.What == string(record.KindMove), Doing(*w) != "":
		s.hint = "fives wait waits for yours"
	case w.What == api.HandedOver, w.What == api.Onward, w.What == api.LeftBehind, w.What == api.Changing:
		s.hint = "fives tables lists your tables, and the seats that can be asked for"
	}
	return s
}
