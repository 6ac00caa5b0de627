// Package sigmatest is for tests of proofs that are verified together: whoever is to
// blame is found by verifying each alone.
package sigmatest

// False lists the claims that are false alone.
func False[C interface{ Verify() error }](claims []C) (list []int) {
	for i, c := range claims {
		if c.Verify() != nil {
			list = append(list, i)
		}
	}
	return list
}
