//go:build !js

package host

import (
	"bytes"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/pb"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/util"
)

// A spoken stream is one on which a peer has said all that it says.
type spoken struct {
	network.Stream // what is missing below is not called
	conn           network.Conn
	in             *bytes.Reader
	out            bytes.Buffer
	reset          bool
}

func (s *spoken) Read(b []byte) (int, error)                   { return s.in.Read(b) }
func (s *spoken) Write(b []byte) (int, error)                  { return s.out.Write(b) }
func (s *spoken) Close() error                                 { return nil }
func (s *spoken) CloseWrite() error                            { return nil }
func (s *spoken) SetDeadline(time.Time) error                  { return nil }
func (s *spoken) Conn() network.Conn                           { return s.conn }
func (s *spoken) Scope() network.StreamScope                   { return &network.NullScope{} }
func (s *spoken) Reset() error                                 { s.reset = true; return nil }
func (s *spoken) ResetWithError(network.StreamErrorCode) error { return s.Reset() }

// FuzzHop: whatever a guest asks a relay for, it gets an answer that can be read or is hung up
// on, and nothing is left of it.
func FuzzHop(f *testing.F) {
	relay := startRelay(f, 1)
	ben, cleo := guestOf(f, relay, 3), guestOf(f, relay, 4)
	for _, m := range []*pb.HopMessage{
		{Type: pb.HopMessage_RESERVE.Enum()},
		{Type: pb.HopMessage_CONNECT.Enum()},
		{Type: pb.HopMessage_CONNECT.Enum(), Peer: util.PeerInfoToPeerV2(peer.AddrInfo{ID: cleo.ID()})},
		{Type: pb.HopMessage_CONNECT.Enum(), Peer: util.PeerInfoToPeerV2(peer.AddrInfo{ID: ben.ID()})},
		{Type: pb.HopMessage_STATUS.Enum(), Status: pb.Status_OK.Enum()},
	} {
		var b bytes.Buffer
		if err := util.NewDelimitedWriter(&b).WriteMsg(m); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x7f})
	conn := relay.Network().ConnsToPeer(ben.ID())[0]
	f.Fuzz(func(t *testing.T, b []byte) {
		s := &spoken{conn: conn, in: bytes.NewReader(b)}
		relay.relay.serve(s)
		var m pb.HopMessage
		rd := util.NewDelimitedReader(&s.out, maxHop)
		defer rd.Close()
		if err := rd.ReadMsg(&m); err != nil && !s.reset {
			t.Errorf("no answer, and the stream goes on: %v", err)
		}
		if n := carries(relay); n != 0 {
			t.Errorf("%d circuits are left", n)
		}
	})
}
