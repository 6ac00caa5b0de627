package sqlite

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// A disk stands between SQLite and the system (as a VFS, https://www.sqlite.org/vfs.html). It records what SQLite does to the files of
// one folder, fails the operations that it is told to fail, and makes the files as they may be after the power has failed.
type disk struct {
	folder string
	fail   func(n int, o operation) fault // of the nth operation

	mu    sync.Mutex
	start map[string][]byte // the files at the beginning, all of which has been synced
	done  []operation
}

type operation struct {
	file string
	kind kind
	to   int64  // where, of write; the new length, of truncate
	data []byte // of write
	fault
}

type kind int

const (
	write kind = iota
	truncate
	remove
	syncs
)

var kinds = map[kind]string{write: "write", truncate: "truncate", remove: "delete", syncs: "sync"}

// A fault says how an operation goes.
type fault struct {
	code int32 // 0: it is done and succeeds
	half bool  // half of a write is done
	late bool  // it is done, and the error is reported nevertheless
}

var (
	inUse      *disk // by the test that runs
	register   sync.Once
	system     lib.Tsqlite3_vfs // the one of the system
	ofFiles    lib.Tsqlite3_io_methods
	methods    map[uintptr]uintptr // of the system → ours
	nameOf     sync.Map            // sqlite3_file → its path
	allocation = libc.NewTLS()
)

// pointer returns a Go function in the form that SQLite calls; function returns a function of SQLite in the form that Go calls
// (https://go.dev/s/go11func).
func pointer[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&struct{ f F }{f})) }

func function[F any](p uintptr) F { return *(*F)(unsafe.Pointer(&struct{ p uintptr }{p})) }

// at returns a pointer to what SQLite has at an address.
func at[T any](p uintptr) *T { return *(**T)(unsafe.Pointer(&p)) }

type (
	openFunc     = func(*libc.TLS, uintptr, uintptr, uintptr, int32, uintptr) int32
	deleteFunc   = func(*libc.TLS, uintptr, uintptr, int32) int32
	writeFunc    = func(*libc.TLS, uintptr, uintptr, int32, lib.Tsqlite3_int64) int32
	truncateFunc = func(*libc.TLS, uintptr, lib.Tsqlite3_int64) int32
	syncFunc     = func(*libc.TLS, uintptr, int32) int32
)

// newDisk begins to watch a folder. Only one test at a time can have a disk.
func newDisk(t *testing.T, folder string) *disk {
	t.Helper()
	register.Do(func() {
		lib.Xsqlite3_initialize(allocation)
		vfs := libc.Xmalloc(allocation, libc.Tsize_t(unsafe.Sizeof(system)))
		system = *at[lib.Tsqlite3_vfs](lib.Xsqlite3_vfs_find(allocation, 0))
		ours := system
		name, err := libc.CString("watched")
		if err != nil {
			t.Fatal(err)
		}
		ours.FzName, ours.FpNext = name, 0
		ours.FxOpen, ours.FxDelete = pointer[openFunc](xOpen), pointer[deleteFunc](xDelete)
		*at[lib.Tsqlite3_vfs](vfs) = ours
		methods = map[uintptr]uintptr{}
		if code := lib.Xsqlite3_vfs_register(allocation, vfs, 1); code != 0 {
			t.Fatalf("SQLite takes no VFS: %d", code)
		}
	})
	d := &disk{folder: folder, start: files(t, folder)}
	inUse = d
	really := syncFolder
	syncFolder = func(path string) error {
		if code := does(path+"/"+itself, operation{kind: syncs}, func(float64) int32 { return 0 }); code != 0 {
			return syscall.EIO
		}
		return really(path)
	}
	t.Cleanup(func() { inUse, syncFolder = nil, really })
	return d
}

func xOpen(tls *libc.TLS, vfs, path, file uintptr, flags int32, out uintptr) int32 {
	code := function[openFunc](system.FxOpen)(tls, vfs, path, file, flags, out)
	f := at[lib.Tsqlite3_file](file)
	if code != 0 || f.FpMethods == 0 {
		return code
	}
	ours, ok := methods[f.FpMethods]
	if !ok {
		ours = libc.Xmalloc(allocation, libc.Tsize_t(unsafe.Sizeof(ofFiles)))
		ofFiles = *at[lib.Tsqlite3_io_methods](f.FpMethods) // the same in all of them
		table := ofFiles
		table.FxWrite, table.FxTruncate, table.FxSync = pointer[writeFunc](xWrite), pointer[truncateFunc](xTruncate), pointer[syncFunc](xSync)
		*at[lib.Tsqlite3_io_methods](ours) = table
		methods[f.FpMethods] = ours
	}
	f.FpMethods = ours
	nameOf.Store(file, libc.GoString(path))
	return 0
}

