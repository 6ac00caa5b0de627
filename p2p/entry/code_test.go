package entry

import (
	"fmt"
	"math"
	"math/big"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fives/p2p/peers"
)

// TestPause: who has guessed a code away is not listened to for longer and
// longer, under whatever key, and a friend has that time to type the new one.
func TestPause(t *testing.T) {
	const eve, ben = "/192.168.1.9", "/192.168.1.10"
	c := NewCode(FirstCode())
	last := time.Duration(0)
	for round := range 3 {
		for i := 0; !c.Renew(time.Now()); i++ {
			if _, _, ok := c.Try(time.Now(), fmt.Sprint("eve", round, i), eve); !ok {
				t.Fatalf("round %d: guess %d is not taken", round, i)
			}
		}
		if _, _, ok := c.Try(time.Now(), "another", eve); ok {
			t.Errorf("round %d: the guesser goes on under another key", round)
		}
		if _, _, ok := c.Try(time.Now(), fmt.Sprint("eve", round, 0), ben); ok {
			t.Errorf("round %d: the guesser goes on from another address", round)
		}
		text, _, ok := c.Try(time.Now(), "ben", ben)
		if !ok {
			t.Fatalf("round %d: a friend is not listened to", round)
		}
		c.Succeed(text, "ben", ben)
		if c.stored.Failures != 0 || len(c.by) != 0 {
			t.Errorf("round %d: a right code leaves %+v, %v", round, c.stored, c.by)
		}
		pause := time.Until(c.paused[eve])
		if pause < last || pause > longestPause || pause < firstPause/2 {
			t.Errorf("round %d: a pause of %v after one of %v", round, pause, last)
		}
		last = pause
		for who := range c.paused { // the pause is over
			c.paused[who] = time.Now().Add(-1)
		}
	}
	if len(c.paused) > maxGuessers {
		t.Errorf("%d guessers are remembered", len(c.paused))
	}
}

// TestAttackGuessesFromThousandsOfAddresses: codes were tried through as fast as
// addresses could be had, 188 of them in ten seconds. Now every guess of anybody
// makes the next one slower and every new code is longer, so that an evening of
// guesses at one node finds a code with a probability of 0.4 in a million at most. And a friend
// who types the code of the moment is at the table in seconds all the while.
func TestAttackGuessesFromThousandsOfAddresses(t *testing.T) {
	for name, c := range map[string]struct {
		lasts   time.Duration
		guesses int // at most
		codes   int // at most
	}{
		"ten seconds": {10 * time.Second, 1000, 2},
		"an hour":     {time.Hour, 150_000, 4},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := &assault{code: NewCode(FirstCode()), until: time.Now().Add(c.lasts), most: c.guesses, tried: map[string]int{}}
				var wg sync.WaitGroup
				for i := range peers.MaxAllStreams { // as many streams as a node serves at once
					wg.Go(func() { a.guess(i) })
				}
				wg.Go(func() { a.friend(t) })
				wg.Wait()
				t.Logf("%d guesses at %d codes, chance %.2g", a.guesses, len(a.tried), a.chance())
				if a.guesses > c.guesses || len(a.tried) > c.codes {
					t.Errorf("%d guesses at %d codes", a.guesses, len(a.tried))
				}
				if chance := a.chance(); chance*doors > 40e-6 {
					t.Errorf("a code is found with a probability of %g", chance)
				}
			})
		})
	}
}

// An assault is a table's code and those who guess at it, each time as another
// peer from another address.
type assault struct {
	mu      sync.Mutex
	code    *Code
	until   time.Time
	most    int // guesses, after which nothing is left to show
	guesses int
	tried   map[string]int // guesses at each code
}

// try is what tryCode does.
func (a *assault) try(id, addr string) (string, time.Duration, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.code.Renew(time.Now())
	_, wait, ok := a.code.Try(time.Now(), id, addr)
	return a.code.Text(), wait, ok
}

// lasts reports whether the time is not over, and no more has been guessed than may be.
func (a *assault) lasts() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return time.Now().Before(a.until) && a.guesses <= a.most
}

func (a *assault) guess(i int) {
	for n := 0; a.lasts(); n++ {
		who := fmt.Sprint("eve", i, "/", n)
		text, wait, ok := a.try(who, "/"+who)
		time.Sleep(wait + time.Millisecond) // the run itself
		if ok {
			a.mu.Lock()
			a.guesses++
			a.tried[text]++
			a.mu.Unlock()
		}
	}
}

