package ristretto

import (
	"encoding/binary"
	"math/bits"
)

// words is a scalar as little-endian words, with one word of padding, so that a window may
// extend beyond the top.
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

// maxOddDigits is the length of the longest array of odd digits, of 4 bits each.
const maxOddDigits = 64

// oddDigits is Σ dᵢ·2^(width·i) with odd digits below 2^width in absolute value,
// the same number of them for all numbers: with no digit 0 and no length to
// see, there is nothing to branch on. Every odd number has exactly one such form.
type oddDigits [maxOddDigits]int8

// oddDigitCount is the number of digits in a number below 2^bits.
func oddDigitCount(bits, width int) int { return (bits + width - 1) / width }

// scalarDigits is the number of digits in s or s + ℓ.
func scalarDigits(width int) int { return oddDigitCount(254, width) }

// oddDigits returns the digits of s or of s + ℓ, whichever is odd, in constant time.
func (s Scalar) oddDigits(width int) oddDigits {
	w := s.words()
	w.makeOdd()
	return w.oddDigits(width, scalarDigits(width))
}

// oddDigits returns the digits of an odd w in constant time. The digits from i on stand for
// w >> (width·i) with the last bit set.
func (w *words) oddDigits(width, count int) (digits oddDigits) {
	for i := range count - 1 {
		digits[i] = int8((w.window(width*i, width+1) | 1) - 1<<width)
	}
	digits[count-1] = int8(w.window(width*(count-1), width) | 1)
	return digits
}

// orderWords is ℓ.
var orderWords = words{0x5812631a5cf5d3ed, 0x14def9dea2f79cd6, 0, 0x1000000000000000}

// makeOdd adds ℓ to an even number. The sum is below 2²⁵⁴.
func (w *words) makeOdd() {
	mask := w[0]&1 - 1
	var carry uint64
	for i, l := range orderWords {
		w[i], carry = bits.Add64(w[i], l&mask, carry)
	}
}
