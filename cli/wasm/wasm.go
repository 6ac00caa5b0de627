package wasm

import (
	"errors"
	"fmt"
	"io/fs"
)

// ErrNotBuilt says that this program was built without what runs in browsers.
var ErrNotBuilt = errors.New("this fives was built without what runs in a browser; make build adds it")

// A Program runs in a browser.
type Program struct {
	// Gzip is the WebAssembly module, compressed.
	Gzip []byte
	// Exec is the script of the Go release that built it, which runs it.
	Exec []byte
}

// Find returns the program called browser or proof.
func Find(name string) (Program, error) { return in(built, "built/", name) }

// In is [Find] for another folder into which cmd/wasm has built the programs.
func In(folder fs.FS, name string) (Program, error) { return in(folder, "", name) }

// Files of the folder.
const (
	moduleEnd = ".wasm.gz"
	execFile  = "wasm_exec.js"
)

func in(folder fs.FS, path, name string) (p Program, err error) {
	if p.Gzip, err = fs.ReadFile(folder, path+name+moduleEnd); err == nil {
		p.Exec, err = fs.ReadFile(folder, path+execFile)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Program{}, ErrNotBuilt
	case err != nil:
		return Program{}, fmt.Errorf("wasm: %w", err)
	}
	return p, nil
}
