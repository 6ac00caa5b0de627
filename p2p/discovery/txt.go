package discovery

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"github.com/libp2p/go-libp2p/core/crypto"
	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"
)

const (
	maxTXT     = 400  // bytes of all strings that we send, with their length bytes
	maxTXTIn   = 1300 // bytes of all strings that we read, with their length bytes
	maxStrings = 64   // strings that we read
	maxString  = 255  // the largest length that fits into a length byte
	maxAddrs   = 16   // addresses of one peer

	latest = 1 << 33 // the latest time of a clock, in Unix seconds: so no difference of two overflows
)

// announcement is what a node announces about itself in its TXT record.
type announcement struct {
	ID      peer.ID
	Name    string
	Version int
	Time    uint64         // by its clock, in Unix seconds; 0 if it does not say
	Addrs   []ma.Multiaddr // most useful first
}

// encode returns an announcement as the strings of a TXT record, without the addresses that do not fit;
// those at the end are left out first.
func (a announcement) encode() []string {
	txt := []string{
		"v=" + strconv.Itoa(a.Version),
		"id=" + a.ID.String(),
		"n=" + base64.RawURLEncoding.EncodeToString([]byte(CleanName(a.Name))),
	}
	if a.Time != 0 {
		txt = append(txt, "t="+strconv.FormatUint(a.Time, 10))
	}
	size := 0
	for _, s := range txt {
		size += 1 + len(s)
	}
	n := 0
	for _, addr := range a.Addrs {
		s := "a" + strconv.Itoa(n) + "=" + addr.String()
		if n == maxAddrs {
			break
		}
		if len(s) > maxString || size+1+len(s) > maxTXT {
			continue
		}
		txt, size, n = append(txt, s), size+1+len(s), n+1
	}
	return txt
}

// parse reads an announcement from the strings of a TXT record. It ignores unknown keys and addresses of
// unknown shape, so that later versions can add some. Of two equal keys, the first counts (RFC 6763 §6.4).
func parse(txt []string) (announcement, error) {
	if err := checkSize(txt); err != nil {
		return announcement{}, err
	}
	keys := make(map[string]string, len(txt))
	for _, s := range txt {
		key, value, ok := strings.Cut(s, "=")
		if _, twice := keys[key]; ok && !twice {
			keys[key] = value
		}
	}
	var a announcement
	var err error
	if a.ID, err = parseID(keys["id"]); err != nil {
		return announcement{}, err
	}
	if a.Version, err = parseVersion(keys["v"]); err != nil {
		return announcement{}, err
	}
	name, err := base64.RawURLEncoding.DecodeString(keys["n"])
	if err != nil {
		return announcement{}, fmt.Errorf("discovery: name: %w", err)
	}
	a.Name = CleanName(string(name))
	if t, err := strconv.ParseUint(keys["t"], 10, 64); err == nil && t <= latest {
		a.Time = t
	}
	for i := range maxAddrs {
		if addr, ok := parseAddr(keys["a"+strconv.Itoa(i)]); ok {
			a.Addrs = append(a.Addrs, addr)
		}
	}
	return a, nil
}

func checkSize(txt []string) error {
	size := 0
	for _, s := range txt {
		size += 1 + len(s)
	}
	if len(txt) > maxStrings || size > maxTXTIn {
		return errors.New("discovery: TXT record is too long")
	}
	return nil
}

// parseID accepts the base58 text of an Ed25519 peer ID, in its canonical form only.
func parseID(s string) (peer.ID, error) {
	id, err := peer.Decode(s)
	if err != nil {
		return "", fmt.Errorf("discovery: peer ID: %w", err)
	}
	key, err := id.ExtractPublicKey()
	if err != nil || key.Type() != crypto.Ed25519 || id.String() != s {
		return "", errors.New("discovery: peer ID is not of an Ed25519 key")
	}
	return id, nil
}

func parseVersion(s string) (int, error) {
	v, err := strconv.ParseUint(s, 10, 16)
	if err != nil {
		return 0, fmt.Errorf("discovery: version: %w", err)
	}
	return int(v), nil
}

// parseAddr accepts /ip4|ip6/…/tcp/…, /ip4|ip6/…/udp/…/quic-v1 and
// /ip4|ip6/…/tcp/…/ws with a unicast address and a port.
func parseAddr(s string) (ma.Multiaddr, bool) {
	addr, err := ma.NewMultiaddr(s)
	if err != nil {
		return nil, false
	}
	e, ok := splitAddr(addr)
	if !ok || e.ip.IsUnspecified() || e.ip.IsMulticast() || e.ip.Is4In6() {
		return nil, false
	}
	return addr, true
}

// endpoint is a multiaddr taken apart.
type endpoint struct {
	ip   netip.Addr
	rest ma.Multiaddr
	port string
}

// splitAddr takes an address apart; it returns false unless the address has a shape that nodes listen on.
func splitAddr(a ma.Multiaddr) (endpoint, bool) {
	if len(a) < 2 || a[0].Code() != ma.P_IP4 && a[0].Code() != ma.P_IP6 {
		return endpoint{}, false
	}
	ip, ok := netip.AddrFromSlice(a[0].RawValue())
	if !ok || !isTCP(a[1:]) && !isQUIC(a[1:]) && !isWebSocket(a[1:]) || a[1].Value() == "0" {
		return endpoint{}, false
	}
	return endpoint{ip: ip, rest: a[1:], port: a[1].Value()}, true
}

func isTCP(a ma.Multiaddr) bool { return len(a) == 1 && a[0].Code() == ma.P_TCP }

func isQUIC(a ma.Multiaddr) bool {
	return len(a) == 2 && a[0].Code() == ma.P_UDP && a[1].Code() == ma.P_QUIC_V1
}

func isWebSocket(a ma.Multiaddr) bool {
	return len(a) == 2 && isTCP(a[:1]) && a[1].Code() == ma.P_WS
}

// joinAddr returns the address with an IP address and the rest of another one: the inverse of splitAddr.
func joinAddr(ip netip.Addr, rest ma.Multiaddr) ma.Multiaddr {
	family := "/ip4/"
	if ip.Is6() {
		family = "/ip6/"
	}
	return ma.StringCast(family + ip.String()).Encapsulate(rest)
}
