package main

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// moduleOf returns a module with a code section that says so many functions, and with segments.
func moduleOf(functions int, all ...segment) []byte {
	module := []byte(preamble)
	for _, s := range []struct {
		id   byte
		body []byte
	}{
		{codeSection, binary.AppendUvarint(nil, uint64(functions))},
		{dataSection, writeSegments(all)},
		{0, []byte("\x04last")},
	} {
		module = append(module, s.id)
		module = binary.AppendUvarint(module, uint64(len(s.body)))
		module = append(module, s.body...)
	}
	return module
}

// segmentsOf returns the segments of a module that moduleOf or packMemory has made.
func segmentsOf(t *testing.T, module []byte) []segment {
	t.Helper()
	r := &reader{rest: module[len(preamble):]}
	for len(r.rest) > 0 && r.err == nil {
		if id, body := r.byte(), r.bytes(r.unsigned()); id == dataSection {
			all, err := readSegments(body)
			if err != nil {
				t.Fatal(err)
			}
			return all
		}
	}
	t.Fatal("no data section", r.err)
	return nil
}

// tableOf is runtime.findfunctab of so many functions, the last of which is short.
func tableOf(functions int) (b []byte) {
	for i := range 16 * (functions - 1) {
		b = binary.LittleEndian.AppendUint32(b, uint32(i/16))
		b = append(b, make([]byte, 16)...)
	}
	return append(binary.LittleEndian.AppendUint32(b, uint32(functions-1)), 0)
}

func TestPackMemory(t *testing.T) {
	zeros := func(n int) []byte { return make([]byte, n) }
	table := tableOf(300)
	torn := bytes.Clone(table)
	torn[150*16*20+3]++
	around := func(table []byte) []byte {
		return slicesOf([]byte("before"), zeros(34), table, zeros(4), []byte("\xffafter"))
	}
	for _, c := range []struct {
		name     string
		computed bool
		old, new []segment
		bad      string
	}{
		{name: "nothing"},
		{name: "zeros alone", old: []segment{{4096, zeros(1000)}}},
		{name: "63 zeros stay, 64 go",
			old: []segment{{4096, slicesOf(zeros(3), []byte("a"), zeros(63), []byte("b"), zeros(64), []byte("c"), zeros(2))}},
			new: []segment{{4099, slicesOf([]byte("a"), zeros(63), []byte("b"))}, {4099 + 129, []byte("c")}}},
		{name: "segments that lie near become one",
			old: []segment{{4096, []byte("a")}, {4097 + 63, []byte("b")}, {4161 + 64, []byte("c")}},
			new: []segment{{4096, slicesOf([]byte("a"), zeros(63), []byte("b"))}, {4225, []byte("c")}}},
		{name: "high addresses",
			old: []segment{{64, []byte("a")}, {8191, []byte("b")}, {mostMemory - 1, []byte("c")}},
			new: []segment{{64, []byte("a")}, {8191, []byte("b")}, {mostMemory - 1, []byte("c")}}},
		{name: "a table is read",
			old: []segment{{4096, around(table)}},
			new: []segment{{4096, []byte("before")}, {4096 + 6 + 34 + 16*20, slicesOf(table[16*20:], zeros(4), []byte("\xffafter"))}}},
		{name: "a table is computed", computed: true,
			old: []segment{{4096, around(table)}},
			new: []segment{{4096, []byte("before")}, {4096 + 6 + 34 + len(table) + 4, []byte("\xffafter")}}},
		{name: "a table that is not as computed", computed: true, old: []segment{{4096, around(torn)}}, bad: "findfunctab"},
		{name: "no table", computed: true, old: []segment{{4096, []byte("before")}}, bad: "findfunctab"},
		{name: "a table of fewer functions", computed: true, old: []segment{{4096, around(tableOf(299))}}, bad: "findfunctab"},
		{name: "overlapping", old: []segment{{4096, []byte("ab")}, {4097, []byte("c")}}, bad: "after 4098"},
		{name: "in another order",
			old: []segment{{4097, []byte("a")}, {64, []byte("b")}, {4096, []byte("c")}},
			new: []segment{{64, []byte("b")}, {4096, []byte("ca")}}},
		{name: "below zero", old: []segment{{-1, []byte("a")}}, bad: "at -1"},
		{name: "more memory than there is", old: []segment{{mostMemory, []byte("a")}}, bad: "at 268435456"},
	} {
		t.Run(c.name, func(t *testing.T) {
			old := moduleOf(300, c.old...)
			packed, n, err := packMemory(old, c.computed)
			if c.bad != "" {
				if err == nil || !strings.Contains(err.Error(), c.bad) {
					t.Errorf("%v", err)
				}
				return
			}
			if want := moduleOf(300, c.new...); err != nil || !bytes.Equal(packed, want) || n != len(c.new) {
				t.Errorf("%d segments, %v:\n%.200q\n%.200q", n, err, packed, want)
			}
		})
	}
}

