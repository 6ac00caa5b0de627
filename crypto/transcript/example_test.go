package transcript_test

import (
	"fmt"

	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// Prover and verifier say the same and get the same challenge; whoever says anything else
// gets another one.
func Example() {
	challenge := func(said string) ristretto.Scalar {
		t := transcript.New("example")
		t.Append("statement", []byte(said))
		return t.Challenge("c")
	}
	fmt.Println(challenge("a card").Equal(challenge("a card")), challenge("a card").Equal(challenge("another")))
	// Output: true false
}
