//go:build unix

package ristretto

import (
	"os"
	"runtime/debug"
	"syscall"
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

// A lookup whose address depends on a secret shows the secret to whoever shares the
// cache. How long it takes, package timing measures. Here is what it reads: of a row,
// everything, so it cannot leave alone an entry that nobody may read.

// guarded is a copy of a row of which nobody may read the entries from cut on, or those
// before it.
func guarded(t testing.TB, row oddRow, cut int, before bool) oddRow {
	t.Helper()
	page := os.Getpagesize()
	b, err := syscall.Mmap(-1, 0, 2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { syscall.Munmap(b) })
	begin := page - cut*int(unsafe.Sizeof(affine{}))
	copied := unsafe.Slice((*affine)(unsafe.Pointer(&b[begin])), len(row))
	copy(copied, row)
	closed := b[page:]
	if before {
		closed = b[:page]
	}
	if err := syscall.Mprotect(closed, syscall.PROT_NONE); err != nil {
		t.Skip(err)
	}
	return copied
}

// faults reports whether a function reads what nobody may read.
func faults(f func()) (faulted bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			if _, faulted = r.(interface{ Addr() uintptr }); !faulted {
				panic(r)
			}
		}
	}()
	f()
	return false
}

// Each way to an entry of a row, for each digit.
func TestLookupReadsTheWholeRow(t *testing.T) {
	for _, width := range []int{tableWidth, basesWidth} {
		p := base.extended()
		row := newOddRows([]extended{p}, width)[0]
		if faults(func() { p.addOdd(row, 1) }) {
			t.Fatal("it cannot be read at all")
		}
		for cut := 1; cut < len(row); cut++ {
			for index := range row {
				hidden := guarded(t, row, cut, index >= cut) // the side on which the entry is not
				for name, look := range map[string]func(){
					"choose":           func() { new(affine).choose(hidden, index) },
					"chooseGeneric":    func() { new(affine).chooseGeneric(hidden, index) },
					"addOdd":           func() { p.addOdd(hidden, int8(2*index+1)) },
					"addOdd, negative": func() { p.addOdd(hidden, -int8(2*index+1)) },
				} {
					if !faults(look) {
						t.Errorf("%s of entry %d of %d does not read beyond %d", name, index, len(row), cut)
					}
				}
			}
		}
	}
}

// What multiplies by secrets looks nothing up in another way.
func TestSecretsLookUpWholeRows(t *testing.T) {
	// All digits of these numbers are 1, so that the first entry would do.
	ones := func(width int) Scalar {
		var sum Scalar
		radix := ScalarFromUint64(1 << width)
		for range scalarDigits(width) {
			sum = sum.Mul(radix).Add(ScalarFromUint64(1))
		}
		for i, d := range sum.oddDigits(width) {
			if i < scalarDigits(width) && d != 1 {
				t.Fatalf("digit %d is %d", i, d)
			}
		}
		return sum
	}
	hide := func(rows []oddRow) []oddRow {
		for i := range rows {
			rows[i] = guarded(t, rows[i], 1, false)
		}
		return rows
	}
	table, short := NewTable(base), NewShortTable(base)
	bases := Bases{}.Append(base, base)
	hide(table.rows)
	hide(short.rows)
	hide(bases.rows)
	four, five := ones(tableWidth), ones(basesWidth)
	for name, multiply := range map[string]func(){
		"Table.Mul":                  func() { table.Mul(four) },
		"Table.Mul of a short table": func() { short.Mul(four) },
		"Bases.MultiScalarMul":       func() { bases.MultiScalarMul([]Scalar{five, five}) },
		"Bases.MultiplyShort":        func() { bases.MultiplyShort([]uint64{33, 33}, 10) },
	} {
		if !faults(multiply) {
			t.Errorf("%s looks up one entry", name)
		}
	}
}

// The two ways in which a lookup is written find the same.
func TestLookupFindsTheEntry(t *testing.T) {
	p := base.extended()
	rapid.Check(t, func(r *rapid.T) {
		width := rapid.SampledFrom([]int{tableWidth, basesWidth}).Draw(r, "width")
		row := newOddRows([]extended{p}, width)[0]
		index := rapid.IntRange(0, len(row)-1).Draw(r, "index")
		var one, other affine
		one.choose(row, index)
		other.chooseGeneric(row, index)
		if one != row[index] || other != row[index] {
			r.Error("another entry")
		}
	})
}
