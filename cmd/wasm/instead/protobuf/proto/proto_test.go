package proto_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	keys "github.com/libp2p/go-libp2p/core/crypto/pb"
	peer "github.com/libp2p/go-libp2p/core/peer/pb"
	record "github.com/libp2p/go-libp2p/core/record/pb"
	circuit "github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/pb"
	identify "github.com/libp2p/go-libp2p/p2p/protocol/identify/pb"
	noise "github.com/libp2p/go-libp2p/p2p/security/noise/pb"
	real "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"fives/cmd/wasm/instead/protobuf/proto"
)

// messages are all that a node in a page may send or read, empty.
var messages = []proto.Message{
	&keys.PublicKey{}, &keys.PrivateKey{},
	&peer.PeerRecord{}, &record.Envelope{},
	&circuit.HopMessage{}, &circuit.StopMessage{}, &circuit.ReservationVoucher{},
	&identify.Identify{},
	&noise.NoiseHandshakePayload{},
}

// samples have every field of every message, each in its extremes.
func samples() []proto.Message {
	key := &keys.PublicKey{Type: keys.KeyType_Ed25519.Enum(), Data: bytes.Repeat([]byte{7}, 32)}
	one, most := uint64(1), ^uint64(0)
	short, long := "fives", strings.Repeat("é\xff", 200)
	negative := circuit.Status(-1)
	return []proto.Message{
		key,
		&keys.PublicKey{Type: keys.KeyType_RSA.Enum(), Data: []byte{}},
		&keys.PrivateKey{Type: keys.KeyType_ECDSA.Enum(), Data: make([]byte, 300)},
		&peer.PeerRecord{PeerId: []byte("id"), Seq: most, Addresses: []*peer.PeerRecord_AddressInfo{
			{Multiaddr: []byte("address")}, {}, {Multiaddr: []byte{}},
		}},
		&peer.PeerRecord{Seq: one},
		&record.Envelope{PublicKey: key, PayloadType: []byte{3, 1}, Payload: make([]byte, 1000), Signature: []byte("signed")},
		&record.Envelope{PayloadType: []byte{}},
		&circuit.HopMessage{
			Type: circuit.HopMessage_STATUS.Enum(), Status: circuit.Status_RESERVATION_REFUSED.Enum(),
			Peer:        &circuit.Peer{Id: []byte("peer"), Addrs: [][]byte{{1}, {}, {2, 3}}},
			Reservation: &circuit.Reservation{Expire: &most, Addrs: [][]byte{[]byte("here")}, Voucher: []byte{}},
			Limit:       &circuit.Limit{Duration: new(uint32), Data: &one},
		},
		&circuit.HopMessage{Type: circuit.HopMessage_RESERVE.Enum(), Peer: &circuit.Peer{}, Status: &negative},
		&circuit.StopMessage{Type: circuit.StopMessage_CONNECT.Enum(), Peer: &circuit.Peer{Id: []byte{}}, Limit: &circuit.Limit{}, Status: circuit.Status_OK.Enum()},
		&circuit.ReservationVoucher{Relay: []byte("relay"), Peer: []byte("peer"), Expiration: &most},
		&identify.Identify{
			ProtocolVersion: &short, AgentVersion: &long, PublicKey: []byte("key"), ListenAddrs: [][]byte{[]byte("a"), {}},
			ObservedAddr: []byte{}, Protocols: []string{"/a", "", long}, SignedPeerRecord: make([]byte, 128),
		},
		&noise.NoiseHandshakePayload{
			IdentityKey: []byte("key"), IdentitySig: make([]byte, 64),
			Extensions: &noise.NoiseExtensions{WebtransportCerthashes: [][]byte{{0}}, StreamMuxers: []string{"/yamux/1.0.0"}},
		},
	}
}

// forget removes what the real codec keeps of fields that it does not know.
func forget(m protoreflect.Message) {
	m.SetUnknown(nil)
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.Message() == nil:
		case f.IsList():
			for i := range v.List().Len() {
				forget(v.List().Get(i).Message())
			}
		default:
			forget(v.Message())
		}
		return true
	})
}

// same compares what both codecs make of bytes: whether they are a message, which, and how it
// is written.
func same(t *testing.T, of proto.Message, b []byte) {
	t.Helper()
	want, got := empty(of), empty(of)
	theirs, ours := real.Unmarshal(b, want), proto.Unmarshal(b, got)
	if errors.Is(ours, proto.ErrGroup) {
		return
	}
	if (theirs == nil) != (ours == nil) {
		t.Fatalf("%T of %x: %v, where it was %v", of, b, ours, theirs)
	}
	if theirs != nil {
		return
	}
	forget(want.ProtoReflect())
	if !real.Equal(want, got) {
		t.Fatalf("%T of %x is\n%v, where it was\n%v", of, b, got, want)
	}
	sameBytes(t, want)
}

