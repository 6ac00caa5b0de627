package streams

import (
	"context"
	"crypto/ed25519"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/peers"
)

// work counts goroutines.
type work struct{ sync.WaitGroup }

func (w *work) Enter() bool { return true }
func (w *work) Leave()      {}

// names is a book's store that is empty.
type names struct{}

func (names) Names() (map[string][]record.Key, error) { return map[string][]record.Key{}, nil }
func (names) AddKey(string, record.Key, int) error    { return nil }

// TestWakeFar: after sleep, the connection to a silent node is ended the later the farther it is. What a far one
// said before this node woke up, or in answer, is on its way by then.
func TestWakeFar(t *testing.T) {
	const far = 600 * time.Millisecond
	synctest.Test(t, func(t *testing.T) {
		w := &work{}
		n := New(Config{Work: w})
		n.ctx = context.Background()
		book, err := peers.OpenBook(names{}, "ana", record.Key{255})
		if err != nil {
			t.Fatal(err)
		}
		n.directory = peers.NewDirectory(n, book, func(api.Event) {})
		before := time.Now()
		keep := func(seed byte) (*conn, peer.ID) {
			node := record.KeyOf(ed25519.NewKeyFromSeed(append(make([]byte, 31), seed)))
			c := &conn{n: n, node: node, since: before}
			n.keep(c)
			return c, PeerOf(node)
		}
		_, near := keep(1)
		answers, late := keep(2)
		_, silent := keep(3)
		for _, c := range n.conns {
			if c[0].node != NodeOf(near) {
				n.directory.NoteRoundTrip(c[0].node, far)
			}
		}
		time.Sleep(time.Minute)
		woke := time.Now()
		var mu sync.Mutex
		ended := map[peer.ID]time.Duration{}
		w.Go(func() {
			n.endSilent(woke, wakeSoon, woke.Add(-wakeQuiet), func(id peer.ID) {
				mu.Lock()
				defer mu.Unlock()
				ended[id] = time.Since(woke)
			})
		})
		time.Sleep(wakeSoon + far/2)
		answers.hear()
		w.Wait()
		if ended[near] != wakeSoon || ended[silent] != wakeSoon+far || ended[late] != 0 {
			t.Errorf("the near one after %v, the far one after %v, and one that has answered after %v", ended[near], ended[silent], ended[late])
		}
		if !slices.Contains(n.withStreams(), NodeOf(late)) {
			t.Error("it has no stream")
		}
	})
}
