//go:build js

package indexed_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"syscall/js"
	"testing"
	"time"

	"fives/p2p/kv"
	"fives/p2p/store/indexed"
	"fives/p2p/store/kvtest"
	"fives/p2p/waittest"
)

// A place is a database, by its name.
type place struct {
	t    *testing.T
	name string
}

var places atomic.Int64

func newPlace(t *testing.T) place {
	return place{t, fmt.Sprintf("%s %d %d", t.Name(), time.Now().UnixNano(), places.Add(1))}
}

// key is the key of all places here.
var key = [32]byte{1}

func (p place) Open() (kv.DB, error) { return p.openWith(key) }

func (p place) openWith(key [32]byte) (kv.DB, error) {
	return indexed.Open(indexed.Place{Name: p.name, Key: key}, func() {})
}

// Crash copies what another connection finds, since nobody else gets the database while this page has it.
func (p place) Crash() kvtest.Place {
	after := newPlace(p.t)
	done := make(chan string, 1)
	report := js.FuncOf(func(_ js.Value, args []js.Value) any { done <- args[0].String(); return nil })
	defer report.Release()
	js.Global().Get("Function").New("from", "to", "report", copyDatabase).Invoke(p.name, after.name, report)
	if said := <-done; said != "done" {
		p.t.Fatal(said)
	}
	return after
}

const copyDatabase = `(async () => {
	const end = r => new Promise((ok, no) => { r.onsuccess = () => ok(r.result); r.onerror = () => no(r.error) })
	const source = await end(indexedDB.open(from)), old = source.transaction("entries").objectStore("entries")
	const [keys, values] = await Promise.all([end(old.getAllKeys()), end(old.getAll())])
	source.close()
	const made = indexedDB.open(to)
	made.onupgradeneeded = () => made.result.createObjectStore("entries")
	const copy = await end(made), tx = copy.transaction("entries", "readwrite")
	keys.forEach((k, i) => tx.objectStore("entries").put(values[i], k))
	await new Promise((ok, no) => { tx.oncomplete = ok; tx.onabort = () => no(tx.error) })
	copy.close()
})().then(() => report("done"), e => report(String(e)))`

func TestConformance(t *testing.T) {
	kvtest.Run(t, func(t *testing.T) kvtest.Place { return newPlace(t) })
}

func put(db kv.DB, key string, value []byte) error {
	return db.Update(func(m kv.Map) error { return m.Put(key, value) })
}

func get(t *testing.T, db kv.DB, key string) (value []byte) {
	t.Helper()
	if err := db.View(func(m kv.Map) error { value = m.Get(key); return nil }); err != nil {
		t.Fatal(err)
	}
	return value
}

// The second page to open a database is told at once that the first has it, and gets it when the first is done.
func TestOtherTab(t *testing.T) {
	p := newPlace(t)
	first, err := p.Open()
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		begun := time.Now()
		if _, err := p.Open(); !errors.Is(err, indexed.ErrOtherTab) || !errors.Is(err, kv.ErrInUse) {
			t.Fatalf("the second opener: %v", err)
		}
		t.Logf("it is told after %v", time.Since(begun))
		if err := put(first, "k", []byte("v")); err != nil {
			t.Errorf("the first one cannot go on: %v", err)
		}
	}
	first.Close()
	second, err := p.Open()
	if err != nil || string(get(t, second, "k")) != "v" {
		t.Fatalf("once the first is gone: %v", err)
	}
	second.Close()
}

// Read returns what is in a database even while another page has it, and changes nothing.
func TestOtherReads(t *testing.T) {
	p := newPlace(t)
	first, err := p.Open()
	if err := errors.Join(err, put(first, "k", []byte("v"))); err != nil {
		t.Fatal(err)
	}
	db, err := indexed.Read(indexed.Place{Name: p.name, Key: key})
	if err != nil || string(get(t, db, "k")) != "v" {
		t.Fatalf("read: %v", err)
	}
	if err := errors.Join(put(db, "k", []byte("w")), db.Close(), put(first, "l", []byte("v"))); err != nil {
		t.Errorf("meanwhile: %v", err)
	}
	if _, err := indexed.Read(indexed.Place{Name: p.name}); !errors.Is(err, kv.ErrDamaged) {
		t.Errorf("with another key: %v", err)
	}
	first.Close()
	if first, err = p.Open(); err != nil || string(get(t, first, "k")) != "v" {
		t.Fatalf("afterwards: %v", err)
	}
	first.Close()
}

