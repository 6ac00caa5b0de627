//go:build !amd64

package ristretto

// choose sets a = row[index] by reading the whole row and without a branch or an
// address that depends on the index.
func (a *affine) choose(row oddRow, index int) {
	a.chooseGeneric(row, index)
}
