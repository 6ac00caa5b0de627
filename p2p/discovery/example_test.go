package discovery_test

import (
	"fmt"

	"fives/p2p/discovery"
)

// Two groups in one building give their networks names.
func ExampleCheckNetwork() {
	for _, name := range []string{"kitchen", "the kitchen", "upstairsroom"} {
		fmt.Println(name, discovery.CheckNetwork(name) == nil)
	}
	// Output:
	// kitchen true
	// the kitchen false
	// upstairsroom false
}

// What a neighbour announces as its name is shown on one line, without control characters.
func ExampleCleanName() {
	fmt.Printf("%q\n", discovery.CleanName("  ana\a\n of  the kitchen"))
	// Output: "ana of the kitchen"
}
