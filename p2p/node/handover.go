package node

import (
	"context"

	"fives/p2p/control"
)

// Handover offers a seat of this node to another one, or takes that back.
func (n *Node) Handover(context.Context, control.HandoverRequest) (control.Handover, error) {
	return control.Handover{}, control.Fail(control.ReasonNoHandover, control.Data{})
}

// Agree agrees that a seat changes hands, or takes that back.
func (n *Node) Agree(context.Context, control.AgreeRequest) (control.Handover, error) {
	return control.Handover{}, control.Fail(control.ReasonNoHandover, control.Data{})
}
