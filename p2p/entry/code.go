package entry

import (
	"crypto/rand"
	"fmt"
	"maps"
	"math/big"
	"net/netip"
	"strings"
	"time"

	"fives/engine/record"
)

// Limits on guessing (PROTOCOL §6.1).
const (
	codeDigits    = 6                // of the first code of a table
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

// A Code is the short secret of a private table, together with who has guessed wrong. It
// must be guarded: a run is counted in the same step that decides whether it may begin.
type Code struct {
	text     string
	failures int            // at this code
	before   int            // at the table, while it had other codes
	by       map[string]int // peers and addresses whose guesses count against this code

	// Those whose guesses forced a new code are not listened to for a while. Otherwise a
	// friend would have no time to type the new one.
	paused map[string]time.Time // until when
}

// NewCode takes a code from the store, or draws the first one of a table.
func NewCode(text string) *Code {
	if text == "" {
		text = drawCode(codeDigits)
	}
	return &Code{text: text, by: map[string]int{}, paused: map[string]time.Time{}}
}

// Text returns the code as people say it.
func (c *Code) Text() string { return c.text }

// Failures returns how many guesses count against this code, and against the earlier codes
// of the table.
func (c *Code) Failures() (now, before int) { return c.failures, c.before }

// renewals returns how many codes the table has had before. The length of the code tells,
// even after a restart.
func (c *Code) renewals() int { return max(0, len(c.text)-codeDigits) / moreDigits }

// lasts returns how many failures a code survives: each new one fifty times as many as the
// one before, out of a hundred times as many codes. So the probability of guessing any of
// them, by however many guesses, is at most twice that of guessing the first, and a code of
// ten or more digits outlasts an evening.
func (c *Code) lasts() int {
	n := TableFailures
	for range min(c.renewals(), 8) {
		n *= moreFailures
	}
	return n
}

// Exhausted reports whether it is time for a new code.
func (c *Code) Exhausted() bool { return c.failures >= c.lasts() }

// Renewed returns the code that replaces one that was guessed at too often.
func (c *Code) Renewed(now time.Time) *Code {
	next := NewCode(drawCode(len(c.text) + moreDigits))
	next.before, next.paused = c.before+c.failures, c.paused
	maps.DeleteFunc(next.paused, func(_ string, until time.Time) bool { return now.After(until) })
	if len(next.paused) >= maxGuessers {
		clear(next.paused)
	}
	until := now.Add(min(firstPause<<min(c.renewals(), 16), longestPause))
	for who := range c.by {
		next.paused[who] = until
	}
	return next
}

// FirstCode draws the first code of a table.
func FirstCode() string { return drawCode(codeDigits) }

func drawCode(digits int) string {
	most := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	n, err := rand.Int(rand.Reader, most)
	if err != nil {
		panic(fmt.Sprintf("entry: no randomness: %v", err))
	}
	text := n.String()
	return strings.Repeat("0", digits-len(text)) + text
}

// Try counts a run as failed until it succeeds, and returns how long it has to wait: the
// more failures there have been at the table, by anybody, the longer. It returns false if
// the peer has used up its tries, or if the peer or its address is not listened to for a
// while.
func (c *Code) Try(now time.Time, id, addr string) (wait time.Duration, ok bool) {
	if c.by[id] >= PeerFailures || now.Before(c.paused[id]) || now.Before(c.paused[addr]) {
		return 0, false
	}
	so := time.Duration(min(c.before+c.failures, 1000))
	wait = min(so*so*slower, SlowestRun)
	for _, who := range []string{id, addr} {
		if len(c.by) < maxGuessers || c.by[who] > 0 {
			c.by[who]++
		}
	}
	c.failures++
	return wait, true
}

// Succeed takes back a run that Try has counted.
func (c *Code) Succeed(id, addr string) {
	delete(c.by, id)
	if c.by[addr]--; c.by[addr] <= 0 {
		delete(c.by, addr)
	}
	c.failures--
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
