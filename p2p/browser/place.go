//go:build js

package browser

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"syscall/js"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/store"
	"fives/p2p/store/indexed"
	"fives/p2p/store/memory"
)

// A Place is where this browser keeps a node.
type Place = indexed.Place

// A Found is a key that lies in this browser. Whoever knows the invitation may have put it there, so what is said of it
// comes from the laptop that invites; only Name is what the store says.
type Found struct {
	entry.Said
	At   int // the number of its place
	Name string

	tables bool // its store has some
	key    ed25519.PrivateKey
}

// A Naming asks for the nickname of a new key.
type Naming struct {
	Why       error   // why the answer before will not do, nil for the first question
	Suggested string  // may be ""
	Aside     []Found // keys that the person may go on with instead
}

// An Answer is a nickname or, if At is not negative, the number of the place of a key that the person says is theirs.
type Answer struct {
	Name string
	At   int
}

// A search finds the store of a page's node, or makes it (PROTOCOL §2.4).
type search struct {
	Config
	ctx  context.Context
	busy []int // places that another page has; one that it was asked for cannot be read until it gives it up
}

// node returns the store of the node, which has its identity. A key that lies at the place of the last node goes on if
// the laptop has had it last from the address of this page, or if the person says that it is theirs.
func (s *search) node() (*store.Store, error) {
	if len(s.Places) == 0 {
		st, err := forgetful()
		if err != nil {
			return nil, err
		}
		a, err := s.Name(Naming{})
		if err != nil {
			return nil, err
		}
		return st, enroll(st, a.Name)
	}
	if s.At < 0 || s.At >= len(s.Places) {
		s.At = 0
	}
	st, f, err := s.open(s.At)
	if err != nil {
		return nil, err
	}
	if f == nil {
		return s.anew(st, s.At, "")
	}
	ok, err := s.goesOn(f)
	if ok && err == nil {
		return st, s.settled(s.At)
	}
	if err = errors.Join(err, st.Close()); err != nil {
		return nil, err
	}
	at, suggested := s.At, f.Name
	if f.Played != nil {
		suggested = "" // it is another person's
	}
	if f.Played != nil || f.tables {
		st, at, err = s.free()
	} else {
		st, err = s.emptied(at)
	}
	if err != nil {
		return nil, err
	}
	return s.anew(st, at, suggested)
}

// goesOn reports whether the person at the page goes on with a key. It asks only about one that has played: any other is
// quickly made.
func (s *search) goesOn(f *Found) (bool, error) {
	switch {
	case f.Played == nil:
		return false, nil
	case f.Played.Here:
		s.Known(f.Played.Name)
		return true, nil
	}
	return s.Was(*f)
}

// anew makes a new key in an empty store, with the nickname that the person gives, unless the person goes on with one of
// the keys that were put aside.
func (s *search) anew(st *store.Store, at int, suggested string) (*store.Store, error) {
	q := Naming{Suggested: suggested, Aside: s.aside(at)}
	for {
		a, err := s.Name(q)
		switch {
		case err != nil:
			return nil, errors.Join(err, st.Close())
		case a.At >= 0 && a.At < len(s.Places) && a.At != at:
			other, err := s.back(a.At)
			if err != nil {
				return nil, errors.Join(err, st.Close())
			}
			if other != nil {
				return other, errors.Join(st.Close(), s.settled(a.At))
			}
		default:
			name := record.TypedName(a.Name)
			if q.Why = record.CheckName(name); q.Why != nil {
				continue
			}
			if err := enroll(st, name); err != nil {
				return nil, errors.Join(err, st.Close())
			}
			return st, s.settled(at)
		}
	}
}

// back opens the store of a key that was put aside, if the person says that it is theirs.
func (s *search) back(at int) (*store.Store, error) {
	st, f, err := s.open(at)
	if err != nil {
		return nil, err
	}
	ok := false
	if f != nil {
		ok, err = s.Was(*f)
	}
	if !ok || err != nil {
		return nil, errors.Join(err, st.Close())
	}
	return st, nil
}

// settled tells which place the node has.
func (s *search) settled(at int) error {
	var played []Found
	for _, f := range s.aside(at) {
		if f.Played != nil {
			played = append(played, f)
		}
	}
	s.Settled(at, played)
	return nil
}

// open opens the store at a place, for this page alone, and looks whose key is there; the key is nil if there is none.
func (s *search) open(at int) (*store.Store, *Found, error) {
	db, err := indexed.Open(s.Places[at], func() { s.Cleared(indexed.ErrCleared) })
	if err != nil {
		return nil, nil, err
	}
	st, err := store.Open(db)
	if err != nil {
		return nil, nil, err
	}
	f, err := look(st, at)
	if errors.Is(err, errNobody) {
		return st, nil, nil
	}
	if err == nil {
		err = s.ask(f)
	}
	if err != nil {
		return nil, nil, errors.Join(err, st.Close())
	}
	return st, f, nil
}

