//go:build js

package browser

import (
	"context"
	"errors"
	"syscall/js"
	"time"

	"fives/engine/record"
	"fives/p2p/store"
	"fives/p2p/store/indexed"
)

// A Place is where this browser keeps a node.
type Place = indexed.Place

// A Former is a node that was here by an earlier invitation.
type Former struct {
	Place
	Who  string // the nickname
	Node record.Key
	Seen time.Time // the zero time if that is not known
}

// open opens the store of the node: that of this invitation if it has somebody's identity, or else that of an earlier one
// if its person goes on as who was there. It looks nowhere else.
func open(ctx context.Context, cfg Config) (*store.Store, error) {
	have := databases(ctx)
	if have == nil || have[cfg.Here.Name] {
		st, err := openAt(cfg.Here, cfg.Cleared)
		if err != nil {
			return nil, err
		}
		if lived, err := livedIn(st, cfg.Known); lived && err == nil {
			return st, nil
		} else if err = errors.Join(err, st.Close()); err != nil {
			return nil, err
		}
	}
	at, err := choosePlace(cfg, have)
	if err != nil {
		return nil, err
	}
	return openAt(at, cfg.Cleared)
}

// choosePlace returns the place of the node as which the person goes on, Here for somebody new.
func choosePlace(cfg Config, have map[string]bool) (Place, error) {
	former := formers(cfg, have)
	if len(former) == 0 {
		return cfg.Here, nil
	}
	n, err := cfg.Again(former)
	if err != nil || n < 0 || n >= len(former) {
		return cfg.Here, err
	}
	return former[n].Place, nil
}

// openAt opens the store at a place, and makes it if there is none.
func openAt(at Place, cleared func(error)) (*store.Store, error) {
	db, err := indexed.Open(at, func() { cleared(indexed.ErrCleared) })
	if err != nil {
		return nil, err
	}
	return store.Open(db)
}

// livedIn reports whether a store has somebody's identity, and tells known the name.
func livedIn(st *store.Store, known func(string)) (bool, error) {
	who, there, err := st.Identity()
	if there && err == nil {
		known(who.Name)
	}
	return there, err
}

// formers lists the nodes that were here by earlier invitations. It leaves alone what it cannot read, since somebody else
// may have put it there. If another tab has one of them, the person is told only when going on as that one.
func formers(cfg Config, have map[string]bool) (all []Former) {
	for _, at := range cfg.Before {
		if !have[at.Name] {
			continue
		}
		f, err := former(at)
		if err != nil {
			cfg.Log.Debug("a former invitation", "err", err)
			continue
		}
		all = append(all, f)
	}
	return all
}

var errNobody = errors.New("browser: nobody's key is there")

func former(at Place) (f Former, err error) {
	db, err := indexed.Read(at)
	if err != nil {
		return f, err
	}
	st, err := store.Open(db)
	if err != nil {
		return f, err
	}
	defer st.Close()
	who, known, err := st.Identity()
	if err != nil || !known {
		return f, errors.Join(err, errNobody)
	}
	key, err := who.Key()
	if err != nil {
		return f, err
	}
	f = Former{Place: at, Who: who.Name, Node: record.KeyOf(key)}
	f.Seen, err = st.Seen()
	return f, err
}

// databases returns the names of all databases of the origin, nil if the browser does not tell. They are only used to look
// up places: whoever had this address before may have left any number of other databases.
func databases(ctx context.Context) map[string]bool {
	factory := js.Global().Get("indexedDB")
	if !factory.Truthy() || !factory.Get("databases").Truthy() {
		return nil
	}
	list, err := await(ctx, factory.Call("databases"))
	if err != nil {
		return nil
	}
	have := map[string]bool{}
	for i := range list.Length() {
		have[list.Index(i).Get("name").String()] = true
	}
	return have
}
