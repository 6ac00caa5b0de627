package present

import (
	"errors"
	"strings"

	"fives/engine/rules"
	"fives/p2p/control"
	"fives/p2p/replica"
)

// MovedOn refuses a move that is for another step than the table's.
func MovedOn() error {
	return &control.Error{Code: control.CodeConflict, Message: "the table has gone on since; nothing was played", Hint: "fives show draws it as it is now"}
}

// PlayError says why a table does not take what this node's person wants.
func PlayError(err error) error {
	e := &control.Error{Code: control.CodeInternal, Message: Plain(err)}
	switch {
	case errors.Is(err, rules.ErrIllegal):
		e.Code, e.Hint = control.CodeIllegal, "fives moves lists what you may do"
	case errors.Is(err, replica.ErrStopped):
		e.Code, e.Message = control.CodeConflict, "the table has stopped: somebody is at fault"
		e.Hint = "fives show says who"
	case errors.Is(err, replica.ErrUnheard):
		e.Code, e.Message = control.CodeConflict, "this daemon was started again and must first hear from everybody at the table"
		e.Hint = "fives show says who is missing"
	case errors.Is(err, replica.ErrLeft):
		e.Code, e.Message = control.CodeConflict, "you have left this table"
	case errors.Is(err, replica.ErrNoSeat):
		e.Code, e.Message = control.CodeConflict, "you have no seat at this table"
	default:
		var c *control.Error
		if errors.As(err, &c) {
			return c
		}
	}
	return e
}

// BadRequest says that the request itself is not valid.
func BadRequest(err error) error {
	return &control.Error{Code: control.CodeBadRequest, Message: Plain(err)}
}

// BadOption says that a game does not take an option.
func BadOption(rs *rules.RuleSet, err error) error {
	return &control.Error{Code: control.CodeBadRequest, Message: Plain(err), Hint: "fives games " + rs.Name + " lists the options"}
}

// Ambiguous says that more than one table fits.
func Ambiguous(ids []string) error {
	return &control.Error{Code: control.CodeAmbiguous, Message: "more than one table fits", Candidates: ids,
		Hint: "name one by the beginning of its ID: " + strings.Join(shorten(ids), ", ")}
}

func shorten(ids []string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = id[:min(shortID, len(id))]
	}
	return out
}

// Plain is [control.Plain] of an error.
func Plain(err error) string { return control.Plain(err.Error()) }
