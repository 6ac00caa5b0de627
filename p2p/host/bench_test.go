//go:build !js

package host

import (
	"bytes"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
)

// BenchmarkHop is from one node to another and back: how long a small frame and its answer
// take between two hosts on loopback, over the transport that they choose themselves. It is
// the median.
func BenchmarkHop(b *testing.B) {
	here, there := start(b, 1, 0), start(b, 2, 0)
	there.SetStreamHandler("/fives/echo/1", echo)
	if err := connect(b, here, peer.AddrInfo{ID: there.ID(), Addrs: there.Addrs()}); err != nil {
		b.Fatal(err)
	}
	s, err := here.NewStream(b.Context(), there.ID(), "/fives/echo/1")
	if err != nil {
		b.Fatal(err)
	}
	defer s.Reset()
	frame := bytes.Repeat([]byte{1}, 300)
	back := make([]byte, len(frame))
	var times []time.Duration
	for b.Loop() {
		begun := time.Now()
		if _, err := s.Write(frame); err != nil {
			b.Fatal(err)
		}
		if _, err := io.ReadFull(s, back); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(begun))
	}
	slices.Sort(times)
	b.ReportMetric(times[len(times)/2].Seconds()*1000, "ms/op")
}