func slicesOf(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// What is no module, or one of another shape than Go's linker writes, is refused.
func TestPackMemoryRefuses(t *testing.T) {
	whole := moduleOf(300, segment{4096, []byte("some memory")})
	for n := range len(whole) {
		if packed, _, err := packMemory(whole[:n], false); err == nil && !bytes.Equal(packed, whole[:n]) {
			t.Errorf("%d of %d bytes: %q", n, len(whole), packed)
		}
	}
	section := func(body ...byte) string { return string(append([]byte{dataSection, byte(len(body))}, body...)) }
	for bad, module := range map[string]string{
		"no WebAssembly module": "\x00asm\x02\x00\x00\x00",
		"no data section":       preamble,
		"two data sections":     preamble + section(0) + section(0),
		"how many segments":     preamble + "\x0c\x01\x00",
		"mode 1":                preamble + section(1, 1, i32Const, 0, end, 0),
		"begins with 0x23":      preamble + section(1, 0, 0x23, 0, end, 0),
		"goes on with 0x6a":     preamble + section(1, 0, i32Const, 0, 0x6a, 0),
		"1 bytes after":         preamble + section(0, 0),
		"9 bytes are to come":   preamble + section(1, 0, i32Const, 0, end, 9),
		"more than 32 bits":     preamble + section(0xff, 0xff, 0xff, 0xff, 0x1f),
		"1 bytes are to come":   preamble + section(0xff, 0xff, 0xff, 0xff, 0x0f),
		"4294967295 bytes":      preamble + "\x0b\xff\xff\xff\xff\x0f",
	} {
		if _, _, err := packMemory([]byte(module), false); err == nil || !strings.Contains(err.Error(), bad) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// Memory is the same from whatever segments, and no segment has a gap.
func FuzzPackMemory(f *testing.F) {
	f.Add(moduleOf(5, segment{4096, tableOf(5)}), uint64(1))
	f.Fuzz(func(t *testing.T, module []byte, seed uint64) {
		_, _, _ = packMemory(module, seed%2 == 0) // no panic
		rng := rand.New(rand.NewPCG(seed, 0))
		var old []segment
		for at := 0; len(module) > 0; {
			at += rng.IntN(100)
			n := rng.IntN(len(module) + 1)
			old = append(old, segment{at, module[:n]})
			at, module = at+n, module[n:]
		}
		packed, n, err := packMemory(moduleOf(1, old...), false)
		if err != nil {
			t.Fatal(err)
		}
		cut := segmentsOf(t, packed)
		if len(cut) != n {
			t.Errorf("%d segments are called %d", len(cut), n)
		}
		for i, s := range cut {
			if bytes.Contains(s.data, make([]byte, gap)) || i > 0 && s.at < cut[i-1].at+len(cut[i-1].data)+gap {
				t.Errorf("segment %d of %d bytes at %d", i, len(s.data), s.at)
			}
		}
		if a, b := memoryOf(t, old), memoryOf(t, cut); !bytes.Equal(a, b) {
			t.Errorf("%q became %q", a, b)
		}
	})
}

// memoryOf returns memory from 0 on, without the zeros at its end.
func memoryOf(t *testing.T, all []segment) []byte {
	t.Helper()
	start, memory, err := lay(all)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.TrimRight(append(make([]byte, start), memory...), "\x00")
}

// traces is a program that asks for functions in every way: whoever panics, at which depth, and
// by which method and closure. And it sorts what has many equals.
const traces = `package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sort"
	"strings"
)

type deep int

func (d deep) Less(f func() string) string { return f() }

func name() string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	var all []string
	for {
		f, more := frames.Next()
		all = append(all, fmt.Sprint(f.Function, ":", f.Line))
		if !more {
			return strings.Join(all, " ")
		}
	}
}

func fall(n int) (said string) {
	defer func() {
		if n == 0 {
			said = fmt.Sprint(recover(), strings.Count(string(debug.Stack()), "main.fall"))
		}
	}()
	if n < 40 {
		return fall(n + 1)
	}
	var nothing []int
	return fmt.Sprint(nothing[n])
}

func main() {
	fmt.Println(deep(1).Less(func() string { return name() }))
	sort.Slice([]int{2, 1}, func(i, j int) bool { fmt.Println(name()); return i < j })
	fmt.Println(fall(0))
	runtime.GC() // walks every stack
	done := make(chan string)
	go func() { runtime.GC(); done <- name() }()
	fmt.Println(<-done)
	for _, n := range []int{0, 1, 2, 12, 13, 50, 51, 1000} {
		var all, stable []pair
		for i := range n {
			all = append(all, pair{i * i % 37 % 11, i})
			stable = append(stable, pair{i * 7 % 5, i})
		}
		fewest := func(a, b pair) int { return a.key - b.key }
		slices.SortFunc(all, fewest)
		slices.SortStableFunc(stable, fewest)
		fmt.Println(all, stable)
		all = slices.SortedFunc(slices.Values(all), func(a, b pair) int { return b.key/2 - a.key/2 })
		fmt.Println(all)
	}
}

type pair struct{ key, from int }
`

// A program whose memory was packed says the same of its functions as one that nobody has changed.
func TestPackedRuns(t *testing.T) {
	r, dir, _, plain, lean := traced(t)
	if n := len(segmentsOf(t, lean)); n > 300 || len(lean) > len(plain)*9/10 {
		t.Errorf("%d of %d bytes, %d segments", len(lean), len(plain), n)
	}
	want := runs(t, r, dir, plain)
	if !strings.Contains(want, "main.deep.Less:14") || !strings.Contains(want, "index out of range [40] with length 0 42") {
		t.Fatalf("the program said %q", want)
	}
	if got := runs(t, r, dir, lean); got != want {
		t.Errorf("\n%s\nwhere it was\n%s", got, want)
	}
}

// traced compiles a program, in a folder, as it is and without what it does not need. It skips the
// test where nothing runs them.
func traced(t *testing.T) (r release, dir, source string, plain, lean []byte) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip(err)
	}
	dir = t.TempDir()
	r, err := findRelease(dir)
	if err != nil {
		t.Fatal(err)
	}
	source = filepath.Join(dir, "traces.go")
	if err := os.WriteFile(source, []byte(traces), 0o644); err != nil {
		t.Fatal(err)
	}
	if plain, err = r.compile(dir, source); err != nil {
		t.Fatal(err)
	}
	if lean, err = r.lean(dir, source); err != nil {
		t.Fatal(err)
	}
	return r, dir, source, plain, lean
}

func runs(t *testing.T, r release, dir string, module []byte) string {
	t.Helper()
	path := filepath.Join(dir, "program.wasm")
	if err := os.WriteFile(path, module, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(r.root, "lib", "wasm", "go_js_wasm_exec"), path)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1") // a program in wasm has one thread, and cannot make another
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}