// TestOtherEmpty: a database can be emptied, even if nobody can read it, but not while another page has it.
func TestOtherEmpty(t *testing.T) {
	p := newPlace(t)
	first, err := p.Open()
	if err := errors.Join(err, put(first, "k", []byte("v"))); err != nil {
		t.Fatal(err)
	}
	if err := indexed.Empty(indexed.Place{Name: p.name}); !errors.Is(err, indexed.ErrOtherTab) {
		t.Errorf("while another page has it: %v", err)
	}
	if got := string(get(t, first, "k")); got != "v" {
		t.Errorf("there is %q", got)
	}
	first.Close()
	other := indexed.Place{Name: p.name, Key: [32]byte{2}}
	if _, err := indexed.Open(other, func() {}); !errors.Is(err, kv.ErrDamaged) {
		t.Fatalf("with another key: %v", err)
	}
	if err := indexed.Empty(other); err != nil {
		t.Fatal(err)
	}
	db, err := indexed.Open(other, func() {})
	if err != nil {
		t.Fatalf("emptied: %v", err)
	}
	defer db.Close()
	if err := db.View(func(m kv.Map) error {
		return m.Walk("", func(key string, _ []byte) error { return fmt.Errorf("there is %s", key) })
	}); err != nil {
		t.Error(err)
	}
}

// If the browser has no more room, the page says so, keeps what it has acknowledged, and goes on when there is room again.
func TestFull(t *testing.T) {
	p := newPlace(t)
	db, err := p.Open()
	if err != nil {
		t.Fatal(err)
	}
	value := func(i int) []byte { // that cannot be compressed
		b := make([]byte, 64<<10)
		rand.NewChaCha8([32]byte{byte(i), byte(i >> 8)}).Read(b)
		return b
	}
	n := 0
	for ; n < 1000; n++ {
		if err = put(db, fmt.Sprint(n), value(n)); err != nil {
			break
		}
	}
	if !errors.Is(err, indexed.ErrFull) {
		t.Fatalf("after %d values: %v", n, err)
	}
	t.Logf("full after %d values: %v", n, err)
	check := func() {
		t.Helper()
		for i := range n {
			if !bytes.Equal(get(t, db, fmt.Sprint(i)), value(i)) {
				t.Fatalf("value %d is not there", i)
			}
		}
		if get(t, db, fmt.Sprint(n)) != nil {
			t.Error("the one that was refused is there")
		}
	}
	check()
	if err := put(db, fmt.Sprint(n), value(n)); !errors.Is(err, indexed.ErrFull) {
		t.Errorf("again: %v", err)
	}
	db.Close()
	if db, err = p.Open(); err != nil {
		t.Fatal(err)
	}
	check()
	wait("room", "make room")
	if err := put(db, fmt.Sprint(n), value(n)); err != nil {
		t.Errorf("there is room again: %v", err)
	}
	db.Close()
}

// wait makes the page write a line, and waits until somebody calls a function of the page.
func wait(function, line string) {
	called := make(chan struct{}, 1)
	f := js.FuncOf(func(js.Value, []js.Value) any { called <- struct{}{}; return true })
	defer f.Release()
	js.Global().Set(function, f)
	fmt.Println(line)
	<-called
}

// The person or the browser clears what the page keeps, while it runs.
func TestCleared(t *testing.T) {
	p := newPlace(t)
	db, err := p.Open()
	if err := errors.Join(err, put(db, "k", []byte("v"))); err != nil {
		t.Fatal(err)
	}
	fmt.Println("clear it")
	waittest.Until(t, "a write is refused", func() bool {
		err = put(db, "k", []byte("w"))
		return err != nil
	})
	if !errors.Is(err, indexed.ErrCleared) || !strings.Contains(err.Error(), "cleared") {
		t.Fatalf("after that: %v", err)
	}
	before := get(t, db, "k")
	if err := put(db, "k", []byte("x")); !errors.Is(err, indexed.ErrCleared) {
		t.Errorf("again: %v", err)
	}
	if got := get(t, db, "k"); !bytes.Equal(got, before) {
		t.Errorf("what was refused is read: %s", got)
	}
	db.Close()
	var again kv.DB
	waittest.Until(t, "it is opened anew", func() bool { // not before the browser has done
		again, err = p.Open()
		return err == nil
	})
	defer again.Close()
	err = again.View(func(m kv.Map) error {
		return m.Walk("", func(key string, _ []byte) error { return fmt.Errorf("there is %s", key) })
	})
	if err != nil {
		t.Error(err)
	}
}

