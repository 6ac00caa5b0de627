//go:build js

package browser_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"syscall/js"
	"testing"
	"time"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/browser"
	"fives/p2p/control"
	"fives/p2p/kv"
	"fives/p2p/lobby"
	"fives/p2p/store"
	"fives/p2p/store/indexed"
)

// The tests here are parts of those in chromium_test.go, which opens the page that runs
// them.

func start() (*browser.Node, error) { return browser.Start(context.Background(), config()) }

func config() browser.Config {
	return browser.Config{
		Places: []browser.Place{{Name: "fives", Key: [32]byte{1}}, {Name: "fives 1", Key: [32]byte{1}}}, Known: func(string) {}, Settled: func(int, []browser.Found) {},
		Was: func(browser.Found) (bool, error) {
			return false, errors.New("a key is found, and the laptop does not know it as this page's")
		}, Server: js.Global().Get("URL").New(".", js.Global().Get("location").Get("href")).Get("href").String(), Version: "test", Cleared: func(error) {},
		Name: func(browser.Naming) (browser.Answer, error) { return browser.Answer{Name: "ben", At: -1}, nil },
	}
}

func client(t *testing.T) (*browser.Node, *control.Client) {
	t.Helper()
	n, err := start()
	if err != nil {
		t.Fatal(err)
	}
	return n, control.Within(n)
}

// until asks for something until it is there; the page is closed if it never is.
func until(ok func() bool) {
	for !ok() {
		time.Sleep(50 * time.Millisecond)
	}
}

