// Package far has the form of the links by which a node that is not on the local network comes
// to one that invites it, and says which addresses such a link may lead to (PROTOCOL §2.6).
//
// A link is one line without blanks:
//
//	far:HOST:PORT/KEY/SECRET
//
// HOST is an IP address, one of IPv6 in brackets, or a name. KEY is the node's key in base32. SECRET
// has 20 bytes in base32: the secret of the invitation, one byte that stands for the name of the
// network, and three bytes by which a link is found out that was cut off or mistyped. They are no
// protection: whoever makes a link can make them, too.
//
// It is a package of its own because the store keeps links, and the node takes them.
package far

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"unicode"

	"fives/engine/record"
	"fives/p2p/near"
)

// DefaultPort is the TCP port of the far door. It is none of those that nodes and pages try.
const DefaultPort = 45354

// A Secret is what lets a node in: 128 bits, made at random, never typed.
type Secret [16]byte

// NewSecret makes one.
func NewSecret() (s Secret) {
	_, _ = rand.Read(s[:]) // it never fails
	return s
}

// A Knock is what shows, before any handshake, that somebody has a secret. It tells nothing of
// the secret: of former ones, a node keeps the knocks alone (PROTOCOL §2.6).
type Knock [16]byte

// Knock returns the knock of a secret.
func (s Secret) Knock() Knock {
	k, err := hkdf.Key(sha256.New, s[:], nil, "fives/far/1 knock", len(Knock{}))
	if err != nil {
		panic(err) // it is not that long
	}
	return Knock(k)
}

// maxFormer is the largest number of former secrets that a door knows.
const maxFormer = 16

// Former returns the knocks of former secrets once this is one, in front of those before it.
func (s Secret) Former(before []Knock) []Knock {
	return append([]Knock{s.Knock()}, before[:min(len(before), maxFormer-1)]...)
}

// A Link leads to a node. It is comparable.
type Link struct {
	Host   string     `cbor:"host"` // an IP address as netip writes it, or a name in lower case
	Port   uint16     `cbor:"port"`
	Node   record.Key `cbor:"node"`
	Secret Secret     `cbor:"secret"`
}

// Errors of [Parse].
var (
	ErrNoLink  = errors.New("far: this is no link")
	ErrPage    = errors.New("far: this is the address of a page")
	ErrCutOff  = errors.New("far: the link is cut off")
	ErrMangled = errors.New("far: the link is not as it was written")
	ErrNetwork = errors.New("far: the link is of another network")
)

const (
	scheme = "far:"

	alphabet    = "abcdefghijklmnopqrstuvwxyz234567"
	checkLength = 3
	tailLength  = len(Secret{}) + 1 + checkLength
)

// letters has no padding, and both of its lengths are such that all bits of the last letter but
// those that have to be zero count.
var letters = base32.NewEncoding(alphabet).WithPadding(base32.NoPadding)

// String writes a link of a network, "" for the one without a name.
func (l Link) String(network string) string { return l.write(networkByte(network)) }

func (l Link) write(network byte) string {
	start := scheme + l.At() + "/" + letters.EncodeToString(l.Node[:]) + "/"
	tail := append(l.Secret[:], network)
	return start + letters.EncodeToString(append(tail, check(start, tail)...))
}

// At is where a link leads to, as people write it.
func (l Link) At() string {
	host := l.Host
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return host + ":" + strconv.Itoa(int(l.Port))
}

// Is reports whether somebody who typed or pasted text meant a link, whole or not: a word of it begins as
// one, or two do, with a blank behind the colon.
func Is(text string) bool {
	words := strings.Fields(text)
	for i, word := range words {
		word = bare(word)
		if word == scheme && i+1 < len(words) && strings.Count(words[i+1], "/") > 1 || word != scheme && strings.HasPrefix(word, scheme) || Holds(word) {
			return true
		}
	}
	return false
}

// someKey is the number of letters of a key with which nothing but a link goes on.
const someKey = 16

// Holds reports whether there is a link in a text, whole or cut off behind where it leads to.
func Holds(text string) bool {
	for _, rest, found := strings.Cut(bare(text), scheme); found; _, rest, found = strings.Cut(rest, scheme) {
		at, key, _ := strings.Cut(rest, "/")
		_, _, err := ParseHostPort(at)
		if err == nil && strings.Contains(at, ":") && len(key)-len(strings.TrimLeft(key, alphabet)) >= someKey {
			return true
		}
	}
	return false
}

// Parse reads a link that somebody typed or pasted: in either case, with blanks or line breaks in or
// around it, in quotes, brackets or the frame of a terminal, or behind the command that takes it or other
// words. network is the name of this node's.
func Parse(text, network string) (l Link, err error) {
	text = bare(text)
	start := strings.Index(text, scheme)
	switch {
	case strings.HasPrefix(text, "http:"), strings.HasPrefix(text, "https:"):
		return l, ErrPage
	case start < 0:
		return l, ErrNoLink
	}
	text = text[start:]
	at, rest, _ := strings.Cut(text[len(scheme):], "/")
	key, tail, _ := strings.Cut(rest, "/")
	switch wanted := letters.EncodedLen(tailLength); {
	case len(tail) < wanted:
		return l, ErrCutOff
	case len(tail) > wanted:
		return l, ErrMangled
	}
	secret, err := letters.DecodeString(tail)
	if err != nil {
		return l, ErrMangled
	}
	if l, err = parts(at, key); err != nil {
		return Link{}, ErrMangled
	}
	copy(l.Secret[:], secret)
	of := secret[len(l.Secret)]
	switch {
	case l.write(of) != text: // its check is wrong, or somebody else's program has written it in another way
		return Link{}, ErrMangled
	case of != networkByte(network):
		return Link{}, ErrNetwork
	}
	return l, nil
}

