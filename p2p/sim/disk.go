package sim

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/p2p/replica"
)

// A disk is what a node has stored: a ledger for each table of the world, nil
// where the table is none of this node's.
type disk struct {
	tables []*ledger
}

// A ledger is what a node has stored of one table, in the manner of p2p/store:
// records by step and author, of which the last one written stays.
type ledger struct {
	genesis replica.Genesis
	own     []record.Key // the seats that the node plays
	records []stored     // by step and author
	notices []record.Record
	faults  []stored
	seats   []replica.Secret
}

// stored is a value under the key of a step and an author.
type stored struct {
	step    uint64
	author  record.Key
	records []record.Record
}

func (s stored) compare(t stored) int {
	if s.step != t.step {
		if s.step < t.step {
			return -1
		}
		return 1
	}
	return bytes.Compare(s.author[:], t.author[:])
}

// create stores that there is a table.
func (d *disk) create(at int, l *ledger) {
	for len(d.tables) <= at {
		d.tables = append(d.tables, nil)
	}
	d.tables[at] = l
}

// table is the ledger of a table, nil if there is none.
func (d *disk) table(at int) *ledger {
	if at >= len(d.tables) {
		return nil
	}
	return d.tables[at]
}

// copy is what a backup has.
func (d *disk) copy() *disk {
	c := &disk{}
	for _, l := range d.tables {
		if l != nil {
			l = &ledger{l.genesis, l.own, slices.Clone(l.records), slices.Clone(l.notices), slices.Clone(l.faults), slices.Clone(l.seats)}
		}
		c.tables = append(c.tables, l)
	}
	return c
}

func put(list []stored, s stored) []stored {
	i, ok := slices.BinarySearchFunc(list, s, stored.compare)
	if ok {
		list[i] = s
		return list
	}
	return slices.Insert(list, i, s)
}

// save stores a Save in one transaction.
func (d *ledger) save(s replica.Save) error {
	for _, r := range s.Records {
		p, err := r.Peek()
		if err != nil {
			return err
		}
		d.records = put(d.records, stored{p.Step, r.Author, []record.Record{r}})
	}
	d.notices = append(d.notices, s.Notices...)
	for _, f := range s.Faults {
		d.faults = slices.DeleteFunc(d.faults, func(g stored) bool { return g.author == f.Records[0].Author })
		d.faults = put(d.faults, stored{f.Step, f.Records[0].Author, slices.Clone(f.Records)})
	}
	for _, x := range s.Secrets {
		i := slices.IndexFunc(d.seats, func(y replica.Secret) bool { return y.Seat == x.Seat })
		if i < 0 {
			d.seats = append(d.seats, x)
			continue
		}
		x.Left = x.Left || d.seats[i].Left
		d.seats[i] = x
	}
	return nil
}

// has reports whether a record is there, in the log or as evidence.
func (d *ledger) has(step uint64, r record.Record) bool {
	for _, list := range [][]stored{d.records, d.faults} {
		i, ok := slices.BinarySearchFunc(list, stored{step: step, author: r.Author}, stored.compare)
		if ok && slices.ContainsFunc(list[i].records, r.Same) {
			return true
		}
	}
	return false
}

// drop removes a record.
func (d *ledger) drop(step uint64, author record.Key) {
	if i, ok := slices.BinarySearchFunc(d.records, stored{step: step, author: author}, stored.compare); ok {
		d.records = slices.Delete(d.records, i, i+1)
	}
}

// seat returns what is stored of an own seat.
func (d *ledger) seat(key record.Key) (h seat.HandSecret, left bool) {
	for _, s := range d.seats {
		if s.Seat == key {
			return s.Hand, s.Left
		}
	}
	return h, false
}

// load rebuilds the table, checking every record again, as a daemon does when
// it starts.
func (d *ledger) load(find table.Finder) (*table.Table, error) {
	t, err := d.genesis.Table(find)
	if err != nil {
		return nil, err
	}
	for _, s := range d.records {
		c, err := t.Check(s.records[0])
		if err == nil {
			_, err = t.Apply(c)
		}
		if err != nil && !errors.Is(err, table.ErrKnown) {
			return nil, fmt.Errorf("a stored record of step %d: %w", s.step, err)
		}
	}
	for _, n := range d.notices {
		if _, err := t.Leave(n); err != nil {
			return nil, fmt.Errorf("a stored notice: %w", err)
		}
	}
	for _, s := range d.faults {
		var f *table.Fault
		if _, err := t.Check(s.records[len(s.records)-1]); !errors.As(err, &f) {
			return nil, fmt.Errorf("stored evidence of step %d proves nothing: %v", s.step, err)
		}
		t.Accuse(f)
	}
	return t, nil
}
