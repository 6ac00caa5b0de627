//go:build !js

package host

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net/netip"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"
	"github.com/quic-go/quic-go"

	"fives/p2p/waittest"
)

// The certificate of a QUIC connection is good by every clock: it says who has the key, and
// nothing about the time. One that begins just before it was made keeps out whoever's clock
// is behind (an empty battery, two systems on one laptop).
func TestCertificateByEveryClock(t *testing.T) {
	own := certificateOf(t, start(t, 1, 0))
	roots := x509.NewCertPool()
	roots.AddCert(own)
	own.UnhandledCriticalExtensions = nil // libp2p's, which binds it to the key
	for _, clock := range []time.Time{time.Unix(86400, 0), time.Now().Add(-2 * time.Hour), time.Now(), time.Now().AddDate(200, 0, 0)} {
		if _, err := own.Verify(x509.VerifyOptions{Roots: roots, CurrentTime: clock}); err != nil {
			t.Errorf("by a clock that says %s: %v", clock.Format(time.RFC3339), err)
		}
	}
	if other := certificateOf(t, start(t, 2, 0)); other.SerialNumber.Cmp(own.SerialNumber) == 0 {
		t.Error("two hosts have certificates of one number")
	}
}

// TestStrangerOverQUICLearnsNothing: whoever dials from outside is refused before the host
// shows its certificate, and so its key. From near, one is shown.
func TestStrangerOverQUICLearnsNothing(t *testing.T) {
	certificateOf(t, start(t, 1, 0))
	h := beyond(t)
	shown, err := shownBy(t, h)
	var refused *quic.TransportError
	if shown != nil || !errors.As(err, &refused) || refused.ErrorCode != quic.ConnectionRefused {
		t.Errorf("somebody outside is shown a certificate %v, and told %v", shown != nil, err)
	}
}

// beyond is a host in whose eyes this machine is outside its network.
func beyond(t *testing.T) *Host {
	t.Helper()
	h, err := New(Config{Key: testKey(2), Ifaces: []string{"lo"}, Prepare: func(h *Host) {
		h.gater.home = func(netip.Addr) bool { return false }
		h.gater.attached.nets, h.gater.attached.read = nil, time.Now().Add(time.Hour)
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

// TestStrangerIsHungUpOn: whoever dials from outside sees that it is refused, and not only that nobody
// answers; the one inside sees who that was.
func TestStrangerIsHungUpOn(t *testing.T) {
	h, stranger := beyond(t), start(t, 3, 0)
	for i, way := range []string{"/tcp/", "/quic-v1"} {
		if err := connect(t, stranger, via(t, h, "/ip4/127.0.0.1/", way)); !HungUp(err) {
			t.Errorf("%s: %v", way, err)
		}
		waittest.Until(t, "it is counted", func() bool { return h.Strangers().Count > i && h.Strangers().From.IsLoopback() })
	}
	if HungUp(connect(t, stranger, peer.AddrInfo{ID: h.ID(), Addrs: []ma.Multiaddr{ma.StringCast("/ip4/127.0.0.1/tcp/1")}})) {
		t.Error("nobody is there, and hangs up")
	}
}

// certificateOf is what a host shows to whoever dials it over QUIC.
func certificateOf(t *testing.T, h *Host) *x509.Certificate {
	t.Helper()
	shown, err := shownBy(t, h)
	if shown == nil {
		t.Fatalf("no certificate: %v", err)
	}
	return shown
}

func shownBy(t *testing.T, h *Host) (shown *x509.Certificate, err error) {
	t.Helper()
	_, at, err := manet.DialArgs(via(t, h, "/ip4/127.0.0.1/", "/quic-v1").Addrs[0][:2])
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit(t))
	defer cancel()
	c, err := quic.DialAddr(ctx, at, &tls.Config{
		InsecureSkipVerify: true, NextProtos: []string{"libp2p"}, //nolint:gosec // what is shown is looked at below
		VerifyPeerCertificate: func(raw [][]byte, _ [][]*x509.Certificate) (err error) {
			shown, err = x509.ParseCertificate(raw[0])
			return err
		},
	}, nil)
	if err == nil {
		_ = c.CloseWithError(0, "")
	}
	return shown, err
}
