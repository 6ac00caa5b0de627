package sim

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// A ledger is what a node has stored of one table: records by step and author, votes also by kind and by the
// seat that they are about. Of two in one place, the last one written stays.
type ledger struct {
	genesis   replica.Genesis
	seats     map[record.Key]session.OwnSeat // the seats that the node plays
	records   []entry                        // in order of their places
	given     []entry                        // records given up for another branch of the log
	notices   []record.Record
	faults    []entry // in the same order, one of each author
	done      *session.Done
	call      session.Call
	admitted  []record.Key
	handovers []replica.OwnHandover
	said      bool         // handovers were stored
	table     *table.Table // that read has made of it; nil if something was stored since
}

// An entry is a value under a step and an author, and, for a vote, what it is about.
type entry struct {
	step    uint64
	author  record.Key
	vote    string // the kind of a vote and the seat that it is about; empty for other records
	records []record.Record
}

// entryOf returns the entry for a record.
func entryOf(p record.Payload, r record.Record) entry {
	e := entry{step: p.Step, author: r.Author, records: []record.Record{r}}
	for _, seat := range p.About {
		e.vote += string(p.Kind) + string([]byte{byte(seat)})
	}
	return e
}

func (e entry) compare(f entry) int {
	return cmp.Or(cmp.Compare(e.step, f.step), bytes.Compare(e.author[:], f.author[:]), cmp.Compare(e.vote, f.vote))
}

func (l *ledger) copy() *ledger {
	c := *l
	c.seats, c.records, c.notices, c.faults = maps.Clone(l.seats), slices.Clone(l.records), slices.Clone(l.notices), slices.Clone(l.faults)
	c.table = nil
	return &c
}

func put(list []entry, e entry) []entry {
	i, ok := slices.BinarySearchFunc(list, e, entry.compare)
	if ok {
		list[i] = e
		return list
	}
	return slices.Insert(list, i, e)
}

func (l *ledger) save(s replica.Save) error {
	l.table = nil
	if s.Anew {
		l.given = l.records
		l.records, l.faults = nil, nil
	}
	for _, r := range s.Records {
		p, err := r.Peek()
		if err != nil {
			return err
		}
		l.records = put(l.records, entryOf(p, r))
	}
	l.notices = append(l.notices, s.Notices...)
	for _, f := range s.Faults {
		author := f.Author()
		l.faults = slices.DeleteFunc(l.faults, func(e entry) bool { return e.author == author })
		l.faults = put(l.faults, entry{step: f.Step, author: author, records: slices.Clone(f.Records)})
	}
	for _, x := range s.Secrets {
		own := l.seats[x.Seat]
		own.Hand, own.Left = x.Hand, own.Left || x.Left
		l.seats[x.Seat] = own
	}
	return nil
}

func (l *ledger) asStored() *session.Stored {
	st := &session.Stored{Genesis: l.genesis, Notices: slices.Clone(l.notices), Seats: maps.Clone(l.seats)}
	for _, e := range l.records {
		st.Records = append(st.Records, e.records[0])
	}
	for _, e := range l.faults {
		st.Faults = append(st.Faults, e.records)
	}
	return st
}

// playing reports whether the node has a seat that it has not left.
func (l *ledger) playing() bool {
	for _, own := range l.seats {
		if !own.Left {
			return true
		}
	}
	return false
}

// has reports whether the ledger has a record, in the log or as evidence.
func (l *ledger) has(p record.Payload, r record.Record) bool {
	i, ok := slices.BinarySearchFunc(l.records, entryOf(p, r), entry.compare)
	return ok && slices.ContainsFunc(l.records[i].records, r.Same) ||
		slices.ContainsFunc(l.faults, func(e entry) bool { return slices.ContainsFunc(e.records, r.Same) })
}

// gave reports whether a record was given up when the log last went over to another branch.
func (l *ledger) gave(p record.Payload, r record.Record) bool {
	i, ok := slices.BinarySearchFunc(l.given, entryOf(p, r), entry.compare)
	return ok && slices.ContainsFunc(l.given[i].records, r.Same)
}

// drop removes an author's own record of a step.
func (l *ledger) drop(step uint64, author record.Key) {
	l.table = nil
	if i, ok := slices.BinarySearchFunc(l.records, entry{step: step, author: author}, entry.compare); ok {
		l.records = slices.Delete(l.records, i, i+1)
	}
}

// read returns the table that the ledger describes, as a session would load it. The caller must not change it.
// It returns an error if stored evidence proves nothing.
func (l *ledger) read(id record.Hash, find table.Finder) (*table.Table, error) {
	if l.table != nil {
		return l.table, nil
	}
	t, err := session.Rebuild(id, l.asStored(), find, oneByOne)
	if err != nil {
		return nil, err
	}
	for _, e := range l.faults {
		var f *table.Fault
		if _, err := t.Check(e.records[len(e.records)-1]); !errors.As(err, &f) {
			return t, fmt.Errorf("stored evidence of step %d proves nothing: %v", e.step, err)
		}
	}
	l.table = t
	return t, nil
}

func oneByOne(n int, f func(i int)) {
	for i := range n {
		f(i)
	}
}
