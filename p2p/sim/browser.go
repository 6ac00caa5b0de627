package sim

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/store"
	"fives/p2p/store/memory"
)

// A database is what a browser keeps: entries, of which each commit changes several in one transaction, all
// or none.
type database struct {
	*memory.RAM
	commit func(put func() error) error
}

func (d database) Commit(changes []memory.Entry) error {
	return d.commit(func() error { return d.RAM.Commit(changes) })
}

// browser opens the store of a node in a browser. commit is called to make every commit, and may refuse it.
func (d *disk) browser(commit func(put func() error) error) (*store.Store, error) {
	db, err := memory.Open(database{d.page, commit})
	if err != nil {
		return nil, err
	}
	return store.Open(db)
}

// compare returns an error that says how another store differs from the disk, nil if it does not.
func (d *disk) compare(other session.Store) error {
	ids, err := other.Tables()
	if err != nil {
		return err
	}
	if len(ids) != len(d.ids) {
		return fmt.Errorf("it has %d tables, and should have %d", len(ids), len(d.ids))
	}
	for _, id := range d.ids {
		if err := d.compareTable(other, id); err != nil {
			return fmt.Errorf("table %s: %w", id, err)
		}
	}
	return nil
}

func (d *disk) compareTable(other session.Store, id record.Hash) error {
	for _, what := range []struct {
		name string
		of   func(session.Store) (any, error)
	}{
		{"log", func(s session.Store) (any, error) { return plain(s.Load(id)) }},
		{"end", func(s session.Store) (any, error) {
			done, ok, err := s.Done(id)
			return []any{done.Nodes, string(done.Summary), ok}, err
		}},
		{"call", func(s session.Store) (any, error) { return s.Call(id) }},
		{"handovers", func(s session.Store) (any, error) {
			own, said, err := s.Handovers(id)
			return []any{append([]replica.OwnHandover{}, own...), said}, err
		}},
		{"spectators", func(s session.Store) (any, error) {
			nodes, err := s.Admitted(id)
			return append([]record.Key{}, nodes...), err
		}},
	} {
		has, err := what.of(other)
		should, wrong := what.of(d)
		if err := errors.Join(err, wrong); err != nil {
			return err
		}
		if !reflect.DeepEqual(has, should) {
			return fmt.Errorf("%s: not what was stored", what.name)
		}
	}
	return nil
}

// plain returns what is stored of a table in a form that can be compared.
func plain(st *session.Stored, err error) ([]string, error) {
	if err != nil {
		return nil, err
	}
	slices.SortFunc(st.Notices, func(a, b record.Record) int { return bytes.Compare(a.Author[:], b.Author[:]) })
	var list []string
	for _, v := range []any{st.Genesis, st.Records, st.Notices, st.Faults} {
		b, err := record.Marshal(v)
		if err != nil {
			return nil, err
		}
		list = append(list, string(b))
	}
	keys := slices.SortedFunc(maps.Keys(st.Seats), func(a, b record.Key) int { return bytes.Compare(a[:], b[:]) })
	for _, key := range keys {
		own := st.Seats[key]
		if own.Left {
			own.Hand = seat.HandSecret{} // nobody needs it
		}
		list = append(list, fmt.Sprintf("%x %x %s %d %x %x %v %v %v", key, own.Seed, own.Bot, own.Hand.Number, own.Hand.Secret.Encode(), own.Hand.Seal.Encode(), own.Hand.Shuffle, own.Left, own.Lost))
	}
	return list, nil
}
