package api

import (
	"strings"
	"testing"
)

// TestPlaceName: each invitation has a name of its own, which does not tell its secret.
func TestPlaceName(t *testing.T) {
	a, b := PlaceName("k7fdo2xn4wqb"), PlaceName("k7fdo2xn4wqc")
	if a == b || a != PlaceName("k7fdo2xn4wqb") || strings.Contains(a, "k7f") {
		t.Errorf("%q and %q", a, b)
	}
}
