package control

import (
	"bytes"
	"context"
	"slices"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/p2p/api"
)

// A Game has the logs of a game that a node has: that of a table, and before it those of the
// earlier tables, oldest first. A rematch is another game.
type Game struct {
	Logs [][]record.Record
	Gaps []Gap // in their order
}

// A Gap is a place in a game whose tables the node has no logs of, because it had no seat there.
type Gap struct {
	At     int      // the number of logs before it
	Tables []string // IDs, oldest first
	Ask    []string // names of people who may have sat there
}

// Unbroken returns the logs after the last gap.
func (g Game) Unbroken() [][]record.Record {
	if n := len(g.Gaps); n > 0 {
		return g.Logs[g.Gaps[n-1].At:]
	}
	return g.Logs
}

// Game fetches the log of a table and those logs of the tables before it that the node has. If
// the node had no seat at a table, it knows the earlier ones only from what it was told when it
// took its seat. Nobody has signed that, so a log with other terms is left out.
func (c *Client) Game(ctx context.Context, table string) (g Game, err error) {
	log, err := c.Records(ctx, table)
	if err != nil {
		return g, err
	}
	g.Logs = [][]record.Record{log}
	fetched := map[string]bool{}
	for {
		parent, ok := GoesOnFrom(g.Logs[0])
		if !ok || fetched[parent.String()] { // a table's ID is made of its parent's: only a bad answer leads back
			break
		}
		here, err := g.Logs[0][0].Peek()
		if err != nil {
			return Game{}, err
		}
		fetched[here.Table.String()] = true
		var gap Gap
		if table, log, gap, err = c.earlier(ctx, table, parent.String(), g.Logs[0], fetched); err != nil {
			return Game{}, err
		}
		if gap.Tables != nil {
			gap.At = len(g.Logs)
			g.Gaps = append([]Gap{gap}, g.Gaps...)
		}
		if log == nil || fetched[table] {
			break
		}
		fetched[table] = true
		g.Logs = append([][]record.Record{log}, g.Logs...)
	}
	for i := range g.Gaps {
		g.Gaps[i].At = len(g.Logs) - g.Gaps[i].At // it was counted from the end
	}
	return g, nil
}

// earlier fetches the latest log of a game before that of a table, without those in fetched,
// and returns the gap of tables in between; log is nil if there is none.
func (c *Client) earlier(ctx context.Context, table, parent string, of []record.Record, fetched map[string]bool) (id string, log []record.Record, gap Gap, err error) {
	if log, err = c.Records(ctx, parent); !unknown(err) {
		return parent, log, gap, err
	}
	before, err := c.Before(ctx, table)
	if err != nil {
		return "", nil, gap, err
	}
	gap.Tables, gap.Ask = []string{parent}, before.Ask
	for _, id := range slices.DeleteFunc(before.Tables, func(id string) bool { return id == parent || fetched[id] }) {
		log, err := c.Records(ctx, id)
		if err == nil && sameTerms(log, of) {
			return id, log, gap, nil
		}
		if err != nil && !unknown(err) {
			return "", nil, gap, err
		}
		gap.Tables = append([]string{id}, gap.Tables...)
	}
	return "", nil, gap, nil
}

// Records fetches the log of a table, without those of the tables before it.
func (c *Client) Records(ctx context.Context, table string) ([]record.Record, error) {
	var file bytes.Buffer
	if err := c.Log(ctx, table, &file); err != nil {
		return nil, err
	}
	return audit.ReadLog(&file)
}

// sameTerms reports whether two logs can be of one game.
func sameTerms(a, b []record.Record) bool {
	here, there := termsOf(a), termsOf(b)
	return here != nil && bytes.Equal(here, there)
}

// termsOf returns the encoding of those terms of a log's table that are the same at all tables of
// its game, nil if they cannot be read.
func termsOf(log []record.Record) []byte {
	if len(log) == 0 {
		return nil
	}
	p, err := log[0].Peek()
	if err != nil {
		return nil
	}
	var c record.Continuation
	if p.Kind == record.KindAccept {
		c, err = record.Decode[record.Continuation](p)
	} else {
		var q record.Proposal
		q, err = record.Decode[record.Proposal](p)
		c = record.Continuation{Game: q.Game, Options: q.Options, HouseRules: q.HouseRules}
	}
	if err != nil {
		return nil
	}
	terms, err := record.Marshal([]any{c.Game, c.Options, c.HouseRules})
	if err != nil {
		return nil
	}
	return terms
}

// GoesOnFrom returns the table whose game the log continues; ok is false if there is none.
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

// unknown reports whether an error says that the node has no such log.
func unknown(err error) bool {
	why := api.ErrorIn(err).Reason
	return why == api.ReasonNoTable || why == api.ReasonNoLog
}
