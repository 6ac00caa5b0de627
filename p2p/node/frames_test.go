package node

import (
	"bytes"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/entry"
	"fives/p2p/peers"
	"fives/p2p/replica"
	"fives/p2p/streams"
	"fives/p2p/twin"
	"fives/p2p/wire"
)

var update = flag.Bool("update", false, "write the frames of this minor version of testdata/frames anew")

// frameKinds has all frames of all streams, by their names in vectors.
var frameKinds = map[string]reflect.Type{
	"lobby-request": reflect.TypeFor[entry.Request](),
	"lobby-answer":  reflect.TypeFor[entry.Answer](),
	"room":          reflect.TypeFor[entry.Room](),
	"twin-hail":     reflect.TypeFor[twin.Hail](),
	"twin-reply":    reflect.TypeFor[twin.Reply](),
	"join-hello":    reflect.TypeFor[entry.Hello](),
	"join-welcome":  reflect.TypeFor[entry.Welcome](),
	"join-proof":    reflect.TypeFor[entry.Proof](),
	"join-request":  reflect.TypeFor[entry.SeatRequest](),
	"join-waiting":  reflect.TypeFor[entry.RoomNews](),
	"join-door":     reflect.TypeFor[entry.DoorNews](),
	"table-opening": reflect.TypeFor[streams.Opening](),
	"table-message": reflect.TypeFor[replica.Message](),
}

// A vector is a frame as some version has sent it.
type vector struct {
	kind, name string
	body       []byte
}

func (v vector) line() string { return fmt.Sprintf("%s %s %x\n", v.kind, v.name, v.body) }

