// Package sigmatest finds the false claims among proofs that were verified together, by
// verifying each one alone. It is for tests only.
package sigmatest

// False lists the claims that are false when each is verified alone.
func False[C interface{ Verify() error }](claims []C) (list []int) {
	for i, c := range claims {
		if c.Verify() != nil {
			list = append(list, i)
		}
	}
	return list
}
