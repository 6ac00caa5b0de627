//go:build js

package browser_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall/js"
	"testing"
	"time"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/p2p/api"
	"fives/p2p/browser"
	"fives/p2p/control"
	"fives/p2p/kv"
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
	c, err := control.NewClient(control.InProcess{To: n.Handler()})
	if err != nil {
		t.Fatal(err)
	}
	return n, c
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
