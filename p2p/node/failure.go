package node

import (
	"errors"

	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/lobby"
	"fives/p2p/present"
	"fives/p2p/replica"
)

func joinError(err error) error {
	var r lobby.Refusal
	switch {
	case errors.Is(err, lobby.ErrNeedsCode):
		return control.Fail(control.ReasonNeedsCode, control.Data{})
	case errors.Is(err, lobby.ErrCode), errors.Is(err, lobby.ErrWrongCode):
		return control.Fail(control.ReasonWrongCode, control.Data{})
	case errors.As(err, &r):
		return control.Fail(control.ReasonHostRefuses, control.Data{Detail: string(r)})
	case errors.Is(err, lobby.ErrUnreachable):
		return control.Fail(control.ReasonHostSilent, control.Data{})
	case errors.Is(err, table.ErrTerms):
		return present.BadTerms(err)
	}
	return err
}

func sayError(err error) error {
	if errors.Is(err, replica.ErrLine) {
		return control.Fail(control.ReasonBadLine, control.Data{Limit: replica.MaxLine})
	}
	return err
}
