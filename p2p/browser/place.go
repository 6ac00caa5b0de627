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

// A Former is somebody who was here at a former invitation.
type Former struct {
	Place
	Who  string // the nickname
	Node record.Key
	Seen time.Time // the zero time if that is not known
}

// open opens the store of the node: that of this invitation if somebody is in it already, or
// else that of a former one, if its person goes on as who was there. Nothing is looked for
// anywhere else.
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
	at, err := chosen(cfg, have)
	if err != nil {
		return nil, err
	}
	return openAt(at, cfg.Cleared)
}

// chosen is the place of whoever the person goes on as, Here for somebody new.
func chosen(cfg Config, have map[string]bool) (Place, error) {
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

// livedIn reports whether a store is that of a node. known is told who is there.
func livedIn(st *store.Store, known func(string)) (bool, error) {
	who, there, err := st.Identity()
	if there && err == nil {
		known(who.Name)
	}
	return there, err
}

// formers are those who were here at former invitations. What cannot be read there is left
// as it is: somebody else may have put it there. Another tab may have it: that is said to
// whoever goes on.
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

// databases are the names of all that this browser keeps for the origin, nil where it does
// not tell. Only those of places are looked up: whoever had this address before may have left
// any number of others.
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
