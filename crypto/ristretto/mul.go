package ristretto

import "sync"

// sumWidth is the width of the digits for elements whose rows serve one sum only.
const sumWidth = 4

var baseTable = sync.OnceValue(func() *Table { return NewTable(base) })

// MulBase returns s·G in constant time.
func MulBase(s Scalar) Element {
	return baseTable().Mul(s)
}

// Mul returns s·e in constant time.
func (e Element) Mul(s Scalar) Element {
	return newTable(e, scalarDigits(tableWidth)).Mul(s)
}

// MultiScalarMul returns Σ sᵢ·eᵢ in constant time. It panics if the slices
// differ in length.
func MultiScalarMul(s []Scalar, e []Element) Element {
	points := make([]extended, len(e))
	for i := range e {
		points[i] = e[i].extended()
	}
	return sumOdd(newOddRows(points, sumWidth), scalarsDigits(s, sumWidth), scalarDigits(sumWidth), sumWidth)
}

func scalarsDigits(s []Scalar, width int) []oddDigits {
	digits := make([]oddDigits, len(s))
	for i := range s {
		digits[i] = s[i].oddDigits(width)
	}
	return digits
}

// sumOdd returns the sum of the rows' points, each times the number that its digits stand
// for, in constant time. Each number has count digits. All terms share the doublings
// (Straus, 1964). There is one partial sum for each place, so that a row is fetched once
// and the additions do not wait for each other.
func sumOdd(rows []oddRow, digits []oddDigits, count, width int) Element {
	if len(rows) != len(digits) {
		panic("ristretto: as many scalars as elements are needed")
	}
	var places [maxOddDigits]extended
	for i := range places[:count] {
		places[i].setZero()
	}
	for j := range rows {
		for i := range places[:count] {
			places[i].addOdd(rows[j], digits[j][i])
		}
	}
	sum := places[count-1]
	for i := count - 2; i >= 0; i-- {
		sum.doubleTimes(width)
		sum.accumulate(&places[i])
	}
	return sum.element()
}
