//go:build !js

package host

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/pb"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/util"

	"fives/p2p/limit"
)

// BenchmarkFrames prints what frames to a relay cost; the others, and how to run it, are in
// p2p/node.
func BenchmarkFrames(b *testing.B) {
	relay := startRelay(b, 1)
	ben, cleo := guestOf(b, relay, 3), takes(guestOf(b, relay, 4), func(s network.Stream) { _ = s.Close() })
	relay.relay.asks = limit.NewRate(time.Now, time.Nanosecond, 1<<30) // the limit would refuse most circuits
	conn := relay.Network().ConnsToPeer(ben.ID())[0]
	var rows []string
	for _, c := range []struct {
		name string
		m    *pb.HopMessage
	}{
		{"guest: place at the relay", &pb.HopMessage{Type: pb.HopMessage_RESERVE.Enum()}},
		{"guest: circuit to nobody", &pb.HopMessage{Type: pb.HopMessage_CONNECT.Enum(), Peer: util.PeerInfoToPeerV2(peer.AddrInfo{ID: "nobody"})}},
		{"guest: circuit", &pb.HopMessage{Type: pb.HopMessage_CONNECT.Enum(), Peer: util.PeerInfoToPeerV2(peer.AddrInfo{ID: cleo.ID()})}},
	} {
		var body bytes.Buffer
		if err := util.NewDelimitedWriter(&body).WriteMsg(c.m); err != nil {
			b.Fatal(err)
		}
		var row string
		b.Run(c.name, func(b *testing.B) {
			read := median(b.N, func() {
				rd := util.NewDelimitedReader(bytes.NewReader(body.Bytes()), maxHop)
				defer rd.Close()
				var m pb.HopMessage
				if err := rd.ReadMsg(&m); err != nil {
					b.Fatal(err)
				}
			})
			handled := median(b.N, func() { relay.relay.serve(&spoken{conn: conn, in: bytes.NewReader(body.Bytes())}) })
			times := float64(handled) / float64(read)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(times, "times")
			row = fmt.Sprintf("| %s | %d | %.1f | %.0f | %.1f | | | |", c.name, body.Len(), read.Seconds()*1e6, handled.Seconds()*1e6, times)
		})
		rows = append(rows, row)
	}
	for _, row := range rows {
		fmt.Println(row)
	}
}

// median does something n times, and returns how long it takes.
func median(n int, do func()) time.Duration {
	took := make([]time.Duration, n)
	for i := range took {
		begin := time.Now()
		do()
		took[i] = time.Since(begin)
	}
	slices.Sort(took)
	return took[n/2]
}
