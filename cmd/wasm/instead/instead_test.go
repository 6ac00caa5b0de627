//go:build !js

package instead

import (
	"hash"
	"testing"

	realkeys "github.com/decred/dcrd/dcrec/secp256k1/v4"
	realcodes "github.com/multiformats/go-multicodec"

	"fives/cmd/wasm/instead/blake3"
	"fives/cmd/wasm/instead/multicodec"
	"fives/cmd/wasm/instead/murmur3"
	"fives/cmd/wasm/instead/prometheus/prometheus"
	"fives/cmd/wasm/instead/secp256k1"
)

// A key in a CID has the same code.
func TestMulticodec(t *testing.T) {
	if got, want := uint64(multicodec.Libp2pKey), uint64(realcodes.Libp2pKey); got != want {
		t.Errorf("%#x, where it was %#x", got, want)
	}
	if got := multicodec.Code(7).String(); got != "Code(7)" {
		t.Error(got)
	}
}

// go-multihash gets the sizes of hashes that it computes nowhere in a page: it asks for the first
// when it begins, and knows the other.
func TestHashes(t *testing.T) {
	var h hash.Hash = blake3.New(32, nil)
	if got := h.Size(); got != 32 {
		t.Errorf("%d bytes of 32", got)
	}
	if murmur3.New64() != nil {
		t.Error("there is a hash")
	}
}

// A key is refused that the real package takes.
func TestSecp256k1(t *testing.T) {
	key, err := realkeys.GeneratePrivateKey()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := realkeys.ParsePubKey(key.PubKey().SerializeCompressed()); err != nil {
		t.Fatal(err)
	}
	if k, err := secp256k1.ParsePubKey(key.PubKey().SerializeCompressed()); k != nil || err != secp256k1.ErrNoKeys {
		t.Errorf("%v, %v", k, err)
	}
	if k, err := secp256k1.GeneratePrivateKey(); k != nil || err != secp256k1.ErrNoKeys {
		t.Errorf("%v, %v", k, err)
	}
	if secp256k1.PrivKeyBytesLen != realkeys.PrivKeyBytesLen {
		t.Errorf("%d bytes, where it was %d", secp256k1.PrivKeyBytesLen, realkeys.PrivKeyBytesLen)
	}
}

// Whatever go-libp2p counts has somewhere to go.
func TestPrometheus(t *testing.T) {
	labels := []string{"a"}
	counters := prometheus.NewCounterVec(prometheus.CounterOpts{}, labels)
	gauges := prometheus.NewGaugeVec(prometheus.GaugeOpts{}, labels)
	sizes := prometheus.NewHistogramVec(prometheus.HistogramOpts{}, labels)
	one, size := prometheus.NewGauge(prometheus.GaugeOpts{}), prometheus.NewHistogram(prometheus.HistogramOpts{})
	for _, c := range []prometheus.Collector{counters, gauges, sizes, one, size} {
		if err := prometheus.DefaultRegisterer.Register(c); err != nil {
			t.Error(err)
		}
	}
	counters.WithLabelValues("x").Inc()
	counters.With(prometheus.Labels{"a": "x"}).Add(1)
	gauges.WithLabelValues("x").Dec()
	gauges.With(prometheus.Labels{"a": "x"}).Set(1)
	sizes.WithLabelValues("x").Observe(1)
	sizes.With(prometheus.Labels{"a": "x"}).Observe(1)
	one.Sub(1)
	size.Observe(1)
}
