package signature

import (
	"encoding/binary"

	"filippo.io/edwards25519"
)

// A table holds multiples of a point P. Row i is for the digits at the places from
// spacing·i on: Q, 3Q, 5Q, … for Q = 2^(spacing·i)·P, so that only as many doublings
// are needed as a row has places.
type table struct {
	width int // of the digits, in bits
	rows  [256 / spacing][]edwards25519.Point
}

const spacing = 16

func newTable(p *edwards25519.Point, width int) *table {
	t := &table{width: width}
	first := *p
	for i := range t.rows {
		row := make([]edwards25519.Point, 1<<(width-2))
		row[0] = first
		var twice edwards25519.Point
		twice.Double(&first)
		for j := 1; j < len(row); j++ {
			row[j].Add(&row[j-1], &twice)
		}
		for range spacing {
			first.Double(&first)
		}
		t.rows[i] = row
	}
	return t
}

// form is a number as Σ dᵢ·2^i: the non-adjacent form, whose digits are odd or 0, and
// below 2^(width−1) in absolute value.
type form [256]int8

func newForm(s *edwards25519.Scalar, width int) (digits form) {
	var b [40]byte
	copy(b[:], s.Bytes())
	for place, carry := 0, 0; place < len(digits); {
		v := int(binary.LittleEndian.Uint64(b[place/8:])>>(place%8))&(1<<width-1) + carry
		if v&1 == 0 {
			place++
			continue
		}
		carry = v >> (width - 1)
		digits[place] = int8(v - carry<<width)
		place += width
	}
	return digits
}

// A term is a number times the point of a table.
type term struct {
	*table
	form
}

func (t *table) times(s *edwards25519.Scalar) term { return term{t, newForm(s, t.width)} }

// sum returns the sum of terms.
func sum(terms ...term) *edwards25519.Point {
	sum := edwards25519.NewIdentityPoint()
	for place := spacing - 1; place >= 0; place-- {
		sum.Double(sum)
		for i := range terms {
			terms[i].addTo(sum, place)
		}
	}
	return sum
}

// addTo adds the multiples for the digits at a place, one of each row.
func (t *term) addTo(sum *edwards25519.Point, place int) {
	for i, row := range t.rows {
		switch d := int(t.form[spacing*i+place]); {
		case d > 0:
			sum.Add(sum, &row[d/2])
		case d < 0:
			sum.Subtract(sum, &row[-d/2])
		}
	}
}
