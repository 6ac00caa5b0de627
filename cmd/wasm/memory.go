package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Parts of a WebAssembly module: https://webassembly.github.io/spec/core/binary/modules.html
const (
	preamble = "\x00asm\x01\x00\x00\x00"

	codeSection  = 10
	dataSection  = 11
	countSection = 12

	i32Const = 0x41
	end      = 0x0b
)

const (
	// mostMemory bounds what a program may have in memory when it starts. Ours have 24 MB.
	mostMemory = 1 << 28
	// gap is how many zeros are left out at least. A segment of its own takes 8 bytes, and more
	// than that when it is compressed: what goes before no longer tells what follows.
	gap = 64
)

// A segment is what a program has in its memory from an address on when it starts. All other
// memory is zero.
type segment struct {
	at   int
	data []byte
}

// packMemory returns a module that has the same memory when it starts, in few segments, and how
// many these are. Go's linker begins a new one after 8 zeros. If computed, the module does not
// read runtime.findfunctab, so that is all zeros.
func packMemory(module []byte, computed bool) (packed []byte, segments int, err error) {
	if !bytes.HasPrefix(module, []byte(preamble)) {
		return nil, 0, errors.New("no WebAssembly module")
	}
	r := &reader{rest: module[len(preamble):]}
	packed = append(packed, preamble...)
	functions, found := 0, false
	for len(r.rest) > 0 {
		id := r.byte()
		body := r.bytes(r.unsigned())
		if r.err != nil {
			return nil, 0, r.err
		}
		switch id {
		case codeSection:
			functions = (&reader{rest: body}).unsigned()
		case countSection:
			return nil, 0, errors.New("the module says before its code how many segments it has")
		case dataSection:
			if found {
				return nil, 0, errors.New("two data sections")
			}
			found = true
			old, err := readSegments(body)
			if err != nil {
				return nil, 0, err
			}
			start, memory, err := lay(old)
			if err != nil {
				return nil, 0, err
			}
			if computed {
				table := functionTable(memory, functions)
				if table == nil {
					return nil, 0, errors.New("runtime.findfunctab does not look as its index is computed")
				}
				clear(table)
			}
			cut := cutAtZeros(start, memory)
			segments, body = len(cut), writeSegments(cut)
		}
		packed = append(packed, id)
		packed = binary.AppendUvarint(packed, uint64(len(body)))
		packed = append(packed, body...)
	}
	if !found {
		return nil, 0, errors.New("no data section")
	}
	return packed, segments, nil
}

func readSegments(body []byte) (all []segment, err error) {
	r := &reader{rest: body}
	for n := r.unsigned(); n > 0 && r.err == nil; n-- {
		if mode, op := r.byte(), r.byte(); r.err == nil && (mode != 0 || op != i32Const) {
			return nil, fmt.Errorf("a segment of mode %d, whose address begins with %#x", mode, op)
		}
		at := r.signed()
		if op := r.byte(); r.err == nil && op != end {
			return nil, fmt.Errorf("an address that goes on with %#x", op)
		}
		all = append(all, segment{at, r.bytes(r.unsigned())})
	}
	if r.err == nil && len(r.rest) > 0 {
		return nil, fmt.Errorf("%d bytes after the segments", len(r.rest))
	}
	return all, r.err
}

// lay returns the memory that segments fill, and the address at which it starts.
func lay(all []segment) (start int, memory []byte, err error) {
	if len(all) == 0 {
		return 0, nil, nil
	}
	all = slices.SortedFunc(slices.Values(all), func(a, b segment) int { return cmp.Compare(a.at, b.at) })
	start = all[0].at
	next := 0
	for _, s := range all {
		if s.at < next || s.at > mostMemory-len(s.data) {
			return 0, nil, fmt.Errorf("a segment of %d bytes at %d, after %d", len(s.data), s.at, next)
		}
		next = s.at + len(s.data)
	}
	memory = make([]byte, next-start)
	for _, s := range all {
		copy(memory[s.at-start:], s.data)
	}
	return start, memory, nil
}

func cutAtZeros(start int, memory []byte) (all []segment) {
	zeros := make([]byte, gap)
	for at := 0; ; {
		for at < len(memory) && memory[at] == 0 {
			at++
		}
		if at == len(memory) {
			return all
		}
		n := bytes.Index(memory[at:], zeros)
		if n < 0 {
			n = len(bytes.TrimRight(memory[at:], "\x00"))
		}
		all = append(all, segment{start + at, memory[at : at+n]})
		at += n
	}
}

func writeSegments(all []segment) (body []byte) {
	body = binary.AppendUvarint(body, uint64(len(all)))
	for _, s := range all {
		body = append(body, 0, i32Const)
		body = appendSigned(body, s.at)
		body = append(body, end)
		body = binary.AppendUvarint(body, uint64(len(s.data)))
		body = append(body, s.data...)
	}
	return body
}

// functionTable finds runtime.findfunctab in memory, in which the runtime looks up which function
// has a program counter; nil if it is not there as this code knows it. A function of WebAssembly
// has 1<<16 program counters, which are 16 buckets; so bucket i is the 4 bytes of i/16, and then
// the distances from there of its 16 parts, all zero. Of the last function, which may have fewer
// and the last of them may be shorter, it is only the first number.
func functionTable(memory []byte, functions int) []byte {
	const buckets, size = 16, 20
	number := func(function int) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(function)) }
	all := func(function int) []byte {
		return bytes.Repeat(append(number(function), make([]byte, size-4)...), buckets)
	}
	// Function 0 has only zeros, of which there are many: function 1 is looked for.
	for from := buckets * size; from < len(memory); from++ {
		i := bytes.Index(memory[from:], all(1))
		if i < 0 {
			return nil
		}
		from += i
		rest, f := memory[from-buckets*size:], 0
		for f < functions-1 && bytes.HasPrefix(rest[f*buckets*size:], all(f)) {
			f++
		}
		if n := f * buckets * size; f == functions-1 && bytes.HasPrefix(rest[n:], number(f)) {
			return rest[:n+4]
		}
	}
	return nil
}

// A reader reads a module from its beginning. After an error it reads zeros.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) bytes(n int) (b []byte) {
	if (n < 0 || n > len(r.rest)) && r.err == nil {
		r.err = fmt.Errorf("%d bytes are to come, and %d are there", n, len(r.rest))
	}
	if r.err != nil {
		return nil
	}
	b, r.rest = r.rest[:n:n], r.rest[n:]
	return b
}

func (r *reader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// unsigned reads a number of 32 bits in LEB128.
func (r *reader) unsigned() int { return int(uint32(r.number(false))) }

// signed reads a signed number of 32 bits in LEB128.
func (r *reader) signed() int { return int(int32(r.number(true))) }

func (r *reader) number(signed bool) (v int64) {
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if b&0x80 == 0 {
			if signed && b&0x40 != 0 {
				v -= 1 << (shift + 7)
			}
			return r.fits(v, signed)
		}
	}
	return r.fits(1<<62, signed)
}

func (r *reader) fits(v int64, signed bool) int64 {
	if r.err == nil && (!signed && v != int64(uint32(v)) || signed && v != int64(int32(v))) {
		r.err = errors.New("a number of more than 32 bits")
	}
	if r.err != nil {
		return 0
	}
	return v
}

func appendSigned(b []byte, v int) []byte {
	for v < -0x40 || v >= 0x40 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v)&0x7f)
}
