package node

import (
	"bytes"
	"crypto/ed25519"
	"io"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"fives/crypto/cpace"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/entry"
	"fives/p2p/streams"
	"fives/p2p/wire"
)

// A tape is a stream that plays back bytes.
type tape struct{ io.Reader }

func (tape) SetReadDeadline(time.Time) error { return nil }

// reads reports whether bytes are a frame with a T, and checks that it is the same when it is written again.
func reads[T any](t *testing.T, b []byte) (v T, ok bool) {
	if wire.ReadShort(tape{bytes.NewReader(b)}, time.Second, entry.MaxAnswer, &v) != nil {
		return v, false
	}
	again, err := wire.Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	var same T
	if err := wire.Decode(again[4:], &same); err != nil || !reflect.DeepEqual(same, v) {
		t.Errorf("%x is read as %+v and then as %+v: %v", b, v, same, err)
	}
	return v, true
}

func seeded(seed byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))
}

// seating returns the proposal and the joins of a table of two.
func seating(t testing.TB) (proposal record.Record, joins []record.Record, id record.Hash) {
	rs, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	options, err := rs.Validate(2, map[string]any{})
	if err != nil {
		t.Fatal(err)
	}
	body, err := record.Marshal(record.Proposal{Game: rs.Name, Options: rs.Written(options), Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	proposal, err = record.Sign(seeded(1), record.Payload{Version: record.Version, Kind: record.KindProposal, Body: body})
	if err != nil {
		t.Fatal(err)
	}
	id = record.Fold(record.Hash{}, 0, []record.Record{proposal})
	for i, name := range []string{"ana", "ben"} {
		j, err := entry.SignJoin(seeded(byte(i+1)), id, record.Join{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		joins = append(joins, j)
	}
	return proposal, joins, id
}

// FuzzFrames: every frame that another node may send outside a table is refused, or is the same when it is written again, and
// what it holds can be used.
func FuzzFrames(f *testing.F) {
	proposal, joins, id := seating(f)
	for i, v := range []any{
		entry.Request{}, entry.Answer{Name: "ana", Offers: []entry.Offer{{ID: id, Proposal: &proposal, Taken: []string{"ana"}}}},
		entry.Hello{Table: id}, entry.Welcome{Refused: "no"}, entry.Welcome{Session: &entry.Nonce{1}},
		entry.Proof{Tag: make([]byte, 64)}, entry.Proof{Share: make([]byte, 32)}, entry.SeatRequest{Join: &joins[1]}, entry.RoomNews{Taken: []string{"ana", "ben"}}, streams.Opening{Table: id},
		entry.Welcome{Share: make([]byte, 32), Tag: make([]byte, 32)}, entry.Welcome{Proposal: &proposal},
	} {
		f.Add(byte(i), encode(f, v))
	}
	tb, err := table.New(proposal, joins, games.Find)
	if err != nil {
		f.Fatal(err)
	}
	terms := tb.Terms()
	letIn, err := entry.Admission{Table: id, Spectator: record.KeyOf(seeded(3))}.Sign(seeded(1))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(byte(1), encode(f, entry.Answer{Offers: []entry.Offer{{ID: id, Private: true, Running: true, Credential: letIn}}}))
	f.Add(byte(7), encode(f, streams.Opening{Table: id, Credential: letIn}))
	door := entry.Door{ID: id, Game: "five", Options: map[string]any{"limit": uint64(30)}, Seats: []entry.DoorSeat{{Name: "ada", BotOf: "ana", Score: -3}, {Taken: true}}}
	f.Add(byte(1), encode(f, entry.Answer{Offers: []entry.Offer{{ID: id, Running: true}}, Doors: []entry.Door{door}}))
	f.Add(byte(2), encode(f, entry.Hello{Table: id, Seat: true}))
	f.Add(byte(3), encode(f, entry.Welcome{Door: &door}))
	f.Add(byte(5), encode(f, entry.SeatRequest{Wish: &entry.Wish{Seat: 1, Name: "zoe"}}))
	f.Add(byte(8), encode(f, entry.DoorNews{Agreed: []string{"ana"}, Waits: []string{"ben"}, Door: &door}))
	f.Add(byte(8), encode(f, entry.DoorNews{Moved: &id, Seat: 1}))
	looks := func(t *testing.T, d *entry.Door) {
		if d != nil && (!d.Same(d) || !d.SameTerms(d) || !d.Full() && len(d.Nodes()) == 0) {
			t.Errorf("a door that is not like itself: %+v", d)
		}
	}
	f.Fuzz(func(t *testing.T, kind byte, b []byte) {
		switch kind % 9 {
		case 0:
			reads[entry.Request](t, b)
		case 1:
			a, _ := reads[entry.Answer](t, b)
			for _, o := range a.Offers {
				looks(t, o.Door)
				if o.Proposal != nil {
					table.OpenProposal(*o.Proposal, games.Find)
				}
				if o.Credential != nil {
					o.Credential.Verify(o.ID, record.KeyOf(seeded(3)), record.KeyOf(seeded(1)))
				}
			}
		case 2:
			reads[entry.Hello](t, b)
		case 3:
			w, ok := reads[entry.Welcome](t, b)
			if looks(t, w.Door); ok && w.Proposal != nil {
				table.OpenProposal(*w.Proposal, games.Find)
			}
		case 4:
			if p, ok := reads[entry.Proof](t, b); ok {
				d := entry.Handshake{Table: id, Joiner: record.Key{1}, Host: record.Key{2}}
				x, _, err := cpace.Start(d.Config(cpace.Responder), []byte("123456"), cryptoRand(1))
				if err == nil {
					x.Finish(p.Share)
				}
			}
		case 5:
			if q, ok := reads[entry.SeatRequest](t, b); ok && q.Join != nil {
				if s, err := table.OpenJoin(*q.Join, id); err == nil && record.CheckName(s.Name) != nil {
					t.Errorf("a seat named %q", s.Name)
				}
			}
		case 6:
			if w, ok := reads[entry.RoomNews](t, b); ok {
				for _, name := range w.Taken {
					record.CleanName(name)
				}
			}
		case 7:
			o, _ := reads[streams.Opening](t, b)
			if o.Credential.Admits(o.Table, terms, record.KeyOf(seeded(3))) && *o.Credential != *letIn {
				t.Errorf("a credential out of nowhere: %+v", o)
			}
		case 8:
			n, _ := reads[entry.DoorNews](t, b)
			looks(t, n.Door)
		}
	})
}

// cryptoRand is a source of bytes that repeats itself.
func cryptoRand(seed byte) io.Reader { return rand.NewChaCha8([32]byte{seed}) }
