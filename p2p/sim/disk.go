package sim

import (
	"maps"
	"slices"

	"fives/engine/record"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/store/memory"
)

// A disk is what a node has stored. It is a [session.Store] with which nothing ever goes wrong: a riskyStore
// adds that.
type disk struct {
	ids     []record.Hash // in the order in which they were created
	ledgers map[record.Hash]*ledger
	page    *memory.RAM // the same, as the store of a browser (p2p/store) keeps it; nil for a home
}

// newDisk returns an empty disk.
func newDisk() *disk { return &disk{ledgers: map[record.Hash]*ledger{}} }

// copy returns a copy of the disk, as a backup has it.
func (d *disk) copy() *disk {
	c := newDisk()
	c.ids = slices.Clone(d.ids)
	for id, l := range d.ledgers {
		c.ledgers[id] = l.copy()
	}
	if d.page != nil {
		c.page = d.page.Copy()
	}
	return c
}

// ledger returns what is stored of a table, nil for nothing.
func (d *disk) ledger(id record.Hash) *ledger { return d.ledgers[id] }

// Create stores a new table.
func (d *disk) Create(id record.Hash, g replica.Genesis, seats map[record.Key]session.OwnSeat) error {
	if d.ledgers[id] == nil {
		d.ids = append(d.ids, id)
	}
	d.ledgers[id] = &ledger{genesis: g, seats: maps.Clone(seats)}
	return nil
}

// Save stores a Save in one transaction.
func (d *disk) Save(id record.Hash, s replica.Save) error { return d.ledgers[id].save(s) }

// Tables lists the tables.
func (d *disk) Tables() ([]record.Hash, error) { return slices.Clone(d.ids), nil }

// Load reads a table.
func (d *disk) Load(id record.Hash) (*session.Stored, error) {
	st := d.ledgers[id].asStored()
	st.ID = id
	return st, nil
}

// PutDone, and the methods after it, store small things as [session.Store] says.
func (d *disk) PutDone(id record.Hash, done session.Done) error {
	d.ledgers[id].done = &done
	return nil
}

func (d *disk) Done(id record.Hash) (session.Done, bool, error) {
	if done := d.ledgers[id].done; done != nil {
		return *done, true, nil
	}
	return session.Done{}, false, nil
}

func (d *disk) PutCall(id record.Hash, c session.Call) error {
	d.ledgers[id].call = c
	return nil
}

func (d *disk) Call(id record.Hash) (session.Call, error) { return d.ledgers[id].call, nil }

func (d *disk) PutAdmitted(id record.Hash, nodes []record.Key) error {
	d.ledgers[id].admitted = nodes
	return nil
}

func (d *disk) Admitted(id record.Hash) ([]record.Key, error) { return d.ledgers[id].admitted, nil }

func (d *disk) PutHandovers(id record.Hash, own []replica.OwnHandover) error {
	d.ledgers[id].handovers, d.ledgers[id].said = own, true
	return nil
}

func (d *disk) Handovers(id record.Hash) (own []replica.OwnHandover, said bool, err error) {
	return d.ledgers[id].handovers, d.ledgers[id].said, nil
}

// Forget removes a table.
func (d *disk) Forget(id record.Hash) error {
	delete(d.ledgers, id)
	d.ids = slices.DeleteFunc(d.ids, func(other record.Hash) bool { return other == id })
	return nil
}

// GivenUp returns false: no seat is given back before the table begins.
func (d *disk) GivenUp(record.Hash) (bool, error) { return false, nil }
