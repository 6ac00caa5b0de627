package discovery

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/libp2p/go-libp2p/core/crypto"
	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"
)

// testID returns a peer ID that is the same in every run.
func testID(t testing.TB, n int) peer.ID {
	t.Helper()
	seed := make([]byte, ed25519.SeedSize)
	copy(seed, fmt.Sprint("test ", n))
	key, err := crypto.UnmarshalEd25519PrivateKey(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		t.Fatal(err)
	}
	id, err := peer.IDFromPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func addrList(ss ...string) []ma.Multiaddr {
	var as []ma.Multiaddr
	for _, s := range ss {
		as = append(as, ma.StringCast(s))
	}
	return as
}

func wireSize(txt []string) (size int) {
	for _, s := range txt {
		size += 1 + len(s)
	}
	return size
}

// PROTOCOL §1.2
func TestTXTRoundTrip(t *testing.T) {
	want := announcement{
		ID: testID(t, 1), Name: "Zoë = 王芳; \"x\\y\"", Version: 1, Time: 1_795_739_123,
		Addrs: addrList("/ip4/192.168.1.9/udp/45355/quic-v1", "/ip4/192.168.1.9/tcp/45355",
			"/ip6/fd00::9/tcp/45355", "/ip6/fe80::9/tcp/45355"),
	}
	got, err := parse(want.encode())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTXTKnownStrings(t *testing.T) {
	a := announcement{ID: testID(t, 1), Name: "ana", Version: 1, Addrs: addrList("/ip4/10.0.0.1/tcp/45355")}
	want := []string{
		"v=1", "id=" + testID(t, 1).String(), "n=YW5h", "a0=/ip4/10.0.0.1/tcp/45355",
	}
	if got := a.encode(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTXTStaysWithinBounds(t *testing.T) {
	a := announcement{ID: testID(t, 1), Name: strings.Repeat("𝄞", 40), Version: 65535}
	for i := range 40 {
		a.Addrs = append(a.Addrs, ma.StringCast(fmt.Sprintf("/ip6/fd00:1234:5678:9abc:def0:1234:5678:%x/udp/45355/quic-v1", i+0x1000)))
	}
	a.Addrs = append(a.Addrs, ma.StringCast("/ip4/10.0.0.1/tcp/45355"))
	txt := a.encode()
	if size := wireSize(txt); size > maxTXT {
		t.Errorf("%d bytes", size)
	}
	for _, s := range txt {
		if len(s) > maxString {
			t.Errorf("a string of %d bytes", len(s))
		}
	}
	got, err := parse(txt)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Addrs) == 0 || !got.Addrs[0].Equal(a.Addrs[0]) {
		t.Errorf("the most useful address is not announced: %v", got.Addrs)
	}
	a.Name, a.Addrs = "", nil
	for i := range 40 {
		a.Addrs = append(a.Addrs, ma.StringCast(fmt.Sprintf("/ip4/1.1.1.1/tcp/%d", i+1)))
	}
	if got, err = parse(a.encode()); err != nil || len(got.Addrs) > maxAddrs {
		t.Errorf("%d addresses, %v", len(got.Addrs), err)
	}
}

func TestTXTRefused(t *testing.T) {
	id := "id=" + testID(t, 1).String()
	rsaLike := "id=QmYyQSo1c1Ym7orWxLYvCrM2EmxFTANf8wXmmE7DWjhx5N"
	cidForm := "id=" + peer.ToCid(testID(t, 1)).String()
	for what, txt := range map[string][]string{
		"nothing":               nil,
		"no peer ID":            {"v=1", "n="},
		"no version":            {id, "n="},
		"negative version":      {id, "v=-1", "n="},
		"large version":         {id, "v=65536", "n="},
		"not an Ed25519 key":    {rsaLike, "v=1", "n="},
		"other spelling":        {cidForm, "v=1", "n="},
		"name is not base64url": {id, "v=1", "n=+/+/"},
		"padded name":           {id, "v=1", "n=YQ=="},
		"too many strings":      append(make([]string, maxStrings), id, "v=1", "n="),
		"too many bytes":        {id, "v=1", "n=", strings.Repeat("x", maxTXTIn)},
	} {
		if a, err := parse(txt); err == nil {
			t.Errorf("%s: accepted as %v", what, a)
		}
	}
}

func TestTXTHostileParts(t *testing.T) {
	a, err := parse([]string{
		"v=1", "id=" + testID(t, 1).String(), "id=" + testID(t, 2).String(),
		"n=" + base64.RawURLEncoding.EncodeToString([]byte("\x1b[31mben\u202e\xff")),
		"later=thing", "flag", "=x",
		"a0=/ip4/10.0.0.1/tcp/1",
		"a1=/ip4/0.0.0.0/tcp/1", "a2=/ip4/224.0.0.1/tcp/1", "a3=/ip4/10.0.0.1/tcp/0",
		"a4=/dns4/example.org/tcp/1", "a5=/ip4/10.0.0.1/tcp/1/wss", "a6=/ip4/10.0.0.1/udp/1",
		"a7=/ip6zone/eth0/ip6/fe80::1/tcp/1", "a8=/unix/etc", "a9=not an address",
		"a10=/ip4/10.0.0.1/tcp/1/p2p/" + testID(t, 1).String() + "/p2p-circuit",
		"a11=/ip6/::ffff:10.0.0.1/tcp/1", "a12=/ip6/ff02::1/tcp/1", "a16=/ip4/10.0.0.2/tcp/1",
	})
	if err != nil {
		t.Fatal(err)
	}
	if a.ID != testID(t, 1) || a.Name != "[31mben" {
		t.Errorf("ID %s, name %q", a.ID, a.Name)
	}
	if len(a.Addrs) != 1 || a.Addrs[0].String() != "/ip4/10.0.0.1/tcp/1" {
		t.Errorf("addresses %v", a.Addrs)
	}
}

func FuzzParse(f *testing.F) {
	ok := announcement{ID: testID(f, 1), Name: "ana", Version: 1, Addrs: addrList("/ip4/10.0.0.1/tcp/45355", "/ip6/fe80::1/udp/1/quic-v1")}
	f.Add(strings.Join(ok.encode(), "\x00"))
	f.Add("v=1\x00id=\x00n=")
	f.Add("v=1\x00id=" + testID(f, 2).String() + "\x00n=\x00a0=/ip6/::/tcp/1\x00a1=/ip4/1.2.3.4/tcp/99999")
	f.Fuzz(func(t *testing.T, s string) {
		a, err := parse(strings.Split(s, "\x00"))
		if err != nil {
			return
		}
		if len(a.Addrs) > maxAddrs || a.Name != CleanName(a.Name) {
			t.Errorf("out of bounds: %v", a)
		}
		txt := a.encode()
		if wireSize(txt) > maxTXT {
			t.Errorf("%d bytes", wireSize(txt))
		}
		b, err := parse(txt)
		if err != nil || b.ID != a.ID || b.Name != a.Name || b.Version != a.Version {
			t.Errorf("%v comes back as %v, %v", a, b, err)
		}
	})
}
