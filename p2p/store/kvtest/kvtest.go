// Package kvtest tests what every map of package kv has to do; each implementation runs all of it.
package kvtest

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"fives/p2p/kv"
)

// A Place is where a map is kept.
type Place interface {
	// Open opens the map at the place, or a new one.
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
		{"values", values}, {"order", order}, {"prefixes", prefixes}, {"many", many}, {"reading", reading}, {"failure", failure}, {"panic", panics},
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

func update(t *testing.T, db kv.DB, f func(m kv.Map) error) {
	t.Helper()
	if err := db.Update(f); err != nil {
		t.Fatal(err)
	}
}

func put(m kv.Map, key, value string) error { return m.Put(key, []byte(value)) }

// puts returns a function that puts keys and values in turn.
func puts(list ...string) func(kv.Map) error {
	return func(m kv.Map) error {
		var err error
		for i := 0; i < len(list); i += 2 {
			err = errors.Join(err, put(m, list[i], list[i+1]))
		}
		return err
	}
}

// dump returns the entries under a prefix as text.
func dump(m kv.Map, prefix string) (text string, err error) {
	err = m.Walk(prefix, func(key string, value []byte) error {
		if value == nil {
			return fmt.Errorf("%q has no value", key)
		}
		text += fmt.Sprintf("%q=%q ", key, value)
		return nil
	})
	return text, err
}

// shows fails the test unless a database has the content that is wanted.
func shows(t *testing.T, db kv.DB, want string) {
	t.Helper()
	var got string
	err := db.View(func(m kv.Map) (err error) {
		got, err = dump(m, "")
		return err
	})
	if err != nil || got != want {
		t.Fatalf("%s, %v; it should be %s", got, err, want)
	}
}

func values(t *testing.T, p Place) {
	db := open(t, p)
	shows(t, db, "")
	update(t, db, func(m kv.Map) error {
		if m.Get("k") != nil {
			t.Error("a value that was never put")
		}
		return errors.Join(puts("k", "1", "k", "2", "e", "", "gone", "x", "\x00\xff", "y")(m), m.Delete("never"))
	})
	value := []byte("3")
	update(t, db, func(m kv.Map) error {
		if got := m.Get("e"); got == nil || len(got) != 0 {
			t.Errorf("an empty value is %v", got)
		}
		if err := m.Delete("gone"); err != nil || m.Get("gone") != nil {
			t.Errorf("a value that was deleted is there: %v", err)
		}
		return m.Put("k", value)
	})
	value[0] = '4'
	if db.Update(puts("", "x")) == nil {
		t.Error("a value without a key")
	}
	db.Close()
	shows(t, open(t, p), `"\x00\xff"="y" "e"="" "k"="3" `)
}

// order checks that Walk sorts committed and uncommitted entries together.
func order(t *testing.T, p Place) {
	db := open(t, p)
	update(t, db, puts("m", "1", "c", "1", "x", "1"))
	update(t, db, func(m kv.Map) error {
		err := errors.Join(puts("n", "2", "a", "2", "x", "2", "z\x00", "2", "z", "2")(m), m.Delete("c"))
		if got, _ := dump(m, ""); got != `"a"="2" "m"="1" "n"="2" "x"="2" "z"="2" "z\x00"="2" ` {
			t.Errorf("before the commit: %s", got)
		}
		return err
	})
	shows(t, db, `"a"="2" "m"="1" "n"="2" "x"="2" "z"="2" "z\x00"="2" `)
	stop := errors.New("stop")
	seen := 0
	err := db.View(func(m kv.Map) error {
		return m.Walk("", func(string, []byte) error { seen++; return stop })
	})
	if err != stop || seen != 1 {
		t.Errorf("a walk that is to stop: %v after %d", err, seen)
	}
}

// prefixes checks that Walk finds what begins with a prefix and nothing else, whatever its bytes.
func prefixes(t *testing.T, p Place) {
	db := open(t, p)
	update(t, db, puts("a", "1", "a\xff", "1", "a\xff\xff", "1", "b", "1", "\xff", "1", "\xff\xff", "1"))
	looks := func(m kv.Map, added string) error {
		for prefix, want := range map[string]string{
			"a": `"a"="1" ` + added + `"a\xff"="1" "a\xff\xff"="1" `, "a\xff": `"a\xff"="1" "a\xff\xff"="1" `, "a\xff\x00": "", "ab": added,
			"b": `"b"="1" `, "c": "", "\x00": "", "\xff": `"\xff"="1" "\xff\xff"="1" `, "\xff\xff\xff": "",
		} {
			if got, err := dump(m, prefix); err != nil || got != want {
				t.Errorf("what begins with %q: %s, %v; it should be %s", prefix, got, err, want)
			}
		}
		return nil
	}
	update(t, db, func(m kv.Map) error {
		return errors.Join(looks(m, ""), put(m, "ab", "2"), looks(m, `"ab"="2" `))
	})
	if err := db.View(func(m kv.Map) error { return looks(m, `"ab"="2" `) }); err != nil {
		t.Error(err)
	}
}

// many checks that Walk misses nothing and repeats nothing, however much there is, and that what it
// calls can read the map.
func many(t *testing.T, p Place) {
	db := open(t, p)
	for _, n := range []int{63, 64, 65, 128, 200} {
		update(t, db, func(m kv.Map) error {
			err := puts("before", "1", "key", "1", "later", "1")(m)
			for i := range n {
				key := fmt.Sprintf("key %04d%s", (i+1)/2, []string{"\x00", ""}[i%2]) // one right after another
				err = errors.Join(err, put(m, key, "2"))
			}
			return err
		})
		var keys []string
		err := db.View(func(m kv.Map) error {
			return m.Walk("key ", func(key string, _ []byte) error {
				keys = append(keys, key)
				if got := m.Get(key); string(got) != "2" {
					t.Errorf("%q has %q", key, got)
				}
				return nil
			})
		})
		if err != nil || len(keys) != n || !slices.IsSorted(keys) || len(slices.Compact(keys)) != n {
			t.Errorf("%d of %d keys, %v", len(keys), n, err)
		}
	}
}

func reading(t *testing.T, p Place) {
	db := open(t, p)
	update(t, db, puts("k", "1"))
	err := db.View(func(m kv.Map) error {
		for _, err := range []error{put(m, "k", "2"), put(m, "l", "2"), m.Delete("k")} {
			if err == nil {
				t.Error("who reads changes something")
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	shows(t, db, `"k"="1" `)
}

// change makes every kind of change to the map of unchanged.
func change(m kv.Map) error {
	return errors.Join(m.Delete("gone/k"), m.Delete("a/d"), puts("a/k", "2", "a/n", "2", "a/new/k", "2")(m))
}

func unchanged(t *testing.T, p Place) kv.DB {
	t.Helper()
	db := open(t, p)
	update(t, db, puts("a/k", "1", "a/d", "1"))
	update(t, db, puts("gone/k", "1"))
	return db
}

const before = `"a/d"="1" "a/k"="1" "gone/k"="1" `

// failure checks that an Update that fails changes nothing, and has no effect on the next one.
func failure(t *testing.T, p Place) {
	db := unchanged(t, p)
	bad := errors.New("bad")
	err := db.Update(func(m kv.Map) error { return errors.Join(change(m), bad) })
	if !errors.Is(err, bad) {
		t.Errorf("the error is %v", err)
	}
	shows(t, db, before)
	update(t, db, func(kv.Map) error { return nil })
	db.Close()
	db = open(t, p)
	shows(t, db, before)
	update(t, db, change)
	shows(t, db, `"a/k"="2" "a/n"="2" "a/new/k"="2" `)
}

func panics(t *testing.T, p Place) {
	db := unchanged(t, p)
	func() {
		defer func() { recover() }()
		db.Update(func(m kv.Map) error { panic(change(m)) })
	}()
	shows(t, db, before)
	update(t, db, puts("z", "3"))
	shows(t, db, before+`"z"="3" `)
}

// A model is a map as it should be.
type model map[string]string

// under returns the entries under a prefix as dump does.
func (m model) under(prefix string) (text string) {
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if strings.HasPrefix(key, prefix) {
			text += fmt.Sprintf("%q=%q ", key, m[key])
		}
	}
	return text
}

// step does the same random thing to a map and to its model.
func (m model) step(r *rand.Rand, in kv.Map) error {
	key := "012"[:1+r.IntN(2)] + fmt.Sprint(r.IntN(6))
	if r.IntN(10) < 7 {
		m[key] = fmt.Sprint(r.IntN(1000))
		return put(in, key, m[key])
	}
	delete(m, key)
	return in.Delete(key)
}

// random makes random Updates, some of which fail, and compares the map with a model after each.
func random(t *testing.T, p Place) {
	r := rand.New(rand.NewPCG(1, 2))
	db, m := open(t, p), model{}
	bad := errors.New("bad")
	for i := range 300 {
		trial, fails := maps.Clone(m), r.IntN(4) == 0
		err := db.Update(func(in kv.Map) error {
			for range 1 + r.IntN(8) {
				if err := trial.step(r, in); err != nil {
					t.Fatal(err)
				}
			}
			for _, prefix := range []string{"", "0", "01", "03"} {
				if got, err := dump(in, prefix); err != nil || got != trial.under(prefix) {
					t.Fatalf("in update %d, under %q: %s, %v; it should be %s", i, prefix, got, err, trial.under(prefix))
				}
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
		shows(t, db, m.under(""))
	}
}

// crash checks that after a crash the map has everything that an Update has acknowledged, and
// nothing else.
func crash(t *testing.T, p Place) {
	db := open(t, p)
	want := ""
	for i := range 5 {
		for _, part := range []string{"a", "b", "c"} {
			name := fmt.Sprint(i, part)
			update(t, db, puts(name, "before"))
			_ = db.Update(func(m kv.Map) error {
				return errors.Join(change(m), m.Delete(name), errors.New("bad"))
			})
			update(t, db, func(m kv.Map) error {
				if got := string(m.Get(name)); got != "before" {
					t.Errorf("the value was %q", got)
				}
				return put(m, name, name)
			})
			want += fmt.Sprintf(`"%s"="%s" `, name, name)
		}
		crashed := p.Crash()
		for range 2 { // the second time after one more crash, before anything is written
			after := open(t, crashed)
			shows(t, after, want)
			crashed = crashed.Crash()
			after.Close()
		}
		after := open(t, crashed)
		update(t, after, puts("then", "2"))
		shows(t, after, want+`"then"="2" `)
		after.Close()
		shows(t, open(t, crashed), want+`"then"="2" `)
		if i%2 == 0 {
			shows(t, db, want)
		}
	}
}

// together checks that concurrent Updates are all done, and that nobody sees half of one.
func together(t *testing.T, p Place) {
	db := open(t, p)
	update(t, db, puts("0", "0", "1", "0"))
	var done sync.WaitGroup
	for range 8 {
		done.Go(func() {
			for range 5 {
				err := db.Update(func(m kv.Map) error {
					n := string(m.Get("0")) + "."
					return puts("0", n, "1", n)(m)
				})
				if err != nil {
					t.Error(err)
				}
				err = db.View(func(m kv.Map) error {
					if x, y := m.Get("0"), m.Get("1"); string(x) != string(y) {
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
	want := "0" + strings.Repeat(".", 40)
	shows(t, db, fmt.Sprintf(`"0"=%q "1"=%q `, want, want))
}

func closed(t *testing.T, p Place) {
	db := open(t, p)
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	if db.Update(func(kv.Map) error { return nil }) == nil || db.View(func(kv.Map) error { return nil }) == nil {
		t.Error("it is used after its end")
	}
}
