package control

import (
	"bytes"
	"context"
	"errors"

	"fives/engine/audit"
	"fives/engine/record"
)

// Game fetches the log of a table, and before it those of the tables from which its game
// goes on there, as far as the node has them: the first one first. A rematch is a game of
// its own.
func (c *Client) Game(ctx context.Context, table string) (logs [][]record.Record, err error) {
	fetched := map[record.Hash]bool{}
	for {
		var file bytes.Buffer
		err := c.Log(ctx, table, &file)
		if len(logs) > 0 && unknown(err) {
			return logs, nil
		}
		if err != nil {
			return nil, err
		}
		log, err := audit.ReadLog(&file)
		if err != nil {
			return nil, err
		}
		logs = append([][]record.Record{log}, logs...)
		parent, ok := GoesOnFrom(log)
		if !ok || fetched[parent] { // a table's ID is made of its parent's: only a bad answer leads back
			return logs, nil
		}
		table, fetched[parent] = parent.String(), true
	}
}

// GoesOnFrom is the table from which the game of a log goes on, if there is one.
func GoesOnFrom(log []record.Record) (parent record.Hash, ok bool) {
	if len(log) == 0 {
		return parent, false
	}
	p, err := log[0].Peek()
	if err != nil || p.Kind != record.KindAccept {
		return parent, false
	}
	body, err := record.Decode[record.Continuation](p)
	return body.Parent, err == nil && body.Carry.Hands > 0
}

// unknown reports whether a node says that it has no such log.
func unknown(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Reason == ReasonNoTable || e.Reason == ReasonNoLog)
}