// sameBytes compares what both codecs write.
func sameBytes(t *testing.T, m proto.Message) {
	t.Helper()
	want, theirs := real.MarshalOptions{Deterministic: true}.Marshal(m)
	got, ours := proto.Marshal(m)
	if (theirs == nil) != (ours == nil) || theirs == nil && !bytes.Equal(got, want) {
		t.Fatalf("%v is written\n%x, %v, where it was\n%x, %v", m, got, ours, want, theirs)
	}
	if theirs == nil && proto.Size(m) != len(want) {
		t.Errorf("%v has %d bytes, not %d", m, proto.Size(m), len(want))
	}
}

func empty(m proto.Message) proto.Message { return m.ProtoReflect().New().Interface() }

func TestSameAsReal(t *testing.T) {
	for _, m := range append(samples(), messages...) {
		sameBytes(t, m)
		if b, err := real.Marshal(m); err == nil {
			same(t, m, b)
			same(t, m, append(b, 0xf8, 0xff, 0xff, 0xff, 0x0f, 1)) // a field of another version
		}
	}
}

// Every field of every message is of a kind that the codec knows, and in a sample.
func TestFields(t *testing.T) {
	used := map[protoreflect.FullName]bool{}
	var use func(m protoreflect.Message)
	use = func(m protoreflect.Message) {
		m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
			used[f.FullName()] = true
			if f.Message() != nil && f.IsList() {
				for i := range v.List().Len() {
					use(v.List().Get(i).Message())
				}
			} else if f.Message() != nil {
				use(v.Message())
			}
			return true
		})
	}
	for _, m := range samples() {
		use(m.ProtoReflect())
	}
	var look func(d protoreflect.MessageDescriptor)
	look = func(d protoreflect.MessageDescriptor) {
		for i := range d.Fields().Len() {
			f := d.Fields().Get(i)
			if !used[f.FullName()] {
				t.Errorf("no sample has %s", f.FullName())
			}
			switch f.Kind() {
			case protoreflect.MessageKind:
				look(f.Message())
			case protoreflect.BytesKind:
			case protoreflect.StringKind:
				if f.ParentFile().Syntax() != protoreflect.Proto2 {
					t.Errorf("%s has to be UTF-8", f.FullName())
				}
			case protoreflect.Uint32Kind, protoreflect.Uint64Kind, protoreflect.EnumKind:
				if f.IsList() {
					t.Errorf("%s is a list of numbers", f.FullName())
				}
			default:
				t.Errorf("%s is a %v", f.FullName(), f.Kind())
			}
			if f.IsMap() || f.HasDefault() || f.ContainingOneof() != nil && !f.ContainingOneof().IsSynthetic() {
				t.Errorf("%s is of no kind that is known", f.FullName())
			}
		}
	}
	for _, m := range messages {
		look(m.ProtoReflect().Descriptor())
	}
}

// Two messages one after the other are both together.
func TestMerge(t *testing.T) {
	all := samples()
	for _, a := range all {
		for _, b := range all {
			if reflect.TypeOf(a) != reflect.TypeOf(b) {
				continue
			}
			want, got := real.Clone(a), real.Clone(a)
			real.Merge(want, b)
			if proto.Merge(got, b); !real.Equal(want, got) {
				t.Errorf("%v and %v are\n%v, where they were\n%v", a, b, got, want)
			}
		}
	}
}

// Of whatever bytes, both codecs say the same.
func FuzzSameAsReal(f *testing.F) {
	for i, of := range messages {
		for _, m := range samples() {
			if reflect.TypeOf(m) == reflect.TypeOf(of) {
				b, _ := real.Marshal(m)
				f.Add(uint8(i), b)
			}
		}
	}
	for _, odd := range []string{
		"\x08", "\x0a\x02a", "\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01a", "\x00\x01", "\x0b\x0c", "\x0c", "\x0e", "\x0f",
		"\x0d\x01\x02\x03", "\x09\x01\x02\x03\x04\x05\x06\x07", "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02",
		"\x88\x80\x80\x80\x80\x80\x80\x80\x80\x00\x01", "\x08\x80\x00\x12\x00", "\x0d\x01\x02\x03\x04",
	} {
		for i := range messages {
			f.Add(uint8(i), []byte(odd))
		}
	}
	f.Fuzz(func(t *testing.T, of uint8, b []byte) {
		same(t, messages[int(of)%len(messages)], b)
	})
}

// What a page refuses, it says why.
func TestRefuses(t *testing.T) {
	for b, want := range map[string]string{
		"":                 "proto: Type of pb.PublicKey is missing",
		"\x08\x01":         "proto: Data of pb.PublicKey is missing",
		"\x08\x01\x12\x05": "proto: the message ends in a field",
		"\x08":             "proto: the message ends in a field",
		"\x00\x00":         "proto: no such field",
		"\x0e":             "proto: no such field",
		"\x0b\x0c":         "proto: a group, which no message has",
	} {
		if err := proto.Unmarshal([]byte(b), &keys.PublicKey{}); err == nil || err.Error() != want {
			t.Errorf("%q: %v, not %s", b, err, want)
		}
	}
	deep := &record.Envelope{PublicKey: &keys.PublicKey{}}
	if _, err := proto.Marshal(deep); err == nil || err.Error() != "proto: Type of pb.PublicKey is missing" {
		t.Errorf("%v", err)
	}
}
