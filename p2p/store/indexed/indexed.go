//go:build js

package indexed

import (
	"errors"
	"fmt"
	"syscall/js"
	"time"

	"fives/p2p/kv"
	"fives/p2p/store/memory"
)

// Errors.
var (
	ErrNone           = errors.New("store: this browser lets the page keep nothing: it blocks cookies and site data, or the window is a private one")
	ErrOtherTab error = otherTab{}
	ErrFull           = errors.New("store: the browser has no more room for this page; nothing was changed")
	ErrCleared        = errors.New("store: the browser has cleared what this page had kept; nothing can be stored any more")
	ErrClearing       = errors.New("store: the browser is clearing what this page had kept")
)

// otherTab is [kv.ErrInUse] with a text for people in a browser.
type otherTab struct{}

func (otherTab) Error() string {
	return "store: another tab or window of this browser has your node, and there is one at a time"
}

func (otherTab) Unwrap() error { return kv.ErrInUse }

// objects is the name of the object store with all entries.
const objects = "entries"

// How long a browser may take to open a database, and a closed page to give it up.
const (
	openTime  = time.Minute
	closeTime = 5 * time.Second
)

// How long a browser may take to finish clearing a database before it can be opened, and the pause
// between two tries.
const (
	clearTime  = 10 * time.Second
	clearPause = 100 * time.Millisecond
)

// Open opens the database of a place, and makes it if there is none. It calls cleared once if the
// browser clears the database later. The error is one of those above, or wraps [kv.ErrDamaged].
func Open(at Place, cleared func()) (kv.DB, error) {
	d, err := newDisk(at)
	if err != nil {
		return nil, err
	}
	d.cleared, d.whenCleared = make(chan struct{}), cleared
	err = d.open()
	for end := time.Now().Add(clearTime); errors.Is(err, ErrClearing) && time.Now().Before(end); err = d.open() {
		time.Sleep(clearPause)
	}
	if err != nil {
		return nil, err
	}
	db, err := memory.Open(d)
	if err != nil {
		d.Close()
		return nil, err
	}
	return db, nil
}

// Empty removes all entries of the database of a place, also those that cannot be read. The error is
// [ErrOtherTab] if another page has it.
func Empty(at Place) (err error) {
	defer catch(&err)
	d, err := newDisk(at)
	if err != nil {
		return err
	}
	d.cleared, d.whenCleared = make(chan struct{}), func() {}
	if err := d.open(); err != nil {
		return err
	}
	defer d.Close()
	return d.change(func(store js.Value) { store.Call("clear") })
}

// Read copies the existing database of a place into memory, even while another page has it. Changes
// to the copy are not kept.
func Read(at Place) (db kv.DB, err error) {
	defer catch(&err)
	d, err := newDisk(at)
	if err != nil {
		return nil, err
	}
	d.tabs = &tabs{} // without asking other pages
	if d.db, err = d.request(); err != nil {
		return nil, err
	}
	defer d.db.Call("close")
	entries, err := d.Entries()
	if err != nil {
		return nil, err
	}
	return memory.Open(paper(entries))
}

// paper is a disk that keeps no changes. It implements [memory.Disk].
type paper []memory.Entry

func (p paper) Entries() ([]memory.Entry, error) { return p, nil }

func (p paper) Commit([]memory.Entry) error { return nil }

func (p paper) Close() error { return nil }

// A disk is an open database. It implements [memory.Disk].
type disk struct {
	name        string
	seal        seal
	factory     js.Value
	db          js.Value
	tabs        *tabs
	funcs       []js.Func
	cleared     chan struct{} // closed when the browser has taken the database away
	whenCleared func()        // called when cleared is closed
}

func newDisk(at Place) (*disk, error) {
	factory := js.Global().Get("indexedDB")
	if !factory.Truthy() {
		return nil, ErrNone
	}
	seal, err := newSeal(at.Key)
	return &disk{name: at.Name, seal: seal, factory: factory}, err
}

// open opens the database for this page alone.
func (d *disk) open() (err error) {
	defer catch(&err)
	d.tabs = gather("fives " + d.name)
	defer func() {
		if err != nil {
			d.tabs.close()
		}
	}()
	for {
		db, err := d.request()
		if err != nil {
			return err
		}
		version := db.Get("version").Int()
		db.Call("close")
		if db, err = d.request(version + 1); err == nil {
			d.take(db)
		}
		if err != errVersion { // another page was faster
			return err
		}
	}
}

