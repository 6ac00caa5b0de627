package entry

import (
	"errors"

	"fives/p2p/api"
)

// A Refusal is an error whose text goes to the other side.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// maxRefusal is the longest Refusal that is shown, in bytes.
const maxRefusal = 100

// Refused returns the text of the other side as a Refusal, shortened and fit to be shown. It may be empty.
func Refused(text string) Refusal {
	return Refusal(api.Printable(text[:min(len(text), maxRefusal)]))
}

// Refusals of a host.
const (
	ErrNoTable      = Refusal("there is no such open table here")
	ErrWrongCode    = Refusal("the code is wrong")
	ErrTooManyCodes = Refusal("too many wrong codes")
	ErrBadJoin      = Refusal("the join does not fit the table")
	ErrFull         = Refusal("the table is full")
	ErrBegun        = Refusal("the table has begun") // to who has a seat there
	ErrHasSeat      = Refusal("this node has a seat there already")
	ErrSentAway     = Refusal("the host has sent this node away from the table")
)

// Refusals at the door of a running table. That it has no seat to give is [ErrFull].
const (
	ErrNotBegun    = Refusal("the table has not begun")
	ErrNoCode      = Refusal("this node does not know the code of the table")
	ErrBadWish     = Refusal("there is no such seat at the table")
	ErrSeatOut     = Refusal("the seat is out of the game")
	ErrSeatChanged = Refusal("the seat has changed hands")
	ErrNotNow      = Refusal("the people at the table say: not now")
	ErrSeatAsked   = Refusal("somebody else asks for a seat here")
	ErrAtFault     = Refusal("there is proof of a fault of this node at the game")
)

// ErrCode says that the code was wrong, on whichever side it shows.
var ErrCode = errors.New("the code is wrong")

// ErrNeedsCode says that a table is private.
var ErrNeedsCode = errors.New("the table is private and needs its code")

// ErrUnreachable says that a host does not answer, or not as one does.
var ErrUnreachable = errors.New("entry: the host does not answer")
