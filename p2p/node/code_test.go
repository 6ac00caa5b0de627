package node

import (
	"fmt"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
)

// TestPause: who has guessed a code away is not listened to for longer and
// longer, under whatever key, and a friend has that time to type the new one.
func TestPause(t *testing.T) {
	const eve, ben = "/192.168.1.9", "/192.168.1.10"
	c := newCode("")
	last := time.Duration(0)
	for round := range 24 {
		guesses := 0
		for i := 0; !c.exhausted(); i++ {
			if !c.try(peer.ID(fmt.Sprint("eve", round, i)), eve) {
				t.Fatalf("round %d: guess %d is not taken", round, i)
			}
			guesses++
		}
		if guesses != tableFailures {
			t.Errorf("%d guesses at one code", guesses)
		}
		c = c.renewed()
		if c.try("another", eve) || c.try(peer.ID(fmt.Sprint("eve", round, 0)), ben) {
			t.Errorf("round %d: the guesser goes on", round)
		}
		if !c.try("ben", ben) {
			t.Fatalf("round %d: a friend is not listened to", round)
		}
		c.succeed("ben", ben)
		pause := time.Until(c.paused[eve])
		if pause < last || pause > longestPause || round == 0 && pause < firstPause/2 {
			t.Errorf("round %d: a pause of %v after one of %v", round, pause, last)
		}
		last = min(pause, longestPause/2)
		for who := range c.paused { // the pause is over
			c.paused[who] = time.Now().Add(-1)
		}
	}
	if len(c.paused) > 2*tableFailures {
		t.Errorf("%d guessers are remembered", len(c.paused))
	}
}