// parts reads what comes before the secret.
func parts(at, key string) (l Link, err error) {
	if l.Host, l.Port, err = ParseHostPort(at); err != nil {
		return l, err
	}
	node, err := letters.DecodeString(key)
	if err != nil || len(node) != len(l.Node) {
		return l, ErrMangled
	}
	l.Node = record.Key(node)
	return l, nil
}

// bare takes off what comes with a pasted link.
func bare(text string) string {
	const around = "\"'`*<>()“”„‘’‚«»‹›,;."
	return inAddress.Replace(strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), unicode.Is(unicode.Cf, r): // such as a zero-width space
			return -1
		case r == '|', r >= '\u2500' && r <= '\u257f': // the frame around it
			return -1
		case r == '>': // before each line of a letter that is answered
			return -1
		}
		return unicode.ToLower(r)
	}, text), around))
}

// inAddress undoes what programs make of a link that they take for an address of the web.
var inAddress = strings.NewReplacer("far://", scheme, "%3a", ":", "%2f", "/", "%5b", "[", "%5d", "]")

func check(start string, tail []byte) []byte {
	sum := sha256.Sum256(append([]byte("fives/far/1/link\x00"+start+"\x00"), tail...))
	return sum[:checkLength]
}

// networkByte stands for the name of a network: two that differ are told apart with the probability
// 255/256.
func networkByte(network string) byte {
	return sha256.Sum256([]byte("fives/far/1/network\x00" + network))[0]
}

var errHost = errors.New("far: neither an address nor a name")

const maxName, maxLabel = 253, 63 // letters, as DNS has it

// readHost returns the address or name of a machine as links have it. A name has a dot: one without means
// something on the local network alone, or was meant for a friend's.
func readHost(text string) (string, error) {
	text = strings.ToLower(text)
	bare := text
	if in, is := strings.CutPrefix(text, "["); is {
		bare = strings.TrimSuffix(in, "]")
	}
	if ip, err := netip.ParseAddr(bare); err == nil {
		if ip.Zone() != "" {
			return "", fmt.Errorf("%w: %q", errHost, text)
		}
		return ip.Unmap().String(), nil
	}
	text = strings.TrimSuffix(text, ".") // as the DNS writes a whole name
	labels := strings.Split(text, ".")
	last := labels[len(labels)-1]
	if len(text) > maxName || strings.Trim(last, "0123456789") == "" || len(labels) == 1 || last == "localhost" || last == "local" {
		return "", fmt.Errorf("%w: %q", errHost, text)
	}
	for _, label := range labels {
		if label == "" || len(label) > maxLabel || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" ||
			strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") {
			return "", fmt.Errorf("%w: %q", errHost, text)
		}
	}
	return text, nil
}

// ParseHostPort reads what somebody typed as the address of a machine, with a port or without one.
func ParseHostPort(text string) (host string, port uint16, err error) {
	text = strings.TrimSpace(text)
	if host, err = readHost(text); err == nil {
		return host, DefaultPort, nil
	}
	colon := strings.LastIndexByte(text, ':')
	number, err := strconv.ParseUint(text[colon+1:], 10, 16)
	if colon < 0 || err != nil || number == 0 {
		return "", 0, fmt.Errorf("%w: %q", errHost, text)
	}
	at := text[:colon]
	if strings.Contains(at, ":") != strings.HasPrefix(at, "[") {
		return "", 0, fmt.Errorf("%w: %q", errHost, text)
	}
	host, err = readHost(at)
	return host, uint16(number), err
}

// Nowhere reports whether an address leads to no machine, whoever dials it, or to another one in each
// network.
func Nowhere(ip netip.Addr) bool {
	v4 := within(ip)
	return !ip.IsValid() || ip.IsUnspecified() || ip.IsMulticast() || ip.IsLinkLocalUnicast() || ip.Is4() && (ip.As4()[0] == 0 || ip.As4()[0] >= 240) ||
		siteLocal.Contains(ip) || compatible.Contains(ip) && !ip.IsLoopback() || v4.IsValid() && (Nowhere(v4) || near.Local(v4))
}

var (
	siteLocal  = netip.MustParsePrefix("fec0::/10") // RFC 3879
	compatible = netip.MustParsePrefix("::/96")     // RFC 4291 §2.5.5.1
	translated = netip.MustParsePrefix("64:ff9b::/96")
	sixToFour  = netip.MustParsePrefix("2002::/16")
)

// within is the IPv4 address to which one of IPv6 leads at the end, not a valid one if there is none.
func within(ip netip.Addr) netip.Addr {
	switch b := ip.As16(); {
	case translated.Contains(ip):
		return netip.AddrFrom4([4]byte(b[12:]))
	case sixToFour.Contains(ip):
		return netip.AddrFrom4([4]byte(b[2:6]))
	}
	return netip.Addr{}
}
