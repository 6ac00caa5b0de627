package shuffle_test

import (
	"crypto/rand"
	"fmt"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/shuffle"
	"fives/crypto/transcript"
)

// Two players shuffle a pack in turn and open its top card together. Neither of
// them knew the order.
func Example() {
	faces := mask.Faces("a pack of three", 3)
	var secrets []ristretto.Scalar
	var keys []ristretto.Element
	for range 2 {
		x, err := ristretto.RandomScalar(rand.Reader)
		if err != nil {
			panic(err)
		}
		secrets, keys = append(secrets, x), append(keys, ristretto.MulBase(x))
	}
	// At a table each proves first that it knows its secret (package sigma).
	pk, err := mask.JointKey(keys...)
	if err != nil {
		panic(err)
	}

	stack := mask.TrivialStack(faces)
	for seat := range secrets {
		place := func() *transcript.Transcript {
			t := transcript.New("example")
			t.AppendUint64("seat", uint64(seat))
			return t
		}
		out, witness, err := shuffle.Shuffle(pk, stack, rand.Reader)
		if err != nil {
			panic(err)
		}
		statement := shuffle.Statement{PK: pk, In: stack, Out: out}
		proof, err := shuffle.Prove(place(), statement, witness, rand.Reader)
		if err != nil {
			panic(err)
		}
		fmt.Println("seat", seat, "has shuffled:", shuffle.Verify(place(), statement, proof))
		stack = out
	}

	// Shares are proved as well before they are used (package sigma).
	top := stack[0]
	face := mask.Open(top, mask.Share(secrets[0], top), mask.Share(secrets[1], top))
	for _, f := range faces {
		if f.Equal(face) {
			fmt.Println("the top card is one of the pack")
		}
	}
	// Output:
	// seat 0 has shuffled: <nil>
	// seat 1 has shuffled: <nil>
	// the top card is one of the pack
}