// TestOtherLateAbort: a transaction that aborts after all its requests have succeeded changes nothing, and a transaction that is less
// durable than requested is not used.
func TestOtherLateAbort(t *testing.T) {
	p := newPlace(t)
	db, err := p.Open()
	if err := errors.Join(err, put(db, "k", []byte("1"))); err != nil {
		t.Fatal(err)
	}
	for name, patch := range map[string]string{
		"late abort": `IDBDatabase.prototype.transaction = function (...args) {
			const tx = was.apply(this, args)
			if (args[1] === "readwrite") {
				const store = tx.objectStore("entries"), put = IDBObjectStore.prototype.put
				tx.objectStore = () => ({ put: (v, k) => { put.call(store, v, k).onsuccess = () => tx.abort() }, delete: k => store.delete(k) })
			}
			return tx
		}`,
		"relaxed": `IDBDatabase.prototype.transaction = function (names, mode) { return was.call(this, names, mode, { durability: "relaxed" }) }`,
	} {
		js.Global().Call("eval", "{ const was = IDBDatabase.prototype.transaction; globalThis.mend = () => { IDBDatabase.prototype.transaction = was }; "+patch+" }")
		if err := put(db, "k", []byte("2")); err == nil || errors.Is(err, kv.ErrInDoubt) {
			t.Errorf("%s: %v", name, err)
		}
		js.Global().Call("mend")
		if got := string(get(t, db, "k")); got != "1" {
			t.Errorf("%s: there is %s", name, got)
		}
	}
	if err := errors.Join(put(db, "k", []byte("3")), db.Close()); err != nil {
		t.Fatal(err)
	}
	if db, err = p.Open(); err != nil || string(get(t, db, "k")) != "3" {
		t.Errorf("opened again: %v", err)
	}
	db.Close()
}

// TestOtherCode: other people's code in the same origin sees the database, but not what is in it, and nothing that it puts there is
// taken for the node's.
func TestOtherCode(t *testing.T) {
	const secret = "the seed of a key"
	p := newPlace(t)
	db, err := p.Open()
	if err := errors.Join(err, put(db, "k", []byte(secret)), put(db, "the name of an entry", []byte("v")), db.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := p.openWith([32]byte{2}); !errors.Is(err, kv.ErrDamaged) {
		t.Errorf("with another key: %v", err)
	}
	if all := p.entries(`const all = await end(store.getAll()); said = [...keys, ...all].map(v => new TextDecoder("latin1").decode(v)).join("|")`); strings.Contains(all, secret) || strings.Contains(all, "the name of an entry") || !strings.Contains(all, "|") {
		t.Errorf("without a key: %q", all)
	}
	for what, script := range map[string]string{
		"a value in the clear":            `store.put(new TextEncoder().encode("another"), keys[0])`,
		"that of another entry":           `store.put(await end(store.get(keys[0])), keys[1])`,
		"a number where a value would be": `store.put(7, keys[0])`,
		"an entry of no node":             `store.put(new Uint8Array(40), new Uint8Array([7]))`,
	} {
		copied, ok := p.Crash().(place)
		if !ok {
			t.Fatal("a place is something else")
		}
		copied.entries(script)
		if _, err := copied.Open(); !errors.Is(err, kv.ErrDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if db, err = p.Open(); err != nil || string(get(t, db, "k")) != secret {
		t.Fatalf("the node itself: %v", err)
	}
	db.Close()
}

// entries runs a script on the entries of the database, as any page of the origin can, and returns what the script puts into the
// variable said.
func (p place) entries(script string) string {
	p.t.Helper()
	done := make(chan string, 1)
	report := js.FuncOf(func(_ js.Value, args []js.Value) any { done <- args[0].String(); return nil })
	defer report.Release()
	js.Global().Get("Function").New("name", "report", `(async () => {
		const end = r => new Promise((ok, no) => { r.onsuccess = () => ok(r.result); r.onerror = () => no(r.error) })
		const db = await end(indexedDB.open(name)), tx = db.transaction("entries", "readwrite"), store = tx.objectStore("entries")
		const over = new Promise((ok, no) => { tx.oncomplete = ok; tx.onabort = () => no(tx.error) })
		const keys = await end(store.getAllKeys())
		let said = "done"
		`+script+`
		await over
		db.close()
		return said
	})().then(report, e => report("failed: " + e))`).Invoke(p.name, report)
	said := <-done
	if strings.HasPrefix(said, "failed: ") {
		p.t.Fatal(said)
	}
	return said
}
