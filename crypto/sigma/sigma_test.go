package sigma

import (
	"crypto/rand"
	"encoding/hex"
	"testing"

	"fives/crypto/ristretto"
	"fives/crypto/transcript"
)

// contextOf stands for the transcript that the engine has bound to a place.
func contextOf(place string) *transcript.Transcript {
	t := transcript.New("fives/v1/test")
	t.Append("place", []byte(place))
	return t
}

func randomScalar(t testing.TB) ristretto.Scalar {
	t.Helper()
	s, err := ristretto.RandomScalar(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func randomElement(t testing.TB) ristretto.Element { return ristretto.MulBase(randomScalar(t)) }

type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// next is the next challenge of a transcript, after a proof was made or verified in it.
func next(t *transcript.Transcript) string {
	c := t.Challenge("next").Encode()
	return hex.EncodeToString(c[:])
}
