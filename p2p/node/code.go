package node

import (
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"strings"
	"time"

	"fives/crypto/cpace"
	"fives/engine/record"
)

// Limits of guessing (PROTOCOL §6.1).
const (
	codeDigits    = 6                // of the first code of a table
	moreDigits    = 2                // with each new one
	tableFailures = 20               // of all peers at the first code; then there is a new one
	moreFailures  = 50               // times as many at each new one
	peerFailures  = 5                // of one peer; it is not listened to any more then
	firstPause    = 30 * time.Second // after the first new code; each time it doubles
	longestPause  = time.Hour
	maxGuessers   = 1024                 // peers and addresses
	slower        = 2 * time.Millisecond // times the square of the failures so far, a run waits
	slowest       = 5 * time.Second
)

// A code is the short secret of a private table, and who has guessed wrong. It
// must be guarded: whether a run may begin is settled in the step that counts it.
type code struct {
	text     string
	failures int            // at this code
	before   int            // at the table, while it had other codes
	by       map[string]int // peers and addresses whose guesses count against this code

	// Those who made the code be renewed are not listened to for a while.
	// Without that, a friend has no time to type the new one.
	paused map[string]time.Time // until when
}

// newCode takes a code from the store, or draws the first one of a table.
func newCode(text string) *code {
	if text == "" {
		text = drawCode(codeDigits)
	}
	return &code{text: text, by: map[string]int{}, paused: map[string]time.Time{}}
}

// renewals is how many codes the table has had before. The length says so, also
// after a restart.
func (c *code) renewals() int { return max(0, len(c.text)-codeDigits) / moreDigits }

// lasts is how many failures a code stands: with each new one fifty times as many
// as with the one before, of a hundred times as many codes. So all of them
// together are found with twice the probability of the first, by however many
// guesses, and one of ten digits or more outlasts an evening.
func (c *code) lasts() int {
	n := tableFailures
	for range min(c.renewals(), 8) {
		n *= moreFailures
	}
	return n
}

// exhausted tells whether it is time for a new code.
func (c *code) exhausted() bool { return c.failures >= c.lasts() }

// renewed is the code that takes the place of one that was guessed at too often.
func (c *code) renewed() *code {
	next := newCode(drawCode(len(c.text) + moreDigits))
	next.before, next.paused = c.before+c.failures, c.paused
	maps.DeleteFunc(next.paused, func(_ string, until time.Time) bool { return time.Now().After(until) })
	if len(next.paused) >= maxGuessers {
		clear(next.paused)
	}
	until := time.Now().Add(min(firstPause<<min(c.renewals(), 16), longestPause))
	for who := range c.by {
		next.paused[who] = until
	}
	return next
}

func drawCode(digits int) string {
	most := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	n, err := rand.Int(rand.Reader, most)
	if err != nil {
		panic(fmt.Sprintf("node: no randomness: %v", err))
	}
	text := n.String()
	return strings.Repeat("0", digits-len(text)) + text
}

// try counts a run as failed until it succeeds, and returns how long it has to
// wait: the longer, the more failures there have been at the table, whoever
// failed. It returns false if the peer has had its tries, or if it or its address
// is not listened to for a while.
func (c *code) try(id, addr string) (wait time.Duration, ok bool) {
	now := time.Now()
	if c.by[id] >= peerFailures || now.Before(c.paused[id]) || now.Before(c.paused[addr]) {
		return 0, false
	}
	so := time.Duration(min(c.before+c.failures, 1000))
	wait = min(so*so*slower, slowest)
	for _, who := range []string{id, addr} {
		if len(c.by) < maxGuessers || c.by[who] > 0 {
			c.by[who]++
		}
	}
	c.failures++
	return wait, true
}

// succeed takes a run back that try has counted.
func (c *code) succeed(id, addr string) {
	delete(c.by, id)
	if c.by[addr]--; c.by[addr] <= 0 {
		delete(c.by, addr)
	}
	c.failures--
}

// freshSize is the length of what each side adds to the session of a run.
const freshSize = 16

// fresh are the random bytes that one side adds to the session of a run.
type fresh [freshSize]byte

func newFresh() (f fresh, err error) {
	_, err = rand.Read(f[:])
	return f, err
}

// A door is what a run of CPace is bound to: the table, both keys, and fresh
// bytes of both sides, the joiner's first.
type door struct {
	table        record.Hash
	joiner, host record.Key
	asks, says   fresh
}

func (d door) config(role cpace.Role) cpace.Config {
	ci := append([]byte("fives/1 join\x00"), d.table[:]...)
	ci = append(ci, d.joiner[:]...)
	ci = append(ci, d.host[:]...)
	return cpace.Config{Role: role, ChannelID: ci, SessionID: append(d.asks[:], d.says[:]...)}
}

// errCode says that the code was wrong, on whichever side it shows.
var errCode = errors.New("the code is wrong")

// digits strips what people put between the digits of a code.
func digits(text string) string {
	var out []rune
	for _, r := range text {
		if r >= '0' && r <= '9' {
			out = append(out, r)
		}
	}
	return string(out)
}
