package field32

import (
	"crypto/subtle"
	"encoding/binary"
	"errors"
)

// Element is an element of the field. The zero value is 0. Arguments and receivers may be
// the same. Its words are exposed for code that selects by masks.
//
// It is the integer l0 + 2²⁶·l1 + 2⁵¹·l2 + 2⁷⁷·l3 + … + 2²³⁰·l9: limb i weighs 2^⌈25.5·i⌉.
// A word has two limbs, l0 + 2³²·l1 and so on, so that adding and selecting take half of
// the time.
type Element [5]int64

// split returns the limbs of a word.
func split(w int64) (even, odd int64) { return int64(int32(w)), (w + 1<<31) >> 32 }

const (
	low26 = 1<<26 - 1
	low25 = 1<<25 - 1
)

// One sets v = 1, and returns v.
func (v *Element) One() *Element {
	*v = Element{1}
	return v
}

// Add sets v = a + b, and returns v.
func (v *Element) Add(a, b *Element) *Element {
	v[0] = a[0] + b[0]
	v[1] = a[1] + b[1]
	v[2] = a[2] + b[2]
	v[3] = a[3] + b[3]
	v[4] = a[4] + b[4]
	return v
}

// Subtract sets v = a − b, and returns v.
func (v *Element) Subtract(a, b *Element) *Element {
	v[0] = a[0] - b[0]
	v[1] = a[1] - b[1]
	v[2] = a[2] - b[2]
	v[3] = a[3] - b[3]
	v[4] = a[4] - b[4]
	return v
}

// Negate sets v = −a, and returns v.
func (v *Element) Negate(a *Element) *Element {
	return v.Subtract(new(Element), a)
}

// Select sets v = a if cond is 1, and v = b if cond is 0, and returns v.
func (v *Element) Select(a, b *Element, cond int) *Element {
	m := int64(-cond)
	v[0] = b[0] ^ m&(a[0]^b[0])
	v[1] = b[1] ^ m&(a[1]^b[1])
	v[2] = b[2] ^ m&(a[2]^b[2])
	v[3] = b[3] ^ m&(a[3]^b[3])
	v[4] = b[4] ^ m&(a[4]^b[4])
	return v
}

// Swap exchanges v and u if cond is 1, and leaves them if cond is 0.
func (v *Element) Swap(u *Element, cond int) {
	t := *v
	v.Select(u, v, cond)
	u.Select(&t, u, cond)
}

// SetBytes sets v to 32 little-endian bytes, of which the highest bit is ignored, and
// returns v. It also accepts 2²⁵⁵ − 19 and above. The only error is a wrong length, and
// then v is not changed.
func (v *Element) SetBytes(b []byte) (*Element, error) {
	if len(b) != 32 {
		return nil, errors.New("field32: an element has 32 bytes")
	}
	w0, w1 := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])
	w2, w3 := binary.LittleEndian.Uint64(b[16:]), binary.LittleEndian.Uint64(b[24:])
	v[0] = int64(w0&low26 | w0>>26&low25<<32)
	v[1] = int64((w0>>51|w1<<13)&low26 | w1>>13&low25<<32)
	v[2] = int64(w1>>38 | w2&low25<<32)
	v[3] = int64(w2>>25&low26 | (w2>>51|w3<<13)&low25<<32)
	v[4] = int64(w3>>12&low26 | w3>>38&low25<<32)
	return v, nil
}

// Bytes returns the 32 little-endian bytes of v, which is below 2²⁵⁵ − 19 then.
func (v *Element) Bytes() []byte {
	var b [32]byte // on the caller's stack, because Bytes is inlined
	return v.bytes(&b)
}

func (v *Element) bytes(b *[32]byte) []byte {
	t := *v
	t.reduce()
	l0, l1 := uint64(t[0])&low26, uint64(t[0])>>32
	l2, l3 := uint64(t[1])&low26, uint64(t[1])>>32
	l4, l5 := uint64(t[2])&low26, uint64(t[2])>>32
	l6, l7 := uint64(t[3])&low26, uint64(t[3])>>32
	l8, l9 := uint64(t[4])&low26, uint64(t[4])>>32
	binary.LittleEndian.PutUint64(b[0:], l0|l1<<26|l2<<51)
	binary.LittleEndian.PutUint64(b[8:], l2>>13|l3<<13|l4<<38)
	binary.LittleEndian.PutUint64(b[16:], l5|l6<<25|l7<<51)
	binary.LittleEndian.PutUint64(b[24:], l7>>13|l8<<12|l9<<38)
	return b[:]
}

// reduce makes 0 ≤ v < 2²⁵⁵ − 19 and 0 ≤ l < 2²⁶ or 2²⁵ for every limb.
func (v *Element) reduce() {
	// The first carry out of the top is below 2⁶ in absolute value, so that v is at least
	// −2¹¹ and below 2²⁵⁵ + 2¹¹ afterwards. The second is −1, 0 or 1, and what it adds to
	// the lowest limb makes no limb overflow: it is −1 or 1 only if v was beyond one end of
	// the range, and v is near the other end then.
	v[0] += 19 * v.carry()
	v[0] += 19 * v.carry()
	// Now v + 19 reaches 2²⁵⁵ only if v reaches 2²⁵⁵ − 19, and the excess is the result
	// then.
	u := *v
	u[0] += 19
	v.Select(&u, v, int(u.carry()))
}

// carry makes 0 ≤ l < 2²⁶ or 2²⁵ for every limb, and returns the carry out of the top limb.
func (v *Element) carry() int64 {
	l0, l1 := split(v[0])
	l2, l3 := split(v[1])
	l4, l5 := split(v[2])
	l6, l7 := split(v[3])
	l8, l9 := split(v[4])
	l1 += l0 >> 26
	l2 += l1 >> 25
	l3 += l2 >> 26
	l4 += l3 >> 25
	l5 += l4 >> 26
	l6 += l5 >> 25
	l7 += l6 >> 26
	l8 += l7 >> 25
	l9 += l8 >> 26
	v[0] = l0&low26 | l1&low25<<32
	v[1] = l2&low26 | l3&low25<<32
	v[2] = l4&low26 | l5&low25<<32
	v[3] = l6&low26 | l7&low25<<32
	v[4] = l8&low26 | l9&low25<<32
	return l9 >> 25
}

// Equal returns 1 if v and u are the same element, and 0 if not.
func (v *Element) Equal(u *Element) int {
	return subtle.ConstantTimeCompare(v.Bytes(), u.Bytes())
}

// IsNegative returns the lowest bit of v: elements with an odd encoding are called negative
// (RFC 9496 §2).
func (v *Element) IsNegative() int {
	return int(v.Bytes()[0] & 1)
}

// Absolute sets v = |u|, and returns v.
func (v *Element) Absolute(u *Element) *Element {
	return v.Select(new(Element).Negate(u), u, u.IsNegative())
}
