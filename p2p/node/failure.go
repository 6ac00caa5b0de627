package node

import (
	"errors"
	"strings"

	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/replica"
)

func joinError(err error) error {
	var r refusal
	switch {
	case errors.Is(err, errNeedsCode):
		return &control.Error{Code: control.CodeBadRequest, Message: errNeedsCode.Error(), Hint: "ask the host for it and add --code"}
	case errors.Is(err, errCode), errors.Is(err, wrongCode):
		return &control.Error{Code: control.CodeRefused, Message: errCode.Error(), Hint: "ask the host for the code; after five wrong ones a node is not let in any more"}
	case errors.As(err, &r):
		return &control.Error{Code: control.CodeRefused, Message: string(r), Hint: "fives tables lists the open tables"}
	case errors.Is(err, errUnreachable):
		return &control.Error{Code: control.CodeUnreachable, Message: "the host does not answer", Hint: "fives peers shows who is there"}
	case errors.Is(err, table.ErrTerms):
		return badRequest(err)
	}
	return err
}

// movedOn refuses a move that is for another step than the table's.
func movedOn() error {
	return &control.Error{Code: control.CodeConflict, Message: "the table has gone on since; nothing was played", Hint: "fives show draws it as it is now"}
}

func playError(err error) error {
	e := &control.Error{Code: control.CodeInternal, Message: plain(err)}
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

func badRequest(err error) error {
	return &control.Error{Code: control.CodeBadRequest, Message: plain(err)}
}

func badOption(rs *rules.RuleSet, err error) error {
	return &control.Error{Code: control.CodeBadRequest, Message: plain(err), Hint: "fives games " + rs.Name + " lists the options"}
}

func ambiguous(names []string) error {
	return &control.Error{Code: control.CodeAmbiguous, Message: "more than one table fits", Candidates: names,
		Hint: "name one by the beginning of its ID: " + strings.Join(shorten(names), ", ")}
}

func shorten(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = name[:min(8, len(name))]
	}
	return out
}

// plain strips the package names that errors carry inside the program.
func plain(err error) string {
	text := err.Error()
	for _, p := range []string{"node: ", "replica: ", "seat: ", "rules: ", "games: ", "table: ", "store: "} {
		text = strings.ReplaceAll(text, p, "")
	}
	return text
}
