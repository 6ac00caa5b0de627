package ristretto

import "golang.org/x/sys/cpu"

//go:noescape
func chooseAVX2(a *affine, row *affine, n, index int)

// choose sets a = row[index] by reading the whole row and without a branch or an
// address that depends on the index.
func (a *affine) choose(row oddRow, index int) {
	if cpu.X86.HasAVX2 {
		chooseAVX2(a, &row[0], len(row), index)
	} else {
		a.chooseGeneric(row, index)
	}
}
