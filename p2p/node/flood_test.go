package node

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/replica"
	"fives/p2p/streams"
	"fives/p2p/waittest"
)

// floodEnv makes this test binary the attacker, on the address that it holds.
const floodEnv = "FIVES_TEST_FLOOD"

// floodPatience is how long an attacker waits for anything.
const floodPatience = 5 * time.Second

// floodTime is how long each flood lasts: FIVES_FLOOD=10s for figures.
func floodTime(t *testing.T) time.Duration {
	text := os.Getenv("FIVES_FLOOD")
	if text == "" {
		return time.Second
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatalf("FIVES_FLOOD: %v", err)
	}
	return d
}

// A load says what a test process uses, and how its table gets on.
type load struct {
	goroutines, descriptors int
	heap                    uint64
	cpu                     time.Duration // of a second
	moves                   int
	median, longest         time.Duration // from a person's move to the other node having it
}

func (l load) String() string {
	return fmt.Sprintf("%d goroutines, %d descriptors, heap %.1f MiB, processor %2.0f %%; %d moves, delay %v median, %v longest",
		l.goroutines, l.descriptors, float64(l.heap)/(1<<20), 100*l.cpu.Seconds(), l.moves,
		l.median.Round(10*time.Microsecond), l.longest.Round(10*time.Microsecond))
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func descriptors() int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(entries)
}

// measure lets two persons play for a while, and until they have made a move.
// Resources are the most that were seen.
func measure(t *testing.T, id record.Hash, players []*Node, lasts time.Duration) (l load) {
	t.Helper()
	ctx := context.Background()
	begin, before := time.Now(), processorTime()
	step := func(n *Node) (s uint64) {
		n.tables.game(id).look(func(r *replica.Snapshot) { s = r.Table().Step() })
		return s
	}
	var delays []time.Duration
	end := begin.Add(waittest.Limit(t))
	for time.Since(begin) < lasts || len(delays) == 0 {
		if time.Now().After(end) {
			t.Fatal("no move before the test has to end")
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		l.goroutines = max(l.goroutines, runtime.NumGoroutine())
		l.descriptors = max(l.descriptors, descriptors())
		l.heap = max(l.heap, m.HeapAlloc)
		time.Sleep(20 * time.Millisecond)
		for i, n := range players {
			v, err := n.Table(id.String())
			if err != nil || !v.YourTurn {
				continue
			}
			move, err := n.Hint(id.String())
			if err != nil {
				continue
			}
			moved := time.Now()
			if err := n.Play(ctx, id.String(), move.Move); err != nil {
				continue
			}
			other := players[1-i]
			for step(other) <= v.Step && time.Now().Before(end) {
				time.Sleep(100 * time.Microsecond)
			}
			delays = append(delays, time.Since(moved))
		}
	}
	l.cpu = time.Duration(float64(processorTime()-before) / time.Since(begin).Seconds())
	slices.Sort(delays)
	if l.moves = len(delays); l.moves > 0 {
		l.median, l.longest = delays[l.moves/2], delays[l.moves-1]
	}
	return l
}

// TestFlood: a process with many strangers, and then a seat of another table, send ana all that they can. Her table with ben
// plays on, and what she uses stays bounded.
func TestFlood(t *testing.T) {
	if target := os.Getenv(floodEnv); target != "" {
		flood(t, target)
		return
	}
	overEach(t, testFlood)
}

func testFlood(t *testing.T, by way) {
	lasts := floodTime(t)
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	id := together(t, ana, ben)
	// Others have more to attack with an open table.
	if _, err := ana.Host(context.Background(), api.HostRequest{Game: "five", Seats: 6, Private: true}); err != nil {
		t.Fatal(err)
	}
	players := []*Node{ana, ben}
	before := measure(t, id, players, 2*lasts)
	t.Log("before: ", before)

	attack := exec.Command(os.Args[0], "-test.run", "^TestFlood$", "-test.v", "-test.timeout", waittest.Limit(t).String())
	attack.Env = append(os.Environ(), floodEnv+"="+by(t, ana))
	var said bytes.Buffer
	attack.Stdout, attack.Stderr = &said, &said
	lasting, err := attack.StdinPipe() // it goes on until this is closed
	if err == nil {
		err = attack.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer attack.Process.Kill()
	during := measure(t, id, players, lasts)
	lasting.Close()
	if err := attack.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, said.Bytes())
	}
	t.Logf("strangers: %v\n%s", during, said.Bytes())
	bounded(t, before, during)
	eventually(t, "what the flood took is free again", func() bool {
		return runtime.NumGoroutine() <= before.goroutines+200 && descriptors() <= before.descriptors+64
	})
	t.Log("after:  ", measure(t, id, players, lasts))
}

// together seats two persons at a long game.
func together(t *testing.T, ana, ben *Node) record.Hash {
	t.Helper()
	ctx := context.Background()
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "10000"}})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table is seen", func() bool {
		return slices.ContainsFunc(ben.Tables(ctx).Open, func(o api.Offer) bool { return o.ID == offer.ID })
	})
	if _, err := ben.Join(ctx, api.JoinRequest{Table: offer.ID}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the cards are dealt", func() bool {
		v, err := ben.Table(offer.ID)
		return err == nil && v.Hand > 0
	})
	return mustID(t, offer.ID)
}

// TestSeatFloods: a seat of one table sends, as fast as it can, well-formed messages that make ana send it the whole log again
// and again. Her other table plays on.
func TestSeatFloods(t *testing.T) { overEach(t, testSeatFloods) }

