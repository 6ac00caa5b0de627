package node

import (
	"errors"

	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/lobby"
	"fives/p2p/present"
)

func joinError(err error) error {
	var r lobby.Refusal
	switch {
	case errors.Is(err, lobby.ErrNeedsCode):
		return &control.Error{Code: control.CodeBadRequest, Message: lobby.ErrNeedsCode.Error(), Hint: "ask the host for it and add --code"}
	case errors.Is(err, lobby.ErrCode), errors.Is(err, lobby.ErrWrongCode):
		return &control.Error{Code: control.CodeRefused, Message: lobby.ErrCode.Error(), Hint: "ask the host for the code; after five wrong ones a node is not let in any more"}
	case errors.As(err, &r):
		return &control.Error{Code: control.CodeRefused, Message: string(r), Hint: "fives tables lists the open tables"}
	case errors.Is(err, lobby.ErrUnreachable):
		return &control.Error{Code: control.CodeUnreachable, Message: "the host does not answer", Hint: "fives peers shows who is there"}
	case errors.Is(err, table.ErrTerms):
		return present.BadRequest(err)
	}
	return err
}
