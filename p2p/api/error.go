package api

import (
	"errors"
	"slices"
)

// Error is the answer to a request that failed: codes and data, which front ends
// put into words (PROTOCOL §7.4).
type Error struct {
	Code   string `json:"code"`   // what kind of failure it is
	Reason Reason `json:"reason"` // what exactly
	Data
	cause error // the system's error, if there is one
}

// Data says more about a [Reason]. The reason determines which fields are set.
type Data struct {
	Table    string    `json:"table,omitempty"`    // its ID
	Game     string    `json:"game,omitempty"`     // its name
	Name     string    `json:"name,omitempty"`     // what the request named: a table, a node, a game, a call
	Names    []string  `json:"names,omitempty"`    // of people
	Hand     int       `json:"hand,omitempty"`     // its number
	Fault    int       `json:"fault,omitempty"`    // its place in [Table.Faults]
	Seats    int       `json:"seats,omitempty"`    // of the table
	Bots     int       `json:"bots,omitempty"`     // computer players
	Length   int       `json:"length,omitempty"`   // of what is too long or too short
	Limit    int       `json:"limit,omitempty"`    // the most or the fewest allowed
	Address  string    `json:"address,omitempty"`  // a multiaddr
	Port     int       `json:"port,omitempty"`     // of TCP
	Former   bool      `json:"former,omitempty"`   // the link that was kept before leads to its node, and stays
	Home     string    `json:"home,omitempty"`     // the folder
	Process  string    `json:"process,omitempty"`  // the daemon's process ID
	Daemon   *Hello    `json:"daemon,omitempty"`   // versions of the daemon
	Protocol int       `json:"protocol,omitempty"` // version of the protocol between nodes that this node speaks
	Peers    []Peer    `json:"peers,omitempty"`
	Waiting  *Waiting  `json:"waiting,omitempty"`  // what the table waits for
	Warning  *Warning  `json:"warning,omitempty"`  // a warning of the daemon that says more
	Handover *Handover `json:"handover,omitempty"` // the one that the request means
	Calls    []Call    `json:"calls,omitempty"`    // calls for continuations that this node's person may agree to
	// OpenSeats are those of a running table that the request could mean.
	OpenSeats []OpenSeat `json:"open_seats,omitempty"`
	// Candidates are what the request could name instead: people, tables by ID, or fingerprints.
	Candidates []string `json:"candidates,omitempty"`
	// Detail is the text of whoever refuses: the rules of a game, another node, the system.
	Detail string `json:"detail,omitempty"`
}

// Fail returns the error for a reason, with the code that the reason has.
func Fail(r Reason, d Data) *Error { return &Error{Code: r.code(), Reason: r, Data: d} }

// Because adds the error of the system that is the cause. Its text becomes the detail.
func (e *Error) Because(cause error) *Error {
	e.cause, e.Detail = cause, cause.Error()
	return e
}

// Error returns a text for logs. People read what a front end makes of the reason.
func (e *Error) Error() string {
	if e.Detail == "" {
		return string(e.Reason)
	}
	return string(e.Reason) + ": " + e.Detail
}

// Unwrap returns the sentinel of the error's code and the system's error, those of them that
// there are.
func (e *Error) Unwrap() (errs []error) {
	for _, err := range []error{sentinels[e.Code], e.cause} {
		if err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// Sentinels that an [Error] wraps, depending on its code.
var (
	ErrNotRunning = errors.New("api: no daemon answers")
	ErrInUse      = errors.New("api: another daemon uses the home")
	ErrVersion    = errors.New("api: no API version in common")

	sentinels = map[string]error{CodeNotRunning: ErrNotRunning, CodeInUse: ErrInUse, CodeVersion: ErrVersion}
)

// ErrorIn returns the [Error] that an error is or wraps; for any other, and for nil, one without a code and
// a reason.
func ErrorIn(err error) *Error {
	e := &Error{}
	errors.As(err, &e)
	return e
}

// Ambiguous returns the error for a request that more than one table fits; id returns the ID
// of one of those found.
func Ambiguous[T any](found []T, id func(T) string) *Error {
	return Fail(ReasonManyTables, Data{Candidates: Candidates(found, id)})
}

// Candidates returns the names of what was found, sorted and without duplicates, for
// [Data.Candidates].
func Candidates[T any](found []T, name func(T) string) []string {
	names := make([]string, len(found))
	for i, x := range found {
		names[i] = name(x)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Codes of errors.
const (
	CodeBadRequest  = "bad-request" // the request itself is not valid
	CodeIllegal     = "illegal"     // the rules forbid the move
	CodeNotFound    = "not-found"   // no such table, peer or game
	CodeAmbiguous   = "ambiguous"   // more than one table or node fits
	CodeConflict    = "conflict"    // it cannot be done now
	CodeRefused     = "refused"     // another node said no
	CodeUnreachable = "unreachable" // another node did not answer
	CodeInternal    = "internal"    // the daemon failed
	CodeVersion     = "version"     // client and daemon have no API version in common
	CodeNotRunning  = "not-running" // no daemon answers (made by the client)
	CodeInUse       = "in-use"      // another daemon has the home (made by Claim)
	CodeHome        = "home"        // the home folder will not do (made by Claim and Dial)
	CodeMethod      = "bad-method"  // the call needs another HTTP method (a control.Client never gets this)
)