func testSeatFloods(t *testing.T, by way) {
	lasts := floodTime(t)
	ana, _, flooded, ben := impostor(t, by)
	dora := startNode(t, "dora", addr(ana))
	id := together(t, ana, dora)
	players := []*Node{ana, dora}
	before := measure(t, id, players, 2*lasts)
	t.Log("before: ", before)
	var head record.Hash
	ana.tables.game(flooded).look(func(r *replica.Snapshot) { head, _ = r.Table().HeadAt(2) })
	for name, m := range map[string]replica.Message{
		"asks for the log":     {Have: &replica.Have{Step: 2, Head: head}},
		"asks for the genesis": {Have: &replica.Have{Empty: true}},
		"another head":         {Have: &replica.Have{Step: 2}},
		"other heads":          {Heads: &replica.Heads{From: 2, Heads: []record.Hash{head, {1}}}},
		"chat":                 {Say: strings.Repeat("x", 400)},
		"nothing":              {More: true},
	} {
		sent := make(chan int, 1)
		lasting, stop := context.WithCancel(t.Context())
		b := encode(t, m)
		go func() {
			n := 0
			for lasting.Err() == nil {
				if s := ben.sitOr(t, flooded); s != nil {
					ended := context.AfterFunc(lasting, func() { s.Reset() })
					go io.Copy(io.Discard, s)
					for {
						if _, err := s.Write(b); err != nil {
							break
						}
						n++
					}
					ended()
					s.Reset()
				}
				time.Sleep(10 * time.Millisecond)
			}
			sent <- n
		}()
		during := measure(t, id, players, lasts)
		stop()
		t.Logf("%s: %d frames; %v", name, <-sent, during)
		bounded(t, before, during)
	}
}

// bounded checks the cost of a flood against bounds that hold even on a slow machine.
func bounded(t *testing.T, before, during load) {
	t.Helper()
	if during.goroutines > before.goroutines+4000 {
		t.Errorf("%d goroutines", during.goroutines)
	}
	if during.descriptors > before.descriptors+256 {
		t.Errorf("%d descriptors", during.descriptors)
	}
	if during.heap > before.heap+192<<20 {
		t.Errorf("a heap of %d MiB", during.heap>>20)
	}
}

// flood attacks an address in all ways at once until its standard input ends.
func flood(t *testing.T, to string) {
	// Attackers have processors of their own; here they only get what is left.
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, 19); err != nil {
		t.Fatal(err)
	}
	lasting, stop := context.WithCancel(context.Background())
	go func() {
		defer stop()
		io.Copy(io.Discard, os.Stdin)
	}()
	var counts [len(attacks)]atomic.Int64
	var connections atomic.Int64
	var attackers sync.WaitGroup
	for i := range 24 {
		attackers.Add(1)
		go func() {
			defer attackers.Done()
			for lasting.Err() == nil {
				r, err := newRaw(to, nil, floodPatience)
				if err != nil {
					time.Sleep(50 * time.Millisecond)
					continue
				}
				connections.Add(1)
				k := i % len(attacks)
				for lasting.Err() == nil && attacks[k].do(r) == nil {
					counts[k].Add(1)
				}
				r.Close()
			}
		}()
	}
	attackers.Wait()
	fmt.Printf("  %d connections\n", connections.Load())
	for i, a := range attacks {
		fmt.Printf("  %6d %s\n", counts[i].Load(), a.name)
	}
}

var noise = func() []byte {
	b := make([]byte, 64<<10)
	rand.Read(b)
	return b
}()

var attacks = [...]struct {
	name string
	do   func(r *raw) error
}{
	{"streams that are left open", func(r *raw) error {
		_, err := r.open(streams.ProtocolJoin)
		return pause(err)
	}},
	{"streams of unknown protocols", func(r *raw) error {
		_, err := r.open("/nobody/speaks/this")
		if err != nil && strings.Contains(err.Error(), "not supported") {
			return nil
		}
		return err
	}},
	{"lobby requests", func(r *raw) error {
		s, err := r.open(streams.ProtocolLobby)
		if err != nil {
			return err
		}
		s.Write(encodeLong(entry.Request{}))
		io.Copy(io.Discard, s)
		return nil
	}},
	{"headers of 1 GiB", func(r *raw) error {
		s, err := r.open(streams.ProtocolTable)
		if err != nil {
			return err
		}
		s.Write(lengthOf(1 << 30))
		s.Write(noise)
		return s.Reset()
	}},
	{"frames of noise", func(r *raw) error {
		s, err := r.open(streams.ProtocolJoin)
		if err != nil {
			return err
		}
		s.Write(lengthOf(entry.MaxStrangerFrame))
		s.Write(noise[:entry.MaxStrangerFrame])
		return s.Reset()
	}},
	{"openings of tables that do not exist", func(r *raw) error {
		s, err := r.open(streams.ProtocolTable)
		if err != nil {
			return err
		}
		s.Write(encodeLong(streams.Opening{Table: record.Hash(noise[:32])}))
		s.Write(encodeLong(replica.Message{Genesis: &replica.Genesis{Proposal: &record.Record{Payload: noise[:1000]}}}))
		return s.CloseWrite()
	}},
	{"joins of tables that do not exist", func(r *raw) error {
		s, err := r.open(streams.ProtocolJoin)
		if err != nil {
			return err
		}
		s.Write(encodeLong(entry.Hello{Table: record.Hash(noise[:32]), Session: entry.Nonce(noise[:16])}))
		return s.CloseWrite()
	}},
	{"connections", func(r *raw) error { return io.EOF }},
}

// pause slows an attack down that has reached its limit.
func pause(err error) error {
	if err != nil {
		time.Sleep(10 * time.Millisecond)
	}
	return nil
}
