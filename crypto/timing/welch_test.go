package timing

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A sample is how long one run took, and of which class its secret was.
type sample struct {
	took  float64 // nanoseconds
	fixed bool
}

const (
	crops    = 100 // percentiles
	atLeast  = 100 // samples of each class for a test
	accepted = 5.0 // |t|
)

// worst returns the t of largest absolute value over all samples and those below
// each percentile 1 − 2^(−10·i/crops), which leave out ever more interruptions.
func worst(samples []sample) float64 {
	sorted := slices.SortedFunc(slices.Values(samples), func(a, b sample) int {
		switch {
		case a.took < b.took:
			return -1
		case a.took > b.took:
			return 1
		}
		return 0
	})
	t := welch(sorted)
	for i := 1; i < crops; i++ {
		below := int(float64(len(sorted)) * (1 - math.Exp2(-10*float64(i)/crops)))
		if u := welch(sorted[:below]); math.Abs(u) > math.Abs(t) {
			t = u
		}
	}
	return t
}

// welch returns Welch's t of the two classes, or 0 for too few samples.
func welch(samples []sample) float64 {
	var n, mean, squares [2]float64 // squares of the distances from the mean
	for _, s := range samples {
		class := 0
		if s.fixed {
			class = 1
		}
		n[class]++
		d := s.took - mean[class]
		mean[class] += d / n[class]
		squares[class] += d * (s.took - mean[class])
	}
	if n[0] < atLeast || n[1] < atLeast {
		return 0
	}
	variance := squares[0]/(n[0]-1)/n[0] + squares[1]/(n[1]-1)/n[1]
	if variance == 0 {
		return 0
	}
	return (mean[1] - mean[0]) / math.Sqrt(variance)
}

// synthetic returns samples of two classes whose means are gap apart, with the
// interruptions that every machine has.
func synthetic(gap float64) []sample {
	rng := rand.New(rand.NewPCG(1, 2))
	samples := make([]sample, 20000)
	for i := range samples {
		s := sample{took: 1000 + 20*rng.NormFloat64(), fixed: rng.IntN(2) == 0}
		if s.fixed {
			s.took += gap
		}
		if rng.IntN(50) == 0 {
			s.took += 50000 * rng.Float64()
		}
		samples[i] = s
	}
	return samples
}

func TestWorst(t *testing.T) {
	if got := worst(synthetic(0)); math.Abs(got) > accepted {
		t.Errorf("classes that are alike: t = %.1f", got)
	}
	// A difference that the interruptions hide from a test without crops.
	samples := synthetic(3)
	if got := welch(samples); math.Abs(got) > accepted {
		t.Errorf("t = %.1f without crops: the test does not need them", got)
	}
	if got := worst(samples); math.Abs(got) < accepted {
		t.Errorf("classes that differ: t = %.1f", got)
	}
}

func TestWelch(t *testing.T) {
	var samples []sample
	for i := range 2 * atLeast { // means 4.5 and 5.5, both of variance 8.25·100/99
		samples = append(samples, sample{took: float64(i/2%10) + float64(i%2), fixed: i%2 == 1})
	}
	if got, want := welch(samples), 1/math.Sqrt(2*8.25/99); math.Abs(got-want) > 1e-9 {
		t.Errorf("t = %v, want %v", got, want)
	}
	if got := welch(samples[:2*atLeast-1]); got != 0 {
		t.Errorf("t = %v of too few samples", got)
	}
}
