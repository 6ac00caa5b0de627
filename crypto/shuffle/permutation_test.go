package shuffle

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
	"testing"
	"testing/iotest"

	"fives/crypto/transcript"
)

const trials = 100_000

// drawer makes permutations of 0..n−1.
type drawer func(n int, rand io.Reader) ([]int, error)

// orderStatistic is χ² of the 24 orders of four cards over many trials, with
// 23 degrees of freedom.
func orderStatistic(t *testing.T, draw drawer) float64 {
	t.Helper()
	source := bufio.NewReader(rand.Reader)
	counts := map[[4]int]float64{}
	for range trials {
		p, err := draw(4, source)
		if err != nil {
			t.Fatal(err)
		}
		counts[[4]int(p)]++
	}
	expected, sum := float64(trials)/24, 0.0
	for _, c := range counts {
		sum += (c - expected) * (c - expected) / expected
	}
	return sum + float64(24-len(counts))*expected
}

// placeStatistic is χ² of "card i lies in place j" for 52 cards, with 51²
// degrees of freedom.
func placeStatistic(t *testing.T, draw drawer) float64 {
	t.Helper()
	source := bufio.NewReader(rand.Reader)
	var counts [52][52]float64
	for range trials {
		p, err := draw(52, source)
		if err != nil {
			t.Fatal(err)
		}
		for place, card := range p {
			counts[card][place]++
		}
	}
	expected, sum := float64(trials)/52, 0.0
	for _, row := range counts {
		for _, c := range row {
			sum += (c - expected) * (c - expected) / expected
		}
	}
	return sum
}

// limit is about seven standard deviations above the mean of χ².
func limit(degrees float64) float64 { return degrees + 7*math.Sqrt(2*degrees) + 20 }

func TestAttackBiasedPermutation(t *testing.T) {
	if got, most := orderStatistic(t, permutation), limit(23); got > most {
		t.Errorf("orders of 4 cards: χ² = %.0f, more than %.0f", got, most)
	}
	if got, most := placeStatistic(t, permutation), limit(51*51); got > most {
		t.Errorf("places of 52 cards: χ² = %.0f, more than %.0f", got, most)
	}
}

// So it is from hedged streams under constant randomness, at ever other places
// (SPEC §2.4): that is what seats draw from.
func TestHedgedPermutationIsUniform(t *testing.T) {
	place := uint64(0)
	hedged := func(n int, _ io.Reader) ([]int, error) {
		tr := transcript.New("fives/v1/test")
		place++
		tr.AppendUint64("place", place)
		stream, err := tr.Hedge("secrets", make([]byte, 32), zeros{})
		if err != nil {
			return nil, err
		}
		return permutation(n, stream)
	}
	if got, most := orderStatistic(t, hedged), limit(23); got > most {
		t.Errorf("orders of 4 cards: χ² = %.0f, more than %.0f", got, most)
	}
	if got, most := placeStatistic(t, hedged), limit(51*51); got > most {
		t.Errorf("places of 52 cards: χ² = %.0f, more than %.0f", got, most)
	}
}

// The well-known wrong shuffle swaps every card with any card. The statistic
// must see it, or it would see nothing.
func TestBiasedPermutationIsSeen(t *testing.T) {
	naive := func(n int, rand io.Reader) ([]int, error) {
		p := make([]int, n)
		for i := range p {
			p[i] = i
		}
		for i := range p {
			j, err := below(uint32(n), rand)
			if err != nil {
				return nil, err
			}
			p[i], p[j] = p[j], p[i]
		}
		return p, nil
	}
	if got, most := orderStatistic(t, naive), limit(23); got <= most {
		t.Errorf("χ² = %.0f does not show the bias", got)
	}
}

func TestBelowRejectsTheIncompleteMultiple(t *testing.T) {
	for _, n := range []uint32{1, 2, 3, 5, 52, 104, 1 << 16, 1<<31 + 1} {
		whole := (uint64(1) << 32) / uint64(n) * uint64(n) // values below are kept
		var source []byte
		if whole < 1<<32 {
			source = binary.BigEndian.AppendUint32(source, uint32(whole))
			source = binary.BigEndian.AppendUint32(source, math.MaxUint32)
		}
		source = binary.BigEndian.AppendUint32(source, uint32(whole-1))
		got, err := below(n, bytes.NewReader(source))
		if err != nil || got != n-1 {
			t.Errorf("below(%d) = %d, %v; want %d from the last value kept", n, got, err, n-1)
		}
	}
}

func TestPermutationHoldsEveryCardOnce(t *testing.T) {
	for _, n := range []int{2, 3, 52} {
		p, err := permutation(n, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(p)
		for i, j := range p {
			if i != j {
				t.Fatalf("N=%d: %v", n, p)
			}
		}
	}
}

func TestShuffleNeedsRandomness(t *testing.T) {
	pk, in := maskedStack(t, 3)
	for _, length := range []int{0, 3, 8, 8 + 64*3 - 1} {
		source := bytes.NewReader(make([]byte, length))
		if _, _, err := Shuffle(pk, in, source); !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%d bytes of randomness: %v", length, err)
		}
	}
	out, w, err := Shuffle(pk, in, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Prove(contextOf("test"), Statement{PK: pk, In: in, Out: out}, w, bytes.NewReader(nil)); !errors.Is(err, io.EOF) {
		t.Errorf("Prove without randomness: %v", err)
	}
	if _, err := Prove(contextOf("test"), Statement{PK: pk, In: in, Out: out}, Witness{}, rand.Reader); !errors.Is(err, ErrWitness) {
		t.Errorf("Prove without a witness: %v", err)
	}
}

// A source that fails, if only once, makes no permutation: its places would be known.
func TestPermutationNeedsRandomness(t *testing.T) {
	const n = 5
	for fails := range n - 1 {
		source := io.MultiReader(io.LimitReader(rand.Reader, int64(4*fails)), iotest.ErrReader(errors.New("no randomness")))
		if p, err := permutation(n, source); err == nil || p != nil {
			t.Errorf("after %d draws: %v, %v", fails, p, err)
		}
	}
}
