package near_test

import (
	"fmt"
	"net/netip"

	"fives/p2p/near"
)

// A node talks to its neighbours only.
func ExampleLocal() {
	for _, ip := range []string{"192.168.1.9", "100.64.0.1", "fe80::1", "93.184.215.14"} {
		fmt.Println(ip, near.Local(netip.MustParseAddr(ip)))
	}
	// Output:
	// 192.168.1.9 true
	// 100.64.0.1 true
	// fe80::1 true
	// 93.184.215.14 false
}
