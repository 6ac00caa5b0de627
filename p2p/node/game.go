package node

import (
	"encoding/json"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/entry"
	"fives/p2p/present"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// A game is a table of the session, with what the daemon tells people of it. It
// is the table's observer.
type game struct {
	*session.Table
	ts    *tables
	id    record.Hash
	terms *table.Terms // they never change

	credential *entry.Credential // by which this node watches a private table; it never changes
	said       present.Reporter  // for the table's turns
	failed     bool              // for them, too: the store takes nothing
}

// observe makes the game of a table.
func (ts *tables) observe(t *session.Table) session.Observer {
	g := &game{Table: t, ts: ts, id: t.ID(), terms: t.Terms()}
	g.said.Warnings = func() []control.Warning { return ts.book.Warnings(g.terms.Seats) }
	g.said.Now = time.Now
	if g.finished() {
		g.said.SkipOver()
	} else {
		ts.playing(true)
		ts.work.Go(g.terms.Warm)
	}
	return g
}

// of is the game of a table, nil for none.
func of(t *session.Table) *game {
	if t == nil {
		return nil
	}
	return t.Observer().(*game)
}

// game is the game of a table in memory, nil if there is none.
func (ts *tables) game(id record.Hash) *game { return of(ts.session.Table(id)) }

// running lists the tables in memory.
func (ts *tables) running() []*game {
	var gs []*game
	for _, t := range ts.session.Tables() {
		gs = append(gs, of(t))
	}
	return gs
}

// look reads the table as it is after its last turn.
func (g *game) look(f func(r *replica.Snapshot)) { f(g.Snapshot().Snapshot) }

// do changes the replica, and waits until that is stored. It fails if the store
// does. It must not be called in a turn of a table.
func (g *game) do(f func(r *replica.Replica, now time.Time) error) error {
	return session.Wait(func(done func(error)) { g.Do(f, done) })
}

// await waits for a table that the session finds or makes; the game may be nil.
func await(f func(done func(*session.Table, error))) (*game, error) {
	t, err := session.WaitTable(f)
	return of(t), err
}

// finished reports whether the game is over.
func (g *game) finished() bool { return g.Snapshot().Table().Over() }

// Created notes who claims which name, for the warning when a known name comes
// with a new key.
func (g *game) Created() {
	for _, s := range g.terms.Seats {
		if s.Host != nil {
			continue
		}
		if err := g.ts.book.Met(s.Name, s.Key); err != nil {
			g.ts.log.Warn("remembering a name", "err", err)
		}
	}
}

// Turned makes events of what happened.
func (g *game) Turned(notes []replica.Note) {
	st := g.Snapshot()
	for _, e := range g.said.Events(st, notes) {
		g.ts.events.Add(e)
	}
	if g.said.Changed(st) || g.failed {
		g.failed = false
		g.ts.events.Touch(g.id.String())
	}
}

// Restored says that the store had lost the table.
func (g *game) Restored() {
	g.say(control.Event{Kind: control.EventAway, What: control.Refetched, Yours: true})
}

// Failed says that the store takes nothing.
func (g *game) Failed(err error) {
	g.ts.log.Error("the store does not take records; nothing is sent before it does", "table", g.id.Short(), "err", err)
	g.failed = true
	g.ts.events.Touch(g.id.String())
}

// unstored says why the store takes nothing of the table, if it does not.
func (g *game) unstored() []control.Warning {
	if err := g.Snapshot().Failed; err != nil {
		return []control.Warning{{Code: control.WarnStore, Table: g.id.String(), Detail: present.Plain(err)}}
	}
	return nil
}

// Summary is what the lists show of a table that has ended.
func (g *game) Summary(s *replica.Snapshot) ([]byte, error) {
	return json.Marshal(archived{Summary: present.Summary(s), Left: left(s), Declined: s.Declined()})
}

// credential is that by which this node watches a private table.
func credential(t *session.Table) *entry.Credential { return of(t).credential }