// samples returns frames of this version: each kind with all that it may have, and with as little as it may have.
func samples(t *testing.T) []vector {
	proposal, joins, id := seating(t)
	letIn, err := entry.Admission{Table: id, Spectator: record.KeyOf(seeded(3)), Seat: 1}.Sign(seeded(2))
	if err != nil {
		t.Fatal(err)
	}
	share, tag, session := bytes.Repeat([]byte{7}, 32), bytes.Repeat([]byte{8}, 64), entry.Nonce(bytes.Repeat([]byte{9}, 16))
	host := record.KeyOf(seeded(2))
	continuation := record.Continuation{
		Parent: id, Head: record.Hash{1}, Game: "five", Options: map[string]any{"limit": uint64(30)},
		Players:    []record.Player{{Key: record.KeyOf(seeded(1)), Name: "ana"}, {Key: record.KeyOf(seeded(4)), Name: "bot", Host: &host}},
		From:       []int{0, 2},
		HouseRules: record.HouseRules{Private: true, Spectators: true, TurnLimit: 60, Cover: record.CoverAll}, Carry: rules.Carry{Hands: 2, Scores: []int{-3, 400}, Next: 1},
	}
	var list []vector
	add := func(name, kind string, v any) {
		b, err := record.Marshal(v)
		if err != nil || reflect.TypeOf(v) != frameKinds[kind] {
			t.Fatalf("%s is no %s: %v", name, kind, err)
		}
		list = append(list, vector{kind, name, b})
	}
	add("question", "lobby-request", entry.Request{Minor: peers.Minor})
	add("empty", "lobby-answer", entry.Answer{Name: "ana", Version: "v1.0.0", Minor: peers.Minor})
	add("screen", "lobby-answer", entry.Answer{Name: "ana", Version: "v1.0.0", Minor: peers.Minor, Screen: true})
	add("tables", "lobby-answer", entry.Answer{Name: "ana", Version: "v1.0.0", Minor: peers.Minor, Offers: []entry.Offer{
		{ID: id, Proposal: &proposal, Taken: []string{"ana", "ada", "ben"}, Bots: 1}, {ID: record.Hash{1}, Private: true},
		{ID: record.Hash{2}, Private: true, Running: true, Credential: letIn},
	}})
	add("full", "lobby-answer", entry.Answer{Name: "ana", Version: "v1.0.0", Minor: peers.Minor, Offers: []entry.Offer{
		{ID: id, Proposal: &proposal, Taken: []string{"ana", "ben"}, Running: true, Full: true, Stopped: true},
	}})
	door := entry.Door{
		ID: id, Game: "five", Options: map[string]any{"limit": uint64(30)}, HouseRules: record.HouseRules{Private: true, Spectators: true, TurnLimit: 60, Cover: record.CoverAll}, Hands: 2, Before: []record.Hash{{4}, {5}},
		Seats: []entry.DoorSeat{
			{Name: "ana", Node: record.KeyOf(seeded(1)), Score: -3, Left: true, ForYou: true},
			{Name: "ada", BotOf: "ben", Node: host, Score: 400, Away: true, Taken: true},
		},
	}
	add("door", "lobby-answer", entry.Answer{Name: "ana", Version: "v1.0.0", Minor: peers.Minor, Offers: []entry.Offer{
		{ID: id, Private: true, Running: true, Credential: letIn},
	}, Doors: []entry.Door{door}})
	add("nobody", "room", entry.Room{})
	add("guests", "room", entry.Room{Of: &host, Guests: []entry.Guest{{Node: record.Key{1}}, {Node: record.Key{2}}}})
	add("hidden", "room", entry.Room{Of: &host, Hidden: true})
	add("twice", "room", entry.Room{Twice: true})
	add("plays", "room", entry.Room{Plays: true})
	add("direct", "twin-hail", twin.Hail{Nonce: twin.Nonce{1}, Mark: twin.Nonce{2}})
	add("pass", "twin-hail", twin.Hail{Nonce: twin.Nonce{1}, Mark: twin.Nonce{2}, Pass: true})
	add("nobody", "twin-reply", twin.Reply{})
	add("statement", "twin-reply", twin.Reply{
		Statement: &twin.Statement{Mark: twin.Nonce{3}, Since: 1790000000, Takes: 1790000001, Onlooker: true, Address: "192.168.1.7", Signature: letIn.Signature},
		Nonce:     &twin.Nonce{4},
	})
	add("hello", "join-hello", entry.Hello{Table: id, Session: session, Minor: peers.Minor})
	add("seat", "join-hello", entry.Hello{Table: id, Session: session, Minor: peers.Minor, Seat: true})
	add("refused", "join-welcome", entry.Welcome{Refused: "the table is full"})
	add("session", "join-welcome", entry.Welcome{Session: &session})
	add("code", "join-welcome", entry.Welcome{Share: share, Tag: tag})
	add("proposal", "join-welcome", entry.Welcome{Proposal: &proposal})
	add("door", "join-welcome", entry.Welcome{Door: &door})
	add("share", "join-proof", entry.Proof{Share: share})
	add("tag", "join-proof", entry.Proof{Tag: tag})
	add("join", "join-request", entry.SeatRequest{Join: &joins[1]})
	add("leave", "join-request", entry.SeatRequest{Leave: true})
	add("say", "join-request", entry.SeatRequest{Say: "one minute"})
	add("wish", "join-request", entry.SeatRequest{Wish: &entry.Wish{Seat: 1, Name: "zoe", Now: true}})
	add("taken", "join-waiting", entry.RoomNews{Taken: []string{"ana", "ben"}})
	add("bots", "join-waiting", entry.RoomNews{Taken: []string{"ana", "ada", "ben"}, Bots: 1})
	add("said", "join-waiting", entry.RoomNews{Taken: []string{"ana", "ben"}, Said: &entry.Line{Seat: 1, Text: "one minute"}})
	add("begun", "join-waiting", entry.RoomNews{Begun: true})
	add("withdrawn", "join-waiting", entry.RoomNews{Withdrawn: true})
	add("refused", "join-waiting", entry.RoomNews{Refused: "the code is wrong"})
	add("last", "join-waiting", entry.RoomNews{})
	add("waits", "join-door", entry.DoorNews{Agreed: []string{"ana"}, Waits: []string{"ben"}, Door: &door})
	add("nothing", "join-door", entry.DoorNews{})
	add("begun", "join-door", entry.DoorNews{Begun: true})
	add("refused", "join-door", entry.DoorNews{Refused: "the seat has changed hands"})
	add("moved", "join-door", entry.DoorNews{Moved: &record.Hash{3}, Seat: 1})
	add("seat", "table-opening", streams.Opening{Table: id, Minor: peers.Minor})
	add("spectator", "table-opening", streams.Opening{Table: id, Credential: letIn, Minor: peers.Minor})
	add("nothing", "table-message", replica.Message{})
	add("proposal", "table-message", replica.Message{Genesis: &replica.Genesis{Proposal: &proposal, Joins: joins}})
	add("continuation", "table-message", replica.Message{Genesis: &replica.Genesis{Continuation: &continuation}})
	again := continuation
	again.Attempt = 1
	add("attempt", "table-message", replica.Message{Genesis: &replica.Genesis{Continuation: &again}})
	add("records", "table-message", replica.Message{Records: joins, Notices: joins[:1], More: true})
	add("heads", "table-message", replica.Message{Heads: &replica.Heads{From: 3, Heads: []record.Hash{id, {1}}}})
	add("chat", "table-message", replica.Message{Say: "good luck"})
	add("line", "table-message", replica.Message{Say: "good luck", Line: 1790000000000000})
	add("empty", "table-message", replica.Message{Have: &replica.Have{Empty: true}})
	add("have", "table-message", replica.Message{Have: &replica.Have{
		Step: 1000, Head: id, Arrived: 1, Links: 3, Guilty: 2, Past: 4, Left: 1, Stopped: true, Lacks: 2,
		Asks:      []replica.Ask{{Seat: 1, Nonce: 1<<64 - 1, Heard: 2}},
		Ballots:   []replica.Ballot{{About: 1, Away: 4, Here: 1}},
		Act:       1<<64 - 1,
		Handovers: []replica.Word{{Seat: 1, Node: joins[0].Author, Bot: true, Now: true, Asks: true, Agrees: &record.Hash{5}, Offers: true, Key: &joins[1].Author, Name: "Ada (good)"}},
	}})
	add("branch", "table-message", replica.Message{Have: &replica.Have{Step: 1000, Head: id, Arrived: 1, Branch: true}})
	return list
}

