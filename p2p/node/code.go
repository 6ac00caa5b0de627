package node

import (
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/crypto/cpace"
	"fives/engine/record"
)

// Limits of guessing (design, section 5).
const (
	peerFailures  = 5                // of one peer; it is not listened to any more then
	tableFailures = 20               // of all peers; then there is a new code
	firstPause    = 30 * time.Second // after the first new code; each time it doubles
	longestPause  = time.Hour
	maxPaused     = 1024 // peers and addresses
)

// A code is the short secret of a private table, and who has guessed wrong.
type code struct {
	text     string
	failures int
	byPeer   map[peer.ID]int
	guessed  []string // peers and addresses whose guesses count against this code

	// Those who made the code be renewed are not listened to for a while.
	// Without that, codes come and go faster than a friend can type one.
	renewals int
	paused   map[string]time.Time // until when
}

// newCode takes a code from the store, or draws one of six digits.
func newCode(text string) *code {
	if text == "" {
		text = drawCode()
	}
	return &code{text: text, byPeer: map[peer.ID]int{}, paused: map[string]time.Time{}}
}

// renewed is the code that takes the place of one that was guessed at too often.
func (c *code) renewed() *code {
	next := newCode("")
	next.renewals, next.paused = c.renewals+1, c.paused
	maps.DeleteFunc(next.paused, func(_ string, until time.Time) bool { return time.Now().After(until) })
	if len(next.paused) >= maxPaused {
		clear(next.paused)
	}
	until := time.Now().Add(min(firstPause<<min(c.renewals, 16), longestPause))
	for _, who := range c.guessed {
		next.paused[who] = until
	}
	return next
}

func drawCode() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		panic(fmt.Sprintf("node: no randomness: %v", err))
	}
	return fmt.Sprintf("%06d", n)
}

// try counts a run as failed until it succeeds. It returns false if the peer
// has had its tries, or if it or its address is not listened to for a while.
func (c *code) try(id peer.ID, addr string) bool {
	now := time.Now()
	if c.byPeer[id] >= peerFailures || now.Before(c.paused[string(id)]) || now.Before(c.paused[addr]) {
		return false
	}
	c.guessed = append(c.guessed, string(id), addr)
	if len(c.byPeer) < maxPeers || c.byPeer[id] > 0 {
		c.byPeer[id]++
	}
	c.failures++
	return true
}

// succeed takes a run back that try has counted.
func (c *code) succeed(id peer.ID, addr string) {
	delete(c.byPeer, id)
	for _, who := range []string{string(id), addr} {
		if i := slices.Index(c.guessed, who); i >= 0 {
			c.guessed = slices.Delete(c.guessed, i, i+1)
		}
	}
	c.failures--
}

// exhausted tells whether it is time for a new code.
func (c *code) exhausted() bool { return c.failures >= tableFailures }

// pakeConfig binds a run to the table and both keys, the joiner's first.
func pakeConfig(role cpace.Role, table record.Hash, joiner, host record.Key, session []byte) cpace.Config {
	ci := append([]byte("fives/1 join\x00"), table[:]...)
	ci = append(ci, joiner[:]...)
	ci = append(ci, host[:]...)
	return cpace.Config{Role: role, ChannelID: ci, SessionID: session}
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
