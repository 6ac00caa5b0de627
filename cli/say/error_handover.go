package say

import (
	"fives/p2p/api"
)

func ofHandover(e *api.Error) (s sentence) {
	const seats = "fives tables lists the seats that can be asked for"
	switch e.Reason {
	case api.ReasonNoHandover:
		s.text = "nobody would take a seat"
		if e.Name != "" {
			s.text = "no seat is to change hands by the name " + Name(e.Name)
		}
		s.hint = "fives show says who would take which seat; one that is offered to you is asked for by fives join TABLE --seat NAME"
		if len(e.Candidates) > 0 {
			s.hint = "these are: " + Names(e.Candidates, ", ")
		}
	case api.ReasonManyHandovers:
		s = sentence{"more than one seat is to change hands", "name one of: " + Names(e.Candidates, ", ")}
	case api.ReasonNotOwnSeat:
		s = sentence{"the seat of " + Name(e.Name) + " is not yours to hand over", "you can hand over your own, and those of your computer players"}
	case api.ReasonNotOffered:
		s = sentence{"the seat of " + Name(e.Name) + " is not offered to " + list(e.Names), "fives show says who would take which seat"}
	case api.ReasonHandedOver:
		s = sentence{handedOver(Name(e.Name), ""), seats}
	case api.ReasonSeatOut:
		s = sentence{"the seat of " + Name(e.Name) + " is out of the game", seats}
	case api.ReasonSeatChanged:
		s = sentence{"the seat of " + Name(e.Name) + " has changed hands, or is about to", seats}
	case api.ReasonOtherHandover:
		s = sentence{"that is not as it was shown any more" + meant(e.Handover), "fives show says who would take which seat"}
	case api.ReasonWarned:
		s = sentence{Warned(e), "fives seat agree WHO --yes agrees all the same"}
	case api.ReasonChanging:
		s = sentence{"seats change hands just now", "try again in a moment"}
	case api.ReasonSeatAsked:
		s = sentence{"somebody else asks for a seat there just now", seats}
	case api.ReasonIsComputer:
		of := "yours"
		if len(e.Names) > 0 {
			of = list(e.Names) + "'s"
		}
		s = sentence{Name(e.Name) + " is a computer player of " + of + ", and has a seat at this table", newComputer(e)}
	case api.ReasonByProgram:
		s = sentence{"the program plays for " + Name(e.Name) + " at this table, so no other computer player of " + Name(e.Name) + "'s can sit there", newComputer(e)}
	case api.ReasonHasSeat:
		s = sentence{"you have a seat at this table yourself", "fives peers lists who else is there"}
		if e.Name != "" {
			s.text = Name(e.Name) + " has a seat at this table already"
		}
	case api.ReasonAskedAlready:
		s = sentence{"you have asked for the seat of " + Name(e.Name) + " already", "fives leave takes that back"}
	case api.ReasonWasAtFault:
		s = sentence{Name(e.Name) + " was at fault in this game, and cannot take a seat in it", ""}
	case api.ReasonNoDoor:
		s = sentence{"nobody who plays at the table and is connected can let newcomers in", "fives peers shows who is there"}
		if e.Detail != "" {
			s.text += ": " + detail(e)
		}
	}
	return s
}

// newComputer says whose computer player can take a seat.
func newComputer(e *api.Error) string {
	if len(e.Candidates) == 0 {
		return "fives peers lists who is there"
	}
	return "a new computer player can be one of these people's, with --computer: " + Names(e.Candidates, ", ")
}
