// Package kvtest tests what every tree of package kv has to do; each implementation runs all of it.
package kvtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"fives/p2p/kv"
)

// A Place is where a tree is kept.
type Place interface {
	// Open opens the tree at the place, or a new one.
	Open() (kv.DB, error)
	// Crash returns the place as another process would find it if this one died now.
	Crash() Place
}

// Run runs all tests. place returns a new, empty place.
func Run(t *testing.T, place func(t *testing.T) Place) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, Place)
	}{
		{"values", values}, {"buckets", buckets}, {"order", order}, {"reading", reading}, {"failure", failure}, {"panic", panics},
		{"random", random}, {"crash", crash}, {"together", together}, {"closed", closed},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, place(t)) })
	}
}

func open(t *testing.T, p Place) kv.DB {
	t.Helper()
	db, err := p.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func update(t *testing.T, db kv.DB, f func(root kv.Bucket) error) {
	t.Helper()
	if err := db.Update(f); err != nil {
		t.Fatal(err)
	}
}

// in returns a function that calls f with a bucket, which it makes if need be.
func in(name string, f func(b kv.Bucket) error) func(kv.Bucket) error {
	return func(root kv.Bucket) error {
		b, err := root.Create([]byte(name))
		if err != nil {
			return err
		}
		return f(b)
	}
}

func put(b kv.Bucket, key, value string) error { return b.Put([]byte(key), []byte(value)) }

// dump returns a tree as text.
func dump(b kv.Bucket) (text string, err error) {
	err = b.Walk(func(key, value []byte) error {
		if value != nil {
			text += fmt.Sprintf("%q=%q ", key, value)
			return nil
		}
		inner := b.Bucket(key)
		if inner == nil {
			return fmt.Errorf("the bucket %q is not there", key)
		}
		below, err := dump(inner)
		text += fmt.Sprintf("%q{ %s} ", key, below)
		return err
	})
	return text, err
}

// shows fails the test unless a database has the content that is wanted.
func shows(t *testing.T, db kv.DB, want string) {
	t.Helper()
	var got string
	err := db.View(func(root kv.Bucket) (err error) {
		got, err = dump(root)
		return err
	})
	if err != nil || got != want {
		t.Fatalf("%s, %v; it should be %s", got, err, want)
	}
}

func values(t *testing.T, p Place) {
	db := open(t, p)
	update(t, db, in("a", func(b kv.Bucket) error {
		if b.Get([]byte("k")) != nil {
			t.Error("a value that was never put")
		}
		return errors.Join(put(b, "k", "1"), put(b, "k", "2"), put(b, "e", ""), put(b, "gone", "x"), put(b, "\x00\xff", "y"), b.Delete([]byte("never")))
	}))
	value := []byte("3")
	update(t, db, in("a", func(b kv.Bucket) error {
		if got := b.Get([]byte("e")); got == nil || len(got) != 0 {
			t.Errorf("an empty value is %v", got)
		}
		if err := b.Delete([]byte("gone")); err != nil || b.Get([]byte("gone")) != nil {
			t.Errorf("a value that was deleted is there: %v", err)
		}
		return b.Put([]byte("k"), value)
	}))
	value[0] = '4'
	if db.Update(in("a", func(b kv.Bucket) error { return put(b, "", "x") })) == nil {
		t.Error("a value without a key")
	}
	db.Close()
	shows(t, open(t, p), `"a"{ "\x00\xff"="y" "e"="" "k"="3" } `)
}

func buckets(t *testing.T, p Place) {
	db := open(t, p)
	shows(t, db, "")
	update(t, db, in("a", in("b", func(b kv.Bucket) error { return put(b, "k", "1") })))
	update(t, db, in("a", func(a kv.Bucket) error {
		if a.Bucket([]byte("c")) != nil || a.Get([]byte("b")) != nil {
			t.Error("there is something that nobody has made")
		}
		return errors.Join(put(a, "v", "2"), in("b", func(b kv.Bucket) error { return put(b, "l", "3") })(a), in("c", func(kv.Bucket) error { return nil })(a))
	}))
	shows(t, db, `"a"{ "b"{ "k"="1" "l"="3" } "c"{ } "v"="2" } `)
	for what, f := range map[string]func(a kv.Bucket) error{
		"a value in place of a bucket":  func(a kv.Bucket) error { return put(a, "b", "x") },
		"a bucket in place of a value":  func(a kv.Bucket) error { _, err := a.Create([]byte("v")); return err },
		"a bucket deleted like a value": func(a kv.Bucket) error { return a.Delete([]byte("b")) },
		"a value dropped like a bucket": func(a kv.Bucket) error { return a.Drop([]byte("v")) },
		"a bucket without a name":       func(a kv.Bucket) error { _, err := a.Create(nil); return err },
	} {
		if db.Update(in("a", f)) == nil {
			t.Error(what)
		}
	}
	update(t, db, in("a", func(a kv.Bucket) error {
		err := errors.Join(a.Drop([]byte("b")), a.Drop([]byte("never")))
		if a.Bucket([]byte("b")) != nil {
			t.Error("a bucket that was dropped is there")
		}
		return errors.Join(err, in("b", func(b kv.Bucket) error { return put(b, "n", "4") })(a))
	}))
	db.Close()
	db = open(t, p)
	shows(t, db, `"a"{ "b"{ "n"="4" } "c"{ } "v"="2" } `)
	update(t, db, func(root kv.Bucket) error { return root.Drop([]byte("a")) })
	db.Close()
	shows(t, open(t, p), "")
}

// order checks that Walk sorts committed and uncommitted entries together.
func order(t *testing.T, p Place) {
	db := open(t, p)
	update(t, db, in("a", func(b kv.Bucket) error { return errors.Join(put(b, "m", "1"), put(b, "c", "1"), put(b, "x", "1")) }))
	update(t, db, in("a", func(b kv.Bucket) error {
		err := errors.Join(put(b, "n", "2"), b.Delete([]byte("c")), put(b, "a", "2"), put(b, "x", "2"), put(b, "z\x00", "2"), put(b, "z", "2"))
		if got, _ := dump(b); got != `"a"="2" "m"="1" "n"="2" "x"="2" "z"="2" "z\x00"="2" ` {
			t.Errorf("before the commit: %s", got)
		}
		return err
	}))
	shows(t, db, `"a"{ "a"="2" "m"="1" "n"="2" "x"="2" "z"="2" "z\x00"="2" } `)
	stop := errors.New("stop")
	seen := 0
	err := db.View(func(root kv.Bucket) error {
		return root.Bucket([]byte("a")).Walk(func(_, _ []byte) error { seen++; return stop })
	})
	if err != stop || seen != 1 {
		t.Errorf("a walk that is to stop: %v after %d", err, seen)
	}
}

func reading(t *testing.T, p Place) {
	db := open(t, p)
	update(t, db, in("a", func(b kv.Bucket) error { return put(b, "k", "1") }))
	err := db.View(func(root kv.Bucket) error {
		a := root.Bucket([]byte("a"))
		_, err := a.Create([]byte("b"))
		for _, err := range []error{err, put(a, "k", "2"), a.Delete([]byte("k")), root.Drop([]byte("a"))} {
			if err == nil {
				t.Error("who reads changes something")
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	shows(t, db, `"a"{ "k"="1" } `)
}

// change makes every kind of change to the tree of unchanged.
func change(root kv.Bucket) error {
	return errors.Join(root.Drop([]byte("gone")), in("a", func(b kv.Bucket) error {
		return errors.Join(put(b, "k", "2"), put(b, "n", "2"), b.Delete([]byte("d")), in("new", func(n kv.Bucket) error { return put(n, "k", "2") })(b))
	})(root))
}

func unchanged(t *testing.T, p Place) kv.DB {
	t.Helper()
	db := open(t, p)
	update(t, db, in("a", func(b kv.Bucket) error { return errors.Join(put(b, "k", "1"), put(b, "d", "1")) }))
	update(t, db, in("gone", func(b kv.Bucket) error { return put(b, "k", "1") }))
	return db
}

const before = `"a"{ "d"="1" "k"="1" } "gone"{ "k"="1" } `

// failure checks that an Update that fails changes nothing, and has no effect on the next one.
func failure(t *testing.T, p Place) {
	db := unchanged(t, p)
	bad := errors.New("bad")
	err := db.Update(func(root kv.Bucket) error { return errors.Join(change(root), bad) })
	if !errors.Is(err, bad) {
		t.Errorf("the error is %v", err)
	}
	shows(t, db, before)
	update(t, db, func(kv.Bucket) error { return nil })
	db.Close()
	db = open(t, p)
	shows(t, db, before)
	update(t, db, change)
	shows(t, db, `"a"{ "k"="2" "n"="2" "new"{ "k"="2" } } `)
}

func panics(t *testing.T, p Place) {
	db := unchanged(t, p)
	func() {
		defer func() { recover() }()
		db.Update(func(root kv.Bucket) error { panic(change(root)) })
	}()
	shows(t, db, before)
	update(t, db, in("b", func(b kv.Bucket) error { return put(b, "k", "3") }))
	shows(t, db, before[:len(before)-len(`"gone"{ "k"="1" } `)]+`"b"{ "k"="3" } `+`"gone"{ "k"="1" } `)
}

// A model is a tree as a map: strings are values, and models are buckets.
type model map[string]any

func (m model) String() (text string) {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		if inner, ok := m[key].(model); ok {
			text += fmt.Sprintf("%q{ %s} ", key, inner)
		} else {
			text += fmt.Sprintf("%q=%q ", key, m[key])
		}
	}
	return text
}

func (m model) clone() model {
	c := model{}
	for key, v := range m {
		if inner, ok := v.(model); ok {
			v = inner.clone()
		}
		c[key] = v
	}
	return c
}

// step does the same random thing to a bucket and to its model.
func (m model) step(r *rand.Rand, b kv.Bucket, depth int) error {
	key := fmt.Sprintf("%d", r.IntN(6))
	inner, isBucket := m[key].(model)
	switch n := r.IntN(10); {
	case depth > 0 && isBucket && n < 6:
		return inner.step(r, b.Bucket([]byte(key)), depth-1)
	case isBucket && n < 8:
		delete(m, key)
		return b.Drop([]byte(key))
	case isBucket:
		return nil
	case depth > 0 && m[key] == nil && n < 4:
		m[key] = model{}
		_, err := b.Create([]byte(key))
		return err
	case n < 8:
		value := fmt.Sprint(r.IntN(1000))
		m[key] = value
		return put(b, key, value)
	}
	delete(m, key)
	return b.Delete([]byte(key))
}

// random makes random Updates, some of which fail, and compares the tree with a model after each.
func random(t *testing.T, p Place) {
	r := rand.New(rand.NewPCG(1, 2))
	db, m := open(t, p), model{"0": model{}}
	update(t, db, in("0", func(kv.Bucket) error { return nil }))
	bad := errors.New("bad")
	for i := range 300 {
		trial, fails := m.clone(), r.IntN(4) == 0
		err := db.Update(func(root kv.Bucket) error {
			for range 1 + r.IntN(8) {
				if err := trial["0"].(model).step(r, root.Bucket([]byte("0")), 2); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := dump(root); err != nil || got != trial.String() {
				t.Fatalf("in update %d: %s, %v; it should be %s", i, got, err, trial)
			}
			if fails {
				return bad
			}
			return nil
		})
		switch {
		case fails && err == nil || !fails && err != nil:
			t.Fatalf("update %d: %v", i, err)
		case !fails:
			m = trial
		}
		if r.IntN(10) == 0 {
			db.Close()
			db = open(t, p)
		}
		shows(t, db, m.String())
	}
}

// crash checks that after a crash the tree has everything that an Update has acknowledged, and
// nothing else.
func crash(t *testing.T, p Place) {
	db := open(t, p)
	want := ""
	for i := range 5 {
		for _, part := range []string{"a", "b", "c"} {
			name := fmt.Sprint(i, part)
			update(t, db, in(name, in("inner", func(b kv.Bucket) error { return put(b, "k", "before") })))
			_ = db.Update(func(root kv.Bucket) error {
				return errors.Join(change(root), root.Drop([]byte(name)), errors.New("bad"))
			})
			update(t, db, in(name, in("inner", func(b kv.Bucket) error {
				if got := string(b.Get([]byte("k"))); got != "before" {
					t.Errorf("the value was %q", got)
				}
				return put(b, "k", name)
			})))
			want += fmt.Sprintf(`"%s"{ "inner"{ "k"="%s" } } `, name, name)
		}
		crashed := p.Crash()
		for range 2 { // the second time after one more crash, before anything is written
			after := open(t, crashed)
			shows(t, after, want)
			crashed = crashed.Crash()
			after.Close()
		}
		after := open(t, crashed)
		update(t, after, in("then", func(b kv.Bucket) error { return put(b, "k", "2") }))
		shows(t, after, want+`"then"{ "k"="2" } `)
		after.Close()
		shows(t, open(t, crashed), want+`"then"{ "k"="2" } `)
		if i%2 == 0 {
			shows(t, db, want)
		}
	}
}

// together checks that concurrent Updates are all done, and that nobody sees half of one.
func together(t *testing.T, p Place) {
	db := open(t, p)
	update(t, db, in("a", func(b kv.Bucket) error { return errors.Join(put(b, "0", "0"), put(b, "1", "0")) }))
	var done sync.WaitGroup
	for range 8 {
		done.Go(func() {
			for range 5 {
				err := db.Update(in("a", func(b kv.Bucket) error {
					n := string(b.Get([]byte("0"))) + "."
					return errors.Join(put(b, "0", n), put(b, "1", n))
				}))
				if err != nil {
					t.Error(err)
				}
				err = db.View(func(root kv.Bucket) error {
					a := root.Bucket([]byte("a"))
					if x, y := a.Get([]byte("0")), a.Get([]byte("1")); string(x) != string(y) {
						t.Errorf("half of an Update: %s and %s", x, y)
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	done.Wait()
	want := "0"
	for range 40 {
		want += "."
	}
	shows(t, db, fmt.Sprintf(`"a"{ "0"=%q "1"=%q } `, want, want))
}

func closed(t *testing.T, p Place) {
	db := open(t, p)
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	if db.Update(func(kv.Bucket) error { return nil }) == nil || db.View(func(kv.Bucket) error { return nil }) == nil {
		t.Error("it is used after its end")
	}
}
