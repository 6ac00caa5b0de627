package mask

import "testing"

// Faces returns the right faces after calls with other numbers, and does not compute
// known faces again.
func TestFacesAreKept(t *testing.T) {
	for _, n := range []int{3, 5, 2} {
		faces := Faces("kept", n)
		if len(faces) != n || cap(faces) != n {
			t.Fatalf("%d faces of %d", len(faces), n)
		}
		for i, f := range faces {
			if !f.Equal(Face("kept", i)) {
				t.Errorf("of %d, face %d is another", n, i)
			}
		}
	}
	if a, b := Faces("kept", 2), Faces("kept", 5); &a[0] != &b[0] {
		t.Error("they are computed again")
	}
}
