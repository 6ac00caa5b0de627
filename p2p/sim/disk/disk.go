// Package disk is the memory of a node of the simulation, in the manner of
// p2p/store: it keeps what a session wants stored, and nothing ever goes wrong
// with it. Package world adds its faults.
//
// A node in a browser has the store of p2p/store besides, over p2p/store/memory, as
// p2p/store/indexed has it. The disk then says what that store must have.
package disk

import (
	"maps"
	"slices"

	"fives/engine/record"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/store/memory"
)

// A Disk is what a node has stored. It is a [session.Store].
type Disk struct {
	ids     []record.Hash // in the order in which they came
	ledgers map[record.Hash]*Ledger
	Page    *memory.RAM // what a browser keeps of the same; nil for a home
}

// New makes an empty disk.
func New() *Disk { return &Disk{ledgers: map[record.Hash]*Ledger{}} }

// Copy is what a backup has.
func (d *Disk) Copy() *Disk {
	c := New()
	c.ids = slices.Clone(d.ids)
	for id, l := range d.ledgers {
		c.ledgers[id] = l.copy()
	}
	if d.Page != nil {
		c.Page = d.Page.Copy()
	}
	return c
}

// Ledger is what is stored of a table, nil if nothing is.
func (d *Disk) Ledger(id record.Hash) *Ledger { return d.ledgers[id] }

// Create stores that there is a table.
func (d *Disk) Create(id record.Hash, g replica.Genesis, seats map[record.Key]session.OwnSeat) error {
	if d.ledgers[id] == nil {
		d.ids = append(d.ids, id)
	}
	d.ledgers[id] = &Ledger{genesis: g, seats: maps.Clone(seats)}
	return nil
}

// Save stores a Save in one transaction.
func (d *Disk) Save(id record.Hash, s replica.Save) error { return d.ledgers[id].save(s) }

// Tables lists the tables.
func (d *Disk) Tables() ([]record.Hash, error) { return slices.Clone(d.ids), nil }

// Load reads a table.
func (d *Disk) Load(id record.Hash) (*session.Stored, error) {
	st := d.ledgers[id].stored()
	st.ID = id
	return st, nil
}

// PutDone, and the methods after it, keep small things as [session.Store] has it.
func (d *Disk) PutDone(id record.Hash, done session.Done) error {
	d.ledgers[id].done = &done
	return nil
}

func (d *Disk) Done(id record.Hash) (session.Done, bool, error) {
	if done := d.ledgers[id].done; done != nil {
		return *done, true, nil
	}
	return session.Done{}, false, nil
}

func (d *Disk) PutCall(id record.Hash, c session.Call) error {
	d.ledgers[id].call = c
	return nil
}

func (d *Disk) Call(id record.Hash) (session.Call, error) { return d.ledgers[id].call, nil }

func (d *Disk) PutAdmitted(id record.Hash, nodes []record.Key) error {
	d.ledgers[id].admitted = nodes
	return nil
}

func (d *Disk) Admitted(id record.Hash) ([]record.Key, error) { return d.ledgers[id].admitted, nil }

func (d *Disk) PutHandovers(id record.Hash, own []replica.OwnHandover) error {
	d.ledgers[id].handovers, d.ledgers[id].said = own, true
	return nil
}

func (d *Disk) Handovers(id record.Hash) (own []replica.OwnHandover, said bool, err error) {
	return d.ledgers[id].handovers, d.ledgers[id].said, nil
}

// Forget removes a table.
func (d *Disk) Forget(id record.Hash) error {
	delete(d.ledgers, id)
	d.ids = slices.DeleteFunc(d.ids, func(other record.Hash) bool { return other == id })
	return nil
}

// GivenUp is never so: no seat is given back before the table begins.
func (d *Disk) GivenUp(record.Hash) (bool, error) { return false, nil }
