package shuffle

import (
	"crypto/rand"
	"errors"
	"fmt"
	"math"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"fives/crypto/mask"
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

// maskedStack returns a key and a stack as an earlier pass leaves it.
func maskedStack(t testing.TB, n int) (ristretto.Element, []mask.Mask) {
	t.Helper()
	pk := ristretto.MulBase(randomScalar(t))
	stack, _, err := Shuffle(pk, mask.TrivialStack(mask.Faces("test", n)), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return pk, stack
}

// proved shuffles st.In, proves it in the place "test" and returns all of it.
func proved(t testing.TB, pk ristretto.Element, in []mask.Mask) (Statement, Witness, Proof) {
	t.Helper()
	out, w, err := Shuffle(pk, in, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	st := Statement{PK: pk, In: in, Out: out}
	p, err := Prove(contextOf("test"), st, w, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return st, w, p
}

// provedShuffle is proved over a stack that an earlier pass has masked.
func provedShuffle(t testing.TB, n int) (Statement, Proof) {
	t.Helper()
	pk, in := maskedStack(t, n)
	st, _, p := proved(t, pk, in)
	return st, p
}

func TestVerifyAcceptsHonestShuffles(t *testing.T) {
	for _, n := range []int{2, 3, 4, 5, 20, 52, 65} {
		t.Run(fmt.Sprintf("masked N=%d", n), func(t *testing.T) {
			st, p := provedShuffle(t, n)
			if err := Verify(contextOf("test"), st, p); err != nil {
				t.Fatal(err)
			}
		})
		t.Run(fmt.Sprintf("first pass N=%d", n), func(t *testing.T) {
			pk := ristretto.MulBase(randomScalar(t))
			st, _, p := proved(t, pk, mask.TrivialStack(mask.Faces("test", n)))
			if err := Verify(contextOf("test"), st, p); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// Prover and verifier must leave the transcript in the same state, or whatever
// the caller appends next would be bound to different things.
func TestProveAndVerifyAdvanceTheTranscriptAlike(t *testing.T) {
	pk, in := maskedStack(t, 3)
	out, w, err := Shuffle(pk, in, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	st := Statement{PK: pk, In: in, Out: out}
	prover, verifier := contextOf("test"), contextOf("test")
	p, err := Prove(prover, st, w, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(verifier, st, p); err != nil {
		t.Fatal(err)
	}
	if !prover.Challenge("next").Equal(verifier.Challenge("next")) {
		t.Error("transcripts differ after the proof")
	}
}

func TestProofSize(t *testing.T) {
	for _, n := range []int{2, 3, 52} {
		_, p := provedShuffle(t, n)
		if got := len(p.Encode()); got != ProofSize(n) {
			t.Errorf("N=%d: %d bytes, ProofSize says %d", n, got, ProofSize(n))
		}
	}
	if ProofSize(4096) != 32*(3*4096+10) {
		t.Errorf("the largest proof has %d bytes", ProofSize(4096))
	}
	if ProofSize(52) > 6<<10 {
		t.Errorf("proof for 52 cards has %d bytes, more than 6 KiB", ProofSize(52))
	}
	for _, n := range []int{-1, 0, 1, MaxCards + 1, math.MaxInt} {
		if ProofSize(n) != 0 {
			t.Errorf("ProofSize(%d) = %d, want 0", n, ProofSize(n))
		}
	}
}

// Whatever the seats and their shuffles, opening the last stack gives the
// faces of the first, each once.
func TestShuffleThenOpenKeepsTheFaces(t *testing.T) {
	faces := mask.Faces("test", 12)
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(2, len(faces)).Draw(r, "cards")
		seats := rapid.IntRange(1, 4).Draw(r, "seats")
		secrets := make([]ristretto.Scalar, seats)
		keys := make([]ristretto.Element, seats)
		for i := range secrets {
			secrets[i] = randomScalar(t)
			keys[i] = ristretto.MulBase(secrets[i])
		}
		pk, err := mask.JointKey(keys...)
		if err != nil {
			r.Fatal(err)
		}
		stack := mask.TrivialStack(faces[:n])
		for range secrets {
			if stack, _, err = Shuffle(pk, stack, rand.Reader); err != nil {
				r.Fatal(err)
			}
		}
		want := map[[32]byte]bool{}
		for _, f := range faces[:n] {
			want[f.Encode()] = true
		}
		for _, m := range stack {
			shares := make([]ristretto.Element, seats)
			for i, x := range secrets {
				shares[i] = mask.Share(x, m)
			}
			face := mask.Open(m, shares...).Encode()
			if !want[face] {
				r.Fatal("opened a face that is not in the stack, or one twice")
			}
			delete(want, face)
		}
	})
}

func TestShuffleRefusesBadCounts(t *testing.T) {
	pk, in := maskedStack(t, 2)
	for _, stack := range [][]mask.Mask{nil, in[:0], in[:1], make([]mask.Mask, MaxCards+1)} {
		if _, _, err := Shuffle(pk, stack, rand.Reader); !errors.Is(err, ErrCount) {
			t.Errorf("%d cards: %v, want ErrCount", len(stack), err)
		}
	}
}

// One preparation serves passes of different stacks at the same time.
func TestPreparation(t *testing.T) {
	pk, in := maskedStack(t, 6)
	p, err := Prepare(pk, len(in))
	if err != nil {
		t.Fatal(err)
	}
	var passes sync.WaitGroup
	for i := range 4 {
		stack := in[:3+i%2]
		passes.Go(func() {
			out, w, err := p.Shuffle(stack, rand.Reader)
			if err != nil {
				t.Error(err)
				return
			}
			st := Statement{PK: pk, In: stack, Out: out}
			proof, err := Prove(contextOf("test"), st, w, rand.Reader)
			if err != nil {
				t.Error(err)
			} else if err := Verify(contextOf("test"), st, proof); err != nil {
				t.Error(err)
			}
		})
	}
	passes.Wait()
	if _, err := Prepare(pk, 1); !errors.Is(err, ErrCount) {
		t.Errorf("preparation for 1 card: %v, want ErrCount", err)
	}
}