func TestPlays(t *testing.T) {
	n, c := client(t)
	ctx := context.Background()
	search := js.Global().Get("location").Get("search").String()
	id := search[strings.LastIndex(search, "&")+1:]
	until(func() bool {
		if _, err := c.Table(ctx, id); err == nil {
			return true
		}
		_, err := c.Join(ctx, api.JoinRequest{Table: id, Play: "easy"})
		return err == nil
	})
	until(func() bool { // only a key that has played is taken again
		_, err := c.Table(ctx, id)
		return err == nil
	})
	fmt.Println("at the table")
	var v api.Table
	until(func() bool {
		var err error
		v, err = c.Table(ctx, id)
		return err == nil && v.Phase == api.PhaseOver && len(v.Hands[len(v.Hands)-1].Receipts) == len(v.Seats) // the game is over before the last receipt
	})
	log, err := n.Log(id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := audit.Verify(log, games.Find, audit.Options{}); err != nil {
		t.Error(err)
	}
	fmt.Println("head " + v.Head)
}

func TestStays(t *testing.T) {
	_, c := client(t)
	until(func() bool {
		list, err := c.Peers(context.Background())
		return err == nil && len(list) > 0 && list[0].Connected
	})
	fmt.Println("the node is up")
	select {}
}

func TestRefused(t *testing.T) {
	begun := time.Now()
	if _, err := start(); !errors.Is(err, kv.ErrInUse) || !strings.Contains(err.Error(), "another tab") {
		t.Errorf("a second tab: %v", err)
	}
	t.Logf("it is told after %v", time.Since(begun))
}

// TestAside: a key that has a table of which the laptop knows nothing is put aside, and offered beside the question for a name. When
// all places are taken, one that has not played gives way; another one is there still.
func TestAside(t *testing.T) {
	places := []browser.Place{{Name: "aside", Key: [32]byte{2}}, {Name: "aside 1", Key: [32]byte{2}}}
	at, seen := 0, map[string]bool{}
	for i, want := range []struct {
		at    int
		aside []int
	}{{0, nil}, {1, []int{0}}, {0, []int{1}}, {1, []int{0}}} {
		var aside []int
		cfg := config()
		cfg.Places, cfg.At = places, at
		cfg.Settled = func(n int, _ []browser.Found) { at = n }
		cfg.Name = func(q browser.Naming) (browser.Answer, error) {
			for _, f := range q.Aside {
				if f.Name != "ben" || f.Played != nil {
					t.Errorf("aside: %+v", f)
				}
				aside = append(aside, f.At)
			}
			if suggested := "ben"; i > 0 && q.Suggested != suggested {
				t.Errorf("%q is suggested", q.Suggested)
			}
			return browser.Answer{Name: "ben", At: -1}, nil
		}
		n, err := browser.Start(context.Background(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		print := n.Status().Fingerprint
		if at != want.at || !slices.Equal(aside, want.aside) || seen[print] {
			t.Errorf("the %dth key is %s, at place %d, beside %v; wanted: %+v", i, print, at, aside, want)
		}
		seen[print] = true
		if _, err := n.Host(context.Background(), api.HostRequest{Game: "five", Seats: 2}); err != nil {
			t.Fatal(err)
		}
		n.Shutdown()
	}
}

// said gives, by key, what the page hears when it asks about one, "" for no answer. About others, the laptop itself is asked.
func said(t *testing.T, about map[record.Key]string) {
	fetch := js.Global().Get("fetch")
	f := js.FuncOf(func(_ js.Value, args []js.Value) any {
		for key, answer := range about {
			switch {
			case !strings.Contains(args[0].String(), "key.json?node="+hex.EncodeToString(key[:])):
			case answer == "":
				return js.Global().Get("Promise").Call("reject", js.Global().Get("Error").New("no answer"))
			default:
				return js.Global().Get("Promise").Call("resolve", js.Global().Get("Response").New(answer))
			}
		}
		return fetch.Call("call", js.Global(), args[0], args[1])
	})
	js.Global().Set("fetch", f)
	t.Cleanup(func() { js.Global().Set("fetch", fetch); f.Release() })
}

// What a laptop says of a key.
const (
	plays    = `{"of": "ana", "played": {"name": "zoe", "since": 50}}`
	hasEnded = `{"of": "ana", "played": {"name": "zoe", "since": %d, "over": true}}`
)

// lay puts a key into a place, with a seat that it has asked for if it has a table.
func lay(t *testing.T, p browser.Place, table bool) record.Key {
	t.Helper()
	db, err := indexed.Open(p, func() {})
	if err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	_, key, err := ed25519.GenerateKey(nil)
	err = errors.Join(err, st.SetIdentity(store.Identity{Seed: key.Seed(), Name: "zoe"}))
	if table {
		err = errors.Join(err, st.PutJoin(record.Hash{1}, lobby.Reservation{}))
	}
	if err := errors.Join(err, st.Close()); err != nil {
		t.Fatal(err)
	}
	return record.KeyOf(key)
}

// whose returns the key at a place, the zero key if there is none that can be read.
func whose(t *testing.T, p browser.Place) (key record.Key) {
	db, err := indexed.Read(p)
	if err != nil {
		return key
	}
	st, err := store.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	who, known, err := st.Identity()
	if err != nil {
		t.Fatal(err)
	}
	if known {
		seed, err := who.Key()
		if err != nil {
			t.Fatal(err)
		}
		key = record.KeyOf(seed)
	}
	return key
}

// somebodyNew starts a page whose person says no to the key at the first place, and ends it. It returns the place of the new key.
func somebodyNew(places []browser.Place, log *slog.Logger) (at int, err error) {
	cfg := config()
	cfg.Places, cfg.Log = places, log
	cfg.Was = func(browser.Found) (bool, error) { return false, nil }
	cfg.Settled = func(n int, _ []browser.Found) { at = n }
	n, err := browser.Start(context.Background(), cfg)
	if err == nil {
		n.Shutdown()
	}
	return at, err
}

// TestSilent: while the laptop does not answer, a new key gets a place without one, and no key is lost for it.
func TestSilent(t *testing.T) {
	places := []browser.Place{{Name: "silent"}, {Name: "silent 1"}, {Name: "silent 2"}, {Name: "silent 3"}}
	about := map[record.Key]string{lay(t, places[0], true): plays}
	first := lay(t, places[1], false)
	about[first] = ""
	said(t, about)
	if err := indexed.Empty(places[2]); err != nil { // a database without a key
		t.Fatal(err)
	}
	for _, want := range []int{2, 3} {
		if at, err := somebodyNew(places, nil); err != nil || at != want || whose(t, places[1]) != first {
			t.Errorf("a new key is at place %d, wanted %d: %v", at, want, err)
		}
		about[whose(t, places[want])] = fmt.Sprintf(hasEnded, 1)
	}
	before := []record.Key{whose(t, places[0]), first, whose(t, places[2]), whose(t, places[3])}
	if _, err := somebodyNew(places, nil); !errors.Is(err, browser.ErrSilent) {
		t.Errorf("without a free place: %v", err)
	}
	for n, key := range before {
		if whose(t, places[n]) != key {
			t.Errorf("the key at place %d is gone", n)
		}
	}
}

// TestBusy: a place that another page has taken, and where no key lies yet, is left to it, and is not read either: that would wait
// until it is given up.
func TestBusy(t *testing.T) {
	places := []browser.Place{{Name: "busy"}, {Name: "busy 1"}, {Name: "busy 2"}}
	said(t, map[record.Key]string{lay(t, places[0], true): plays})
	other, err := indexed.Open(places[1], func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	var log bytes.Buffer
	at, err := somebodyNew(places, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	if err != nil || at != 2 {
		t.Errorf("a new key is at place %d: %v", at, err)
	}
	if strings.Contains(log.String(), indexed.ErrOtherTab.Error()) {
		t.Errorf("the place of the other page was read:\n%s", log.String())
	}
}

// TestFull: if all places are taken, the right one goes, and never one whose key plays.
func TestFull(t *testing.T) {
	var places []browser.Place
	for n := range 8 {
		places = append(places, browser.Place{Name: fmt.Sprint("full ", n)})
	}
	about := map[record.Key]string{}
	said(t, about)
	for n, answer := range []string{plays, plays, fmt.Sprintf(hasEnded, 200), fmt.Sprintf(hasEnded, 100)} {
		about[lay(t, places[n], true)] = answer
	}
	lay(t, places[4], true)
	lay(t, places[5], false)
	lay(t, browser.Place{Name: places[6].Name, Key: [32]byte{2}}, true) // sealed by somebody else
	for _, want := range []int{7, 6, 5, 3, 2, 4, -1} {
		var before []record.Key
		for _, p := range places {
			before = append(before, whose(t, p))
		}
		at, err := somebodyNew(places, nil)
		if want < 0 {
			if at = -1; !errors.Is(err, browser.ErrNoPlace) {
				t.Errorf("while all play: %v", err)
			}
		} else if err != nil {
			t.Fatalf("place %d: %v", want, err)
		}
		if at != want {
			t.Errorf("a new key is at place %d, wanted %d", at, want)
		}
		for n, p := range places {
			if key := whose(t, p); (key != before[n]) != (n == want) {
				t.Errorf("place %d goes: that of place %d is %x, and was %x", want, n, key, before[n])
			} else if n == want {
				about[key] = plays
			}
		}
	}
}

func TestFetches(t *testing.T) {
	const text = "Good evening"
	here := js.Global().Get("location").Get("origin").String()
	for _, c := range []struct {
		address string
		most    int
		text    string
		refused string // "" if it is not
	}{
		{here + "/words", len(text), text, ""},
		{here + "/nothing", 100, "", ""},
		{here + "/words", len(text) - 1, "", "longer than 11 bytes"},
		{here + "/endless", 1 << 20, "", "longer than"},
		{here + "/none", 100, "", "404"},
		{"http://127.0.0.1:1/words", 100, "", "fetch"},
	} {
		b, err := browser.Fetch(context.Background(), c.address, c.most)
		if string(b) != c.text || (err != nil) != (c.refused != "") || err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%s, at most %d bytes: %q, %v", c.address, c.most, b, err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if _, err := browser.Fetch(ctx, here+"/silent", 100); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a server that does not answer: %v", err)
	}
}
