package node

import (
	"crypto/ed25519"
	"crypto/rand"
	"io"
	"sync/atomic"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/proto"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/replica"
	"fives/p2p/streams"
	"fives/p2p/waittest"
	"fives/p2p/wire"
)

// TestAsksForTheLog: a seat that says again and again that it lacks the log gets no more bytes
// than PROTOCOL §3.2 says, on however many streams.
func TestAsksForTheLog(t *testing.T) {
	const burst, second, aStream, most = 32 << 20, 4 << 20, 4, 24 << 20
	ana, _, id, ben := impostor(t, ways["TCP or QUIC"])
	var heads [2]record.Hash
	ana.tables.game(id).look(func(r *replica.Snapshot) {
		heads[0], _ = r.Table().HeadAt(2)
		heads[1], _ = r.Table().HeadAt(3)
	})
	got, begin := int64(0), time.Now()
	for range aStream {
		s := ben.sit(t, id)
		go func() {
			for i := uint64(0); ; i++ {
				if err := wire.Write(s, replica.Message{Have: &replica.Have{Step: 2 + i%2, Head: heads[i%2]}}); err != nil {
					return
				}
			}
		}()
		_ = s.SetReadDeadline(time.Now().Add(time.Second))
		n, _ := io.CopyN(io.Discard, s, most)
		got += n
		s.Reset()
	}
	if may := burst + int64(second*time.Since(begin).Seconds()) + aStream<<20; got > may {
		t.Errorf("%d MiB came where %d may", got>>20, may>>20)
	}
	if got == 0 {
		t.Error("nothing came")
	}
}

// TestGenesesAreFew: a node asks nobody how tables began that are not here more often than
// PROTOCOL §4.5 says: each answer has as many signatures as the table has seats.
func TestGenesesAreFew(t *testing.T) {
	const burst, every, opened = 20, time.Second / 2, 60
	ana := startNode(t, "ana")
	eve := startRaw(t, ana, nil)
	proposal, joins, _ := seating(t)
	asked, begin := 0, time.Now()
	for i := range opened {
		s := eve.mustOpen(t, streams.ProtocolTable)
		_, _ = s.Write(encode(t, streams.Opening{Table: record.Hash{1, byte(i)}}))
		var m replica.Message
		if err := wire.Read(s, waittest.Limit(t), &m); err == nil && m.Have != nil && m.Have.Empty {
			asked++
			_, _ = s.Write(encode(t, replica.Message{Genesis: &replica.Genesis{Proposal: &proposal, Joins: joins}}))
			hearsNothing(t, s, "a genesis of another table")
		}
		s.Reset()
	}
	if may := burst + 1 + int(time.Since(begin)/every); asked > may {
		t.Errorf("%d geneses are asked for where %d may be", asked, may)
	}
	if asked < burst {
		t.Errorf("only %d geneses are asked for", asked)
	}
}

// TestFalseGuests: of the invented guests that a node names, no more are dialled than PROTOCOL §4.6 says, however often it names
// others.
func TestFalseGuests(t *testing.T) {
	t.Parallel()
	const burst, every, lasts = 64, time.Second / 4, 6 * time.Second
	ana := startNode(t, "ana")
	eve := startRaw(t, ana, nil)
	var asked atomic.Int32
	eve.SetStreamHandler(proto.ProtoIDv2Hop, func(s network.Stream) {
		asked.Add(1)
		s.Reset()
	})
	for begin := time.Now(); ; time.Sleep(time.Second) {
		if may := burst + 1 + int32(time.Since(begin)/every); asked.Load() > may {
			t.Fatalf("%d guests are dialled where %d may be", asked.Load(), may)
		}
		if time.Since(begin) > lasts {
			break
		}
		var r entry.Room
		for range entry.MaxGuests {
			r.Guests = append(r.Guests, entry.Guest{Node: *publicOf(newKey(t))})
		}
		s := eve.mustOpen(t, streams.ProtocolRoom)
		_, _ = s.Write(encode(t, r))
	}
	if asked.Load() == 0 {
		t.Error("nobody is dialled")
	}
}

func newKey(t *testing.T) ed25519.PrivateKey {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}
