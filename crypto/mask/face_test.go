package mask

import "testing"

// However many faces of a deck were asked for before, they are those of their indices,
// and what is known is not computed again.
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
