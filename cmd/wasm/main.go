// Command wasm builds the programs that run in browsers: each is compressed, and beside them
// lies the script of this Go release that runs them.
//
//	go run ./cmd/wasm                        # all, into cli/wasm/built, as make wasm does
//	go run ./cmd/wasm -into FOLDER proof     # one
//
// What a page cannot need stays out of them: some of the standard library (edits.go), some of
// what go-libp2p imports (leaner.go), and zeros (memory.go). With another Go, or another
// go-libp2p, they are built with that, and TestLean says so.
//
// The same sources and the same Go give the same bytes.
package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// programs are the folders of cmd that are built for browsers.
var programs = []string{"proof", "browser"}

// inlined are the packages whose functions are inlined: proofs spend their time in the first,
// and a page that starts does so in the others. Inlining elsewhere would make the programs a
// tenth larger, and no faster than anybody could feel. A function is inlined into others only
// if its own package is one of these: scalars and signatures need Mul64 of math/bits many times
// in each multiplication.
var inlined = []string{
	"./crypto/...", "filippo.io/edwards25519/...",
	"crypto/internal/fips140/ed25519", "crypto/internal/fips140/edwards25519/...", "crypto/internal/fips140/sha256",
	"crypto/internal/fips140/sha3", "crypto/internal/fips140/sha512", "crypto/internal/fips140/subtle", "math/bits",

	"runtime", "internal/runtime/...", "internal/abi", "internal/byteorder", "internal/sync", "sync", "sync/atomic", "reflect",
	"syscall/js", "bufio", "bytes", "encoding/binary", "io", "maps", "slices", "strconv", "strings", "unicode/utf8",
}

func main() {
	into := flag.String("into", filepath.Join("cli", "wasm", "built"), "the `folder` to build into")
	flag.Parse()
	names := flag.Args()
	if len(names) == 0 {
		names = programs
	}
	if err := run(*into, names); err != nil {
		fmt.Fprintln(os.Stderr, "wasm:", err)
		os.Exit(1)
	}
}

func run(into string, names []string) error {
	dir, err := os.MkdirTemp("", "wasm")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r, err := findRelease(dir)
	if err != nil {
		return err
	}
	module, err := r.run("list", "-m")
	if err != nil {
		return err
	}
	for _, name := range names {
		n, err := r.build(dir, module+"/cmd/"+name, filepath.Join(into, name+".wasm.gz"))
		if err != nil {
			return err
		}
		fmt.Printf("%s: %.2f MB\n", name, float64(n)/1e6)
	}
	return r.copyExec(into)
}

// A release is the Go that builds.
type release struct{ root string }

// findRelease finds the Go release with which this module is built. If the go command has
// fetched it by itself, it lies in the module cache, in which an overlay may not replace files;
// so it is used through a link in a folder.
func findRelease(dir string) (r release, err error) {
	if r.root, err = output(exec.Command("go", "env", "GOROOT")); err != nil {
		return r, err
	}
	cache, err := output(exec.Command("go", "env", "GOMODCACHE"))
	if err != nil {
		return r, err
	}
	if within, err := filepath.Rel(cache, r.root); err != nil || !filepath.IsLocal(within) {
		return r, nil
	}
	link := filepath.Join(dir, "go")
	err = os.Symlink(r.root, link)
	return release{link}, err
}

// command returns a go command of this release that does not switch to another one.
func (r release) command(args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(r.root, "bin", "go"), args...)
	cmd.Env = append(os.Environ(), "GOROOT="+r.root, "GOTOOLCHAIN=local")
	return cmd
}

// run runs the go command for js/wasm, and returns what it prints.
func (r release) run(args ...string) (string, error) {
	cmd := r.command(args...)
	cmd.Env = append(cmd.Env, "GOOS=js", "GOARCH=wasm")
	return output(cmd)
}

func output(cmd *exec.Cmd) (string, error) {
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", cmd, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// build builds a package, and returns the size of what was written. If this Go is another than
// the one that the edits were made for, the program may be larger.
func (r release) build(dir, pkg, path string) (int, error) {
	module, err := r.lean(dir, pkg)
	if err != nil {
		fmt.Fprintf(os.Stderr, "wasm: %s is larger than it has to be: %v\n", pkg, err)
		if module, err = r.compile(dir, pkg); err != nil {
			return 0, err
		}
	}
	packed := pack(module)
	return len(packed), os.WriteFile(path, packed, 0o644)
}

// lean compiles a package without what it does not need.
func (r release) lean(dir, pkg string) ([]byte, error) {
	flags, unknown, err := r.leaner(dir)
	if err != nil {
		return nil, err
	}
	module, err := r.compile(dir, pkg, flags...)
	if err != nil {
		return nil, err
	}
	module, _, err = packMemory(module, !slices.Contains(unknown, computed))
	return module, err
}

func (r release) compile(dir, pkg string, more ...string) ([]byte, error) {
	out := filepath.Join(dir, "wasm")
	if _, err := r.run(slices.Concat([]string{"build"}, compiled(), more, []string{"-o", out, pkg})...); err != nil {
		return nil, err
	}
	return os.ReadFile(out)
}

// compiled returns the flags with which all programs are compiled.
func compiled() []string {
	flags := []string{"-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l"}
	for _, fast := range inlined {
		flags = append(flags, "-gcflags="+fast+"=")
	}
	return flags
}

// pack compresses without a name or a time.
func pack(b []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is valid
	}
	w.Write(b) // writing to a buffer cannot fail
	w.Close()
	return out.Bytes()
}

func (r release) copyExec(into string) error {
	script, err := os.ReadFile(filepath.Join(r.root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(into, "wasm_exec.js"), script, 0o644)
}
