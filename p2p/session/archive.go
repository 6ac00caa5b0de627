package session

import (
	"maps"
	"slices"
	"time"

	"fives/engine/record"
)

// Reading a log costs more than asking for it, and the log stays in memory. So a node that
// sat at many tables may ask for only this many:
const (
	recallEvery = 10 * time.Second
	recallBurst = 4
	maxRecalled = 16          // tables in memory, of all nodes
	recalledFor = time.Minute // since a table was last of use
)

// Limits on tables that have ended, whether they were read again or played in this run:
const (
	KeptEnded = 8  // stay in memory for recalledFor
	maxEnded  = 64 // stay there because somebody lacks something
)

// use is what a session knows about the use of a table. The session's lock guards it.
type use struct {
	recalled bool      // it was read from the archive
	forPeer  bool      // only another node has asked for it
	last     time.Time // when somebody last asked for it; zero if it has not ended
}

// Archived reports whether a table has ended and is not in memory.
func (s *Session) Archived(id record.Hash) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.done[id]
	return ok
}

// Archive lists the tables that have ended and are not in memory.
func (s *Session) Archive() map[record.Hash]Done {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.done)
}

// NoteUse notes that a person has a use for a table.
func (s *Session) NoteUse(t *Table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.use.last, t.use.forPeer = s.now(), false
}

// Recalled reports whether a table was read from the archive.
func (s *Session) Recalled(t *Table) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return t.use.recalled
}

// lastUsed returns when somebody last asked for a table.
func (s *Session) lastUsed(t *Table) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return t.use.last
}

// onlyRecalled reports whether a table is in memory only for another node.
func (s *Session) onlyRecalled(t *Table) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return t.use.forPeer
}

// Find finds a table, reading it from the archive if necessary. done is called with it, or
// with nil if there is none.
func (s *Session) Find(id record.Hash, done func(*Table, error)) {
	if t := s.Table(id); t != nil || !s.Archived(id) {
		done(t, nil)
		return
	}
	s.fetch(id, false, done)
}

// Recall reads an archived table for a node that sat there. If there is none, it returns
// false and does not call done. done is called with nil if the node has to wait for the
// table.
func (s *Session) Recall(id record.Hash, node record.Key, done func(*Table, error)) bool {
	s.mu.Lock()
	d, ok := s.done[id]
	recalled := 0
	for _, t := range s.list {
		if t.use.recalled {
			recalled++
		}
	}
	s.mu.Unlock()
	if !ok || !slices.Contains(d.Nodes, node) {
		return false
	}
	if recalled >= maxRecalled || !s.recalls.Allow(node) {
		done(nil, nil)
		return true
	}
	s.fetch(id, true, done)
	return true
}

// fetch reads one archived table at a time.
func (s *Session) fetch(id record.Hash, forPeer bool, done func(*Table, error)) {
	s.inTurn(func() { done(s.read(id, forPeer)) })
}

// inTurn runs the session's own jobs, which belong to no table's turns, one after the
// other.
func (s *Session) inTurn(f func()) {
	s.reader.Put(f)
	s.reader.Start(s.cfg.Scheduler.Go, func(batch []func()) {
		for _, do := range batch {
			do()
		}
	})
}

// read reads and verifies the log of an archived table.
func (s *Session) read(id record.Hash, forPeer bool) (*Table, error) {
	if t := s.Table(id); t != nil {
		return t, nil
	}
	t, err := s.load(id)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	t.shelved, t.owed, t.readAt = true, s.done[id].Lacking, t.r.Extent()
	s.mu.Unlock()
	t.use = use{recalled: true, forPeer: forPeer, last: s.now()}
	if known := s.add(t); known != nil {
		return known, nil
	}
	return t, nil
}

// noteDone tells the store about a game that is over and lacks no signature, so that its
// log is not read at the next start, and about who may lack some of it.
func (t *Table) noteDone() {
	if !t.r.Done() || len(t.r.MissingReceipts()) > 0 || t.shelved && slices.Equal(t.owed, lacking(t)) {
		return
	}
	if _, err := t.archive(); err != nil {
		t.s.cfg.Log.Warn("archiving a table", "table", t.id.Short(), "err", err) // it is read in full at the next start
	}
}

// archive notes in the store that the table has ended.
func (t *Table) archive() (Done, error) {
	d := Done{Lacking: lacking(t)}
	t.shelved, t.owed = true, d.Lacking
	for _, seat := range t.terms.Seats {
		d.Nodes = append(d.Nodes, seat.Node())
	}
	if t.r.Played() && t.terms.Parent != nil {
		d.Parent = &t.terms.Parent.Table
	}
	var err error
	if d.Summary, err = t.observer.Summary(t.Snapshot().Snapshot); err == nil && !t.onlooker {
		err = t.s.cfg.Store.PutDone(t.id, d)
	}
	return d, err
}

// shelve archives tables that have ended: those that nobody has used for a while, those
// beyond a few and, when there are far too many, even those of which somebody lacks
// something and will ask for it.
func (s *Session) shelve() {
	undecided := s.listUndecided()
	var ended []*Table
	for _, t := range s.Tables() {
		if t.Snapshot().Ended() && !slices.Contains(undecided, t.id) {
			ended = append(ended, t)
		}
	}
	now := s.now()
	uses := map[*Table]time.Time{}
	s.mu.Lock()
	for _, t := range ended {
		if t.use.last.IsZero() {
			t.use.last = now
		}
		uses[t] = t.use.last
	}
	s.mu.Unlock()
	slices.SortStableFunc(ended, func(a, b *Table) int { return uses[a].Compare(uses[b]) })
	for i, t := range ended {
		beyond := len(ended) - i
		old := !t.onlooker && !t.Snapshot().open() && now.Sub(uses[t]) > recalledFor
		if (old || beyond > KeptEnded) && t.Snapshot().idle || beyond > maxEnded {
			t.putAway(uses[t], beyond > maxEnded)
		}
	}
}

// open reports whether somebody could still take over a seat at a table that all others
// have left, while this node has not.
func (s *Snapshot) open() bool {
	return !s.Table().Over() && s.Stays()
}

// listUndecided lists the tables that have continuations of which it is not yet clear
// whether they begin, and which still need these tables.
func (s *Session) listUndecided() []record.Hash {
	var parents []record.Hash
	for _, t := range s.Tables() {
		st := t.Snapshot()
		if c := st.Table().Continuation(); c != nil && !st.InPlay() && !st.Declined() {
			parents = append(parents, c.Parent)
		}
	}
	return parents
}

// putAway moves a table from memory into the archive, unless somebody has used it since or,
// without must, uses it now. A table at which this node only watched is forgotten.
func (t *Table) putAway(used time.Time, must bool) {
	t.post(job{do: func(time.Time) error {
		if !t.r.Ended() || !must && !t.links.idle() || t.s.lastUsed(t) != used {
			return nil
		}
		d, err := t.archive()
		if err != nil {
			t.s.cfg.Log.Warn("archiving a table", "table", t.id.Short(), "err", err)
			return nil
		}
		t.away = true
		t.links.close()
		t.s.mu.Lock()
		defer t.s.mu.Unlock()
		t.s.drop(t)
		if !t.onlooker {
			t.s.done[t.id] = d // its summary is at hand instead
		}
		return nil
	}})
}
