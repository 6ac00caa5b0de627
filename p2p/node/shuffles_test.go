package node

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"fives/engine/games"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/host"
	"fives/p2p/replica"
	"fives/p2p/streams"
	"fives/p2p/waittest"
	"fives/p2p/wire"
)

// shufflesEnv makes this test binary the cheat of TestAttackShufflesWithoutEnd:
// address, key, table, time, and the file with what it sends.
const shufflesEnv = "FIVES_TEST_SHUFFLES"

// TestAttackShufflesWithoutEnd: from another process, a seat sends wrong shuffles for one step for as long as it can. After the first
// has proved the fault, they cost less than a quarter of a processor, while verifying them would take a whole one. The test of the
// same name in p2p/replica checks that none of them is verified.
func TestAttackShufflesWithoutEnd(t *testing.T) {
	if plan := os.Getenv(shufflesEnv); plan != "" {
		sendShuffles(t, strings.Fields(plan))
		return
	}
	lasts := 3 * floodTime(t)
	ben, eve := beginAtUsurper(t)
	wrong := eve.wrongShuffles(t, ben, 300)
	cpu := func(do func()) float64 {
		begin := processorTime()
		do()
		return (processorTime() - begin).Seconds()
	}
	var frames []byte
	for _, r := range wrong {
		frames = append(frames, encode(t, replica.Message{Records: []record.Record{r}})...)
	}
	file := filepath.Join(t.TempDir(), "shuffles")
	if err := os.WriteFile(file, frames, 0o600); err != nil {
		t.Fatal(err)
	}
	eve.sit(t, eve.id).Write(frames[:len(frames)/len(wrong)])
	eventually(t, "the fault is proved", func() bool {
		v, err := ben.Table(eve.id.String())
		return err == nil && len(v.Faults) == 1 && v.Faults[0].Name == "eve"
	})
	eve.Close()
	idle := cpu(func() { time.Sleep(lasts) })
	attack := exec.Command(os.Args[0], "-test.run", "^TestAttackShufflesWithoutEnd$", "-test.v", "-test.timeout", waittest.Limit(t).String())
	attack.Env = append(os.Environ(), fmt.Sprintf("%s=%s %s %s %v %s", shufflesEnv, addr(ben), hex.EncodeToString(eve.key.Seed()), eve.id, lasts, file))
	var said []byte
	busy := cpu(func() {
		var err error
		if said, err = attack.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, said)
		}
	})
	t.Logf("%.3f s of a processor, %.3f s before; %s", busy, idle, bytes.SplitN(said, []byte("\n"), 3)[1])
	if most := lasts.Seconds() / 4; busy-idle > most {
		t.Errorf("they cost %.3f s more, not %.3f at most", busy-idle, most)
	}
}

// genesis returns the genesis of the usurper's table with a node.
func (u *usurper) genesis(t *testing.T, n *Node) replica.Genesis {
	t.Helper()
	hosts, err := entry.SignJoin(u.key, u.id, record.Join{Name: "eve"})
	if err != nil {
		t.Fatal(err)
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	return replica.Genesis{Proposal: &u.proposal, Joins: []record.Record{hosts, u.joins[n.host.ID()]}}
}

// beginAtUsurper makes a node sit down at a usurper's table for two, which then begins.
func beginAtUsurper(t *testing.T) (ben *Node, eve *usurper) {
	t.Helper()
	ctx := t.Context()
	ben = startNode(t, "ben")
	eve = usurp(t, 2, ben)
	eventually(t, "the table is seen", func() bool { return len(ben.Tables(ctx).Open) == 1 })
	if _, err := ben.Join(ctx, api.JoinRequest{}); err != nil {
		t.Fatal(err)
	}
	close(eve.begun)
	return ben, eve
}

// wrongShuffles plays up to the usurper's shuffle and returns wrong ones.
func (u *usurper) wrongShuffles(t *testing.T, n *Node, count int) (wrong []record.Record) {
	t.Helper()
	g := u.genesis(t, n)
	tb, err := g.Table(games.Find)
	if err != nil {
		t.Fatal(err)
	}
	r := replica.New(tb, replica.Config{Seats: []*replica.LocalSeat{{Key: u.key}}, Rand: rand.Reader})
	s := u.mustOpen(t, streams.ProtocolTable)
	for _, v := range []any{streams.Opening{Table: u.id}, replica.Message{Genesis: &g}} {
		s.Write(encode(t, v))
	}
	key, err := host.PublicKey(n.host.ID())
	if err != nil {
		t.Fatal(err)
	}
	r.Connect("ben", record.Key(key), time.Now())
	for {
		out := r.Take()
		for _, e := range out.Send {
			for _, rec := range e.Message.Records {
				if p, err := rec.Peek(); err == nil && p.Kind == record.KindProof {
					return u.spoil(t, p, count)
				}
			}
			s.Write(encode(t, e.Message))
		}
		var m replica.Message
		if err := wire.Read(s, waittest.Limit(t), &m); err != nil {
			t.Fatal(err)
		}
		r.Receive("ben", m, time.Now())
	}
}

// spoil makes wrong shuffles out of a good one.
func (u *usurper) spoil(t *testing.T, p record.Payload, count int) (wrong []record.Record) {
	good := p.Body
	for i := range count {
		p.Body = slices.Clone(good)
		p.Body[len(good)-3] ^= byte(1 + i)
		p.Body[len(good)-4] ^= byte(i >> 8)
		r, err := record.Sign(u.key, p)
		if err != nil {
			t.Fatal(err)
		}
		wrong = append(wrong, r)
	}
	return wrong
}

// sendShuffles is the cheat's process.
func sendShuffles(t *testing.T, plan []string) {
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, 19); err != nil {
		t.Fatal(err)
	}
	seed, _ := hex.DecodeString(plan[1])
	lasts, _ := time.ParseDuration(plan[3])
	frames, err := os.ReadFile(plan[4])
	if err != nil {
		t.Fatal(err)
	}
	id := mustID(t, plan[2])
	end, sent, streams := time.Now().Add(lasts), 0, 0
	for time.Now().Before(end) {
		// As many connections as one address may make (PROTOCOL §2.3); nobody
		// counts those of loopback.
		time.Sleep(time.Second / 4)
		r, err := newRaw(plan[0], ed25519.NewKeyFromSeed(seed), floodPatience)
		if err != nil {
			continue
		}
		for time.Now().Before(end) {
			s := r.sitOr(t, id)
			if s == nil {
				break
			}
			go io.Copy(io.Discard, s)
			s.SetWriteDeadline(end)
			n, _ := s.Write(frames)
			sent, streams = sent+n, streams+1
			s.Reset()
			time.Sleep(time.Millisecond)
		}
		r.Close()
	}
	fmt.Printf("%d bytes on %d streams\n", sent, streams)
}
