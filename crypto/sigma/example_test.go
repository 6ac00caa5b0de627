package sigma_test

import (
	"crypto/rand"
	"fmt"

	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/crypto/transcript"
)

// inHand is bound to where a proof stands: a proof that is copied elsewhere is false.
func inHand(hand uint64) *transcript.Transcript {
	t := transcript.New("example")
	t.AppendUint64("hand", hand)
	return t
}

func secret() ristretto.Scalar {
	x, err := ristretto.RandomScalar(rand.Reader)
	if err != nil {
		panic(err)
	}
	return x
}

// A seat publishes its key for a hand, and proves that it knows the secret.
func ExampleProveSchnorr() {
	x := secret()
	key := sigma.SchnorrStatement{X: ristretto.MulBase(x)}
	proof, err := sigma.ProveSchnorr(inHand(1), key, sigma.Witness{X: x}, rand.Reader)
	if err != nil {
		panic(err)
	}
	fmt.Println("in its hand:", sigma.VerifySchnorr(inHand(1), key, proof))
	fmt.Println("copied to the next one is refused:", sigma.VerifySchnorr(inHand(2), key, proof) != nil)
	// Output:
	// in its hand: <nil>
	// copied to the next one is refused: true
}

// A seat gives its shares of two masks and proves that both are of its key.
func ExampleProveDLEQ() {
	x := secret()
	firsts := []ristretto.Element{ristretto.MulBase(secret()), ristretto.MulBase(secret())}
	statement, proof, err := sigma.ProveDLEQ(inHand(1), ristretto.MulBase(x), firsts, sigma.Witness{X: x}, rand.Reader)
	if err != nil {
		panic(err)
	}
	fmt.Println("good shares:", sigma.VerifyDLEQ(inHand(1), statement, proof))

	statement.Pairs[1].D = ristretto.MulBase(x) // another share
	fmt.Println("a false one is refused:", sigma.VerifyDLEQ(inHand(1), statement, proof) != nil)
	// Output:
	// good shares: <nil>
	// a false one is refused: true
}