// request opens the database, with its present version or a given one. It does not wait for another
// page that has the database: it then returns ErrOtherTab.
func (d *disk) request(version ...any) (js.Value, error) {
	req := d.factory.Call("open", append([]any{d.name}, version...)...)
	ev, lay := listen(req, "success", "error", "blocked"), prepare(req)
	release := func() {
		ev.release()
		lay.Release()
	}
	late := time.After(openTime)
	for waits := true; waits; {
		select {
		case name := <-ev.names:
			if name == "blocked" {
				late = time.After(closeTime)
				continue
			}
			defer release()
			if name == "error" {
				return js.Value{}, errorOf(req.Get("error"))
			}
			return req.Get("result"), nil
		case <-d.tabs.alive:
			waits = false
		case <-late:
			waits = false
		}
	}
	go func() { // a request cannot be cancelled
		defer release()
		for name := ev.next(); name != "error"; name = ev.next() {
			if name == "success" {
				req.Get("result").Call("close")
				return
			}
		}
	}()
	return js.Value{}, ErrOtherTab
}

// prepare makes the object store when a request finds a new database.
func prepare(req js.Value) js.Func {
	lay := js.FuncOf(func(js.Value, []js.Value) any {
		if db := req.Get("result"); !db.Get("objectStoreNames").Call("contains", objects).Bool() {
			db.Call("createObjectStore", objects)
		}
		return nil
	})
	req.Set("onupgradeneeded", lay)
	return lay
}

// take makes a connection the disk's, and notices when the browser closes it.
func (d *disk) take(db js.Value) {
	d.db = db
	on := func(name string, f func()) {
		fn := js.FuncOf(func(js.Value, []js.Value) any { f(); return nil })
		d.funcs = append(d.funcs, fn)
		db.Call("addEventListener", name, fn)
	}
	on("close", func() {
		close(d.cleared)
		d.whenCleared()
	})
	d.tabs.answer()
}

// Entries reads all entries. If the browser is clearing the database, it aborts the reading, and the
// database counts as cleared.
func (d *disk) Entries() (list []memory.Entry, err error) {
	defer func() {
		if errors.Is(err, ErrClearing) {
			err = ErrCleared
		}
	}()
	defer catch(&err)
	store := d.db.Call("transaction", objects, "readonly").Call("objectStore", objects)
	keys, values := store.Call("getAllKeys"), store.Call("getAll")
	ev := listen(values, "success", "error") // the second of two comes last
	defer ev.release()
	if ev.next() == "error" {
		return nil, errorOf(values.Get("error"))
	}
	names, contents := keys.Get("result"), values.Get("result")
	for i := range names.Length() {
		e, err := d.seal.decrypt(bytesOf(names.Index(i)), bytesOf(contents.Index(i)))
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// Commit changes entries in one transaction.
func (d *disk) Commit(changes []memory.Entry) error {
	return d.change(func(store js.Value) {
		for _, e := range changes {
			if key := arrayOf(d.seal.key(e.Name)); e.Value == nil {
				store.Call("delete", key)
			} else {
				store.Call("put", arrayOf(d.seal.encrypt(e)), key)
			}
		}
	})
}

// change changes entries in one transaction, and waits until the browser says that it is on the disk.
// If the browser clears the database during a transaction, it may not report how that ended.
func (d *disk) change(do func(store js.Value)) (err error) {
	defer catch(&err)
	tx := d.db.Call("transaction", objects, "readwrite", map[string]any{"durability": "strict"})
	// An old browser has no such property: there, all transactions are strict.
	if got := tx.Get("durability"); !got.IsUndefined() && got.String() != "strict" {
		tx.Call("abort")
		return fmt.Errorf("store: the browser does not wait for the disk: durability is %s", got)
	}
	ev := listen(tx, "complete", "abort")
	defer ev.release()
	do(tx.Call("objectStore", objects))
	said := ""
	select {
	case said = <-ev.names:
	case <-d.cleared:
	}
	if said == "complete" {
		return nil
	}
	select {
	case <-d.cleared:
		return ErrCleared
	default:
		return errorOf(tx.Get("error"))
	}
}

// Close gives up the database.
func (d *disk) Close() error {
	d.db.Call("close")
	d.tabs.close()
	for _, f := range d.funcs {
		f.Release()
	}
	return nil
}