// friend is told the code every 20 s, types it for 15 s, and is let in if it is
// the code of the moment.
func (a *assault) friend(t *testing.T) {
	tries, failed := 0, 0
	for ; a.lasts(); tries++ {
		a.mu.Lock()
		told := a.code.Text()
		a.mu.Unlock()
		time.Sleep(15 * time.Second)
		text, wait, ok := a.try("ben", "/192.168.1.10")
		if wait > SlowestRun {
			t.Errorf("a friend waits %v", wait)
		}
		time.Sleep(wait)
		if !ok || text != told {
			failed++
		}
		a.mu.Lock()
		if ok {
			a.code.Succeed(text, "ben", "/192.168.1.10")
		}
		a.mu.Unlock()
		time.Sleep(5 * time.Second)
	}
	if tries > 10 && failed > 4 {
		t.Errorf("a friend is refused %d times of %d", failed, tries)
	}
}

// chance is the probability that one of the guesses was right.
func (a *assault) chance() (sum float64) {
	for text, n := range a.tried {
		sum += float64(n) / math.Pow10(len(text))
	}
	return sum
}

// doors is how many nodes may keep the code of a table, one after the other too, until it is
// found with a probability of 40 in a million (PROTOCOL §6.1).
const doors = 100

// TestCodes: each code of a table is two digits longer, and all codes together, at so many doors,
// are found with a probability of 40 in a million. What is stored of a code is all that it
// takes to go on counting.
func TestCodes(t *testing.T) {
	now, sum := time.Now(), new(big.Rat)
	stored := FirstCode()
	for renewals := range 9 {
		if want := 8 + renewals*2; len(stored.Text) != want || len(Digits(stored.Text)) != want || stored.Failures != 0 {
			t.Errorf("code %d is %+v", renewals, stored)
		}
		space := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(stored.Text))), nil)
		sum.Add(sum, new(big.Rat).SetFrac(big.NewInt(int64(stored.lasts())), space))
		before := stored.Before
		stored.Failures = stored.lasts() - 1 // as if so many guesses had come, one after the other
		c := NewCode(stored)
		if c.Renew(now) {
			t.Fatalf("a new code after %d failures", stored.Failures)
		}
		if _, _, ok := c.Try(now, "eve", "/192.168.1.9"); !ok {
			t.Fatal("eve is not listened to")
		}
		c = NewCode(c.Stored()) // after a restart
		if !c.Renew(now) || c.Stored().Before != before+stored.lasts() {
			t.Fatalf("after %d failures and %+v: %+v", stored.lasts(), stored, c.Stored())
		}
		stored = c.Stored()
	}
	if sum.Mul(sum, big.NewRat(doors, 1)).Cmp(big.NewRat(40, 1_000_000)) >= 0 {
		t.Errorf("a code is found with a probability of %v", sum)
	}
	if NewCode(StoredCode{}) != nil {
		t.Error("a code of nothing")
	}
	for length := 1; length < 8; length++ { // also codes with zeros in front
		for range 200 {
			if text := drawCode(length); len(text) != length {
				t.Fatalf("a code of %d digits is %q", length, text)
			}
		}
	}
}

// TestSlowerWithEveryFailure: whoever fails.
func TestSlowerWithEveryFailure(t *testing.T) {
	c, last := NewCode(FirstCode()), time.Duration(-1)
	for i := range 200 {
		c.Renew(time.Now())
		_, wait, ok := c.Try(time.Now(), fmt.Sprint(i), fmt.Sprint("/", i))
		if !ok || wait > SlowestRun || wait <= last && wait < SlowestRun {
			t.Fatalf("failure %d: wait %v after %v, %v", i, wait, last, ok)
		}
		last = wait
	}
	if last != SlowestRun {
		t.Errorf("after 200 failures a run waits %v", last)
	}
}

func TestSourceOfAGuess(t *testing.T) {
	for a, same := range map[string]string{
		"2001:db8:1:2::1": "2001:db8:1:2:ffff:ffff:ffff:ffff",
		"192.168.1.9":     "::ffff:192.168.1.9",
	} {
		if Source(netip.MustParseAddr(a).Unmap()) != Source(netip.MustParseAddr(same).Unmap()) {
			t.Errorf("%s and %s count apart", a, same)
		}
	}
	for a, other := range map[string]string{"2001:db8:1:2::1": "2001:db8:1:3::1", "192.168.1.9": "192.168.1.10"} {
		if Source(netip.MustParseAddr(a).Unmap()) == Source(netip.MustParseAddr(other).Unmap()) {
			t.Errorf("%s and %s count as one", a, other)
		}
	}
}

// A code may be typed in groups, and in the digits of any script.
func TestTypedCode(t *testing.T) {
	for text, want := range map[string]string{"271 828": "271828", "271-828": "271828", "２７１８２８": "271828", "٢٧١٨٢٨": "271828", "²": "", "otter": ""} {
		if got := Digits(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