// readVectors reads a file of testdata/frames.
func readVectors(t *testing.T, path string) (list []vector) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		v := vector{}
		var text string
		if n, err := fmt.Sscan(line, &v.kind, &v.name, &text); n != 3 || err != nil {
			t.Fatalf("%s: %q: %v", path, line, err)
		}
		if v.body, err = hex.DecodeString(text); err != nil || v.line() != line {
			t.Fatalf("%s: %q: %v", path, line, err)
		}
		list = append(list, v)
	}
	return list
}

// TestFrameVectors: frames of every earlier minor version can be read, and are written again as they were.
func TestFrameVectors(t *testing.T) {
	for m := uint64(1); m <= peers.Minor; m++ {
		path := filepath.Join("testdata", "frames", fmt.Sprintf("%d.%d.txt", record.Version, m))
		t.Run(filepath.Base(path), func(t *testing.T) {
			if m == peers.Minor {
				keepSamples(t, path)
			}
			kinds := map[string]bool{}
			for _, v := range readVectors(t, path) {
				kinds[v.kind] = true
				if frameKinds[v.kind] == nil {
					t.Errorf("%s %s: no such kind", v.kind, v.name)
					continue
				}
				frame := reflect.New(frameKinds[v.kind])
				if err := wire.Decode(v.body, frame.Interface()); err != nil {
					t.Errorf("%s %s: %v", v.kind, v.name, err)
					continue
				}
				again, err := record.Marshal(frame.Interface())
				if err != nil || !bytes.Equal(again, v.body) {
					t.Errorf("%s %s: %x is read and written as %x: %v", v.kind, v.name, v.body, again, err)
				}
			}
			for kind := range frameKinds {
				if !kinds[kind] {
					t.Errorf("no vector is a %s", kind)
				}
			}
		})
	}
}

// keepSamples compares the samples, in which every key occurs, with the file of this minor
// version.
func keepSamples(t *testing.T, path string) {
	t.Helper()
	var text strings.Builder
	used := map[string]bool{}
	for _, v := range samples(t) {
		text.WriteString(v.line())
		frame := reflect.New(frameKinds[v.kind])
		if err := wire.Decode(v.body, frame.Interface()); err != nil {
			t.Fatal(err)
		}
		keysUsed(used, v.kind, frame.Elem())
	}
	for kind, typ := range frameKinds {
		for _, key := range keysOf(kind, typ) {
			if !used[key] {
				t.Errorf("no vector has %s", key)
			}
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != text.String() {
		t.Errorf("the frames of this version are not those of %s (-update writes them, if no program has been published that sends the old ones; else the minor version must be raised): %v", path, err)
	}
}

// keysOf returns all keys in a type of frame, each with its path.
func keysOf(at string, typ reflect.Type) (keys []string) {
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice:
		return keysOf(at, typ.Elem())
	case reflect.Struct:
		for i := range typ.NumField() {
			f := typ.Field(i)
			if f.Tag.Get("cbor") == "-" {
				continue // it is in no frame
			}
			keys = append(keys, at+"."+f.Name)
			keys = append(keys, keysOf(at+"."+f.Name, f.Type)...)
		}
	}
	return keys
}

// keysUsed notes which keys of a frame have values other than zero.
func keysUsed(used map[string]bool, at string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			keysUsed(used, at, v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			keysUsed(used, at, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name := at + "." + v.Type().Field(i).Name
			used[name] = used[name] || !v.Field(i).IsZero()
			keysUsed(used, name, v.Field(i))
		}
	}
}
