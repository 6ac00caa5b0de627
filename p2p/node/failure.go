package node

import (
	"errors"

	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/present"
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
		return present.BadRequest(err)
	}
	return err
}
