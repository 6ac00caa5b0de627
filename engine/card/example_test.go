package card_test

import (
	"fmt"

	"fives/engine/card"
)

func ExampleParse() {
	for _, text := range []string{"10h", "Jk", "11h"} {
		c, err := card.Parse(text)
		fmt.Println(c, err == nil)
	}
	// Output:
	// 10h true
	// Jk true
	// ? false
}