// does notes an operation, and does it unless it is to fail.
func does(path string, o operation, do func(part float64) int32) int32 {
	d := inUse
	if d == nil || filepath.Dir(path) != d.folder {
		return do(1)
	}
	o.file = filepath.Base(path)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fail != nil {
		o.fault = d.fail(len(d.done), o)
	}
	if o.file == itself && o.code == lib.SQLITE_FULL { // that needs no space
		o.fault = fault{}
	}
	if o.half {
		o.data = o.data[:len(o.data)/2]
	}
	d.done = append(d.done, o)
	switch {
	case o.code == 0:
		return do(1)
	case o.late:
		do(1)
	case o.half:
		do(0.5)
	}
	return o.code
}

func path(file uintptr) string {
	name, _ := nameOf.Load(file)
	return name.(string)
}

func xDelete(tls *libc.TLS, vfs, name uintptr, dir int32) int32 {
	return does(libc.GoString(name), operation{kind: remove}, func(float64) int32 {
		return function[deleteFunc](system.FxDelete)(tls, vfs, name, dir)
	})
}

func xWrite(tls *libc.TLS, file, data uintptr, n int32, to lib.Tsqlite3_int64) int32 {
	return does(path(file), operation{kind: write, to: to, data: bytes.Clone(libc.GoBytes(data, int(n)))}, func(part float64) int32 {
		return function[writeFunc](ofFiles.FxWrite)(tls, file, data, int32(part*float64(n)), to)
	})
}

func xTruncate(tls *libc.TLS, file uintptr, length lib.Tsqlite3_int64) int32 {
	return does(path(file), operation{kind: truncate, to: length}, func(float64) int32 {
		return function[truncateFunc](ofFiles.FxTruncate)(tls, file, length)
	})
}

func xSync(tls *libc.TLS, file uintptr, flags int32) int32 {
	return does(path(file), operation{kind: syncs}, func(float64) int32 { return function[syncFunc](ofFiles.FxSync)(tls, file, flags) })
}

const sector = 512

// itself is the name under which a folder is in its own list of files.
const itself = "."

// powerCut makes the files in a folder as they may be if the power failed after n operations. Synced bytes are there; of other bytes,
// each sector may be there or not. Bytes whose sync failed may be lost for ever, even if a later sync succeeds.
func (d *disk) powerCut(t *testing.T, r *rand.Rand, n int, into string) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	synced := map[string]int{} // up to which operation
	lost := map[string]int{}   // and from which on not
	doubt := map[int]bool{}
	for i, o := range d.done[:n] {
		switch {
		case o.kind == syncs && o.code == 0:
			synced[o.file] = i
		case o.kind == syncs:
			for j := max(lost[o.file], synced[o.file]); j < i; j++ {
				doubt[j] = doubt[j] || d.done[j].file == o.file
			}
			lost[o.file] = i
		}
	}
	now, gone := map[string][]byte{}, map[string]bool{}
	for name, b := range d.start {
		now[name] = bytes.Clone(b)
	}
	for i, o := range d.done[:n] {
		if o.code != 0 && !o.half && !o.late || gone[o.file] {
			continue
		}
		sure := i < synced[o.file] && !doubt[i]
		b := now[o.file]
		switch o.kind {
		case write:
			for from, end := 0, 0; from < len(o.data); from = end {
				end = min(len(o.data), from+sector-(int(o.to)+from)%sector)
				if !sure && r.IntN(2) == 0 {
					continue
				}
				if missing := int(o.to) + end - len(b); missing > 0 {
					b = append(b, make([]byte, missing)...)
				}
				copy(b[int(o.to)+from:], o.data[from:end])
			}
			now[o.file] = b
		case truncate:
			if (sure || r.IntN(2) == 0) && int(o.to) < len(b) {
				now[o.file] = b[:o.to]
			}
		case remove:
			// SQLite syncs the folder only with the file that comes next.
			if synced[o.file] > i || synced[itself] > i || r.IntN(2) == 0 {
				delete(now, o.file)
			} else {
				gone[o.file] = true // what comes next
			}
		}
	}
	for name, b := range now {
		if strings.HasSuffix(name, MarkSuffix) {
			continue // not SQLite's
		}
		if err := os.WriteFile(filepath.Join(into, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
