package cards

import "testing"

// All numbers of an outline are scaled, and turned by a negative size; its commands stay.
func TestScaled(t *testing.T) {
	for size, want := range map[float64]string{0.5: "m 0 -23.5l 7  15.5z", -1: "m -0 47l -14  -31z", 0.015: "m 0 -0.71l 0.21  0.47z"} {
		if got := scaled("m0-47l14 31z", size); got != want {
			t.Errorf("%g: %q, not %q", size, got, want)
		}
	}
}
