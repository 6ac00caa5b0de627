package disk

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// A Ledger is what a node has stored of one table: records by step and author, of
// which the last one written stays.
type Ledger struct {
	genesis  replica.Genesis
	seats    map[record.Key]session.OwnSeat // that the node plays
	records  []entry                        // by step and author
	notices  []record.Record
	faults   []entry // the same, one of an author
	done     *session.Done
	call     session.Call
	admitted []record.Key
	table    *table.Table // that Table has made of it; nil since something was stored
}

// An entry is a value under the key of a step and an author.
type entry struct {
	step    uint64
	author  record.Key
	records []record.Record
}

func (e entry) compare(f entry) int {
	if e.step != f.step {
		if e.step < f.step {
			return -1
		}
		return 1
	}
	return bytes.Compare(e.author[:], f.author[:])
}

func (l *Ledger) copy() *Ledger {
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

func (l *Ledger) save(s replica.Save) error {
	l.table = nil
	if s.Anew {
		l.records, l.faults = nil, nil
	}
	for _, r := range s.Records {
		p, err := r.Peek()
		if err != nil {
			return err
		}
		l.records = put(l.records, entry{p.Step, r.Author, []record.Record{r}})
	}
	l.notices = append(l.notices, s.Notices...)
	for _, f := range s.Faults {
		l.faults = slices.DeleteFunc(l.faults, func(e entry) bool { return e.author == f.Records[0].Author })
		l.faults = put(l.faults, entry{f.Step, f.Records[0].Author, slices.Clone(f.Records)})
	}
	for _, x := range s.Secrets {
		own := l.seats[x.Seat]
		own.Hand, own.Left = x.Hand, own.Left || x.Left
		l.seats[x.Seat] = own
	}
	return nil
}

func (l *Ledger) stored() *session.Stored {
	st := &session.Stored{Genesis: l.genesis, Notices: slices.Clone(l.notices), Seats: maps.Clone(l.seats)}
	for _, e := range l.records {
		st.Records = append(st.Records, e.records[0])
	}
	for _, e := range l.faults {
		st.Faults = append(st.Faults, e.records)
	}
	return st
}

// Faults counts the proofs of faults that are kept.
func (l *Ledger) Faults() int { return len(l.faults) }

// Playing reports whether the node has a seat that it has not left.
func (l *Ledger) Playing() bool {
	for _, own := range l.seats {
		if !own.Left {
			return true
		}
	}
	return false
}

// Has reports whether a record is there, in the log or as evidence.
func (l *Ledger) Has(step uint64, r record.Record) bool {
	for _, list := range [][]entry{l.records, l.faults} {
		i, ok := slices.BinarySearchFunc(list, entry{step: step, author: r.Author}, entry.compare)
		if ok && slices.ContainsFunc(list[i].records, r.Same) {
			return true
		}
	}
	return false
}

// Drop removes a record.
func (l *Ledger) Drop(step uint64, author record.Key) {
	l.table = nil
	if i, ok := slices.BinarySearchFunc(l.records, entry{step: step, author: author}, entry.compare); ok {
		l.records = slices.Delete(l.records, i, i+1)
	}
}

// Table is the table that the ledger describes, every record checked again; it
// must only be read. Evidence has to prove something. With an error, it is the
// table as far as it goes.
func (l *Ledger) Table(find table.Finder) (*table.Table, error) {
	if l.table != nil {
		return l.table, nil
	}
	t, err := l.genesis.Table(find)
	if err != nil {
		return nil, err
	}
	for _, e := range l.records {
		c, err := t.Check(e.records[0])
		if err == nil {
			_, err = t.Apply(c)
		}
		if err != nil && !errors.Is(err, table.ErrKnown) {
			return t, fmt.Errorf("a stored record of step %d: %w", e.step, err)
		}
	}
	for _, n := range l.notices {
		if _, err := t.Leave(n); err != nil {
			return t, fmt.Errorf("a stored notice: %w", err)
		}
	}
	for _, e := range l.faults {
		var f *table.Fault
		if _, err := t.Check(e.records[len(e.records)-1]); !errors.As(err, &f) {
			return t, fmt.Errorf("stored evidence of step %d proves nothing: %v", e.step, err)
		}
		t.Accuse(f)
	}
	l.table = t
	return t, nil
}
