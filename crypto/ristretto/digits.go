package ristretto

import "encoding/binary"

// words is a scalar as little-endian words, with one of padding so that a
// window may hang over the top.
type words [5]uint64

func (s Scalar) words() words {
	b := s.Encode()
	var w words
	for i := range 4 {
		w[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return w
}

// window returns the width bits from position pos on.
func (w *words) window(pos, width int) int {
	i, shift := pos/64, uint(pos%64)
	v := w[i] >> shift
	if shift > 0 {
		v |= w[i+1] << (64 - shift)
	}
	return int(v & (1<<width - 1))
}

// nafBits is the length of a non-adjacent form: ℓ < 2²⁵³, and one carry.
const nafBits = 254

// naf returns the non-adjacent form of the given width: odd digits below
// 2^(width−1) in absolute value, at most one of any width neighbours non-zero.
// Variable time.
func (s Scalar) naf(width int) [nafBits]int8 {
	var digits [nafBits]int8
	w, carry := s.words(), 0
	for pos := 0; pos < nafBits; {
		v := w.window(pos, width) + carry
		if v&1 == 0 {
			pos++
			continue
		}
		carry = 0
		if v > 1<<(width-1) {
			v -= 1 << width
			carry = 1
		}
		digits[pos] = int8(v)
		pos += width
	}
	return digits
}

// radix16 returns 64 digits between −8 and 8, in constant time.
func (s Scalar) radix16() [64]int8 {
	var digits [64]int8
	b := s.Encode()
	var carry int8
	for i := range 64 {
		v := int8(b[i/2]>>(4*(i%2))&15) + carry
		carry = (v + 8) >> 4
		digits[i] = v - carry<<4
	}
	return digits // no carry is left: s < 2²⁵³, so the top digit is at most 2
}