// aside lists the keys at all places but one. It leaves alone those that another page has, and what it cannot read, since
// somebody else may have put it there.
func (s *search) aside(but int) (all []Found) {
	have := databases(s.ctx)
	for at := range s.Places {
		if at == but || slices.Contains(s.busy, at) || have != nil && !have[s.Places[at].Name] {
			continue
		}
		f, err := s.read(at)
		if err == nil {
			err = s.ask(f)
		}
		if err != nil {
			s.Log.Debug("a key that was put aside", "err", err)
		} else if f.Played != nil || f.tables {
			all = append(all, *f)
		}
	}
	return all
}

// free opens a place without a key, other than that of the last node. If there is none, it empties one: what nobody can
// open goes, or else the key that gives way first, once the laptop has said what it knows of each. A key that may be
// somebody's seat is left alone while that is not known.
func (s *search) free() (*store.Store, int, error) {
	have := databases(s.ctx)
	var keys []*Found
	var junk []int
	for at := range s.Places {
		if at == s.At {
			continue
		}
		err := errNobody
		if have == nil || have[s.Places[at].Name] {
			var f *Found
			if f, err = s.read(at); err == nil {
				keys = append(keys, f)
			}
		}
		switch {
		case errors.Is(err, errNobody):
			st, err := s.vacant(at)
			if err == nil {
				return st, at, nil
			}
			s.busy = append(s.busy, at)
		case errors.Is(err, store.ErrDamaged):
			junk = append(junk, at)
		}
	}
	for _, at := range junk {
		if st, err := s.emptied(at); err == nil {
			return st, at, nil
		}
	}
	for _, f := range keys {
		if err := s.ask(f); err != nil {
			return nil, 0, err
		}
	}
	keys = slices.DeleteFunc(keys, func(f *Found) bool { return f.Played != nil && !f.Played.Over })
	slices.SortStableFunc(keys, func(a, b *Found) int { return cmp.Or(a.gives()-b.gives(), cmp.Compare(a.since(), b.since())) })
	for _, f := range keys {
		st, err := s.emptied(f.At)
		if err == nil {
			return st, f.At, nil
		}
		s.busy = append(s.busy, f.At)
	}
	return nil, 0, ErrNoPlace
}

// gives orders the keys that give way to a new one: one without a table goes first, one whose game is over before one
// with a table of which the laptop knows nothing, which may go on among others.
func (f *Found) gives() int {
	switch {
	case f.Played != nil:
		return 1
	case f.tables:
		return 2
	}
	return 0
}

func (f *Found) since() int64 {
	if f.Played == nil {
		return 0
	}
	return f.Played.Since
}

// emptied empties a place, and opens it.
func (s *search) emptied(at int) (*store.Store, error) {
	if err := indexed.Empty(s.Places[at]); err != nil {
		return nil, err
	}
	return s.vacant(at)
}

// vacant opens a place without a key, unless another page puts one there.
func (s *search) vacant(at int) (*store.Store, error) {
	st, f, err := s.open(at)
	if err == nil && f != nil {
		return nil, errors.Join(indexed.ErrOtherTab, st.Close())
	}
	return st, err
}

// read looks whose key is at a place, even while another page has it.
func (s *search) read(at int) (*Found, error) {
	db, err := indexed.Read(s.Places[at])
	if err != nil {
		return nil, err
	}
	st, err := store.Open(db)
	if err != nil {
		return nil, err
	}
	defer st.Close()
	return look(st, at)
}

var errNobody = errors.New("browser: nobody's key is there")

// look reads whose key a store has.
func look(st *store.Store, at int) (*Found, error) {
	who, known, err := st.Identity()
	if err != nil {
		return nil, err
	}
	if !known {
		return nil, errNobody
	}
	key, err := who.Key()
	if err != nil {
		return nil, err
	}
	f := &Found{At: at, Name: record.CleanName(who.Name), key: key}
	f.tables, err = st.HasTables()
	return f, err
}

// ask asks the laptop that invites about a key.
func (s *search) ask(f *Found) error {
	ctx, cancel := context.WithTimeout(s.ctx, findTime)
	defer cancel()
	text, err := Fetch(ctx, asked(s.Server, "key.json", f.key), maxList)
	if err == nil {
		err = json.Unmarshal(text, &f.Said)
	}
	if err != nil {
		return fmt.Errorf("%w: %v", ErrSilent, err)
	}
	return nil
}

// Why there is no place for a node.
var (
	ErrSilent  = errors.New("browser: the laptop that invites you does not answer") // it was asked about a key
	ErrNoPlace = errors.New("browser: this browser can keep no other key for this invitation, and none of those that it keeps may go")
)

// asked returns the address of something that the server of a page has, for the node with a key.
func asked(server, name string, key ed25519.PrivateKey) string {
	server = strings.TrimSuffix(server, "/")
	return server + "/" + name + "?" + entry.SignVisit(key, path.Base(server))
}

// forgetful makes a store that is kept nowhere.
func forgetful() (*store.Store, error) {
	db, err := memory.Open(memory.NewRAM())
	if err != nil {
		return nil, err
	}
	return store.Open(db)
}

// enroll makes a key with a nickname in a new store.
func enroll(st *store.Store, name string) error {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return fmt.Errorf("node: %w", err)
	}
	return st.SetIdentity(store.Identity{Seed: key.Seed(), Name: name})
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
