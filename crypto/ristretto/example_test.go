package ristretto_test

import (
	"crypto/rand"
	"fmt"

	"fives/crypto/ristretto"
)

// Two people agree on a secret: each has a scalar and the other's element.
func Example() {
	a, err := ristretto.RandomScalar(rand.Reader)
	if err != nil {
		panic(err)
	}
	b, err := ristretto.RandomScalar(rand.Reader)
	if err != nil {
		panic(err)
	}
	ours := ristretto.MulBase(b).Mul(a)
	theirs := ristretto.MulBase(a).Mul(b)
	fmt.Println("the same secret:", ours.Equal(theirs))
	// Output: the same secret: true
}

// Every element has one encoding, and nothing else is decoded.
func ExampleDecode() {
	two := ristretto.MulBase(ristretto.ScalarFromUint64(2))
	encoded := two.Encode()
	fmt.Printf("%x\n", encoded)
	back, err := ristretto.Decode(encoded[:])
	fmt.Println(back.Equal(two), err)

	encoded[0]++
	_, err = ristretto.Decode(encoded[:])
	fmt.Println("refused:", err != nil)
	// Output:
	// 6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919
	// true <nil>
	// refused: true
}
