package entry

import (
	"crypto/rand"
	"fmt"
	"maps"
	"math/big"
	"net/netip"
	"strings"
	"sync"
	"time"

	"fives/engine/record"
)

// Limits on guessing (PROTOCOL §6.1).
const (
	codeDigits    = 8                // of the first code of a table
	moreDigits    = 2                // with each new one
	TableFailures = 20               // of all peers at the first code; then there is a new one
	moreFailures  = 50               // times as many at each new one
	PeerFailures  = 5                // of one peer, which is then no longer listened to
	firstPause    = 30 * time.Second // after the first new code; each time it doubles
	longestPause  = time.Hour
	maxGuessers   = 1024                 // peers and addresses
	slower        = 2 * time.Millisecond // times the square of the failures so far, a run waits
	SlowestRun    = 5 * time.Second
)

// A Code is the short secret of a private table, together with who has guessed wrong. A node
// has one for a table and for all that go on from it, so that its guesses have one count. It
// is safe for concurrent use: a run is counted in the same step that decides whether it may
// begin.
type Code struct {
	mu     sync.Mutex
	stored StoredCode
	by     map[string]int // peers and addresses whose guesses count against this code

	// Those whose guesses forced a new code are not listened to for a while. Otherwise a
	// friend would have no time to type the new one.
	paused map[string]time.Time // until when
}

// A StoredCode is what a node stores of a code: all that a restart must not forget if nobody
// is to find it.
type StoredCode struct {
	Text     string `cbor:"text"`
	Failures int    `cbor:"failures,omitempty"` // at this code
	Before   int    `cbor:"before,omitempty"`   // while there were other codes
}

// NewCode takes a code from the store, nil if there is none.
func NewCode(s StoredCode) *Code {
	if s.Text == "" {
		return nil
	}
	return &Code{stored: s, by: map[string]int{}, paused: map[string]time.Time{}}
}

// FirstCode draws the first code of a table.
func FirstCode() StoredCode { return StoredCode{Text: drawCode(codeDigits)} }

// Text returns the code as people say it.
func (c *Code) Text() string { return c.Stored().Text }

// Stored returns what is to be stored of the code, as it is now.
func (c *Code) Stored() StoredCode {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stored
}

// renewals returns how many codes there have been before. The length of the code tells.
func (s StoredCode) renewals() int { return max(0, len(s.Text)-codeDigits) / moreDigits }

// lasts returns how many failures a code survives: each new one fifty times as many as the
// one before, out of a hundred times as many codes. So the probability of guessing any of
// them, by however many guesses, is at most twice that of guessing the first, and a code of
// twelve or more digits outlasts an evening.
func (s StoredCode) lasts() int {
	n := TableFailures
	for range min(s.renewals(), 8) {
		n *= moreFailures
	}
	return n
}

// Renew draws a new code if this one was guessed at too often, and reports whether it has.
func (c *Code) Renew(now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stored.Failures < c.stored.lasts() {
		return false
	}
	maps.DeleteFunc(c.paused, func(_ string, until time.Time) bool { return now.After(until) })
	if len(c.paused) >= maxGuessers {
		clear(c.paused)
	}
	until := now.Add(min(firstPause<<min(c.stored.renewals(), 16), longestPause))
	for who := range c.by {
		c.paused[who] = until
	}
	c.stored = StoredCode{Text: drawCode(len(c.stored.Text) + moreDigits), Before: c.stored.Before + c.stored.Failures}
	clear(c.by)
	return true
}

func drawCode(digits int) string {
	most := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	n, err := rand.Int(rand.Reader, most)
	if err != nil {
		panic(fmt.Sprintf("entry: no randomness: %v", err))
	}
	text := n.String()
	return strings.Repeat("0", digits-len(text)) + text
}

// Try counts a run as failed until it succeeds, and returns the code that has to be proved,
// and how long the run has to wait: the more failures there have been, by anybody, the longer.
// It returns false if the peer has used up its tries, or if the peer or its address is not
// listened to for a while.
func (c *Code) Try(now time.Time, id, addr string) (text string, wait time.Duration, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.by[id] >= PeerFailures || now.Before(c.paused[id]) || now.Before(c.paused[addr]) {
		return "", 0, false
	}
	so := time.Duration(min(c.stored.Before+c.stored.Failures, 1000))
	for _, who := range []string{id, addr} {
		if len(c.by) < maxGuessers || c.by[who] > 0 {
			c.by[who]++
		}
	}
	c.stored.Failures++
	return c.stored.Text, min(so*so*slower, SlowestRun), true
}

// Succeed takes back a run that Try has counted, unless there is a new code since.
func (c *Code) Succeed(text, id, addr string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if text != c.stored.Text {
		return
	}
	delete(c.by, id)
	if c.by[addr]--; c.by[addr] <= 0 {
		delete(c.by, addr)
	}
	c.stored.Failures--
}

// Digits strips what people put between the digits of a code, which may be those of any script.
func Digits(text string) string {
	var out []rune
	for _, r := range record.TypedASCII(text) {
		if r >= '0' && r <= '9' {
			out = append(out, r)
		}
	}
	return string(out)
}

// Source returns where a guess comes from: an IPv4 address, or the /64 of an IPv6 address,
// because one machine can have as many of these as it likes.
func Source(address netip.Addr) string {
	if address.Is6() {
		if p, err := address.Prefix(64); err == nil {
			address = p.Addr()
		}
	}
	return "/" + address.String()
}
