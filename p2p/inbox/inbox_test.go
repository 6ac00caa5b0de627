package inbox

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"
)

// TestOneAtATime: however many put jobs in, each is done once, those of one in
// their order, and never two at a time.
func TestOneAtATime(t *testing.T) {
	const writers, each = 8, 200
	var b Inbox[[2]int]
	var all, turns sync.WaitGroup
	busy := make(chan struct{}, 1)
	var done [][2]int // guarded by busy: that is what is tested
	work := func(batch [][2]int) {
		select {
		case busy <- struct{}{}:
		default:
			t.Error("two turns at a time")
			return
		}
		done = append(done, batch...)
		<-busy
	}
	for w := range writers {
		all.Go(func() {
			for i := range each {
				b.Put([2]int{w, i})
				b.Start(turns.Go, work)
			}
		})
	}
	all.Wait()
	turns.Wait()
	if len(done) != writers*each {
		t.Fatalf("%d jobs done of %d", len(done), writers*each)
	}
	for w := range writers {
		own := slices.DeleteFunc(slices.Clone(done), func(j [2]int) bool { return j[0] != w })
		if !slices.IsSortedFunc(own, func(a, b [2]int) int { return a[1] - b[1] }) {
			t.Errorf("the jobs of %d are out of order", w)
		}
	}
}

// TestNeverInside: a job is not done before Start returns, also if it is put by
// another one.
func TestNeverInside(t *testing.T) {
	var b Inbox[int]
	var queue []func()
	soon := func(f func()) { queue = append(queue, f) }
	var done []int
	var work func(batch []int)
	work = func(batch []int) {
		done = append(done, batch...)
		if batch[0] < 3 {
			b.Put(batch[0] + 1)
			b.Start(soon, work)
		}
	}
	b.Put(1)
	b.Start(soon, work)
	b.Start(soon, work)
	if len(done) > 0 || len(queue) != 1 {
		t.Fatalf("%v done, %d calls", done, len(queue))
	}
	queue[0]()
	if !slices.Equal(done, []int{1, 2, 3}) || len(queue) != 1 {
		t.Errorf("%v done, %d calls", done, len(queue))
	}
}

// TestActor: what is waited for is published before the answer comes, and jobs of a
// turn are done in their order.
func TestActor(t *testing.T) {
	var turns sync.WaitGroup
	var log []string
	published := 0
	a := Actor{Now: time.Now, Go: turns.Go}
	a.Turned = func() { published = len(log) }
	note := func(text string) func(time.Time) {
		return func(time.Time) { log = append(log, text) }
	}
	a.Put(note("first"))
	a.Post(note("second"))
	failed := errors.New("no")
	err := a.Wait(func(now time.Time) error {
		note("third")(now)
		return failed
	})
	if err != failed || !slices.Equal(log, []string{"first", "second", "third"}) || published != 3 {
		t.Errorf("%v: %q, of which %d are published", err, log, published)
	}
	turns.Wait()
}
