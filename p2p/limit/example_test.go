package limit_test

import (
	"fmt"
	"time"

	"fives/engine/record"
	"fives/p2p/limit"
)

// Each node may ask twice at once, and then once a second.
func ExampleRate() {
	now := time.Unix(1_750_000_000, 0)
	asks := limit.NewRate(func() time.Time { return now }, time.Second, 2)
	ana, ben := record.Key{1}, record.Key{2}
	fmt.Println(asks.Allow(ana), asks.Allow(ana), asks.Allow(ana), asks.Allow(ben))
	now = now.Add(time.Second)
	fmt.Println(asks.Allow(ana))
	// Output:
	// true true false true
	// true
}
