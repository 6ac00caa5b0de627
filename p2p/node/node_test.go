package node

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/discovery"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/store"
	"fives/p2p/store/sqlite"
	"fives/p2p/waittest"
)

// TestMain keeps away the nodes of other packages' tests, which would all find each other on loopback.
func TestMain(m *testing.M) { os.Exit(netnstest.Main(m, netnstest.MulticastRoute)) }

// startNode runs a node on loopback for the length of a test.
func startNode(t testing.TB, name string, peers ...string) *Node {
	t.Helper()
	n, _ := startStoppable(t, t.TempDir(), name, peers...)
	return n
}

// startStoppable runs a node on a home until it is stopped, or the test ends.
func startStoppable(t testing.TB, home, name string, peers ...string) (*Node, func()) {
	t.Helper()
	return startWith(t, home, Config{Name: name, Peers: peers})
}

const storeFile = "fives.db"

// removeStore removes the store of a home, as somebody does who begins without it: if only the mark were left, it would say that
// something is missing.
func removeStore(home string) error {
	path := filepath.Join(home, storeFile)
	return errors.Join(os.Remove(path), os.Remove(path+"-mark"))
}

// openStore opens the store in a file.
func openStore(path string) (*store.Store, error) {
	db, err := sqlite.Open(path)
	if err != nil {
		return nil, err
	}
	return store.Open(db)
}

// A run is a node that was started.
type run struct {
	home string
	stop func()
}

var runs sync.Map // *Node → run

// end ends a node before its test does.
func (n *Node) end() {
	r, _ := runs.Load(n)
	r.(run).stop()
}

// A fastClock is a scheduler whose clock can be put ahead of the system's.
type fastClock struct {
	scheduler
	ahead atomic.Int64
}

func (c *fastClock) Now() time.Time { return c.scheduler.Now().Add(time.Duration(c.ahead.Load())) }

// goAhead puts a node's clock ahead, as if the time had passed.
func (n *Node) goAhead(d time.Duration) { n.work.(*fastClock).ahead.Add(int64(d)) }

// startWith runs a node on loopback until it is stopped, or the test ends. Its
// identity belongs to its home.
func startWith(t testing.TB, home string, cfg Config) (*Node, func()) {
	t.Helper()
	if cfg.Store == nil {
		cfg.Store = storeIn(t, home)
	}
	return startWorking(t, home, cfg, &fastClock{})
}

// storeIn opens the store of a home.
func storeIn(t testing.TB, home string) *store.Store {
	t.Helper()
	st, err := openStore(filepath.Join(home, storeFile))
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// startWorking is startWith for a node that has its store, with another scheduler.
func startWorking(t testing.TB, home string, cfg Config, work work) (*Node, func()) {
	t.Helper()
	if os.Getenv("FIVES_DEBUG") != "" {
		cfg.Log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug})).With("node", cfg.Name)
	}
	if cfg.Key == nil {
		seed := sha256.Sum256([]byte(home))
		cfg.Key = ed25519.NewKeyFromSeed(seed[:])
	}
	cfg.Version, cfg.Host.Ifaces = cmp.Or(cfg.Version, "test"), []string{"lo"}
	n, err := start(context.Background(), cfg, work)
	if err != nil {
		t.Fatal(err)
	}
	finds, err := findOthers(t, n)
	if err != nil {
		t.Fatal(err)
	}
	stop := sync.OnceFunc(func() {
		finds()
		n.Close()
	})
	runs.Store(n, run{home, stop})
	t.Cleanup(stop)
	return n, stop
}

// findOthers lets a node find others and be found, until end is called. A node in a browser cannot.
func findOthers(t testing.TB, n *Node) (end func(), err error) {
	t.Helper()
	if _, alone := n.work.(*lonely); alone || n.cfg.Host.DialOnly {
		return func() {}, nil
	}
	finds, err := discovery.Start(discovery.Config{
		ID: n.host.ID(), Name: n.name, Version: record.Version, Network: netnstest.Network(t), Ifaces: []string{"lo"}, Addrs: n.host.ListenAddrs,
		Found: func(p discovery.Peer) { n.Found(p.ID, p.Name, p.Version, p.Addrs) }, Twin: n.FoundTwin,
	})
	if err != nil {
		return nil, err
	}
	return func() { finds.Close() }, nil
}

func mustID(t testing.TB, text string) record.Hash {
	t.Helper()
	id, err := parseID(text)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// addr returns the address at which other nodes, except those in browsers, dial a node.
func addr(n *Node) string {
	return slices.DeleteFunc(n.Status().Addresses, func(a string) bool { return strings.Contains(a, "/ws/") })[0]
}

// eventually waits until ok holds.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	waittest.Until(t, what, ok)
}

// agree waits until a game is over everywhere, and all have the same log: the
// receipts of the last hand come after its end.
func agree(t *testing.T, id string, nodes ...*Node) {
	t.Helper()
	eventually(t, "the game is over, with one head", func() bool {
		heads := map[string]bool{}
		for _, n := range nodes {
			v, err := n.Table(id)
			if err != nil || v.Phase != api.PhaseOver {
				return false
			}
			heads[v.Head] = true
		}
		return len(heads) == 1
	})
}

// TestGame: three nodes play a whole game of Five by their computer players;
// they end with the same head, and the log verifies.
func TestGame(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	nodes := []*Node{ana, startNode(t, "ben", addr(ana)), startNode(t, "cleo", addr(ana))}
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3, Set: map[string]string{"limit": "60"}, Play: "easy"})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range nodes[1:] {
		eventually(t, "the table is seen", func() bool { return len(n.Tables(ctx).Open) == 1 })
		if _, err := n.Join(ctx, api.JoinRequest{Play: "easy"}); err != nil {
			t.Fatal(err)
		}
	}
	begin := time.Now()
	agree(t, offer.ID, nodes...)
	for _, n := range nodes {
		eventually(t, "the game is over", func() bool {
			v, err := n.Table(offer.ID)
			return err == nil && v.Phase == api.PhaseOver
		})
		v, _ := n.Table("")
		log, err := n.Log("")
		if err != nil {
			t.Fatal(err)
		}
		report, err := audit.Verify(log, games.Find, audit.Options{})
		if err != nil {
			t.Fatalf("%s: %v", n.name, err)
		}
		t.Log(n.name, v.Step, report.Winners, v.Waiting, len(log))
	}
	t.Log(time.Since(begin))
	evs, _ := ana.events.After(0)
	for _, ev := range evs {
		t.Log(fmt.Sprint(ev.Time.Format("05.000"), " ", ev.Kind, " ", ev.Text))
	}
}
